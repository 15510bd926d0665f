#include "session.hpp"

#include "scene.hpp"

#include <supple/fields/model_switch.hpp>
#include <supple/fields/tree_path.hpp>
#include <supple/result/describe.hpp>
#include <supple/rod/completed.hpp>
#include <supple/rod/model_traits.hpp>
#include <supple/steer/describe_steering.hpp>

#include <cmath>
#include <numbers>

namespace supple::page {
namespace {

constexpr const char* edited = "edited";  ///< the place of a scalar that was written anew

/// The scalars of a tree in the order in which they stand; `visit` gets each with its number.
template <class Visit>
void each_leaf(Node& node, int& number, const Visit& visit)
{
    for (Node& item : node.items)
        each_leaf(item, number, visit);
    for (Node::Entry& entry : node.entries)
        each_leaf(entry.value, number, visit);
    if (node.kind == Node::Kind::scalar || node.kind == Node::Kind::empty) visit(node, number++);
}

double scale_of(const Unit& unit)
{
    return std::pow(10.0, unit.exponent) * std::pow(std::numbers::pi / 180.0, unit.degrees);
}

}  // namespace

Session::Session(Request request, Answer& answer) : request_(std::move(request))
{
    Json json;
    json.open('{');
    if (!request_.good) {
        tell_problems({{"", 0, 0, "", "the page and its solver do not belong together"}}, json);
    } else {
        ReadManipulator read = read_manipulator(request_.tree, side_files(request_));
        manipulator_ = std::move(read.manipulator);
        good_ = read.problems.empty();
        tell_problems(read.problems, json);
    }
    if (good_) {
        inputs_ = inputs(manipulator_);
        handles_.resize(inputs_.size());
        const Manipulator complete = completed(manipulator_);
        json.key("name").text(manipulator_.name);
        json.key("model").text(type_name(complete.model));
        json.key("exact").flag(is_exact(complete.model));
        json.key("models").open('[');
        for (const std::string& type : model_types())
            json.text(type);
        json.close(']');
        tell_inputs(json);
        json.key("scene");
        tell_scene(complete, json);
    }
    json.close('}');
    answer.text = json.take();
}

std::unique_ptr<Session> Session::with_model(const Session& from, const std::string& type, Answer& answer)
{
    Request request = from.request_;
    const ModelSwitch done = switch_model(request.tree, type, "model.type");
    if (!done.error.empty()) {
        from.refuse(done.error, answer);
        return nullptr;
    }
    Answer read;
    auto session = std::make_unique<Session>(std::move(request), read);
    Json json;
    json.open('{').key("dropped").open('[');
    for (const std::string& path : done.dropped)
        json.text(path);
    json.close(']').close('}');
    answer.text = json.take();
    answer.text.back() = ',';
    answer.text += "\"read\":" + read.text + "}";
    return session;
}

void Session::tell_problems(const std::vector<Problem>& problems, Json& json) const
{
    json.key("problems").open('[');
    for (const Problem& problem : problems) {
        json.open('{').key("line").number(problem.line).key("column").number(problem.column);
        json.key("path").text(problem.path).key("message").text(problem.message).close('}');
    }
    json.close(']');
}

void Session::tell_inputs(Json& json)
{
    json.key("inputs").open('[');
    for (const Input& input : inputs_) {
        const bool present = input.present();
        const Unit unit = input.unit().empty() ? Unit{} : parse_unit(input.unit());
        json.open('{').key("path").text(input.path()).key("unit").text(input.unit());
        json.key("written").flag(present && is_written(request_.tree, input.path()));
        if (present) json.key("value").number(input.get()).key("text").text(format_number(input.get(), unit));
        json.key("scale").number(scale_of(unit));
        json.key("lower").number(input.range().lower).key("upper").number(input.range().upper);
        json.key("above").flag(input.range().above).key("whole").flag(input.whole());
        json.key("help").text(input.help()).close('}');
    }
    json.close(']');
}

void Session::refuse(const std::string& why, Answer& answer) const
{
    Json json;
    json.open('{').key("refused").text(why).close('}');
    answer.text = json.take();
    answer.numbers.clear();
}

Solver& Session::solver()
{
    if (solver_) return *solver_;
    for (Solver::Input& handle : handles_)
        handle = {};
    solver_ = std::make_unique<Solver>(manipulator_);
    return *solver_;
}

void Session::scene(Answer& answer) const
{
    Json json;
    tell_scene(completed(manipulator_), json);
    answer.text = json.take();
}

void Session::prepare(Answer& answer)
{
    solver_.reset();
    solver();
    Json json;
    json.open('{').key("unsupported").text(solver_->unsupported());
    json.key("joints").number(solver_->joints()).key("twists").flag(solver_->twists()).close('}');
    answer.text = json.take();
}

void Session::solve(bool cold, Answer& answer)
{
    const Equilibrium& eq = cold ? solver().solve_cold() : solver().solve();
    tell([&](Describer& d) { describe(d, eq); }, record_);
    std::swap(answer.text, record_.text);
    std::swap(answer.numbers, record_.numbers);
}

void Session::find_modes(int count, Answer& answer)
{
    const Modes modes = supple::find_modes(manipulator_, {.count = count});
    tell([&](Describer& d) { describe(d, modes); }, record_);
    std::swap(answer.text, record_.text);
    std::swap(answer.numbers, record_.numbers);
}

void Session::simulate(const Progress& progress, Answer& answer)
{
    const Trajectory trajectory = supple::simulate(manipulator_, progress);
    tell([&](Describer& d) { describe(d, trajectory); }, record_);
    std::swap(answer.text, record_.text);
    std::swap(answer.numbers, record_.numbers);
}

std::string Session::write(const std::string& path, const std::string& value, int& scalar, std::string& text)
{
    std::string wrong = set_text(request_.tree, path, value, edited);
    int number = 0;
    scalar = -1;
    each_leaf(request_.tree, number, [&](Node& leaf, int at) {
        if (leaf.place.file != edited) return;
        leaf.place.file.clear();
        scalar = at;
        text = leaf.text;
    });
    return wrong;
}

void Session::put(std::size_t index, const std::string& number, Answer& answer)
{
    if (index >= inputs_.size()) return refuse("there is no such input", answer);
    const Input& input = inputs_[index];
    const Unit unit = input.unit().empty() ? Unit{} : parse_unit(input.unit());
    const Number value = parse_number(number, unit);
    if (!value) return refuse(value.error, answer);
    if (!is_written(request_.tree, input.path())) return refuse("it is not written in the file", answer);
    if (!input.allows(value.value)) return refuse("the value is out of range", answer);
    int scalar = -1;
    std::string text;
    const std::string with_unit = input.unit().empty() ? number : number + " " + input.unit();
    std::string wrong = write(input.path(), with_unit, scalar, text);
    if (!wrong.empty() || scalar < 0) return refuse(wrong, answer);
    input.set(value.value);
    steerer_.reset();
    if (solver_) {
        Solver::Input& handle = handles_[index];
        if (handle.index < 0) handle = solver_->input(input.path());
        if (!solver_->set(handle, value.value)) wrong = solver_->mistake();
    }
    Json json;
    json.open('{').key("value").number(value.value);
    json.key("scalar").number(scalar).key("text").text(text);
    json.key("mistake").text(wrong).close('}');
    answer.text = json.take();
}

void Session::steerable(Answer& answer)
{
    if (!steerer_) steerer_ = std::make_unique<Steerer>(manipulator_);
    steering_ = {};
    if (!steerer_->mistake().empty()) return refuse(steerer_->mistake(), answer);
    for (const Actuation& actuation : steerer_->actuations()) {
        const std::string& path = actuation.parameter.path;
        if (!is_written(request_.tree, path)) return refuse("write " + path + " into the file first", answer);
    }
    Json json;
    json.open('{').key("actuations").open('[');
    for (const Actuation& actuation : steerer_->actuations()) {
        json.open('{').key("path").text(actuation.parameter.path);
        json.key("lower")
            .number(actuation.limits.lower)
            .key("upper")
            .number(actuation.limits.upper)
            .close('}');
    }
    json.close(']').close('}');
    answer.text = json.take();
}

void Session::steer(const Vector3d& tip, bool warm, Answer& answer)
{
    if (!steerer_) steerer_ = std::make_unique<Steerer>(manipulator_);
    if (!steerer_->mistake().empty()) return refuse(steerer_->mistake(), answer);
    const Target target{.position = {tip.x(), tip.y(), tip.z()}};
    const bool follow = warm && steering_.actuation.size() > 0;
    steerer_->steer(target, {.starts = follow ? 1 : 9, .warm_start = follow}, steering_);
    tell([&](Describer& d) { describe(d, SteeringRecord{steering_, target}); }, record_);

    Json json;
    json.open('{').key("edits").open('[');
    const bool found = steering_.actuation.size() == static_cast<Eigen::Index>(steering_.paths.size()) &&
                       steering_.actuation.allFinite();
    for (std::size_t i = 0; found && i < steering_.paths.size(); ++i) {
        const FoundInput input = find_input(manipulator_, steering_.paths[i]);
        if (!input) continue;
        // Every digit is written, so that the file says the shape that is shown.
        const double value = steering_.actuation[static_cast<Eigen::Index>(i)];
        int scalar = -1;
        std::string text;
        const std::string wrong = write(steering_.paths[i], input.input.text(value), scalar, text);
        if (!wrong.empty() || scalar < 0) continue;
        input.input.set(value);
        json.open('{').key("path").text(steering_.paths[i]);
        json.key("scalar").number(scalar).key("text").text(text).close('}');
    }
    solver_.reset();  // it has the values from before
    json.close(']').close('}');
    answer.text = json.take();
    answer.text.back() = ',';
    answer.text += "\"record\":" + record_.text + "}";
    std::swap(answer.numbers, record_.numbers);
}

}  // namespace supple::page
