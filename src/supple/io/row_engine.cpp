#include <supple/io/row_engine.hpp>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace supple {
namespace {

constexpr std::size_t blocks_ahead =
    64;  ///< of the delivery: what is worked but not yet delivered is bounded

/// Rows in blocks: threads take the next one, the caller delivers them in order.
class RowEngine {
 public:
    using Worker = std::function<std::unique_ptr<RowWork>()>;
    using Deliver = std::function<void(const CaseBlock& block, std::size_t worked)>;

    RowEngine(RowSource& source, const EngineOptions& options, const Worker& worker, const Deliver& deliver)
        : source_(source), options_(options), worker_(worker), deliver_(deliver), ready_(blocks_ahead)
    {
    }

    std::size_t run()
    {
        working_ = std::min(threads_of(options_), std::max<std::size_t>(1, source_.head().rows));
        std::vector<std::jthread> threads;
        for (std::size_t i = working_; i > 0; --i)
            threads.emplace_back([this] { work(); });

        std::size_t delivered = 0;
        try {
            for (bool whole = true; whole;) {
                std::optional<Worked> worked = wait_for_next();
                if (!worked) break;
                deliver_(worked->block, worked->rows);
                delivered += worked->rows;
                whole = worked->rows == worked->block.rows.rows;
                give_back(std::move(worked->block));
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        abandoned_ = true;
        notify();
        threads.clear();
        if (failure_) std::rethrow_exception(failure_);
        return delivered;
    }

 private:
    struct Worked {
        CaseBlock block;
        std::size_t rows = 0;  ///< that were worked
    };

    bool stopped() const
    {
        return abandoned_ || (options_.stop && options_.stop->load(std::memory_order_relaxed));
    }

    void notify()
    {
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
    }

    void abandon(std::exception_ptr failure)
    {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(failure);
        abandoned_ = true;
        changed_.notify_all();
    }

    /// The next block to be delivered; none at the end, and where the batch was stopped before it.
    std::optional<Worked> wait_for_next()
    {
        std::unique_lock lock(mutex_);
        std::optional<Worked>& place = ready_[delivering_ % blocks_ahead];
        changed_.wait(lock, [&] { return place || working_ == 0 || failure_; });
        if (failure_ || !place) return std::nullopt;
        return std::exchange(place, std::nullopt);
    }

    /// The block was delivered: there is room for another.
    void give_back(CaseBlock block)
    {
        const std::lock_guard lock(mutex_);
        ++delivering_;
        spare_.push_back(std::move(block));
        changed_.notify_all();
    }

    /// The rows that are next, and the number of their block; none at the end.
    std::optional<std::size_t> take(CaseBlock& block, std::size_t most)
    {
        const std::lock_guard reading(reading_);
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return stopped() || taken_ < delivering_ + blocks_ahead; });
            if (stopped()) return std::nullopt;
            if (!spare_.empty()) {
                block = std::move(spare_.back());
                spare_.pop_back();
            }
        }
        block.clear_answers();
        if (!source_.next(block.rows, most)) return std::nullopt;
        return taken_++;
    }

    void work()
    {
        try {
            const std::unique_ptr<RowWork> work = worker_();
            BlockSize size;
            CaseBlock block;
            while (const auto number = take(block, size.rows())) {
                std::size_t row = 0;
                size.begin();
                while (row < block.rows.rows && !stopped()) {
                    const std::size_t count = std::min(work->width(), block.rows.rows - row);
                    work->work(block, row, count);
                    row += count;
                }
                size.end();
                const std::lock_guard lock(mutex_);
                ready_[*number % blocks_ahead] = Worked{std::exchange(block, {}), row};
                changed_.notify_all();
            }
        } catch (...) {
            abandon(std::current_exception());
        }
        const std::lock_guard lock(mutex_);
        --working_;
        changed_.notify_all();
    }

    RowSource& source_;
    const EngineOptions& options_;
    const Worker& worker_;
    const Deliver& deliver_;

    std::mutex reading_;  // one thread reads at a time
    std::size_t taken_ = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::optional<Worked>> ready_;  // a ring
    std::vector<CaseBlock> spare_;              // delivered, to be filled again
    std::size_t delivering_ = 0, working_ = 0;
    std::atomic<bool> abandoned_ = false;
    std::exception_ptr failure_;
};

}  // namespace

void CaseBlock::clear_answers()
{
    kept.clear();
    for (std::string* text : {&table, &lines, &shown})
        text->clear();
}

void BlockSize::end()
{
    constexpr std::size_t most_rows = 256;
    const auto took = Clock::now() - begin_;
    if (took < std::chrono::milliseconds(2)) rows_ = std::min(most_rows, 2 * rows_);
    if (took > std::chrono::milliseconds(20)) rows_ = std::max<std::size_t>(1, rows_ / 2);
}

std::size_t threads_of(const EngineOptions& options)
{
    if (options.threads > 0) return static_cast<std::size_t>(options.threads);
    return std::max(1U, std::thread::hardware_concurrency());
}

std::size_t work_rows(RowSource& source, const EngineOptions& options, const RowEngine::Worker& worker,
                      const RowEngine::Deliver& deliver)
{
    return RowEngine(source, options, worker, deliver).run();
}

}  // namespace supple
