#include <supple/constraint/frame_functions.hpp>
#include <supple/constraint/held.hpp>
#include <supple/rod/pose_history.hpp>

namespace supple {
namespace {

struct Maker {
    int point;
    double time;

    std::unique_ptr<FrameFunction> operator()(const Fixture& fixture) const
    {
        return std::make_unique<HeldPosition>(point, fixture);
    }
    std::unique_ptr<FrameFunction> operator()(const Clamp& clamp) const
    {
        Clamp now = clamp;
        now.X_WC = pose_at(clamp.X_WC, clamp.history, time);
        return std::make_unique<HeldPose>(point, now);
    }
    std::unique_ptr<FrameFunction> operator()(const Guide& guide) const
    {
        return std::make_unique<HeldPosition>(point, guide);
    }
    std::unique_ptr<FrameFunction> operator()(const Plane&) const { return nullptr; }
    std::unique_ptr<FrameFunction> operator()(const Sphere&) const { return nullptr; }
    std::unique_ptr<FrameFunction> operator()(const Cylinder&) const { return nullptr; }
    std::unique_ptr<FrameFunction> operator()(const Conduit&) const { return nullptr; }
};

}  // namespace

std::unique_ptr<FrameFunction> frame_function(const Constraint& constraint, int point, double time)
{
    return std::visit(Maker{point, time}, constraint);
}

}  // namespace supple
