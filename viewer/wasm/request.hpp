/// @file
/// What the page sends to be read: the parsed tree of a model file and the tables that it names.
///
/// One text, each part a line "KIND LINE COLUMN SIZE" and, after it, a text of that many bytes and a line
/// end:
///
///     m 1 1 2                    a map of two entries, each a text (its key) and a value
///     t 1 1 6 / supple           a text: a scalar, or a key
///     l 4 3 7                    a list of seven values
///     e 9 8 0                    nothing stands there
///     f 0 0 1                    one table: its name, then
///     c 0 0 3                    three columns: path and unit of each, then
///     r 0 0 99                   ninety-nine rows of cells; the line of each row is that of its first cell
///
/// Bounds are those of the program: 100000 values, 16 deep.
#pragma once

#include <supple/fields/reader.hpp>
#include <supple/fields/side_table.hpp>

#include <map>

namespace supple::page {

struct Request {
    Node tree;
    std::map<std::string, SideTable> tables;      ///< by their names in the file
    std::map<std::string, std::string> mistakes;  ///< of tables that are none: why
    bool good = false;                            ///< the text is a request
};

Request read_request(std::string_view text);

/// The tables as the reader asks for them. @pre the request outlives what is returned
SideFiles side_files(const Request& request);

}  // namespace supple::page
