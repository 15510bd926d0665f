/// @file
/// Rows of a table of answers, which have a cell for a message if one of them failed, wherever that is.
#pragma once

#include <supple/io/row_engine.hpp>

namespace supple {

/// The rows of a table without the cells of messages, as long as none of them failed, and with them behind.
class RowText {
 public:
    /// Appends the rows of a block.
    void add(const CaseBlock& block);

    std::string text;               ///< lines
    std::vector<std::size_t> ends;  ///< in the text, of each row
    bool messages = false;          ///< whether rows that are added have the cell
    std::size_t without = 0;        ///< bytes of the text before the first row that has it

    void clear();
};

/// Copies rows that have no cell for a message, with an empty one.
class MessageCells {
 public:
    explicit MessageCells(std::size_t cells_before) : cells_before_(cells_before) {}

    /// Appends the next bytes to the text.
    void add(std::string_view bytes, std::string& text);

 private:
    std::size_t cells_before_, commas_ = 0;
    bool quoted_ = false;
};

}  // namespace supple
