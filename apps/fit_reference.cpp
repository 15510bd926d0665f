#include "fit.hpp"
#include "progress.hpp"
#include "terminal.hpp"

#include <supple/io/case_solver.hpp>
#include <supple/io/grid_table.hpp>

#include <fmt/format.h>

#include <cmath>

namespace supple::app {
namespace {

/// The document with stations at equally spaced places from base to tip and no others.
void look_at_shape(ModelDocument& document, int points)
{
    const double length = read_model(document).rod.length;
    std::string text;
    for (int i = 0; i < points; ++i)
        text += fmt::format("place_{}: {:.17g} m\n", i, i + 1 < points ? length * i / (points - 1) : length);
    std::erase_if(document.root.entries, [](const Node::Entry& entry) { return entry.key == "stations"; });
    Node::Entry& stations = document.root.entries.emplace_back();
    stations.key = "stations";
    stations.value = parse_document(text, "stations");
}

}  // namespace

CaseTable reference_data(const FitCommand& command, const ModelDocument& document)
{
    ModelDocument exact = document;
    choose_model(exact, command.reference);
    const bool shapes = command.shape_points > 0;
    if (shapes) look_at_shape(exact, command.shape_points);
    const CaseInputs inputs(exact, grid_table(command.grid));

    // The tip and the stations, or the places of the shape.
    std::vector<std::string> names;
    if (!shapes) names.emplace_back("tip");
    for (const Station& station : inputs.base().stations)
        names.push_back(shapes ? fmt::format("shape.{}", names.size()) : "stations." + station.name);
    const std::size_t rows = inputs.table().rows;
    std::vector<std::vector<double>> values(3 * names.size(), std::vector<double>(rows, std::nan("")));
    std::atomic<std::size_t> failed = 0;
    const auto keep = [&](std::size_t row, const Equilibrium& eq) {
        if (eq.status != Status::converged) {
            ++failed;
            return;
        }
        const std::size_t first = shapes ? 0 : 1;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const SE3& X = i < first ? eq.shape.frames.back() : eq.stations[i - first].X_WS;
            for (std::size_t a = 0; a < 3; ++a)
                values[3 * i + a][row] = X.position()[static_cast<Eigen::Index>(a)];
        }
    };
    Progress progress(rows, !command.quiet);
    solve_cases(inputs, {{}, command.threads, &interrupt_asked}, keep,
                [&](std::size_t row) { progress.show(row + 1); });
    progress.clear();
    if (failed > 0)
        print_note(fmt::format("{} cases of the grid have no reference and do not count", failed.load()));
    CaseTable table = inputs.table();
    for (std::size_t i = 0; i < values.size(); ++i)
        add_column(table, fmt::format("{}.position.{}", names[i / 3], "xyz"[i % 3]), "mm",
                   std::move(values[i]));
    return table;
}

}  // namespace supple::app
