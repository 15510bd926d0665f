#include "compare.hpp"

#include <supple/io/units.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

namespace supple::app {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no NaN.
Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json json(const Statistics& s)
{
    return {{"count", s.count},
            {"mean", number(s.mean)},
            {"median", number(s.median)},
            {"p95", number(s.p95)},
            {"max", number(s.max)}};
}

std::string layout_of(const Candidate& candidate)
{
    const auto* spherical = std::get_if<SphericalModel>(&candidate.model);
    return spherical ? name(spherical->layout) : "";
}

Json json(const Tried& model)
{
    const std::string layout = layout_of(model.candidate);
    Json out = {{"model", type_name(model.candidate.model)},
                {"layout", layout.empty() ? Json() : Json(layout)},
                {"setting", setting(model.candidate)},
                {"as_written", model.candidate.as_written}};
    if (model.reason.empty()) {
        out["joints"] = model.joints;
        out["twists"] = model.twists;
    } else {
        out["reason"] = model.reason;
    }
    return out;
}

Json json(const Judged& one, double length)
{
    Json out = json(one.model);
    out["status"] = name(one.status);
    out["message"] = one.message;
    out["snapped"] = one.snapped;
    out["tip_error"] = number(one.error.position);
    out["tip_error_relative"] = number(one.error.position / length);
    out["rotation_error"] = number(one.error.rotation);
    out["tangent_error"] = number(one.error.tangent);
    out["reaction_error_relative"] = number(one.error.reaction);
    out["seconds"] = one.seconds;
    out["warnings"] = one.warnings;
    return out;
}

void add_statistics(Json& out, const CasesJudged& one, bool measured)
{
    out["converged"] = one.converged;
    out["first_failure"] = one.first_failure;
    out["tip_error"] = json(one.position);
    out["tip_error_relative"] = json(one.relative);
    out["rotation_error"] = json(one.rotation);
    out["tangent_error"] = json(one.tangent);
    out["reaction_error_relative"] = json(one.reaction);
    if (measured) {
        out["table"] = {{"tip_error", json(one.measured_position)},
                        {"tip_error_relative", json(one.measured_relative)},
                        {"rotation_error", json(one.measured_rotation)}};
    }
    out["seconds"] = json(one.seconds);
}

/// A column of numbers or of words, filled row by row.
class Rows {
 public:
    void text(const std::string& path, std::string value)
    {
        column(path, "").texts.push_back(std::move(value));
    }
    void number(const std::string& path, const std::string& unit, double value)
    {
        column(path, unit).values.push_back(std::isfinite(value) ? value : std::nan(""));
    }
    CaseTable take(const std::string& file, std::size_t rows)
    {
        CaseTable table{.file_name = file};
        table.rows = rows;
        for (CaseColumn& one : columns_) {
            if (one.texts.empty()) {
                add_column(table, one.path, one.unit, std::move(one.values));
            } else {
                one.is_text = true;
                table.columns.push_back(std::move(one));
            }
        }
        return table;
    }

 private:
    CaseColumn& column(const std::string& path, const std::string& unit)
    {
        for (CaseColumn& one : columns_)
            if (one.path == path) return one;
        columns_.push_back({.path = path, .unit = unit});
        return columns_.back();
    }
    std::vector<CaseColumn> columns_;
};

void add_head(Rows& rows, const Tried& model, bool exact)
{
    rows.text("model", type_name(model.candidate.model));
    rows.text("layout", layout_of(model.candidate));
    rows.text("setting", setting(model.candidate));
    rows.text("role", exact ? "exact" : model.candidate.as_written ? "as written" : "tried");
    rows.number("joints", "", exact || !model.reason.empty() ? std::nan("") : model.joints);
    rows.text("reason", model.reason);
}

void add_error(Rows& rows, const Judged& one, double length)
{
    rows.text("status", one.model.reason.empty() ? name(one.status) : "unsupported");
    rows.number("tip_error", "mm", one.error.position);
    rows.number("tip_error_relative", "", one.error.position / length);
    rows.number("rotation_error", "rad", one.error.rotation);
    rows.number("tangent_error", "rad", one.error.tangent);
    rows.number("reaction_error_relative", "", one.error.reaction);
    rows.number("time", "s", one.model.reason.empty() ? one.seconds : std::nan(""));
}

void add_statistics(Rows& rows, const std::string& path, const std::string& unit, const Statistics& s)
{
    rows.number(path + ".mean", unit, s.mean);
    rows.number(path + ".median", unit, s.median);
    rows.number(path + ".p95", unit, s.p95);
    rows.number(path + ".max", unit, s.max);
}

void add_error(Rows& rows, const CasesJudged& one, std::size_t cases, bool measured)
{
    const bool carried = one.model.reason.empty();
    rows.number("cases", "", static_cast<double>(cases));
    rows.number("converged", "", carried ? static_cast<double>(one.converged) : std::nan(""));
    add_statistics(rows, "tip_error", "mm", one.position);
    add_statistics(rows, "tip_error_relative", "", one.relative);
    add_statistics(rows, "rotation_error", "rad", one.rotation);
    add_statistics(rows, "tangent_error", "rad", one.tangent);
    add_statistics(rows, "reaction_error_relative", "", one.reaction);
    if (measured) {
        add_statistics(rows, "table.tip_error", "mm", one.measured_position);
        add_statistics(rows, "table.tip_error_relative", "", one.measured_relative);
        add_statistics(rows, "table.rotation_error", "rad", one.measured_rotation);
    }
    rows.number("time", "s", carried ? one.seconds.median : std::nan(""));
}

}  // namespace

std::string compare_json(const CompareRequest& request, const Compared& compared)
{
    const double length = compared.manipulator.rod.length;
    Json out = {{"format", "supple-compare/1"},
                {"command", "compare"},
                {"file", request.file},
                {"length", length},
                {"complete", compared.complete}};
    Json models = Json::array(), unsupported = Json::array();
    if (compared.file) {
        const Equilibrium& exact = compared.file->exact;
        out["exact"] = {{"model", "cosserat"},
                        {"status", name(exact.status)},
                        {"message", exact.message},
                        {"snapped", exact.snapped},
                        {"seconds", compared.file->exact_seconds}};
        for (const Judged& one : compared.file->models) {
            if (one.model.reason.empty()) {
                models.push_back(json(one, length));
            } else {
                unsupported.push_back(json(one.model));
            }
        }
    } else {
        out["cases"] = compared.asked;
        out["done"] = compared.cases->done;
        out["exact"] = {{"model", "cosserat"}};
        add_statistics(out["exact"], compared.cases->exact, compared.measured);
        for (const CasesJudged& one : compared.cases->models) {
            Json item = json(one.model);
            if (one.model.reason.empty()) {
                add_statistics(item, one, compared.measured);
                models.push_back(std::move(item));
            } else {
                unsupported.push_back(std::move(item));
            }
        }
    }
    out["models"] = std::move(models);
    out["unsupported"] = std::move(unsupported);
    out["tolerance_relative"] = request.tolerance / 100.0;
    out["enough"] = Json::array();
    for (const Need& need : needs(compared, request.tolerance)) {
        out["enough"].push_back({{"models", need.family},
                                 {"joints", need.joints ? Json(*need.joints) : Json()},
                                 {"setting", need.joints ? Json(need.setting) : Json()},
                                 {"tried", need.tried}});
    }
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

CaseTable compare_table(const CompareRequest& request, const Compared& compared)
{
    Rows rows;
    std::size_t count = 1;
    if (compared.file) {
        Judged exact;
        exact.model.candidate.model = CosseratModel{};
        exact.status = compared.file->exact.status;
        exact.seconds = compared.file->exact_seconds;
        add_head(rows, exact.model, true);
        add_error(rows, exact, compared.manipulator.rod.length);
        for (const Judged& one : compared.file->models) {
            add_head(rows, one.model, false);
            add_error(rows, one, compared.manipulator.rod.length);
            ++count;
        }
    } else {
        add_head(rows, compared.cases->exact.model, true);
        add_error(rows, compared.cases->exact, compared.cases->done, compared.measured);
        for (const CasesJudged& one : compared.cases->models) {
            add_head(rows, one.model, false);
            add_error(rows, one, compared.cases->done, compared.measured);
            ++count;
        }
    }
    return rows.take(request.out, count);
}

}  // namespace supple::app
