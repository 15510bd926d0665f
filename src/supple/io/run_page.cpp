#include <supple/io/part.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/run_page.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace supple {
namespace {

constexpr std::size_t longest_page = 64U << 20U;  // [bytes]
constexpr std::string_view opening = "<script id=\"supple-run\" type=\"application/json\">";
constexpr std::string_view hole = "<script id=\"supple-run\" type=\"application/json\">null</script>";

/// Inside a script element nothing but `<` can end it.
void pass_escaped(std::string_view json, const Pieces& to)
{
    while (!json.empty()) {
        const std::size_t bracket = std::min(json.find('<'), json.size());
        to(json.substr(0, bracket));
        json.remove_prefix(bracket);
        if (json.empty()) break;
        to("\\u003c");
        json.remove_prefix(1);
    }
}

std::size_t numbers_of_a_time(const Trajectory& t)
{
    const std::size_t poses = t.arclength.size() + (t.stations.empty() ? 0 : t.stations.front().size());
    const auto coordinates =
        t.coordinates.empty() ? std::size_t{0} : static_cast<std::size_t>(t.coordinates.front().size());
    return 7 * poses + 2 * coordinates + 10;
}

std::size_t numbers_of(const Mode& mode)
{
    return 6 * mode.displacement.size() + 2 * static_cast<std::size_t>(mode.coordinates.size()) + 5;
}

template <typename Item>
void keep_rows(std::vector<Item>& list, const std::vector<std::size_t>& rows)
{
    if (list.empty()) return;
    std::vector<Item> kept;
    kept.reserve(rows.size());
    for (const std::size_t row : rows)
        kept.push_back(std::move(list[row]));
    list = std::move(kept);
}

}  // namespace

std::string read_page()
{
    std::string page = read_file(
        part_file("page.html", "this build has no page: it is viewer/dist/page.html of the sources"),
        longest_page);
    const std::size_t found = page.find(hole);
    if (found == std::string::npos || page.find(opening, found + 1) != std::string::npos)
        throw InputError("page.html: is damaged: it has not one element supple-run; install supple again");
    return page;
}

std::string files_json(const std::string& yaml, const std::vector<NamedText>& files)
{
    std::string json = "{\"yaml\":" + json_text(yaml) + ",\"files\":{";
    for (const NamedText& file : files)
        json += (&file == files.data() ? "" : ",") + json_text(file.name) + ":" + json_text(file.text);
    return json + "}}";
}

void fill_page(std::string_view page, const RunPage& run, const Pieces& to)
{
    const Pieces escaped = [&to](std::string_view json) { pass_escaped(json, to); };
    const std::size_t at = page.find(hole) + opening.size();
    to(page.substr(0, at));
    std::string files = files_json(run.yaml, run.files);
    escaped(fmt::format(R"({{"version":1,"command":{},"file":{},{},"result":)", json_text(run.command),
                        json_text(run.file), files.substr(1, files.size() - 2)));
    if (run.result)
        run.result(escaped);
    else
        to("null");
    escaped(
        fmt::format(R"(,"text":{},"live":{}}})", json_text(run.text),
                    run.events.empty() ? "null" : fmt::format(R"({{"events":{}}})", json_text(run.events))));
    to(page.substr(at + std::string_view("null").size()));
}

void write_page(const std::filesystem::path& path, const RunPage& run)
{
    const std::string page = read_page();
    write_file(path, [&](const Pieces& to) { fill_page(page, run, to); });
}

std::string yaml_of(const ModelDocument& document)
{
    if (same_text(parse_document(document.text, "model"), document.root)) return document.text;
    return to_yaml(document.root);
}

std::vector<NamedText> named_files(const ModelDocument& document, std::vector<std::string>& left_out)
{
    std::vector<NamedText> files;
    std::size_t room = longest_files;
    for (const std::string& name : side_file_names(document)) {
        if (std::any_of(files.begin(), files.end(), [&](const NamedText& f) { return f.name == name; }))
            continue;
        try {
            files.push_back({name, read_file(document.folder / name, room)});
            room -= files.back().text.size();
        } catch (const InputError&) {
            left_out.push_back(name);
        }
    }
    return files;
}

Trajectory thinned(const Trajectory& whole, std::size_t most)
{
    Trajectory t = whole;
    const std::size_t times = t.time.size(), allowed = std::max<std::size_t>(2, most / numbers_of_a_time(t));
    if (times <= allowed) return t;
    const std::size_t step = (times - 2) / (allowed - 1) + 1;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row + 1 < times; row += step)
        rows.push_back(row);
    rows.push_back(times - 1);
    keep_rows(t.time, rows);
    keep_rows(t.frames, rows);
    keep_rows(t.stations, rows);
    keep_rows(t.coordinates, rows);
    keep_rows(t.velocities, rows);
    keep_rows(t.motion, rows);
    t.warnings.push_back(fmt::format(
        "the page holds {} of the {} output times, one in {}, so that it stays small; .json, .csv "
        "and .h5 hold them all",
        rows.size(), times, step));
    return t;
}

Modes thinned(const Modes& whole, std::size_t most)
{
    Modes modes = whole;
    std::size_t kept = 0, numbers = 0;
    while (kept < modes.modes.size() && (kept == 0 || numbers + numbers_of(modes.modes[kept]) <= most))
        numbers += numbers_of(modes.modes[kept++]);
    if (kept == modes.modes.size()) return modes;
    modes.modes.resize(kept);
    modes.warnings.push_back(
        fmt::format("the page holds the slowest {} of {} modes, so that it stays small; .json, .csv and .h5 "
                    "hold them all",
                    kept, whole.modes.size()));
    return modes;
}

}  // namespace supple
