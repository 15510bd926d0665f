/// @file
/// The load of what is fixed to the rod at one place: the one list of them, for every model.
#pragma once

#include <supple/model/load.hpp>
#include <supple/rod/attachment.hpp>

#include <memory>

namespace supple {

/// Where an attached load acts, and in what.
struct LoadSite {
    int point = 0;               ///< of the model
    double share = 1.0;          ///< of the whole that acts there
    const MagneticField& field;  ///< outlives the load
    double time = 0.0;           ///< [s]
};

/// The load of an attachment; none where it only has mass, or is fixed at several places.
std::unique_ptr<Load> attached_load(const Attachment& attachment, const LoadSite& site);

}  // namespace supple
