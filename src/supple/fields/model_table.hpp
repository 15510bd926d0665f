/// @file
/// The field table of the model file, format 1: every key, what it takes, and where it goes.
///
/// Split by subject into rod_table, environment_table, attachment_table, constraint_table and
/// discretisation_table; model_table puts them together.
#pragma once

#include <supple/fields/checks.hpp>
#include <supple/fields/field_forms.hpp>
#include <supple/rod/manipulator.hpp>

#include <set>

namespace supple {

/// A value that a history may vary: its path below the owner, its dimension, and how many components it has.
struct HistoryValue {
    std::string key;
    Dimension dimension;
    int components = 0;  ///< 0: a plain number; 3: x, y, z; else numbered from 0
};

/// How the files that a model names are read. Without it, a model that names one is refused.
struct SideFiles {
    std::function<Verdict(const std::string& file, const std::vector<HistoryValue>& values, History& history)>
        history{};
    std::function<Verdict(const std::string& file, FieldMap& map)> field_map{};
};

/// What the tables share while one file is read. Must outlive the tables made with it.
struct TableContext {
    SideFiles files{};
    const Rod* rod = nullptr;     ///< read before anything that lies along it
    std::set<std::string> names;  ///< of the list being read
};

/// The whole file. @pre both arguments outlive the table
Table manipulator_table(Manipulator& manipulator, TableContext& context);

// Parts of it.
Table rod_table(Rod& rod);
Table environment_table(Environment& environment, TableContext& context);
Table attachment_table(Attachment& attachment, TableContext& context);
Table constraint_table(Constraint& constraint, const Base& base, TableContext& context);
Tagged model_forms(ModelChoice& model, const Rod& rod);

// Forms that several parts use.
inline constexpr const char* name_pattern = "^[A-Za-z_][A-Za-z0-9_-]{0,63}$";  ///< for the schema
inline constexpr const char* any_characters = "^[^\\x00-\\x1f\\x7f]*$";  ///< of one line, for the schema
inline constexpr const char* no_files =
    "names another file; expected none: this model was not read from a folder";
std::vector<Form> name_form(std::string& target, TableContext& context);
std::vector<Form> arc_length(double& target, const TableContext& context);
std::vector<Field> timing_fields(Timing& timing, std::vector<HistoryValue> values,
                                 const TableContext& context);
Field history_field(History& history, std::vector<HistoryValue> values, const TableContext& context);
std::vector<HistoryValue> pose_history_values();  ///< of what moves as a whole
std::vector<Field> pose_fields(PoseAsWritten& pose, bool position_required);
Field until_field(double& until);
void append(std::vector<Field>& fields, std::vector<Field> more);

}  // namespace supple
