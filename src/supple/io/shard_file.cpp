#include <supple/io/error.hpp>
#include <supple/io/shard_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace supple {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t write_at_once = std::size_t{1} << 18;
constexpr std::size_t longest_end = 1024;

std::optional<std::size_t> count_in(const Json& record, const char* name)
{
    const auto found = record.find(name);
    if (found == record.end() || !found->is_number_unsigned()) return std::nullopt;
    return found->get<std::size_t>();
}

/// The last line of the file as what it says; nothing where it says nothing of the kind.
std::optional<ShardEnd> end_in(const std::string& tail, std::size_t file_size)
{
    if (tail.empty() || tail.back() != '\n') return std::nullopt;
    const std::size_t before = tail.size() > 1 ? tail.rfind('\n', tail.size() - 2) : tail.npos;
    const std::string line = tail.substr(before == tail.npos ? 0 : before + 1);
    const Json record = Json::parse(line, nullptr, false);
    if (!record.is_object()) return std::nullopt;
    const auto form = count_in(record, "shard"), bytes = count_in(record, "bytes"),
               without = count_in(record, "without");
    const auto statuses = record.find("statuses"), print = record.find("fingerprint");
    ShardEnd end;
    const bool formed = form == 1U && bytes && without && *without <= *bytes && file_size >= line.size() &&
                        *bytes == file_size - line.size() && print != record.end() && print->is_string() &&
                        statuses != record.end() && statuses->is_array() &&
                        statuses->size() == end.statuses.size();
    if (!formed) return std::nullopt;
    for (std::size_t i = 0; i < end.statuses.size(); ++i) {
        const Json& count = (*statuses)[i];
        // No row takes less than a byte.
        if (!count.is_number_unsigned() || count.get<std::size_t>() > file_size) return std::nullopt;
        end.statuses[i] = count.get<std::size_t>();
    }
    end.bytes = *bytes;
    end.without = *without;
    end.fingerprint = print->get<std::string>();
    return end;
}

}  // namespace

std::size_t rows_in(const StatusCounts& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::size_t failures_in(const StatusCounts& counts)
{
    return rows_in(counts) - counts[static_cast<std::size_t>(Status::converged)];
}

void add_counts(StatusCounts& to, const StatusCounts& counts)
{
    std::transform(to.begin(), to.end(), counts.begin(), to.begin(), std::plus<>());
}

ShardWriter::~ShardWriter()
{
    if (!finished_) file_.cut(0);
}

void ShardWriter::write(std::string_view bytes)
{
    fingerprint_.add(bytes);
    if (file_.add(bytes) < bytes.size()) file_.refuse_to_grow();
}

void ShardWriter::count(const CaseBlock& block)
{
    for (const KeptRow& row : block.kept)
        ++count_of(end_.statuses, row.status);
}

void ShardWriter::add(const CaseBlock& block)
{
    count(block);
    rows_.add(block);
    if (rows_.text.size() >= write_at_once) flush();
}

void ShardWriter::add_text(std::string_view text)
{
    end_.bytes += text.size();
    end_.without = end_.bytes;
    write(text);
}

void ShardWriter::flush()
{
    end_.without += rows_.messages ? rows_.without : rows_.text.size();
    end_.bytes += rows_.text.size();
    write(rows_.text);
    rows_.clear();
}

ShardEnd ShardWriter::finish()
{
    flush();
    end_.fingerprint = fingerprint_.text();
    write(fmt::format(R"({{"shard":1,"statuses":[{}],"bytes":{},"without":{},"fingerprint":"{}"}})"
                      "\n",
                      fmt::join(end_.statuses, ","), end_.bytes, end_.without, end_.fingerprint));
    file_.sync();
    file_.finish();
    finished_ = true;
    return end_;
}

std::optional<ShardEnd> end_of_shard(const std::filesystem::path& path)
{
    std::error_code code;
    const auto size = std::filesystem::file_size(path, code);
    if (code || !std::filesystem::is_regular_file(path, code)) return std::nullopt;
    FileReader file(path);
    file.go_to(size - std::min<std::size_t>(size, longest_end));
    std::string tail;
    while (tail.size() <= longest_end && file.read(tail)) {
    }
    return end_in(tail, size);
}

std::optional<ShardEnd> whole_shard(const std::filesystem::path& path)
{
    const auto end = end_of_shard(path);
    if (!end) return std::nullopt;
    Fingerprint all;
    read_beginning(path, end->bytes, [&all](std::string_view piece) { all.add(piece); });
    return all.text() == end->fingerprint ? end : std::nullopt;
}

void read_beginning(const std::filesystem::path& path, std::size_t bytes, const Pieces& to)
{
    FileReader file(path);
    std::string block;
    for (std::size_t left = bytes; left > 0 && file.read(block); block.clear()) {
        const std::string_view piece = std::string_view(block).substr(0, left);
        left -= piece.size();
        to(piece);
    }
}

}  // namespace supple
