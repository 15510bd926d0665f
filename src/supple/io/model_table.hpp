/// @file
/// The field table of the model file, format 1: every key, what it takes, and where it goes.
///
/// Split by subject into rod_table, environment_table, attachment_table, constraint_table and
/// discretisation_table; model_table puts them together.
#pragma once

#include <supple/io/field_forms.hpp>
#include <supple/rod/manipulator.hpp>

#include <filesystem>
#include <set>

namespace supple {

struct HistoryValue;

/// What the tables share while one file is read. Must outlive the tables made with it.
struct TableContext {
    std::filesystem::path folder;  ///< files named in the model are looked for here
    bool files_allowed = true;     ///< false: a model that names another file is refused
    const Rod* rod = nullptr;      ///< read before anything that lies along it
    std::set<std::string> names;   ///< of the list being read
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
std::vector<Form> name_form(std::string& target, TableContext& context);
std::vector<Form> arc_length(double& target, const TableContext& context);
std::vector<Field> timing_fields(Timing& timing, std::vector<HistoryValue> values,
                                 const TableContext& context);
std::vector<Field> pose_fields(Vector3d& position, Vector3d& tangent, Vector3d& normal,
                               bool position_required);
Field until_field(double& until);
std::optional<Mistake> timing_mistake(const Timing& timing);

/// The pose with the given tangent (d3) and normal (d1), or what is wrong with them.
struct PoseOrMistake {
    SE3 pose;
    std::optional<Mistake> mistake;
};
PoseOrMistake make_pose(const Vector3d& position, const Vector3d& tangent, const Vector3d& normal);

}  // namespace supple
