#include <supple/actuation/attached_load.hpp>
#include <supple/actuation/dipole.hpp>

namespace supple {
namespace {

struct Maker {
    const LoadSite& site;

    std::unique_ptr<Load> operator()(const Magnet& magnet) const
    {
        return std::make_unique<Dipole>(site.point, magnet, site.field, site.time, site.share);
    }
    std::unique_ptr<Load> operator()(const CoilSet& coils) const
    {
        return std::make_unique<Dipole>(site.point, coils, site.field, site.time, site.share);
    }
    std::unique_ptr<Load> operator()(const PointMass&) const { return nullptr; }   // its weight is the rod's
    std::unique_ptr<Load> operator()(const Disks&) const { return nullptr; }       // likewise
    std::unique_ptr<Load> operator()(const DrivenRods&) const { return nullptr; }  // assembly/drives.hpp
};

}  // namespace

std::unique_ptr<Load> attached_load(const Attachment& attachment, const LoadSite& site)
{
    return std::visit(Maker{site}, attachment);
}

}  // namespace supple
