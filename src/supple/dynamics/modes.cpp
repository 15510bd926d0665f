#include <supple/algebra/decompositions.hpp>
#include <supple/dynamics/held_in_motion.hpp>
#include <supple/dynamics/modes.hpp>
#include <supple/dynamics/motion.hpp>
#include <supple/model/base_spring.hpp>
#include <supple/model/constraint_gradient.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace supple {
namespace {

struct Linearised {
    MatrixXd M, D, K;
    MatrixXd N;  ///< columns: the motions that constraints leave
};

/// Takes away what keeps Newton's steps from turns of a pinned base that cost nothing.
void let_go_of_base(const System& system, MatrixXd& K)
{
    if (!system.base_spring) return;
    Matrix6Xd J(6, system.model->size());
    system.model->jacobian(system.base_spring->point(), J);
    K -= BaseSpring::slight * system.base_spring->soft() * J.bottomRows<3>().transpose() * J.bottomRows<3>();
}

Linearised linearise(System& system, const VectorXd& q)
{
    const int n = system.model->size();
    Motion motion(system);
    Linearised at{MatrixXd(n, n), MatrixXd(n, n), MatrixXd(n, n), MatrixXd::Identity(n, n)};
    motion.tangents(-1e-9, q, VectorXd::Zero(n), VectorXd::Zero(n), at.M, at.D, at.K);
    if (system.held() == 0) {
        let_go_of_base(system, at.K);
        return at;
    }

    // Reactions balance what loads and springs leave, g = Cᵀλ; they turn with their frames.
    const MatrixXd C = constraint_gradient(system);
    VectorXd g(n), r(n);
    motion.residual(-1e-9, q, VectorXd::Zero(n), VectorXd::Zero(n), g);
    const VectorXd lambda = least_squares_solution(C.transpose(), g);
    std::vector<FrameForce> forces(system.model->frames().size());
    const std::vector<Vector6d> at_rest(forces.size(), Vector6d::Zero());
    add_loads_in_motion(system, at_rest, forces);
    int row = 0;
    for (const auto& constraint : system.constraints) {
        const auto point = static_cast<std::size_t>(constraint->point());
        constraint->add_force(system.model->frames()[point], lambda.data() + row, forces[point]);
        row += constraint->size();
    }
    system.model->assemble(forces, r, &at.K);
    for (CoupledLoad* load : system.coupled)
        load->subtract_tangent(*system.model, at.K);
    let_go_of_base(system, at.K);
    at.N = orthogonal_complement(C.transpose());
    at.M = at.N.transpose() * at.M * at.N;
    at.D = at.N.transpose() * at.D * at.N;
    at.K = at.N.transpose() * at.K * at.N;
    return at;
}

/// The shape at which the motion comes to rest, from one nearby: friction that grows with velocity holds
/// nothing there, while in statics it does.
bool come_to_rest(System& system, VectorXd& q)
{
    const Eigen::Index n = q.size();
    Motion motion(system);
    const VectorXd still = VectorXd::Zero(n);
    MatrixXd M(n, n), D(n, n), K(n, n);
    VectorXd r(n);
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 30; ++i) {
        motion.residual(-1e-9, q, still, still, r);
        motion.tangents(-1e-9, q, still, still, M, D, K);
        const VectorXd step = linear_solution(K, r);
        q -= step;
        const double size = step.cwiseQuotient(system.model->coordinate_scale()).cwiseAbs().maxCoeff();
        if (!std::isfinite(size)) return false;
        if (size < 1e-12 || (size < 1e-9 && size >= 0.5 * before)) return true;
        before = size;
    }
    return false;
}

/// Displacements along the rod per unit of a mode, and their scale.
void add_shape(const System& system, const Eigen::VectorXcd& z, Mode& mode)
{
    const Model& model = *system.model;
    Matrix6Xd J(6, model.size());
    mode.coordinates = z;
    mode.displacement.assign(1, Eigen::Vector3cd::Zero());
    double largest = 0.0, turn = 0.0;
    std::complex<double> at_largest = 1.0;
    for (const Sample& sample : system.samples) {
        model.jacobian_at(sample.place, J);
        const Eigen::VectorXcd moved = J * z;
        mode.displacement.push_back(moved.head<3>());
        turn = std::max(turn, moved.tail<3>().norm());
        for (int i = 0; i < 3; ++i) {
            if (std::abs(moved[i]) > 1.001 * std::abs(largest)) {
                largest = std::abs(moved[i]);
                at_largest = moved[i];
            }
        }
    }
    mode.along_twist = largest < 1e-6 * turn * system.length;
    std::complex<double> scale = mode.along_twist ? turn : at_largest;
    double size = 0.0;
    for (auto& d : mode.displacement) {
        d /= scale;
        size = std::max(size, d.norm());
    }
    if (mode.along_twist) size = 1.0;
    for (auto& d : mode.displacement)
        d /= size;
    mode.coordinates /= scale * size;
}

}  // namespace

Mode mode_of(std::complex<double> lambda)
{
    Mode mode;
    mode.eigenvalue = lambda;
    const double size = std::abs(lambda);
    // What grows faster than it turns does not oscillate.
    if (std::abs(lambda.imag()) > std::max(1e-9 * size, lambda.real()))
        mode.frequency = size / (2.0 * std::numbers::pi);
    mode.damping_ratio = size > 0.0 ? -lambda.real() / size : 0.0;
    return mode;
}

void conclude(const SmallMotions& motions, Modes& found)
{
    std::stable_sort(found.modes.begin(), found.modes.end(), [](const Mode& a, const Mode& b) {
        return std::abs(a.eigenvalue) < std::abs(b.eigenvalue);
    });
    found.symmetric = motions.symmetric;
    // Divergence is a matter of statics, one rule for all commands [docs/theory/s1, Eq. (1.18)]; what only
    // the masses make grow is flutter, also where it outruns its turning.
    const bool lost = motions.symmetric ? motions.diverges : found.equilibrium.status == Status::unstable;
    found.divergence = lost;
    found.flutter = motions.flutters || (motions.diverges && !lost);
    // Where statics sees an instability that is slower than rounding, it is one.
    if (!found.flutter && !found.divergence && found.equilibrium.status == Status::unstable) {
        found.status = Status::unstable;
        found.message = found.equilibrium.message;
        return;
    }
    found.status = found.flutter || found.divergence ? Status::unstable : Status::converged;
    // Where both grow, the faster one is what is seen.
    const auto fastest = std::max_element(
        found.modes.begin(), found.modes.end(),
        [](const Mode& a, const Mode& b) { return a.eigenvalue.real() < b.eigenvalue.real(); });
    if (found.flutter && (!found.divergence || fastest->frequency > 0.0)) {
        found.message = "flutter: an oscillation about this equilibrium grows";
    } else if (found.divergence) {
        found.message = "the equilibrium diverges: a disturbance grows without oscillating";
    }
    if (!found.symmetric && !found.flutter)
        found.warnings.emplace_back(
            "the stiffness is not symmetric (moments fixed in space, follower forces or friction): flutter "
            "is "
            "possible nearby");
}

Modes find_modes(System& system, const Equilibrium& equilibrium)
{
    Modes found;
    found.model = system.type;
    found.equilibrium = equilibrium;
    found.message = why_not_moved(system);
    if (found.message.empty()) found.message = why_not_held_in_vibration(system, equilibrium);
    if (!found.message.empty()) return found;
    const bool rubs = std::any_of(system.loads.begin(), system.loads.end(),
                                  [](const auto& load) { return load->feels_motion(); });
    if (rubs && system.held() == 0) {
        if (!come_to_rest(system, found.equilibrium.coordinates)) {
            found.status = Status::not_converged;
            found.message = "the shape at which the motion comes to rest was not found";
            return found;
        }
        for (std::size_t i = 0; i < system.samples.size(); ++i)
            found.equilibrium.shape.frames[i + 1] = system.model->frame_at(system.samples[i].place);
        found.warnings.emplace_back(
            "vibrations are about the shape at which the motion comes to rest, where friction holds nothing");
    }
    if (stop_wanted()) {
        found.status = Status::not_converged;
        found.message = stopped_sentence;
        return found;
    }
    const Linearised at = linearise(system, found.equilibrium.coordinates);
    const auto L = cholesky_factor(at.M);
    if (!L) {
        found.message = "a motion of the model moves no mass";
        return found;
    }
    const auto reduced = [&](const MatrixXd& X) -> MatrixXd {
        return lower_solution(*L, lower_solution(*L, X).transpose()).transpose();
    };
    found.arclength.push_back(0.0);
    for (const Sample& sample : system.samples)
        found.arclength.push_back(sample.arclength);

    const auto motions = small_motions(reduced(at.K), reduced(at.D));
    if (!motions) {
        found.status = Status::not_converged;
        found.message = stop_wanted() ? stopped_sentence : "the eigenvalues were not found";
        return found;
    }
    // z = N L⁻ᵀ y for the eigenvectors y of the reduced problem.
    for (std::size_t i = 0; i < motions->values.size(); ++i) {
        Mode mode = mode_of(motions->values[i]);
        const Eigen::VectorXcd y = motions->vectors.col(static_cast<Eigen::Index>(i));
        add_shape(system, at.N * transposed_lower_solution(*L, y), mode);
        found.modes.push_back(std::move(mode));
    }
    conclude(*motions, found);
    return found;
}

Pace find_pace(System& system, const VectorXd& q)
{
    const Linearised at = linearise(system, q);
    const auto L = cholesky_factor(at.M);
    Pace pace;
    if (!L) return pace;
    const auto reduced = [&L](const MatrixXd& X) -> MatrixXd {
        return lower_solution(*L, lower_solution(*L, 0.5 * (X + X.transpose())).transpose());
    };
    const VectorXd squares = symmetric_eigenvalues(reduced(at.K));
    pace.fastest = std::sqrt(squares.cwiseAbs().maxCoeff());
    pace.slowest = std::sqrt(std::max(squares.cwiseAbs().minCoeff(), 1e-12 * squares.cwiseAbs().maxCoeff()));
    if (!at.D.isZero(0.0)) {
        pace.creep = symmetric_eigenvalues(reduced(at.D)).cwiseAbs().maxCoeff();
    }
    return pace;
}

}  // namespace supple
