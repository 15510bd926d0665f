// What the same work costs in C++: CPU seconds of 7776 cases, or of one warm solve, for run.py.
#include <supple/io/case_columns.hpp>
#include <supple/supple.hpp>

#include <cstdio>
#include <cstring>
#include <ctime>

namespace {

double cpu()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Six forces and moments at six values each, 7776 of them, as the test makes them.
supple::CaseTable grid(const supple::Manipulator& m)
{
    supple::CaseTable table{.file_name = "cases"};
    table.header_line = 1;
    table.rows = 7776;
    const char* names[] = {"loads.0.force.x", "loads.0.force.y", "loads.0.force.z", "loads.0.moment.y",
                           "loads.0.moment.z"};
    const double sizes[] = {4e-3, 2.5e-3, 2.5e-3, 250e-6, 150e-6};
    std::size_t every = 1;
    for (std::size_t k = 0; k < 5; ++k, every *= 6) {
        std::vector<double> values(table.rows);
        for (std::size_t row = 0; row < table.rows; ++row)
            values[row] = sizes[k] * (-1.0 + 0.4 * static_cast<double>(row / every % 6));
        table.columns.push_back(supple::memory_column(names[k], std::move(values), m));
    }
    return table;
}

}  // namespace

int main(int argc, char** argv)
{
    const supple::Manipulator m = supple::load(argv[1]);
    const double start = cpu();
    if (argc > 2 && std::strcmp(argv[2], "cases") == 0) {
        const supple::CaseInputs inputs(m, "", grid(m));
        supple::CaseColumns answers(inputs, {"tip.position", "tip.quaternion", "energy.elastic"});
        solve_cases(inputs, *cases_in(inputs.table()), {}, answers.sink());
        std::printf("%.9f %.17g\n", cpu() - start, answers.values[answers.width() * 7000]);
    } else {
        supple::Solver solver(m);
        const auto fx = solver.input("loads.0.force.x");
        solver.solve();
        constexpr int times = 20000;
        const double begin = cpu();
        for (int i = 0; i < times; ++i) {
            solver.set(fx, 4e-3 + 1e-9 * (i % 7));
            solver.solve();
        }
        std::printf("%.9f %.17g\n", (cpu() - begin) / times, solver.equilibrium().tip().position().x());
    }
}
