#include "output.hpp"

#include <supple/io/run_page.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace supple::app {
namespace {

/// A picture has no place for a status: it holds a balanced shape or is not written.
enum class Holds { record, picture, drawing, page };

const std::map<std::string, Holds, std::less<>> forms = {
    {".json", Holds::record}, {".jsonl", Holds::record}, {".csv", Holds::record},
    {".h5", Holds::record},   {".yaml", Holds::record},  {".pvd", Holds::record},
    {".vtp", Holds::picture}, {".svg", Holds::drawing},  {".html", Holds::page},
};

const std::map<std::string, std::vector<std::string>, std::less<>> forms_of = {
    {"solve", {".json", ".jsonl", ".csv", ".vtp", ".h5", ".html", ".svg"}},
    {"solve --cases", {".csv", ".jsonl"}},
    {"simulate", {".csv", ".json", ".h5", ".pvd", ".html", ".svg"}},
    {"modes", {".json", ".csv", ".h5", ".html", ".svg"}},
    {"steer", {".json", ".csv", ".h5", ".html", ".svg"}},
    {"steer --path", {".csv", ".jsonl"}},
    {"compare", {".json", ".csv", ".h5", ".html"}},
    {"fit", {".yaml", ".json", ".csv", ".html"}},
    {"estimate", {".json", ".csv", ".h5", ".html"}},
};

RunPage page_of(const Output& output)
{
    RunPage page{.command = output.command,
                 .file = std::filesystem::path(output.file).filename().string(),
                 .yaml = yaml_of(output.document)};
    std::vector<std::string> left_out;
    page.files = named_files(output.document, left_out);
    if (!left_out.empty())
        print_note(
            fmt::format("the page shows the result and cannot solve on: it does not hold {}, which is "
                        "too large or gone",
                        fmt::join(left_out, ", ")));
    page.result = output.json;
    page.text = output.text();
    return page;
}

}  // namespace

std::vector<std::string> out_forms(std::string_view command)
{
    return forms_of.find(command)->second;
}

bool write_output(const std::string& out, const Output& output)
{
    if (out.empty()) return true;
    const std::filesystem::path path(out);
    const Holds holds = forms.find(path.extension().string())->second;
    if (!output.has_shape && (holds == Holds::picture || holds == Holds::drawing)) {
        print_note(fmt::format("{} is not written: there is no shape to show", out));
        return true;
    }
    return write_safely([&] {
        switch (holds) {
            case Holds::page:
                return write_page(path, page_of(output));
            case Holds::drawing:
                return write_file(path, output.drawing());
            default:
                return output.record(path);
        }
    });
}

}  // namespace supple::app
