#include <supple/io/error.hpp>

#include <fmt/format.h>

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

std::string to_string(const Problem& problem)
{
    std::string place = problem.file;
    if (problem.line > 0) place += fmt::format(":{}:{}", problem.line, problem.column);
    if (!problem.path.empty()) place += ": " + problem.path;
    return place + ": " + problem.message;
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems))
{
}

}  // namespace supple
