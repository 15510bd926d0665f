#include <supple/io/error.hpp>
#include <supple/io/shape_table.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace supple {
namespace {

enum class Kind { points, curvatures, poses };

constexpr double nominal_share = 1e-3;  ///< of L, as the deviation of points where it is to be found

[[noreturn]] void refuse(const CaseTable& table, const std::string& why)
{
    throw InputError(
        fmt::format("{}:{}: {}", table.file_name, std::max<std::size_t>(1, table.header_line), why));
}

[[noreturn]] void refuse_row(const CaseTable& table, std::size_t row, const std::string& why)
{
    throw InputError(fmt::format("{}:{}: {}", table.file_name, table.line_of(row), why));
}

const char* expected_columns =
    "expected columns such as s [mm], x [mm], y [mm], z [mm], sigma [mm] for points, or s [mm], kappa_1 "
    "[1/mm], "
    "kappa_2 [1/mm], sigma [1/mm] for curvatures, or those of points with qw, qx, qy, qz for poses";

struct Reader {
    const CaseTable& table;
    double length;
    const GivenSigma& given;
    Kind kind = Kind::points;

    bool has(const char* name) const { return table.find(name) != nullptr; }

    const CaseColumn* column(const char* name, Dimension dimension) const
    {
        const CaseColumn* c = table.find(name);
        if (!c) return nullptr;
        if (c->is_text || !(c->dimension == dimension))
            refuse(table,
                   fmt::format("column {}: found {}; expected {}, with its unit in brackets", in_quotes(name),
                               c->is_text ? "text" : describe(c->dimension), describe(dimension)));
        return c;
    }
    const CaseColumn* needed(const char* name, Dimension dimension) const
    {
        const CaseColumn* c = column(name, dimension);
        if (!c) refuse(table, fmt::format("has no column {}; {}", in_quotes(name), expected_columns));
        return c;
    }

    void find_kind()
    {
        const bool points = has("x") || has("y") || has("z");
        const bool curvatures = has("kappa_1") || has("kappa_2");
        const bool turned = has("qw") || has("qx") || has("qy") || has("qz");
        if (points && curvatures)
            refuse(table, "holds points and curvatures; expected one kind a file: split it and give both");
        if (!points && !curvatures) refuse(table, fmt::format("holds no shape; {}", expected_columns));
        kind = curvatures ? Kind::curvatures : turned ? Kind::poses : Kind::points;
        std::vector<std::string> known = {"time", "s", "sigma"};
        const auto knows = [&](std::initializer_list<const char*> names) {
            known.insert(known.end(), names.begin(), names.end());
        };
        if (kind == Kind::curvatures)
            knows({"kappa_1", "kappa_2", "sigma_1", "sigma_2"});
        else
            knows({"x", "y", "z", "sigma_x", "sigma_y", "sigma_z"});
        if (kind == Kind::poses) knows({"qw", "qx", "qy", "qz", "sigma_rotation"});
        for (const CaseColumn& c : table.columns) {
            if (std::find(known.begin(), known.end(), c.path) != known.end()) continue;
            const std::string near = nearest_word(c.path, known);
            refuse(table, fmt::format("has a column {} that is not known{}; known are {}", in_quotes(c.path),
                                      near.empty() ? "" : fmt::format("; did you mean {}", in_quotes(near)),
                                      fmt::join(known, ", ")));
        }
    }

    /// The deviations of `names.size()` components: from their columns, from `sigma`, or from what was given.
    std::vector<const CaseColumn*> sigma_columns(std::initializer_list<const char*> names,
                                                 Dimension dimension,
                                                 const std::optional<double>& value) const
    {
        std::vector<const CaseColumn*> columns;
        for (const char* name : names)
            columns.push_back(column(name, dimension));
        const auto there =
            std::count_if(columns.begin(), columns.end(), [](const CaseColumn* c) { return c; });
        const CaseColumn* all = column("sigma", dimension);
        if (there != 0 && there != static_cast<long>(columns.size()))
            refuse(table, fmt::format("has some of the columns {}; expected all of them, or one column sigma",
                                      fmt::join(names, ", ")));
        if (there != 0 && all) refuse(table, "has both sigma and its components; expected one of them");
        if (there == 0) columns.assign(columns.size(), all);
        if (!columns[0] && !value && !given.unknown)
            refuse(table,
                   fmt::format("has no standard deviation; add a column sigma [{}], or give --sigma '{}'",
                               dimension == dimension::length ? "mm" : "1/m",
                               dimension == dimension::length ? "0.1 mm" : "0.5 1/m"));
        return columns;
    }

    void read(std::map<double, ShapeData>& by_time, bool& timed)
    {
        find_kind();
        const bool curvatures = kind == Kind::curvatures;
        const Dimension dimension = curvatures ? dimension::per_length : dimension::length;
        const CaseColumn* s =
            kind == Kind::points ? column("s", dimension::length) : needed("s", dimension::length);
        const CaseColumn* time = column("time", dimension::time);
        std::vector<const CaseColumn*> values;
        if (curvatures)
            for (const char* name : {"kappa_1", "kappa_2"})
                values.push_back(needed(name, dimension));
        else
            for (const char* name : {"x", "y", "z"})
                values.push_back(needed(name, dimension));
        if (kind == Kind::poses)
            for (const char* name : {"qw", "qx", "qy", "qz"})
                values.push_back(needed(name, dimension::none));
        std::optional<double> fallback = curvatures ? given.curvature : given.length;
        if (given.unknown) fallback = curvatures ? nominal_share * 10.0 / length : nominal_share * length;
        const auto sigma = curvatures ? sigma_columns({"sigma_1", "sigma_2"}, dimension, fallback)
                                      : sigma_columns({"sigma_x", "sigma_y", "sigma_z"}, dimension, fallback);
        const CaseColumn* turn = kind == Kind::poses ? column("sigma_rotation", dimension::none) : nullptr;
        if (kind == Kind::poses && !turn && !given.rotation)
            refuse(table, "has no standard deviation of the rotation; add a column sigma_rotation [rad]");
        timed = time != nullptr;

        double last_s = 0.0, last_time = -std::numeric_limits<double>::infinity();
        std::size_t used = 0;
        for (std::size_t row = 0; row < table.rows; ++row) {
            const double t = time ? time->values[row] : 0.0;
            if (time && std::isnan(t)) refuse_row(table, row, "has no time; expected one in every row");
            if (t < last_time)
                refuse_row(table, row,
                           fmt::format("time {} s comes after {} s; expected ascending times", t, last_time));
            if (t > last_time) last_s = 0.0;
            last_time = t;
            ShapeData& data = by_time[t];
            if (time) data.time = t;
            bool empty = s && std::isnan(s->values[row]);
            for (const std::vector<const CaseColumn*>* list : {&std::as_const(values), &sigma}) {
                for (const CaseColumn* c : *list)
                    empty = empty || (c && std::isnan(c->values[row]));
            }
            empty = empty || (turn && std::isnan(turn->values[row]));
            if (empty) {
                ++data.dropped;
                continue;
            }
            const double at = s ? s->values[row] : 0.0;
            if (s) check_place(row, at, last_s);
            last_s = at;
            std::array<double, 3> deviation{};
            for (std::size_t k = 0; k < sigma.size(); ++k)
                deviation[k] = positive(row, sigma[k] ? sigma[k]->values[row] : *fallback, "sigma");
            const auto value = [&](std::size_t k) { return values[k]->values[row]; };
            const Vector3d sd(deviation[0], deviation[1], deviation[2]);
            ++used;
            if (curvatures) {
                data.curvatures.push_back({at, {value(0), value(1)}, sd.head<2>()});
            } else if (kind == Kind::points) {
                data.points.push_back(
                    {s ? std::optional<double>(at) : std::nullopt, {value(0), value(1), value(2)}, sd});
            } else {
                const Eigen::Quaterniond q(value(3), value(4), value(5), value(6));
                if (!(std::abs(q.norm() - 1.0) < 1e-2))
                    refuse_row(table, row,
                               fmt::format("has a quaternion of length {:.4g}; expected 1", q.norm()));
                const double turned =
                    positive(row, turn ? turn->values[row] : *given.rotation, "sigma_rotation");
                data.poses.push_back({at, {value(0), value(1), value(2)}, q.normalized(), sd, turned});
            }
        }
        if (used == 0)
            refuse(table,
                   table.rows == 0 ? "has no rows" : "has an empty cell in every row: nothing is measured");
    }

    void check_place(std::size_t row, double at, double last) const
    {
        const auto text = [](double x) { return format_quantity(x, dimension::length); };
        if (!(at > 0.0))
            refuse_row(table, row,
                       fmt::format("s is {}; expected more than 0, where the rod is held", text(at)));
        if (at > length * (1.0 + 1e-9))
            refuse_row(table, row, fmt::format("s is {}, but the rod is {} long", text(at), text(length)));
        if (!(at > last))
            refuse_row(table, row,
                       fmt::format("s is {} after {}; expected ascending s", text(at), text(last)));
    }

    double positive(std::size_t row, double value, const char* name) const
    {
        if (!(value > 0.0))
            refuse_row(table, row, fmt::format("{} is {}; expected more than 0", name, value));
        return value;
    }
};

}  // namespace

std::vector<ShapeData> read_shapes(const std::vector<CaseTable>& tables, double length,
                                   const GivenSigma& sigma)
{
    std::map<double, ShapeData> by_time;
    std::optional<bool> first_timed;
    for (const CaseTable& table : tables) {
        std::map<double, ShapeData> own;
        bool timed = false;
        Reader reader{table, length, sigma};
        reader.read(own, timed);
        if (first_timed && *first_timed != timed)
            refuse(table,
                   timed ? "has times, but another table has none" : "has no times, but another table has");
        first_timed = timed;
        for (auto& [time, data] : own) {
            ShapeData& all = by_time[time];
            const bool twice = (!data.points.empty() && !all.points.empty()) ||
                               (!data.curvatures.empty() && !all.curvatures.empty()) ||
                               (!data.poses.empty() && !all.poses.empty());
            if (twice) refuse(table, "is of the same kind as another table; expected one file a kind");
            all.time = data.time;
            all.dropped += data.dropped;
            if (!data.points.empty()) all.points = std::move(data.points);
            if (!data.curvatures.empty()) all.curvatures = std::move(data.curvatures);
            if (!data.poses.empty()) all.poses = std::move(data.poses);
        }
    }
    std::vector<ShapeData> shapes;
    for (auto& [time, data] : by_time)
        shapes.push_back(std::move(data));
    return shapes;
}

}  // namespace supple
