// Chains of ball joints in free space.
#include "s2.hpp"

#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/io/case_table.hpp>
#include <supple/result/statistics.hpp>
#include <supple/statics/equilibrium.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace supple::app::s2 {
namespace {

constexpr double newton_mm2 = 1e-6;

CoilSet& coils(Manipulator& m)
{
    return std::get<CoilSet>(m.attachments.at(0));
}

/// The side-y current at which the straight pose stops being stable [mA], by halving an interval.
template <class Stable>
double critical(const Stable& stable)
{
    double low = -150e-3, high = 0.0;
    if (stable(low) || !stable(high))
        throw std::runtime_error("no current is critical between -150 and 0 mA");
    while (high - low > 1e-9) {
        const double middle = 0.5 * (low + high);
        (stable(middle) ? high : low) = middle;
    }
    return 0.5 * (low + high) * 1e3;
}

bool is_stable(const Equilibrium& eq)
{
    if (eq.status != Status::converged && eq.status != Status::unstable) converged(eq);
    return eq.stability.stable.value_or(false);
}

/// Of the exact rod, with another torsional stiffness where one is given.
double critical_of_the_rod(std::optional<double> torsional_stiffness)
{
    Manipulator m = catheter();
    if (torsional_stiffness) m.rod.torsional_stiffness = torsional_stiffness;
    return critical([&](double current) {
        coils(m).currents = Vector3d(0, current, 0);
        return is_stable(cosserat::solve(m));
    });
}

double critical_of_the_chain(const std::string& tag)
{
    return critical([&](double current) {
        return is_stable(solve_statics(*discretize(catheter(chain(tag), {0, current, 0}))));
    });
}

}  // namespace

SphericalModel table_2(const std::vector<double>& bending, const std::vector<double>& twisting)
{
    SphericalModel model;
    model.joints = 3;
    model.layout = JointLayout::given;
    model.links = {12.78 * mm, 57.55 * mm, 30.79 * mm, 0.23 * mm};
    for (std::size_t i = 0; i < 3; ++i) {
        model.bending.push_back(bending[i] * N_mm);
        model.twisting.push_back(twisting[i] * N_mm);
    }
    return model;
}

SphericalModel chain(const std::string& tag)
{
    if (tag == "3R*") return table_2({0.5441, 0.4158, 4.5943}, {0.3836, 0.8039, 7.9468});
    const std::map<char, JointLayout> layouts = {{'A', JointLayout::equal_links_exact},
                                                 {'B', JointLayout::equal_links},
                                                 {'C', JointLayout::half_links},
                                                 {'D', JointLayout::base_joint},
                                                 {'H', JointLayout::split}};
    SphericalModel model;
    model.joints = std::stoi(tag);
    model.layout = layouts.at(tag.back());
    return model;
}

Manipulator catheter(const ModelChoice& model, const Vector3d& currents)
{
    Manipulator m = example("mri_catheter.yaml");
    m.environment.gravity = Vector3d::Zero();
    m.model = model;
    coils(m).currents = currents;
    return m;
}

Currents forty_currents()
{
    const std::string name = "mri_catheter_currents.csv";
    const CaseTable table = parse_case_table(example_text(name), name);
    const auto vectors = [&](const std::string& path) {
        std::vector<Vector3d> list(table.rows);
        for (int k = 0; k < 3; ++k) {
            const CaseColumn* column = table.find(path + "xyz"[k]);
            if (column == nullptr) throw std::runtime_error(name + " has no column " + path + "xyz"[k]);
            for (std::size_t i = 0; i < table.rows; ++i)
                list[i][k] = column->values[i];
        }
        return list;
    };
    return {vectors("attachments.coils.currents."), vectors("tip.position.")};
}

std::vector<Vector3d> tips(const ModelChoice& model, const std::vector<Vector3d>& currents)
{
    std::vector<Vector3d> found;
    for (const Vector3d& u : currents)
        found.push_back(solved(catheter(model, u)).tip().position());
    return found;
}

std::vector<double> distances(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b)
{
    std::vector<double> list;
    for (std::size_t i = 0; i < a.size(); ++i)
        list.push_back((a[i] - b[i]).norm() / mm);
    return list;
}

Printed printed(const std::vector<std::string>& texts)
{
    Printed numbers;
    for (const std::string& text : texts) {
        const std::size_t point = text.find('.');
        const auto decimals = point == std::string::npos ? 0 : text.size() - point - 1;
        numbers.values.push_back(std::stod(text));
        // A little more, so that exactly one in the last digit passes.
        numbers.last_digits.push_back(1.0001 * std::pow(10.0, -static_cast<double>(decimals)));
    }
    return numbers;
}

std::vector<Figure> tube()
{
    const Manipulator m = catheter();
    const double EI = rod_properties(m.rod).bending_stiffness.x() / newton_mm2,
                 GJ = rod_properties(m.rod).torsional_stiffness / newton_mm2;
    const double L = m.rod.length / mm, euler = 9.869604401089358 * EI / (4 * L * L);
    Manipulator bent = m;
    bent.attachments.clear();
    bent.loads = {dead_load(m.rod.length, {0.02, 0, 0})};
    const Vector3d tip = tip_mm(solve_rod(bent));
    return {
        {.name = "EI and GJ of the tube",
         .unit = "N mm^2",
         .reference = {21.5395467360, 15.9520603550},
         .ours = {EI, GJ},
         .tolerance = 1e-9},
        {.name = "rod under 0.02 N across its tip, x and z",
         .unit = "mm",
         .reference = {81.64065364, 46.14477139},
         .ours = {tip.x(), tip.z()},
         .tolerance = 1e-7},
        {.name = "largest f_z of Table I over the buckling load",
         .reference = {0.966},
         .ours = {0.005 / euler},
         .tolerance = 5e-4,
         .remark =
             "It is called compressive and printed positive, along z to the tip: the sign is the other one, "
             "and the nearness to buckling confirms EI and the units."}};
}

std::vector<Figure> tips_of_the_rod()
{
    const Currents forty = forty_currents();
    return {{.name = "rod tips under 40 currents, largest distance from another program",
             .unit = "mm",
             .ours = {statistics(distances(tips(CosseratModel{}, forty.currents), forty.tips)).max},
             .tolerance = 1e-7}};
}

std::vector<Figure> convergence(const std::string& reading, const std::vector<std::string>& means,
                                const std::vector<std::string>& largest)
{
    const Currents forty = forty_currents();
    const std::vector<Vector3d> truth = tips(CosseratModel{}, forty.currents);
    std::vector<double> mean_errors, largest_errors;
    for (const int joints : {3, 6, 9, 20, 50, 100}) {
        const SphericalModel model = chain(fmt::format("{}R-{}", joints, reading));
        const Statistics s = statistics(distances(tips(model, forty.currents), truth));
        mean_errors.push_back(s.mean);
        largest_errors.push_back(s.max);
    }
    const Printed mean_printed = printed(means), largest_printed = printed(largest);
    return {{.name = fmt::format("reading {}, mean tip error of 3, 6, 9, 20, 50, 100 joints", reading),
             .unit = "mm",
             .reference = mean_printed.values,
             .ours = mean_errors,
             .tolerances = mean_printed.last_digits},
            {.name = fmt::format("reading {}, largest tip error", reading),
             .unit = "mm",
             .reference = largest_printed.values,
             .ours = largest_errors,
             .tolerances = largest_printed.last_digits}};
}

std::vector<Figure> critical_currents()
{
    const std::vector<double> ours{critical_of_the_chain("3R-A"), critical_of_the_chain("6R-A"),
                                   critical_of_the_chain("9R-A"), critical_of_the_chain("3R-B"),
                                   critical_of_the_chain("3R*")};
    return {
        {.name = "side-y current at which the straight rod twists away, and bends away where it cannot twist",
         .unit = "mA",
         .reference = {-50.63194, -68.36666},
         .ours = {critical_of_the_rod(std::nullopt), critical_of_the_rod(1.0)},
         .tolerance = 1e-4},
        {.name = "side-y current at which straight 3R-A, 6R-A, 9R-A, 3R-B, 3R* turn away",
         .unit = "mA",
         .reference = {-54.629, -43.703, -46.824, -72.838, -54.535},
         .ours = ours,
         .tolerance = 1e-3}};
}

std::vector<Figure> prototype()
{
    return {
        {.name = "Figs. 2 to 6, tip errors of 3R, 6R, 9R and 3R* against the prototype",
         .standing = Standing::not_reproducible,
         .remark =
             "Masses, buoyancy, the circle and the currents are not in the text; weight alone moves the tip "
             "by millimetres."}};
}

}  // namespace supple::app::s2
