/// @file
/// Exact derivatives of the equilibrium of a system, by the paths of the description.
#pragma once

#include <supple/rod/manipulator.hpp>
#include <supple/statics/sensitivity.hpp>

#include <limits>
#include <string_view>

namespace supple {

/// A point of the rod, by its arc length.
struct RodPoint {
    double at = std::numeric_limits<double>::infinity();  ///< [m]; infinite: the tip
};

/// The path by which a system knows a number of the description. A field without parts is its uniform part.
std::string system_path(std::string_view path);

class SystemDerivatives {
 public:
    SystemDerivatives(const Manipulator& manipulator, System& system);

    bool linearise(const Equilibrium& equilibrium) noexcept { return sensitivity_.linearise(equilibrium); }
    int find(std::string_view path) const;
    void differentiate(int number) noexcept;
    void differentiate(const RodPoint& point, const Vector6d& wrench) noexcept;
    Vector6d pose(const RodPoint& point) noexcept { return sensitivity_.pose(place(point)); }
    Vector6d reaction(int constraint) noexcept { return sensitivity_.reaction(constraint); }

    /// The place of a point: that of the tip, of a station or of a point of the shape which is there, else
    /// by arc length.
    Place place(const RodPoint& point) const noexcept;

 private:
    System& system_;
    Sensitivity sensitivity_;
    std::vector<Parameter> parameters_;
};

}  // namespace supple
