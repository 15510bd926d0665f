// Where the mass of an element lies, for every kind of element: as along the element itself.
#include "support/element_kinds.hpp"
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/assembly/bodies.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace {

class EachElementsMass : public testing::TestWithParam<ElementKind> {};

struct Moments {
    double mass = 0.0;
    Vector3d first = Vector3d::Zero();   ///< Σ m x
    Matrix3d second = Matrix3d::Zero();  ///< Σ m x xᵀ
};

TEST_P(EachElementsMass, IsLaidOutAsTheElementIsShaped)
{
    const Element& element = GetParam().element;
    const double L = length(element), line = 3.0;
    Manipulator m = rod_along_z(L, 1.0);
    m.rod.mass_per_length = line;
    const std::vector<Chain::Link> links = {{element, {}}};
    const std::vector<Body> bodies = bodies_of(m, links, [](double) { return Place{}; });

    std::mt19937 engine(4);
    for (const double size : {0.0, 0.3, 1.0}) {
        const VectorXd q = size * random_vector(dof(element), engine);
        LocalMap map;
        Moments found;
        for (const Body& body : bodies) {
            ASSERT_EQ(body.place.element, 0);
            place(element, q.data(), body.place.fraction, map);
            const Vector3d x = map.X_AB.position();
            const Matrix3d R = map.X_AB.rotation();
            // Σ m x xᵀ of a body about its centre, from its moments of inertia.
            const Vector3d J = body.inertia;
            const Vector3d spread = 0.5 * Vector3d::Constant(J.sum()) - J;
            found.mass += body.mass;
            found.first += body.mass * x;
            found.second += body.mass * x * x.transpose() + R * spread.asDiagonal() * R.transpose();
        }

        // Midpoint rule in small pieces of the element's own map: independent of how mass is lumped.
        constexpr int pieces = 4000;
        Moments expected;
        for (int i = 0; i < pieces; ++i) {
            place(element, q.data(), (i + 0.5) / pieces, map);
            const Vector3d x = map.X_AB.position();
            expected.mass += line * L / pieces;
            expected.first += line * L / pieces * x;
            expected.second += line * L / pieces * x * x.transpose();
        }
        EXPECT_NEAR(found.mass, expected.mass, 1e-12);
        EXPECT_LT((found.first - expected.first).norm(), 1e-6 * expected.mass * L);
        EXPECT_LT((found.second - expected.second).norm(), 1e-6 * expected.mass * L * L);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EachElementsMass, testing::ValuesIn(element_kinds()),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace supple::test
