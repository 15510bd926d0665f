#include <supple/io/case_columns.hpp>
#include <supple/io/case_reader.hpp>
#include <supple/io/csv.hpp>
#include <supple/result/output_row.hpp>
#include <supple/text/path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace supple {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The unit of SI as parse_unit reads it: "kg m^2/s^2/A".
std::string si_unit(Dimension d)
{
    std::string above, below;
    const auto add = [&](const char* unit, int power) {
        if (power == 0) return;
        std::string& side = power > 0 ? above : below;
        if (power < 0 || !side.empty()) side += power < 0 ? "/" : " ";
        side += unit;
        if (std::abs(power) > 1) side += fmt::format("^{}", std::abs(power));
    };
    add("kg", d.mass);
    add("m", d.length);
    add("s", d.time);
    add("A", d.current);
    if (above.empty() && below.empty()) return "";
    return (above.empty() ? "1" : above) + below;
}

/// The dimension of the input or of the result of that name; nothing where its numbers are plain.
Dimension dimension_of(const std::string& path, const Manipulator& manipulator)
{
    const auto role = column_role(path);
    if (path == "time") return dimension::time;
    if (role == ColumnRole::output) {
        const std::vector<std::string> steps = steps_of(path);
        const std::string vector = steps.size() > 1 ? steps[steps.size() - 2] : "";
        return vector == "position" ? dimension::length
               : vector == "force"  ? dimension::force
               : vector == "moment" ? dimension::moment
                                    : Dimension{};
    }
    if (role != ColumnRole::input) return {};
    Manipulator copy = manipulator;
    const FoundInputs found = find_inputs(copy, path);
    return found ? found.inputs[0].dimension() : Dimension{};
}

}  // namespace

CaseColumns::CaseColumns(const CaseInputs& inputs, const std::vector<std::string>& paths)
    : form_(inputs.base())
{
    const std::vector<double> disks = disk_places(inputs.base());
    for (const std::string& path : paths) {
        OutputSearch found = find_output(path, form_.like(), disks);
        if (found && found.output->is_text) found.problem = "is a word; expected a number";
        if (!found.problem.empty()) throw InputError(fmt::format("{}: {}", path, found.problem));
        outputs_.push_back(*std::move(found.output));
    }
    if (paths.empty()) {
        in_order_ = true;
        outputs_ = table_outputs(form_.like());
        std::erase_if(outputs_, [](const Output& output) { return output.is_text; });
    }
    for (const Output& output : outputs_)
        width_ += static_cast<std::size_t>(output.size);
    const std::size_t rows = inputs.table().rows;
    values.assign(rows * width_, no_number);
    statuses.assign(rows, Status::invalid);
    messages.resize(rows);
}

CaseSink CaseColumns::sink(std::function<void(std::size_t)> told)
{
    return {[this](CaseBlock& block, std::size_t row, const Equilibrium& eq) {
                keep(block.rows.first + row, eq);
            },
            [told = std::move(told)](const CaseBlock& block, std::size_t solved) {
                if (told) told(block.rows.first + solved);
            }};
}

void CaseColumns::keep(std::size_t row, const Equilibrium& equilibrium)
{
    statuses[row] = equilibrium.status;
    messages[row] = equilibrium.message;
    if (!form_.tells(equilibrium)) return;
    double* out = values.data() + row * width_;
    if (in_order_) {
        static thread_local std::vector<std::string_view> words;
        words.resize(outputs_.size());
        read_row(outputs_, equilibrium, out, words.data());
    } else {
        for (const Output& output : outputs_) {
            supple::values(output, equilibrium, out);
            out += output.size;
        }
    }
}

CaseColumn memory_column(std::string_view name, std::vector<double> values, const Manipulator& manipulator)
{
    const std::string header = csv_cell(name) + "\n";
    CaseColumn column = CaseReader(header, "cases").head().columns.at(0);
    if (column.unit.empty()) {
        column.dimension = dimension_of(column.path, manipulator);
        column.unit = si_unit(column.dimension);
    } else if (const Unit unit = parse_unit(column.unit); unit.exponent != 0 || unit.degrees != 0) {
        const double factor = std::pow(std::numbers::pi / 180.0, unit.degrees);
        const double ten = std::pow(10.0, std::abs(unit.exponent));
        // Divided where the exponent is negative, so that 3 mm are the double nearest to 0.003.
        for (double& value : values)
            value = (unit.exponent < 0 ? value / ten : value * ten) * factor;
    }
    column.missing = static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(), [](double x) { return std::isnan(x); }));
    column.values = std::move(values);
    return column;
}

}  // namespace supple
