// Many inputs of one manipulator, against the solver of one.
#include "support/random.hpp"

#include <supple/supple.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace supple::test {
namespace test_batch_solver {

class EachBatchedModel : public testing::TestWithParam<const char*> {};

Manipulator loaded(const char* model)
{
    return parse_model(
        fmt::format("supple: 1\nrod: {{length: 50 mm, bending_stiffness: 17185 mN mm^2}}\n"
                    "model: {{type: {}}}\nloads: [{{at: tip, force: 4 -2 2 mN, moment: 0 0 9 mN mm}}]\n",
                    model));
}

TEST_P(EachBatchedModel, ALimitOfIterationsIsThatOfOneSolver)
{
    const Manipulator m = loaded(GetParam());
    const SolveOptions limited{.max_iterations = 1};
    BatchSolver batch(m, limited);
    batch.solve(batch.width());
    Solver alone(m, limited);
    ASSERT_EQ(alone.solve_cold().status, Status::not_converged);
    for (int i = 0; i < batch.width(); ++i)
        EXPECT_EQ(batch.equilibrium(i).status, Status::not_converged) << i;
}

TEST_P(EachBatchedModel, GivesWhatOneSolverGives)
{
    const Manipulator m = loaded(GetParam());
    BatchSolver batch(m);
    Solver alone(m);
    const Solver::Input all[] = {batch.input("loads.0.force.x"), batch.input("loads.0.force.y"),
                                 batch.input("loads.0.moment.z")};
    const Solver::Input one[] = {alone.input("loads.0.force.x"), alone.input("loads.0.force.y"),
                                 alone.input("loads.0.moment.z")};
    const double size[] = {4e-3, 4e-3, 1e-4};
    std::mt19937 engine(2);
    for (int round = 0; round < 5; ++round) {
        std::vector<VectorXd> u;
        for (int i = 0; i < batch.width(); ++i) {
            u.push_back(random_vector(3, engine));
            for (int k = 0; k < 3; ++k)
                batch.set(i, all[k], size[k] * u.back()[k]);
        }
        batch.solve(batch.width());
        for (int i = 0; i < batch.width(); ++i) {
            for (int k = 0; k < 3; ++k)
                alone.set(one[k], size[k] * u[static_cast<std::size_t>(i)][k]);
            const Equilibrium& expected = alone.solve_cold();
            const Equilibrium& found = batch.equilibrium(i);
            ASSERT_EQ(expected.status, Status::converged);
            ASSERT_EQ(found.status, Status::converged);
            EXPECT_EQ(found.model, expected.model);
            EXPECT_EQ(found.warnings, expected.warnings);
            ASSERT_EQ(found.shape.frames.size(), expected.shape.frames.size());
            for (std::size_t k = 0; k < found.shape.frames.size(); ++k)
                EXPECT_LT((found.shape.frames[k].position() - expected.shape.frames[k].position()).norm(),
                          1e-12 * m.rod.length);
            EXPECT_GT((found.tip().position() - Vector3d(0, 0, m.rod.length)).norm(), 1e-5);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, EachBatchedModel,
                         testing::Values("universal-prb", "isotropic-prb, segments: 3, twist: true",
                                         "spherical-prb, joints: 8", "spherical-prb, joints: 40",
                                         "curvature, arcs: 5", "cosserat"));

TEST(BatchSolverOf, ACaseIsTheSameAtEveryPlace)
{
    BatchSolver batch(loaded("isotropic-prb, segments: 2"));
    const Solver::Input fx = batch.input("loads.0.force.x");
    std::vector<Vector3d> tips;
    for (int place = 0; place < batch.width(); ++place) {
        for (int i = 0; i < batch.width(); ++i)
            batch.set(i, fx, i == place ? 3e-3 : 1e-3 * i);
        batch.solve(place + 1);
        tips.push_back(batch.equilibrium(place).tip().position());
        EXPECT_EQ(std::memcmp(tips.back().data(), tips[0].data(), sizeof(double) * 3), 0);
    }
}

TEST(BatchSolverOf, ARefusedValueIsToldOfItsCaseAlone)
{
    BatchSolver batch(loaded("isotropic-prb"));
    const Solver::Input fx = batch.input("loads.0.force.x");
    for (int i = 0; i < batch.width(); ++i)
        batch.set(i, fx, i == 1 ? std::nan("") : 1e-3);
    batch.solve(batch.width());
    EXPECT_EQ(batch.equilibrium(0).status, Status::converged);
    EXPECT_EQ(batch.equilibrium(1).status, Status::invalid);
    EXPECT_EQ(batch.equilibrium(1).message, "loads.0.force.x: the value is not a finite number");
    EXPECT_EQ(batch.equilibrium(2).status, Status::converged);
    const Vector3d beside = batch.equilibrium(0).tip().position();
    batch.set(1, fx, 1e-3);
    batch.solve(batch.width());
    EXPECT_EQ(batch.equilibrium(1).status, Status::converged);
    // Its neighbours have not felt it, to the last bit.
    EXPECT_EQ(std::memcmp(beside.data(), batch.equilibrium(0).tip().position().data(), sizeof(double) * 3),
              0);
}

}  // namespace test_batch_solver
}  // namespace supple::test
