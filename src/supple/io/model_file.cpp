#include <supple/io/model_document.hpp>
#include <supple/io/model_table.hpp>
#include <supple/io/path.hpp>
#include <supple/io/reader.hpp>
#include <supple/io/text.hpp>

#include <fmt/format.h>

#include <set>

namespace supple {
namespace {

// The bounds of a fit must have the dimension of the value they bound, and that value must stand in the file.
void check_fit_paths(const Node& document, const Manipulator& manipulator)
{
    if (!manipulator.fit) return;
    const Node& parameters = document.find("fit")->value.find("parameters")->value;
    std::vector<Problem> problems;
    std::set<std::string> paths;
    for (const Node& item : parameters.items) {
        const Node& path = item.find("path")->value;
        const auto report = [&](const Node& at, const char* key, const std::string& message) {
            problems.push_back({at.place.file, at.place.line, at.place.column,
                                fmt::format("fit.parameters.{}.{}", &item - parameters.items.data(), key),
                                message});
        };
        try {
            const Quantity value = quantity_at(document, path.text, path.text);
            if (value.values.size() > 1) {
                report(path, "path",
                       fmt::format("{} has {} values; expected one, such as {}.0", in_quotes(path.text),
                                   value.values.size(), path.text));
            }
            if (!paths.insert(path.text).second)
                report(path, "path",
                       fmt::format("{} is fitted already; expected every path once", in_quotes(path.text)));
            for (const char* bound : {"lower", "upper"}) {
                const auto* entry = item.find(bound);
                if (!entry) continue;
                const Quantity limit = parse_quantity(entry->value.text);
                if (!(limit.dimension == value.dimension)) {
                    report(entry->value, bound,
                           fmt::format("{} is {}; expected {}, as {} is", in_quotes(entry->value.text),
                                       describe(limit.dimension), describe(value.dimension), path.text));
                }
            }
        } catch (const InputError& error) {
            report(path, "path",
                   fmt::format("{} cannot be fitted: {}", in_quotes(path.text),
                               error.problems().front().message));
        }
    }
    if (!problems.empty()) throw InputError(std::move(problems));
}

}  // namespace

Manipulator read_model(const ModelDocument& document)
{
    TableContext context;
    context.folder = document.folder;
    context.files_allowed = document.files_allowed;
    Manipulator manipulator;
    read_by_table(document.root, manipulator_table(manipulator, context));
    check_fit_paths(document.root, manipulator);
    return manipulator;
}

Manipulator load(const std::filesystem::path& file, const std::vector<Setting>& settings)
{
    ModelDocument document = open_model(file);
    apply_settings(document, settings);
    return read_model(document);
}

Manipulator parse_model(std::string_view text, const std::string& file, const std::vector<Setting>& settings)
{
    ModelDocument document{parse_document(text, file), {}, false};
    apply_settings(document, settings);
    return read_model(document);
}

}  // namespace supple
