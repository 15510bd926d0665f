// The kernel's equations against those of Chain, lane by lane, at shapes that no Newton iteration would
// choose.
#include "support/random.hpp"

#include <supple/lanes/kernel.hpp>
#include <supple/model/chain.hpp>

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace supple::test {
namespace test_kernel {

struct Kind {
    const char* name;
    lanes::JointKind kind;
    Element element;
};

const Kind kinds[] = {
    {"universal", lanes::JointKind::universal, UniversalJoint{0.02, 0.03, false}},
    {"universal with twist", lanes::JointKind::universal_with_twist, UniversalJoint{0.02, 0.03, true}},
    {"isotropic", lanes::JointKind::isotropic, IsotropicJoint{0.02, 0.03}},
    {"ball", lanes::JointKind::ball, SphericalJoint{0.02, 0.03}},
};

/// Memory of a chain of three joints with points before, behind and at the end of them.
struct Memory {
    static constexpr int joints = 3, points = 4;
    int n, width;
    std::vector<lanes::JointKind> kind;
    std::vector<int> first, first_point = {0, 2, 3, 4};
    bool beyond[points] = {false, true, true, true};
    std::vector<std::vector<double>> arrays;
    lanes::ChainView view;

    Memory(lanes::JointKind joint, int dof, int lanes_) : n(joints * dof), width(lanes_)
    {
        kind.assign(joints, joint);
        for (int e = 0; e <= joints; ++e)
            first.push_back(e * dof);
        view.joints = joints;
        view.points = points;
        view.coordinates = n;
        view.kind = kind.data();
        view.first_coordinate = first.data();
        view.first_point = first_point.data();
        view.beyond = beyond;
        const std::pair<double**, int> sizes[] = {
            {&view.base, 12},
            {&view.inboard, joints},
            {&view.outboard, joints},
            {&view.along, points},
            {&view.stiffness, n},
            {&view.rest, n},
            {&view.cubic, n},
            {&view.q, n},
            {&view.rotation, 9 * joints},
            {&view.origin, 3 * joints},
            {&view.twist_v, 3 * n},
            {&view.twist_w, 3 * n},
            {&view.arm, 3 * points},
            {&view.frame, 12 * points},
            {&view.tip, 12},
            {&view.force, 6 * points},
            {&view.slope, 36 * points},
            {&view.g, n},
            {&view.G, n * n},
            {&view.factors, n * n},
            {&view.step, n},
        };
        for (const auto& [start, count] : sizes) {
            arrays.emplace_back(static_cast<std::size_t>(count * width) + 8);
            // Aligned as the kernel asks.
            auto address = reinterpret_cast<std::uintptr_t>(arrays.back().data());
            address = (address + lanes::ChainView::alignment - 1) / lanes::ChainView::alignment *
                      lanes::ChainView::alignment;
            *start = reinterpret_cast<double*>(address);
        }
    }
    void set(double* numbers, int k, int lane, double value) const { numbers[k * width + lane] = value; }
    double get(const double* numbers, int k, int lane) const { return numbers[k * width + lane]; }
};

class Kernels : public testing::TestWithParam<lanes::InstructionSet> {};

TEST_P(Kernels, PlaceAssembleAndSolveAsChainDoes)
{
    const lanes::Kernel* kernel = lanes::kernel_of(GetParam());
    // Its instructions would end the program here; other machines run them.
    if (!kernel) GTEST_SKIP() << "this machine does not have the instruction set";
    std::mt19937 engine(5);
    for (const Kind& kind : kinds) {
        for (const double size : {0.0, 1e-7, 0.05, 0.65}) {
            for (const bool varies : {false, true}) {
                SCOPED_TRACE(kind.name);
                const int dofs = dof(kind.element);
                Memory memory(kind.kind, dofs, kernel->width);
                memory.view.varies = varies;
                std::vector<std::unique_ptr<Chain>> chains;
                std::vector<std::vector<FrameForce>> forces;
                const double fraction_before = 0.25, fraction_behind = 0.7;
                for (int l = 0; l < kernel->width; ++l) {
                    ElasticLaw law;
                    law.stiffness = Vector3d(0.3, 0.4, 0.5) + 0.1 * random_vector(3, engine);
                    law.rest = 0.1 * random_vector(3, engine);
                    law.cubic = 0.2;
                    const Vector3d turn = random_vector(3, engine);
                    const SE3 X_WB(Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix(),
                                   random_vector(3, engine));
                    chains.push_back(std::make_unique<Chain>(
                        X_WB, std::vector<Chain::Link>(3, {kind.element, law}),
                        std::vector<Place>{{0, fraction_before}, {0, 1.0}, {1, fraction_behind}, {2, 1.0}}));
                    Chain& chain = *chains.back();
                    for (int i = 0; i < 9; ++i)
                        memory.set(memory.view.base, i, l, X_WB.rotation().data()[i]);
                    for (int i = 0; i < 3; ++i)
                        memory.set(memory.view.base, 9 + i, l, X_WB.position()[i]);
                    for (int e = 0; e < 3; ++e) {
                        memory.set(memory.view.inboard, e, l, 0.02);
                        memory.set(memory.view.outboard, e, l, 0.03);
                    }
                    const double along[] = {fraction_before * 0.05, 0.03, fraction_behind * 0.05 - 0.02,
                                            0.03};
                    for (int k = 0; k < 4; ++k)
                        memory.set(memory.view.along, k, l, along[k]);
                    const VectorXd q = size * random_vector(chain.size(), engine);
                    for (int j = 0; j < chain.size(); ++j) {
                        memory.set(memory.view.stiffness, j, l, law.stiffness[j % dofs]);
                        memory.set(memory.view.rest, j, l, law.rest[j % dofs]);
                        memory.set(memory.view.cubic, j, l, law.cubic);
                        memory.set(memory.view.q, j, l, q[j]);
                    }
                    chain.place(q);
                    forces.emplace_back(4);
                    for (int k = 0; k < 4; ++k) {
                        FrameForce& force = forces.back()[static_cast<std::size_t>(k)];
                        force.F = random_vector(6, engine);
                        force.varies = varies;
                        if (varies)
                            force.dF_dx = Eigen::Map<const Matrix6d>(random_vector(36, engine).eval().data());
                        for (int i = 0; i < 6; ++i)
                            memory.set(memory.view.force, 6 * k + i, l, force.F[i]);
                        for (int i = 0; i < 36; ++i)
                            memory.set(memory.view.slope, 36 * k + i, l, force.dF_dx.data()[i]);
                    }
                }
                kernel->place(memory.view);
                kernel->assemble(memory.view);
                alignas(64) double positive[8];
                kernel->positive(memory.view, positive);
                kernel->solve(memory.view);
                for (int l = 0; l < kernel->width; ++l) {
                    Chain& chain = *chains[static_cast<std::size_t>(l)];
                    const int n = chain.size();
                    VectorXd g(n), g_lane(n), step(n);
                    MatrixXd G(n, n), G_lane(n, n);
                    chain.assemble(forces[static_cast<std::size_t>(l)], g, &G);
                    for (int k = 0; k < 4; ++k) {
                        for (int i = 0; i < 3; ++i)
                            EXPECT_NEAR(memory.get(memory.view.frame, 12 * k + 9 + i, l),
                                        chain.frames()[static_cast<std::size_t>(k)].position()[i], 1e-15);
                        for (int i = 0; i < 9; ++i)
                            EXPECT_NEAR(memory.get(memory.view.frame, 12 * k + i, l),
                                        chain.frames()[static_cast<std::size_t>(k)].rotation().data()[i],
                                        2e-15);
                    }
                    for (int j = 0; j < n; ++j) {
                        g_lane[j] = memory.get(memory.view.g, j, l);
                        step[j] = memory.get(memory.view.step, j, l);
                        for (int i = 0; i < n; ++i)
                            G_lane(i, j) = memory.get(memory.view.G, j * n + i, l);
                    }
                    EXPECT_LT((g_lane - g).cwiseAbs().maxCoeff(), 1e-14 * (1.0 + g.cwiseAbs().maxCoeff()));
                    EXPECT_LT((G_lane - G).cwiseAbs().maxCoeff(), 1e-14 * (1.0 + G.cwiseAbs().maxCoeff()));
                    const bool definite =
                        Eigen::LLT<MatrixXd>(0.5 * (G + G.transpose())).info() == Eigen::Success;
                    EXPECT_EQ(positive[l], definite ? 1.0 : 0.0);
                    if (definite) {
                        EXPECT_LT((step - G.partialPivLu().solve(g)).norm(), 1e-10 * step.norm());
                    }
                }
            }
        }
    }
}

TEST_P(Kernels, AdvanceTheLanesThatHaveAPartAlone)
{
    const lanes::Kernel* kernel = lanes::kernel_of(GetParam());
    // Its instructions would end the program here; other machines run them.
    if (!kernel) GTEST_SKIP() << "this machine does not have the instruction set";
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    Memory memory(lanes::JointKind::ball, 3, kernel->width);
    std::mt19937 engine(6);
    std::vector<VectorXd> q, step;
    alignas(64) double parts[8] = {}, squares[8], sizes[8];
    for (int l = 0; l < kernel->width; ++l) {
        q.push_back(random_vector(9, engine));
        step.push_back(random_vector(9, engine));
        parts[l] = 0.3 * l;
        if (l == 0) step[0].setConstant(nan);  // a lane that has gone wrong, and is not moved
        if (l == 1) step[1][4] = nan;
        for (int j = 0; j < 9; ++j) {
            memory.set(memory.view.q, j, l, q.back()[j]);
            memory.set(memory.view.step, j, l, step.back()[j]);
        }
    }
    kernel->largest(memory.view.step, 9, sizes);
    kernel->advance(memory.view, parts, squares);
    EXPECT_TRUE(std::isnan(sizes[0]));
    EXPECT_TRUE(std::isnan(sizes[1]));
    for (int l = 0; l < kernel->width; ++l) {
        if (l == 1) continue;
        const auto i = static_cast<std::size_t>(l);
        if (l > 1) {
            EXPECT_EQ(sizes[l], step[i].cwiseAbs().maxCoeff());
            q[i] -= parts[l] * step[i];
        }
        double square = 0.0;
        for (int e = 0; e < 3; ++e)
            square = std::max(square, q[i].segment<3>(3 * e).squaredNorm());
        EXPECT_NEAR(squares[l], square, 1e-14);
        for (int j = 0; j < 9; ++j)
            EXPECT_NEAR(memory.get(memory.view.q, j, l), q[i][j], 1e-15);
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, Kernels,
                         testing::Values(lanes::InstructionSet::baseline, lanes::InstructionSet::avx2,
                                         lanes::InstructionSet::avx512));

}  // namespace test_kernel
}  // namespace supple::test
