#include "support/nodal_rods.hpp"
#include "support/sanitized.hpp"

#include <supple/dynamics/variational.hpp>
#include <supple/estimate/damping_filter.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace supple::test {
namespace test_damping_filter {

constexpr double true_rate =
    2.0 * 0.05 * 2.0 * 3.141592653589793 * 3.4664086;  ///< a twentieth of critical [1/s]
constexpr double mm = 1e-3;

TEST(DampingFilter, TheLawIsTheReferenceImplementations)
{
    const auto reference = golden("s4_filter_unit.json");
    for (const auto& given : reference.at("cases")) {
        const FilterLaw law = {given.at("dt"), given.at("H"), given.at("R"), given.at("W")};
        const double K =
            law.damping({given.at("p"), given.at("v"), given.at("acc"), given.at("y"), given.at("m")});
        EXPECT_NEAR(K / given.at("K").get<double>(), 1.0, 1e-12);
    }
}

TEST(DampingFilter, TheLawMinimisesItsCost)
{
    for (const int H : {1, 60}) {
        const FilterLaw law = {8e-5, H, 2.0, 1e-9};
        const FilterSample s = {0.01, 0.3, -4.0, 0.0101, 1e-4};
        const double tau = H * law.dt;
        const double a =
            H == 1 ? s.p + tau * s.v + tau * tau * s.acc : s.p + tau * s.v + 0.5 * tau * tau * s.acc;
        const auto cost = [&](double K) {
            const double e = a - law.influence(s.v, s.m) * K - s.y;
            return 0.5 * law.R * e * e + 0.5 * law.W * K * K;
        };
        const double K = law.damping(s);
        EXPECT_GT(std::abs(K), 0.0);
        EXPECT_LT(cost(K), cost(1.001 * K));
        EXPECT_LT(cost(K), cost(0.999 * K));
    }
}

/// Experiment 3 with 40 elements, let go straight, seen by a camera of 500 pictures a second at 10 points.
const Trajectory& truth()
{
    static const Trajectory run = [] {
        Manipulator m = experiment(3, 40);
        m.rod.damping.viscous_rate = true_rate;
        Simulation s;
        s.duration = 1.0;
        s.output_every = 2e-3;
        s.initial = InitialState::straight;
        s.integrator = Integrator::explicit_;
        m.simulation = s;
        return simulate_variational(m);
    }();
    return run;
}

std::vector<MeasuredPoint> seen(const std::vector<int>& nodes_of_ten, double noise, unsigned seed)
{
    std::mt19937 engine(seed);
    std::normal_distribution<double> normal(0.0, 1.0);
    std::vector<MeasuredPoint> points;
    for (const int node : nodes_of_ten) {
        const auto a = static_cast<std::size_t>(4 * node);
        MeasuredPoint point;
        point.at = truth().arclength[a];
        point.track.interval = 2e-3;
        for (const auto& frames : truth().frames) {
            Vector3d p = frames[a].position();
            if (noise > 0.0) p += noise * Vector3d(normal(engine), normal(engine), normal(engine));
            point.track.positions.push_back(p);
        }
        points.push_back(point);
    }
    return points;
}

const std::vector<int> all_nodes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

/// The filter's model: 10 elements, no damping of translation.
Manipulator filter_model(StrainPlace strain)
{
    Manipulator m = experiment(3, 10, strain);
    std::get<VariationalModel>(m.model).frequency_correction = strain == StrainPlace::nodal;
    m.simulation = Simulation{};
    m.simulation->initial = InitialState::straight;
    return m;
}

/// Largest lateral distance of the filter's tip to the true one, at the camera's times.
double largest_lateral_error(const DampingEstimate& estimate)
{
    double largest = 0.0;
    Track tip;
    tip.interval = 2e-3;
    for (const auto& frames : truth().frames)
        tip.positions.push_back(frames.back().position());
    for (std::size_t i = 0; i < estimate.time.size(); ++i) {
        const Vector3d e = estimate.course[i] - position_at(tip, estimate.time[i]);
        largest = std::max(largest, std::hypot(e.y(), e.z()));
    }
    return largest;
}

TEST(DampingFilter, TheHorizonFindsTheDampingForEverySeedOfTheNoise)
{
    ASSERT_EQ(truth().status, Status::converged) << truth().message;
    for (const StrainPlace strain : {StrainPlace::nodal, StrainPlace::midpoint}) {
        for (unsigned seed = 1; seed <= (sanitized ? 1 : 8); ++seed) {
            DampingFilterOptions options;
            options.noise = 0.05 * mm;
            options.rotational_rate = true_rate;
            options.step = 8e-5;
            const auto estimate =
                estimate_damping(filter_model(strain), seen(all_nodes, 0.05 * mm, seed), options);
            ASSERT_EQ(estimate.status, Status::converged) << estimate.message;
            EXPECT_LT(largest_lateral_error(estimate), 0.2 * mm) << seed;
            EXPECT_NEAR(estimate.rate / true_rate, 1.0, 0.02) << seed;
        }
    }
}

TEST(DampingFilter, TheCausalHorizonIsWorseButServes)
{
    DampingFilterOptions options;
    options.noise = 0.05 * mm;
    options.rotational_rate = true_rate;
    options.step = 8e-5;
    options.causal = true;
    const auto estimate =
        estimate_damping(filter_model(StrainPlace::midpoint), seen(all_nodes, 0.05 * mm, 1), options);
    ASSERT_EQ(estimate.status, Status::converged) << estimate.message;
    EXPECT_LT(largest_lateral_error(estimate), 0.5 * mm);
    EXPECT_NEAR(estimate.rate / true_rate, 1.0, 0.06);
}

TEST(DampingFilter, WithoutItTheModelRunsAway)
{
    DampingFilterOptions options;
    options.rotational_rate = true_rate;
    options.step = 8e-5;
    options.W = 1e30;
    const auto estimate =
        estimate_damping(filter_model(StrainPlace::nodal), seen(all_nodes, 0.0, 1), options);
    EXPECT_GT(largest_lateral_error(estimate), 10.0 * mm);
    EXPECT_LT(std::abs(estimate.rate), 1e-3 * true_rate);
}

TEST(DampingFilter, TheOneStepLawFollowsTheMeasurementButDoesNotFindTheDamping)
{
    DampingFilterOptions options;
    options.noise = 0.05 * mm;
    options.rotational_rate = true_rate;
    options.step = 8e-5;
    options.horizon = 1;
    const auto one =
        estimate_damping(filter_model(StrainPlace::midpoint), seen(all_nodes, 0.05 * mm, 2), options);
    ASSERT_EQ(one.status, Status::converged) << one.message;
    EXPECT_LT(largest_lateral_error(one), 0.2 * mm);
    EXPECT_GT(one.rate, 10.0 * true_rate);  // it follows what is left of the noise
    EXPECT_GT(one.negative.back(), 0.4);
}

TEST(DampingFilter, TheTipAloneGivesTheDampingRoughly)
{
    DampingFilterOptions options;
    options.noise = 0.05 * mm;
    options.rotational_rate = true_rate;
    options.step = 8e-5;
    const auto estimate =
        estimate_damping(filter_model(StrainPlace::midpoint), seen({10}, 0.05 * mm, 3), options);
    ASSERT_EQ(estimate.status, Status::converged) << estimate.message;
    EXPECT_NEAR(estimate.rate / true_rate, 1.0, 0.1);
}

TEST(DampingFilter, WhatItCannotUseIsSaid)
{
    auto points = seen({10}, 0.0, 1);
    points[0].at *= 0.97;
    EXPECT_NE(estimate_damping(filter_model(StrainPlace::midpoint), points).message.find("between two nodes"),
              std::string::npos);
    points = seen({10}, 0.0, 1);
    points[0].track.positions.resize(3);
    EXPECT_NE(estimate_damping(filter_model(StrainPlace::midpoint), points).message.find("four samples"),
              std::string::npos);
    EXPECT_EQ(estimate_damping(filter_model(StrainPlace::midpoint), {}).status, Status::invalid);
}

/// What a rod damped by the true rate does from a state in the midst of a motion, or from rest.
std::vector<MeasuredPoint> seen_from(Manipulator m, double duration)
{
    m.rod.damping.viscous_rate = true_rate;
    m.simulation->duration = duration;
    m.simulation->output_every = 2e-3;
    const Trajectory run = simulate_variational(m);
    EXPECT_EQ(run.status, Status::converged) << run.message;
    std::vector<MeasuredPoint> points;
    for (std::size_t a = 1; a < run.arclength.size(); ++a) {
        MeasuredPoint point;
        point.at = run.arclength[a];
        point.track.interval = 2e-3;
        for (const auto& frames : run.frames)
            point.track.positions.push_back(frames[a].position());
        points.push_back(point);
    }
    return points;
}

TEST(DampingFilter, StartsWhereTheMotionStarts)
{
    const auto middle = static_cast<std::size_t>(37);
    Manipulator m = filter_model(StrainPlace::midpoint);
    Manipulator from_rest = m;
    from_rest.rod.damping.viscous_rate = true_rate;
    from_rest.simulation->duration = 0.1;
    from_rest.simulation->output_every = 2e-3;
    const Trajectory run = simulate_variational(from_rest);
    ASSERT_EQ(run.status, Status::converged) << run.message;
    const auto list = [](const VectorXd& x) { return std::vector<double>(x.begin(), x.end()); };
    m.simulation->initial = InitialState::given;
    m.simulation->coordinates = list(run.coordinates[middle]);
    m.simulation->velocities = list(run.velocities[middle]);
    DampingFilterOptions options;
    options.rotational_rate = true_rate;
    const auto estimate = estimate_damping(m, seen_from(m, 0.6), options);
    ASSERT_EQ(estimate.status, Status::converged) << estimate.message;
    EXPECT_NEAR(estimate.rate / true_rate, 1.0, 0.02);
    EXPECT_LT(estimate.largest_error, 0.1 * mm);
}

TEST(DampingFilter, FollowsALoadThatEndsBetweenItsSteps)
{
    Manipulator m = filter_model(StrainPlace::midpoint);
    PointLoad load = dead_load(m.rod.length, Vector3d(0, 2e-3, 0));
    load.timing.from = 0.05003;
    load.timing.until = 0.15007;
    m.loads = {load};
    DampingFilterOptions options;
    options.rotational_rate = true_rate;
    const auto estimate = estimate_damping(m, seen_from(m, 0.6), options);
    ASSERT_EQ(estimate.status, Status::converged) << estimate.message;
    EXPECT_NEAR(estimate.rate / true_rate, 1.0, 0.03);
}

TEST(DampingFilter, DataThatDoNotMoveAreRefused)
{
    const Manipulator m = filter_model(StrainPlace::midpoint);
    for (const double noise : {0.0, 0.05 * mm}) {
        auto points = seen(all_nodes, 0.0, 1);
        std::mt19937 engine(5);
        std::normal_distribution<double> normal(0.0, noise > 0.0 ? noise : 1.0);
        for (MeasuredPoint& point : points) {
            const Vector3d still = point.track.positions.front();
            for (Vector3d& p : point.track.positions) {
                p = still;
                if (noise > 0.0) p += Vector3d(normal(engine), normal(engine), normal(engine));
            }
        }
        // Whether the noise is told or not.
        for (const double told : {0.0, noise}) {
            DampingFilterOptions options;
            options.noise = told;
            const auto estimate = estimate_damping(m, points, options);
            EXPECT_EQ(estimate.status, Status::invalid);
            EXPECT_EQ(estimate.message, "the data do not move: damping cannot be seen");
        }
    }
}

TEST(DampingFilter, AHorizonLongerThanTheDataIsRefused)
{
    const Manipulator m = filter_model(StrainPlace::midpoint);
    for (const bool causal : {false, true}) {
        for (const int horizon : {7000, 1000000}) {
            DampingFilterOptions options;
            options.step = 8e-5;
            options.horizon = horizon;
            options.causal = causal;
            const auto estimate = estimate_damping(m, seen({10}, 0.0, 1), options);
            EXPECT_EQ(estimate.status, Status::invalid);
            EXPECT_NE(estimate.message.find("the data end at 1.0"), std::string::npos) << estimate.message;
        }
    }
}

TEST(DampingFilter, DataThatBeginElsewhereThanTheMotionAreRefused)
{
    // Bent to the side by 5 mm at the tip where the data begin, straight or bent otherwise in the file.
    const Manipulator straight = filter_model(StrainPlace::midpoint);
    Manipulator bent = straight;
    bent.loads = {dead_load(bent.rod.length, Vector3d(0, 1e-3, 0))};
    bent.loads[0].timing.until = 0.0;
    bent.simulation->initial = InitialState::equilibrium;
    const auto points = seen_from(bent, 0.6);
    Manipulator other = bent;
    other.loads[0].force *= 0.5;
    for (const Manipulator& file : {straight, other}) {
        const auto estimate = estimate_damping(file, points);
        EXPECT_EQ(estimate.status, Status::invalid);
        EXPECT_NE(estimate.message.find("from where the motion of the file starts"), std::string::npos)
            << estimate.message;
    }
    Manipulator near = bent;
    near.loads[0].force *= 0.9;
    const auto doubtful = estimate_damping(near, points);
    ASSERT_EQ(doubtful.status, Status::converged) << doubtful.message;
    ASSERT_FALSE(doubtful.warnings.empty());
    EXPECT_NE(doubtful.warnings[0].find("which moves the rate"), std::string::npos);

    const auto right = estimate_damping(bent, points);
    ASSERT_EQ(right.status, Status::converged) << right.message;
    EXPECT_TRUE(right.warnings.empty()) << right.warnings[0];
}

TEST(DampingFilter, AMotionThatDoesNotStayWithTheDataGivesNoRate)
{
    const Manipulator m = filter_model(StrainPlace::midpoint);
    const auto refusal = [](const char* what, const DampingEstimate& estimate) {
        EXPECT_EQ(estimate.status, Status::not_converged)
            << what << ": " << estimate.rate << " 1/s, off by " << estimate.mean_error;
        EXPECT_NE(estimate.message.find("off the data in the mean"), std::string::npos) << estimate.message;
    };
    const auto points = seen_from(m, 0.6);
    DampingFilterOptions far;
    far.horizon = 1200;
    refusal("horizon", estimate_damping(m, points, far));
    // Forces on every point hold a rod of another stiffness to the data too.
    Manipulator stiffer = m;
    *stiffer.rod.material.youngs_modulus *= 1.6;
    refusal("stiffness", estimate_damping(stiffer, points));
    // Points that creep to one side by a fraction of a millimetre are no motion of this rod.
    auto creeping = points;
    for (MeasuredPoint& point : creeping) {
        const Vector3d still = point.track.positions.front();
        for (std::size_t i = 0; i < point.track.positions.size(); ++i)
            point.track.positions[i] = still + Vector3d(0, 0, 1e-6 * static_cast<double>(i));
    }
    refusal("creeping", estimate_damping(m, creeping));
}

TEST(Track, BetweenItsSamplesAParabolaIsMetAndTheEndsStay)
{
    Track track;
    track.start = 3.0;
    track.interval = 0.1;
    const auto course = [](double i) {
        return Vector3d(1.0 + 0.3 * i - 0.02 * i * i, 2.0 * i, -0.5 * i * i);
    };
    for (int i = 0; i < 9; ++i)
        track.positions.push_back(course(i));
    for (const double i : {1.0, 1.3, 2.5, 4.999, 6.75, 7.0})
        EXPECT_LT((position_at(track, 3.0 + 0.1 * i) - course(i)).norm(), 1e-12) << i;
    EXPECT_LT((position_at(track, 0.0) - course(0.0)).norm(), 1e-12);
    EXPECT_LT((position_at(track, 9.0) - course(8.0)).norm(), 1e-12);
}

TEST(Track, SmoothingLeavesParabolasAndHalvesWhatItSays)
{
    Track parabola, wave;
    parabola.interval = wave.interval = 0.1;
    for (int i = 0; i < 200; ++i) {
        parabola.positions.emplace_back(1.0 + 0.3 * i - 0.02 * i * i, 2.0, -i);
        wave.positions.emplace_back(std::sin(2.0 * 3.141592653589793 * i / 10.0), 0.0, 0.0);
    }
    const Track same = smoothed(parabola, 1e4);
    for (std::size_t i = 0; i < 200; ++i)
        EXPECT_LT((same.positions[i] - parabola.positions[i]).norm(), 1e-7);
    const double lambda = std::pow(2.0 * std::sin(3.141592653589793 / 10.0), -6.0);
    const Track half = smoothed(wave, lambda);
    for (std::size_t i = 50; i < 150; ++i)
        EXPECT_NEAR(half.positions[i].x(), 0.5 * wave.positions[i].x(), 1e-3);
}

TEST(Track, NoiseIsTakenAwayAndTheCourseStays)
{
    std::mt19937 engine(5);
    std::normal_distribution<double> normal(0.0, 0.01);
    Track noisy, clean;
    noisy.interval = clean.interval = 0.01;
    for (int i = 0; i < 500; ++i) {
        clean.positions.emplace_back(std::sin(0.05 * i), std::cos(0.03 * i), 0.001 * i);
        noisy.positions.emplace_back(clean.positions.back() +
                                     Vector3d(normal(engine), normal(engine), normal(engine)));
    }
    const Track track = smoothed_to_noise(noisy, 0.01);
    double before = 0.0, after = 0.0;
    for (std::size_t i = 0; i < 500; ++i) {
        before += (noisy.positions[i] - clean.positions[i]).squaredNorm();
        after += (track.positions[i] - clean.positions[i]).squaredNorm();
    }
    EXPECT_LT(after, 0.2 * before);
    EXPECT_LT((position_at(clean, 1.234) - Vector3d(std::sin(6.17), std::cos(3.702), 0.1234)).norm(), 1e-4);
}

}  // namespace test_damping_filter
}  // namespace supple::test
