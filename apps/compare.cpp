#include "compare.hpp"
#include "progress.hpp"
#include "terminal.hpp"

#include <supple/io/case_inputs.hpp>
#include <supple/io/file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

namespace supple::app {
namespace {

std::string out_mistake(const CompareRequest& request)
{
    if (request.out.empty()) return "";
    const std::filesystem::path path(request.out);
    if (path.extension() != ".json" && path.extension() != ".csv")
        return fmt::format("--out {}: end the name in .json or .csv", request.out);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return fmt::format("--out {}: cannot write there: {}", request.out, std::strerror(errno));
    return "";
}

/// The measured tips of a table, where it has them.
class Measured {
 public:
    explicit Measured(const CaseTable& table)
    {
        for (const char* axis : {"x", "y", "z"})
            position_.push_back(table.find(fmt::format("tip.position.{}", axis)));
        for (const char* part : {"w", "x", "y", "z"})
            quaternion_.push_back(table.find(fmt::format("tip.quaternion.{}", part)));
        for (auto* columns : {&position_, &quaternion_})
            if (std::find(columns->begin(), columns->end(), nullptr) != columns->end()) columns->clear();
        for (const CaseColumn& column : table.columns) {
            const bool used = std::find(position_.begin(), position_.end(), &column) != position_.end() ||
                              std::find(quaternion_.begin(), quaternion_.end(), &column) != quaternion_.end();
            if (column_role(column.path) == ColumnRole::output && !used) unused_.push_back(column.path);
        }
    }

    bool any() const { return !position_.empty() || !quaternion_.empty(); }
    const std::vector<std::string>& unused() const { return unused_; }

    MeasuredTip operator()(std::size_t row) const
    {
        MeasuredTip tip;
        const auto value = [row](const CaseColumn* column) { return column->values[row]; };
        if (!position_.empty()) {
            const Vector3d p(value(position_[0]), value(position_[1]), value(position_[2]));
            if (p.allFinite()) tip.position = p;
        }
        if (!quaternion_.empty()) {
            const Eigen::Quaterniond q(value(quaternion_[0]), value(quaternion_[1]), value(quaternion_[2]),
                                       value(quaternion_[3]));
            if (q.coeffs().allFinite() && q.norm() > 0.0) tip.frame = q.normalized();
        }
        return tip;
    }

 private:
    std::vector<const CaseColumn*> position_, quaternion_;  // all of its columns, or none
    std::vector<std::string> unused_;
};

Compared compare_file(const CompareRequest& request, const ModelDocument& document)
{
    Compared compared;
    compared.manipulator = read_model(document);
    const auto tried = candidates(compared.manipulator, request.tried);
    const WatchInterrupts watch;
    compared.file = compare(compared.manipulator, tried, {.stop = &interrupt_asked});
    compared.asked = tried.size();
    compared.complete = compared.file->models.size() == tried.size();
    return compared;
}

Compared compare_cases_of(const CompareRequest& request, ModelDocument document)
{
    const CaseInputs inputs(std::move(document), read_case_table(request.cases));
    if (inputs.table().rows == 0)
        throw InputError(fmt::format("{}: has a header and no rows; write one row a case", request.cases));
    const Measured measured(inputs.table());
    if (!measured.unused().empty())
        print_note(
            fmt::format("{}: compared with no model: {}", request.cases, fmt::join(measured.unused(), ", ")));

    CaseSource source;
    source.rows = inputs.table().rows;
    source.set = [&](std::size_t row, Manipulator& manipulator) {
        try {
            inputs.set_row(row, manipulator);
            return std::string();
        } catch (const InputError& error) {
            return std::string(error.what());
        }
    };
    if (measured.any()) source.measured = measured;

    Compared compared;
    compared.manipulator = inputs.base();
    compared.asked = source.rows;
    compared.measured = measured.any();
    Progress progress(source.rows, !request.quiet);
    const WatchInterrupts watch;
    compared.cases =
        compare_cases(inputs.base(), candidates(inputs.base(), request.tried), source,
                      {request.threads, &interrupt_asked, [&](std::size_t done) { progress.show(done); }});
    progress.clear();
    compared.complete = compared.cases->done == source.rows;
    return compared;
}

/// The exit code, with what went wrong on stderr.
int conclude(const CompareRequest& request, const Compared& compared)
{
    std::size_t carried = 0, failed = 0;
    bool exact_failed = false;
    if (compared.file) {
        const Equilibrium& exact = compared.file->exact;
        exact_failed = exact.status != Status::converged;
        if (exact_failed)
            print_error(
                fmt::format("{}: the exact rod is {}: {}", request.file, name(exact.status), exact.message));
        for (const Judged& model : compared.file->models) {
            carried += model.model.reason.empty() ? 1 : 0;
            failed += model.model.reason.empty() && model.status != Status::converged ? 1 : 0;
        }
    } else {
        const CasesComparison& all = *compared.cases;
        exact_failed = all.exact.converged < all.done;
        if (exact_failed)
            print_error(fmt::format("{}: the exact rod failed in {} of {} cases; {}", request.cases,
                                    all.done - all.exact.converged, all.done, all.exact.first_failure));
        for (const CasesJudged& model : all.models) {
            carried += model.model.reason.empty() ? 1 : 0;
            failed += model.model.reason.empty() && model.converged < all.done ? 1 : 0;
        }
    }
    if (failed > 0)
        print_error(
            fmt::format("{} of {} models failed{}", failed, carried, compared.cases ? " in some case" : ""));
    if (!compared.complete) {
        print_error(fmt::format("interrupted after {} of {} {}",
                                compared.file ? compared.file->models.size() : compared.cases->done,
                                compared.asked, compared.file ? "models" : "cases"));
        return interrupted;
    }
    if (carried == 0) {
        print_error(fmt::format("{}: none of the models asked for can carry it", request.file));
        return not_solved;
    }
    if (!exact_failed && failed == 0) return done;
    return compared.file ? not_solved : failed_cases;
}

int run(const CompareRequest& request)
{
    if (const std::string mistake = out_mistake(request); !mistake.empty()) {
        print_error(mistake);
        return bad_usage;
    }
    Compared compared;
    try {
        ModelDocument document = open_model(request.file);
        apply_settings(document, request.settings);
        compared = request.cases.empty() ? compare_file(request, document)
                                         : compare_cases_of(request, std::move(document));
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
    fmt::print("{}", request.json ? compare_json(request, compared) : compare_text(request, compared));
    if (!request.out.empty()) {
        try {
            if (request.out.ends_with(".csv")) {
                write_case_table(compare_table(request, compared), request.out);
            } else {
                write_file(request.out, compare_json(request, compared));
            }
        } catch (const InputError& error) {
            print_error(error.what());
            return bad_usage;
        }
    }
    return conclude(request, compared);
}

/// A list of words, each checked against those that there are.
CLI::Option* add_words(CLI::App& command, const std::string& option, const std::vector<std::string>& words,
                       const std::function<void(const std::string&)>& take, const std::string& help)
{
    const auto parse = [words, take, option](const std::vector<std::string>& given) {
        for (const std::string& word : given) {
            if (std::find(words.begin(), words.end(), word) == words.end())
                throw CLI::ValidationError(
                    option, fmt::format("found \"{}\"; expected some of {}", word, fmt::join(words, ",")));
            take(word);
        }
        return true;
    };
    return command.add_option(option, parse, help)
        ->type_name("LIST")
        ->delimiter(',')
        ->expected(1, 1 << 10)
        ->allow_extra_args(false);
}

void add_choices(CLI::App& command, CandidateOptions& tried)
{
    add_words(
        command, "--models", model_types(),
        [&tried](const std::string& type) { tried.types.push_back(type); },
        "Models to try, as in universal-prb,curvature; without it every one that there is");
    command
        .add_option("--joints", tried.joints,
                    "Numbers of joints to try, three of them a segment, one an arc; without it 2,4,8,16,32")
        ->type_name("LIST")
        ->delimiter(',')
        ->check(CLI::Range(1, 1000))
        ->allow_extra_args(false);
    std::vector<std::string> layouts;
    for (const JointLayout layout : joint_layouts())
        layouts.emplace_back(name(layout));
    const auto take = [&tried](const std::string& word) {
        for (const JointLayout layout : joint_layouts())
            if (word == name(layout)) tried.layouts.push_back(layout);
    };
    add_words(command, "--layouts", layouts, take,
              fmt::format("Layouts of ball joints to try: {}; without it gauss and the file's",
                          fmt::join(layouts, ", ")));
}

}  // namespace

std::vector<Need> needs(const Compared& compared, double tolerance_percent)
{
    std::vector<Need> all;
    std::vector<std::vector<Attempt>> attempts;
    std::vector<std::vector<std::string>> settings;
    const auto add = [&](const Tried& tried, double error) {
        if (!tried.reason.empty() || tried.candidate.as_written) return;
        if (all.empty() || all.back().family != family(tried.candidate)) {
            all.push_back({family(tried.candidate), {}, std::nullopt, ""});
            attempts.emplace_back();
            settings.emplace_back();
        }
        all.back().tried.push_back(tried.joints);
        attempts.back().push_back({tried.joints, error});
        settings.back().push_back(setting(tried.candidate));
    };
    if (compared.file) {
        for (const Judged& model : compared.file->models)
            add(model.model, model.status == Status::converged
                                 ? model.error.position / compared.manipulator.rod.length
                                 : std::nan(""));
    } else {
        for (const CasesJudged& model : compared.cases->models)
            add(model.model,
                model.relative.count == compared.cases->done ? model.relative.mean : std::nan(""));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].joints = enough_joints(attempts[i], tolerance_percent / 100.0);
        for (std::size_t k = 0; k < attempts[i].size(); ++k)
            if (all[i].joints == attempts[i][k].joints) all[i].setting = settings[i][k];
    }
    return all;
}

Action add_compare(CLI::App& program)
{
    auto* command =
        program.add_subcommand("compare", "The same file by several models, judged by the exact rod");
    auto request = std::make_shared<CompareRequest>();
    command->add_option("FILE", request->file, "Model file")->required();
    add_choices(*command, request->tried);
    command
        ->add_option("--tolerance", request->tolerance,
                     "How many joints are needed for this error of the tip, in percent of the length")
        ->type_name("PERCENT")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        ->add_option("--cases", request->cases,
                     "Compare over a table of cases; tip.position.x, .y, .z in it are compared with, too")
        ->type_name("TABLE.csv");
    add_settings_option(*command, request->settings);
    command->add_flag("--json", request->json, "Print the comparison as JSON");
    command->add_option("--out", request->out, "Also write it: .json, or .csv with one row a model")
        ->type_name("NAME");
    command->add_flag("--quiet", request->quiet, "Print the table alone, and no progress");
    command->add_option("--threads", request->threads, "Threads for --cases; without it one for each core")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command->footer(
        "Examples:\n"
        "  supple compare examples/held_catheter.yaml\n"
        "  supple compare examples/catheter.yaml --models isotropic-prb,spherical-prb --joints 3,6,12,24 "
        "--tolerance 0.01\n"
        "  supple compare examples/catheter.yaml --cases examples/catheter_cases.csv --out comparison.csv\n\n"
        "The exact rod is the geometrically exact one, model cosserat. Exits with 4 where it or a model is "
        "not\n"
        "converged, with 5 where that is so in a case of a table. A model that cannot carry the file is "
        "listed\n"
        "with the reason.\n");
    return [command, request] { return command->parsed() ? run(*request) : -1; };
}

}  // namespace supple::app
