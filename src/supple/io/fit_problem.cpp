#include <supple/analysis/idle.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/io/fit_memory.hpp>
#include <supple/io/fit_problem.hpp>
#include <supple/io/fit_variant.hpp>
#include <supple/result/output.hpp>
#include <supple/text/path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <span>

namespace supple {
namespace {

constexpr int most_curve_points = 10'000;

/// A thing observed, and the columns of its components.
struct Observed {
    std::string path;
    Observation observation;
    std::vector<const CaseColumn*> columns;  ///< x, y, z or w, x, y, z; null where there is none
};

/// A result with the names of what can be observed. A shape has as many places as data may have.
Equilibrium result_of(const System& system)
{
    Equilibrium like;
    like.status = Status::converged;
    like.shape.frames.resize(most_curve_points);
    like.shape.arclength.resize(most_curve_points);
    for (const Sample& station : system.stations)
        like.stations.push_back({station.name, {}});
    for (const auto& constraint : system.constraints) {
        like.reactions.emplace_back();
        like.reactions.back().name = constraint->name();
    }
    return like;
}

class ProblemReader {
 public:
    ProblemReader(const Manipulator& manipulator, const CaseTable& data, const FitSetup& setup)
        : base_(manipulator),
          data_(data),
          setup_(setup),
          system_(discretize(base_)),
          like_(result_of(*system_))
    {
    }

    FitProblem read()
    {
        if (data_.rows == 0)
            throw InputError(
                fmt::format("{}: has a header and no rows; write one row a case", data_.file_name));
        FitProblem problem;
        problem.objective = setup_.objective;
        problem.warnings = idle_parts(base_);
        problem.study.threads = setup_.threads;
        read_parameters(problem);
        sort_columns();
        read_inputs(problem);
        read_cases(problem);
        add_memory(base_, problem.paths, data_, with_values_, problem.study);
        return problem;
    }

 private:
    [[noreturn]] void refuse(const CaseColumn& column, const std::string& why) const
    {
        throw InputError(fmt::format("{}:{}:{}: {}: {}", data_.file_name, data_.header_line,
                                     &column - data_.columns.data() + 1, column.path, why));
    }

    void read_parameters(FitProblem& problem)
    {
        const auto count = static_cast<Eigen::Index>(setup_.parameters.size());
        if (count == 0)
            throw InputError(
                "nothing to fit: name values by --parameters rod.bending_stiffness,... or in a fit: block");
        std::vector<Input> inputs;
        problem.start.resize(count);
        problem.lower.resize(count);
        problem.upper.resize(count);
        for (Eigen::Index i = 0; i < count; ++i) {
            const FitParameter& parameter = setup_.parameters[static_cast<std::size_t>(i)];
            const Input input = input_at(base_, parameter.path);
            if (!fitted_.insert(input.path()).second)
                throw InputError(
                    fmt::format("{} is to be fitted twice; name each value once", parameter.path));
            inputs.push_back(input);
            const double value = input.get();
            const double infinite = std::numeric_limits<double>::infinity();
            problem.paths.push_back(parameter.path);
            if (!std::isfinite(value))
                throw InputError(
                    fmt::format("{} is no number in the file; expected one, to start from", parameter.path));
            problem.start[i] = value;
            problem.lower[i] = parameter.lower.value_or(-infinite);
            problem.upper[i] = parameter.upper.value_or(infinite);
            if (problem.start[i] < problem.lower[i] || problem.start[i] > problem.upper[i])
                throw InputError(
                    fmt::format("{} starts outside its bounds; expected a value within them in the file",
                                parameter.path));
        }
        problem.scale = problem.start.cwiseAbs();
        for (Eigen::Index i = 0; i < count; ++i) {
            const double range = problem.upper[i] - problem.lower[i];
            if (problem.scale[i] == 0.0) problem.scale[i] = std::isfinite(range) ? 0.1 * range : 1.0;
        }
        for (const auto& paths : setup_.sums) {
            FixedSum sum;
            for (const std::string& path : paths) {
                const auto found = std::find(inputs.begin(), inputs.end(), input_at(base_, path));
                if (found == inputs.end())
                    throw InputError(
                        fmt::format("the sum with {} is kept, but that value is not fitted", path));
                sum.push_back(static_cast<std::size_t>(found - inputs.begin()));
            }
            problem.sums.push_back(sum);
        }
    }

    void sort_columns()
    {
        std::map<std::string, Observed> observed;
        for (const CaseColumn& column : data_.columns) {
            const auto role = column_role(column.path);
            if (role == ColumnRole::output && data_.rows > 0 && column.missing == data_.rows)
                refuse(column, "holds no value in any row; leave the column out, or fill it");
            if (!role) refuse(column, no_such_column(column.path) + "; --columns MAP.yaml can rename it");
            if (*role == ColumnRole::input) inputs_.push_back(&column);
            if (*role == ColumnRole::output) add_output(column, observed);
        }
        const std::map<std::string, double> weights = canonical_weights();
        for (auto& [path, each] : observed) {
            const bool rotation = each.observation.kind == Observation::Kind::rotation;
            if (rotation &&
                std::find(each.columns.begin(), each.columns.end(), nullptr) != each.columns.end())
                throw InputError(
                    fmt::format("{}: {} needs its four columns w, x, y, z", data_.file_name, path));
            const bool curve = each.observation.kind == Observation::Kind::curve;
            auto weight = weights.find(path);
            if (curve && weight == weights.end()) weight = weights.find("shape");
            if (weight != weights.end()) each.observation.weight = weight->second;
            observed_.push_back(each);
        }
        finish_curve();
        for (const auto& [path, weight] : weights) {
            if (path == "shape" ? curve_points_ == 0 : !observed.contains(path))
                throw InputError(fmt::format("a weight is given for {}, which the data do not hold", path));
        }
        if (observed_.empty())
            throw InputError(
                fmt::format("{}: nothing was observed; expected columns such as \"tip.position.x [mm]\"",
                            data_.file_name));
    }

    /// All places of a curve together count as one thing seen. They are in the order of their names till
    /// here.
    void finish_curve()
    {
        for (const Observed& each : observed_) {
            if (each.observation.kind == Observation::Kind::curve)
                curve_points_ = std::max(curve_points_, each.observation.index + 1);
        }
        if (curve_points_ == 0) return;
        if (curve_points_ < 2 || curve_points_ > most_curve_points)
            throw InputError(fmt::format("{}: a shape has {} places; expected 2 to {}", data_.file_name,
                                         curve_points_, most_curve_points));
        if (system_->samples.size() + 1 < View::least_knots)
            throw InputError(fmt::format(
                "{}: a curve needs {} joints and ends, and the model has {}; expected more segments "
                "or joints",
                data_.file_name, View::least_knots, system_->samples.size() + 1));
        for (Observed& each : observed_) {
            if (each.observation.kind == Observation::Kind::curve) each.observation.weight /= curve_points_;
        }
    }

    /// The weights by the paths that results have; `shape` stands for all its places.
    std::map<std::string, double> canonical_weights() const
    {
        std::map<std::string, double> weights;
        for (const auto& [path, weight] : setup_.weights) {
            const OutputSearch found = find_output(path, like_);
            if (path != "shape" && !found)
                throw InputError(fmt::format("a weight is given for {}: {}", path, found.problem));
            weights[path == "shape" ? path : found.output->path] = weight;
        }
        return weights;
    }

    static std::optional<Observation::Kind> kind_of(const Output& output)
    {
        const bool pose = output.of == OutputOf::tip || output.of == OutputOf::station;
        if (output.of == OutputOf::frame && output.part == OutputPart::position)
            return Observation::Kind::curve;
        if (pose && output.part == OutputPart::position) return Observation::Kind::position;
        if (pose && output.part == OutputPart::quaternion) return Observation::Kind::rotation;
        if (output.of == OutputOf::reaction && output.part == OutputPart::force)
            return Observation::Kind::reaction;
        return std::nullopt;
    }

    void add_output(const CaseColumn& column, std::map<std::string, Observed>& observed) const
    {
        if (column.path == "status" || column.path == "message") return;
        const OutputSearch found = find_output(column.path, like_);
        if (!found) refuse(column, found.problem);
        const Output& output = *found.output;
        const std::optional<Observation::Kind> kind = kind_of(output);
        if (!kind || output.component < 0)
            refuse(column,
                   "cannot be fitted; components of positions and quaternions of tip and stations, of "
                   "positions of shape, and of forces of reactions can");
        if (column.is_text) refuse(column, "holds text; expected numbers");
        if (!(column.dimension == output.dimension))
            refuse(column, fmt::format("has the unit of {}; expected that of {}", describe(column.dimension),
                                       describe(output.dimension)));
        Observed& each = observed[parent_path(output.path)];
        each.path = parent_path(output.path);
        each.columns.resize(*kind == Observation::Kind::rotation ? 4 : 3, nullptr);
        each.columns[static_cast<std::size_t>(output.component)] = &column;
        each.observation.kind = *kind;
        each.observation.index = output.item;
    }

    void read_inputs(FitProblem& problem)
    {
        if (!system_->unsupported.empty())
            throw InputError(fmt::format("fit does not take the model {}: {}; choose another by --model",
                                         system_->type, system_->unsupported));
        std::set<std::string> known;
        for (const Parameter& parameter : load_parameters(*system_))
            known.insert(parameter.path);
        for (const Parameter& parameter : field_parameters(*system_))
            known.insert(parameter.path);
        Study& study = problem.study;
        for (const CaseColumn* column : inputs_) {
            if (column->is_text) refuse(*column, "holds text; a fit changes numbers only");
            if (const FoundInput found = find_input(base_, column->path); !found)
                refuse(*column, found.error);
            const Input input = input_at(base_, column->path);
            if (fitted_.contains(input.path()))
                refuse(*column,
                       "is an input of the cases and is to be fitted as well; it can be one of them");
            given_.push_back(input.get());
            study.inputs.push_back(input.path());
            study.one_system = study.one_system && known.contains(input.path());
        }
        read_deviations(problem);
        // Inputs that change what is built are set in the description, case by case.
        std::vector<std::string> built_in;
        if (!study.one_system) std::swap(built_in, study.inputs);
        const auto variants = std::make_shared<Variants>([base = base_, paths = problem.paths, built_in] {
            return std::make_unique<Variant>(base, paths, built_in);
        });
        const auto rows =
            std::make_shared<std::vector<std::vector<double>>>(study.one_system ? 0 : data_.rows);
        for (std::size_t row = 0; row < rows->size(); ++row)
            (*rows)[row] = inputs_of(row);
        study.build = [variants, rows](const VectorXd& p, std::size_t row) {
            return variants->with_one([&](Variant& variant) {
                const std::span<const double> inputs =
                    rows->empty() ? std::span<const double>() : std::span<const double>((*rows)[row]);
                const Manipulator* manipulator = variant.with(p, inputs);
                return manipulator ? discretize(*manipulator) : std::unique_ptr<System>();
            });
        };
        with_values_ = [variants, rows](const VectorXd& p) {
            return variants->with_one([&](Variant& variant) -> std::optional<Manipulator> {
                const Manipulator* manipulator = variant.with(p, {});
                return manipulator ? std::optional(*manipulator) : std::nullopt;
            });
        };
    }

    /// The inputs of a row; what the file says where a cell is empty.
    std::vector<double> inputs_of(std::size_t row) const
    {
        std::vector<double> values;
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            const double cell = inputs_[i]->values[row];
            values.push_back(std::isnan(cell) ? given_[i] : cell);
        }
        return values;
    }

    void read_deviations(FitProblem& problem)
    {
        if (setup_.deviations.empty()) return;
        problem.input_deviations.setZero(static_cast<Eigen::Index>(inputs_.size()));
        for (const auto& [path, deviation] : setup_.deviations) {
            const std::string canonical = input_at(base_, path).path();
            const auto column = std::find_if(inputs_.begin(), inputs_.end(), [&](const CaseColumn* each) {
                return input_at(base_, each->path).path() == canonical;
            });
            if (column == inputs_.end())
                throw InputError(
                    fmt::format("a deviation is given for {}, which is no input of the data", path));
            if (!problem.study.one_system)
                throw InputError(fmt::format(
                    "a deviation is given for {}, but the inputs of these data change what is built; only "
                    "deviations of loads, tensions, currents and fields are carried on",
                    path));
            problem.input_deviations[column - inputs_.begin()] = deviation;
        }
    }

    void read_cases(FitProblem& problem) const
    {
        Study& study = problem.study;
        study.curve_points = curve_points_;
        for (const Observed& each : observed_)
            study.observed.push_back(each.path);
        for (std::size_t row = 0; row < data_.rows; ++row) {
            FitCase sample;
            if (study.one_system) sample.inputs = inputs_of(row);
            sample.name = data_.lines.empty() ? fmt::format("case {}", row + 1)
                                              : fmt::format("line {}", data_.lines[row]);
            for (std::size_t i = 0; i < observed_.size(); ++i)
                add_observation(observed_[i], i, row, sample);
            study.cases.push_back(std::move(sample));
        }
    }

    static void add_observation(const Observed& each, std::size_t index, std::size_t row, FitCase& sample)
    {
        Observation observation = each.observation;
        observation.of = index;
        if (observation.kind == Observation::Kind::rotation) {
            Eigen::Vector4d q;
            for (Eigen::Index i = 0; i < 4; ++i)
                q[i] = each.columns[static_cast<std::size_t>(i)]->values[row];
            if (!q.allFinite() || q.norm() == 0.0) return;
            observation.rotation = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
        } else {
            for (std::size_t a = 0; a < 3; ++a) {
                const double cell = each.columns[a] ? each.columns[a]->values[row] : std::nan("");
                observation.seen[a] = !std::isnan(cell);
                observation.value[static_cast<Eigen::Index>(a)] = std::isnan(cell) ? 0.0 : cell;
            }
            if (observation.seen == std::array<bool, 3>{}) return;
        }
        sample.observations.push_back(observation);
    }

    Manipulator base_;
    const CaseTable& data_;
    const FitSetup& setup_;
    std::unique_ptr<System> system_;
    Equilibrium like_;              // what can be observed, by its names
    std::set<std::string> fitted_;  // paths
    std::vector<const CaseColumn*> inputs_;
    std::vector<Observed> observed_;
    std::vector<double> given_;  // what the file says at each input
    std::function<std::optional<Manipulator>(const VectorXd& p)> with_values_;
    int curve_points_ = 0;
};

}  // namespace

FitSetup fit_setup(const Manipulator& manipulator)
{
    FitSetup setup;
    if (!manipulator.fit) return setup;
    setup.parameters = manipulator.fit->parameters;
    setup.objective.kind = manipulator.fit->objective;
    setup.objective.centred = manipulator.fit->centred;
    setup.sums = manipulator.fit->sums;
    for (const FitWeight& each : manipulator.fit->weights)
        setup.weights[each.of] = each.weight;
    return setup;
}

FitProblem fit_problem(const Manipulator& manipulator, const CaseTable& data, const FitSetup& setup)
{
    return ProblemReader(manipulator, data, setup).read();
}

ModelDocument with_values(const ModelDocument& document, const std::vector<std::string>& paths,
                          const VectorXd& values)
{
    ModelDocument changed = document;
    Manipulator manipulator = read_model(document);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const Input input = input_at(manipulator, paths[i]);
        set_value(changed, {paths[i], input.text(values[static_cast<Eigen::Index>(i)])}, paths[i]);
    }
    return changed;
}

}  // namespace supple
