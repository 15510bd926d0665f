#include <supple/io/error.hpp>
#include <supple/io/result_json.hpp>

#include "support/random.hpp"
#include "support/results.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace supple {
namespace test_result_json {

using nlohmann::json;
using test::sample_equilibrium;
using test::sample_trajectory;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

json read(const Equilibrium& e)
{
    return json::parse(to_json(e));
}

/// Every place of an equilibrium that holds a double, each with its path in the JSON.
struct Place {
    const char* pointer;
    void (*set)(Equilibrium& e, double x);
};
const std::vector<Place> places = {
    {"/shape/arclength/3", [](Equilibrium& e, double x) { e.shape.arclength[3] = x; }},
    {"/shape/position/3/1",
     [](Equilibrium& e, double x) {
         e.shape.frames[3] = {Matrix3d::Identity(), {0, x, 0}};
     }},
    {"/tip/position/2",
     [](Equilibrium& e, double x) {
         e.shape.frames[6] = {Matrix3d::Identity(), {0, 0, x}};
     }},
    {"/shape/force/1/2", [](Equilibrium& e, double x) { e.shape.force[1].z() = x; }},
    {"/shape/moment/1/0", [](Equilibrium& e, double x) { e.shape.moment[1].x() = x; }},
    {"/shape/curvature/1/1", [](Equilibrium& e, double x) { e.shape.curvature[1].y() = x; }},
    {"/coordinates/2", [](Equilibrium& e, double x) { e.coordinates[2] = x; }},
    {"/stations/coil/position/0",
     [](Equilibrium& e, double x) {
         e.stations[0].X_WS = {Matrix3d::Identity(), {x, 0, 0}};
     }},
    {"/reactions/1/force/1", [](Equilibrium& e, double x) { e.reactions[1].force.y() = x; }},
    {"/reactions/0/moment/2", [](Equilibrium& e, double x) { e.reactions[0].moment.z() = x; }},
    {"/reactions/1/at", [](Equilibrium& e, double x) { e.reactions[1].at = x; }},
    {"/contacts/0/gap", [](Equilibrium& e, double x) { e.contacts[0].gap = x; }},
    {"/contacts/0/normal_force", [](Equilibrium& e, double x) { e.contacts[0].normal_force = x; }},
    {"/contacts/0/friction_force/2", [](Equilibrium& e, double x) { e.contacts[0].friction_force.z() = x; }},
    {"/contacts/0/slip/1", [](Equilibrium& e, double x) { e.contacts[0].slip.y() = x; }},
    {"/base_reaction/force/0", [](Equilibrium& e, double x) { e.base_reaction.force.x() = x; }},
    {"/base_reaction/moment/1", [](Equilibrium& e, double x) { e.base_reaction.moment.y() = x; }},
    {"/drives/0/tensions/1", [](Equilibrium& e, double x) { e.drives[0].tensions[1] = x; }},
    {"/drives/0/end_tensions/0", [](Equilibrium& e, double x) { e.drives[0].end_tensions[0] = x; }},
    {"/drives/0/retractions/0", [](Equilibrium& e, double x) { e.drives[0].retractions[0] = x; }},
    {"/drives/0/contacts/0/2", [](Equilibrium& e, double x) { e.drives[0].contacts[0][2] = x; }},
    {"/balance", [](Equilibrium& e, double x) { e.balance = x; }},
    {"/energy/elastic", [](Equilibrium& e, double x) { e.energy.elastic = x; }},
    {"/energy/total", [](Equilibrium& e, double x) { e.energy.total = x; }},
    {"/solver/residual", [](Equilibrium& e, double x) { e.solver.residual = x; }},
    {"/solver/seconds", [](Equilibrium& e, double x) { e.solver.seconds = x; }},
};

TEST(ResultJson, HoldsTheFixedNamesInTheirOrder)
{
    const auto record = nlohmann::ordered_json::parse(to_json(sample_equilibrium(), "steer"));
    std::vector<std::string> names;
    for (const auto& [name, value] : record.items())
        names.push_back(name);
    EXPECT_THAT(names, testing::ElementsAre("format", "command", "model", "status", "message", "tip", "shape",
                                            "coordinates", "stations", "reactions", "contacts",
                                            "base_reaction", "drives", "fields", "balance", "snapped",
                                            "energy", "stability", "solver", "warnings"));
    EXPECT_EQ(record["format"], "supple-result/1");
    EXPECT_EQ(record["command"], "steer");
}

RC_GTEST_PROP(ResultJson, EveryDoubleReadsBackAsItself, ())
{
    const Place place = *rc::gen::elementOf(places);
    const auto x =
        std::bit_cast<double>(*rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
    RC_PRE(std::isfinite(x));
    Equilibrium e = sample_equilibrium();
    place.set(e, x);
    const json record = read(e);
    const double back = record.at(json::json_pointer(place.pointer));
    RC_ASSERT(std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(x));
    RC_ASSERT(record["status"] == "converged");
}

TEST(ResultJson, ANumberThatIsNotFiniteIsNullAndNeverASuccess)
{
    for (const Place& place : places) {
        for (const double bad : {nan, infinity, -infinity}) {
            SCOPED_TRACE(place.pointer);
            Equilibrium e = sample_equilibrium();
            place.set(e, bad);
            const json record = read(e);
            EXPECT_TRUE(record.at(json::json_pointer(place.pointer)).is_null());
            EXPECT_EQ(record["status"], "invalid");
            EXPECT_THAT(record["message"].get<std::string>(), HasSubstr("not finite"));
            EXPECT_TRUE(record["stability"]["stable"].is_null());
        }
    }
}

TEST(ResultJson, AFailureKeepsItsOwnStatusAndMessage)
{
    Equilibrium e = sample_equilibrium();
    e.status = Status::not_converged;
    e.message = "not converged after 50 iterations";
    e.solver.residual = infinity;
    const json record = read(e);
    EXPECT_EQ(record["status"], "not_converged");
    EXPECT_EQ(record["message"], e.message);
    EXPECT_TRUE(record["solver"]["residual"].is_null());
}

TEST(ResultJson, AnUnstableShapeIsToldAsOne)
{
    Equilibrium e = sample_equilibrium();
    e.status = Status::unstable;
    e.stability = {false, StabilityKind::divergence_only};
    const json record = read(e);
    EXPECT_EQ(record["status"], "unstable");
    EXPECT_EQ(record["stability"], (json{{"stable", false}, {"kind", "divergence-only"}}));
}

TEST(ResultJson, NoVerdictOnStabilityIsNull)
{
    Equilibrium e = sample_equilibrium();
    e.stability = {};
    EXPECT_EQ(read(e)["stability"], (json{{"stable", nullptr}, {"kind", "not-assessed"}}));
}

TEST(ResultJson, AnEmptyResultHasEveryNameButNoTip)
{
    const json record = read(Equilibrium{});
    EXPECT_EQ(record["status"], "invalid");
    EXPECT_TRUE(record["tip"].is_null());
    EXPECT_EQ(
        record["shape"],
        (json{{"arclength", json::array()}, {"position", json::array()}, {"quaternion", json::array()}}));
    EXPECT_EQ(record["coordinates"], json::array());
    EXPECT_EQ(record["reactions"], json::array());
    EXPECT_EQ(record["stations"], json::object());
    EXPECT_EQ(record["warnings"], json::array());
}

TEST(ResultJson, QuaternionsAreUnitAndWFirst)
{
    const json record = read(sample_equilibrium());
    for (const json& q : record["shape"]["quaternion"]) {
        const auto v = q.get<std::vector<double>>();
        EXPECT_NEAR(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3], 1.0, 1e-15);
        EXPECT_GT(v[0], 0.8);  // the sample's turns are below 54 degrees
    }
    EXPECT_GT(record["shape"]["quaternion"][1][1], 0.4);  // about x
    EXPECT_GT(record["shape"]["quaternion"][2][3], 0.4);  // about z
}

TEST(ResultJson, ALineIsOneLineAndTheSameRecord)
{
    const std::string line = to_json_line(sample_equilibrium());
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
    EXPECT_EQ(line.back(), '\n');
    EXPECT_EQ(json::parse(line), read(sample_equilibrium()));
}

TEST(ResultJson, TextOfAnyKindStaysValidJson)
{
    Equilibrium e = sample_equilibrium();
    e.message = "quote \" back \\ line\nend \x01 broken \xff";
    e.stations[0].name = "co\"il";
    const json record = read(e);
    EXPECT_EQ(record["message"], "quote \" back \\ line\nend \x01 broken \uFFFD");
    EXPECT_TRUE(record["stations"].contains("co\"il"));
}

TEST(ResultJson, TwoStationsOfOneNameAreRefused)
{
    Equilibrium e = sample_equilibrium();
    e.stations[1].name = "coil";
    EXPECT_THROW(to_json(e), InputError);
}

TEST(ResultJson, ListsThatDoNotBelongTogetherAreRefused)
{
    Equilibrium e = sample_equilibrium();
    e.shape.force.pop_back();
    try {
        to_json(e);
        FAIL() << "was written";
    } catch (const InputError& refused) {
        EXPECT_STREQ(refused.what(), "the result's shape.force has 6 entries where 7 belong to it");
    }
    Trajectory t = sample_trajectory();
    t.frames[2].pop_back();
    EXPECT_THROW(to_json(t), InputError);
    t = sample_trajectory();
    t.stations[1].pop_back();
    EXPECT_THROW(to_json(t), InputError);
    t = sample_trajectory();
    t.time.pop_back();
    EXPECT_THROW(to_json(t), InputError);
}

TEST(ResultJson, ATrajectoryWithANanIsNoSuccessEither)
{
    Trajectory t = sample_trajectory();
    t.frames[1][2] = {Matrix3d::Identity(), {0, 0, nan}};
    const json record = json::parse(to_json(t));
    EXPECT_EQ(record["status"], "invalid");
    EXPECT_TRUE(record["shape"]["position"][1][2][2].is_null());
    EXPECT_FALSE(record["shape"]["position"][1][2][1].is_null());
}

}  // namespace test_result_json
}  // namespace supple
