#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/result_csv.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_hdf5.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_vtk.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

namespace supple {
namespace {

[[noreturn]] void refuse_extension(const std::filesystem::path& path, std::string_view what,
                                   std::string_view list)
{
    const std::string extension = path.extension().string();
    throw InputError(fmt::format("{}: {} for {}; end the name in {}", path.string(),
                                 extension.empty() ? "the name has no extension"
                                                   : fmt::format("no form {} is known", in_quotes(extension)),
                                 what, list));
}

}  // namespace

void write_result(const std::filesystem::path& path, const Equilibrium& equilibrium, std::string_view command)
{
    const std::string extension = path.extension().string();
    if (extension == ".json") return write_file(path, to_json(equilibrium, command));
    if (extension == ".jsonl") return write_file(path, to_json_line(equilibrium, command));
    if (extension == ".csv") return write_file(path, to_csv(equilibrium, command));
    if (extension == ".vtp") return write_file(path, to_vtp(equilibrium.shape));
    if (extension == ".h5") return write_hdf5(path, equilibrium, command);
    refuse_extension(path, "an equilibrium", ".json, .jsonl, .csv, .vtp or .h5");
}

void write_result(const std::filesystem::path& path, const Trajectory& trajectory, std::string_view command)
{
    const std::string extension = path.extension().string();
    if (extension == ".json") return write_file(path, to_json(trajectory, command));
    if (extension == ".csv") return write_file(path, to_csv(trajectory, command));
    if (extension == ".pvd") return write_pvd(path, trajectory);
    if (extension == ".h5") return write_hdf5(path, trajectory, command);
    refuse_extension(path, "a trajectory", ".json, .csv, .pvd or .h5");
}

}  // namespace supple
