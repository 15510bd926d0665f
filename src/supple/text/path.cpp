#include <supple/text/path.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <charconv>

namespace supple {

std::vector<std::string> steps_of(std::string_view path)
{
    std::vector<std::string> steps(1);
    for (const char c : path) {
        if (c == '.')
            steps.emplace_back();
        else
            steps.back() += c;
    }
    return steps;
}

std::string path_of(const std::vector<std::string>& steps)
{
    return join(steps, ".");
}

std::string joined_path(std::string_view path, std::string_view step)
{
    return path.empty() ? std::string(step) : filled("{}.{}", path, step);
}

std::string parent_path(std::string_view path)
{
    const std::size_t last = path.rfind('.');
    return std::string(last == path.npos ? std::string_view() : path.substr(0, last));
}

bool is_at_or_below(std::string_view path, std::string_view above)
{
    if (above.empty() || !path.starts_with(above)) return false;
    return path.size() == above.size() || path[above.size()] == '.';
}

std::optional<std::size_t> index_of(std::string_view step)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (error != std::errc() || end != step.data() + step.size()) return std::nullopt;
    return index;
}

std::optional<std::size_t> component_of(std::string_view step)
{
    if (step == "x" || step == "y" || step == "z") return static_cast<std::size_t>(step[0] - 'x');
    return index_of(step);
}

std::string without_component(std::string_view path)
{
    return component_of(steps_of(path).back()) ? parent_path(path) : std::string(path);
}

std::string no_such_path(std::string_view step, std::string_view where, std::string_view nearest)
{
    return filled("there is no {} in {}{}", in_quotes(step), where, or_nearest(nearest));
}

std::string or_nearest(std::string_view nearest)
{
    return nearest.empty() ? "" : filled(" (did you mean {}?)", in_quotes(nearest));
}

}  // namespace supple
