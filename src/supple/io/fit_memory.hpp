/// @file
/// The memory of drives (rod/memory.hpp) in a table whose rows follow one another in time.
#pragma once

#include <supple/fit/study.hpp>
#include <supple/io/case_table.hpp>
#include <supple/rod/manipulator.hpp>

#include <functional>
#include <optional>

namespace supple {

/// Lets the commands of the study's cases arrive as the drives' memory says, where drives have one or a
/// fitted value is part of one. `paths` are the fitted values; `with_values` gives the manipulator that has
/// them, or nothing where they describe none.
/// @throws InputError where times are needed and missing, or are not in order
void add_memory(const Manipulator& base, const std::vector<std::string>& paths, const CaseTable& data,
                const std::function<std::optional<Manipulator>(const VectorXd& p)>& with_values,
                Study& study);

}  // namespace supple
