#include <supple/io/error.hpp>
#include <supple/io/part.hpp>

#include <fmt/format.h>

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

namespace supple {
namespace {

std::filesystem::path& given_folder()
{
    static std::filesystem::path folder = SUPPLE_PARTS_FOLDER;
    return folder;
}

}  // namespace

void look_for_parts_in(const std::string& folder)
{
    given_folder() = folder;
}

void* part_function(const std::string& name, const char* function, const std::string& missing)
{
    std::error_code none;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
    const std::filesystem::path folders[] = {(program.parent_path() / "../lib/supple").lexically_normal(),
                                             given_folder(), SUPPLE_PARTS_FOLDER};
    for (const auto& folder : folders) {
        const std::filesystem::path file = folder / fmt::format("supple-{}.so", name);
        if (!std::filesystem::exists(file, none)) continue;
        void* part = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* found = part != nullptr ? dlsym(part, function) : nullptr;
        if (found != nullptr) return found;
        throw InputError(fmt::format("{} cannot be loaded: {}", file.string(), dlerror()));
    }
    throw InputError(fmt::format("{}; there is no supple-{}.so in {} or {}", missing, name,
                                 folders[0].string(), folders[1].string()));
}

}  // namespace supple
