#include "command.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace supple::app {

int run_reproduce(const ReproduceOptions& options)
{
    // The studies are a program of their own: it lies beside this one, or where installed programs keep
    // theirs.
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    std::filesystem::path program = folder / "supple-studies";
    if (access(program.c_str(), X_OK) != 0)
        program = (folder / "../libexec/supple/supple-studies").lexically_normal();
    if (access(program.c_str(), X_OK) != 0) {
        print_error(
            fmt::format("the published studies are not installed: there is no supple-studies in {} or {}; "
                        "build supple with -DSUPPLE_STUDIES=ON",
                        folder.string(), program.parent_path().string()));
        return bad_usage;
    }
    std::string name = program.string();
    std::vector<std::string> words = options.arguments;
    std::vector<char*> arguments{name.data()};
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::fflush(stdout);
    execv(name.c_str(), arguments.data());
    print_error(fmt::format("{} cannot be run: {}", name, std::strerror(errno)));
    return internal_error;
}

}  // namespace supple::app
