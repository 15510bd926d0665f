#include <supple/io/fit_memory.hpp>
#include <supple/io/fit_problem.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace supple {
namespace {

/// The driven rods that an input of the study commands.
struct Commanded {
    Eigen::Index input = 0;
    std::size_t attachment = 0;
};

bool fits_memory(const std::vector<std::string>& paths)
{
    return std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
        return path.ends_with(".play") || path.ends_with(".relaxation") || path.ends_with(".relaxation_time");
    });
}

std::vector<Commanded> commanded_by(const Study& study, const Manipulator& m)
{
    std::vector<Commanded> all;
    for (std::size_t i = 0; i < study.inputs.size(); ++i) {
        for (std::size_t k = 0; k < m.attachments.size(); ++k) {
            const auto* rods = std::get_if<DrivenRods>(&m.attachments[k]);
            if (!rods) continue;
            const std::string name = rods->name.empty() ? std::to_string(k) : rods->name;
            if (study.inputs[i].starts_with("attachments." + name + "."))
                all.push_back({static_cast<Eigen::Index>(i), k});
        }
    }
    return all;
}

std::vector<double> times_of(const CaseTable& data)
{
    const auto column = std::find_if(data.columns.begin(), data.columns.end(),
                                     [](const CaseColumn& each) { return each.path == "time"; });
    if (column == data.columns.end())
        throw InputError(fmt::format(
            "{}: the drives relax, which needs the time of each row; expected a column \"time [s]\"",
            data.file_name));
    for (std::size_t row = 0; row < data.rows; ++row) {
        const double now = column->values[row], before = row > 0 ? column->values[row - 1] : now;
        if (!(now >= before))
            throw InputError(
                fmt::format("{}:{}: time is missing or runs backwards; expected rows in the "
                            "order of time, because drives remember",
                            data.file_name, data.lines.empty() ? row : data.lines[row]));
    }
    return column->values;
}

}  // namespace

void add_memory(const Manipulator& base, const std::vector<std::string>& paths, const CaseTable& data,
                const std::function<std::optional<Manipulator>(const VectorXd& p)>& with_values, Study& study)
{
    bool relax = std::any_of(paths.begin(), paths.end(),
                             [](const std::string& path) { return path.find(".relaxation") != path.npos; });
    bool any = fits_memory(paths);
    for (const Attachment& attachment : base.attachments) {
        if (const auto* rods = std::get_if<DrivenRods>(&attachment)) {
            any = any || remembers(rods->memory);
            relax = relax || rods->memory.relaxation != 0.0;
        }
    }
    if (!any) return;
    if (!study.one_system)
        throw InputError(
            "drives with play or relaxation need data whose inputs are loads, tensions, retractions, "
            "currents "
            "or fields alone");
    const std::vector<double> times = relax ? times_of(data) : std::vector<double>(data.rows, 0.0);
    const std::vector<Commanded> commanded = commanded_by(study, base);
    MatrixXd commands(static_cast<Eigen::Index>(study.cases.size()),
                      static_cast<Eigen::Index>(study.inputs.size()));
    for (Eigen::Index k = 0; k < commands.rows(); ++k) {
        for (Eigen::Index i = 0; i < commands.cols(); ++i)
            commands(k, i) = study.cases[static_cast<std::size_t>(k)].inputs[static_cast<std::size_t>(i)];
    }
    study.arriving = [with_values, times, commanded, commands](const VectorXd& p) {
        MatrixXd arriving = commands;
        const std::optional<Manipulator> m = with_values(p);
        if (!m) return MatrixXd();
        for (const auto& [input, attachment] : commanded) {
            const auto column = arriving.col(input);
            remember(std::get<DrivenRods>(m->attachments[attachment]).memory, times,
                     {arriving.data() + input * arriving.rows(), static_cast<std::size_t>(column.size())});
        }
        return arriving;
    };
}

}  // namespace supple
