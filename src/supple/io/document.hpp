/// @file
/// The model file as text with places: what YAML says before anything is understood.
///
/// Scalars stay text (YAML 1.2 core: no booleans by spelling, no octal, no sexagesimal). Anchors, aliases,
/// tags, duplicate keys, several documents, deep nesting and absurd sizes are refused here.
#pragma once

#include <supple/io/error.hpp>

#include <string_view>

namespace supple {

/// Where a node came from: a file, or an option of the command line.
struct SourcePlace {
    std::string file;
    int line = 0;    ///< from 1; 0: no line (an option)
    int column = 0;  ///< from 1
};

struct Node {
    enum class Kind { empty, scalar, list, map };
    struct Entry;

    Kind kind = Kind::empty;
    SourcePlace place;
    std::string text;            ///< of a scalar
    std::vector<Node> items;     ///< of a list
    std::vector<Entry> entries;  ///< of a map, in the file's order

    const Entry* find(std::string_view key) const;
    Entry* find(std::string_view key);
};

struct Node::Entry {
    std::string key;
    SourcePlace place;
    Node value;
};

/// "a list", "a map of keys", ...: what a node is, for messages.
std::string describe(Node::Kind kind);

/// Reads one YAML document. @throws InputError
Node parse_document(std::string_view text, const std::string& file);

inline constexpr std::size_t longest_model_file = 1U << 20U;  ///< [bytes]

}  // namespace supple
