// The law of element_rate.hpp, for every kind of element, at zero, tiny, ordinary and large coordinates.
#include "support/differences.hpp"
#include "support/element_kinds.hpp"
#include "support/random.hpp"

#include <supple/model/element_rate.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::test {
namespace test_element_rate {

class EachMovingElement : public testing::TestWithParam<ElementKind> {};

/// W(q) q̇ about A's origin: the twist that place() gives.
Vector6d twist(const Element& element, const VectorXd& q, const VectorXd& rate, double s)
{
    LocalMap map;
    place(element, q.data(), s, map);
    Vector6d W = Vector6d::Zero();
    for (int a = 0; a < dof(element); ++a) {
        W.head<3>() += rate[a] * (map.v[a] - map.omega[a].cross(map.O));
        W.tail<3>() += rate[a] * map.omega[a];
    }
    return W;
}

TEST_P(EachMovingElement, HasTwistsThatChangeAsItsRateSays)
{
    const Element& element = GetParam().element;
    std::mt19937 engine(5);
    double largest = 0.0;
    for (const double size : {0.0, 1e-9, 1e-4, 0.1, 1.0, 2.5}) {
        for (const double s : {0.2, 0.5, 1.0}) {
            const VectorXd q = size * random_vector(dof(element), engine);
            const VectorXd rate = random_vector(dof(element), engine);
            SCOPED_TRACE(fmt::format("size {} fraction {}", size, s));
            const auto along = [&](const VectorXd& t) -> VectorXd {
                return twist(element, q + t[0] * rate, rate, s);
            };
            LocalMap map;
            place(element, q.data(), s, map);
            const TwistRate found = twist_rate(element, q.data(), rate.data(), s, map);
            Vector6d ours;
            ours << found.v, found.omega;
            EXPECT_LT((ours - difference(along, VectorXd::Zero(1))).norm(), 1e-9);
            largest = std::max(largest, ours.norm());
        }
    }
    // A slide moves along fixed directions; everything else turns its twists.
    EXPECT_EQ(largest > 1e-2, traits(element).coordinates != Coordinates::displacements);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EachMovingElement, testing::ValuesIn(element_kinds()),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace test_element_rate
}  // namespace supple::test
