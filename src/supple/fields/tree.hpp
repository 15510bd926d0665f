/// @file
/// A model file as text with places, before anything is understood: what the reader takes and the writer
/// gives.
///
/// Scalars stay text (YAML 1.2 core: no booleans by spelling, no octal, no sexagesimal).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace supple {

/// One thing that is wrong with a file.
struct Problem {
    std::string file;
    int line = 0;         ///< from 1; 0 where the whole file is meant
    int column = 0;       ///< from 1
    std::string path;     ///< the key it is about: "rod.length"; may be empty
    std::string message;  ///< found, expected, remedy
};

/// "catheter.yaml:14:21: rod.length: ..."
std::string to_string(const Problem& problem);

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

/// Whether both say the same, wherever they stand.
bool same_text(const Node& a, const Node& b);

/// "a list", "a map of keys", ...: what a node is, for messages.
std::string describe(Node::Kind kind);

/// The tree as YAML. Small maps and lists stand on one line.
std::string to_yaml(const Node& tree);

}  // namespace supple
