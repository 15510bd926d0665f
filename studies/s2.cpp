#include "s2.hpp"

namespace supple::app {

std::vector<Experiment> experiments_of_s2()
{
    const auto convergence = [](const std::string& reading, const std::vector<std::string>& means,
                                const std::vector<std::string>& largest) {
        return Experiment{"reading " + reading + " of uniform joints",
                          [=] { return s2::convergence(reading, means, largest); }};
    };
    const auto circles = [](const std::string& tag, const std::vector<std::string>& expected,
                            double seconds) {
        return Experiment{"circles of " + tag, [=] { return s2::circles(tag, expected, seconds); }};
    };
    return {
        {"circles under the currents of the rod", s2::driven_circles},
        {"descent from Table II", s2::descent_from_table_2},
        {"the objective of the fit", s2::objectives},
        // Mean and largest tip error of 3, 6, 9, 20, 50, 100 joints [mm].
        convergence("A", {"2.144", "2.216", "1.341", "0.674", "0.170", "0.0889"},
                    {"4.366", "4.886", "2.948", "1.483", "0.352", "0.184"}),
        convergence("B", {"5.959", "3.950", "2.613", "1.287", "0.432", "0.2206"},
                    {"11.793", "7.640", "4.967", "2.469", "0.824", "0.419"}),
        convergence("C", {"0.682", "0.439", "0.438", "0.179", "0.0076", "0.0071"},
                    {"1.852", "1.095", "1.060", "0.426", "0.0178", "0.0166"}),
        convergence("D", {"5.923", "3.529", "2.578", "1.120", "0.554", "0.274"},
                    {"11.802", "6.695", "4.841", "2.119", "1.071", "0.527"}),
        convergence("H", {"0.670", "0.1672", "0.0743", "0.01364", "0.00206", "0.00052"},
                    {"1.874", "0.4666", "0.2072", "0.03804", "0.00575", "0.00144"}),
        // Least and largest σ1/σ2, and largest current [mA], of the circles 1, 2 and 3.
        circles("3R-B", {"1.62", "4.01", "58.0", "2.09", "6.58", "72.8", "3.15", "8.27", "92.8"}, 0.2093),
        circles("6R-B", {"1.40", "4.15", "48.5", "1.90", "7.52", "60.6", "3.08", "11.05", "75.4"}, 0.5761),
        circles("9R-B", {"1.64", "4.36", "46.3", "2.14", "7.66", "59.7", "3.32", "10.87", "75.1"}, 1.1957),
        circles("3R*", {"2.20", "4.63", "38.3", "2.65", "7.96", "45.7", "3.70", "11.45", "58.8"}, 0.2500),
        circles("20R-H", {"1.98", "4.73", "41.8", "2.49", "8.07", "56.3", "3.69", "11.12", "71.6"}, 0.0),
        {"least currents", s2::least_currents},
        {"targets of the rod", s2::targets_of_the_rod},
        {"the tube", s2::tube},
        {"tips of the rod", s2::tips_of_the_rod},
        {"critical currents", s2::critical_currents},
        {"derivatives", s2::derivatives},
        {"the null direction", s2::null_direction},
        {"forces and moments", s2::wrenches},
        {"contact with a wall", s2::walls},
        {"the prototype", s2::prototype},
    };
}

}  // namespace supple::app
