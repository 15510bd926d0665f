#include "support/files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <random>

namespace supple::test {

TemporaryFolder::TemporaryFolder()
{
    std::random_device random;
    path_ =
        std::filesystem::temp_directory_path() / fmt::format("supple-test-{:08x}{:08x}", random(), random());
    std::filesystem::create_directory(path_);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string slurp(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void spill(const std::filesystem::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace supple::test
