#include "support/external.hpp"

#include <cstdlib>
#include <iostream>

namespace supple::test {

std::optional<std::filesystem::path> external_file(const std::filesystem::path& name)
{
    const char* given = std::getenv("SUPPLE_EXTERNAL_DATA");
    const std::filesystem::path folder =
        given ? std::filesystem::path(given)
              : std::filesystem::path(SUPPLE_TEST_DATA) / "../../../shared/external";
    if (std::filesystem::exists(folder / name)) return folder / name;
    std::cerr << "\n*** EXTERNAL DATA ABSENT: " << folder / name
              << "\n*** set SUPPLE_EXTERNAL_DATA; nothing was checked here\n\n";
    return std::nullopt;
}

}  // namespace supple::test
