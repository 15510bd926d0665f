#include "examples.hpp"

#include <supple/rod/completed.hpp>

namespace supple::app {

Manipulator example(const std::string& name, const std::vector<Setting>& settings)
{
    // Experiments change and read the numbers themselves, so nothing is left to follow from others.
    return completed(parse_model(example_text(name), "examples/" + name, settings));
}

ModelDocument example_document(const std::string& name)
{
    return {.root = parse_document(example_text(name), "examples/" + name), .files_allowed = false};
}

}  // namespace supple::app
