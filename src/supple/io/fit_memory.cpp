#include <supple/io/drive_memory.hpp>
#include <supple/io/fit_memory.hpp>
#include <supple/io/fit_problem.hpp>

namespace supple {

void add_memory(const Manipulator& base, const std::vector<std::string>& paths, const CaseTable& data,
                const std::function<std::optional<Manipulator>(const VectorXd& p)>& with_values, Study& study)
{
    using Role = DriveNumber::Role;
    Manipulator named = base;  // paths are resolved in it
    bool relax = drives_relax(base), any = drives_remember(base);
    for (const std::string& path : paths) {
        const Role role = drive_number(named, path).role;
        any = any || role == Role::play || role == Role::relaxation;
        relax = relax || role == Role::relaxation;
    }
    if (!any) return;
    if (!study.one_system)
        throw InputError(
            "drives with play or relaxation need data whose inputs are loads, tensions, retractions, "
            "currents or fields alone");
    const std::vector<double> times = relax ? times_of_rows(data) : std::vector<double>(data.rows, 0.0);

    struct Command {
        Eigen::Index input = 0;
        std::size_t attachment = 0;
    };
    std::vector<Command> commanded;
    MatrixXd commands(static_cast<Eigen::Index>(study.cases.size()),
                      static_cast<Eigen::Index>(study.inputs.size()));
    for (Eigen::Index i = 0; i < commands.cols(); ++i) {
        const auto input = static_cast<std::size_t>(i);
        const DriveNumber number = drive_number(named, study.inputs[input]);
        if (number.role == Role::command) commanded.push_back({i, number.attachment});
        for (Eigen::Index k = 0; k < commands.rows(); ++k)
            commands(k, i) = study.cases[static_cast<std::size_t>(k)].inputs[input];
    }
    study.arriving = [with_values, times, commanded, commands](const VectorXd& p) {
        const std::optional<Manipulator> m = with_values(p);
        if (!m) return MatrixXd();
        MatrixXd arriving = commands;
        for (const auto& [input, attachment] : commanded)
            remember(memory_of(*m, attachment), times,
                     {arriving.col(input).data(), static_cast<std::size_t>(arriving.rows())});
        return arriving;
    };
}

}  // namespace supple
