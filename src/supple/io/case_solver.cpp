#include <supple/assembly/discretize.hpp>
#include <supple/cosserat/cosserat.hpp>
#include <supple/dynamics/variational_statics.hpp>
#include <supple/io/case_solver.hpp>
#include <supple/statics/eigenvalue.hpp>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace supple {
namespace {

constexpr std::size_t rows_a_chunk = 64;
constexpr std::size_t chunks_ahead = 256;  ///< of the delivery: what is solved but not yet written is bounded

/// Rows in chunks: threads take the next one, the caller delivers them in order.
class Batch {
 public:
    using Keep = std::function<void(std::size_t, const Equilibrium&)>;

    Batch(const CaseInputs& inputs, const BatchOptions& options, const Keep& keep)
        : inputs_(inputs),
          options_(options),
          keep_(keep),
          rows_(inputs.table().rows),
          done_((rows_ + rows_a_chunk - 1) / rows_a_chunk, unfinished)
    {
    }

    std::size_t run(const std::function<void(std::size_t)>& deliver)
    {
        const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
        const std::size_t wanted = options_.threads > 0 ? static_cast<std::size_t>(options_.threads) : cores;
        working_ = std::min(wanted, std::max<std::size_t>(1, done_.size()));
        std::vector<std::jthread> threads;
        for (std::size_t i = working_; i > 0; --i)
            threads.emplace_back([this] { work(); });

        std::size_t delivered = 0;
        try {
            for (std::size_t chunk = 0; chunk < done_.size(); ++chunk) {
                const std::size_t count = wait_for(chunk);
                for (std::size_t i = 0; i < count; ++i)
                    deliver(delivered++);
                if (count < rows_in(chunk)) break;
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
        return delivered;
    }

 private:
    static constexpr std::size_t unfinished = static_cast<std::size_t>(-1);

    std::size_t rows_in(std::size_t chunk) const
    {
        return std::min(rows_a_chunk, rows_ - chunk * rows_a_chunk);
    }

    bool stopped() const
    {
        return abandoned_ || (options_.stop && options_.stop->load(std::memory_order_relaxed));
    }

    void abandon(std::exception_ptr failure)
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(failure);
        abandoned_ = true;
        changed_.notify_all();
    }

    /// How many rows of the chunk were solved: fewer than all, perhaps none, where the batch was stopped.
    std::size_t wait_for(std::size_t chunk)
    {
        std::unique_lock lock(mutex_);
        delivering_ = chunk;
        changed_.notify_all();
        changed_.wait(lock, [&] { return done_[chunk] != unfinished || working_ == 0 || failure_; });
        return failure_ || done_[chunk] == unfinished ? 0 : done_[chunk];
    }

    std::optional<std::size_t> take_chunk()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(
            lock, [&] { return stopped() || next_ == done_.size() || next_ < delivering_ + chunks_ahead; });
        if (stopped() || next_ == done_.size()) return std::nullopt;
        return next_++;
    }

    void work()
    {
        try {
            Manipulator manipulator = inputs_.base();
            Equilibrium equilibrium;
            while (const auto chunk = take_chunk()) {
                std::size_t count = 0;
                for (; count < rows_in(*chunk) && !stopped(); ++count) {
                    const std::size_t row = *chunk * rows_a_chunk + count;
                    solve_row(row, manipulator, equilibrium);
                    keep_(row, equilibrium);
                }
                const std::lock_guard lock(mutex_);
                done_[*chunk] = count;
                changed_.notify_all();
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        const std::lock_guard lock(mutex_);
        --working_;
        changed_.notify_all();
    }

    void solve_row(std::size_t row, Manipulator& manipulator, Equilibrium& equilibrium) const
    {
        try {
            inputs_.set_row(row, manipulator);
            solve_case(manipulator, options_.solve, equilibrium);
        } catch (const InputError& error) {
            equilibrium = {};
            equilibrium.model = type_name(inputs_.base().model);
            equilibrium.message = error.what();
        }
    }

    const CaseInputs& inputs_;
    const BatchOptions& options_;
    const Keep& keep_;
    const std::size_t rows_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::size_t> done_;  // rows solved of each chunk
    std::size_t next_ = 0, delivering_ = 0, working_ = 0;
    std::atomic<bool> abandoned_ = false;
    std::exception_ptr failure_;
};

bool balanced(const Equilibrium& equilibrium)
{
    return equilibrium.status == Status::converged || equilibrium.status == Status::unstable;
}

void add_eigenvalue(System& system, Equilibrium& equilibrium)
{
    const bool touches = std::any_of(equilibrium.contacts.begin(), equilibrium.contacts.end(),
                                     [](const Contact& c) { return c.state != ContactState::open; });
    if (balanced(equilibrium) && touches)
        equilibrium.warnings.emplace_back("no smallest eigenvalue is given where a wall is touched");
    else if (balanced(equilibrium))
        equilibrium.stability.smallest_eigenvalue = smallest_eigenvalue(system);
}

/// The nodal rod: node by node along the load. Where that path ends, as at a limit point, and where its arc
/// length or the eigenvalue is asked for, in its strains by the solver of all models, if it is not too long
/// for dense matrices.
void solve_nodal(const Manipulator& manipulator, const CaseOptions& options, Equilibrium& equilibrium)
{
    constexpr int most_elements = 100;
    const VariationalModel& model = std::get<VariationalModel>(manipulator.model);
    const bool can_be_dense = model.strain == StrainPlace::midpoint && model.elements <= most_elements;
    const bool asked = options.statics.arc_length || options.eigenvalue;
    equilibrium = variational::solve_statics(manipulator);
    const bool ended = equilibrium.status == Status::not_converged;
    if (can_be_dense && (ended || (asked && balanced(equilibrium)))) {
        const auto system = discretize(manipulator);
        Equilibrium strains;
        solve_statics(*system, options.statics, strains);
        if (options.eigenvalue) add_eigenvalue(*system, strains);
        if (ended && !balanced(strains)) return;
        variational::NodalState state;
        state.frames = strains.shape.frames;
        strains.coordinates = variational::coordinates(state);
        strains.warnings.insert(strains.warnings.begin(), equilibrium.warnings.begin(),
                                equilibrium.warnings.end());
        equilibrium = std::move(strains);
        return;
    }
    if (options.statics.arc_length)
        equilibrium.warnings.emplace_back(
            "the nodal strain, and more than 100 elements, are followed by the load, not the path's arc "
            "length");
    if (options.eigenvalue)
        equilibrium.warnings.emplace_back(
            "the nodal strain, and more than 100 elements, give no smallest eigenvalue, only the verdict");
}

}  // namespace

void solve_case(const Manipulator& manipulator, const CaseOptions& options, Equilibrium& equilibrium)
{
    if (std::holds_alternative<CosseratModel>(manipulator.model)) {
        equilibrium = cosserat::solve(manipulator, cosserat::options_of(manipulator));
        if (options.statics.arc_length)
            equilibrium.warnings.emplace_back(
                "the model cosserat follows the load, not the path's arc length");
        if (options.eigenvalue)
            equilibrium.warnings.emplace_back(
                "the model cosserat gives no smallest eigenvalue, only the verdict");
        return;
    }
    if (std::holds_alternative<VariationalModel>(manipulator.model))
        return solve_nodal(manipulator, options, equilibrium);
    const auto system = discretize(manipulator);
    // What cannot be solved has no shape, also where an earlier result is reused.
    if (!system->unsupported.empty()) equilibrium = {};
    equilibrium.model = system->type;
    solve_statics(*system, options.statics, equilibrium);
    if (options.eigenvalue) add_eigenvalue(*system, equilibrium);
}

std::size_t solve_cases(const CaseInputs& inputs, const BatchOptions& options,
                        const std::function<void(std::size_t, const Equilibrium&)>& keep,
                        const std::function<void(std::size_t)>& deliver)
{
    return Batch(inputs, options, keep).run(deliver);
}

std::size_t solve_sequence(const CaseInputs& inputs, const BatchOptions& options,
                           const std::function<void(std::size_t, const Equilibrium&)>& keep,
                           const std::function<void(std::size_t)>& deliver)
{
    if (!inputs.direct())
        throw InputError(inputs.table().file_name +
                         ": --sequence: the rows may change loads, currents, dipoles, gravity and a uniform "
                         "field only");
    if (std::holds_alternative<CosseratModel>(inputs.base().model))
        throw InputError(inputs.table().file_name +
                         ": --sequence: the exact rod is solved from rest only; use a chain, as in --model "
                         "spherical-prb");
    Manipulator manipulator = inputs.base();
    std::unique_ptr<System> system;
    Equilibrium equilibrium;
    std::size_t row = 0;
    for (; row < inputs.table().rows && !(options.stop && options.stop->load()); ++row) {
        inputs.set_row(row, manipulator);
        auto next = discretize(manipulator);
        const auto same = [&] {
            if (next->loads.size() != system->loads.size()) return false;
            for (std::size_t i = 0; i < next->loads.size(); ++i) {
                if (next->loads[i]->parameters() != system->loads[i]->parameters()) return false;
            }
            return true;
        };
        // Only the numbers of loads and field are new: the walls keep what happened to them.
        const bool goes_on = system && equilibrium.status == Status::converged && same();
        if (goes_on) {
            for (std::size_t i = 0; i < next->loads.size(); ++i) {
                for (int k = 0; k < next->loads[i]->parameters(); ++k)
                    system->loads[i]->parameter(k) = next->loads[i]->parameter(k);
            }
            if (system->field) *system->field = *next->field;
        } else {
            system = std::move(next);
            equilibrium = {};
            equilibrium.model = system->type;
        }
        StaticsOptions how = options.solve.statics;
        how.warm_start = goes_on;
        solve_statics(*system, how, equilibrium);
        if (options.solve.eigenvalue) add_eigenvalue(*system, equilibrium);
        keep(row, equilibrium);
        deliver(row);
    }
    return row;
}

}  // namespace supple
