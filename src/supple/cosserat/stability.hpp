/// @file
/// Whether the equilibrium found is one that a rod can stay in.
///
/// With δπ = δm + ½ m × δθ in place of δm the pair (δc, δp) is canonical (elimination.hpp). A load without a
/// potential has a tangent G that is not symmetric then. Its symmetric part decides first: if the second
/// variation with it is positive, nothing diverges, whatever the rest of G does. If it is not, the
/// eigenvalues of K⁻¹G decide, K the stiffness of the rod of this shape without stress: a negative
/// one is divergence (algebra/divergence.hpp), as in every model [docs/theory/s1, Eq. (1.18)]. Both matrices
/// are the inverses of flexibilities: displacement and turn of a number of nodes per force and moment on
/// each. That of the rod under load is found with a drag on the nodes, under which no part of it buckles for
/// itself: the elimination from the tip would have a pole there. Law (tests/cosserat/test_stability.cpp):
/// zero is where the second variation of a conservative problem, and the determinant of any, are zero.
///
/// A wall that rubs is taken as one that holds its point, as chains take it: a motion beside it that diverges
/// is found, and nothing else is said.
#pragma once

#include <supple/cosserat/elimination.hpp>

namespace supple::cosserat {

/// Whether what acts now has a potential.
bool conservative(const Problem& problem, const Workspace& work) noexcept;

/// Neutral where a pinned base may turn at no cost, as that of a round rod about itself.
enum class Variation { negative, neutral, positive };

/// The second variation, with the symmetric part of the loads. @pre the last evaluation had transitions, and
/// a step was computed
Variation second_variation(const Problem& problem, const Workspace& work) noexcept;

/// Whether the second variation is positive with the drag, and with all that pushes, of the last step.
bool supported(const Problem& problem, const Workspace& work) noexcept;

/// Whether an eigenvalue is divergence. @pre as above
bool diverges(const Problem& problem, Workspace& work);

/// Whether a motion costs nothing, as where a round rod that has buckled turns about its axis: then rounding
/// would decide. Said where a pinned base turns, and of conservative problems.
/// @pre as above
bool neutral(const Problem& problem, const Workspace& work) noexcept;

/// What none of these calls unstable. On the way to the full load a rod that nothing holds is judged without
/// a margin, so that a bend which begins is not overlooked.
bool stands(const Problem& problem, Workspace& work, bool at_end = false);

}  // namespace supple::cosserat
