#include <supple/io/column_map.hpp>
#include <supple/io/document.hpp>
#include <supple/io/error.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace supple {

CaseTable renamed(CaseTable table, std::string_view map_text, const std::string& map_name)
{
    const Node map = parse_document(map_text, map_name);
    if (map.kind != Node::Kind::map)
        throw InputError(fmt::format("{}: expected lines such as \"tip_x: tip.position.x [mm]\"", map_name));
    std::set<std::string> used;
    std::vector<CaseColumn> kept;
    for (CaseColumn& column : table.columns) {
        const Node::Entry* entry = map.find(column.path);
        if (!entry)
            throw InputError(
                fmt::format("{}: the map {} says nothing of the column {}; map it to a path, or to ignore",
                            table.file_name, map_name, in_quotes(column.path)));
        used.insert(column.path);
        const std::string target(trim(entry->value.text));
        if (target == "ignore") continue;
        const std::size_t bracket = target.find('[');
        const std::size_t close = target.rfind(']');
        column.path = std::string(trim(target.substr(0, bracket)));
        if (bracket != std::string::npos && close != std::string::npos && close > bracket) {
            column.unit = std::string(trim(target.substr(bracket + 1, close - bracket - 1)));
            const Unit unit = parse_unit(column.unit);
            if (!unit || column.is_text)
                throw InputError(fmt::format("{}:{}: {}: {}", map_name, entry->value.place.line, target,
                                             column.is_text ? "the column holds text" : unit.error));
            column.dimension = unit.dimension;
            for (double& value : column.values) {
                if (!std::isnan(value)) value = parse_number(format_number(value), unit).value;
            }
        }
        kept.push_back(std::move(column));
    }
    for (const Node::Entry& entry : map.entries) {
        if (!used.contains(entry.key))
            throw InputError(fmt::format("{}:{}: {} has no column {}", map_name, entry.place.line,
                                         table.file_name, in_quotes(entry.key)));
    }
    table.columns = std::move(kept);
    return table;
}

}  // namespace supple
