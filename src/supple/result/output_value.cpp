// Reading the number of an output.
#include <supple/result/describe.hpp>
#include <supple/result/output.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Goes straight to one field of a description: reads its numbers or, of a trajectory, one number of each
/// time.
class Reader final : public Describer {
 public:
    Reader(const Output& output, double* out) : output_(output), out_(out) {}
    Reader(const Output& output, std::vector<double>& series)
        : output_(output), out_(&unused_), series_(&series)
    {
    }

    std::string_view word() const { return word_; }

    void outcome(Status status, std::string_view message) override
    {
        if (here()) word_ = name(status);
        if (here()) word_ = message;
    }
    void text(const ResultField&, std::optional<std::string_view> value) override
    {
        if (here() && value) word_ = *value;
    }
    void texts(const ResultField&, const std::vector<std::string>& values) override
    {
        if (here()) *out_ = static_cast<double>(values.size());
    }
    void flag(const ResultField&, std::optional<bool> value) override
    {
        if (here() && value) *out_ = *value ? 1.0 : 0.0;
    }
    void whole(const ResultField&, std::optional<long> value) override
    {
        if (here() && value) *out_ = static_cast<double>(*value);
    }
    void numbers(const ResultField&, const ResultNumbers& values) override
    {
        if (!here() || !values.present) return;
        if (series_ != nullptr) return read_series(values);
        constexpr std::size_t widest = 16;
        double row[widest];
        const std::size_t width = values.width();
        if (width > widest) return;
        for (int i = 0; i < output_.size; ++i) {
            const std::size_t entry = output_.entry + static_cast<std::size_t>(i);
            if (width == 0 || entry / width >= values.rows()) return;
            values.read(entry / width, row);
            out_[i] = row[entry % width];
        }
    }
    void ragged(const ResultField&, const std::vector<std::vector<double>>& lists) override
    {
        if (!here() || output_.entry >= lists.size()) return;
        *out_ = 0.0;
        for (const double x : lists[output_.entry])
            if (std::abs(x) > std::abs(*out_) || std::isnan(x)) *out_ = x;
    }
    void group(const ResultField&, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (here() && present) enter([&] { fields(*this); });
    }
    void list(const ResultField&, const Items& items) override
    {
        if (!here() || !items.present) return;
        const auto item = static_cast<std::size_t>(output_.steps[static_cast<std::size_t>(level_)].item);
        if (item < items.count) enter([&] { items.describe(*this, item); });
    }

 private:
    /// Whether the next field is the one looked for, at this level.
    bool here() { return ++field_ == output_.steps[static_cast<std::size_t>(level_)].field; }
    void enter(FunctionRef<void()> body)
    {
        if (level_ + 1 >= output_.depth) return;
        const int outer = field_;
        ++level_;
        field_ = -1;
        body();
        --level_;
        field_ = outer;
    }

    void read_series(const ResultNumbers& values)
    {
        if (output_.entry >= values.width()) return;
        std::vector<double> row(values.width());
        for (std::size_t k = 0; k < std::min(values.rows(), series_->size()); ++k) {
            values.read(k, row.data());
            (*series_)[k] = row[output_.entry];
        }
    }

    const Output& output_;
    double unused_ = no_value;
    double* out_;
    std::vector<double>* series_ = nullptr;
    int level_ = 0, field_ = -1;
    std::string_view word_;
};

double entry_of(const Eigen::Quaterniond& q, int i)
{
    return i == 0 ? q.w() : q.vec()[i - 1];
}

void read_pose(const Output& o, const SE3& X, double* out)
{
    const bool position = o.part != OutputPart::quaternion, turn = o.part != OutputPart::position;
    if (o.component >= 0) {
        *out = position ? X.position()[o.component] : entry_of(X.quaternion(), o.component);
        return;
    }
    if (position) out = std::copy_n(X.position().data(), 3, out);
    const Eigen::Quaterniond q = turn ? X.quaternion() : Eigen::Quaterniond::Identity();
    for (int i = 0; turn && i < 4; ++i)
        *out++ = entry_of(q, i);
}

void read_wrench(const Output& o, const Reaction& reaction, double* out)
{
    const bool force = o.part != OutputPart::moment, moment = o.part != OutputPart::force;
    if (o.component >= 0) {
        *out = (force ? reaction.force : reaction.moment)[o.component];
        return;
    }
    if (force) out = std::copy_n(reaction.force.data(), 3, out);
    if (moment) std::copy_n(reaction.moment.data(), 3, out);
}

}  // namespace

void values(const Output& output, const Equilibrium& e, double* out) noexcept
{
    std::fill_n(out, output.size, no_value);
    const auto item = static_cast<std::size_t>(output.item);
    switch (output.part == OutputPart::other ? OutputOf::other : output.of) {
        case OutputOf::tip:
            if (!e.shape.frames.empty()) read_pose(output, e.tip(), out);
            return;
        case OutputOf::station:
            if (item < e.stations.size()) read_pose(output, e.stations[item].X_WS, out);
            return;
        case OutputOf::frame:
            if (item < e.shape.frames.size()) read_pose(output, e.shape.frames[item], out);
            return;
        case OutputOf::reaction:
            if (item < e.reactions.size()) read_wrench(output, e.reactions[item], out);
            return;
        case OutputOf::base_reaction:
            return read_wrench(output, e.base_reaction, out);
        case OutputOf::other:
            break;
    }
    Reader reader(output, out);
    describe(reader, e);
}

double value(const Output& output, const Equilibrium& equilibrium) noexcept
{
    double number = no_value;
    if (output.size == 1) values(output, equilibrium, &number);
    return number;
}

std::string_view text(const Output& output, const Equilibrium& equilibrium) noexcept
{
    double unused = no_value;
    Reader reader(output, &unused);
    describe(reader, equilibrium);
    return reader.word();
}

std::vector<double> series(const Output& output, const Trajectory& trajectory)
{
    std::vector<double> numbers(trajectory.time.size(), no_value);
    Reader reader(output, numbers);
    describe(reader, trajectory);
    return numbers;
}

}  // namespace supple
