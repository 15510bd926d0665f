// A load, a constraint and a segment of one's own, solved and judged by the exact rod. docs/extending.md
// explains it.
#include <supple/cosserat/cosserat.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/model/chain.hpp>
#include <supple/statics/equilibrium.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

using namespace supple;

// load: begin
/// An elastic thread from a point of the model to an anchor in the world: f = −k (p − anchor).
class Thread final : public Load {
 public:
    Thread(int point, const Vector3d& anchor, double stiffness)
        : point_(static_cast<std::size_t>(point)), anchor_(anchor), k_(stiffness)
    {
    }

    Vector3d force(const Vector3d& p) const { return k_ * (anchor_ - p); }

    void add_to(std::span<const SE3> frames, double scale,
                std::span<FrameForce> forces) const noexcept override
    {
        forces[point_].F.head<3>() += scale * force(frames[point_].position());
        forces[point_].dF_dx.topLeftCorner<3, 3>().diagonal().array() -= scale * k_;
        forces[point_].varies = true;
    }

    bool conservative() const noexcept override { return true; }
    double potential(std::span<const SE3> frames) const noexcept override
    {
        return 0.5 * k_ * (frames[point_].position() - anchor_).squaredNorm();
    }

    // The one number that may change between solves, and what the force does with it.
    int parameters() const noexcept override { return 1; }
    double& parameter(int) noexcept override { return k_; }
    std::string parameter_path(int) const override { return "stiffness"; }
    void add_derivative(int, std::span<const SE3> frames,
                        std::span<FrameForce> forces) const noexcept override
    {
        forces[point_].F.head<3>() += anchor_ - frames[point_].position();
    }

 private:
    std::size_t point_;
    Vector3d anchor_;  ///< [m]
    double k_;         ///< [N/m]
};
// load: end

// constraint: begin
/// A rigid strut from a point of the model to an anchor in the world: φ = |p − anchor| − length.
class Strut final : public FrameFunction {
 public:
    Strut(int point, const Vector3d& anchor, double length) : point_(point), anchor_(anchor), length_(length)
    {
    }

    const std::string& name() const noexcept override { return name_; }
    int point() const noexcept override { return point_; }
    int size() const noexcept override { return 1; }

    void evaluate(const SE3& X, Values& phi, Gradient& dphi_dx) const noexcept override
    {
        const Vector3d along = X.position() - anchor_;
        phi.setConstant(1, along.norm() - length_);
        dphi_dx.setZero(1, 6);
        dphi_dx.leftCols<3>() = along.normalized().transpose();
    }

    // The force λ n along the strut, and how it turns when the point moves across it.
    void add_force(const SE3& X, const double* lambda, FrameForce& force) const noexcept override
    {
        const Vector3d along = X.position() - anchor_, n = along.normalized();
        force.F.head<3>() += lambda[0] * n;
        force.dF_dx.topLeftCorner<3, 3>() +=
            lambda[0] / along.norm() * (Matrix3d::Identity() - n * n.transpose());
        force.varies = true;
    }

    // The one number at which it is held.
    int targets() const noexcept override { return 1; }
    std::string target_path(int) const override { return "length"; }
    void move_target(int, double amount) noexcept override { length_ += amount; }
    void target_derivative(int, const SE3&, const double*, Values& dphi, Vector6d& dF) const noexcept override
    {
        dphi.setConstant(1, -1.0);
        dF.setZero();
    }

 private:
    std::string name_ = "strut";
    int point_;
    Vector3d anchor_;  ///< [m]
    double length_;    ///< [m]
};
// constraint: end

// segment: begin
/// Two joints without a preferred axis at Gauss's points, each for half of the length.
void add_segment(std::vector<Chain::Link>& links, double length, double EI)
{
    const double first = length * (0.5 - 0.5 / std::sqrt(3.0)), second = length - first;
    ElasticLaw law;
    law.stiffness = Vector3d(EI, EI, 0.0) / (length / 2.0);
    links.push_back({IsotropicJoint{first, (second - first) / 2.0}, law});
    links.push_back({IsotropicJoint{(second - first) / 2.0, first}, law});
}
// segment: end

// system: begin
/// A straight rod along z from the world's origin, its tip tied to the anchor.
std::unique_ptr<System> tied_rod(int segments, double length, double EI, const Vector3d& anchor,
                                 double stiffness)
{
    std::vector<Chain::Link> links;
    for (int i = 0; i < segments; ++i)
        add_segment(links, length / segments, EI);
    const Place tip{static_cast<int>(links.size()) - 1, 1.0};

    auto system = std::make_unique<System>();
    system->type = "two-joint segments";
    system->length = length;
    system->model = std::make_unique<Chain>(SE3(), links, std::vector<Place>{tip});
    system->point_arclength = {length};
    system->loads.push_back(std::make_unique<Thread>(0, anchor, stiffness));
    system->load_paths = {"thread"};
    system->samples = {{length, tip, ""}};
    return system;
}
// system: end

// nodal: begin
/// The same thread on the variational rod: a load sees the frame of its node as its only point.
Vector3d tip_of_the_nodal_rod(const Manipulator& rod, const Vector3d& anchor, double stiffness)
{
    variational::NodalRod nodes = variational::nodal_rod(rod, 40, StrainPlace::midpoint).rod;
    nodes.loads.push_back({nodes.nodes() - 1, std::make_shared<Thread>(0, anchor, stiffness)});
    return variational::solve_statics(nodes).tip().position();
}
// nodal: end

// main: begin
int main()
{
    const double length = 0.1, EI = 2e-5, stiffness = 0.2;  // [m], [N m²], [N/m]
    const Vector3d anchor(0.08, 0.04, 0.1);
    Manipulator rod;
    rod.rod.length = length;
    rod.rod.bending_stiffness = Eigen::Vector2d(EI, EI);
    for (const int segments : {1, 2, 4, 8}) {
        const auto system = tied_rod(segments, length, EI, anchor, stiffness);
        const Equilibrium found = solve_statics(*system);
        const Vector3d tip = found.tip().position();

        // The exact rod under the force that the thread has there.
        PointLoad load;
        load.at = length;
        load.force = stiffness * (anchor - tip);
        rod.loads = {load};
        const Equilibrium exact = cosserat::solve(rod);
        std::printf("%d segments: %s, tip at %.3f %.3f %.3f mm, %.3f mm from the exact rod\n", segments,
                    name(found.status), 1e3 * tip.x(), 1e3 * tip.y(), 1e3 * tip.z(),
                    1e3 * (tip - exact.tip().position()).norm());
    }

    // The variational rod stretches and shears a little.
    rod.loads.clear();
    rod.rod.axial_stiffness = 1e3;
    rod.rod.shear_stiffness = Eigen::Vector2d(1e3, 1e3);
    const Vector3d nodal = tip_of_the_nodal_rod(rod, anchor, stiffness);
    std::printf("variational rod: tip at %.3f %.3f %.3f mm\n", 1e3 * nodal.x(), 1e3 * nodal.y(),
                1e3 * nodal.z());

    // A strut of 60 mm instead of the thread.
    const auto strutted = tied_rod(8, length, EI, anchor, 0.0);
    strutted->constraints.push_back(std::make_unique<Strut>(0, anchor, 0.06));
    const Equilibrium held = solve_statics(*strutted);
    std::printf("strut: %s, tip %.3f mm from the anchor, force %.3f mN\n", name(held.status),
                1e3 * (held.tip().position() - anchor).norm(), 1e3 * held.reactions[0].force.norm());
}
// main: end
