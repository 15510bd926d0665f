/// @file
/// Guides: fixed points through which the rod slips, so that the arc length there is an unknown
/// [docs/theory/s1, Eq. (1.16)].
///
/// The chain is cut at the guides, at arc lengths s_i. The elements of a stretch between two cuts have
/// lengths and rest angles in proportion to the stretch's length L, and springs in proportion to 1/L. With a
/// guide at its end (+) or at its start (−)
///
///     ∂l/∂s = ± l/L,     ∂K/∂s = ∓ K/L,     ∂q⁰/∂s = ± q⁰/L.
///
/// The guide's force on the rod is perpendicular to the rod: one more equation, F·t = 0, for each s.
#pragma once

#include <supple/model/model.hpp>

namespace supple {

class Slips {
 public:
    /// Elements first to last between two cuts, as built; −1 where the cut does not slip.
    struct Stretch {
        int first = 0, last = 0;
        double start = 0.0, end = 0.0;  ///< [m]
        int from = -1, to = -1;         ///< guides there
    };

    /// A guide: the constraint that holds the point in it, and the arc length from which it starts [m].
    void add_guide(int constraint, double start);

    /// A stretch that ends or starts in a guide; remembers its elements as they are.
    void add_stretch(const Stretch& stretch, const Model& model);

    int size() const noexcept { return static_cast<int>(guides_.size()); }
    int constraint(int i) const noexcept { return guides_[static_cast<std::size_t>(i)].constraint; }
    double start(int i) const noexcept { return guides_[static_cast<std::size_t>(i)].start; }
    double at(int i) const noexcept
    {
        return guides_[static_cast<std::size_t>(i)].s;
    }  ///< arc length now [m]
    const std::vector<Stretch>& stretches() const noexcept { return stretches_; }

    /// Moves a cut; the elements follow with update().
    void move(int i, double s) noexcept { guides_[static_cast<std::size_t>(i)].s = s; }

    /// Gives the elements their numbers. A stretch keeps at least a thousandth of its length.
    void update(Model& model) noexcept;

    /// Remembers elements that were changed from outside.
    void adopt(const Model& model) noexcept;

    /// Whether a cut has met its neighbour or an end of the rod: then there is no such shape.
    bool crossed() const noexcept { return crossed_; }

    /// How the elements change with s of guide i.
    std::span<const ElementNumbers> rate(int i) const noexcept
    {
        return guides_[static_cast<std::size_t>(i)].rate;
    }

 private:
    struct Guide {
        int constraint = 0;
        double start = 0.0, s = 0.0;  ///< [m]
        Variation rate;
    };

    std::vector<Guide> guides_;
    std::vector<Stretch> stretches_;
    double length_of(const Stretch& stretch) const noexcept;

    std::vector<std::vector<ElementNumbers>> built_;  // of each stretch
    bool crossed_ = false;
};

}  // namespace supple
