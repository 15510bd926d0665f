#include <supple/fit/search.hpp>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/pso.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

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

void search_swarm(FitEvaluation& evaluation, const FitOptions& options)
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
}

}  // namespace supple
