/// @file
/// A file of rows that are done: text, then one line that says what the text is.
///
///     4,46.1,converged,...
///     -2.5,45.9,converged,...
///     {"shard":1,"statuses":[2,0,0,0,0],"bytes":51,"without":51,"fingerprint":"..."}
///
/// It has its name when all of it is on the disk. One that was cut or changed afterwards is told by its
/// fingerprint, and counts as not done.
#pragma once

#include <supple/io/case_answers.hpp>
#include <supple/io/fingerprint.hpp>

#include <array>
#include <optional>

namespace supple {

/// How many rows ended in which way, in the order of Status.
using StatusCounts = std::array<std::size_t, 5>;

inline std::size_t& count_of(StatusCounts& counts, Status status)
{
    return counts[static_cast<std::size_t>(status)];
}
std::size_t rows_in(const StatusCounts& counts);
std::size_t failures_in(const StatusCounts& counts);
void add_counts(StatusCounts& to, const StatusCounts& counts);

struct ShardEnd {
    StatusCounts statuses{};
    std::size_t bytes = 0;    ///< of text
    std::size_t without = 0;  ///< of them before the first row with a cell for a message
    std::string fingerprint;  ///< of the text

    bool has_messages() const { return without < bytes; }
};

/// Writes one. Every failure is an InputError that names the file and the reason.
class ShardWriter {
 public:
    explicit ShardWriter(const std::filesystem::path& path) : file_(path) {}
    /// Where it was not finished, nothing of it stays.
    ~ShardWriter();
    ShardWriter(const ShardWriter&) = delete;
    ShardWriter& operator=(const ShardWriter&) = delete;

    /// Adds the rows of a block.
    void add(const CaseBlock& block);
    /// Adds text that stands for rows which were counted.
    void add_text(std::string_view text);
    void count(const CaseBlock& block);

    const StatusCounts& statuses() const { return end_.statuses; }
    std::size_t rows() const { return rows_in(end_.statuses); }

    /// Writes what is still to be written, waits for the disk and gives the file its name.
    ShardEnd finish();

 private:
    void write(std::string_view bytes);
    void flush();

    GrowingFile file_;
    RowText rows_;
    ShardEnd end_;
    Fingerprint fingerprint_;
    bool finished_ = false;
};

/// What stands at the end of the file; nothing where there is none.
std::optional<ShardEnd> end_of_shard(const std::filesystem::path& path);

/// The same where the text is what its end says. Reads all of it.
std::optional<ShardEnd> whole_shard(const std::filesystem::path& path);

/// Gives the first bytes of a file piece by piece.
void read_beginning(const std::filesystem::path& path, std::size_t bytes, const Pieces& to);

}  // namespace supple
