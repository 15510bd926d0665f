/// @file
/// Files read whole or in blocks, and written whole or not at all. Every failure is an InputError that names
/// the file and what to do.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace supple {

class GrowingFile;

/// A regular file, or an open stream: "-" and /dev/stdin are standard input, /dev/fd/63 a pipe of the shell.
/// Refuses folders, other pipes and devices.
class FileReader {
 public:
    explicit FileReader(const std::filesystem::path& path);

    /// Appends the next block; false at the end.
    bool read(std::string& bytes);
    /// Goes to a byte, counted from 0. @pre the file is regular, or `keep_for_later` was called first
    void go_to(std::size_t byte);
    /// Copies what a stream brings into a file without a name, so that it can be read twice.
    void keep_for_later();

 private:
    friend class GrowingFile;

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::filesystem::path path_;
    bool regular_ = false;
    std::unique_ptr<std::FILE, Close> file_;
};

/// The bytes of what a FileReader reads. Refuses what is larger than `most_bytes`.
std::string read_file(const std::filesystem::path& path, std::size_t most_bytes);

/// Lets `write` fill a new file beside `path` and then renames it to `path`: a reader sees the old file or
/// the whole new one, and an interrupted write leaves no half file under that name. A link is followed: the
/// file it names is written. If `write` throws, the new file is removed and `path` stays as it was.
void write_atomically(const std::filesystem::path& path,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// The file itself, where the path is a link to it, even to one that does not exist yet.
std::filesystem::path followed(std::filesystem::path path);

/// Takes a text piece by piece.
using Pieces = std::function<void(std::string_view piece)>;

/// The same for bytes that are at hand, or are made piece by piece.
void write_file(const std::filesystem::path& path, std::string_view bytes);
void write_file(const std::filesystem::path& path, const std::function<void(const Pieces& to)>& make);

/// A file that grows as `path`.part and is renamed to `path` when it is finished. Where the program ends
/// before, what was added stays in the part. A link is followed.
class GrowingFile {
 public:
    /// Begins anew where there is a part already, and refuses one that another program is writing.
    explicit GrowingFile(const std::filesystem::path& path);
    /// Removes a part to which nothing was added.
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    /// Answers with how many of the bytes were written: fewer than all where there is no room.
    std::size_t add(std::string_view bytes);
    /// Adds the first bytes of another file. Throws where there is no room, or the file is shorter.
    void add_file(const std::filesystem::path& from, std::size_t bytes);
    /// Drops what was added behind that many bytes.
    void cut(std::size_t size);
    /// Gives all that was added another text: `change` reads the part and adds to another file.
    void rewrite(const std::function<void(FileReader& from, GrowingFile& to)>& change);
    /// Waits until the disk has what was added. Throws where it cannot take it.
    void sync();
    void finish();

    std::size_t size() const { return size_; }
    const std::filesystem::path& part() const { return part_; }
    /// Throws with what the system said last.
    [[noreturn]] void refuse_to_grow() const;

 private:
    std::filesystem::path path_, part_;
    int descriptor_ = -1;
    std::size_t size_ = 0;
};

/// The name under which a file grows.
std::filesystem::path part_of(const std::filesystem::path& path);

}  // namespace supple
