/// @file
/// Newton's method at one load, and the motion that follows where it finds nothing.
#pragma once

#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/mesh.hpp>

#include <limits>

namespace supple::cosserat {

struct Newton {
    Problem& problem;
    const Options& options;
    Workspace& work;

    struct Result {
        bool converged = false;
        double first = 0.0;   ///< size of the first step
        double second = 0.0;  ///< of the second
        double residual = 0.0;
        int iterations = 0;
    };

    /// Keeps the iteration from wandering where the rod is indifferent, as a buckled round column is to
    /// turning about its axis.
    static constexpr double slight_drag = 1e-9;
    static constexpr double firm_drag = 1e-6;  ///< taken where the slight one lets it wander
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    /// To the equilibrium at a load factor; gives up on steps above the cap [rad], and where the second step
    /// is more than a part of the first.
    Result run(double lambda, double cap, double drag = slight_drag, double part = infinite) const;

    /// Lets the rod go at a fixed load and follows the overdamped motion until it has come to rest, not on a
    /// saddle.
    bool come_to_rest(double lambda) const;

    /// Whether the search has used up its iterations, or the work that they may take.
    bool spent() const noexcept;

 private:
    bool let_go(double lambda) const;
    bool end_from_nearby(double lambda) const;
};

}  // namespace supple::cosserat
