// How good estimates of forces are: the settings of docs/estimating.md, many simulated measurements each.
//
//   estimate_study RUNS [SEED]            one row a setting: errors, coverage, right number of contacts
//   estimate_study --corrupted RUNS [SEED]   how often a spoilt set gives a wrong answer without a warning

#include <supple/estimate/chi_square.hpp>
#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/force_search.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

using namespace supple;
using namespace supple::estimation;

constexpr double L = 0.1, EI = 2.05e-4;

Manipulator study_rod()
{
    Manipulator m;
    m.rod.length = L;
    m.rod.bending_stiffness = Vector2d(EI, EI);
    m.rod.torsional_stiffness = EI / 1.3;
    m.model = CosseratModel{};
    return m;
}

struct Setting {
    bool tip_force, tip_moment;
    int contacts;
    bool axial, curvature;
    double noise;  ///< over L, or over the largest curvature
    int count;
    int most;  ///< contacts that are looked for
};

const std::vector<Setting> settings = {
    {true, false, 0, false, false, 0.001, 20, 2},  {true, false, 0, false, false, 0.005, 20, 2},
    {true, false, 0, false, true, 0.02, 20, 2},    {true, true, 0, false, false, 0.001, 20, 2},
    {true, true, 0, false, true, 0.02, 20, 2},     {false, false, 1, false, false, 0.001, 10, 2},
    {false, false, 1, false, false, 0.001, 20, 2}, {false, false, 1, false, false, 0.001, 50, 2},
    {false, false, 1, false, false, 0.005, 20, 2}, {false, false, 1, false, false, 0.005, 50, 2},
    {false, false, 1, false, true, 0.01, 10, 2},   {false, false, 1, false, true, 0.01, 20, 2},
    {false, false, 1, false, true, 0.02, 20, 2},   {false, false, 1, true, false, 0.001, 50, 1},
    {false, false, 1, true, true, 0.01, 50, 1},    {true, false, 1, false, false, 0.001, 20, 2},
    {true, false, 1, false, false, 0.001, 50, 1},  {true, false, 1, false, true, 0.01, 20, 2},
    {true, false, 1, false, true, 0.02, 50, 1},    {false, false, 2, false, false, 0.001, 20, 2},
    {false, false, 2, false, false, 0.001, 50, 2}, {false, false, 2, false, true, 0.01, 20, 2},
    {false, false, 2, false, true, 0.02, 50, 2},   {true, false, 2, false, true, 0.01, 50, 2}};

using Engine = std::mt19937;

double uniform(Engine& engine, double a, double b)
{
    return std::uniform_real_distribution<double>(a, b)(engine);
}

Vector3d direction(Engine& engine)
{
    std::normal_distribution<double> normal;
    const Vector3d v(normal(engine), normal(engine), normal(engine));
    return v.normalized();
}

VectorXd drawn(const Setting& s, const Unknowns& u, Engine& engine)
{
    VectorXd theta(u.size());
    if (u.tip_force) theta.head<3>() = uniform(engine, 0.5, 3.0) * direction(engine);
    if (u.tip_moment) theta.segment<3>(u.of_moment()) = uniform(engine, 0.5, 2.0) * direction(engine);
    double from = 0.3, to = 0.9;
    for (int k = 0; k < s.contacts; ++k) {
        if (s.contacts == 2) from = k == 0 ? 0.25 : theta[u.place_of(0)] + 0.2, to = k == 0 ? 0.6 : 0.9;
        const double size = uniform(engine, 3.0, 8.0), angle = uniform(engine, 0.0, 6.2831853);
        const int at = u.place_of(k);
        theta[at] = uniform(engine, from, to);
        theta[at + 1] = size * std::cos(angle);
        theta[at + 2] = size * std::sin(angle);
        if (u.axial) theta[at + 3] = uniform(engine, -0.5, 0.5) * size;
    }
    return theta;
}

/// Data of the pushes; empty where there is no equilibrium.
ShapeData measured(ForwardShape& model, const Pushes& pushes, const Setting& s, Engine& engine)
{
    std::vector<double> places;
    for (int i = 1; i <= s.count; ++i)
        places.push_back(static_cast<double>(i) / s.count);
    Sections at;
    ShapeData data;
    if (!model.predict(pushes, places, false, at)) return data;
    std::normal_distribution<double> normal;
    double largest = 0.0;
    for (const Vector3d& kappa : at.kappa)
        largest = std::max(largest, kappa.head<2>().norm() / L);
    const double sigma = s.noise * (s.curvature ? largest : L);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (s.curvature) {
            CurvatureOfShape c{L * places[i], at.kappa[i].head<2>() / L, Vector2d::Constant(sigma)};
            for (double& x : c.curvature)
                x += sigma * normal(engine);
            data.curvatures.push_back(c);
        } else {
            PointOfShape p{L * places[i], L * at.r[i], Vector3d::Constant(sigma)};
            for (double& x : p.position)
                x += sigma * normal(engine);
            data.points.push_back(p);
        }
    }
    return data;
}

double median(std::vector<double> x)
{
    if (x.empty()) return 0.0;
    std::nth_element(x.begin(), x.begin() + static_cast<long>(x.size() / 2), x.end());
    return x[x.size() / 2];
}

double mean(const std::vector<double>& x)
{
    double sum = 0.0;
    for (const double each : x)
        sum += each;
    return x.empty() ? 0.0 : sum / static_cast<double>(x.size());
}

/// Contacts of θ in the order of their places.
void sort_contacts(const Unknowns& u, VectorXd& theta, MatrixXd& C)
{
    if (u.contacts != 2 || theta[u.place_of(0)] <= theta[u.place_of(1)]) return;
    Eigen::PermutationMatrix<Eigen::Dynamic> P(theta.size());
    P.setIdentity();
    for (int i = 0; i < u.each(); ++i)
        P.applyTranspositionOnTheRight(u.place_of(0) + i, u.place_of(1) + i);
    theta = P * theta;
    C = P * C * P.transpose();
}

/// False where the region or the number of contacts is worse than in the worst setting of the reference, by
/// more than two standard errors.
bool run_setting(const Setting& s, int runs, unsigned seed)
{
    ForceOptions options;
    options.tip_force = s.tip_force;
    options.tip_moment = s.tip_moment;
    options.axial = s.axial;
    options.max_contacts = s.most;
    Unknowns u(options);
    u.contacts = s.contacts;
    const MadeShape truth_model = make_forward_shape(study_rod());
    std::vector<double> force, place, tip, moment, condition;
    int ellipsoid = 0, likelihood = 0, right = 0, done = 0, lost = 0;
    double marginal = 0.0;
    for (int run = 0; done < runs && run < 2 * runs; ++run) {
        Engine engine(seed + 1000003u * static_cast<unsigned>(run));
        const VectorXd truth = drawn(s, u, engine);
        const ShapeData data = measured(*truth_model.model, u.pushes(truth), s, engine);
        if (data.empty()) continue;
        ++done;
        const MadeShape made = make_forward_shape(study_rod());
        ShapeResiduals residuals(data, made.model->scales());
        ForceFitter fitter(*made.model, residuals, false);
        const FoundForces found = search_forces(fitter, options);
        right += found.best().unknowns.contacts == s.contacts;
        const ForceFit& fit = found.fits[static_cast<std::size_t>(s.contacts)];
        if (!std::isfinite(fit.cost)) {
            ++lost;
            continue;
        }
        VectorXd theta = fit.theta;
        const MatrixXd A = ForceFitter::information(fit);
        MatrixXd C = A.ldlt().solve(MatrixXd::Identity(A.rows(), A.cols()));
        sort_contacts(u, theta, C);
        const VectorXd off = theta - truth;
        const double limit = chi_square_quantile(0.95, u.size());
        ellipsoid += off.dot(C.ldlt().solve(off)) <= limit;
        likelihood += fitter.look(u, truth).chi_square - fit.chi_square <= limit;
        for (int i = 0; i < u.size(); ++i)
            marginal += (std::abs(off[i]) <= 1.96 * std::sqrt(C(i, i)) ? 1.0 : 0.0) / u.size();
        const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(A, Eigen::EigenvaluesOnly);
        condition.push_back(
            std::sqrt(eigen.eigenvalues().maxCoeff() / std::max(1e-300, eigen.eigenvalues().minCoeff())));
        if (s.tip_force) tip.push_back(100.0 * off.head<3>().norm() / truth.head<3>().norm());
        if (s.tip_moment) moment.push_back(100.0 * off.segment<3>(3).norm() / truth.segment<3>(3).norm());
        for (int k = 0; k < s.contacts; ++k) {
            const int at = u.place_of(k), n = u.each() - 1;
            force.push_back(100.0 *
                            std::abs(theta.segment(at + 1, n).norm() - truth.segment(at + 1, n).norm()) /
                            truth.segment(at + 1, n).norm());
            place.push_back(100.0 * std::abs(off[at]));
        }
    }
    const double n = std::max(1, done);
    std::string what = s.tip_moment ? "tip wrench" : s.tip_force && s.contacts == 0 ? "tip force" : "";
    if (s.contacts > 0) what = std::to_string(s.contacts) + (s.contacts > 1 ? " contacts" : " contact");
    if (s.axial) what += " with axial part";
    if (s.tip_force && s.contacts > 0) what += " + tip force";
    std::printf(
        "| %s | %s | %.1f %% | %d | %.2f (%.2f) | %.2f (%.2f) | %.0f | %.0f | %.2f / %.2f / %.2f | %.2f%s | "
        "%.0f | %d%s |\n",
        what.c_str(), s.curvature ? "curvature" : "points", 100.0 * s.noise, s.count, mean(force),
        median(force), mean(place), median(place), median(tip), median(moment), ellipsoid / n, likelihood / n,
        marginal / n, right / n, s.most == s.contacts ? "*" : "", median(condition), done,
        lost > 0 ? (" (" + std::to_string(lost) + " without a fit)").c_str() : "");
    std::fflush(stdout);
    const auto reaches = [n](int count, double share) {
        return count / n >= share - 2.0 * std::sqrt(share * (1.0 - share) / n);
    };
    return reaches(likelihood, 0.88) && reaches(right, 0.93);
}

/// Spoilt sets: permuted points, a wrong rod, a tenth of outliers.
void run_corrupted(int runs, unsigned seed)
{
    const char* names[] = {"two swaps of points", "rest curvature of 1/(2 L)", "a tenth of outliers"};
    const MadeShape truth_model = make_forward_shape(study_rod());
    Manipulator bent = study_rod();
    bent.rod.rest_shape = {{L, Vector2d(0.0, 0.5 / L), 0.0}};
    const MadeShape bent_model = make_forward_shape(bent);
    std::printf(
        "| spoilt by | loss | sets | wrong | wrong without a warning |\n| --- | --- | --- | --- | --- |\n");
    for (int kind = 0; kind < 3; ++kind) {
        for (const bool robust : {false, true}) {
            int wrong = 0, silent = 0, done = 0;
            for (int run = 0; done < runs && run < 2 * runs; ++run) {
                Engine engine(seed + 7919u * static_cast<unsigned>(run));
                const Setting s{false, false, 1, false, false, 0.001, 20, 2};
                Unknowns u;
                u.contacts = 1;
                const VectorXd truth = drawn(s, u, engine);
                ForwardShape& model = kind == 1 ? *bent_model.model : *truth_model.model;
                ShapeData data = measured(model, u.pushes(truth), s, engine);
                if (data.empty()) continue;
                ++done;
                std::vector<std::size_t> order(data.points.size());
                for (std::size_t i = 0; i < order.size(); ++i)
                    order[i] = i;
                std::shuffle(order.begin(), order.end(), engine);
                for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
                    if (kind == 0)
                        std::swap(data.points[order[i]].position, data.points[order[i + 1]].position);
                    if (kind == 2)
                        data.points[order[i]].position += L * uniform(engine, 0.02, 0.2) * direction(engine);
                }
                ForceOptions options;
                options.max_contacts = 2;
                options.robust = robust;
                options.intervals = false;
                const ForceEstimate e = estimate_forces(study_rod(), data, options);
                // Right: one contact, its place and size within five of their deviations.
                bool right = e.contacts.size() == 1;
                if (right) {
                    const FoundContact& c = e.contacts[0];
                    right =
                        std::abs(c.at / L - truth[0]) < 5.0 * c.at_sd / L &&
                        std::abs(c.force.norm() - EI / (L * L) * truth.tail<2>().norm()) < 5.0 * c.size_sd;
                }
                wrong += !right;
                silent += !right && e.status == Status::converged && e.warnings.empty();
            }
            std::printf("| %s | %s | %d | %d | %d |\n", names[kind], robust ? "robust" : "squares", done,
                        wrong, silent);
            std::fflush(stdout);
        }
    }
}

}  // namespace

int main(int argc, char** argv)
{
    const bool corrupted = argc > 1 && std::string(argv[1]) == "--corrupted";
    const int first = corrupted ? 2 : 1;
    const int runs = argc > first ? std::atoi(argv[first]) : 0;
    const auto seed = static_cast<unsigned>(argc > first + 1 ? std::atoi(argv[first + 1]) : 1);
    if (runs <= 0) {
        std::fprintf(stderr, "usage: estimate_study [--corrupted] RUNS [SEED]\n");
        return 2;
    }
    if (corrupted) {
        run_corrupted(runs, seed);
        return 0;
    }
    std::printf(
        "| unknown | data | noise | m | error of size: mean (median) [%%] | error of place [%% L] | tip "
        "force "
        "[%%] | tip moment [%%] | coverage: ellipsoid / region / marginal | right number | condition | "
        "runs |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    bool good = true;
    for (const Setting& s : settings)
        good = run_setting(s, runs, seed) && good;
    return good ? 0 : 1;
}
