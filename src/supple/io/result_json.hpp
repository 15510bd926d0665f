/// @file
/// Results as JSON, format "supple-result/1". All values SI; quaternions w, x, y, z.
///
/// The members are those of the description (result/describe.hpp), after `format` and `command`. Every double
/// is written so that it reads back as the same double. JSON has no NaN or infinity: they become null, and
/// the record then never says `converged` (result/check.hpp). What is absent is null or left out, as its
/// field says. Lists whose items go by name, such as `stations`, are objects, so that
/// `stations.coil.position` is a path. A trajectory has the same names with one entry a time.
#pragma once

#include <supple/io/file.hpp>
#include <supple/result/describe.hpp>

namespace supple {

/// A document with one name a line at the top level. Throws InputError where lists do not belong together.
std::string json_document(Description result, std::string_view command);

/// The same in pieces, as they are made: a long trajectory does not stand in memory a second time, as text.
void json_pieces(Description result, std::string_view command, const Pieces& to);

/// The same record on one line that ends in a line end: a row of JSON lines. In a table of cases it has a
/// member `case`, the number of its row from 1.
std::string json_line(Description result, std::string_view command,
                      std::optional<std::size_t> case_number = {});

template <typename Result>
std::string to_json(const Result& result, std::string_view command)
{
    return json_document([&](Describer& d) { describe(d, result); }, command);
}

template <typename Result>
std::string to_json(const Result& result)
{
    return to_json(result, command_of(result));
}

template <typename Result>
std::string to_json_line(const Result& result, std::string_view command,
                         std::optional<std::size_t> case_number = {})
{
    return json_line([&](Describer& d) { describe(d, result); }, command, case_number);
}

template <typename Result>
std::string to_json_line(const Result& result)
{
    return to_json_line(result, command_of(result));
}

/// A text in quotes; bytes that are not UTF-8 become the replacement character.
std::string json_text(std::string_view text);

}  // namespace supple
