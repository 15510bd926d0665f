#include "support/random.hpp"

namespace supple::test {

VectorXd random_vector(int size, std::mt19937& engine)
{
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    VectorXd x(size);
    for (double& entry : x)
        entry = uniform(engine);
    return x;
}

}  // namespace supple::test
