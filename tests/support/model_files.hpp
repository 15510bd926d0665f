/// @file
/// The model files that the reader accepts: those of tests/data/models/good and the examples.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

namespace supple::test {

inline std::vector<std::filesystem::path> good_model_files()
{
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder :
         {std::filesystem::path(SUPPLE_TEST_DATA) / "models/good", std::filesystem::path(SUPPLE_EXAMPLES)}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".yaml") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace supple::test
