// Writes the sample results in every form into the folder that is named, for read_results.py to judge.
#include <supple/io/result_file.hpp>

#include "support/results.hpp"
#include "support/toy_result.hpp"

#include <fmt/format.h>

#include <filesystem>

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    const std::filesystem::path folder = argv[1];
    const bool hdf5 = std::string(argv[2]) == "hdf5";
    std::filesystem::create_directories(folder);
    for (const std::string extension : {".json", ".jsonl", ".csv", ".vtp"})
        supple::write_result(folder / ("equilibrium" + extension), supple::test::sample_equilibrium());
    for (const std::string extension : {".json", ".csv", ".pvd"})
        supple::write_result(folder / ("trajectory" + extension), supple::test::sample_trajectory());
    // A result of the tests' own, and modes, in the forms that every description has.
    const supple::test::Weather weather = supple::test::sample_weather();
    const supple::Modes modes = supple::test::sample_modes();
    for (const std::string extension : {".json", ".jsonl", ".csv", ".h5"}) {
        if (extension == ".h5" && !hdf5) continue;
        supple::write_described(
            folder / ("toy" + extension), [&](supple::Describer& d) { describe(d, weather); }, "forecast",
            "weather");
        supple::write_result(folder / ("modes" + extension), modes);
    }
    if (hdf5) {
        supple::write_result(folder / "equilibrium.h5", supple::test::sample_equilibrium());
        supple::write_result(folder / "trajectory.h5", supple::test::sample_trajectory());
    }
    return 0;
}
