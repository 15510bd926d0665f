#include <supple/rod/completed.hpp>
#include <supple/rod/magnet.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace supple {
namespace test_magnet {

constexpr double pi = std::numbers::pi;

Magnet of(MagnetShape shape)
{
    Magnet magnet;
    magnet.shape = shape;
    magnet.remanence = 1.345;
    magnet.density = 7500.0;
    return magnet;
}

TEST(Magnet, HasTheVolumeOfItsShape)
{
    EXPECT_DOUBLE_EQ(volume(MagnetCylinder{2e-3, 4e-3}), 4e-9 * pi);
    EXPECT_DOUBLE_EQ(volume(MagnetCylinder{3e-3, 4e-3, 1e-3}), 8e-9 * pi);
    EXPECT_DOUBLE_EQ(volume(MagnetSphere{6e-3}), 36e-9 * pi);
    EXPECT_DOUBLE_EQ(volume(MagnetBlock{{1e-3, 2e-3, 3e-3}}), 6e-9);
}

// The magnet of s4, experiments 4 and 5: 2 mm thick, 4 mm long, 1.345 T, 13.45 mA m².
TEST(Magnet, HasTheDipoleOfItsRemanenceAlongItsAxis)
{
    Magnet magnet = of(MagnetCylinder{2e-3, 4e-3});
    EXPECT_LT((dipole_by_remanence(magnet) - Vector3d(0, 0, 0.01345)).norm(), 1e-9 * 0.01345);
    magnet.axis = -Vector3d::UnitX();
    EXPECT_LT((dipole_by_remanence(magnet) - Vector3d(-0.01345, 0, 0)).norm(), 1e-9 * 0.01345);
}

/// By a sum over small cubes: mass, and inertia about d1, d2 and d3.
Eigen::Vector4d summed(const MagnetShape& shape, double density, double half)
{
    const auto inside = [&](const Vector3d& p) {
        if (const auto* c = std::get_if<MagnetCylinder>(&shape)) {
            const double r = p.head<2>().norm();
            return r < c->diameter / 2 && r > c->inner_diameter / 2 && std::abs(p.z()) < c->length / 2;
        }
        if (const auto* s = std::get_if<MagnetSphere>(&shape)) return p.norm() < s->diameter / 2;
        return (p.cwiseAbs() - std::get<MagnetBlock>(shape).size / 2).maxCoeff() < 0.0;
    };
    constexpr int n = 120;
    const double h = 2.0 * half / n, m = density * h * h * h;
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (int i = 0; i < n * n * n; ++i) {
        const Vector3d p =
            Vector3d(i % n + 0.5, i / n % n + 0.5, i / n / n + 0.5) * h - Vector3d::Constant(half);
        if (!inside(p)) continue;
        const Vector3d squares = p.cwiseAbs2();
        const Vector3d about = Vector3d::Constant(squares.sum()) - squares;
        sum += m * Eigen::Vector4d(1.0, about.x(), about.y(), about.z());
    }
    return sum;
}

TEST(Magnet, HasTheMassAndInertiaOfItsVolume)
{
    const MagnetShape shapes[] = {MagnetCylinder{3e-3, 4e-3, 1e-3}, MagnetSphere{3e-3},
                                  MagnetBlock{{2e-3, 1e-3, 4e-3}}};
    for (const MagnetShape& shape : shapes) {
        const BodyInertia inertia = inertia_by_density(of(shape));
        const Eigen::Vector4d expected = summed(shape, 7500.0, 2.04e-3);
        // Cubes of a hundredth of the shape cut its surface roughly.
        EXPECT_NEAR(inertia.mass / expected[0], 1.0, 0.02) << shape.index();
        EXPECT_NEAR(inertia.radial_inertia / (0.5 * (expected[1] + expected[2])), 1.0, 0.03) << shape.index();
        EXPECT_NEAR(inertia.axial_inertia / expected[3], 1.0, 0.03) << shape.index();
    }
}

TEST(Magnet, IsCompletedFromWhatIsWritten)
{
    Manipulator m;
    m.rod.length = 0.1;
    m.rod.bending_stiffness = Eigen::Vector2d(1e-5, 1e-5);
    Magnet magnet = of(MagnetCylinder{2e-3, 4e-3});
    magnet.at = at_tip;
    magnet.axis = Vector3d(0, 3, 4);
    m.attachments.emplace_back(magnet);
    EXPECT_FALSE(is_complete(m));
    complete(m);
    EXPECT_TRUE(is_complete(m));
    const auto& made = std::get<Magnet>(m.attachments[0]);
    EXPECT_LT((made.dipole - 0.01345 * Vector3d(0, 0.6, 0.8)).norm(), 1e-9 * 0.01345);
    EXPECT_DOUBLE_EQ(made.inertia.mass, 7500.0 * 4e-9 * pi);
    EXPECT_EQ(made.at, 0.1);
}

}  // namespace test_magnet
}  // namespace supple
