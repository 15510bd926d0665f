#include "support/differences.hpp"
#include "support/random.hpp"

#include <supple/cosserat/dop853.hpp>
#include <supple/cosserat/interval.hpp>
#include <supple/cosserat/rotation.hpp>
#include <supple/lie/so3.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace supple::cosserat {
namespace test_interval {

using namespace supple::test;

Section section(bool stretch, bool weight)
{
    Section s;
    s.rest_curvature = Vector3d(0.7, -0.4, 1.1);
    s.bending_compliance = Vector3d(1.2, 0.8, 1.5);
    if (stretch) s.stretch_compliance = Vector3d(0.02, 0.03, 0.01);
    if (weight) s.weight = Vector3d(0.9, -1.4, 0.6);
    return s;
}

State random_state(unsigned seed)
{
    std::mt19937 engine(seed);
    State x;
    x.r = random_vector(3, engine);
    x.q = turn(random_vector(3, engine));
    x.n = 2.0 * random_vector(3, engine);
    x.m = 2.0 * random_vector(3, engine);
    return x;
}

State walk(const Section& s, State x, double length, int steps)
{
    for (int i = 0; i < steps; ++i)
        x = advance(s, x, length / steps).end;
    return x;
}

TEST(Dop853, QuadratureIsExactToDegreeSevenAndStagesSitWhereTheirRowsSay)
{
    for (int degree = 0; degree <= 7; ++degree) {
        double sum = 0.0;
        for (int i = 0; i < dop853::stages; ++i)
            sum += dop853::b[i] * std::pow(dop853::c[i], degree);
        EXPECT_NEAR(sum, 1.0 / (degree + 1), 1e-14) << degree;
    }
    for (int i = 0; i < dop853::stages; ++i) {
        double sum = 0.0;
        for (const double a : dop853::a[i])
            sum += a;
        EXPECT_NEAR(sum, dop853::c[i], 1e-14) << i;
    }
}

class EachLaw : public testing::TestWithParam<std::pair<bool, bool>> {
 protected:
    Section law() const { return section(GetParam().first, GetParam().second); }
};

TEST_P(EachLaw, OneStepErrsAsTheNinthPowerOfItsLength)
{
    const State start = random_state(3);
    const auto error = [&](double h) {
        const State a = advance(law(), start, h).end;
        const State b = walk(law(), start, h, 16);
        return (a.r - b.r).norm() + (a.q.coeffs() - b.q.coeffs()).norm() + (a.m - b.m).norm();
    };
    EXPECT_NEAR(std::log2(error(0.8) / error(0.4)), 9.0, 0.7);
}

TEST_P(EachLaw, ErrorEstimateBoundsTheErrorOfAStepThatResolvesTheShape)
{
    int resolved = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        for (const double h : {1.0, 0.5, 0.25, 0.125}) {
            SCOPED_TRACE(fmt::format("seed {} h {}", seed, h));
            const State start = random_state(seed);
            const Step step = advance(law(), start, h);
            if (step.error > 1e-6) continue;
            ++resolved;
            const State exact = walk(law(), start, h, 16);
            const double error =
                (step.end.r - exact.r).norm() + (step.end.q.coeffs() - exact.q.coeffs()).norm();
            EXPECT_LT(error, step.error + 1e-14);
        }
    }
    EXPECT_GT(resolved, 30);
}

TEST_P(EachLaw, TransitionIsTheDerivativeOfTheStep)
{
    const State start = random_state(5);
    const double h = 0.1;
    Transition T;
    const Step step = advance(law(), start, h, T);
    // The 12 values (δr, δθ, δn, δm) in and out, rotations by their vectors on the left.
    const auto f = [&](const VectorXd& d) -> VectorXd {
        State x = start;
        x.r += d.segment<3>(0);
        x.q = turn(d.segment<3>(3)) * x.q;
        x.n += d.segment<3>(6);
        x.m += d.segment<3>(9);
        const State end = advance(law(), x, h).end;
        VectorXd out(12);
        out << end.r, rotation_vector(end.q * step.end.q.conjugate()), end.n, end.m;
        return out;
    };
    Eigen::Matrix<double, 12, 12> whole;
    whole << T.A, T.B, T.C, T.D;
    EXPECT_LT(relative_error(whole, difference(f, VectorXd::Zero(12))), 1e-8);
    for (const Matrix6d& block : {T.A, T.B, T.C, T.D})
        EXPECT_GT(block.norm(), 0.1);
}

TEST_P(EachLaw, ParameterColumnsAreTheDerivativeByTheParameters)
{
    const State start = random_state(6);
    const double h = 0.1;
    Transition T;
    ParameterColumns columns;
    const Step step = advance(law(), start, h, T, columns);
    const auto f = [&](const VectorXd& d) -> VectorXd {
        Section s = law();
        s.bending_compliance += d.segment<3>(0);
        s.stretch_compliance += d.segment<3>(3);
        s.rest_curvature += d.segment<3>(6);
        s.weight += d.segment<3>(9);
        const State end = advance(s, start, h).end;
        VectorXd out(12);
        out << end.r, rotation_vector(end.q * step.end.q.conjugate()), end.n, end.m;
        return out;
    };
    Eigen::Matrix<double, 12, ParameterColumns::count> whole;
    whole << columns.dc, columns.dp;
    const MatrixXd expected = difference(f, VectorXd::Zero(ParameterColumns::count));
    EXPECT_LT(relative_error(whole, expected), 1e-8);
    for (int i = 0; i < ParameterColumns::count; ++i)
        EXPECT_GT(whole.col(i).norm(), 1e-3) << i;
}

INSTANTIATE_TEST_SUITE_P(Rods, EachLaw,
                         testing::Values(std::pair(false, false), std::pair(true, false),
                                         std::pair(false, true), std::pair(true, true)));

TEST(Interval, ConstantMomentBendsAnIsotropicRodIntoAHelix)
{
    // t′ = m × t: the centreline turns about m with the rate |m|, whatever the twist does.
    Section s;
    s.bending_compliance = Vector3d(1.0, 1.0, 1.6);
    for (const double size : {1e-9, 1e-3, 1.0, 20.0}) {
        State start;
        start.m = size * Vector3d(0.3, -0.8, 0.5);
        const State end = walk(s, start, 1.0, 1 + static_cast<int>(4 * size));
        const Vector3d expected = so3::left_jacobian(start.m) * Vector3d::UnitZ();
        EXPECT_LT((end.r - expected).norm(), 1e-11) << size;
    }
}

TEST(Interval, ElasticEnergyOfAPureBendIsHalfMomentSquaredTimesLength)
{
    State start;
    start.m = Vector3d(0.0, 1.3, 0.0);
    EXPECT_NEAR(advance(Section{}, start, 0.5).energy, 0.5 * 1.3 * 1.3 * 0.5, 1e-12);
}

}  // namespace test_interval
}  // namespace supple::cosserat
