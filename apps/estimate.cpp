#include "command.hpp"

#include <supple/io/measured_points.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

namespace supple::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string file;
    std::string data;
    std::vector<Setting> settings;
    bool damping = false;
    bool causal = false;
    bool json = false;
    int horizon = 60;
    int seeds = 0;
    double noise = 0.0;            ///< [m]
    double rotational_rate = 0.0;  ///< [1/s]
    double step = 0.0;             ///< [s]; 0: chosen
};

/// An option whose value is a quantity of one dimension: --noise '0.05 mm'.
void add_quantity(CLI::App& command, const std::string& name, double& value, Dimension dimension,
                  const std::string& description)
{
    const auto parse = [&value, name, dimension](const std::vector<std::string>& texts) {
        const Quantity quantity = parse_quantity(texts.at(0));
        if (!quantity || quantity.values.size() != 1 || !(quantity.dimension == dimension) ||
            quantity.values[0] < 0.0)
            throw CLI::ValidationError(name, fmt::format("found \"{}\"; expected {}, as in '{}'", texts.at(0),
                                                         describe(dimension), example(dimension)));
        value = quantity.values[0];
        return true;
    };
    command.add_option(name, parse, description)->type_name("QUANTITY")->expected(1);
}

DampingFilterOptions filter_options(const Options& options)
{
    DampingFilterOptions filter;
    filter.horizon = options.horizon;
    filter.causal = options.causal;
    filter.noise = options.noise;
    filter.rotational_rate = options.rotational_rate;
    if (options.step > 0.0) filter.step = options.step;
    return filter;
}

/// The points with noise of their own added, where a number of seeds is asked for.
std::vector<MeasuredPoint> with_noise(const std::vector<NamedPoint>& named, const Options& options, int seed)
{
    std::mt19937 engine(static_cast<unsigned>(seed));
    std::normal_distribution<double> normal(0.0, 1.0);
    std::vector<MeasuredPoint> points;
    for (const NamedPoint& point : named) {
        points.push_back(point.point);
        if (options.seeds == 0) continue;
        for (Vector3d& p : points.back().track.positions)
            for (double& x : p)
                x += options.noise * normal(engine);
    }
    return points;
}

Json record(const DampingEstimate& estimate, const std::vector<NamedPoint>& named, int seed)
{
    Json points = Json::array();
    for (std::size_t i = 0; i < estimate.point_rates.size(); ++i) {
        points.push_back({{"name", named[i].name},
                          {"viscous_rate", estimate.point_rates[i]},
                          {"negative_share", estimate.negative[i]}});
    }
    Json out = {{"status", name(estimate.status)}, {"message", estimate.message}};
    if (seed > 0) out["seed"] = seed;
    out["damping"] = {{"viscous_rate", estimate.rate}, {"points", points}};
    out["error"] = {{"largest", estimate.largest_error}, {"mean", estimate.mean_error}};
    out["solver"] = {{"step", estimate.step}, {"steps", estimate.steps}};
    return out;
}

const Dimension rate_dimension = dimension::none / dimension::time;

void print_report(const DampingEstimate& e, const std::vector<NamedPoint>& named, int seed)
{
    if (seed > 0) fmt::print("noise of seed {}\n", seed);
    fmt::print("viscous rate   {}  (of the whole rod, weighted by what it dissipates)\n",
               format_quantity(e.rate, rate_dimension, 4));
    fmt::print("points         trade damping with their neighbours; none is an estimate by itself\n");
    for (std::size_t i = 0; i < e.point_rates.size(); ++i)
        fmt::print("  {:<12} {}\n", named[i].name, format_quantity(e.point_rates[i], rate_dimension, 4));
    fmt::print("filter         {} steps of {}; {} off its measurement at most, {} in the mean\n", e.steps,
               format_quantity(e.step, dimension::time, 3),
               format_quantity(e.largest_error, dimension::length, 3),
               format_quantity(e.mean_error, dimension::length, 3));
}

int estimate(const Options& options)
{
    try {
        const Manipulator manipulator = load(options.file, options.settings);
        auto named = measured_points(read_case_table(options.data), manipulator);
        std::sort(named.begin(), named.end(),
                  [](const NamedPoint& a, const NamedPoint& b) { return a.point.at < b.point.at; });
        Json runs = Json::array();
        int code = done;
        for (int seed = options.seeds > 0 ? 1 : 0; seed <= options.seeds; ++seed) {
            const DampingEstimate e =
                estimate_damping(manipulator, with_noise(named, options, seed), filter_options(options));
            if (options.json)
                runs.push_back(record(e, named, seed));
            else if (e.status == Status::converged)
                print_report(e, named, seed);
            if (e.status == Status::converged) continue;
            print_error(fmt::format("{}: {}: {}", options.data, name(e.status), e.message));
            code = not_solved;
            break;
        }
        if (options.json) {
            Json out = {{"format", "supple-result/1"}, {"command", "estimate"}, {"model", "variational"}};
            if (options.seeds == 0)
                out.update(runs.at(0));
            else
                out["runs"] = runs;
            fmt::print("{}\n", out.dump(2));
        } else if (code == done) {
            fmt::print(
                "assumed        points without a measurement are damped as their measured neighbours\n");
        }
        return code;
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

}  // namespace

Action add_estimate(CLI::App& program)
{
    auto* command = program.add_subcommand("estimate", "Damping from a measured motion");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->file, "Model file of a variational rod")->required();
    command
        ->add_option("DATA", options->data,
                     "Measured motion: time [s], tip.position.x [mm] .., stations.NAME.position.x [mm] ..")
        ->required();
    command->add_flag("--damping", options->damping, "Find the viscous damping by the predictive filter")
        ->required();
    command
        ->add_option("--horizon", options->horizon, "Steps that the filter looks ahead; 1: the published law")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    command->add_flag("--causal", options->causal, "Extrapolate the measurement instead of reading it ahead");
    add_quantity(*command, "--noise", options->noise, dimension::length,
                 "Standard deviation of the measurement, which is smoothed accordingly: '0.05 mm'");
    add_quantity(*command, "--rotational-rate", options->rotational_rate, rate_dimension,
                 "Viscous damping of rotation, which positions do not show: '2 1/s'");
    add_quantity(*command, "--step", options->step, dimension::time, "Step of the filter's model: '80 us'");
    command
        ->add_option("--seeds", options->seeds,
                     "Take the data as exact, add noise of so many seeds and report each")
        ->check(CLI::Range(1, 1000));
    command->add_flag("--json", options->json, "Print the result as JSON");
    add_settings_option(*command, options->settings);
    command->footer(
        "Example:\n"
        "  supple estimate examples/variational_3_soft_rod.yaml measured.csv --damping --noise '0.05 mm'\n\n"
        "Exits with 4 where the filter's motion blows up.\n");
    return [command, options] { return command->parsed() ? estimate(*options) : -1; };
}

}  // namespace supple::app
