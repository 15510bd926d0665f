/// @file
/// The field table in print: as JSON Schema for editors, as Markdown for people.
#pragma once

#include <string>

namespace supple {

/// JSON Schema, draft-07, of the model file. Accepts every file the reader accepts; what only arithmetic can
/// see (dimensions, ranges of quantities, sums, places along the rod) is left to the reader.
std::string model_schema();

/// Every key of the model file with what it takes and what holds without it, in Markdown.
std::string model_reference();

}  // namespace supple
