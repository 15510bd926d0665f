#include <supple/fields/side_table.hpp>

#include <gmock/gmock.h>

namespace supple {
namespace test_side_table {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<HistoryValue> force = {{"force", dimension::force, 3}};

SideTable table(std::vector<double> time, std::vector<double> y)
{
    SideTable made{.rows = time.size()};
    for (std::size_t row = 0; row < time.size(); ++row)
        made.lines.push_back(row + 2);
    made.columns = {{"time", dimension::time, std::move(time)}, {"force.y", dimension::force, std::move(y)}};
    return made;
}

TEST(SideTable, IsAHistoryOfTheValuesThatItsColumnsName)
{
    History history;
    EXPECT_EQ(history_of(table({0.0, 1.0}, {2e-3, 5e-3}), force, history), "");
    EXPECT_THAT(history.time, ElementsAre(0.0, 1.0));
    ASSERT_EQ(history.columns.size(), 1u);
    EXPECT_EQ(history.columns[0].path, "force.y");
    EXPECT_EQ(value_at(history, history.columns[0], 0.5), 3.5e-3);
}

TEST(SideTable, SaysWhatIsWrongWithAHistory)
{
    const auto wrong = [](SideTable made) {
        History history;
        return history_of(made, force, history);
    };
    EXPECT_THAT(wrong(table({0.0, 0.0}, {1.0, 2.0})), HasSubstr("times that do not ascend"));
    EXPECT_THAT(wrong(table({}, {})), HasSubstr("no rows"));
    SideTable gap = table({0.0, 1.0}, {1.0, 2.0});
    gap.columns[1].missing = 1;
    EXPECT_THAT(wrong(gap), HasSubstr("1 empty cell in the column \"force.y\""));
    SideTable metres = table({0.0, 1.0}, {1.0, 2.0});
    metres.columns[1].dimension = dimension::length;
    EXPECT_THAT(wrong(metres), HasSubstr("gives a length in the column \"force.y\""));
    SideTable other = table({0.0, 1.0}, {1.0, 2.0});
    other.columns[1].path = "moment.y";
    EXPECT_THAT(wrong(other), HasSubstr("unknown column \"moment.y\""));
    SideTable timeless = table({0.0, 1.0}, {1.0, 2.0});
    timeless.columns[0].path = "t";
    EXPECT_THAT(wrong(timeless), HasSubstr("no column \"time [s]\""));
}

SideTable grid()
{
    SideTable made;
    for (const char* axis : {"x", "y", "z"})
        made.columns.push_back({axis, dimension::length});
    for (const char* axis : {"B.x", "B.y", "B.z"})
        made.columns.push_back({axis, dimension::magnetic_field});
    for (int k = 0; k < 64; ++k) {
        const double place[] = {0.01 * (k % 4), 0.02 * (k / 4 % 4), 0.03 * (k / 16)};
        for (std::size_t i = 0; i < 3; ++i) {
            made.columns[i].values.push_back(place[i]);
            made.columns[3 + i].values.push_back(k + 100.0 * static_cast<double>(i));
        }
        made.lines.push_back(made.rows++ + 2);
    }
    return made;
}

TEST(SideTable, IsAFieldMapWhereItsPointsAreAGrid)
{
    FieldMap map;
    EXPECT_EQ(field_map_of(grid(), map), "");
    EXPECT_THAT(map.count, ElementsAre(4, 4, 4));
    EXPECT_NEAR(map.spacing.z(), 0.03, 1e-15);
    EXPECT_EQ(map.values[21], Vector3d(21.0, 121.0, 221.0));

    SideTable twice = grid();
    for (std::size_t i = 0; i < 3; ++i)
        twice.columns[i].values[5] = twice.columns[i].values[4];
    EXPECT_THAT(field_map_of(twice, map), HasSubstr("the grid point of line 7 twice"));
    SideTable uneven = grid();
    for (double& x : uneven.columns[0].values)
        x *= x;
    EXPECT_THAT(field_map_of(uneven, map), HasSubstr("not a regular grid along x"));
}

}  // namespace test_side_table
}  // namespace supple
