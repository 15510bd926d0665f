#include <supple/algebra/decompositions.hpp>
#include <supple/estimate/chi_square.hpp>
#include <supple/estimate/estimate_forces.hpp>
#include <supple/estimate/estimator.hpp>
#include <supple/estimate/force_report.hpp>
#include <supple/estimate/score_scan.hpp>

#include <chrono>
#include <cmath>

namespace supple {
namespace {

using namespace estimation;

constexpr int warm_steps = 15;
constexpr double refuted = 0.999;

/// The prior with the rows of one contact left out.
ForcePrior without(const ForcePrior& prior, const Unknowns& unknowns, int contact)
{
    ForcePrior less;
    if (prior.mean.size() == 0) return less;
    const int at = unknowns.place_of(contact), each = unknowns.each();
    const auto n = prior.mean.size();
    std::vector<int> keep;
    for (int i = 0; i < n; ++i) {
        if (i < at || i >= at + each) keep.push_back(i);
    }
    // Of the information PᵀP the block that stays when the contact is not known at all.
    const MatrixXd covariance =
        linear_solution(prior.root.transpose() * prior.root, MatrixXd::Identity(n, n));
    const MatrixXd part = covariance(keep, keep);
    less.mean = prior.mean(keep);
    if (keep.empty()) return less;
    const SymmetricEigenpairs pairs = symmetric_eigen(part);
    less.root =
        pairs.values.cwiseMax(1e-14).cwiseSqrt().cwiseInverse().asDiagonal() * pairs.vectors.transpose();
    return less;
}

/// The same prior with nothing known of one contact more.
ForcePrior with_one_more(const ForcePrior& prior, int each)
{
    ForcePrior more = prior;
    const auto n = prior.mean.size();
    if (n == 0) return more;
    more.mean.conservativeResize(n + each);
    more.mean.tail(each).setZero();
    more.root.conservativeResize(n, n + each);
    more.root.rightCols(each).setZero();
    return more;
}

VectorXd without(const VectorXd& theta, const Unknowns& unknowns, int contact)
{
    const int at = unknowns.place_of(contact), each = unknowns.each();
    VectorXd less(theta.size() - each);
    less << theta.head(at), theta.tail(theta.size() - at - each);
    return less;
}

}  // namespace

struct Estimator::Impl {
    Manipulator manipulator;
    ForceOptions options;
    StreamOptions stream;
    std::unique_ptr<ForwardShape> model;
    std::string refusal;
    ForceFit last;
    MatrixXd covariance;  ///< of last.theta, without the share of the stiffness
    std::optional<double> time;
    bool known = false;
    ForceEstimate estimate;

    ForcePrior prior_after(double dt) const
    {
        ForcePrior prior;
        if (last.theta.size() == 0) return prior;
        MatrixXd C = covariance;
        for (int i = 0; i < C.rows(); ++i) {
            const double walk = last.unknowns.is_place(i) ? stream.place_walk : stream.force_walk;
            C(i, i) += walk * walk * dt;
        }
        const SymmetricEigenpairs pairs = symmetric_eigen(C);
        prior.mean = last.theta;
        prior.root =
            pairs.values.cwiseMax(1e-14).cwiseSqrt().cwiseInverse().asDiagonal() * pairs.vectors.transpose();
        return prior;
    }

    bool first(ForceFitter& fitter, const ShapeData& data);
    void go_on(ForceFitter& fitter, const ShapeData& data);
    void conclude(ForceFitter& fitter, const ForcePrior* prior, const ShapeData& data);
};

Estimator::Estimator(const Manipulator& manipulator, const ForceOptions& options, const StreamOptions& stream)
    : impl_(std::make_unique<Impl>())
{
    impl_->manipulator = manipulator;
    impl_->options = options;
    impl_->options.intervals = false;
    impl_->stream = stream;
    MadeShape made = make_forward_shape(manipulator);
    impl_->model = std::move(made.model);
    impl_->refusal = made.refusal;
    if (options.unknown_sigma) impl_->refusal = "in a stream the standard deviations must be given";
}

Estimator::~Estimator() = default;
Estimator::Estimator(Estimator&&) noexcept = default;
Estimator& Estimator::operator=(Estimator&&) noexcept = default;

void Estimator::forget()
{
    impl_->known = false;
}

bool Estimator::Impl::first(ForceFitter& fitter, const ShapeData& data)
{
    const FoundForces found = search_forces(fitter, options);
    estimate.evidence = found.evidence;
    if (!std::isfinite(found.best().cost)) {
        estimate.status = Status::not_converged;
        estimate.message = "no equilibrium was found with any forces";
        return false;
    }
    last = found.best();
    conclude(fitter, nullptr, data);
    return true;
}

void Estimator::Impl::conclude(ForceFitter& fitter, const ForcePrior* prior, const ShapeData& data)
{
    Concluded from{fitter, last, options, prior};
    estimate.status = Status::converged;
    report_forces(from, estimate);
    covariance = estimate.covariance;  // before the share of the stiffness, which is the same at all times
    if (options.stiffness_sd > 0.0) {
        // Forces in proportion to EI: exact where no other load is known.
        VectorXd g = last.theta;
        for (int i = 0; i < g.size(); ++i) {
            if (last.unknowns.is_place(i)) g[i] = 0.0;
        }
        from.by_stiffness = g;
        estimate.contacts.clear();
        estimate.residuals.clear();
        estimate.outliers = 0;
        report_forces(from, estimate);
    }
    warn_of_fit(last, options, estimate);
    warn_of_unseen(from, data, estimate);
    known = estimate.status == Status::converged;
}

void Estimator::Impl::go_on(ForceFitter& fitter, const ShapeData& data)
{
    const double dt = data.time && time ? *data.time - *time : stream.step;
    ForcePrior prior = prior_after(dt);
    ForceFit fit = fitter.run(last.unknowns, last.theta, warm_steps, {}, &prior);
    const double price = fit.unknowns.each() * std::log(static_cast<double>(fitter.residuals().size()));
    const auto walked = [&] {
        return prior.mean.size() == 0 ? 0.0 : (prior.root * (fit.theta - prior.mean)).squaredNorm();
    };
    bool jumped = false;
    if (!std::isfinite(fit.cost) ||
        (prior.mean.size() > 0 &&
         walked() > chi_square_quantile(refuted, static_cast<int>(prior.mean.size())))) {
        prior = {};
        jumped = true;
        const ForceFit again = fitter.run(last.unknowns, last.theta, 2 * warm_steps);
        if (std::isfinite(again.cost)) fit = again;
    }
    estimate.evidence = {explanation_of(fit)};

    // Does a contact go?
    bool changed = false;
    for (int k = 0; k < fit.unknowns.contacts; ++k) {
        Unknowns fewer = fit.unknowns;
        --fewer.contacts;
        const ForcePrior less = without(prior, fit.unknowns, k);
        const ForceFit other = fitter.run(fewer, without(fit.theta, fit.unknowns, k), warm_steps, {}, &less);
        if (k == 0 || explanation_of(other).bic < estimate.evidence.back().bic) {
            if (k > 0) estimate.evidence.pop_back();
            estimate.evidence.push_back(explanation_of(other));
        }
        if (other.cost - fit.cost < price - stream.vanish) {
            fit = other;
            prior = less;
            changed = true;
            break;
        }
    }
    // Does one come?
    if (!changed && fit.unknowns.contacts < options.max_contacts) {
        std::vector<double> grid;
        for (int i = 0; i < 12; ++i)
            grid.push_back(0.07 + 0.08 * i);
        const std::vector<Score> scores = scan_scores(fitter, fit, grid, &prior);
        const ForcePrior more = with_one_more(prior, fit.unknowns.each());
        ForceFit best;
        for (std::size_t i = 0; i < scores.size() && i < 2 && scores[i].gain > 0.5 * price; ++i) {
            Unknowns unknowns = fit.unknowns;
            ++unknowns.contacts;
            VectorXd start = fit.unknowns.with_contact(fit.theta, scores[i].s);
            start.tail(scores[i].b.size()) = scores[i].b;
            ForceFit other = fitter.run(unknowns, start, 2 * warm_steps, {}, &more);
            if (other.cost < best.cost) best = std::move(other);
        }
        if (std::isfinite(best.cost)) {
            estimate.evidence.push_back(explanation_of(best));
            bool comes = fit.cost - best.cost > price + stream.appear;
            if (comes && prior.mean.size() > 0) {
                // Known forces that moved fast look like a new one: without the walk they must not do as
                // well.
                const ForceFit free = fitter.run(fit.unknowns, fit.theta, 2 * warm_steps);
                if (free.cost - best.chi_square < price + stream.appear) {
                    comes = false;
                    jumped = true;
                    fit = free;
                    prior = {};
                }
            }
            if (comes) {
                fit = std::move(best);
                prior = more;
            }
        }
    }
    for (Explanation& x : estimate.evidence)
        x.chosen = x.contacts == fit.unknowns.contacts;
    last = std::move(fit);
    conclude(fitter, &prior, data);
    if (jumped)
        estimate.warnings.emplace_back(
            "the forces moved faster than was expected between two measurements: "
            "what was known before is left out");
}

const ForceEstimate& Estimator::update(const ShapeData& data)
{
    const auto start = std::chrono::steady_clock::now();
    Impl& me = *impl_;
    ForceEstimate& e = me.estimate;
    e = ForceEstimate{};
    e.time = data.time;
    e.dropped = data.dropped;
    e.message = me.model ? mistake_in(data, me.options, me.manipulator.rod.length) : me.refusal;
    if (e.message.empty()) e.message = me.refusal;
    if (e.message.empty() && me.known && data.time && me.time && !(*data.time > *me.time))
        e.message = "the measurement is not later than the one before";
    if (!e.message.empty()) return e;
    e.model = me.model->type();
    ShapeResiduals residuals(data, me.model->scales());
    ForceFitter fitter(*me.model, residuals, me.options.robust);
    const bool enough = residuals.size() > (me.known ? me.last.theta.size() : 0);
    if (!me.known) {
        if (!enough || !me.first(fitter, data)) {
            if (e.message.empty()) e.message = "there are too few measured numbers to begin with";
            return e;
        }
    } else {
        me.go_on(fitter, data);
    }
    me.time = data.time;
    e.solver.iterations = fitter.evaluations();
    e.solver.residual = e.chi_square;
    e.solver.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return e;
}

}  // namespace supple
