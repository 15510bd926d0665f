// Driven rods: what they do to the arm, its derivatives and its work, under every law.
#include "support/differences.hpp"
#include "support/driven_arm.hpp"
#include "support/golden.hpp"
#include "support/random.hpp"
#include "support/rods.hpp"

#include <supple/actuation/least_squares.hpp>
#include <supple/assembly/discretize.hpp>
#include <supple/statics/equilibrium.hpp>

#include <gtest/gtest.h>

namespace supple::test {
namespace test_drive {

struct Case {
    std::string name;
    ContactLaw law;
    double friction = 0.3;
    bool sharp = false;
    RodBending bending = RodBending::arcs;
    BaseSupport support = BaseSupport::clamped;
    ModelChoice model = CurvatureModel{};
    bool cable = false;
    double first_end = 0.12;  ///< of the first rod [m]
};

void PrintTo(const Case& one, std::ostream* out)
{
    *out << one.name;
}

std::string name_of(const testing::TestParamInfo<Case>& info)
{
    return info.param.name;
}

std::unique_ptr<System> system_of(const Case& one)
{
    DrivenRods rods = paper_rods(one.law, one.friction, {9.0, 4.0, 0.0, 5.0, 12.0, -3.0});
    rods.bending = one.bending;
    rods.base_support = one.support;
    if (one.support == BaseSupport::clearance) rods.base_clearance = 2e-4;
    rods.ends[0] = one.first_end;
    if (one.cable) rods.bending_stiffness.assign(6, 0.0);
    Manipulator m = paper_arm(rods);
    m.model = one.model;
    auto system = discretize(m);
    EXPECT_EQ(system->unsupported, "");
    for (CoupledLoad* load : system->coupled)
        load->use_sharp_law(one.sharp);
    return system;
}

/// A shape in which every arc bends and no rod is near its resting place. [1/m], or rad for joints.
VectorXd bent(const Model& model)
{
    std::mt19937 engine(5);
    const VectorXd q = 0.07 * random_vector(model.size(), engine) + VectorXd::Constant(model.size(), 0.03);
    return q.cwiseProduct(model.coordinate_scale());
}

std::vector<Case> cases()
{
    CurvatureModel twisting, many;
    twisting.twist = true;
    many.arcs = 12;
    const auto contacts = RodBending::contacts;
    return {
        {"tendon", ContactLaw::tendon},
        {"capstan", ContactLaw::capstan},
        {"least_squares", ContactLaw::least_squares},
        {"least_squares_sharp", ContactLaw::least_squares, 0.3, true},
        {"least_squares_frictionless", ContactLaw::least_squares, 0.0},
        {"clamped", ContactLaw::tendon, 0.0, false, contacts, BaseSupport::clamped},
        {"pinned", ContactLaw::tendon, 0.0, false, contacts, BaseSupport::pinned},
        {"clearance", ContactLaw::capstan, 0.3, false, contacts, BaseSupport::clearance},
        {"twisting_tendon", ContactLaw::tendon, 0.0, false, contacts, BaseSupport::clamped, twisting},
        {"twisting_capstan", ContactLaw::capstan, 0.3, false, RodBending::arcs, BaseSupport::clamped,
         twisting},
        {"twisting_least_squares", ContactLaw::least_squares, 0.3, false, RodBending::arcs,
         BaseSupport::clamped, twisting},
        {"more_arcs_than_disks", ContactLaw::capstan, 0.3, false, RodBending::arcs, BaseSupport::clamped,
         many},
        {"ball_joints", ContactLaw::capstan, 0.3, false, RodBending::arcs, BaseSupport::clamped,
         spherical(16, JointLayout::gauss)},
        {"least_squares_without_contacts", ContactLaw::least_squares, 0.3, false, RodBending::arcs,
         BaseSupport::clamped, CurvatureModel{}, false, 0.03},
        {"cables", ContactLaw::tendon, 0.0, false, RodBending::arcs, BaseSupport::clamped, twisting, true},
    };
}

class EachDrive : public testing::TestWithParam<Case> {};

TEST_P(EachDrive, TangentIsTheDerivativeOfTheForces)
{
    const auto system = system_of(GetParam());
    const VectorXd q = bent(*system->model);
    MatrixXd K;
    const VectorXd Q = drive_forces(*system, q, 1.0, &K);
    const MatrixXd by_difference = difference([&](const VectorXd& x) { return drive_forces(*system, x); }, q,
                                              1e-5 * system->model->coordinate_scale()[0]);
    EXPECT_GT(Q.norm(), 1e-3);
    EXPECT_GT(K.norm(), 1e-3 * Q.norm() / system->model->coordinate_scale()[0]);
    EXPECT_LT(relative_error(K, by_difference), 1e-7);
}

TEST_P(EachDrive, ForcesDeriveFromThePotentialWhereThereIsOne)
{
    const auto system = system_of(GetParam());
    Load& drive = *system->coupled[0];
    const bool has_one = GetParam().law == ContactLaw::tendon &&
                         (GetParam().bending == RodBending::contacts || GetParam().cable);
    EXPECT_EQ(drive.conservative(), has_one);
    if (!drive.conservative()) return;
    const VectorXd q = bent(*system->model);
    MatrixXd K;
    const VectorXd Q = drive_forces(*system, q, 1.0, &K);
    const MatrixXd gradient = difference(
        [&](const VectorXd& x) {
            system->model->place(x);
            return VectorXd::Constant(1, drive.potential(system->model->frames()));
        },
        q, 1e-3 * system->model->coordinate_scale()[0]);
    EXPECT_LT(relative_error(-gradient.transpose(), Q), 1e-8);
    EXPECT_LT(relative_error(K, K.transpose()), 1e-12);
}

TEST_P(EachDrive, DerivativesByTheTensionsAreDifferences)
{
    const auto system = system_of(GetParam());
    Load& drive = *system->coupled[0];
    Model& model = *system->model;
    const VectorXd q = bent(model);
    ASSERT_EQ(drive.parameters(), 6);
    EXPECT_EQ(drive.parameter_path(4), "tensions.4");
    EXPECT_TRUE(drive.actuates());
    for (int k : {0, 1, 3, 4, 5}) {
        std::vector<FrameForce> forces(model.frames().size());
        model.place(q);
        drive.add_derivative(k, model.frames(), forces);
        VectorXd none(model.size()), g(model.size());
        model.assemble(std::vector<FrameForce>(forces.size()), none, nullptr);
        model.assemble(forces, g, nullptr);
        const double T = drive.parameter(k);
        const MatrixXd by_difference = difference(
            [&](const VectorXd& x) {
                drive.parameter(k) = x[0];
                return drive_forces(*system, q);
            },
            VectorXd::Constant(1, T), 1e-2);
        drive.parameter(k) = T;
        EXPECT_GT(by_difference.norm(), 1e-5);
        EXPECT_LT(relative_error(none - g, by_difference), 1e-8) << "rod " << k;
    }
}

TEST_P(EachDrive, TensionsGrowWithTheLoadFactorAndStiffnessDoesNot)
{
    const auto system = system_of(GetParam());
    const VectorXd q = bent(*system->model);
    const VectorXd Q0 = drive_forces(*system, q, 0.0), Q1 = drive_forces(*system, q, 1.0);
    const VectorXd Q2 = drive_forces(*system, q, 2.0);
    const double rounded = GetParam().law == ContactLaw::least_squares && !GetParam().sharp ? 1e-3 : 1e-12;
    EXPECT_LT(relative_error(Q2 - Q1, Q1 - Q0), rounded);
}

INSTANTIATE_TEST_SUITE_P(Laws, EachDrive, testing::ValuesIn(cases()), name_of);

/// Velocities of all points when the coordinates move at qd.
std::vector<Vector6d> velocities(const Model& model, const VectorXd& qd)
{
    std::vector<Vector6d> V;
    Matrix6Xd J(6, model.size());
    for (std::size_t k = 0; k < model.frames().size(); ++k) {
        model.jacobian(static_cast<int>(k), J);
        V.emplace_back(J * qd);
    }
    return V;
}

/// What the tensions alone do in motion, (β, γ) of each arc.
VectorXd actuation_in_motion(const Manipulator& m, const VectorXd& q, const VectorXd& qd, DriveState& state)
{
    const auto system = discretize(m);
    Model& model = *system->model;
    CoupledLoad& drive = *system->coupled[0];
    model.place(q);
    const auto V = velocities(model, qd);
    std::vector<FrameForce> forces(model.frames().size()), still = forces;
    drive.add_in_motion(model.frames(), V, forces);
    drive.report(state);
    drive.add_to(model.frames(), 0.0, still);
    VectorXd g(model.size()), g0(model.size());
    model.assemble(forces, g, nullptr);
    model.assemble(still, g0, nullptr);
    return to_beta_gamma(g0 - g);
}

TEST(DriveInMotion, IsThatOfTheIndependentStates)
{
    const auto data = golden("s3_states.json");
    for (const auto& state_of_arm : data["states"]) {
        const VectorXd q = from_beta_gamma(vector(state_of_arm["q"])),
                       qd = from_beta_gamma(vector(state_of_arm["qd"]));
        const std::vector<double> T = state_of_arm["T"];
        const VectorXd V = vector(state_of_arm["V"]), V0 = vector(state_of_arm["V_no_actuation"]);
        const VectorXd V_tendon = vector(state_of_arm["V_tendon"]);
        DriveState state;
        const VectorXd Q = actuation_in_motion(paper_arm(ContactLaw::least_squares, 0.3, T), q, qd, state);
        EXPECT_LT((Q - (V - V0)).cwiseAbs().maxCoeff(), 1e-8 * V.cwiseAbs().maxCoeff());
        for (std::size_t j = 0; j < 6; ++j) {
            EXPECT_NEAR(state.end_tensions[j], state_of_arm["T_end"][j].get<double>(), 1e-8 * 10);
            for (std::size_t i = 0; i < state.contacts[j].size(); ++i)
                EXPECT_NEAR(state.contacts[j][i], state_of_arm["contact_force"][j][i].get<double>(),
                            1e-8 * 2);
        }
        const VectorXd Q_tendon = actuation_in_motion(paper_arm(ContactLaw::tendon, 0.0, T), q, qd, state);
        EXPECT_LT((Q_tendon - (V_tendon - V0)).cwiseAbs().maxCoeff(), 1e-8 * V.cwiseAbs().maxCoeff());
    }
}

TEST(DriveInMotion, FrictionOpposesIt)
{
    // The work that friction takes: what a frictionless tendon would do less what this one does.
    const std::vector<double> T{9.0, 4.0, 0.0, 5.0, 12.0, 3.0};
    const auto system = discretize(paper_arm(ContactLaw::capstan, 0.3, T));
    const VectorXd q = bent(*system->model);
    std::mt19937 engine(1);
    for (int i = 0; i < 3; ++i) {
        const VectorXd qd = 4.0 * random_vector(static_cast<int>(q.size()), engine);
        DriveState state;
        const VectorXd Q = actuation_in_motion(paper_arm(ContactLaw::capstan, 0.3, T), q, qd, state);
        const VectorXd free = actuation_in_motion(paper_arm(ContactLaw::capstan, 0.0, T), q, qd, state);
        EXPECT_GT(to_beta_gamma(qd).dot(free - Q), 1e-4);
    }
}

TEST(DriveInMotion, TangentIsTheDerivativeOfTheForces)
{
    // Tensions that follow the stretch, under friction that the velocities alone decide.
    for (const ContactLaw law : {ContactLaw::capstan, ContactLaw::least_squares}) {
        DrivenRods rods = paper_rods(law, 0.3, {2e-3, -1e-3, 0.0, 1e-3, 0.0, -2e-3});
        rods.cable = true;
        rods.retractions.swap(rods.tensions);
        rods.axial_stiffness.assign(6, 3000.0);
        const auto system = discretize(paper_arm(rods));
        Model& model = *system->model;
        const VectorXd q = bent(model);
        model.place(q);
        const auto V = velocities(model, VectorXd::Constant(q.size(), 0.4));
        VectorXd g(model.size());
        MatrixXd G(model.size(), model.size());
        const auto evaluate = [&](const VectorXd& x, MatrixXd* tangent) {
            std::vector<FrameForce> forces(V.size());
            model.place(x);
            system->coupled[0]->add_in_motion(model.frames(), V, forces);
            model.assemble(forces, g, tangent);
            if (tangent) system->coupled[0]->subtract_tangent(model, *tangent);
            return g;
        };
        evaluate(q, &G);
        const MatrixXd by_difference =
            difference([&](const VectorXd& x) { return evaluate(x, nullptr); }, q, 1e-4);
        // The sign of friction turns with the disks while their velocities stay: that little is left out.
        EXPECT_LT(relative_error(G, by_difference), 1e-3) << static_cast<int>(law);
    }
}

TEST(DriveInMotion, FollowsItsHistoryUntilItLetsGo)
{
    DrivenRods rods = paper_rods(ContactLaw::tendon, 0.0, {10, 0, 0, 0, 0, 0});
    rods.timing.until = 2.0;
    rods.timing.history.time = {0.0, 1.0};
    rods.timing.history.columns = {{"tensions.4", {0.0, 6.0}}};
    const auto system = discretize(paper_arm(rods));
    const auto tensions = [&](double time) {
        CoupledLoad& drive = *system->coupled[0];
        drive.set_time(time);
        std::vector<FrameForce> forces(system->model->frames().size());
        drive.add_in_motion(system->model->frames(), std::vector<Vector6d>(forces.size(), Vector6d::Zero()),
                            forces);
        DriveState state;
        drive.report(state);
        return state.tensions;
    };
    EXPECT_EQ(tensions(0.5), (std::vector<double>{10, 0, 0, 0, 3, 0}));
    EXPECT_EQ(tensions(1.5), (std::vector<double>{10, 0, 0, 0, 6, 0}));
    EXPECT_EQ(tensions(2.5), std::vector<double>(6, 0.0));
}

TEST(LeastSquares, SixRoundsOfFrictionAreAsGoodAsInTheReference)
{
    // Largest relative error of a contact force after each round, %, at the equilibria of s3 Sec. 7.
    const auto errors = [](std::size_t pulled) {
        std::vector<double> T(6, 0.0);
        T[pulled] = 30.0;
        const Manipulator m = paper_arm(ContactLaw::least_squares, 0.3, T);
        const auto system = discretize(m);
        const Equilibrium eq = solve_statics(*system);
        const DrivenRods& rods = std::get<DrivenRods>(m.attachments[1]);
        const int end = pulled < 3 ? 4 : 8;
        Routing routing(system->X_WB, {0, 1, 2, 3, 4, 5, 6, 7}, std::vector<double>(8, 0.03));
        GuidedRod rod(0.0125 * std::cos(rods.angles[pulled]), 0.0125 * std::sin(rods.angles[pulled]), end);
        routing.place(std::span(eq.shape.frames).subspan(1));
        rod.place(routing);
        rod.rest(true, 1.0);
        LeastSquares last(0.3, end, 60);
        last.place(routing, rod, 30.0, false);
        std::vector<double> list;
        for (int rounds = 1; rounds <= 6; ++rounds) {
            LeastSquares law(0.3, end, rounds);
            law.place(routing, rod, 30.0, false);
            double largest = 0.0;
            for (int i = 1; i < end; ++i)
                largest = std::max(largest, std::abs(law.force(i) / last.force(i) - 1.0));
            list.push_back(100.0 * largest);
        }
        return list;
    };
    const double rod_11[] = {16.8, 0.898, 0.0282, 4.47e-4, 3.22e-5, 2.46e-6};
    const double rod_22[] = {35.0, 5.25, 0.489, 0.0304, 2.31e-3, 1.69e-4};
    const auto found_11 = errors(0), found_22 = errors(4);
    for (std::size_t i = 0; i < 6; ++i) {  // three digits are given
        EXPECT_NEAR(found_11[i], rod_11[i], 4e-3 * rod_11[i]);
        EXPECT_NEAR(found_22[i], rod_22[i], 4e-3 * rod_22[i]);
    }
}

TEST(Drive, CapstanTendsToTheTendonLimit)
{
    const std::vector<double> T{9.0, 4.0, 0.0, 5.0, 12.0, 3.0};
    const auto tendon = discretize(paper_arm(ContactLaw::tendon, 0.3, T));
    const VectorXd q = bent(*tendon->model);
    const VectorXd limit = drive_forces(*tendon, q);
    double before = 0.0;
    for (const double mu : {1e-2, 1e-3, 1e-4}) {
        const auto capstan = discretize(paper_arm(ContactLaw::capstan, mu, T));
        const double apart = relative_error(drive_forces(*capstan, q), limit);
        EXPECT_GT(apart, 0.0);
        if (before > 0.0) {
            EXPECT_NEAR(apart / before, 0.1, 0.01);
        }
        before = apart;
    }
    const auto without = discretize(paper_arm(ContactLaw::capstan, 0.0, T));
    EXPECT_EQ(drive_forces(*without, q), limit);
}

TEST(Drive, CapstanForcesAreInProportionToTensionsOfEitherSign)
{
    // The loss of tension depends on the sign of a tension alone, however small it is.
    const std::vector<double> T{9.0, -4.0, 6.0, -5.0, 12.0, -3.0};
    const auto forces = [&](double part) {
        std::vector<double> tensions = T;
        for (double& tension : tensions)
            tension *= part;
        DrivenRods rods = paper_rods(ContactLaw::capstan, 0.3, tensions);
        rods.bending_stiffness.assign(6, 0.0);
        const auto system = discretize(paper_arm(rods));
        return VectorXd(drive_forces(*system, bent(*system->model)));
    };
    const VectorXd whole = forces(1.0);
    EXPECT_GT((forces(-1.0) + whole).norm(), 0.01 * whole.norm()) << "friction does not know the sign";
    for (const double part : {1e-2, 1e-4, 1e-6})
        EXPECT_LT((forces(part) - part * whole).norm(), 1e-10 * part * whole.norm()) << part;
}

TEST(Drive, AClampedRodOfOneCurvatureHasTheEnergyOfItsArc)
{
    DrivenRods rods = paper_rods(ContactLaw::tendon, 0.0, {0, 0, 0, 0, 0, 0});
    rods.bending = RodBending::contacts;
    const auto energy = [&](BaseSupport support, double play, double first, double others) {
        rods.base_support = support;
        rods.base_clearance = play;
        const auto system = discretize(paper_arm(rods));
        VectorXd q(16);
        for (int i = 0; i < 8; ++i)
            q.segment<2>(2 * i) << 0.0, i == 0 ? first : others;  // β [1/m]
        system->model->place(q);
        return system->coupled[0]->potential(system->model->frames());
    };
    double arcs = 0.0;
    for (std::size_t j = 0; j < 6; ++j) {
        const double w = 1.0 - 4.0 * rods.radii[j] * std::cos(rods.angles[j]);
        arcs += 0.5 * rods.bending_stiffness[j] * 16.0 * rods.ends[j] / w;
    }
    EXPECT_NEAR(energy(BaseSupport::clamped, 0.0, 4.0, 4.0), arcs, 1e-13);
    EXPECT_NEAR(energy(BaseSupport::clearance, 1e-3, 4.0, 4.0), arcs, 1e-13);  // no force sideways

    // The less the base holds, the less a rod is bent; without play it holds as a clamp does.
    const double clamped = energy(BaseSupport::clamped, 0.0, 8.0, 4.0);
    EXPECT_LT(energy(BaseSupport::pinned, 0.0, 8.0, 4.0), 0.97 * clamped);
    EXPECT_NEAR(energy(BaseSupport::clearance, 0.0, 8.0, 4.0), clamped, 1e-13);
    const double little = energy(BaseSupport::clearance, 1e-5, 8.0, 4.0);
    const double much = energy(BaseSupport::clearance, 1e-2, 8.0, 4.0);
    EXPECT_LT(little, 0.9999 * clamped);
    EXPECT_LT(much, 0.999 * little);
    EXPECT_EQ(much, energy(BaseSupport::clearance, 2e-2, 8.0, 4.0));
}

TEST(Drive, InAPlaneTheMomentsOfArcsDeriveFromTheirEnergy)
{
    const auto system = discretize(paper_arm(paper_rods(ContactLaw::tendon, 0.0, {0, 0, 0, 0, 0, 0})));
    VectorXd q = VectorXd::Zero(16);
    for (int i = 0; i < 8; ++i)
        q[2 * i + 1] = i % 3 == 0 ? 0.4 : 5.0 - i;  // β [1/m], by both forms of the logarithm
    const VectorXd Q = drive_forces(*system, q);
    const MatrixXd gradient = difference(
        [&](const VectorXd& x) {
            system->model->place(x);
            return VectorXd::Constant(1, system->coupled[0]->potential(system->model->frames()));
        },
        q, 1e-3 * system->model->coordinate_scale()[0]);
    EXPECT_GT(Q.norm(), 1e-5);
    for (int i = 0; i < 8; ++i)
        EXPECT_NEAR(-gradient(0, 2 * i + 1), Q[2 * i + 1], 1e-8 * Q.norm()) << i;
}

TEST(Drive, APinnedRodThroughOnePassageIsAProppedCantilever)
{
    // One arc bent by κ: the rod takes 3/4 of the energy of a clamped one.
    DrivenRods rods;
    rods.radii = {1e-9};
    rods.angles = {0.0};
    rods.ends = {0.1};
    rods.bending_stiffness = {2.0};
    rods.axial_stiffness = {1.0};
    rods.pretension = rods.tensions = {0.0};
    rods.bending = RodBending::contacts;
    rods.base_support = BaseSupport::pinned;
    Manipulator m = rod_along_z(0.1, 1.0);
    CurvatureModel arc;
    arc.arcs = 1;
    m.model = arc;
    m.attachments = {rods};
    const auto system = discretize(m);
    system->model->place(Vector2d(0.0, 3.0));
    EXPECT_NEAR(system->coupled[0]->potential(system->model->frames()), 0.75 * 0.5 * 2.0 * 9.0 * 0.1, 1e-8);
}

}  // namespace test_drive
}  // namespace supple::test
