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

std::filesystem::path part_file(const std::string& name, const std::string& missing)
{
    std::error_code none;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
    const std::filesystem::path folders[] = {(program.parent_path() / "../lib/supple").lexically_normal(),
                                             given_folder(), SUPPLE_PARTS_FOLDER};
    for (const auto& folder : folders) {
        if (std::filesystem::exists(folder / name, none)) return folder / name;
    }
    throw InputError(fmt::format("{}; there is no {} in {} or {}", missing, name, folders[0].string(),
                                 folders[1].string()));
}

void* part_function(const std::string& name, const char* function, const std::string& missing)
{
    const std::filesystem::path file = part_file(fmt::format("supple-{}.so", name), missing);
    void* part = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* found = part != nullptr ? dlsym(part, function) : nullptr;
    if (found == nullptr) throw InputError(fmt::format("{} cannot be loaded: {}", file.string(), dlerror()));
    return found;
}

}  // namespace supple
