/// @file
/// What a result says about itself: one visit of its fields, from which every format is made.
///
///     void describe(Describer& to, const Contact& c)
///     {
///         to.text({.name = "name", .help = "of the wall"}, c.name);
///         to.number({.name = "gap", .help = "of the point from the wall", .unit = unit::length}, c.gap);
///     }
///
/// JSON, CSV, HDF5, paths of outputs, the check of a result and its reference page are classes that derive
/// from Describer and walk such a function: a new field of a result is one line. Laws
/// (tests/result/test_describe.cpp):
///   1. A description visits the same fields in the same order, whatever the result holds. What is not there
///      is visited as absent, and a list without items shows the fields of a prototype.
///   2. Nothing is read that a walker does not ask for, and nothing is allocated on the way.
#pragma once

#include <supple/result/equilibrium.hpp>

#include <array>
#include <memory>
#include <string_view>
#include <type_traits>

namespace supple {

/// Calls something that lives longer than the call; holds no copy of it.
template <typename>
class FunctionRef;

template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
    template <typename F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
        // A lambda stands for it; the constraint leaves copies to the copy constructor.
        FunctionRef(F&& function)  // NOLINT(bugprone-forwarding-reference-overload)
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
          call_([](void* object, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_reference_t<F>*>(object))(
                  std::forward<Arguments>(arguments)...);
          })
    {
    }
    Result operator()(Arguments... arguments) const
    {
        return call_(object_, std::forward<Arguments>(arguments)...);
    }

 private:
    void* object_;
    Result (*call_)(void*, Arguments...);
};

/// A unit of SI, and the one in which tables show the number: a power of ten of it.
struct FieldUnit {
    const char* si = "";
    const char* table = "";
};

namespace unit {
inline constexpr FieldUnit none{};
inline constexpr FieldUnit length{"m", "mm"};
inline constexpr FieldUnit curvature{"1/m", "1/m"};
inline constexpr FieldUnit angle{"rad", "rad"};
inline constexpr FieldUnit force{"N", "mN"};
inline constexpr FieldUnit tension{"N", "N"};
inline constexpr FieldUnit moment{"N m", "mN mm"};
inline constexpr FieldUnit energy{"J", "mN mm"};
inline constexpr FieldUnit motion_energy{"J", "mJ"};
inline constexpr FieldUnit momentum{"kg m/s", "kg m/s"};
inline constexpr FieldUnit angular_momentum{"kg m^2/s", "kg m^2/s"};
inline constexpr FieldUnit time{"s", "s"};
inline constexpr FieldUnit frequency{"Hz", "Hz"};
inline constexpr FieldUnit rate{"1/s", "1/s"};
inline constexpr FieldUnit magnetic_field{"T", "mT"};
}  // namespace unit

/// What tables, whose rows are of one length, hold of a list that may have any.
enum class InTable {
    entries,  ///< all of them: the length is that of the model
    count,    ///< NAME.count
    largest,  ///< NAME.largest, the one of largest size
    nothing,  ///< other columns say what matters of it
};

/// A field of a result, apart from its value. Texts live as long as the program.
struct ResultField {
    const char* name;
    const char* help = "";        ///< one line
    FieldUnit unit{};             ///< of a number
    const char* shape = "";       ///< of an array, in words: "[points][3]"
    const char* components = "";  ///< names along the last axis, apart by blanks: "x y z"; else from 0
    const char* absent = "";      ///< when there is none, in words; empty: it is always there
    bool null = false;            ///< what is absent is null; else it is left out
    bool keyed = false;           ///< of a list: items go by their names, which differ
    bool uniform = false;         ///< of a list: every item has fields of the same shape
    bool rows = false;            ///< its first axis, or its items, are the rows of a table of this result
    bool row = false;             ///< of a group: it is one row of that table
    bool integers = false;        ///< of an array: whole numbers
    bool open = false;            ///< may be NaN or infinite in a result that is a success
    bool clock = false;           ///< a wall time: differs from run to run
    InTable in_table = InTable::entries;
    const char* column = "";          ///< its name in tables, where that is another
    const char* withdrawn = nullptr;  ///< a verdict: what stands in its place where a NaN spoils the result
};

class Describer;

/// Numbers of a field, row by row: a number (rank 0), or an array of up to three axes in row-major order.
struct ResultNumbers {
    int rank = 0;
    std::array<std::size_t, 3> shape{};
    FunctionRef<void(std::size_t row, double* out)> read;  ///< the entries below one index of the first axis
    bool present = true;
    /// The first of them in the result itself, where entry [i][j][k] lies so many doubles behind it:
    /// i strides[0] + j strides[1] + k strides[2]. Null where they are computed or lie scattered.
    const double* data = nullptr;
    std::array<std::size_t, 3> strides{};

    std::size_t rows() const { return rank == 0 ? 1 : shape[0]; }
    std::size_t width() const { return (rank > 1 ? shape[1] : 1) * (rank > 2 ? shape[2] : 1); }
};

/// The item whose fields stand for those of all, where a list is empty.
inline constexpr auto prototype = static_cast<std::size_t>(-1);

/// Items of a list, each with fields of its own.
struct Items {
    std::size_t count = 0;
    FunctionRef<std::string_view(std::size_t)> name;  ///< "" where it has none
    FunctionRef<void(Describer&, std::size_t)> describe;
    bool present = true;
};

/// Is told the fields of a result, in order.
class Describer {
 public:
    virtual ~Describer() = default;

    /// Members `status` and `message`: how the result, or the part of it, ended.
    virtual void outcome(Status status, std::string_view message) = 0;
    virtual void text(const ResultField& field, std::optional<std::string_view> value) = 0;
    virtual void texts(const ResultField& field, const std::vector<std::string>& values) = 0;
    virtual void flag(const ResultField& field, std::optional<bool> value) = 0;
    virtual void whole(const ResultField& field, std::optional<long> value) = 0;
    virtual void numbers(const ResultField& field, const ResultNumbers& values) = 0;
    /// Lists of numbers, each of its own length.
    virtual void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) = 0;
    virtual void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) = 0;
    virtual void list(const ResultField& field, const Items& items) = 0;
    /// Says that a list must have as many entries as others have. Without it no format can hold the result.
    virtual void must_match(const char* /*list*/, std::size_t /*found*/, std::size_t /*expected*/) {}

    // The same, for the types that results are made of.
    void number(const ResultField& field, std::optional<double> value);
    void vector(const ResultField& field, const Vector3d& value);
    void quaternion(const ResultField& field, const Eigen::Quaterniond& value);
    void array(const ResultField& field, const std::vector<double>& values, bool present = true);
    void array(const ResultField& field, const VectorXd& values, bool present = true);
    void vectors(const ResultField& field, const std::vector<Vector3d>& values, bool present = true);
    void matrix(const ResultField& field, const MatrixXd& values, bool present = true);
};

/// A list whose items have `describe` and, perhaps, a name.
template <typename Item>
void describe_list(Describer& to, const ResultField& field, const std::vector<Item>& items,
                   bool present = true)
{
    to.list(field, {items.size(),
                    [&](std::size_t i) -> std::string_view {
                        if constexpr (requires(const Item& one) { std::string_view(one.name); })
                            return i == prototype ? std::string_view() : items[i].name;
                        else
                            return {};
                    },
                    [&](Describer& d, std::size_t i) {
                        if (i == prototype) return describe(d, Item{});
                        describe(d, items[i]);
                    },
                    present});
}

/// Members `position` and `quaternion` of a frame.
void describe(Describer& to, const SE3& X);

/// A result as its description tells it.
using Description = FunctionRef<void(Describer&)>;

/// The name and number of what all formats hold.
inline constexpr const char* result_format = "supple-result/1";

}  // namespace supple
