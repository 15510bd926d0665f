#include "figure.hpp"

namespace supple::app {

std::vector<Experiment> experiments_of_s3()
{
    return {};
}

}  // namespace supple::app
