#include <supple/rod/manipulator.hpp>

namespace supple {
namespace {

struct AttachmentKind {
    const char* operator()(const Magnet&) const { return "magnet"; }
    const char* operator()(const CoilSet&) const { return "coil_set"; }
    const char* operator()(const PointMass&) const { return "mass"; }
    const char* operator()(const Disks&) const { return "disks"; }
    const char* operator()(const DrivenRods& rods) const { return rods.cable ? "tendons" : "rods"; }

    /// Any other says its word itself.
    template <class Other>
    const char* operator()(const Other&) const
    {
        return Other::word;
    }
};

struct ConstraintKind {
    const char* operator()(const Fixture&) const { return "fixture"; }
    const char* operator()(const Guide&) const { return "guide"; }
    const char* operator()(const Clamp&) const { return "clamp"; }
    const char* operator()(const Plane&) const { return "plane"; }
    const char* operator()(const Sphere&) const { return "sphere"; }
    const char* operator()(const Cylinder&) const { return "cylinder"; }
    const char* operator()(const Conduit&) const { return "conduit"; }

    /// Any other says its word itself.
    template <class Other>
    const char* operator()(const Other&) const
    {
        return Other::word;
    }
};

struct TypeName {
    const char* operator()(const SegmentModel& m) const
    {
        return m.isotropic ? "isotropic-prb" : "universal-prb";
    }
    const char* operator()(const SphericalModel&) const { return "spherical-prb"; }
    const char* operator()(const CurvatureModel&) const { return "curvature"; }
    const char* operator()(const VariationalModel&) const { return "variational"; }
    const char* operator()(const CosseratModel&) const { return "cosserat"; }
};

}  // namespace

const char* kind(const Attachment& attachment)
{
    return std::visit(AttachmentKind{}, attachment);
}

const char* kind(const Constraint& constraint)
{
    return std::visit(ConstraintKind{}, constraint);
}

const char* type_name(const ModelChoice& choice)
{
    return std::visit(TypeName{}, choice);
}

}  // namespace supple
