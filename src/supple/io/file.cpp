#include <supple/io/error.hpp>
#include <supple/io/file.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <utility>

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

/// The file that a name stands for. @throws InputError where none of that name can be written
fs::path writable(const fs::path& name)
{
    std::error_code code;
    const fs::path path = followed(name);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!path.has_filename()) refuse(path, "has no file name; add one");
    if (fs::is_directory(path, code)) refuse(path, "is a folder; name a file in it");
    if (!fs::is_directory(folder, code))
        refuse(path,
               fmt::format("cannot be written: there is no folder {}; create it first", folder.string()));
    return path;
}

}  // namespace

fs::path followed(fs::path path)
{
    std::error_code code;
    for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(path, code)); ++links) {
        const fs::path target = fs::read_symlink(path, code);
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

FileReader::FileReader(const fs::path& path) : path_(path)
{
    std::error_code code;
    const fs::path opened = path == "-" ? fs::path("/dev/stdin") : path;
    const fs::file_status status = fs::status(opened, code);
    if (!fs::exists(status)) refuse(path, "there is no such file; check the path");
    if (fs::is_directory(status)) refuse(path, "is a folder; name a file in it");
    regular_ = !is_open_stream(path);
    if (regular_ && !fs::is_regular_file(status))
        refuse(path, "is not a regular file; copy its content to one");
    errno = 0;
    file_.reset(std::fopen(opened.c_str(), "rbe"));
    if (!file_) refuse(path, fmt::format("cannot be opened: {}", reason()));
}

bool FileReader::read(std::string& bytes)
{
    char block[1 << 16];
    errno = 0;
    const std::size_t count = std::fread(block, 1, sizeof block, file_.get());
    if (std::ferror(file_.get()) != 0) refuse(path_, fmt::format("cannot be read: {}", reason()));
    bytes.append(block, count);
    return count > 0;
}

void FileReader::go_to(std::size_t byte)
{
    errno = 0;
    if (fseeko(file_.get(), static_cast<off_t>(byte), SEEK_SET) != 0)
        refuse(path_, fmt::format("cannot be read: {}", reason()));
}

void FileReader::keep_for_later()
{
    if (regular_) return;
    errno = 0;
    std::unique_ptr<std::FILE, Close> kept(std::tmpfile());
    bool good = kept != nullptr;
    for (std::string bytes; good && read(bytes); bytes.clear())
        good = std::fwrite(bytes.data(), 1, bytes.size(), kept.get()) == bytes.size();
    if (!good || std::fflush(kept.get()) != 0)
        refuse(path_, fmt::format("cannot be kept in a temporary file: {}; name a file", reason()));
    file_ = std::move(kept);
    go_to(0);
}

std::string read_file(const fs::path& path, std::size_t limit)
{
    // One byte beyond the bound tells a file that is too large, whatever its size was said to be.
    FileReader reader(path);
    std::string bytes;
    while (bytes.size() <= limit && reader.read(bytes)) {
    }
    if (bytes.size() > limit)
        refuse(path, fmt::format("is larger than {} bytes; split it into several files", limit));
    return bytes;
}

void write_atomically(const fs::path& name, const std::function<void(const fs::path& temporary)>& write)
{
    std::error_code code;
    const fs::path path = writable(name);
    const auto number = std::random_device{}();
    fs::path temporary = path;
    temporary.replace_filename(fmt::format(".{}.{:08x}.tmp", path.filename().string(), number));
    try {
        write(temporary);
        fs::rename(temporary, path, code);
        if (code) refuse(path, fmt::format("cannot be written: {}", code.message()));
    } catch (...) {
        fs::remove(temporary, code);
        throw;
    }
}

void write_file(const fs::path& path, const std::function<void(const Pieces&)>& make)
{
    write_atomically(path, [&](const fs::path& temporary) {
        errno = 0;
        std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
        if (!stream)
            refuse(path, fmt::format("cannot be written: {}; choose a folder you may write to", reason()));
        const auto check = [&] {
            if (!stream) refuse(path, fmt::format("cannot be written to its end: {}", reason()));
        };
        make([&](std::string_view piece) {
            stream.write(piece.data(), static_cast<std::streamsize>(piece.size()));
            check();
        });
        stream.close();
        check();
    });
}

void write_file(const fs::path& path, std::string_view bytes)
{
    write_file(path, [bytes](const Pieces& to) { to(bytes); });
}

fs::path part_of(const fs::path& path)
{
    return followed(path).string() + ".part";
}

GrowingFile::GrowingFile(const fs::path& path) : path_(writable(path)), part_(part_of(path))
{
    errno = 0;
    descriptor_ = open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
        refuse(part_, fmt::format("cannot be written: {}; choose a folder you may write to", reason()));
    // Where files cannot be locked, nothing is known of others. One that was renamed meanwhile is theirs.
    struct stat opened = {}, named = {};
    const bool ours = (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
                      fstat(descriptor_, &opened) == 0 && stat(part_.c_str(), &named) == 0 &&
                      opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
    if (ours && ftruncate(descriptor_, 0) == 0) return;
    const std::string why = ours ? "cannot be written: " + reason()
                                 : "another program is writing it; choose another name, or wait for its end";
    close(descriptor_);
    refuse(part_, why);
}

GrowingFile::~GrowingFile()
{
    std::error_code code;
    if (descriptor_ < 0) return;
    if (size_ == 0) fs::remove(part_, code);
    close(descriptor_);
}

std::size_t GrowingFile::add(std::string_view bytes)
{
    std::size_t written = 0;
    errno = 0;
    while (written < bytes.size()) {
        const ssize_t count = write(descriptor_, bytes.data() + written, bytes.size() - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        written += static_cast<std::size_t>(count);
    }
    size_ += written;
    return written;
}

void GrowingFile::add_file(const fs::path& from, std::size_t bytes)
{
    FileReader reader(from);
    // By the system, which need not hand the bytes to us; by hand where it does not do that.
    std::size_t left = bytes;
    while (left > 0) {
        const ssize_t count =
            copy_file_range(fileno(reader.file_.get()), nullptr, descriptor_, nullptr, left, 0);
        if (count <= 0) break;
        left -= static_cast<std::size_t>(count);
        size_ += static_cast<std::size_t>(count);
    }
    if (left == 0) return;
    reader.go_to(bytes - left);
    for (std::string block; left > 0 && reader.read(block); block.clear()) {
        const std::string_view piece = std::string_view(block).substr(0, left);
        if (add(piece) < piece.size()) refuse_to_grow();
        left -= piece.size();
    }
    if (left > 0) refuse(from, "is shorter than it was");
}

void GrowingFile::cut(std::size_t size)
{
    const int kept = errno;
    const auto end = static_cast<off_t>(size);
    if (ftruncate(descriptor_, end) == 0 && lseek(descriptor_, end, SEEK_SET) == end) size_ = size;
    errno = kept;
}

void GrowingFile::rewrite(const std::function<void(FileReader& from, GrowingFile& to)>& change)
{
    FileReader from(part_);
    GrowingFile to(part_);
    try {
        change(from, to);
    } catch (...) {
        to.cut(0);
        throw;
    }
    std::error_code code;
    fs::rename(to.part_, part_, code);
    if (code) refuse(part_, fmt::format("cannot be written: {}", code.message()));
    std::swap(descriptor_, to.descriptor_);
    std::swap(size_, to.size_);
    close(to.descriptor_);
    to.descriptor_ = -1;
}

void GrowingFile::sync()
{
    errno = 0;
    // Some file systems have nothing to wait for.
    if (fsync(descriptor_) != 0 && errno != EINVAL) refuse_to_grow();
}

void GrowingFile::finish()
{
    // Locked until it has its name.
    std::error_code code;
    fs::rename(part_, path_, code);
    if (code) refuse(path_, fmt::format("cannot be written: {}", code.message()));
    errno = 0;
    if (close(std::exchange(descriptor_, -1)) != 0) refuse_to_grow();
}

void GrowingFile::refuse_to_grow() const
{
    refuse(path_, fmt::format("cannot be written to its end: {}", reason()));
}

}  // namespace supple
