#include <supple/io/error.hpp>
#include <supple/io/grid_table.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

namespace supple {

CaseTable grid_table(const std::vector<std::string>& columns)
{
    constexpr std::size_t most = 1'000'000;
    CaseTable table;
    table.file_name = "--grid";
    table.rows = 1;
    std::vector<std::vector<double>> choices;
    for (const std::string& text : columns) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos)
            throw InputError(fmt::format(
                "--grid {}: expected PATH=VALUES UNIT, as in loads.0.force.x='-4 0 4 mN'", in_quotes(text)));
        const std::string values(trim(text.substr(equals + 1)));
        const Quantity quantity = parse_quantity(values);
        if (!quantity) throw InputError(fmt::format("--grid {}: {}", in_quotes(text), quantity.error));
        const std::size_t unit_at = values.find_first_of(
            "abcdfghijklmnopqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ");  // e and E belong to numbers
        CaseColumn column;
        column.path = std::string(trim(text.substr(0, equals)));
        column.unit = quantity.has_unit && unit_at != std::string::npos ? values.substr(unit_at) : "";
        column.dimension = quantity.dimension;
        table.columns.push_back(column);
        choices.push_back(quantity.values);
        if (table.rows > most / quantity.values.size())
            throw InputError(fmt::format("the grid has more than {} rows", most));
        table.rows *= quantity.values.size();
    }
    for (std::size_t row = 0; row < table.rows; ++row) {
        std::size_t rest = row;
        for (std::size_t i = choices.size(); i-- > 0;) {
            table.columns[i].values.push_back(choices[i][rest % choices[i].size()]);
            rest /= choices[i].size();
        }
    }
    return table;
}

}  // namespace supple
