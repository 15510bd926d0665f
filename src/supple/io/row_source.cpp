#include <supple/io/case_reader.hpp>
#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/row_source.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
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
    explicit FileSource(const std::filesystem::path& path) : name_(path.string()), file_(path)
    {
        constexpr std::size_t rows_at_once = 256;
        file_.keep_for_later();
        begin();
        head_ = reader_->head();
        CaseTable rows = head_;
        while (reader_->read(rows, rows_at_once)) {
            head_.rows += rows.rows;
            for (std::size_t i = 0; i < rows.columns.size(); ++i)
                head_.columns[i].missing += rows.columns[i].missing;
            clear_rows(rows);
        }
        for (std::size_t i = 0; i < rows.columns.size(); ++i)
            head_.columns[i].is_text = rows.columns[i].is_text;
        begin();
    }

    const CaseTable& head() const override { return head_; }

    bool next(CaseTable& rows, std::size_t most) override
    {
        begin_rows(rows, head_, given_);
        reader_->read(rows, std::min(most, head_.rows - given_));
        given_ += rows.rows;
        if (rows.rows == 0 && given_ < head_.rows)
            throw InputError(fmt::format("{}: was changed while it was read", name_));
        return rows.rows > 0;
    }

    void rewind() override
    {
        begin();
        given_ = 0;
    }

 private:
    void begin()
    {
        file_.rewind();
        reader_.emplace([this](std::string& bytes) { return file_.read(bytes); }, name_);
    }

    std::string name_;
    FileReader file_;
    std::optional<CaseReader> reader_;
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

    void rewind() override { given_ = 0; }

 private:
    const CaseTable& table_;
    std::size_t given_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> open_cases(const std::filesystem::path& path)
{
    return std::make_unique<FileSource>(path);
}

std::unique_ptr<RowSource> cases_in(const CaseTable& table)
{
    return std::make_unique<TableSource>(table);
}

}  // namespace supple
