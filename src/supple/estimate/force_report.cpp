#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/chi_square.hpp>
#include <supple/estimate/force_report.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>

namespace supple::estimation {
namespace {

constexpr int shape_points = 51;
constexpr double normal_95 = 1.959963984540054;
constexpr double rank_tolerance = 1e-14;  ///< of eigenvalues of the information: beyond it is rounding

/// The inverse, with directions that are not seen at all as large as rounding lets them be.
MatrixXd covariance_of(const MatrixXd& information)
{
    if (information.rows() == 0) return information;
    const SymmetricEigenpairs eigen = symmetric_eigen(information);
    const double floor = std::max(rank_tolerance * eigen.values.maxCoeff(), 1e-300);
    return eigen.vectors * eigen.values.cwiseMax(floor).cwiseInverse().asDiagonal() *
           eigen.vectors.transpose();
}

Vector3d deviations(const MatrixXd& covariance)
{
    return covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
}

/// The force R(s) b of a push in the world and its derivative by θ.
struct WorldForce {
    Vector3d r, f;
    MatrixXd df;     ///< 3 x unknowns
    MatrixXd still;  ///< the same where the shape stays: with the stiffness the data hold it
};

WorldForce force_in_world(const Sections& sections, std::size_t place, const Unknowns& unknowns,
                          const VectorXd& theta, const Vector3d& b)
{
    WorldForce out;
    const Matrix3d R = sections.q[place].toRotationMatrix();
    out.r = sections.r[place];
    out.f = R * b;
    out.df = -so3::hat(out.f) * unknowns.columns(sections.d[place], theta).middleRows<3>(3);
    out.still = MatrixXd::Zero(3, unknowns.size());
    return out;
}

/// The covariance of what has the derivative `by` by θ and `still` by θ at a shape that stays.
MatrixXd spread(const Concluded& from, const MatrixXd& C, const MatrixXd& by, const MatrixXd& still)
{
    MatrixXd out = by * C * by.transpose();
    if (from.by_stiffness.size() == 0) return out;
    const VectorXd moved = from.options.stiffness_sd * still * from.by_stiffness;
    return out + moved * moved.transpose();
}

}  // namespace

std::array<double, 2> profile_interval(ForceFitter& fitter, const ForceFit& fit, int contact, double sd,
                                       double rise, ForceFit& better)
{
    const int at = fit.unknowns.place_of(contact);
    const double best = fit.theta[at], limit = fit.cost + rise;
    std::array<double, 2> interval = {first_place, last_place};
    for (const int side : {0, 1}) {
        const double sign = side == 0 ? -1.0 : 1.0;
        const double bound = side == 0 ? first_place : last_place;
        double inside = best, outside = bound, step = std::clamp(normal_95 * sd, 1e-5, 0.2);
        double cost_inside = fit.cost, cost_outside = 0.0;
        bool crossed = false;
        VectorXd theta = fit.theta;
        const auto cost_at = [&](double s) {
            VectorXd start = theta;
            start[at] = s;
            ForceFit there = fitter.run(fit.unknowns, start, 12, {at});
            if (there.cost < better.cost) better = there;
            if (there.cost <= limit) theta = there.theta;
            return there.cost;
        };
        for (int i = 0; i < 12 && !crossed && inside != bound; ++i) {
            double s = inside + sign * step;
            if (sign * (s - bound) > 0.0) s = bound;
            const double cost = cost_at(s);
            if (cost > limit) {
                crossed = true;
                outside = s;
                cost_outside = cost;
            } else {
                inside = s;
                cost_inside = cost;
                step *= 1.7;
            }
        }
        // By the root of the cost, which is nearly linear in s.
        for (int i = 0; crossed && i < 6 && std::abs(outside - inside) > 0.02 * std::abs(outside - best);
             ++i) {
            const auto root = [&](double cost) { return std::sqrt(std::max(0.0, cost - fit.cost)); };
            const double low = root(cost_inside), high = root(std::min(cost_outside, limit + 1e6));
            double x = (std::sqrt(rise) - low) / (high - low);
            if (!std::isfinite(x)) x = 0.5;
            const double s = inside + std::clamp(x, 0.05, 0.95) * (outside - inside);
            const double cost = cost_at(s);
            (cost > limit ? outside : inside) = s;
            (cost > limit ? cost_outside : cost_inside) = cost;
        }
        interval[static_cast<std::size_t>(side)] = crossed ? 0.5 * (inside + outside) : bound;
    }
    return interval;
}

void report_forces(const Concluded& from, ForceEstimate& e)
{
    const ForceFit& fit = from.fit;
    const Unknowns& u = fit.unknowns;
    ForwardShape& model = from.fitter.model();
    const ShapeScales& scale = model.scales();
    const double L = scale.length;
    const double factor2 = from.sigma_factor * from.sigma_factor;

    e.model = model.type();
    e.unknowns = u.names();
    e.values = fit.theta;
    e.data = static_cast<int>(fit.r.size());
    e.degrees_of_freedom = e.data - static_cast<int>(fit.theta.size());
    e.chi_square = fit.chi_square / factor2;
    const MatrixXd noise = factor2 * covariance_of(ForceFitter::information(fit, from.prior));
    e.covariance = noise;
    e.stiffness_sd = from.options.stiffness_sd;
    if (from.by_stiffness.size() > 0)
        e.covariance += from.options.stiffness_sd * from.options.stiffness_sd * from.by_stiffness *
                        from.by_stiffness.transpose();
    e.region_rise = u.size() > 0 ? chi_square_quantile(0.95, u.size()) : 0.0;
    e.condition = 1.0;
    if (u.size() > 0) {
        const VectorXd squares = symmetric_eigenvalues(ForceFitter::information(fit) / factor2);
        e.singular_values = squares.cwiseMax(0.0).cwiseSqrt().reverse();
        const double smallest = e.singular_values[e.singular_values.size() - 1];
        e.condition = e.singular_values[0] / std::max(smallest, 1e-7 * e.singular_values[0]);
    }

    // Where things are: the shape, then the contacts.
    std::vector<double> places;
    for (int i = 0; i < shape_points; ++i)
        places.push_back(static_cast<double>(i) / (shape_points - 1));
    for (int k = 0; k < u.contacts; ++k)
        places.push_back(fit.theta[u.place_of(k)]);
    const Pushes pushes = u.pushes(fit.theta);
    for (std::size_t k = 0; u.patch && k < gauss_points.size(); ++k)
        places.push_back(pushes.points[k].s);
    Sections sections;
    if (!model.predict(pushes, places, true, sections)) {
        e.status = Status::not_converged;
        e.message = "the shape of the estimate was not found again";
        return;
    }
    e.shape = {};
    for (std::size_t i = 0; i < shape_points; ++i) {
        e.shape.arclength.push_back(L * places[i]);
        e.shape.frames.emplace_back(sections.q[i].toRotationMatrix(), L * sections.r[i]);
        e.shape.curvature.push_back(sections.kappa[i] / L);
    }
    e.tip = e.shape.frames.back();

    const auto three = [&](int at, double unit, std::optional<Vector3d>& value, std::optional<Vector3d>& sd) {
        value = unit * fit.theta.segment<3>(at);
        sd = unit * deviations(e.covariance.block(at, at, 3, 3));
    };
    if (u.tip_force) three(0, scale.force, e.tip_force, e.tip_force_sd);
    if (u.tip_moment) three(u.of_moment(), scale.moment, e.tip_moment, e.tip_moment_sd);
    if (u.weight) three(u.of_weight(), scale.force / L, e.weight, e.weight_sd);
    if (u.roll) {
        e.roll = std::remainder(fit.theta[u.of_roll()], 2.0 * 3.14159265358979323846);
        e.roll_sd = std::sqrt(e.covariance(u.of_roll(), u.of_roll()));
    }
    if (u.patch) {
        const int at = u.of_patch();
        FoundPatch patch;
        const double middle = fit.theta[at], half = fit.theta[at + 1];
        patch.from = L * (middle - half);
        patch.to = L * (middle + half);
        const MatrixXd& C = e.covariance;
        patch.from_sd = L * std::sqrt(std::max(0.0, C(at, at) + C(at + 1, at + 1) - 2.0 * C(at, at + 1)));
        patch.to_sd = L * std::sqrt(std::max(0.0, C(at, at) + C(at + 1, at + 1) + 2.0 * C(at, at + 1)));
        MatrixXd df = MatrixXd::Zero(3, u.size()), still = df;
        for (std::size_t k = 0; k < gauss_points.size(); ++k) {
            const std::size_t place = shape_points + static_cast<std::size_t>(u.contacts) + k;
            const GaussPoint& g = gauss_points[k];
            const WorldForce w = force_in_world(sections, place, u, fit.theta, pushes.points[k].b);
            const Matrix3d R = sections.q[place].toRotationMatrix();
            const Vector3d along = -w.f.cross(R * sections.kappa[place]);
            patch.force += scale.force * w.f;
            df += w.df;
            still.col(at) += along;
            still.col(at + 1) += g.x * along + w.f / half;
            still.col(at + 2) += half * g.weight * R.col(0);
            still.col(at + 3) += half * g.weight * R.col(1);
        }
        patch.force_sd = scale.force * deviations(spread(from, noise, df + still, still));
        e.patch = patch;
    }
    ForceFit better = fit;
    for (int k = 0; k < u.contacts; ++k) {
        const int at = u.place_of(k);
        const std::size_t place = shape_points + static_cast<std::size_t>(k);
        const Vector3d b(fit.theta[at + 1], fit.theta[at + 2], u.axial ? fit.theta[at + 3] : 0.0);
        WorldForce w = force_in_world(sections, place, u, fit.theta, b);
        const Matrix3d R = sections.q[place].toRotationMatrix();
        w.still.col(at) -= w.f.cross(R * sections.kappa[place]);
        w.still.middleCols(at + 1, u.each() - 1) += R.leftCols(u.each() - 1);
        w.df += w.still;
        FoundContact contact;
        contact.at = L * fit.theta[at];
        const double sd = std::sqrt(std::max(0.0, e.covariance(at, at)));
        contact.at_sd = L * sd;
        contact.position = L * w.r;
        contact.force = scale.force * w.f;
        contact.covariance = scale.force * scale.force * spread(from, noise, w.df, w.still);
        const Vector3d along = w.f.norm() > 0.0 ? Vector3d(w.f.normalized()) : Vector3d::Zero();
        contact.size_sd = std::sqrt(std::max(0.0, along.dot(contact.covariance * along)));
        std::array<double, 2> interval = {std::max(first_place, fit.theta[at] - normal_95 * sd),
                                          std::min(last_place, fit.theta[at] + normal_95 * sd)};
        if (from.options.intervals && !from.prior)
            interval = profile_interval(from.fitter, fit, k, sd, normal_95 * normal_95 * factor2, better);
        contact.at_interval = {L * interval[0], L * interval[1]};
        e.contacts.push_back(contact);
    }
    std::sort(e.contacts.begin(), e.contacts.end(),
              [](const FoundContact& a, const FoundContact& b) { return a.at < b.at; });

    for (const ShapeResiduals::Row& row : from.fitter.residuals().rows()) {
        e.residuals.push_back(
            {L * row.s, row.kind, fit.r.segment(row.first, row.count).norm() / from.sigma_factor});
        if (fit.weights[row.first] < 0.2) ++e.outliers;
    }
}

}  // namespace supple::estimation
