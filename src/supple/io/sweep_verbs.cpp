#include <supple/analysis/simulate.hpp>
#include <supple/io/csv.hpp>
#include <supple/io/error.hpp>
#include <supple/io/fingerprint.hpp>
#include <supple/io/given_columns.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/sweep_verbs.hpp>
#include <supple/result/describe.hpp>
#include <supple/text/path.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace supple {
namespace {

/// How one row ended, with the numbers asked for.
struct VerbAnswer {
    Status status = Status::invalid;
    std::string message;
    std::vector<double> numbers;
};

/// The number of a record of JSON at a path of a result; NaN where there is none.
double number_at(const nlohmann::ordered_json& record, const std::string& path)
{
    const nlohmann::ordered_json* at = &record;
    for (const std::string& step : steps_of(path)) {
        if (at->is_object() && at->contains(step)) {
            at = &at->at(step);
            continue;
        }
        if (!at->is_array()) return std::nan("");
        const std::string_view letters = at->size() == 4 ? "wxyz" : "xyz";
        const std::size_t letter = step.size() == 1 ? letters.find(step[0]) : std::string_view::npos;
        const bool digits = step.size() < 10 && step.find_first_not_of("0123456789") == std::string::npos;
        const std::size_t index = letter != std::string_view::npos ? letter
                                  : digits                         ? std::stoul(step)
                                                                   : at->size();
        if (index >= at->size()) return std::nan("");
        at = &at->at(index);
    }
    if (at->is_boolean()) return at->get<bool>() ? 1.0 : 0.0;
    return at->is_number() ? at->get<double>() : std::nan("");
}

/// What the rows become: the verb, and the columns of its results.
class VerbTable {
 public:
    VerbTable(const CaseInputs& inputs, SweepVerb verb, const std::vector<std::string>& paths)
        : verb_(verb), given_(inputs.table())
    {
        if (paths.empty())
            throw InputError(
                fmt::format("--do {}: name the numbers that are kept: --outputs {}", word(), example()));
        // The result of the file itself says which there are.
        const std::vector<double> disks = disk_places(inputs.base());
        Trajectory motion;
        Modes modes;
        if (verb == SweepVerb::simulate)
            motion = simulate(inputs.base());
        else
            modes = find_modes(inputs.base());
        for (const std::string& path : paths) {
            OutputSearch found = verb == SweepVerb::simulate
                                     ? find_output(path, motion, disks)
                                     : find_output(path, [&modes](Describer& to) { describe(to, modes); });
            if (found && (found.output->size != 1 || found.output->is_text))
                found.problem =
                    fmt::format("is no single number; expected the path of one, as {}", example());
            if (!found.problem.empty())
                throw InputError(fmt::format("--outputs: {}: {}", path, found.problem));
            outputs_.push_back(*found.output);
            units_.push_back(*found.output->unit.table ? parse_unit(found.output->unit.table) : Unit{});
        }
    }

    VerbAnswer answer(const Manipulator& manipulator) const
    {
        if (verb_ == SweepVerb::simulate) {
            const Trajectory motion = simulate(manipulator);
            VerbAnswer answer{motion.status, motion.message, {}};
            for (const Output& output : outputs_) {
                const std::vector<double> numbers = series(output, motion);
                answer.numbers.push_back(numbers.empty() ? std::nan("") : numbers.back());
            }
            return answer;
        }
        const Modes modes = find_modes(manipulator);
        VerbAnswer answer{modes.status, modes.message, {}};
        const auto record = nlohmann::ordered_json::parse(to_json_line(modes), nullptr, false);
        for (const Output& output : outputs_)
            answer.numbers.push_back(number_at(record, output.path));
        return answer;
    }

    void keep(CaseBlock& block, std::size_t row, const VerbAnswer& answer) const
    {
        KeptRow kept{.status = answer.status};
        std::string& line = block.table;
        given_.append(line, block.rows, row);
        line += name(answer.status);
        line += ',';
        kept.message_begin = line.size();
        if (!answer.message.empty()) line += csv_cell(answer.message);
        line += ',';
        kept.message_end = line.size();
        // Of a row that failed there are no numbers; a mode that grows is a result.
        const bool told = answer.status == Status::converged || answer.status == Status::unstable;
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
            if (told && i < answer.numbers.size() && std::isfinite(answer.numbers[i]))
                append_number_cell(line, answer.numbers[i], units_[i]);
            line += ',';
        }
        line.back() = '\n';
        kept.table_end = line.size();
        block.kept.push_back(kept);
    }

    std::string header(bool messages) const
    {
        std::string line = given_.header() + (messages ? "status,message," : "status,");
        for (const Output& output : outputs_)
            line += header_cell({.path = output.path, .unit = output.unit.table}) + ",";
        line.back() = '\n';
        return line;
    }

    std::size_t cells_before_message() const { return given_.count() + 1; }
    const char* word() const { return verb_ == SweepVerb::simulate ? "simulate" : "modes"; }

 private:
    const char* example() const
    {
        return verb_ == SweepVerb::simulate ? "tip.position.x" : "modes.0.frequency";
    }

    SweepVerb verb_;
    GivenColumns given_;
    std::vector<Output> outputs_;
    std::vector<Unit> units_;
};

class VerbRows final : public RowWork {
 public:
    VerbRows(const CaseInputs& inputs, const VerbTable& table)
        : table_(table), manipulator_(inputs.base()), rows_(inputs, manipulator_)
    {
    }

    void work(CaseBlock& block, std::size_t first, std::size_t count) override
    {
        for (std::size_t row = first; row < first + count; ++row) {
            VerbAnswer answer;
            try {
                rows_.set(block.rows, row);
                answer = table_.answer(manipulator_);
            } catch (const InputError& error) {
                answer.message = error.what();
            }
            table_.keep(block, row, answer);
        }
    }

 private:
    const VerbTable& table_;
    Manipulator manipulator_;
    CaseRows rows_;
};

}  // namespace

SweepBody verb_body(const CaseInputs& inputs, SweepVerb verb, const std::vector<std::string>& outputs)
{
    const auto table = std::make_shared<const VerbTable>(inputs, verb, outputs);
    SweepBody body;
    body.worker = [&inputs, table]() -> std::unique_ptr<RowWork> {
        return std::make_unique<VerbRows>(inputs, *table);
    };
    body.header = [table](bool messages) { return table->header(messages); };
    body.cells_before_message = table->cells_before_message();
    body.same = same_of_solving({});
    body.same[0].second = table->word();
    body.same.emplace_back("columns", fingerprint(table->header(true)));
    return body;
}

}  // namespace supple
