// A load and a segment of one's own, solved and judged by the exact rod. docs/extending.md explains it.
#include <supple/cosserat/cosserat.hpp>
#include <supple/model/chain.hpp>
#include <supple/statics/equilibrium.hpp>

#include <cmath>
#include <cstdio>

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
System tied_rod(int segments, double length, double EI, const Vector3d& anchor, double stiffness)
{
    std::vector<Chain::Link> links;
    for (int i = 0; i < segments; ++i)
        add_segment(links, length / segments, EI);
    const Place tip{static_cast<int>(links.size()) - 1, 1.0};

    System system;
    system.type = "two-joint segments";
    system.length = length;
    system.model = std::make_unique<Chain>(SE3(), links, std::vector<Place>{tip});
    system.point_arclength = {length};
    system.loads.push_back(std::make_unique<Thread>(0, anchor, stiffness));
    system.load_paths = {"thread"};
    system.samples = {{length, tip, ""}};
    return system;
}
// system: end

// main: begin
int main()
{
    const double length = 0.1, EI = 2e-5, stiffness = 0.2;  // [m], [N m²], [N/m]
    const Vector3d anchor(0.08, 0.04, 0.1);
    for (const int segments : {1, 2, 4, 8}) {
        System system = tied_rod(segments, length, EI, anchor, stiffness);
        const Equilibrium found = solve_statics(system);
        const Vector3d tip = found.tip().position();

        // The exact rod under the force that the thread has there.
        Manipulator rod;
        rod.rod.length = length;
        rod.rod.bending_stiffness = Eigen::Vector2d(EI, EI);
        PointLoad load;
        load.at = length;
        load.force = stiffness * (anchor - tip);
        rod.loads = {load};
        const Equilibrium exact = cosserat::solve(rod);
        std::printf("%d segments: %s, tip at %.3f %.3f %.3f mm, %.3f mm from the exact rod\n", segments,
                    name(found.status), 1e3 * tip.x(), 1e3 * tip.y(), 1e3 * tip.z(),
                    1e3 * (tip - exact.tip().position()).norm());
    }
}
// main: end
