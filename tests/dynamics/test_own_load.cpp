// A load written here, unknown to the library, acts on every model as its built-in twin does.
#include "support/nodal_rods.hpp"
#include "support/rods.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/dynamics/simulate.hpp>
#include <supple/dynamics/variational.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/lie/so3.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace {

/// A force fixed to the section: the twin of a point load with `frame: body`.
class OwnFollower final : public Load {
 public:
    OwnFollower(int point, const Vector3d& force) : point_(static_cast<std::size_t>(point)), force_(force) {}

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override
    {
        const Vector3d f = scale * (frames[point_].rotation() * force_);
        forces[point_].F.head<3>() += f;
        forces[point_].dF_dx.topRightCorner<3, 3>() -= so3::hat(f);
        forces[point_].varies = true;
    }
    bool conservative() const noexcept override { return false; }
    double potential(std::span<const SE3>) const noexcept override { return 0.0; }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return force_[0]; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

 private:
    std::size_t point_;
    Vector3d force_;  ///< [N], axes of the section
};

/// A soft rod without weight, pushed across at its tip by a force that turns with it: one point of the chain.
Manipulator pushed(const ModelChoice& model)
{
    Manipulator m = experiment(3, 12, StrainPlace::midpoint, false);
    m.model = model;
    m.loads = {follower(m.rod.length, Vector3d(2e-3, 1e-3, -5e-4))};
    m.rod.damping.viscous_rate = 3.0;
    Simulation simulation;
    simulation.duration = 0.05;
    simulation.output_every = 0.01;
    simulation.initial = InitialState::straight;
    m.simulation = simulation;
    return m;
}

VariationalModel twelve_elements()
{
    VariationalModel model;
    model.elements = 12;
    return model;
}

std::unique_ptr<System> own_chain(const Manipulator& m, double time)
{
    auto system = discretize(m, time);
    system->loads[0] = std::make_unique<OwnFollower>(0, m.loads[0].force);
    return system;
}

variational::NodalRod own_rod(const Manipulator& m)
{
    variational::NodalRod rod = nodal(m);
    rod.loads = {{rod.nodes() - 1, std::make_shared<OwnFollower>(0, m.loads[0].force)}};
    return rod;
}

double tip_distance(const Equilibrium& a, const Equilibrium& b)
{
    return (a.tip().position() - b.tip().position()).norm();
}

TEST(OwnLoad, BendsAChainAsItsTwinDoes)
{
    const Manipulator m = pushed(spherical(6, JointLayout::gauss));
    const Equilibrium own = solve_statics(*own_chain(m, -1e-9)), twin = solve(m);
    ASSERT_EQ(own.status, Status::converged) << own.message;
    EXPECT_GT((twin.tip().position() - Vector3d(m.rod.length, 0, 0)).norm(), 0.1 * m.rod.length);
    EXPECT_LT(tip_distance(own, twin), 1e-12);
}

TEST(OwnLoad, BendsTheNodalRodAsItsTwinDoes)
{
    const Manipulator m = pushed(twelve_elements());
    const Equilibrium own = variational::solve_statics(own_rod(m)), twin = variational::solve_statics(m);
    ASSERT_EQ(own.status, Status::converged) << own.message;
    EXPECT_GT((twin.tip().position() - Vector3d(m.rod.length, 0, 0)).norm(), 0.1 * m.rod.length);
    EXPECT_LT(tip_distance(own, twin), 1e-12);
}

TEST(OwnLoad, MovesAChainAsItsTwinDoes)
{
    const Manipulator m = pushed(spherical(6, JointLayout::gauss));
    const auto system = discretize(m, 0.0);
    const VectorXd rest = system->model->rest_coordinates();
    const MotionStart start{rest, VectorXd::Zero(rest.size()), {}, {}};
    const auto run = [&](const SystemAt& system_at) { return simulate(system_at, *m.simulation, start); };
    const Trajectory twin = run([&](double time) { return discretize(m, time); });
    const Trajectory own = run([&](double time) { return own_chain(m, time); });
    ASSERT_EQ(own.status, Status::converged) << own.message;
    ASSERT_EQ(own.frames.size(), twin.frames.size());
    EXPECT_GT((twin.frames.back().back().position() - twin.frames[0].back().position()).norm(), 1e-3);
    for (std::size_t i = 0; i < own.frames.size(); ++i)
        EXPECT_LT((own.frames[i].back().position() - twin.frames[i].back().position()).norm(), 1e-12);
}

TEST(OwnLoad, MovesTheNodalRodAsItsTwinDoes)
{
    for (const Integrator integrator : {Integrator::explicit_, Integrator::implicit}) {
        Manipulator m = pushed(twelve_elements());
        m.simulation->integrator = integrator;
        const Trajectory twin = simulate_variational(m);
        const Trajectory own = simulate_variational(own_rod(m), *m.simulation);
        ASSERT_EQ(own.status, Status::converged) << own.message;
        ASSERT_EQ(own.frames.size(), twin.frames.size());
        EXPECT_GT((twin.frames.back().back().position() - twin.frames[0].back().position()).norm(), 1e-3);
        for (std::size_t i = 0; i < own.frames.size(); ++i)
            EXPECT_LT((own.frames[i].back().position() - twin.frames[i].back().position()).norm(), 1e-12);
    }
}

/// Drag needs the velocities, which the variational rod does not hand to loads.
class Drag final : public Load {
 public:
    void add_to(std::span<const SE3>, double, std::span<FrameForce>) const noexcept override {}
    bool feels_motion() const noexcept override { return true; }
    bool conservative() const noexcept override { return false; }
    double potential(std::span<const SE3>) const noexcept override { return 0.0; }
    int parameters() const noexcept override { return 0; }
    double& parameter(int) noexcept override { return unused_; }
    std::string parameter_path(int) const override { return ""; }
    void add_derivative(int, std::span<const SE3>, std::span<FrameForce>) const noexcept override {}

 private:
    double unused_ = 0.0;
};

TEST(OwnLoad, ThatFeelsTheMotionIsRefusedByTheNodalRodWithASentence)
{
    const Manipulator m = pushed(twelve_elements());
    variational::NodalRod rod = own_rod(m);
    rod.loads.push_back({1, std::make_shared<Drag>()});
    const Trajectory run = simulate_variational(std::move(rod), *m.simulation);
    EXPECT_EQ(run.status, Status::invalid);
    EXPECT_NE(run.message.find("depends on velocities"), std::string::npos) << run.message;
}

}  // namespace
}  // namespace supple::test
