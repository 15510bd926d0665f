#include <supple/io/report.hpp>
#include <supple/io/result_reference.hpp>
#include <supple/io/result_text.hpp>

#include "support/results.hpp"

#include <gmock/gmock.h>

namespace supple {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Report, LabelsHaveOneWidthAndColourIsAddedOnlyWhereAskedFor)
{
    Report report(false);
    report.title("arm");
    report.line("model", "curvature");
    report.status("converged", true, ", 4 iterations", "");
    report.warnings({"a storm"});
    report.line("actuation", "");
    EXPECT_EQ(report.take(),
              "arm\nmodel        curvature\nstatus       converged, 4 iterations\nwarning      a "
              "storm\nactuation\n");
    Report coloured(true);
    coloured.status("converged", true);
    EXPECT_THAT(coloured.take(), HasSubstr("\x1b[32mconverged\x1b[0m"));
}

TEST(Report, ATableIsAsWideAsItsCells)
{
    TextTable table({"model", "tip", "status"});
    table.add({"isotropic-prb", "0.1", "converged"});
    table.add({"x", "12.25", ""});
    EXPECT_EQ(table.text(),
              "model            tip  status\nisotropic-prb    0.1  converged\nx              12.25\n");
}

TEST(Report, WhatIsRoundingIsZero)
{
    EXPECT_EQ(vector_in_words({0.05, 1e-12, -0.02}, dimension::length), "50 0 -20 mm");
    EXPECT_EQ(measure_in_words(1e-12, 1.0, dimension::force), "0");
    EXPECT_EQ(measure_in_words(0.25, 1.0, dimension::force), "250 mN");
    EXPECT_EQ(direction_in_words(Vector3d(-1e-9, 0.6, -0.8)), "0.0000 0.6000 -0.8000");
    EXPECT_EQ(angle_in_words(0.5), "28.65 deg");
}

TEST(Report, RowsAreSpreadFromTheFirstToTheLast)
{
    EXPECT_THAT(spread_rows(3), ElementsAre(0, 1, 2));
    EXPECT_THAT(spread_rows(101, 5), ElementsAre(0, 25, 50, 75, 100));
    EXPECT_THAT(spread_rows(1), ElementsAre(0));
    EXPECT_TRUE(spread_rows(0).empty());
}

TEST(ResultText, TellsWhereTheRodCarriesMostToFourDigits)
{
    Equilibrium e = test::sample_equilibrium();
    e.status = Status::converged;
    e.shape.arclength[3] = 0.0123456;
    e.shape.force[3] = 1e3 * e.shape.frames[3].rotation().col(2);
    e.shape.moment[3] = 2e3 * e.shape.frames[3].rotation().col(0);
    const std::string text = to_text(Manipulator{}, e);
    EXPECT_THAT(text, testing::ContainsRegex("bending +2000 N m +at s = 12\\.35 mm\n"));
    EXPECT_THAT(text, testing::ContainsRegex("axial +1000 N +at s = 12\\.35 mm\n"));
}

TEST(ResultReference, NamesEveryFieldWithItsUnitAndWhenItIsAbsent)
{
    const std::string page = result_reference();
    EXPECT_THAT(page, HasSubstr("## `solve`"));
    EXPECT_THAT(page, HasSubstr("| `reactions[].at` | number in m |"));
    EXPECT_THAT(page, HasSubstr("| `stations.NAME.position` | numbers [3] in m |"));
    EXPECT_THAT(page, HasSubstr("left out where there are no walls"));
    EXPECT_THAT(page, HasSubstr("| `shape.position` | numbers [times][points][3] in m |"));
    EXPECT_THAT(page, HasSubstr("| `drives[].contacts` |"));
    EXPECT_THAT(page, HasSubstr("`.largest` of each"));
    EXPECT_THAT(page, HasSubstr("| `actuation` | group |"));
    EXPECT_THAT(page, HasSubstr("| `models[].tip_error` | number in m |"));
}

}  // namespace
}  // namespace supple
