#include "examples.hpp"

namespace supple::app {

Manipulator example(const std::string& name, const std::vector<Setting>& settings)
{
    return parse_model(example_text(name), "examples/" + name, settings);
}

}  // namespace supple::app
