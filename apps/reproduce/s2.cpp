#include "figure.hpp"

namespace supple::app {

std::vector<Experiment> experiments_of_s2()
{
    return {};
}

}  // namespace supple::app
