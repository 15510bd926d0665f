#include <supple/fit/search.hpp>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/pso.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

#include <algorithm>

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
    // One swarm alone often gathers in a valley that is not the deepest; many short ones that do not know
    // each other end in more of them.
    constexpr int flight = 10;      // generations; in between a stop from outside is heard
    constexpr double close = 0.05;  // of the box
    const pagmo::problem problem{Box{&evaluation}};
    const VectorXd width = evaluation.variables().upper() - evaluation.variables().lower();
    std::vector<VectorXd> apart;
    const auto swarms = static_cast<unsigned>(options.swarms);
    for (unsigned i = 0; i < swarms && !evaluation.stopped(); ++i) {
        const unsigned seed = options.seed * swarms + i;
        pagmo::population swarm(problem, static_cast<pagmo::population::size_type>(options.particles), seed);
        pagmo::pso method(flight);
        method.set_seed(seed);
        pagmo::algorithm algorithm(method);
        for (int done = 0; done < options.generations && !evaluation.stopped(); done += flight)
            swarm = algorithm.evolve(swarm);
        const auto x = swarm.champion_x();
        const VectorXd y = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
        const bool is_new = std::all_of(apart.begin(), apart.end(), [&](const VectorXd& other) {
            return (y - other).cwiseQuotient(width).cwiseAbs().maxCoeff() > close;
        });
        if (is_new) apart.push_back(y);
    }
    return apart;
}

}  // namespace supple
