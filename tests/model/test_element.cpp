// The laws of element.hpp, for every kind of element, at zero, tiny, ordinary and large coordinates.
#include "support/differences.hpp"
#include "support/element_kinds.hpp"
#include "support/random.hpp"

#include <supple/lie/so3.hpp>
#include <supple/model/element.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace supple::test {
namespace test_element {

std::string name_of(const testing::TestParamInfo<ElementKind>& info)
{
    return info.param.name;
}

class EachElement : public testing::TestWithParam<ElementKind> {
 protected:
    const Element& element() const { return GetParam().element; }

    /// Coordinates at which a law is tried.
    std::vector<VectorXd> coordinates() const
    {
        std::mt19937 engine(11);
        std::vector<VectorXd> all;
        for (const double size : {0.0, 1e-9, 1e-4, 0.1, 1.0, 2.5})
            all.push_back(size * random_vector(dof(element()), engine));
        return all;
    }

    /// Both ends, inside, and either side of the joint.
    std::vector<double> fractions() const
    {
        const double joint = joint_fraction(element());
        return {0.0, 0.5 * joint, joint, 0.25 + 0.75 * joint, 1.0};
    }

    LocalMap at(const VectorXd& q, double s) const
    {
        LocalMap map;
        place(element(), q.data(), s, map);
        return map;
    }
};

TEST_P(EachElement, IsStraightAtZero)
{
    const VectorXd q = VectorXd::Zero(dof(element()));
    for (const double s : fractions()) {
        const SE3 X = at(q, s).X_AB;
        EXPECT_EQ((X.rotation() - Matrix3d::Identity()).norm(), 0.0);
        EXPECT_LT((X.position() - Vector3d(0, 0, s * length(element()))).norm(), 1e-16);
    }
}

TEST_P(EachElement, StartsAtItsBaseFrame)
{
    if (joint_fraction(element()) == 0.0) return;  // the joint itself is at the start
    for (const VectorXd& q : coordinates()) {
        const SE3 X = at(q, 0.0).X_AB;
        EXPECT_LT((X.rotation() - Matrix3d::Identity()).norm() + X.position().norm(), 1e-15);
    }
}

TEST_P(EachElement, PoseAtAJointIsThatOfTheOutboardLink)
{
    for (const VectorXd& q : coordinates()) {
        const double joint = joint_fraction(element());
        if (joint == 1.0) continue;
        EXPECT_LT((at(q, joint).X_AB.rotation() - at(q, 1.0).X_AB.rotation()).norm(), 1e-15);
    }
}

TEST_P(EachElement, TwistsAreTheDerivativeOfThePose)
{
    double largest = 0.0;
    for (const VectorXd& q : coordinates()) {
        for (const double s : fractions()) {
            SCOPED_TRACE(fmt::format("s = {}, |q| = {}", s, q.norm()));
            const double joint = joint_fraction(element());
            if (std::abs(s - joint) < 1e-15 && s != 1.0 && joint == 0.0) continue;
            const LocalMap map = at(q, s);
            const auto pose = [&](const VectorXd& x) -> VectorXd {
                const SE3 X = at(x, s).X_AB;
                VectorXd entries(12);
                entries << X.position(), X.rotation().reshaped();
                return entries;
            };
            const MatrixXd D = difference(pose, q, 1e-3);
            for (int a = 0; a < dof(element()); ++a) {
                const Matrix3d dR = D.col(a).tail<9>().reshaped(3, 3);
                const Vector3d w = so3::vee(dR * map.X_AB.rotation().transpose());
                const Vector3d v = map.v[a] + map.omega[a].cross(map.X_AB.position() - map.O);
                EXPECT_LT((map.omega[a] - w).norm(), 1e-10);
                EXPECT_LT((v - D.col(a).head<3>()).norm(), 1e-10);
                largest = std::max(largest, D.col(a).norm());
            }
        }
    }
    EXPECT_GT(largest, 0.1);
}

TEST_P(EachElement, CurvatureOfMapIsTheDerivativeOfItsTwists)
{
    std::mt19937 engine(5);
    double largest = 0.0;
    for (const VectorXd& q : coordinates()) {
        for (const double s : {0.4, 1.0}) {
            if (s < joint_fraction(element()) && joint_fraction(element()) < 1.0) continue;
            SCOPED_TRACE(fmt::format("s = {}, |q| = {}", s, q.norm()));
            const Vector3d m = random_vector(3, engine), f = random_vector(3, engine);
            const auto powers = [&](const VectorXd& x) -> VectorXd {
                const LocalMap map = at(x, s);
                VectorXd p(dof(element()));
                for (int a = 0; a < p.size(); ++a)
                    p[a] = map.omega[a].dot(m) + map.v[a].dot(f);
                return p;
            };
            const int n = dof(element());
            const MatrixXd Q = curvature_of_map(element(), q.data(), s, m, f).topLeftCorner(n, n);
            EXPECT_LT((Q - difference(powers, q, 1e-3)).norm(), 1e-9);
            largest = std::max(largest, Q.norm());
        }
    }
    if (traits(element()).coordinates != Coordinates::displacements) {
        EXPECT_GT(largest, 0.05);
    }
}

TEST_P(EachElement, IsWhatItsTraitsSay)
{
    const ElementTraits is = traits(element());
    double turning = 0.0, origin_moves = 0.0, along = 0.0;
    bool inside = false;
    for (const VectorXd& q : coordinates()) {
        const LocalMap end = at(q, 1.0), middle = at(q, 0.37);
        for (int a = 0; a < dof(element()); ++a) {
            turning = std::max(turning, end.omega[a].norm());
            origin_moves = std::max(origin_moves, end.v[a].norm());
            along = std::max(along, std::abs(end.v[a].z()) - 10.0 * end.omega[a].norm());
        }
        // Neither the frame of one end nor that of the other: what is between deforms.
        const Matrix3d R = middle.X_AB.rotation();
        inside =
            inside || ((R - Matrix3d::Identity()).norm() > 1e-3 && (R - end.X_AB.rotation()).norm() > 1e-3);
    }
    EXPECT_EQ(turning > 0.0, is.coordinates != Coordinates::displacements);
    EXPECT_EQ(origin_moves == 0.0, is.is_joint);
    EXPECT_EQ(inside, is.bends_inside);
    EXPECT_EQ(along > 0.1, is.stretches);
}

TEST(Element, OfEveryKindIsAmongThoseTried)
{
    std::set<std::size_t> tried;
    for (const ElementKind& kind : element_kinds())
        tried.insert(kind.element.index());
    EXPECT_EQ(tried.size(), std::variant_size_v<Element>);
}

INSTANTIATE_TEST_SUITE_P(Element, EachElement, testing::ValuesIn(element_kinds()), name_of);

// Fractions are quotients of lengths: rounding must not put a point on the wrong side.
TEST(Element, EitherSideOfAJointIsOnItsOwnLink)
{
    std::mt19937 engine(17);
    const double q[] = {0.5, 0.3, 0.2};
    for (int i = 0; i < 2000; ++i) {
        const Eigen::Vector2d l = Eigen::Vector2d::Constant(1.1) + Eigen::Vector2d(random_vector(2, engine));
        for (const Element& element :
             {Element(UniversalJoint{l[0], l[1], false}), Element(SphericalJoint{l[0], l[1]})}) {
            const double joint = joint_fraction(element);
            LocalMap before, at, end;
            place(element, q, std::nextafter(joint, 0.0), before);
            place(element, q, joint, at);
            place(element, q, 1.0, end);
            ASSERT_EQ(before.X_AB.rotation(), Matrix3d::Identity()) << l.transpose();
            ASSERT_EQ(at.X_AB.rotation(), end.X_AB.rotation()) << l.transpose();
            ASSERT_LT((at.X_AB.position() - before.X_AB.position()).norm(), 1e-15);
        }
    }
}

TEST(Element, AnArcOfConstantCurvatureLiesOnACircle)
{
    const double L = 0.7, kappa = 3.0;
    LocalMap map;
    const double q[] = {0.0, kappa};
    place(ConstantCurvature{L, false}, q, 1.0, map);
    EXPECT_NEAR(map.X_AB.position().x(), (1.0 - std::cos(kappa * L)) / kappa, 1e-15);
    EXPECT_NEAR(map.X_AB.position().z(), std::sin(kappa * L) / kappa, 1e-15);
}

TEST(Element, AnArcIsThatOfSineAndCosineToTheLastDigits)
{
    // Either side of |Lq|² = 0.1 and 2.5, where the series change.
    const double L = 0.5;
    for (const double theta : {0.01, 0.316, 0.317, 1.0, 1.5, 1.58, 1.582, 3.0}) {
        LocalMap map;
        const double q[] = {0.0, theta / L};
        place(ConstantCurvature{L, false}, q, 1.0, map);
        const auto length = static_cast<long double>(L), angle = static_cast<long double>(theta);
        const long double c = std::cos(angle), s = std::sin(angle);
        EXPECT_NEAR(map.X_AB.rotation()(2, 2), static_cast<double>(c), 3e-16) << theta;
        EXPECT_NEAR(map.X_AB.rotation()(0, 2), static_cast<double>(s), 3e-16) << theta;
        EXPECT_NEAR(map.X_AB.position().x(), static_cast<double>(length * (1.0L - c) / angle), 2e-16)
            << theta;
        EXPECT_NEAR(map.X_AB.position().z(), static_cast<double>(length * s / angle), 2e-16) << theta;
    }
}

TEST(Element, AUniversalJointTurnsAboutXThenAboutTheTurnedY)
{
    LocalMap map;
    const double q[] = {0.4, -0.7};
    place(UniversalJoint{0.0, 1.0, false}, q, 1.0, map);
    const Matrix3d R =
        (Eigen::AngleAxisd(0.4, Vector3d::UnitX()) * Eigen::AngleAxisd(-0.7, Vector3d::UnitY()))
            .toRotationMatrix();
    EXPECT_LT((map.X_AB.rotation() - R).norm(), 1e-15);
}

}  // namespace test_element
}  // namespace supple::test
