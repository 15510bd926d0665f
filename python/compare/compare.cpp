#include <python/analysis/long_work.hpp>
#include <python/analysis/verbs.hpp>
#include <python/io/cases.hpp>
#include <python/model/own.hpp>

#include <supple/compare/describe_comparison.hpp>
#include <supple/io/case_comparison.hpp>

#include <pybind11/stl.h>

namespace supple::python {
namespace {

/// What was compared, of a file itself or of a table of cases.
struct Compared {
    std::optional<Comparison> file;
    std::optional<CasesComparison> cases;
    ComparisonRecord record;
};

void describe(Describer& to, const Compared& compared)
{
    supple::describe(to, compared.record);
}

constexpr const char* command_of(const Compared&)
{
    return "compare";
}

CandidateOptions candidate_options(const std::vector<std::string>& models, const std::vector<int>& joints,
                                   const std::vector<std::string>& layouts)
{
    CandidateOptions options{.types = models, .joints = joints};
    const std::vector<std::string> types = model_types();
    for (const std::string& type : models)
        if (std::find(types.begin(), types.end(), type) == types.end())
            throw py::value_error("models: there is no model \"" + type + "\"");
    for (const std::string& word : layouts) {
        const std::size_t before = options.layouts.size();
        for (const JointLayout layout : joint_layouts())
            if (word == name(layout)) options.layouts.push_back(layout);
        if (options.layouts.size() == before)
            throw py::value_error("layouts: there is no layout \"" + word + "\"");
    }
    return options;
}

py::object compared(const PyManipulator& m, const py::object& cases, const std::vector<std::string>& models,
                    const std::vector<int>& joints, const std::vector<std::string>& layouts, double tolerance,
                    int threads, const py::object& progress)
{
    auto result = std::make_shared<Compared>();
    const auto listener = std::make_shared<Listener>();
    const Described whole(m, listener);
    const std::vector<Candidate> tried = candidates(*whole, candidate_options(models, joints, layouts));
    ComparisonRecord& record = result->record;
    record.file = m.file;
    record.length = m.description->rod.length;
    record.tolerance = tolerance;
    if (cases.is_none()) {
        run_long(*listener, progress,
                 [&] { result->file = compare(*whole, tried, {.stop = &listener->stop}); });
        record.of_file = &*result->file;
        record.asked = tried.size();
        record.enough = joint_needs(*result->file, record.length, tolerance);
    } else {
        const CaseInputs inputs(*whole, m.folder, table_of(cases, *m));
        const TableCases table = cases_of(inputs);
        run_long(*listener, progress, [&] {
            listener->total = static_cast<double>(table.source.rows);
            result->cases = compare_cases(inputs.base(), tried, table.source,
                                          {threads, &listener->stop, [&](std::size_t done) {
                                               listener->done = static_cast<double>(done);
                                           }});
        });
        record.of_cases = &*result->cases;
        record.asked = table.source.rows;
        record.measured = table.source.measured != nullptr;
        record.enough = joint_needs(*result->cases, tolerance);
    }
    return result_object(told<Compared>(result), shared(m));
}

}  // namespace

void add_compare(py::module_& module)
{
    module.def("compare", &compared, py::arg("manipulator"), py::arg("cases"), py::arg("models"),
               py::arg("joints"), py::arg("layouts"), py::arg("tolerance"), py::arg("threads"),
               py::arg("progress"));
}

}  // namespace supple::python
