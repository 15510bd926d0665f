#include <supple/fields/model_switch.hpp>
#include <supple/fields/reader.hpp>
#include <supple/io/document.hpp>

#include <gmock/gmock.h>

namespace supple {
namespace test_model_switch {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Node document(const std::string& model)
{
    return parse_document("supple: 1\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}\n" + model, "file");
}

TEST(ModelSwitch, DropsWhatTheNewTypeDoesNotTakeAndSaysSo)
{
    Node tree = document("model: {type: universal-prb, segments: 2, parameters: {gamma: 0.17}}\n");
    const ModelSwitch done = switch_model(tree, "spherical-prb", "here");
    EXPECT_EQ(done.error, "");
    EXPECT_THAT(done.dropped, ElementsAre("model.segments", "model.parameters"));
    const ReadManipulator read = read_manipulator(tree);
    EXPECT_THAT(read.problems, IsEmpty());
    EXPECT_TRUE(std::holds_alternative<SphericalModel>(read.manipulator.model));
}

TEST(ModelSwitch, KeepsWhatBothTake)
{
    Node tree = document("model: {type: universal-prb, segments: 2}\n");
    EXPECT_THAT(switch_model(tree, "isotropic-prb", "here").dropped, IsEmpty());
    EXPECT_EQ(std::get<SegmentModel>(read_manipulator(tree).manipulator.model).segments, 2);
}

TEST(ModelSwitch, DropsAFitOfWhatIsGone)
{
    Node tree = document(
        "model: {type: universal-prb, parameters: {gamma: 0.17}}\n"
        "fit: {parameters: [{path: model.parameters.gamma}]}\n");
    EXPECT_THAT(switch_model(tree, "cosserat", "here").dropped, ElementsAre("model.parameters", "fit"));
    EXPECT_EQ(tree.find("fit"), nullptr);
}

TEST(ModelSwitch, LeavesTheFileAsItIsWhereThereIsNoSuchType)
{
    Node tree = document("model: {type: universal-prb}\n");
    const Node before = tree;
    EXPECT_THAT(switch_model(tree, "cosserrat", "here").error, HasSubstr("expected one of universal-prb"));
    EXPECT_TRUE(same_text(tree, before));
}

TEST(ModelSwitch, KnowsEveryTypeThatItLists)
{
    for (const std::string& type : model_types()) {
        Node tree = document("");
        EXPECT_EQ(switch_model(tree, type, "here").error, "") << type;
        EXPECT_EQ(tree.find("model")->value.find("type")->value.text, type);
    }
}

}  // namespace test_model_switch
}  // namespace supple
