#include <supple/constraint/frame_functions.hpp>
#include <supple/constraint/held.hpp>

namespace supple {
namespace {

struct Maker {
    int point;

    std::unique_ptr<FrameFunction> operator()(const Fixture& fixture) const
    {
        return std::make_unique<HeldPosition>(point, fixture);
    }
    std::unique_ptr<FrameFunction> operator()(const Clamp& clamp) const
    {
        return std::make_unique<HeldPose>(point, clamp);
    }
    std::unique_ptr<FrameFunction> operator()(const Guide& guide) const
    {
        return std::make_unique<HeldPosition>(point, guide);
    }
    std::unique_ptr<FrameFunction> operator()(const Plane&) const { return nullptr; }
    std::unique_ptr<FrameFunction> operator()(const Conduit&) const { return nullptr; }
};

}  // namespace

std::unique_ptr<FrameFunction> frame_function(const Constraint& constraint, int point)
{
    return std::visit(Maker{point}, constraint);
}

}  // namespace supple
