// Work that is stopped from outside ends soon, and says so.
#include "support/rods.hpp"

#include <supple/analysis/simulate.hpp>
#include <supple/analysis/solve.hpp>
#include <supple/analysis/steer.hpp>
#include <supple/io/model_file.hpp>
#include <supple/result/stop.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_stop {

/// Bent so far that a solve takes many iterations.
Manipulator bent(const ModelChoice& model)
{
    Manipulator m = rod_along_x(50 * mm, 17185 * mN_mm2);
    m.rod.torsional_stiffness = 17185 * mN_mm2;
    m.rod.axial_stiffness = 1e3;
    m.rod.shear_stiffness = Eigen::Vector2d(1e3, 1e3);
    m.model = model;
    m.loads = {dead_load(50 * mm, mN * Vector3d(-60, 30, 2))};
    return m;
}

VariationalModel sixteen_elements()
{
    VariationalModel model;
    model.elements = 16;
    return model;
}

/// How often `work` asks before it ends by itself.
template <class Work>
int questions(const Work& work)
{
    int asked = 0;
    const StopWhen never([&] {
        ++asked;
        return false;
    });
    work();
    return asked;
}

class StopInEachModel : public testing::TestWithParam<ModelChoice> {};

TEST_P(StopInEachModel, ASolveThatIsStoppedIsNoSuccessAndSaysSo)
{
    const Manipulator m = bent(GetParam());
    const int asked = questions([&] { solve(m); });
    ASSERT_GT(asked, 8);
    for (const int after : {0, 1, asked / 2}) {
        int left = after, later = 0;
        const StopWhen wanted([&] {
            if (left-- > 0) return false;
            ++later;
            return true;
        });
        const Equilibrium eq = solve(m);
        EXPECT_EQ(eq.status, Status::not_converged) << after;
        EXPECT_EQ(eq.message, stopped_sentence) << after;
        EXPECT_EQ(later, 1);  // the wish is remembered
    }
    EXPECT_NE(solve(m).message, stopped_sentence);
    EXPECT_NE(solve(m).status, Status::not_converged);
}

INSTANTIATE_TEST_SUITE_P(Models, StopInEachModel,
                         testing::Values(ModelChoice(spherical(12, JointLayout::gauss)),
                                         ModelChoice(sixteen_elements()), ModelChoice(CosseratModel{})));

TEST(StopWhen, IsAskedOnItsThreadAloneAndInsideOthers)
{
    EXPECT_FALSE(stop_wanted());
    bool outer = false;
    {
        const StopWhen around([&] { return outer; });
        {
            const StopWhen inside([] { return false; });
            EXPECT_FALSE(stop_wanted());
            outer = true;
            EXPECT_TRUE(stop_wanted());
            outer = false;
            EXPECT_TRUE(stop_wanted());
        }
        EXPECT_TRUE(stop_wanted());
    }
    EXPECT_FALSE(stop_wanted());
}

TEST(StopWhen, AWarmSolveThatIsStoppedGoesOnAfterwards)
{
    const Manipulator m = bent(spherical(12, JointLayout::gauss));
    Solver solver(m);
    const Solver::Input fy = solver.input("loads.0.force.y");
    const Vector3d before = solver.solve().tip().position();
    solver.set(fy, 31 * mN);
    {
        const StopWhen at_once([] { return true; });
        EXPECT_EQ(solver.solve().status, Status::not_converged);
        EXPECT_NE(solver.equilibrium().message.find(stopped_sentence), std::string::npos);
        EXPECT_EQ(solver.equilibrium().tip().position(), before);
    }
    const Equilibrium& after = solver.solve();
    EXPECT_EQ(after.status, Status::converged) << after.message;
    EXPECT_GT((after.tip().position() - before).norm(), 1e-6);
}

/// The verbs on files: each is asked to end at once, and half-way.
template <class Verb>
void expect_stopped(const char* file, const Verb& verb)
{
    const Manipulator m = load(std::filesystem::path(SUPPLE_EXAMPLES) / file);
    const int asked = questions([&] { verb(m); });
    ASSERT_GT(asked, 1) << file;
    for (const int after : {0, asked / 2}) {
        int left = after;
        const StopWhen wanted([&] { return left-- <= 0; });
        const auto result = verb(m);
        EXPECT_EQ(result.status, Status::not_converged) << file << ", after " << after << " of " << asked;
        EXPECT_TRUE(result.message.find("stopped") != std::string::npos ||
                    result.message.find("interrupted") != std::string::npos)
            << file << ": " << result.message;
    }
}

TEST(StopWhen, EndsAMotion)
{
    const auto verb = [](const Manipulator& m) { return simulate(m); };
    expect_stopped("released_rod.yaml", verb);
    expect_stopped("rod_driven_arm.yaml", verb);
}

TEST(StopWhen, EndsVibrations)
{
    expect_stopped("free_vibration.yaml", [](const Manipulator& m) { return find_modes(m); });
}

TEST(StopWhen, EndsSteering)
{
    Target target;
    target.position = {10 * mm, 5 * mm, std::nullopt};
    expect_stopped("mri_catheter.yaml", [&](const Manipulator& m) { return steer(m, target); });
}

}  // namespace test_stop
}  // namespace supple::test
