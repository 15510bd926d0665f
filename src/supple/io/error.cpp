#include <supple/io/error.hpp>

namespace supple {
namespace {

std::string joined(const std::vector<Problem>& problems)
{
    std::string lines;
    for (const Problem& problem : problems) {
        if (!lines.empty()) lines += '\n';
        lines += to_string(problem);
    }
    return lines;
}

}  // namespace

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems))
{
}

}  // namespace supple
