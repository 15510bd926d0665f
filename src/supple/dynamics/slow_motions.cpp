#include <supple/algebra/decompositions.hpp>
#include <supple/dynamics/slow_motions.hpp>
#include <supple/dynamics/zero_count.hpp>
#include <supple/result/stop.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace supple::variational {
namespace {

using Complex = std::complex<double>;
using Order = std::vector<Eigen::Index>;

constexpr int at_once = 6;             ///< vectors of a block: the rigid motions of a free rod
constexpr double allowed_miss = 1e-9;  ///< of λ², what may be missing from the equation of a motion
constexpr double apart = 1e-6;         ///< of neighbouring values, to draw a bound between them

/// Orthonormal columns.
class Basis {
 public:
    explicit Basis(Eigen::Index rows) : V_(rows, 0) {}

    /// Takes what is new in the columns.
    void add(const MatrixXd& columns)
    {
        for (Eigen::Index i = 0; i < columns.cols(); ++i) {
            VectorXd w = columns.col(i);
            const double whole = w.norm();
            for (int again = 0; again < 3; ++again)
                w -= V_ * (V_.transpose() * w);
            const double rest = w.norm();
            if (!(rest > 1e-10 * whole)) continue;
            V_.conservativeResize(Eigen::NoChange, V_.cols() + 1);
            V_.rightCols<1>() = w / rest;
        }
    }
    const MatrixXd& columns() const { return V_; }
    Eigen::Index size() const { return V_.cols(); }

 private:
    MatrixXd V_;
};

/// The space in which motions are looked for.
class Space {
 public:
    /// Motions with squares of about `square` come first.
    Space(const LinearRod& rod, double square)
        : rod_(rod),
          scale_(std::sqrt(square)),
          factors_(rod.nodes()),
          pairs_(rod.evenly_damped() ? rod.size() : 2 * rod.size()),
          basis_(rod.size())
    {
        // P(σ) = K + s where the damping is even.
        const double half = 0.5 * rod.rate();
        sigma_ = 0.1 * square / (half + std::sqrt(half * half + 0.1 * square));
        regular_ = factors_.factor(rod.at(sigma_));
        MatrixXd start(pairs_.columns().rows(), at_once);
        for (Eigen::Index j = 0; j < start.cols(); ++j) {
            for (Eigen::Index i = 0; i < start.rows(); ++i) {
                const double x = static_cast<double>(i), y = static_cast<double>(j + 1);
                start(i, j) =
                    rod.is_free(i % rod.size()) ? std::sin(y + 2.399963 * x + 0.618034 * x * y) : 0.0;
            }
        }
        take(start);
        if (!rod.evenly_damped()) basis_.add(start.bottomRows(rod.size()));
    }

    bool regular() const { return regular_; }
    const MatrixXd& basis() const { return basis_.columns(); }

    /// One block more. False where there is nothing new.
    bool grow()
    {
        const Eigen::Index had = pairs_.size();
        const MatrixXd last = pairs_.columns().middleCols(fresh_, had - fresh_);
        fresh_ = had;
        if (rod_.evenly_damped()) {
            take(solved(last));
        } else {
            // (u, v) → (−P⁻¹[(2σ + c + D) u + v], u), u in units of time that make both of one size.
            const Eigen::Index n = rod_.size();
            const MatrixXd u = last.topRows(n), v = last.bottomRows(n);
            MatrixXd next(2 * n, last.cols());
            next.topRows(n) = -solved(rod_.damping_times(u) + (2.0 * sigma_ + rod_.rate()) * u + scale_ * v);
            next.bottomRows(n) = u / scale_;
            take(next);
        }
        return pairs_.size() > had;
    }

 private:
    void take(const MatrixXd& columns)
    {
        const Eigen::Index had = pairs_.size();
        pairs_.add(columns);
        basis_.add(pairs_.columns().rightCols(pairs_.size() - had).topRows(rod_.size()));
    }

    MatrixXd solved(MatrixXd columns) const
    {
        std::vector<Vector6d> r(static_cast<std::size_t>(rod_.nodes()));
        for (Eigen::Index j = 0; j < columns.cols(); ++j) {
            for (std::size_t a = 0; a < r.size(); ++a)
                r[a] = columns.col(j).segment<6>(6 * static_cast<Eigen::Index>(a));
            factors_.solve(r);
            for (std::size_t a = 0; a < r.size(); ++a)
                columns.col(j).segment<6>(6 * static_cast<Eigen::Index>(a)) = r[a];
        }
        return columns;
    }

    const LinearRod& rod_;
    double scale_, sigma_ = 0.0;
    BlockFactors factors_;
    Basis pairs_;  ///< vectors where the damping is even, else pairs of them
    Basis basis_;
    Eigen::Index fresh_ = 0;
    bool regular_ = false;
};

/// Eigenvalues of K smaller in size than a number.
int count_within(const LinearRod& rod, double square)
{
    return rod.count_below(square) - rod.count_below(-square);
}

/// A number below which about `count` eigenvalues of the symmetric part of K lie.
double square_of(const LinearRod& rod, int count)
{
    double high = rod.bound(), low = 1e-16 * high;
    for (int i = 0; i < 40; ++i) {
        const double middle = std::sqrt(low * high);
        const int within = count_within(rod, middle);
        if (within >= count && within <= 3 * count + at_once) return middle;
        (within >= count ? high : low) = middle;
    }
    return high;
}

template <class Size>
Order ascending(Eigen::Index count, const Size& size)
{
    Order order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Eigen::Index i, Eigen::Index j) { return size(i) < size(j); });
    return order;
}

/// Of sizes that ascend: how many to take, at least `count`, so that the next is clearly larger; 0: none are.
/// The last time fewer are better than none.
std::size_t cut(const std::vector<double>& sizes, std::size_t count, double rounding, bool last)
{
    const auto ends = [&](std::size_t j) { return sizes[j] > (1.0 + apart) * sizes[j - 1] + rounding; };
    for (std::size_t j = count; j < sizes.size(); ++j) {
        if (ends(j)) return j;
    }
    for (std::size_t j = std::min(count, sizes.size()); last && j-- > 1;) {
        if (ends(j)) return j;
    }
    return 0;
}

class Search {
 public:
    Search(const LinearRod& rod, int count)
        : rod_(rod),
          count_(std::min<Eigen::Index>(count, rod.free())),
          rounding_(8.0 * std::numeric_limits<double>::epsilon() * rod.bound()),
          noise_(rounding_of_squares(rod.bound(), rod.free())),
          space_(rod, square_of(rod, static_cast<int>(count_)))
    {
    }

    std::optional<SlowMotions> run()
    {
        if (!space_.regular()) return std::nullopt;
        const Eigen::Index most = std::min(rod_.free(), 8 * count_ + 240);
        Eigen::Index next = 2 * count_ + 24;
        bool grows = true;
        while (grows) {
            if (stop_wanted()) return std::nullopt;
            grows = space_.basis().cols() < most && space_.grow();
            if (grows && space_.basis().cols() < next) continue;
            next = space_.basis().cols() + 24;
            auto found =
                rod_.symmetric() && rod_.evenly_damped() ? even_and_symmetric(!grows) : others(!grows);
            if (found) return found;
        }
        return std::nullopt;
    }

 private:
    std::optional<SlowMotions> even_and_symmetric(bool last)
    {
        const MatrixXd& V = space_.basis();
        const MatrixXd KV = rod_.stiffness_times(V), K = V.transpose() * KV;
        const SymmetricEigenpairs all = symmetric_eigen(0.5 * (K + K.transpose()));
        Order order = ascending(all.values.size(), [&](Eigen::Index i) { return std::abs(all.values[i]); });
        std::vector<double> sizes;  // the last one bounds those that have converged
        std::size_t converged = 0;
        for (const Eigen::Index i : order) {
            const VectorXd y = all.vectors.col(i);
            const double left = (KV * y - all.values[i] * (V * y)).norm(), size = std::abs(all.values[i]);
            sizes.push_back(size);
            if (!(left <= allowed_miss * size + rounding_)) break;
            ++converged;
        }
        const bool whole = converged == static_cast<std::size_t>(rod_.free());
        const std::size_t take =
            whole ? sizes.size() : cut(sizes, static_cast<std::size_t>(count_), 2.0 * rounding_, last);
        if (take == 0) return std::nullopt;
        const double limit = whole ? rod_.bound() : 0.5 * (sizes[take - 1] + sizes[take]);
        if (!whole && count_within(rod_, limit) != static_cast<int>(take)) return std::nullopt;

        order.resize(take);
        const SymmetricEigenpairs slow{all.values(order), V * all.vectors(Eigen::all, order)};
        SlowMotions found{even_motions(slow, rod_.rate(), noise_)};
        found.motions.diverges = rod_.count_below(-noise_) > 0;
        // Motions of other eigenvalues are faster than this.
        const double half = 0.5 * rod_.rate(), sign = found.motions.diverges ? 1.0 : -1.0;
        const double under = half * half + sign * limit;
        const double reach = under > 0.0 ? limit / (half + std::sqrt(under)) : std::sqrt(limit);
        return slowest(std::move(found), whole ? std::numeric_limits<double>::infinity() : reach);
    }

    std::optional<SlowMotions> others(bool last)
    {
        const MatrixXd& V = space_.basis();
        const MatrixXd KV = rod_.stiffness_times(V);
        MatrixXd DV = rod_.rate() * V;
        if (!rod_.evenly_damped()) DV += rod_.damping_times(V);
        MatrixXd K = V.transpose() * KV, D = V.transpose() * DV;
        if (rod_.symmetric()) {
            K = (0.5 * (K + K.transpose())).eval();
            D = (0.5 * (D + D.transpose())).eval();
        }
        auto all = small_motions(K, D);
        if (!all) return std::nullopt;
        Order order = ascending(static_cast<Eigen::Index>(all->values.size()), [&](Eigen::Index i) {
            return std::abs(all->values[static_cast<std::size_t>(i)]);
        });
        std::vector<double> sizes;  // the last one bounds those that have converged
        for (const Eigen::Index i : order) {
            const Complex lambda = all->values[static_cast<std::size_t>(i)];
            const Eigen::VectorXcd y = all->vectors.col(i).normalized();
            const double size = std::abs(lambda);
            const double left = (lambda * lambda * (V * y) + lambda * (DV * y) + KV * y).norm();
            sizes.push_back(size);
            if (!(left <= allowed_miss * size * size + noise_)) break;
        }
        const std::size_t take = cut(sizes, static_cast<std::size_t>(count_), 0.0, last);
        if (take == 0) return std::nullopt;
        order.resize(take);
        SlowMotions found;
        int roots = 0;
        for (const Eigen::Index i : order) {
            found.motions.values.push_back(all->values[static_cast<std::size_t>(i)]);
            roots += found.motions.values.back().imag() == 0.0 ? 1 : 2;
        }
        const double limit = 0.5 * (sizes[take - 1] + sizes[take]);
        const auto counted = zeros_within(rod_, 0.0, limit);
        if (!counted || *counted != roots) return std::nullopt;
        found.motions.vectors = V * all->vectors(Eigen::all, order);
        judge(found);
        return slowest(std::move(found), limit);
    }

    void judge(SlowMotions& found) const
    {
        SmallMotions& motions = found.motions;
        motions.symmetric = rod_.symmetric();
        if (motions.symmetric) {
            motions.diverges = rod_.count_below(-noise_) > 0;
            return;
        }
        for (const Complex& lambda : motions.values) {
            if (!(2.0 * lambda.real() * std::abs(lambda) > noise_)) continue;
            const auto there = zeros_within(rod_, lambda, 0.5 * lambda.real());
            if (there.value_or(0) < 1) continue;
            (lambda.real() >= std::abs(lambda.imag()) ? motions.diverges : motions.flutters) = true;
        }
        found.all_judged = motions.diverges || motions.flutters;
    }

    /// As many as are asked for, none beyond the reach of what was counted.
    std::optional<SlowMotions> slowest(SlowMotions found, double reach) const
    {
        SmallMotions& motions = found.motions;
        const auto size = [&](Eigen::Index i) {
            return std::abs(motions.values[static_cast<std::size_t>(i)]);
        };
        Order order = ascending(static_cast<Eigen::Index>(motions.values.size()), size);
        order.resize(std::min(order.size(), static_cast<std::size_t>(count_)));
        if (size(order.back()) > reach) return std::nullopt;
        std::vector<Complex> values;
        for (const Eigen::Index i : order)
            values.push_back(motions.values[static_cast<std::size_t>(i)]);
        motions.values = std::move(values);
        motions.vectors = motions.vectors(Eigen::all, order).eval();
        return found;
    }

    const LinearRod& rod_;
    Eigen::Index count_;
    double rounding_;  ///< what rounding leaves of K y
    double noise_;     ///< what it does to λ²
    Space space_;
};

}  // namespace

std::optional<SlowMotions> slow_motions(const LinearRod& rod, int count)
{
    return Search(rod, count).run();
}

}  // namespace supple::variational
