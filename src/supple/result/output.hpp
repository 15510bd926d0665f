/// @file
/// Numbers of a result by their paths: "tip.position.x", "reactions.P1.force.y",
/// "drives.rods.tensions.0".
///
/// A path is resolved once, against a result like those to come, to an Output; reading its number is then
/// cheap. The paths are the names of the description (describe.hpp): items of lists go by name or by index
/// from 0, components of vectors by letter or by index. Besides, `shape.3.position.x` is a point of the shape
/// and `disks.8.position.x` the point at a disk, counted from 1. Laws (tests/result/test_output.cpp):
///   1. Every number of the description has one canonical path, and that path is found again.
///   2. value() is the number of the JSON record at that path, and allocates nothing.
///   3. A path that does not exist gets the nearest one that does, with what there is.
#pragma once

#include <supple/result/describer.hpp>
#include <supple/result/trajectory.hpp>
#include <supple/text/units.hpp>

#include <span>

namespace supple {

struct Manipulator;

/// What an output belongs to. All but `other` have derivatives by the loads (poses and reactions).
enum class OutputOf { tip, station, frame, reaction, base_reaction, other };

/// Which quantity of it. A pose is position, then quaternion; a wrench is force, then moment.
enum class OutputPart { pose, position, quaternion, wrench, force, moment, other };

/// A number of a result, or several that belong together (`tip.position`).
struct Output {
    std::string path;       ///< canonical
    const char* help = "";  ///< one line
    FieldUnit unit{};
    Dimension dimension{};
    int size = 1;  ///< of how many numbers it consists

    OutputOf of = OutputOf::other;
    int item = -1;  ///< of the station, frame of the shape, or reaction
    OutputPart part = OutputPart::other;
    int component = -1;  ///< of the vector or quaternion (w first); -1: all of them

    bool is_text = false;                 ///< a word, such as a contact's state: text() reads it
    bool clock = false;                   ///< a wall time
    InTable in_table = InTable::entries;  ///< `count` or `largest`: the summary of a list

    /// Where the number stands in the description: the place of the field among its siblings and, in a list,
    /// of the item; then the entry of an array.
    struct Step {
        int field = -1;
        int item = -1;
    };
    std::array<Step, 4> steps{};
    int depth = 0;
    std::size_t entry = 0;
};

/// An output, or why there is none.
struct OutputSearch {
    std::optional<Output> output;
    std::string problem;    ///< without the path: "there is no ...; did you mean ...?"
    bool misnamed = false;  ///< a step is no name that could stand there, in any result of this kind

    explicit operator bool() const { return output.has_value(); }
};

/// `disks`: arc lengths of the disks [m], for paths that begin with `disks`.
OutputSearch find_output(std::string_view path, const Equilibrium& like, std::span<const double> disks = {});

/// Of a trajectory: a number of each time.
OutputSearch find_output(std::string_view path, const Trajectory& like, std::span<const double> disks = {});

/// Of any result, by its description.
OutputSearch find_output(std::string_view path, Description like);

/// All single numbers and words that a table of cases shows, in the order of the description. Of lists whose
/// length varies it shows summaries: "warnings.count", "drives.rods.contacts.0.largest".
std::vector<Output> table_outputs(const Equilibrium& like);

/// The number in SI; NaN where this result has none. Flags are 0 and 1.
double value(const Output& output, const Equilibrium& equilibrium) noexcept;

/// All numbers of an output. @pre out has room for output.size
void values(const Output& output, const Equilibrium& equilibrium, double* out) noexcept;

/// The word of an output that is one; empty where there is none.
std::string_view text(const Output& output, const Equilibrium& equilibrium) noexcept;

/// The number of each time in SI. @pre output.size == 1
std::vector<double> series(const Output& output, const Trajectory& trajectory);

/// Arc lengths of the disks of a manipulator, as find_output takes them.
std::vector<double> disk_places(const Manipulator& manipulator);

}  // namespace supple
