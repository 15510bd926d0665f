// The geometrically exact rod.

#include <supple/analysis/mechanics.hpp>
#include <supple/cosserat/sensitivity.hpp>
#include <supple/text/path.hpp>

#include <optional>

namespace supple {
namespace {

/// Which derivative of the tip a path asks for: a column of one of the matrices of cosserat::Sensitivity.
struct Column {
    enum class Of { load, coils, bending, stretch };
    Of of;
    std::size_t item = 0;
    int column = 0;
    int further = 0;  ///< how many columns behind it count too
};

/// The index of the item that a step names: by its name, or by its place where it has none.
template <class Items, class NameOf>
std::optional<std::size_t> item_named(const Items& items, std::string_view step, NameOf name_of)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string name = name_of(items[i]);
        if (step == (name.empty() ? std::to_string(i) : name)) return i;
    }
    return std::nullopt;
}

std::optional<int> axis_of(std::string_view step)
{
    if (step.size() != 1 || step[0] < 'x' || step[0] > 'z') return std::nullopt;
    return step[0] - 'x';
}

std::optional<Column> column_of(const Manipulator& m, std::string_view path)
{
    using Of = Column::Of;
    if (path == "rod.bending_stiffness") return Column{Of::bending, 0, 0, 1};
    if (path == "rod.shear_stiffness") return Column{Of::stretch, 0, 0, 1};
    if (path == "rod.bending_stiffness.0") return Column{Of::bending, 0, 0};
    if (path == "rod.bending_stiffness.1") return Column{Of::bending, 0, 1};
    if (path == "rod.torsional_stiffness") return Column{Of::bending, 0, 2};
    if (path == "rod.shear_stiffness.0") return Column{Of::stretch, 0, 0};
    if (path == "rod.shear_stiffness.1") return Column{Of::stretch, 0, 1};
    if (path == "rod.axial_stiffness") return Column{Of::stretch, 0, 2};
    const std::vector<std::string> steps = steps_of(path);
    if (steps.size() != 4) return std::nullopt;
    const auto axis = axis_of(steps[3]);
    if (!axis) return std::nullopt;
    if (steps[0] == "loads" && (steps[2] == "force" || steps[2] == "moment")) {
        const auto load = item_named(m.loads, steps[1], [](const PointLoad& each) { return each.name; });
        if (load) return Column{Of::load, *load, *axis + (steps[2] == "moment" ? 3 : 0)};
    }
    if (steps[0] == "attachments" && steps[2] == "currents") {
        const auto coils = item_named(m.attachments, steps[1], [](const Attachment& each) {
            return std::visit([](const auto& one) { return one.name; }, each);
        });
        if (coils && std::holds_alternative<CoilSet>(m.attachments[*coils]))
            return Column{Of::coils, *coils, *axis};
    }
    return std::nullopt;
}

class ExactMechanics final : public Mechanics {
 public:
    explicit ExactMechanics(const Manipulator& manipulator)
        : manipulator_(&manipulator), solver_(manipulator, cosserat::options_of(manipulator))
    {
    }

    /// The rod's own description says what it cannot carry when it is solved.
    const std::string& unsupported() const noexcept override { return nothing_; }
    int joints() const noexcept override { return 0; }
    bool twists() const noexcept override { return true; }
    InputCost update_cost() const noexcept override { return InputCost::reshape; }
    System* system() noexcept override { return nullptr; }

    void update(const Manipulator& manipulator) override
    {
        manipulator_ = &manipulator;
        solver_.update(manipulator);
    }

    int find_store(std::string_view) override { return -1; }
    void store(int, double) noexcept override {}

    void solve(const SolveOptions& options, bool warm, Equilibrium& equilibrium) noexcept override
    {
        solver_.options().warm = warm && equilibrium.status == Status::converged;
        solver_.options().max_iterations = options.max_iterations;
        cosserat::solve(solver_, equilibrium);
        if (options.arc_length)
            equilibrium.warnings.emplace_back(
                "the model cosserat follows the load, not the path's arc length");
        if (options.eigenvalue)
            equilibrium.warnings.emplace_back(
                "the model cosserat gives no smallest eigenvalue, only the verdict");
    }

    Trajectory simulate(const Manipulator& m, const Progress&) override
    {
        Trajectory none;
        none.model = type_name(m.model);
        none.message = "the exact rod is solved at rest only; use a chain or the variational rod for motion";
        return none;
    }
    Modes modes(const Manipulator& m, const ModesOptions&) override
    {
        Modes none;
        none.model = type_name(m.model);
        none.message = "the exact rod has no modes here; use a chain or the variational rod for vibrations";
        return none;
    }

    bool linearise(const Equilibrium& equilibrium) noexcept override
    {
        if (equilibrium.status != Status::converged) return false;
        cosserat::sensitivity(solver_, sensitivity_);
        R_ = equilibrium.tip().rotation();
        return sensitivity_.tip_compliance.allFinite();
    }

    int find_derivative(std::string_view path) override
    {
        const auto column = column_of(*manipulator_, path);
        if (!column) return -1;
        columns_.push_back(*column);
        return static_cast<int>(columns_.size()) - 1;
    }

    void differentiate(int number) noexcept override
    {
        const Column& c = columns_[static_cast<std::size_t>(number)];
        switch (c.of) {
            case Column::Of::load:
                tip_ = sensitivity_.loads[c.item].col(c.column);
                break;
            case Column::Of::coils:
                tip_ = sensitivity_.coils[c.item].col(c.column);
                break;
            case Column::Of::bending:
                tip_ = sensitivity_.bending_stiffness.middleCols(c.column, 1 + c.further).rowwise().sum();
                break;
            case Column::Of::stretch:
                tip_ = sensitivity_.stretch_stiffness.middleCols(c.column, 1 + c.further).rowwise().sum();
                break;
        }
    }

    bool differentiate(const RodPoint& point, const Vector6d& wrench) noexcept override
    {
        tip_ = sensitivity_.tip_compliance * wrench;
        return point.at >= manipulator_->rod.length;
    }

    /// The rod's own sensitivities are body twists of the tip.
    bool pose_derivative(const RodPoint& point, Vector6d& derivative) noexcept override
    {
        derivative << R_ * tip_.head<3>(), R_ * tip_.tail<3>();
        return point.at >= manipulator_->rod.length;
    }
    bool reaction_derivative(int, Vector6d&) noexcept override { return false; }

 private:
    const Manipulator* manipulator_;
    cosserat::Solver solver_;
    cosserat::Sensitivity sensitivity_;
    Matrix3d R_ = Matrix3d::Identity();
    Vector6d tip_ = Vector6d::Zero();
    std::vector<Column> columns_;
    std::string nothing_;
};

}  // namespace

std::unique_ptr<Mechanics> exact_mechanics(const Manipulator& manipulator)
{
    return std::make_unique<ExactMechanics>(manipulator);
}

}  // namespace supple
