#include <supple/fit/search.hpp>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/pso.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

#include <algorithm>
#include <numeric>

namespace supple {
namespace {

/// A box in which values beyond a sum's bounds, or without equilibria, are worse the further they are out.
struct Box {
    FitEvaluation* evaluation = nullptr;

    pagmo::vector_double fitness(const pagmo::vector_double& x) const
    {
        constexpr double bad = 1e6;
        const VectorXd y = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
        if (evaluation->at(y, false)) return {evaluation->cost()};
        return {bad * (1.0 + evaluation->variables().outside(evaluation->variables().expand(y)))};
    }

    std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const
    {
        const VectorXd &l = evaluation->variables().lower(), &u = evaluation->variables().upper();
        return {{l.data(), l.data() + l.size()}, {u.data(), u.data() + u.size()}};
    }
};

}  // namespace

std::vector<VectorXd> search_swarm(FitEvaluation& evaluation, const FitOptions& options)
{
    const pagmo::problem problem{Box{&evaluation}};
    pagmo::population swarm(problem, static_cast<pagmo::population::size_type>(options.particles),
                            options.seed);
    // In short flights, so that a stop from outside is heard.
    constexpr int flight = 10;
    pagmo::pso method(flight);
    method.set_seed(options.seed);
    pagmo::algorithm algorithm(method);
    for (int done = 0; done < options.generations && !evaluation.stopped(); done += flight)
        swarm = algorithm.evolve(swarm);

    std::vector<std::size_t> order(swarm.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return swarm.get_f()[a][0] < swarm.get_f()[b][0]; });
    constexpr std::size_t most = 3;
    constexpr double close = 0.1;  // of the box
    const VectorXd width = evaluation.variables().upper() - evaluation.variables().lower();
    std::vector<VectorXd> apart;
    for (const std::size_t i : order) {
        const auto& x = swarm.get_x()[i];
        const VectorXd y = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
        const bool is_new = std::all_of(apart.begin(), apart.end(), [&](const VectorXd& other) {
            return (y - other).cwiseQuotient(width).cwiseAbs().maxCoeff() > close;
        });
        if (is_new && apart.size() < most) apart.push_back(y);
    }
    return apart;
}

}  // namespace supple
