#include <supple/io/error.hpp>
#include <supple/io/result_csv.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_vtk.hpp>

#include "support/files.hpp"
#include "support/results.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <limits>

namespace supple {
namespace test_result_file {

using test::sample_equilibrium;
using test::sample_trajectory;
using test::slurp;
using test::TemporaryFolder;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <typename Result>
std::string refusal(const std::filesystem::path& path, const Result& result)
{
    try {
        write_result(path, result);
    } catch (const InputError& refused) {
        return refused.what();
    }
    return "written";
}

int files_in(const std::filesystem::path& folder)
{
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(ResultFile, AnUnknownFormIsRefusedWithThoseThatAreKnown)
{
    const TemporaryFolder folder;
    EXPECT_THAT(refusal(folder / "r.xml", sample_equilibrium()),
                HasSubstr("no form \".xml\" is known for an equilibrium; end the name in .json, .jsonl, "
                          ".csv, .vtp or .h5"));
    EXPECT_THAT(refusal(folder / "r", sample_equilibrium()), HasSubstr("the name has no extension"));
    EXPECT_THAT(refusal(folder / "r.pvd", sample_equilibrium()), HasSubstr("end the name in"));
    EXPECT_THAT(refusal(folder / "r.vtp", sample_trajectory()),
                HasSubstr("end the name in .json, .csv, .pvd or .h5"));
    EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(ResultFile, AMissingFolderIsNamed)
{
    const TemporaryFolder folder;
    for (const char* name : {"no/r.json", "no/r.csv", "no/r.vtp"})
        EXPECT_THAT(refusal(folder / name, sample_equilibrium()), HasSubstr("there is no folder")) << name;
}

TEST(ResultFile, AFolderThatMayNotBeWrittenIsNamed)
{
    const TemporaryFolder folder;
    if (geteuid() == 0) {
        // Nothing is forbidden to the superuser but what is not there to be written.
        EXPECT_THAT(refusal("/proc/r.json", sample_equilibrium()), HasSubstr("cannot be written"));
        return;
    }
    std::filesystem::permissions(folder.path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    const std::string why = refusal(folder / "r.json", sample_equilibrium());
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
    EXPECT_THAT(why, HasSubstr("cannot be written: Permission denied"));
}

TEST(ResultFile, AFailedWriteLeavesTheOldFileAndNoOther)
{
    const TemporaryFolder folder;
    Equilibrium e = sample_equilibrium();
    e.shape.moment.pop_back();
    for (const char* name : {"r.json", "r.jsonl", "r.csv", "r.vtp", "r.h5"}) {
        test::spill(folder / name, "old");
        EXPECT_NE(refusal(folder / name, e), "written") << name;
        EXPECT_EQ(slurp(folder / name), "old") << name;
    }
    EXPECT_EQ(files_in(folder.path()), 5);
}

TEST(ResultFile, WritingAgainReplacesTheFile)
{
    const TemporaryFolder folder;
    for (const char* name : {"r.json", "r.csv", "r.vtp"}) {
        write_result(folder / name, sample_equilibrium());
        const std::string first = slurp(folder / name);
        write_result(folder / name, Equilibrium{});
        EXPECT_NE(slurp(folder / name), first) << name;
        write_result(folder / name, sample_equilibrium());
        EXPECT_EQ(slurp(folder / name), first) << name;
    }
    EXPECT_EQ(files_in(folder.path()), 3);
}

TEST(ResultFile, Hdf5IsWrittenOrItsAbsenceIsSaid)
{
    const TemporaryFolder folder;
    const std::string answer = refusal(folder / "r.h5", sample_equilibrium());
    if (answer == "written") {
        EXPECT_EQ(slurp(folder / "r.h5").substr(0, 8), "\x89HDF\r\n\x1a\n");
        EXPECT_EQ(refusal(folder / "r.h5", sample_trajectory()), "written");
        EXPECT_EQ(refusal(folder / "r.h5", Equilibrium{}), "written");
        EXPECT_EQ(files_in(folder.path()), 1);
        EXPECT_THAT(refusal(folder / "no/r.h5", sample_equilibrium()), HasSubstr("there is no folder"));
    } else {
        EXPECT_THAT(answer,
                    HasSubstr("this build has no HDF5: rebuild with -DSUPPLE_HDF5=ON or write .json"));
        EXPECT_EQ(files_in(folder.path()), 0);
    }
}

TEST(ResultFile, AStationNameThatIsAPathIsRefusedForHdf5)
{
    const TemporaryFolder folder;
    Equilibrium e = sample_equilibrium();
    for (const char* name : {"a/b", "", "."}) {
        e.stations[0].name = name;
        EXPECT_NE(refusal(folder / "r.h5", e), "written") << name;
    }
    EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(ResultCsv, AShapeReadsBackBitForBit)
{
    const Equilibrium e = sample_equilibrium();
    const CaseTable table = parse_case_table(to_csv(e), "shape.csv");
    ASSERT_EQ(table.rows, e.shape.frames.size());
    EXPECT_EQ(table.find("s")->values, e.shape.arclength);
    EXPECT_EQ(table.find("s")->unit, "mm");
    EXPECT_EQ(table.find("force.z")->dimension, dimension::force);
    EXPECT_EQ(table.find("moment.x")->dimension, dimension::moment);
    EXPECT_EQ(table.find("curvature.y")->dimension, dimension::per_length);
    for (std::size_t i = 0; i < table.rows; ++i) {
        EXPECT_EQ(table.find("position.y")->values[i], e.shape.frames[i].position().y());
        EXPECT_EQ(table.find("quaternion.w")->values[i], e.shape.frames[i].quaternion().w());
        EXPECT_EQ(table.find("moment.x")->values[i], e.shape.moment[i].x());
    }
}

TEST(ResultCsv, ColumnsThatTheModelDoesNotGiveAreLeftOut)
{
    Equilibrium e = sample_equilibrium();
    e.shape.force.clear();
    const CaseTable table = to_table(e, "solve").rows;
    EXPECT_EQ(table.find("force.x"), nullptr);
    EXPECT_NE(table.find("moment.x"), nullptr);
    EXPECT_EQ(to_table(Equilibrium{}, "solve").rows.rows, 0U);
}

TEST(ResultCsv, WhatIsNotFiniteIsMissingAndTheStatusSaysInvalid)
{
    Equilibrium e = sample_equilibrium();
    e.shape.force[2].y() = std::numeric_limits<double>::infinity();
    e.shape.arclength[4] = nan;
    const std::string text = to_csv(e);
    EXPECT_THAT(text, HasSubstr("# supple-result/1 solve universal-prb invalid\n"));
    const CaseTable table = parse_case_table(text, "shape.csv");
    EXPECT_EQ(table.find("force.y")->missing, 1U);
    EXPECT_TRUE(std::isnan(table.find("force.y")->values[2]));
    EXPECT_TRUE(std::isnan(table.find("s")->values[4]));
}

TEST(ResultCsv, AVerdictThatIsOpenIsWrittenAsNull)
{
    Equilibrium e = sample_equilibrium();
    for (const auto& [stable, word] :
         {std::pair{std::optional<bool>(), "null"}, {true, "true"}, {false, "false"}}) {
        e.stability.stable = stable;
        EXPECT_THAT(to_csv(e), HasSubstr(std::string("stability.stable = ") + word));
    }
}

TEST(ResultCsv, ATrajectoryHasOneRowATime)
{
    const Trajectory t = sample_trajectory();
    const CaseTable table = parse_case_table(to_csv(t), "run.csv");
    EXPECT_EQ(table.find("time")->values, t.time);
    EXPECT_EQ(table.find("time")->unit, "s");
    EXPECT_EQ(table.find("tip.position.y")->values[3], t.frames[3].back().position().y());
    EXPECT_EQ(table.find("stations.marker.quaternion.x")->values[1], t.stations[1][1].X_WS.quaternion().x());
}

TEST(ResultCsv, ATrajectoryWithoutStationsHasOnlyTimeAndTip)
{
    Trajectory t = sample_trajectory();
    t.stations.clear();
    t.motion.clear();
    EXPECT_EQ(to_table(t, "simulate").rows.columns.size(), 8U);
}

TEST(ResultVtk, Base64IsThatOfRfc4648)
{
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(ResultVtk, AnEmptyShapeIsAPieceWithoutPoints)
{
    const std::string text = to_vtp(Shape{});
    EXPECT_THAT(text, HasSubstr("NumberOfPoints=\"0\""));
    EXPECT_THAT(text, HasSubstr("NumberOfLines=\"0\""));
}

TEST(ResultVtk, ASeriesNamesEveryShapeItWrote)
{
    const TemporaryFolder folder;
    write_result(folder / "a & b.pvd", sample_trajectory());
    const std::string text = slurp(folder / "a & b.pvd");
    EXPECT_THAT(text, HasSubstr("file=\"a &amp; b/a &amp; b_000003.vtp\""));
    EXPECT_EQ(files_in(folder / "a & b"), 4);
}

TEST(ResultVtk, AShorterSeriesLeavesNoShapesOfTheLongerOneAndWhatIsNotItsOwn)
{
    const TemporaryFolder folder;
    Trajectory t = sample_trajectory();
    write_result(folder / "run.pvd", t);
    test::spill(folder / "run/notes.txt", "mine");
    t.time.resize(2);
    t.frames.resize(2);
    t.coordinates.resize(2);
    t.velocities.resize(2);
    t.motion.resize(2);
    t.stations.resize(2);
    write_result(folder / "run.pvd", t);
    EXPECT_EQ(files_in(folder / "run"), 3);
    EXPECT_THAT(slurp(folder / "run.pvd"), testing::Not(HasSubstr("run_000002.vtp")));
}

// What names the shapes is there when all of them are, and not before.
TEST(ResultVtk, ASeriesThatIsNotWrittenToItsEndHasNoCollection)
{
    const TemporaryFolder folder;
    write_result(folder / "run.pvd", sample_trajectory());
    std::filesystem::remove(folder / "run/run_000002.vtp");
    std::filesystem::create_directory(folder / "run/run_000002.vtp");
    EXPECT_THAT(refusal(folder / "run.pvd", sample_trajectory()), HasSubstr("is a folder"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run.pvd"));
}

TEST(ResultVtk, ASeriesWhoseFolderCannotBeMadeIsRefused)
{
    const TemporaryFolder folder;
    test::spill(folder / "run", "a file in the way");
    EXPECT_THAT(refusal(folder / "run.pvd", sample_trajectory()), HasSubstr("cannot create the folder"));
    EXPECT_EQ(slurp(folder / "run"), "a file in the way");
    EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(ResultVtk, ATimeThatIsNotFiniteIsRefused)
{
    const TemporaryFolder folder;
    Trajectory t = sample_trajectory();
    t.time[1] = nan;
    EXPECT_THAT(refusal(folder / "run.pvd", t), HasSubstr("time 1 of the trajectory is not finite"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run.pvd"));
}

}  // namespace test_result_file
}  // namespace supple
