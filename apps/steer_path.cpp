// A path of targets: each reached from the one before.
#include "steer.hpp"

#include <supple/io/file.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/target_text.hpp>
#include <supple/steer/describe_steering.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <map>

namespace supple::app {
namespace {

double in_unit(double value, const std::string& unit)
{
    return value / std::pow(10.0, parse_unit(unit.empty() ? "1" : unit).exponent);
}

class PathRun {
 public:
    PathRun(const SteerRequest& request, SteeredModel& model)
        : request_(request),
          model_(model),
          table_(read_case_table(request.path)),
          targets_(read_path(table_, request.point()))
    {
        for (const Actuation& actuation : model_.steerer.actuations())
            paths_.push_back(actuation.parameter.path);
        units_.resize(paths_.size());
        values_.resize(paths_.size());
        for (const ActuationGroup& group : group_actuations(paths_)) {
            for (const std::size_t k : group.k)
                units_[k] = actuation_unit(group.dimension);
        }
    }

    int run()
    {
        if (targets_.empty())
            throw InputError(
                fmt::format("{}: has a header and no rows; write one row a target", request_.path));
        const auto start = std::chrono::steady_clock::now();
        const bool text = !request_.json && !request_.quiet;
        if (text) print_head();
        Steering result;
        for (std::size_t row = 0; row < targets_.size(); ++row) {
            model_.steerer.steer(targets_[row], {.warm_start = true}, result);
            keep(row, result);
            if (text) print_row(row, result);
        }
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (!request_.out.empty() && !write_safely([&] { write_out(); })) return bad_usage;
        return conclude(seconds);
    }

 private:
    void keep(std::size_t row, const Steering& result)
    {
        const bool known = result.status == Status::converged || result.status == Status::infeasible ||
                           result.status == Status::unstable;
        if (result.status != Status::converged) ++failed_[result.status];
        statuses_.emplace_back(name(result.status));
        messages_.push_back(result.message);
        for (std::size_t k = 0; k < paths_.size(); ++k)
            values_[k].push_back(known ? result.actuation[static_cast<Eigen::Index>(k)] : std::nan(""));
        for (int axis = 0; axis < 3; ++axis)
            tip_[static_cast<std::size_t>(axis)].push_back(known ? result.equilibrium.tip().position()[axis]
                                                                 : std::nan(""));
        residual_.push_back(known ? result.distance : std::nan(""));
        turn_.push_back(known ? result.turn : std::nan(""));
        condition_.push_back(known ? result.condition() : std::nan(""));
        if (!request_.json && !request_.out.ends_with(".jsonl")) return;
        const std::string line =
            to_json_line(SteeringRecord{result, targets_[row], request_.at.empty() ? "tip" : request_.at},
                         "steer", row + 1);
        if (request_.json) fmt::print("{}", line);
        lines_ += line;
    }

    void print_head() const
    {
        fmt::print("{:>5}", "row");
        for (std::size_t k = 0; k < paths_.size(); ++k)
            fmt::print("  {:>{}}", fmt::format("{} [{}]", label(k), units_[k]), width(k));
        fmt::print("  {:>9} {:>9} {:>9}  {:>13} {:>10}  status\n", "x [mm]", "y [mm]", "z [mm]",
                   "residual [mm]", "condition");
    }

    std::string label(std::size_t k) const
    {
        return actuation_name(paths_[k]) + actuation_component(paths_[k]);
    }

    int width(std::size_t k) const
    {
        return std::max<int>(10, static_cast<int>(label(k).size() + units_[k].size() + 3));
    }

    void print_row(std::size_t row, const Steering& result) const
    {
        fmt::print("{:>5}", row + 1);
        for (std::size_t k = 0; k < paths_.size(); ++k)
            fmt::print("  {:>{}.3f}", in_unit(values_[k][row], units_[k]), width(k));
        fmt::print("  {:>9.3f} {:>9.3f} {:>9.3f}  {:>13.1e} {:>10.2f}  {}{}\n", 1e3 * tip_[0][row],
                   1e3 * tip_[1][row], 1e3 * tip_[2][row], 1e3 * residual_[row], condition_[row],
                   statuses_[row], result.restarted ? ", from rest" : "");
    }

    /// Currents by their paths in the model file: the table can be solved again by `solve --cases`.
    void write_out() const
    {
        if (request_.out.ends_with(".jsonl")) return write_file(request_.out, lines_);
        CaseTable answer{.file_name = request_.out};
        answer.rows = targets_.size();
        for (CaseColumn column : table_.columns) {
            if (column.path != "case" && !column.path.starts_with("given."))
                column.path = "given." + column.path;
            answer.columns.push_back(std::move(column));
        }
        answer.columns.push_back({.path = "status", .texts = statuses_, .is_text = true});
        if (!failed_.empty())
            answer.columns.push_back({.path = "message", .texts = messages_, .is_text = true});
        for (std::size_t k = 0; k < paths_.size(); ++k)
            add_column(answer, paths_[k], units_[k], values_[k]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            add_column(answer, std::string("tip.position.") + "xyz"[axis], "mm", tip_[axis]);
        add_column(answer, "residual", "mm", residual_);
        add_column(answer, "turn", "rad", turn_);
        add_column(answer, "conditioning.condition", "", condition_);
        write_case_table(answer, request_.out);
    }

    int conclude(double seconds) const
    {
        std::size_t failures = 0;
        std::vector<std::string> counts;
        for (const auto& [status, count] : failed_) {
            failures += count;
            counts.push_back(fmt::format("{} {}", count, name(status)));
        }
        if (!request_.json) {
            fmt::print("{} of {} targets reached in {:.3g} s ({:.3g} ms each)\n", targets_.size() - failures,
                       targets_.size(), seconds, 1e3 * seconds / static_cast<double>(targets_.size()));
        }
        if (failures == 0) return done;
        print_error(fmt::format("{}: {} of {} targets not reached: {}", request_.path, failures,
                                targets_.size(), fmt::join(counts, ", ")));
        return failed_cases;
    }

    const SteerRequest& request_;
    SteeredModel& model_;
    CaseTable table_;
    std::vector<Target> targets_;
    std::vector<std::string> paths_, units_;
    std::vector<std::vector<double>> values_;  ///< of each actuation, by row
    std::vector<double> tip_[3], residual_, turn_, condition_;
    std::vector<std::string> statuses_, messages_;
    std::map<Status, std::size_t> failed_;
    std::string lines_;
};

}  // namespace

int follow_path(const SteerRequest& request, SteeredModel& model)
{
    return PathRun(request, model).run();
}

}  // namespace supple::app
