#include <supple/io/row_text.hpp>

#include <algorithm>

namespace supple {

void RowText::add(const CaseBlock& block)
{
    const auto failed = [](const KeptRow& row) { return row.status != Status::converged; };
    if (!messages && std::any_of(block.kept.begin(), block.kept.end(), failed)) {
        messages = true;
        without = text.size();
    }
    const std::string_view rows = block.table;
    std::size_t at = 0;
    for (const KeptRow& row : block.kept) {
        if (!messages) {
            text += rows.substr(at, row.message_begin - at);
            at = row.message_end;
        }
        text += rows.substr(at, row.table_end - at);
        at = row.table_end;
        ends.push_back(text.size());
    }
}

void RowText::clear()
{
    text.clear();
    ends.clear();
    without = 0;
}

void MessageCells::add(std::string_view bytes, std::string& text)
{
    for (const char c : bytes) {
        text += c;
        if (c == '"') quoted_ = !quoted_;
        if (quoted_) continue;
        if (c == ',' && ++commas_ == cells_before_) text += ',';
        if (c == '\n') commas_ = 0;
    }
}

}  // namespace supple
