/// @file
/// The memory of drives (rod/memory.hpp) in a table whose rows follow one another in time.
#pragma once

#include <supple/fit/study.hpp>
#include <supple/io/case_table.hpp>
#include <supple/io/model_document.hpp>

namespace supple {

/// Lets the commands of the study's cases arrive as the drives' memory says, where drives have one or a
/// fitted value is part of one. `paths` are the fitted values.
/// @throws InputError where times are needed and missing, or are not in order
void add_memory(const ModelDocument& document, const std::vector<std::string>& paths, const CaseTable& data,
                Study& study);

}  // namespace supple
