#include <supple/io/fit_reference.hpp>
#include <supple/io/made_cases.hpp>

#include <fmt/format.h>

#include <cmath>
#include <mutex>

namespace supple {
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

ReferenceData reference_data(const ModelDocument& document, const ReferenceChoice& choice,
                             const BatchOptions& options, const std::function<void(std::size_t)>& deliver)
{
    ModelDocument exact = document;
    choose_model(exact, choice.model);
    const bool shapes = choice.shape_points > 0;
    if (shapes) look_at_shape(exact, choice.shape_points);
    const CaseInputs inputs(exact, grid_table(choice.grid));

    // The tip and the stations, or the places of the shape.
    std::vector<std::string> names;
    if (!shapes) names.emplace_back("tip");
    for (const Station& station : inputs.base().stations)
        names.push_back(shapes ? fmt::format("shape.{}", names.size()) : "stations." + station.name);
    const std::size_t rows = inputs.table().rows;
    std::vector<std::vector<double>> values(3 * names.size(), std::vector<double>(rows, std::nan("")));
    std::atomic<std::size_t> failed = 0;
    std::mutex mutex;
    std::string why;
    const auto keep = [&](const CaseBlock& block, std::size_t row_in_block, const Equilibrium& eq) {
        const std::size_t row = block.rows.first + row_in_block;
        if (eq.status != Status::converged) {
            ++failed;
            const std::lock_guard lock(mutex);
            why = eq.message;
            return;
        }
        const std::size_t first = shapes ? 0 : 1;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const SE3& X = i < first ? eq.shape.frames.back() : eq.stations[i - first].X_WS;
            for (std::size_t a = 0; a < 3; ++a)
                values[3 * i + a][row] = X.position()[static_cast<Eigen::Index>(a)];
        }
    };
    const auto source = cases_in(inputs.table());
    solve_cases(inputs, *source, options, {keep, [&](const CaseBlock& block, std::size_t solved) {
                                               deliver(block.rows.first + solved);
                                           }});
    if (failed == rows)
        throw InputError(
            fmt::format("the reference {} has no answer for any case of the grid: {}", choice.model, why));
    CaseTable table = inputs.table();
    for (std::size_t i = 0; i < values.size(); ++i)
        add_column(table, fmt::format("{}.position.{}", names[i / 3], "xyz"[i % 3]), "mm",
                   std::move(values[i]));
    return {std::move(table), failed};
}

}  // namespace supple
