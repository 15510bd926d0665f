#include <supple/field/field_map.hpp>
#include <supple/field/magnetic_field.hpp>
#include <supple/field/point_dipole.hpp>

#include "support/field_checks.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace supple {
namespace test_field_map {

const Vector3d corner(-0.1, 0.0, 0.1);
const Vector3d extent(0.2, 0.1, 0.15);

/// Samples a field on the box [corner, corner + extent] and fits the spline.
FieldMap sampled(const test::FieldFunction& field, std::array<int, 3> count)
{
    FieldMap map;
    map.origin = corner;
    map.count = count;
    map.spacing = extent.cwiseQuotient(Vector3d(count[0] - 1, count[1] - 1, count[2] - 1));
    for (int k = 0; k < count[2]; ++k) {
        for (int j = 0; j < count[1]; ++j) {
            for (int i = 0; i < count[0]; ++i) {
                map.values.push_back(field(corner + map.spacing.cwiseProduct(Vector3d(i, j, k))).B);
            }
        }
    }
    fit_spline(map);
    return map;
}

/// A magnet outside the box, farther away than the box is wide.
FieldSample magnet(const Vector3d& x)
{
    return dipole_field({0.02, -0.3, 0.18}, {0.3, 0.5, -0.2}, x);
}

/// Polynomials of third degree in each coordinate, with the gradients they have.
FieldSample cubic(const Vector3d& x)
{
    const Vector3d c(1.0, -2.0, 0.5);
    const auto p = [](double t) { return 1.0 + t - 7.0 * t * t + 30.0 * t * t * t; };
    const auto p1 = [](double t) { return 1.0 - 14.0 * t + 90.0 * t * t; };
    const auto p2 = [](double t) { return -14.0 + 180.0 * t; };
    FieldSample field;
    field.B = p(x[0]) * p(x[1]) * p(x[2]) * c;
    for (int j = 0; j < 3; ++j) {
        for (int k = 0; k < 3; ++k) {
            double first = 1.0;
            double second = 1.0;
            for (int i = 0; i < 3; ++i) {
                first *= i == j ? p1(x[i]) : p(x[i]);
                second *= i == j && i == k ? p2(x[i]) : (i == j || i == k ? p1(x[i]) : p(x[i]));
            }
            field.gradient.col(j) = first * c;
            field.second[static_cast<std::size_t>(k)].col(j) = second * c;
        }
    }
    return field;
}

Vector3d random_point(std::mt19937& engine)
{
    const Vector3d unit = 0.5 * (Vector3d::Ones() + Vector3d(test::random_vector(3, engine)));
    return corner + extent.cwiseProduct(unit);
}

/// Largest errors of B, G and H over points of the whole box, its border included.
Vector3d errors(int intervals)
{
    const FieldMap map = sampled(magnet, {intervals + 1, intervals + 1, intervals + 1});
    std::mt19937 engine(11);
    Vector3d error = Vector3d::Zero();
    for (int n = 0; n < 4000; ++n) {
        Vector3d x = random_point(engine);
        if (n % 4 == 0) x[n / 4 % 3] = corner[n / 4 % 3];
        FieldSample difference = magnet(x);
        difference *= -1.0;
        difference += field_at(map, x);
        error = error.cwiseMax(
            Vector3d(difference.B.norm(), difference.gradient.norm(), test::largest(difference.second)));
    }
    return error;
}

TEST(FieldMap, PassesThroughItsSamples)
{
    const FieldMap map = sampled(magnet, {5, 4, 7});
    std::size_t sample = 0;
    for (int k = 0; k < 7; ++k) {
        for (int j = 0; j < 4; ++j) {
            for (int i = 0; i < 5; ++i) {
                const Vector3d B = map.values[sample++];
                const Vector3d x = map.origin + map.spacing.cwiseProduct(Vector3d(i, j, k));
                EXPECT_LT((field_at(map, x).B - B).norm(), 1e-13 * B.norm());
            }
        }
    }
}

TEST(FieldMap, MeetsCubicFieldsExactlyUpToTheBorder)
{
    std::mt19937 engine(5);
    for (const std::array<int, 3> count : {std::array{4, 4, 4}, std::array{5, 6, 9}}) {
        const FieldMap map = sampled(cubic, count);
        for (int n = 0; n < 50; ++n) {
            const Vector3d x = random_point(engine);
            EXPECT_LT(test::relative_error(field_at(map, x), cubic(x)), 1e-11);
        }
        EXPECT_LT(test::relative_error(field_at(map, corner), cubic(corner)), 1e-11);
        EXPECT_LT(test::relative_error(field_at(map, corner + extent), cubic(corner + extent)), 1e-11);
    }
}

TEST(FieldMap, ConvergesAtFourthThirdAndSecondOrder)
{
    const Vector3d coarse = errors(16);
    const Vector3d fine = errors(32);
    const Vector3d order = (coarse.array() / fine.array()).log() / std::log(2.0);
    EXPECT_NEAR(order[0], 4.0, 0.25);
    EXPECT_NEAR(order[1], 3.0, 0.25);
    EXPECT_NEAR(order[2], 2.0, 0.25);
    EXPECT_LT(fine[0], 1e-5 * magnet(corner).B.norm());
}

TEST(FieldMap, IsNearlyFreeOfCurlAndDivergenceAndTheMoreSoTheFinerItIs)
{
    const Vector3d x = corner + 0.37 * extent;
    const double coarse = test::curl_and_divergence(field_at(sampled(magnet, {9, 9, 9}), x));
    const double fine = test::curl_and_divergence(field_at(sampled(magnet, {33, 33, 33}), x));
    EXPECT_GT(coarse, 1e-6);
    EXPECT_LT(fine, coarse / 4.0);
}

TEST(FieldMap, GradientsAreTheDerivativesOfTheSplineAndAreNotZero)
{
    const FieldMap map = sampled(magnet, {6, 7, 8});
    const auto field = [&](const Vector3d& x) { return field_at(map, x); };
    // In the middle of a cell, so that the differences stay within one piece and are exact but for rounding.
    const Vector3d x = map.origin + map.spacing.cwiseProduct(Vector3d(2.5, 3.4, 0.6));
    EXPECT_LT(test::relative_error(field(x), test::differences(field, x, 0.05 * map.spacing.minCoeff())),
              1e-11);
    EXPECT_GT(field(x).gradient.norm(), 0.1 * magnet(x).gradient.norm());
    EXPECT_GT(test::largest(field(x).second), 0.1 * test::largest(magnet(x).second));
}

TEST(FieldMap, SecondGradientIsContinuousFromCellToCell)
{
    const FieldMap map = sampled(magnet, {6, 7, 8});
    for (int axis = 0; axis < 3; ++axis) {
        Vector3d x = map.origin + map.spacing.cwiseProduct(Vector3d(2.3, 2.4, 2.6));
        x[axis] = map.origin[axis] + 3.0 * map.spacing[axis];
        const Vector3d step = 1e-8 * map.spacing[axis] * Vector3d::Unit(axis);
        EXPECT_LT(test::relative_error(field_at(map, x + step), field_at(map, x - step)), 1e-6);
    }
}

TEST(FieldMap, IsUndefinedOutsideItsGrid)
{
    const FieldMap map = sampled(magnet, {5, 5, 5});
    for (int axis = 0; axis < 3; ++axis) {
        const Vector3d step = 1e-6 * Vector3d::Unit(axis);
        EXPECT_FALSE(is_defined(field_at(map, corner - step)));
        EXPECT_FALSE(is_defined(field_at(map, corner + extent + step)));
    }
    EXPECT_TRUE(std::isnan(field_at(map, corner - extent).B.z()));
    EXPECT_FALSE(is_defined(field_at(map, {std::nan(""), 0.05, 0.2})));
    EXPECT_TRUE(is_defined(field_at(map, corner)));
    EXPECT_TRUE(is_defined(field_at(map, corner + extent)));
}

TEST(FieldMap, IsUndefinedUntilASplineIsFitted)
{
    FieldMap map = sampled(magnet, {5, 5, 5});
    map.coefficients.clear();
    EXPECT_FALSE(is_defined(field_at(map, corner + 0.5 * extent)));
}

TEST(FieldMap, NeedsFourFiniteSamplesAlongEachAxis)
{
    EXPECT_TRUE(is_complete(sampled(magnet, {4, 4, 4})));
    FieldMap map = sampled(magnet, {4, 3, 4});
    EXPECT_FALSE(is_complete(map));
    EXPECT_TRUE(map.coefficients.empty());

    map = sampled(magnet, {4, 4, 4});
    map.values.pop_back();
    EXPECT_FALSE(is_complete(map));
    map.values.emplace_back(0.0, std::nan(""), 0.0);
    EXPECT_FALSE(is_complete(map));
    map.values.back().setZero();
    EXPECT_TRUE(is_complete(map));
    map.spacing.y() = 0.0;
    EXPECT_FALSE(is_complete(map));
    fit_spline(map);
    EXPECT_TRUE(map.coefficients.empty());
}

TEST(FieldMap, AddsToTheOtherPartsOfAField)
{
    MagneticField field;
    field.uniform = {0.1, 0.2, 0.3};
    field.map = std::make_shared<const FieldMap>(sampled(magnet, {5, 5, 5}));
    const Vector3d x = corner + 0.4 * extent;
    FieldSample sum = field_at(*field.map, x);
    sum.B += field.uniform;
    EXPECT_LT(test::relative_error(field_at(field, x), sum), 1e-15);
    EXPECT_FALSE(is_defined(field_at(field, corner - extent)));
}

}  // namespace test_field_map
}  // namespace supple
