#include <supple/io/csv.hpp>
#include <supple/io/error.hpp>
#include <supple/io/reduction.hpp>
#include <supple/io/sweep_reduce.hpp>
#include <supple/io/target_text.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

namespace supple {
namespace {

enum class Tell { mean, deviation, least, greatest, quantile, share };

/// A number of each case that is reduced: an output, or whether the tip is close to a place.
struct ReducedNumber {
    Output output{};
    Unit unit{};
    bool classes = false;  ///< a quantile of it is asked for
    bool close = false;
    Vector3d place = Vector3d::Zero();  ///< NaN where it is free
    double radius = 0.0;

    double of(const Equilibrium& eq) const
    {
        if (!close) return value(output, eq);
        double square = 0.0;
        for (int i = 0; i < 3; ++i)
            if (!std::isnan(place[i])) square += std::pow(eq.tip().position()[i] - place[i], 2);
        return std::sqrt(square) <= radius ? 1.0 : 0.0;
    }
};

struct ReducedRow {
    std::string text;
    Tell tell = Tell::mean;
    double part = 0.0;  ///< of a quantile
    std::size_t number = 0;
};

/// What is reduced, and how it is told.
class ReducedTable {
 public:
    ReducedTable(const CaseInputs& inputs, const std::vector<std::string>& texts)
        : form_(inputs.base()), disks_(disk_places(inputs.base()))
    {
        for (const std::string& text : texts)
            rows_.push_back(row_of(text));
    }

    void keep(CaseBlock& block, const Equilibrium& eq) const
    {
        block.kept.push_back({.status = eq.status});
        const bool counts = eq.status == Status::converged && form_.tells(eq);
        for (const ReducedNumber& each : numbers_) {
            const double x = counts ? each.of(eq) : std::nan("");
            block.table.append(reinterpret_cast<const char*>(&x), sizeof x);
        }
    }

    std::vector<Reduction> begin() const
    {
        std::vector<Reduction> all;
        for (const ReducedNumber& each : numbers_)
            all.emplace_back(each.classes);
        return all;
    }

    std::string told(const std::vector<Reduction>& reductions) const
    {
        std::string table = "reduction,unit,value,half_width,cases\n";
        for (const ReducedRow& row : rows_) {
            const ReducedNumber& number = numbers_[row.number];
            const Reduction& all = reductions[row.number];
            const bool told = all.count() > 0;
            Reduction::Quantile of;
            if (row.tell == Tell::quantile && told) of = all.quantile(row.part);
            const double x = !told                         ? std::nan("")
                             : row.tell == Tell::deviation ? all.deviation()
                             : row.tell == Tell::least     ? all.least()
                             : row.tell == Tell::greatest  ? all.greatest()
                             : row.tell == Tell::quantile  ? of.value
                                                           : all.mean();
            table += fmt::format("{},{},", csv_cell(row.text), number.close ? "" : number.output.unit.table);
            append_number_cell(table, x, number.unit);
            table += ',';
            if (row.tell == Tell::quantile && told) append_number_cell(table, 0.5 * of.width, number.unit);
            table += fmt::format(",{}\n", all.count());
        }
        return table;
    }

    std::string identity() const
    {
        std::string all;
        for (const ReducedRow& row : rows_)
            all += (all.empty() ? "" : "; ") + row.text;
        return all;
    }

 private:
    [[noreturn]] static void refuse_reduction(const std::string& text, std::string_view why)
    {
        throw InputError(fmt::format("--reduce {}: {}", in_quotes(text), why));
    }

    ReducedRow row_of(const std::string& text)
    {
        static const std::vector<std::pair<std::string_view, Tell>> words{
            {"mean", Tell::mean},    {"sd", Tell::deviation},      {"min", Tell::least},
            {"max", Tell::greatest}, {"quantile", Tell::quantile}, {"within", Tell::share}};
        const std::vector<std::string_view> parts = split_at_blanks(text);
        const auto word = std::find_if(words.begin(), words.end(), [&](const auto& each) {
            return !parts.empty() && each.first == parts[0];
        });
        ReducedRow row{fmt::format("{}", fmt::join(parts, " "))};
        if (word == words.end())
            refuse_reduction(text,
                             "expected mean, sd, min or max and a path, quantile 0.95 and a path, or "
                             "within 1 mm of 46 10 * mm");
        row.tell = word->second;
        if (row.tell == Tell::share) {
            row.number = place_of(text);
            return row;
        }
        const bool quantile = row.tell == Tell::quantile;
        if (parts.size() != (quantile ? 3U : 2U))
            refuse_reduction(text, quantile ? "expected a part and a path, as in quantile 0.95 tip.position.x"
                                            : "expected one path, as in mean tip.position.x");
        if (quantile) {
            const Number part = parse_number(parts[1]);
            if (!part || part.value < 0.0 || part.value > 1.0)
                refuse_reduction(text,
                                 fmt::format("found {}; expected a part from 0 to 1", in_quotes(parts[1])));
            row.part = part.value;
        }
        row.number = number_of(text, std::string(parts.back()));
        numbers_[row.number].classes = numbers_[row.number].classes || quantile;
        return row;
    }

    std::size_t number_of(const std::string& text, const std::string& path)
    {
        const OutputSearch found = find_output(path, form_.like(), disks_);
        if (!found) refuse_reduction(text, fmt::format("{}: {}", path, found.problem));
        if (found.output->size != 1 || found.output->is_text)
            refuse_reduction(text,
                             fmt::format("{}: expected the path of one number, as tip.position.x", path));
        for (std::size_t i = 0; i < numbers_.size(); ++i)
            if (!numbers_[i].close && numbers_[i].output.path == found.output->path) return i;
        ReducedNumber& number = numbers_.emplace_back();
        number.output = *found.output;
        if (*number.output.unit.table) number.unit = parse_unit(number.output.unit.table);
        return numbers_.size() - 1;
    }

    std::size_t place_of(const std::string& text)
    {
        const std::size_t of = text.find(" of ");
        const std::size_t begin = text.find("within") + 6;
        if (of == std::string::npos) refuse_reduction(text, "expected within RADIUS of X Y Z UNIT");
        const Quantity radius = parse_quantity(text.substr(begin, of - begin));
        if (!radius || radius.values.size() != 1 || !(radius.dimension == dimension::length) ||
            !(radius.values[0] > 0.0))
            refuse_reduction(text,
                             "expected a length greater than 0 as the radius, as in within 1 mm of 46 10 "
                             "* mm");
        const Target target = parse_position(text.substr(of + 4), "--reduce " + text);
        ReducedNumber& number = numbers_.emplace_back();
        number.close = true;
        number.radius = radius.values[0];
        for (int i = 0; i < 3; ++i)
            number.place[i] = target.position[static_cast<std::size_t>(i)].value_or(std::nan(""));
        return numbers_.size() - 1;
    }

    CaseForm form_;
    std::vector<double> disks_;
    std::vector<ReducedNumber> numbers_;
    std::vector<ReducedRow> rows_;
};

/// The numbers of a shard's cases, reduced.
class ReducedShard final : public ShardText {
 public:
    explicit ReducedShard(const ReducedTable& table) : reductions_(table.begin()) {}

    void add(const CaseBlock& block) override
    {
        const char* at = block.table.data();
        for (std::size_t row = 0; row < block.kept.size(); ++row)
            for (Reduction& each : reductions_) {
                double x = 0.0;
                std::memcpy(&x, at, sizeof x);
                at += sizeof x;
                each.add(x);
            }
    }

    std::string end() override
    {
        std::string text;
        for (const Reduction& each : reductions_)
            text += each.state() + "\n";
        return text;
    }

 private:
    std::vector<Reduction> reductions_;
};

std::string merged(const ReducedTable& table, const std::vector<std::filesystem::path>& shards)
{
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    std::vector<Reduction> all = table.begin();
    for (const std::filesystem::path& path : shards) {
        const std::string bytes = read_file(path, most_bytes);
        std::string_view rest = bytes;
        for (Reduction& each : all) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            Reduction part;
            if (!part.read(rest.substr(0, end)))
                throw InputError(
                    fmt::format("{}: cannot be understood; --fresh begins the sweep anew", path.string()));
            each.merge(part);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return table.told(all);
}

}  // namespace

SweepBody reducing_body(const CaseInputs& inputs, const SolveOptions& solve,
                        const std::vector<std::string>& reductions)
{
    const auto table = std::make_shared<const ReducedTable>(inputs, reductions);
    SweepBody body;
    body.worker = row_solvers(
        inputs, solve,
        {[table](CaseBlock& block, std::size_t, const Equilibrium& eq) { table->keep(block, eq); }, {}});
    body.condense = [table]() -> std::unique_ptr<ShardText> {
        return std::make_unique<ReducedShard>(*table);
    };
    body.conclude = [table](const std::vector<std::filesystem::path>& shards) {
        return merged(*table, shards);
    };
    body.same = same_of_solving(solve);
    body.same.emplace_back("reductions", table->identity());
    return body;
}

}  // namespace supple
