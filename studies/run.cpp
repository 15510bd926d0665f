#include "run.hpp"
#include "progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

namespace supple::app {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Stands in for the experiments of a study that has none, so that its silence is no success.
const Experiment nothing_to_run{"the study", [] { return std::vector<Figure>(); }};

/// One experiment of one study, and its answer.
struct Task {
    std::size_t study = 0;
    const Experiment* experiment = nullptr;
    std::vector<Figure> figures{};
    double seconds = 0;
    bool begun = false;
};

Figure failure(const std::string& name, const std::string& reason)
{
    Figure figure;
    figure.name = name;
    figure.ours = {std::numeric_limits<double>::quiet_NaN()};
    figure.remark = reason;
    return figure;
}

void perform(Task& task)
{
    const auto start = Clock::now();
    try {
        task.figures = task.experiment->run();
        if (task.figures.empty()) task.figures = {failure(task.experiment->name, "it yields no figure")};
    } catch (const std::exception& error) {
        task.figures = {failure(task.experiment->name, error.what())};
    }
    task.seconds = since(start);
}

/// Hands out the tasks in their order to all threads, and waits.
void perform_all(std::vector<Task>& tasks, int threads, bool wanted)
{
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t next = 0, done = 0, working = 0;
    const auto work = [&] {
        std::unique_lock lock(mutex);
        while (next < tasks.size() && !interrupt_asked) {
            Task& task = tasks[next++];
            task.begun = true;
            lock.unlock();
            perform(task);
            lock.lock();
            ++done;
        }
        --working;
        ended.notify_one();
    };
    std::vector<std::thread> crew;
    const auto size = static_cast<std::size_t>(std::max(1, threads));
    working = std::min(size, tasks.size());
    for (std::size_t i = 0, n = working; i < n; ++i)
        crew.emplace_back(work);

    Progress progress(tasks.size(), wanted, "experiments");
    std::unique_lock lock(mutex);
    while (working > 0) {
        ended.wait_for(lock, std::chrono::milliseconds(200));
        progress.show(done);
    }
    lock.unlock();
    for (std::thread& one : crew)
        one.join();
    progress.clear();
}

}  // namespace

Reproduction reproduce(const std::vector<Study>& studies, int threads, bool progress)
{
    const auto start = Clock::now();
    const WatchInterrupts watch;
    Reproduction result;
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        result.studies.push_back({studies[i].system, studies[i].title, {}, 0.0, {}});
        for (const Experiment& experiment : studies[i].experiments)
            tasks.push_back({i, &experiment});
        if (studies[i].experiments.empty()) tasks.push_back({i, &nothing_to_run});
    }
    perform_all(tasks, threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency()),
                progress);
    for (Task& task : tasks) {
        StudyResult& study = result.studies[task.study];
        study.seconds += task.seconds;
        if (!task.begun) {
            study.left_out.push_back(task.experiment->name);
            result.complete = false;
        }
        for (Figure& figure : task.figures) {
            figure.system = study.system;
            const Verdict verdict = judge(figure);
            study.rows.push_back({std::move(figure), verdict});
        }
    }
    result.seconds = since(start);
    return result;
}

const char* name(Verdict verdict)
{
    switch (verdict) {
        case Verdict::reproduced:
            return "reproduced";
        case Verdict::differs:
            return "differs";
        case Verdict::not_reproducible:
            return "not reproducible";
        case Verdict::failed:
            break;
    }
    return "FAILED";
}

std::array<std::size_t, verdicts> count(const StudyResult& study)
{
    std::array<std::size_t, verdicts> counts{};
    for (const Row& row : study.rows)
        ++counts[static_cast<std::size_t>(row.verdict)];
    return counts;
}

std::array<std::size_t, verdicts> count(const Reproduction& result)
{
    std::array<std::size_t, verdicts> all{};
    for (const StudyResult& study : result.studies) {
        const auto counts = count(study);
        for (std::size_t i = 0; i < verdicts; ++i)
            all[i] += counts[i];
    }
    return all;
}

std::vector<const Row*> rows_of(const Reproduction& result, Standing standing)
{
    std::vector<const Row*> rows;
    for (const StudyResult& study : result.studies)
        for (const Row& row : study.rows)
            if (row.figure.standing == standing) rows.push_back(&row);
    return rows;
}

}  // namespace supple::app
