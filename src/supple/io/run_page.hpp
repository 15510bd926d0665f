/// @file
/// A run as one page to mail: a file that needs no other, shows the result and can be solved on in a browser.
///
/// The page itself is a file of supple (page.html, part.hpp) that holds one element
///
///     <script id="supple-run" type="application/json">null</script>
///
/// Its `null` is replaced by what the run was: command, model file with all it names, result, report. In that
/// text every `<` is written by its code, so that nothing in a name or a comment can end the element. Laws
/// (tests/io/test_run_page.cpp):
///   1. The element stands in the page once, and what it holds reads back as what was put in.
///   2. What a page would hold beyond `most_numbers` is thinned, and the result then says so.
#pragma once

#include <supple/io/file.hpp>
#include <supple/io/model_document.hpp>
#include <supple/result/modes.hpp>
#include <supple/result/trajectory.hpp>

namespace supple {

/// A file that a model names, as it is named there.
struct NamedText {
    std::string name;
    std::string text;
};

struct RunPage {
    std::string command{};                              ///< "solve"
    std::string file{};                                 ///< name of the model file
    std::string yaml{};                                 ///< what was solved, as a model file
    std::vector<NamedText> files{};                     ///< that the model names
    std::function<void(const Pieces& to)> result = {};  ///< the record as JSON; empty: none
    std::string text{};                                 ///< the report for people
    std::string events{};  ///< where changes of the file are told; empty: nowhere
};

/// The page with the run in it. @throws InputError where there is no page, or `page` is not one
std::string read_page();
void fill_page(std::string_view page, const RunPage& run, const Pieces& to);

/// Written whole or not at all. @throws InputError
void write_page(const std::filesystem::path& path, const RunPage& run);

/// Members `yaml` and `files` as a JSON object.
std::string files_json(const std::string& yaml, const std::vector<NamedText>& files);

/// The document as text: as it was written where that still says the same, else with what was set.
std::string yaml_of(const ModelDocument& document);

/// The files that the document names, as far as they can be read and together stay below `longest_files`;
/// `left_out` is told the names of the others.
std::vector<NamedText> named_files(const ModelDocument& document, std::vector<std::string>& left_out);

inline constexpr std::size_t longest_files = 8U << 20U;  ///< [bytes]

/// How many numbers of a trajectory, or of modes, a page holds: some 10 MB of text.
inline constexpr std::size_t most_numbers = 500'000;

/// Every k-th output time, and the last, so that no more numbers are left. A warning says what was left out.
Trajectory thinned(const Trajectory& trajectory, std::size_t most = most_numbers);

/// The first of the modes, which are the slowest, with a warning where others were left out.
Modes thinned(const Modes& modes, std::size_t most = most_numbers);

}  // namespace supple
