#include <supple/analysis/idle.hpp>
#include <supple/analysis/mechanics.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/fields/input.hpp>
#include <supple/lie/so3.hpp>
#include <supple/rod/completed.hpp>
#include <supple/statics/batch.hpp>
#include <supple/text/sentence.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace supple {
namespace {

/// The point of the rod that an output belongs to; nothing where it is of no point.
std::optional<RodPoint> point_of(const Output& output, const Equilibrium& at, const Manipulator& m)
{
    switch (output.of) {
        case OutputOf::tip:
            return RodPoint{};
        case OutputOf::station:
            return RodPoint{m.stations[static_cast<std::size_t>(output.item)].at};
        case OutputOf::frame:
            return RodPoint{at.shape.arclength[static_cast<std::size_t>(output.item)]};
        case OutputOf::reaction:
        case OutputOf::base_reaction:
        case OutputOf::other:
            break;
    }
    return std::nullopt;
}

/// δ[w, x, y, z] of a quaternion whose frame turns by δθ in world axes.
Eigen::Vector4d quaternion_rate(const Eigen::Quaterniond& q, const Vector3d& turn)
{
    Eigen::Vector4d rate;
    rate << -0.5 * turn.dot(q.vec()), 0.5 * (q.w() * turn + turn.cross(q.vec()));
    return rate;
}

/// All numbers of the quantity of which an output is a part, differentiated; nothing where that has no exact
/// derivative.
std::optional<Eigen::VectorXd> exact_part(Mechanics& mechanics, const Output& output, const Equilibrium& at,
                                          const Manipulator& m)
{
    Vector6d change;
    if (output.of == OutputOf::reaction) {
        if (!mechanics.reaction_derivative(output.item, change)) return std::nullopt;
        if (output.part == OutputPart::force) return change.head<3>();
        if (output.part == OutputPart::moment) return change.tail<3>();
        if (output.part == OutputPart::wrench) return change;
        return std::nullopt;
    }
    const auto point = point_of(output, at, m);
    if (!point || !mechanics.pose_derivative(*point, change)) return std::nullopt;
    const auto frame = [&]() -> const SE3& {
        if (output.of == OutputOf::station) return at.stations[static_cast<std::size_t>(output.item)].X_WS;
        if (output.of == OutputOf::frame) return at.shape.frames[static_cast<std::size_t>(output.item)];
        return at.tip();
    };
    if (output.part == OutputPart::position) return change.head<3>();
    const Eigen::Vector4d turned = quaternion_rate(frame().quaternion(), change.tail<3>());
    if (output.part == OutputPart::quaternion) return turned;
    if (output.part == OutputPart::pose) {
        Eigen::VectorXd pose(7);
        pose << change.head<3>(), turned;
        return pose;
    }
    return std::nullopt;
}

/// A column of the Jacobian by implicit differentiation; false where an entry has no such derivative.
bool exact_column(Mechanics& mechanics, std::string_view path, const Manipulator& m, const Equilibrium& at,
                  std::span<const Output> outputs, Eigen::Ref<VectorXd> column)
{
    const int number = mechanics.find_derivative(path);
    if (number < 0) return false;
    mechanics.differentiate(number);
    int row = 0;
    for (const Output& output : outputs) {
        const auto part = exact_part(mechanics, output, at, m);
        if (!part) return false;
        if (output.component >= 0)
            column[row] = (*part)[output.component];
        else
            column.segment(row, output.size) = *part;
        row += output.size;
    }
    return column.allFinite();
}

void read(std::span<const Output> outputs, const Equilibrium& at, VectorXd& numbers)
{
    int row = 0;
    for (const Output& output : outputs) {
        values(output, at, numbers.data() + row);
        row += output.size;
    }
}

/// Why a value was not taken.
std::string refusal(const Input& input, double value)
{
    if (!std::isfinite(value)) return filled("{}: the value is not a finite number", input.path());
    return filled("{}: {} is out of range; expected a value {}", input.path(), input.text(value),
                  input.whole() ? "that is whole and in its range" : input.range().words);
}

/// A small step of an input: of its own size, or of a size that bends the rod where it is zero.
double step_of(double value, Dimension d, const Manipulator& m)
{
    constexpr double part = 1e-5;
    if (value != 0.0) return part * std::abs(value);
    const double EI = rod_properties(m.rod).bending_stiffness.mean(), L = m.rod.length;
    if (d.current == 0 && d.time == -2 * d.mass)
        return part * std::pow(EI, d.mass) * std::pow(L, d.length - 3 * d.mass);
    return part;
}

/// A column by central differences of solved equilibria. The solver is left as it was.
bool difference_column(Solver& solver, Solver::Input input, double step, std::span<const Output> outputs,
                       Eigen::Ref<VectorXd> column)
{
    const double given = solver.get(input);
    VectorXd sides[2] = {VectorXd(column.size()), VectorXd(column.size())};
    bool solved = true;
    for (const int side : {0, 1}) {
        solver.set(input, given + (side == 0 ? -step : step));
        solved = solver.solve().status == Status::converged && solved;
        if (solved) read(outputs, solver.equilibrium(), sides[side]);
    }
    solver.set(input, given);
    solver.solve();
    if (solved) column = (sides[1] - sides[0]) / (2.0 * step);
    return solved && solver.equilibrium().status == Status::converged;
}

/// The compliance by central differences: a load is added at the point and solved on both sides of zero. The
/// models that need this do not change their elements where a load is added.
Derivatives compliance_by_loads(const Manipulator& m, const Output& pose, const RodPoint& point, Matrix6d& C)
{
    const RodProperties p = rod_properties(m.rod);
    const double L = m.rod.length, EI = p.bending_stiffness.mean();
    for (int j = 0; j < 6; ++j) {
        const double step = 1e-5 * (j < 3 ? EI / (L * L) : EI / L);
        SE3 sides[2];
        for (const int side : {0, 1}) {
            Manipulator loaded = m;
            PointLoad& load = loaded.loads.emplace_back();
            load.at = std::min(point.at, L);
            (j < 3 ? load.force : load.moment)[j % 3] = side == 0 ? -step : step;
            const Equilibrium at = solve(loaded);
            if (at.status != Status::converged) return Derivatives::none;
            sides[side] = pose.of == OutputOf::station ? at.stations[static_cast<std::size_t>(pose.item)].X_WS
                                                       : at.tip();
        }
        C.col(j) << (sides[1].position() - sides[0].position()) / (2.0 * step),
            so3::log(sides[1].rotation() * sides[0].rotation().transpose()) / (2.0 * step);
    }
    return Derivatives::differences;
}

}  // namespace

struct Solver::Impl {
    /// An input of the description, and where the model keeps its number.
    struct Bound {
        supple::Input handle;
        int number = -1;       ///< of the mechanics' stores; −1: the model must take the description anew
        bool changed = false;  ///< since the model took the description
    };

    Impl(const Manipulator& m, const SolveOptions& o)
        : options(o),
          manipulator(m),
          complete(completed(m)),
          idle(idle_parts(complete)),
          mechanics(mechanics_of(complete))
    {
    }

    SolveOptions options;
    Manipulator manipulator;        ///< as written; the handles point into it
    Manipulator complete;           ///< what the mechanics works on
    std::vector<std::string> idle;  ///< what is not acting
    std::unique_ptr<Mechanics> mechanics;
    std::vector<Bound> inputs;
    Equilibrium equilibrium;
    bool stale = false;      ///< the model must take the description anew
    std::string mistake;     ///< of a path or a value
    std::string impossible;  ///< why the values that were set describe no manipulator together
    int refused = -1;        ///< input whose value was refused
    double refused_value = 0.0;

    /// The sentence is built when it is asked for.
    void tell_refusal()
    {
        if (refused >= 0) mistake = refusal(inputs[static_cast<std::size_t>(refused)].handle, refused_value);
    }

    const std::string& wrong() const { return mistake.empty() ? impossible : mistake; }

    /// Brings the model up to date. False where the description has become impossible.
    bool take_changes();
    const Equilibrium& solve(bool warm) noexcept;
    const Equilibrium& refuse() noexcept;
};

bool Solver::Impl::take_changes()
{
    impossible.clear();
    for (Bound& bound : inputs) {
        if (!bound.changed) continue;
        bound.changed = false;
        if (auto wrong = bound.handle.verify(); !wrong.empty()) {
            impossible = std::move(wrong);
            bound.changed = true;
            return false;
        }
    }
    complete = completed(manipulator);
    idle = idle_parts(complete);
    mechanics->update(complete);
    for (Bound& bound : inputs)
        bound.number = mechanics->find_store(bound.handle.path());
    stale = false;
    return true;
}

const Equilibrium& Solver::Impl::refuse() noexcept
{
    equilibrium = {};
    equilibrium.model = type_name(manipulator.model);
    equilibrium.message = wrong();
    return equilibrium;
}

const Equilibrium& Solver::Impl::solve(bool warm) noexcept
{
    tell_refusal();
    if (stale && mistake.empty()) {
        take_changes();
        warm = warm && mechanics->keeps_shape();
    }
    if (!wrong().empty()) return refuse();
    mechanics->solve(options, warm, equilibrium);
    if (!idle.empty()) equilibrium.warnings.insert(equilibrium.warnings.end(), idle.begin(), idle.end());
    return equilibrium;
}

Solver::Solver(const Manipulator& manipulator, const SolveOptions& options)
    : impl_(std::make_unique<Impl>(manipulator, options))
{
}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const Manipulator& Solver::manipulator() const noexcept
{
    return impl_->manipulator;
}

const std::string& Solver::unsupported() const noexcept
{
    return impl_->mechanics->unsupported();
}

int Solver::joints() const noexcept
{
    return impl_->mechanics->joints();
}

bool Solver::twists() const noexcept
{
    return impl_->mechanics->twists();
}

Solver::Input Solver::input(std::string_view path)
{
    FoundInput found = find_input(impl_->manipulator, path);
    if (!found) {
        impl_->mistake = std::string(path) + ": " + found.error;
        return {};
    }
    const int number = impl_->stale ? -1 : impl_->mechanics->find_store(found.input.path());
    impl_->inputs.push_back({std::move(found.input), number, false});
    return {static_cast<int>(impl_->inputs.size()) - 1,
            number >= 0 ? InputCost::store : impl_->mechanics->update_cost()};
}

Output Solver::output(std::string_view path)
{
    // The result's own names and lengths are known once it was solved.
    if (impl_->equilibrium.shape.frames.empty()) solve_cold();
    OutputSearch found = find_output(path, impl_->equilibrium, disk_places(impl_->complete));
    if (!found) {
        impl_->mistake = std::string(path) + ": " + found.problem;
        return {};
    }
    return *std::move(found.output);
}

const std::string& Solver::mistake() const
{
    impl_->tell_refusal();
    return impl_->wrong();
}

bool Solver::set(Input input, double value) noexcept
{
    if (input.index < 0) return false;  // mistake() says why
    Impl::Bound& bound = impl_->inputs[static_cast<std::size_t>(input.index)];
    if (!bound.handle.allows(value)) {
        impl_->refused = input.index;
        impl_->refused_value = value;
        return false;
    }
    if (impl_->refused == input.index) {
        impl_->refused = -1;
        impl_->mistake.clear();
    }
    bound.handle.set(value);
    if (bound.number >= 0 && !impl_->stale) {
        impl_->mechanics->store(bound.number, value);
    } else {
        bound.changed = impl_->stale = true;
    }
    return true;
}

double Solver::get(Input input) const noexcept
{
    return input.index < 0 ? std::nan("") : impl_->inputs[static_cast<std::size_t>(input.index)].handle.get();
}

StaticSolver* Solver::lane() noexcept
{
    Impl& impl = *impl_;
    if (impl.stale || impl.refused >= 0 || !impl.mistake.empty() || impl.options.arc_length ||
        impl.options.eigenvalue)
        return nullptr;
    return impl.mechanics->lane();
}

void Solver::take(StaticBatch& batch, int lane) noexcept
{
    Equilibrium& equilibrium = impl_->equilibrium;
    batch.fill(lane, equilibrium);
    equilibrium.warnings.insert(equilibrium.warnings.end(), impl_->idle.begin(), impl_->idle.end());
}

const Equilibrium& Solver::solve() noexcept
{
    return impl_->solve(true);
}

const Equilibrium& Solver::solve_cold() noexcept
{
    return impl_->solve(false);
}

const Equilibrium& Solver::equilibrium() const noexcept
{
    return impl_->equilibrium;
}

Derivatives Solver::jacobian(std::span<const Output> outputs, std::span<const Input> inputs, MatrixXd& J)
{
    int rows = 0;
    for (const Output& output : outputs)
        rows += output.size;
    J.setConstant(rows, static_cast<Eigen::Index>(inputs.size()), std::nan(""));
    const Equilibrium& at = impl_->equilibrium;
    if (at.status != Status::converged || !impl_->wrong().empty()) return Derivatives::none;

    bool linear = impl_->mechanics->linearise(at);
    bool all_exact = true;
    for (std::size_t j = 0; j < inputs.size(); ++j) {
        auto column = J.col(static_cast<Eigen::Index>(j));
        if (inputs[j].index < 0) return Derivatives::none;
        const supple::Input& handle = impl_->inputs[static_cast<std::size_t>(inputs[j].index)].handle;
        if (linear && exact_column(*impl_->mechanics, handle.path(), impl_->complete, at, outputs, column))
            continue;
        all_exact = false;
        const double step = step_of(handle.get(), handle.dimension(), impl_->complete);
        if (!difference_column(*this, inputs[j], step, outputs, column)) return Derivatives::none;
        // The differences have moved the model on.
        linear = impl_->mechanics->linearise(at);
    }
    return all_exact ? Derivatives::exact : Derivatives::differences;
}

Derivatives Solver::compliance(const Output& pose, Matrix6d& C)
{
    C.setConstant(std::nan(""));
    const Equilibrium& at = impl_->equilibrium;
    const auto point = point_of(pose, at, impl_->complete);
    if (at.status != Status::converged || !point) return Derivatives::none;
    if (impl_->mechanics->linearise(at)) {
        bool known = true;
        for (int j = 0; j < 6 && known; ++j) {
            Vector6d moved;
            known = impl_->mechanics->differentiate(*point, Vector6d::Unit(j)) &&
                    impl_->mechanics->pose_derivative(*point, moved);
            C.col(j) = moved;
        }
        if (known) return Derivatives::exact;
    }
    return compliance_by_loads(impl_->complete, pose, *point, C);
}

Equilibrium solve(const Manipulator& manipulator, const SolveOptions& options)
{
    Equilibrium equilibrium;
    solve(manipulator, options, equilibrium);
    return equilibrium;
}

void solve(const Manipulator& manipulator, const SolveOptions& options, Equilibrium& equilibrium)
{
    const Manipulator complete = completed(manipulator);
    mechanics_of(complete)->solve(options, false, equilibrium);
    for (std::string& sentence : idle_parts(complete))
        equilibrium.warnings.push_back(std::move(sentence));
}

}  // namespace supple
