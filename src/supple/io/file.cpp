#include <supple/io/error.hpp>
#include <supple/io/file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>

namespace supple {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view why)
{
    throw InputError(fmt::format("{}: {}", path.string(), why));
}

/// What the system said of the last failure, for the end of a sentence.
std::string reason()
{
    return errno == 0 ? "unknown reason" : std::strerror(errno);
}

/// Whether the name stands for a stream that is open: standard input, or a pipe of the shell.
bool is_open_stream(const fs::path& path)
{
    const std::string name = path.string();
    return name == "-" || name == "/dev/stdin" || name.starts_with("/dev/fd/") ||
           name.starts_with("/proc/self/fd/");
}

/// The file itself, where the path is a link to it, even to one that does not exist yet.
fs::path followed(fs::path path)
{
    std::error_code code;
    for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(path, code)); ++links) {
        const fs::path target = fs::read_symlink(path, code);
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit)
{
    std::error_code code;
    const bool open_stream = is_open_stream(path);
    const fs::file_status status = fs::status(path == "-" ? fs::path("/dev/stdin") : path, code);
    if (!fs::exists(status)) refuse(path, "there is no such file; check the path");
    if (fs::is_directory(status)) refuse(path, "is a folder; name a file in it");
    if (!fs::is_regular_file(status) && !open_stream)
        refuse(path, "is not a regular file; copy its content to one");

    errno = 0;
    std::ifstream stream(path == "-" ? fs::path("/dev/stdin") : path, std::ios::binary);
    if (!stream) refuse(path, fmt::format("cannot be opened: {}", reason()));

    // One byte beyond the bound tells a file that is too large, whatever its size was said to be.
    std::string bytes;
    char block[1 << 16];
    while (bytes.size() <= limit && (stream.read(block, sizeof block), stream.gcount() > 0))
        bytes.append(block, static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) refuse(path, fmt::format("cannot be read: {}", reason()));
    if (bytes.size() > limit)
        refuse(path, fmt::format("is larger than {} bytes; split it into several files", limit));
    return bytes;
}

void write_atomically(const fs::path& name, const std::function<void(const fs::path& temporary)>& write)
{
    std::error_code code;
    const fs::path path = followed(name);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!path.has_filename()) refuse(path, "has no file name; add one");
    if (fs::is_directory(path, code)) refuse(path, "is a folder; name a file in it");
    if (!fs::is_directory(folder, code))
        refuse(path,
               fmt::format("cannot be written: there is no folder {}; create it first", folder.string()));

    const auto number = std::random_device{}();
    const fs::path temporary = folder / fmt::format(".{}.{:08x}.tmp", path.filename().string(), number);
    try {
        write(temporary);
        fs::rename(temporary, path, code);
        if (code) refuse(path, fmt::format("cannot be written: {}", code.message()));
    } catch (...) {
        fs::remove(temporary, code);
        throw;
    }
}

void write_file(const fs::path& path, std::string_view bytes)
{
    write_atomically(path, [&](const fs::path& temporary) {
        errno = 0;
        std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
        if (!stream)
            refuse(path, fmt::format("cannot be written: {}; choose a folder you may write to", reason()));
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        stream.close();
        if (!stream) refuse(path, fmt::format("cannot be written to its end: {}", reason()));
    });
}

}  // namespace supple
