#include "support/golden.hpp"
#include "support/rods.hpp"

#include <supple/cosserat/cosserat.hpp>
#include <supple/lie/so3.hpp>

#include <gmock/gmock.h>

#include <numbers>

namespace supple::test {
namespace test_objective {

/// The 30 loads of s2's Table I, one at a time: at the coils or at the tip, five values a column.
std::vector<PointLoad> table_1_loads(double coil, double tip)
{
    struct Column {
        double at;
        Vector3d force, moment;
        double least, most;  ///< [N] or [N mm]
    };
    const Vector3d none = Vector3d::Zero(), x = Vector3d::UnitX(), z = Vector3d::UnitZ();
    const Column columns[] = {{coil, x, none, 0.01, 0.50},        {coil, none, 1e-3 * x, 0.01, 0.20},
                              {coil, none, 1e-3 * z, 1e-3, 0.02}, {tip, x, none, 1e-3, 0.02},
                              {tip, x - z, none, 1e-3, 5e-3},     {tip, none, 1e-3 * z, 0.01, 0.20}};
    std::vector<PointLoad> loads;
    for (const Column& column : columns) {
        for (int i = 0; i < 5; ++i) {
            const double size = column.least + 0.25 * i * (column.most - column.least);
            loads.push_back(dead_load(column.at, size * column.force, size * column.moment));
        }
    }
    return loads;
}

/// Σ |Δx|/L + half the angle between the frames over π, at the coils and at the tip [s2 Eq. 9a].
double objective(const std::string& tag)
{
    Manipulator chain = catheter();
    const double L = chain.rod.length, at_coils = 72.9e-3;
    chain.attachments.clear();
    chain.environment = {};
    chain.stations = {{"coil", at_coils}};
    double sum = 0.0;
    for (const PointLoad& load : table_1_loads(at_coils, L)) {
        chain.loads = {dead_load(at_coils, Vector3d::Zero()), load};  // the split layout cuts the rod there
        chain.model = spherical_by_tag(tag);
        const Equilibrium found = solve(chain);
        chain.model = CosseratModel{};
        const Equilibrium truth = cosserat::solve(chain);
        EXPECT_EQ(found.status, Status::converged) << found.message;
        EXPECT_EQ(truth.status, Status::converged) << truth.message;
        for (const auto& [ours, theirs] :
             {std::pair(found.tip(), truth.tip()), {found.stations[0].X_WS, truth.stations[0].X_WS}}) {
            const Matrix3d turn = ours.rotation() * theirs.rotation().transpose();
            sum += (ours.position() - theirs.position()).norm() / L +
                   0.5 * so3::log(turn).norm() / std::numbers::pi;
        }
    }
    return sum;
}

TEST(ObjectiveOfTheCatheter, IsThatOfTheSpecificationForItsReadings)
{
    // s2 Sec. 6: 3R* is Table II of the paper, read as bending and twisting joint by joint.
    EXPECT_NEAR(objective("3R-B"), 7.36696, 1e-4);
    EXPECT_NEAR(objective("3R-A"), 4.49133, 1e-4);
    EXPECT_NEAR(objective("3R*"), 1.93385, 1e-4);
    EXPECT_NEAR(objective("3R-H"), 1.89713, 1e-4);
    EXPECT_NEAR(objective("9R-H"), 0.25734, 1e-4);
}

}  // namespace test_objective
}  // namespace supple::test
