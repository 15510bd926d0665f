#include <supple/io/result_json.hpp>
#include <supple/io/run_page.hpp>
#include <supple/result/check.hpp>
#include <supple/result/describe.hpp>

#include "support/results.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

namespace supple {
namespace test_run_page {

const std::string open = "<script id=\"supple-run\" type=\"application/json\">", close = "</script>";

std::string filled(const RunPage& run)
{
    std::string text;
    fill_page("<p>" + open + "null" + close + "<p>null", run, [&](std::string_view piece) { text += piece; });
    return text;
}

nlohmann::json data_of(const std::string& page)
{
    EXPECT_TRUE(page.starts_with("<p>" + open)) << page;
    EXPECT_TRUE(page.ends_with(close + "<p>null")) << page;
    const std::size_t from = page.find(open) + open.size(), to = page.rfind(close);
    EXPECT_EQ(page.substr(from, to - from).find('<'), std::string::npos);
    return nlohmann::json::parse(page.substr(from, to - from));
}

TEST(RunPage, HoldsTheRecordAsItIsWrittenElsewhere)
{
    const Equilibrium eq = test::sample_equilibrium();
    const auto data =
        data_of(filled({.command = "solve", .file = "a.yaml", .yaml = "x", .result = [&](const Pieces& to) {
                            json_pieces([&](Describer& d) { describe(d, eq); }, "solve", to);
                        }}));
    EXPECT_EQ(data["result"], nlohmann::json::parse(to_json(eq)));
    EXPECT_TRUE(data["live"].is_null());
    EXPECT_TRUE(data_of(filled({}))["result"].is_null());
    EXPECT_EQ(data_of(filled({.events = "/e"}))["live"]["events"], "/e");
}

RC_GTEST_PROP(RunPage, ReadsBackAsWhatWasPutIn, ())
{
    const auto text = [] {
        return *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("<>/\\\"'\n\t\r !-&ascript\x01\x7f")));
    };
    const RunPage run{.command = text(),
                      .file = text(),
                      .yaml = text(),
                      .files = {{"a<" + text(), text()}},
                      .text = text()};
    const auto data = data_of(filled(run));
    RC_ASSERT(data["command"] == run.command);
    RC_ASSERT(data["file"] == run.file);
    RC_ASSERT(data["yaml"] == run.yaml);
    RC_ASSERT(data["files"].at(run.files[0].name) == run.files[0].text);
    RC_ASSERT(data["text"] == run.text);
}

TEST(RunPage, ADocumentIsItsTextUntilSomethingIsSet)
{
    const std::string text = "rod: {length: 1 m}  # as written\n";
    ModelDocument document{parse_document(text, "a"), {}, true, text};
    EXPECT_EQ(yaml_of(document), text);
    set_value(document, {"rod.length", "2 m"}, "--set");
    EXPECT_THAT(yaml_of(document), testing::HasSubstr("2 m"));
    EXPECT_TRUE(same_text(parse_document(yaml_of(document), "b"), document.root));
}

TEST(RunPage, AMotionIsThinnedEvenlyWithItsEndsAndASentence)
{
    Trajectory t = test::sample_trajectory();
    const std::size_t a_time = 7 * (t.arclength.size() + t.stations.at(0).size()) +
                               2 * static_cast<std::size_t>(t.coordinates.at(0).size()) + 10;
    for (int k = 0; k < 7; ++k) {  // 4, 8, .. times
        for (std::size_t i = 0; i < 4; ++i) {
            t.time.push_back(t.time.back() + 1.0);
            t.frames.push_back(t.frames[i]);
            t.stations.push_back(t.stations[i]);
            t.coordinates.push_back(t.coordinates[i]);
            t.velocities.push_back(t.velocities[i]);
            t.motion.push_back(t.motion[i]);
        }
        for (const std::size_t allowed : {2, 3, 5, 7, 31, 32, 33}) {
            const Trajectory kept = thinned(t, allowed * a_time);
            EXPECT_LE(kept.time.size(), std::max<std::size_t>(allowed, 2));
            EXPECT_EQ(kept.time.front(), t.time.front());
            EXPECT_EQ(kept.time.back(), t.time.back());
            EXPECT_EQ(kept.warnings.size(), t.warnings.size() + (kept.time.size() < t.time.size() ? 1 : 0));
            EXPECT_EQ(why_not_told([&](Describer& d) { describe(d, kept); }), "");
            if (t.time.size() <= allowed) {
                EXPECT_EQ(kept.time, t.time);
            }
            for (std::size_t i = 2; i + 1 < kept.time.size(); ++i) {
                const auto row = [&](std::size_t one) {
                    return std::find(t.time.begin(), t.time.end(), kept.time[one]) - t.time.begin();
                };
                EXPECT_EQ(row(i) - row(i - 1), row(1));
            }
        }
    }
}

TEST(RunPage, OfManyModesTheSlowestAreKept)
{
    const Modes modes = test::sample_modes();
    EXPECT_EQ(thinned(modes).modes.size(), modes.modes.size());
    const Modes kept = thinned(modes, 1);
    ASSERT_EQ(kept.modes.size(), 1U);
    EXPECT_EQ(kept.modes[0].frequency, modes.modes[0].frequency);
    EXPECT_THAT(kept.warnings.back(), testing::HasSubstr("the page holds the slowest 1 of 2 modes"));
}

}  // namespace test_run_page
}  // namespace supple
