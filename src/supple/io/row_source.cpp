#include <supple/io/case_reader.hpp>
#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/fingerprint.hpp>
#include <supple/io/row_source.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace supple {
namespace {

void clear_rows(CaseTable& table)
{
    table.rows = 0;
    table.lines.clear();
    for (CaseColumn& column : table.columns) {
        column.values.clear();
        column.texts.clear();
        column.missing = 0;
    }
}

/// Makes room for the rows behind those that were given last.
void begin_rows(CaseTable& rows, const CaseTable& head, std::size_t first)
{
    if (rows.columns.size() != head.columns.size()) rows = head;
    clear_rows(rows);
    rows.first = first;
}

class FileSource final : public RowSource {
 public:
    FileSource(const std::filesystem::path& path, std::string shown)
        : name_(shown.empty() ? path.string() : std::move(shown)), file_(path), reader_(opened(), name_)
    {
        head_ = reader_.head();
        CaseTable rows = head_;
        do {
            for (std::size_t i = 0; i < rows.columns.size(); ++i)
                head_.columns[i].missing += rows.columns[i].missing;
            head_.rows += rows.rows;
            if (head_.rows % rows_between_marks == 0) marks_.push_back(reader_.place());
            clear_rows(rows);
        } while (reader_.read(rows, rows_at_once));
        for (std::size_t i = 0; i < rows.columns.size(); ++i)
            head_.columns[i].is_text = rows.columns[i].is_text;
        identity_ = fingerprint_.text();
        FileSource::go_to(0);
    }

    const CaseTable& head() const override { return head_; }

    bool next(CaseTable& rows, std::size_t most) override
    {
        begin_rows(rows, head_, given_);
        reader_.read(rows, std::min(most, head_.rows - given_));
        given_ += rows.rows;
        if (rows.rows == 0 && given_ < head_.rows)
            throw InputError(fmt::format("{}: was changed while it was read", name_));
        return rows.rows > 0;
    }

    void go_to(std::size_t row) override
    {
        const std::size_t mark = std::min(row / rows_between_marks, marks_.size() - 1);
        file_.go_to(marks_[mark].byte);
        reader_.go_on([this](std::string& bytes) { return file_.read(bytes); }, marks_[mark]);
        given_ = mark * rows_between_marks;
        for (CaseTable skipped; given_ < row;)
            next(skipped, std::min(rows_at_once, row - given_));
    }

    std::string identity() const override { return identity_; }

 private:
    static constexpr std::size_t rows_at_once = 256, rows_between_marks = 16 * rows_at_once;

    CsvReader::More opened()
    {
        file_.keep_for_later();
        return [this](std::string& bytes) {
            const std::size_t before = bytes.size();
            const bool more = file_.read(bytes);
            fingerprint_.add(std::string_view(bytes).substr(before));
            return more;
        };
    }

    std::string name_, identity_;
    Fingerprint fingerprint_;
    FileReader file_;
    CaseReader reader_;
    std::vector<CsvReader::Place> marks_;  // where some rows begin
    CaseTable head_;
    std::size_t given_ = 0;
};

class TableSource final : public RowSource {
 public:
    explicit TableSource(const CaseTable& table) : table_(table) {}

    const CaseTable& head() const override { return table_; }

    bool next(CaseTable& rows, std::size_t most) override
    {
        const std::size_t end = std::min(table_.rows, given_ + most);
        rows = rows_of(table_, given_, end);
        return std::exchange(given_, end) < end;
    }

    void go_to(std::size_t row) override { given_ = row; }

    std::string identity() const override
    {
        Fingerprint all;
        for (const CaseColumn& column : table_.columns) {
            all.add(header_cell(column));
            for (const double value : column.values)
                all.add({reinterpret_cast<const char*>(&value), sizeof value});
            for (const std::string& text : column.texts)
                all.add(csv_cell(text) + ",");
        }
        return all.text();
    }

 private:
    const CaseTable& table_;
    std::size_t given_ = 0;
};

class RangesSource final : public RowSource {
 public:
    RangesSource(RowSource& source, std::vector<RowRange> ranges)
        : source_(source), ranges_(std::move(ranges))
    {
        std::erase_if(ranges_, [](const RowRange& range) { return range.begin >= range.end; });
        RangesSource::go_to(0);
    }

    const CaseTable& head() const override { return source_.head(); }

    bool next(CaseTable& rows, std::size_t most) override
    {
        if (range_ == ranges_.size()) return false;
        const std::size_t left = ranges_[range_].end - at_;
        if (!source_.next(rows, std::min(most, left))) return false;
        at_ += rows.rows;
        if (rows.rows == left) begin_range(range_ + 1);
        return true;
    }

    void go_to(std::size_t row) override
    {
        std::size_t range = 0;
        for (; range < ranges_.size() && row >= ranges_[range].end - ranges_[range].begin; ++range)
            row -= ranges_[range].end - ranges_[range].begin;
        begin_range(range);
        if (range == ranges_.size() || row == 0) return;
        at_ += row;
        source_.go_to(at_);
    }

    std::string identity() const override
    {
        std::string all = source_.identity();
        for (const RowRange& range : ranges_)
            all += fmt::format(",{}-{}", range.begin, range.end);
        return fingerprint(all);
    }

 private:
    void begin_range(std::size_t range)
    {
        const std::size_t here = at_;
        range_ = range;
        if (range == ranges_.size()) return;
        at_ = ranges_[range].begin;
        if (!begun_ || at_ != here) source_.go_to(at_);
        begun_ = true;
    }

    RowSource& source_;
    std::vector<RowRange> ranges_;
    std::size_t range_ = 0, at_ = 0;  ///< the range and the row that are next
    bool begun_ = false;
};

}  // namespace

std::unique_ptr<RowSource> open_cases(const std::filesystem::path& path, std::string shown)
{
    return std::make_unique<FileSource>(path, std::move(shown));
}

std::unique_ptr<RowSource> ranges_of(RowSource& source, std::vector<RowRange> ranges)
{
    return std::make_unique<RangesSource>(source, std::move(ranges));
}

std::unique_ptr<RowSource> cases_in(const CaseTable& table)
{
    return std::make_unique<TableSource>(table);
}

}  // namespace supple
