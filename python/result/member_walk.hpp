/// @file
/// Walks of a description that look for one place in a result.
#pragma once

#include "arrays.hpp"

#include <supple/result/describer.hpp>

#include <cstring>

namespace supple::python {

/// A group, item or list of a result: the members to enter one after another, and of a list the item.
struct Place {
    static constexpr int deepest = 6;
    struct Step {
        int member = -1;
        int item = -1;  ///< −1: a group, or a list as a whole
    };
    std::array<Step, deepest> steps{};
    int depth = 0;

    Place below(int member) const
    {
        if (depth == deepest) throw std::runtime_error("a result is nested too deeply");
        Place place = *this;
        place.steps[static_cast<std::size_t>(place.depth++)] = {member, -1};
        return place;
    }
    Place item(int index) const
    {
        Place place = *this;
        place.steps[static_cast<std::size_t>(depth) - 1].item = index;
        return place;
    }
    /// A text that no other place has.
    std::string text() const
    {
        std::string all;
        for (int i = 0; i < depth; ++i)
            all += std::to_string(steps[static_cast<std::size_t>(i)].member) + ":" +
                   std::to_string(steps[static_cast<std::size_t>(i)].item) + ".";
        return all;
    }
};

/// Goes to a place and hears the members there, each with its number among its siblings.
class Walk : public Describer {
 public:
    explicit Walk(const Place& place) : place_(place) {}

    void outcome(Status status, std::string_view message) final
    {
        const int member = next_++;
        if (here()) on_outcome(status, message, member);
    }
    void text(const ResultField& field, std::optional<std::string_view> value) final
    {
        const int member = next_++;
        if (here()) on_text(field, value, member);
    }
    void texts(const ResultField& field, const std::vector<std::string>& values) final
    {
        const int member = next_++;
        if (here()) on_texts(field, values, member);
    }
    void flag(const ResultField& field, std::optional<bool> value) final
    {
        const int member = next_++;
        if (here()) on_flag(field, value, member);
    }
    void whole(const ResultField& field, std::optional<long> value) final
    {
        const int member = next_++;
        if (here()) on_whole(field, value, member);
    }
    void numbers(const ResultField& field, const ResultNumbers& values) final
    {
        const int member = next_++;
        if (here()) on_numbers(field, values, member);
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) final
    {
        const int member = next_++;
        if (here()) on_ragged(field, lists, member);
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) final
    {
        const int member = next_++;
        if (here()) return on_group(field, present, fields, member);
        if (present && step().member == member) enter([&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) final
    {
        const int member = next_++;
        if (here()) return on_list(field, items, member);
        if (!items.present || step().member != member) return;
        if (step().item < 0) return on_items(field, items);
        if (static_cast<std::size_t>(step().item) < items.count)
            enter([&] { items.describe(*this, static_cast<std::size_t>(step_before().item)); });
    }

 protected:
    virtual void on_outcome(Status, std::string_view, int) {}
    virtual void on_text(const ResultField&, std::optional<std::string_view>, int) {}
    virtual void on_texts(const ResultField&, const std::vector<std::string>&, int) {}
    virtual void on_flag(const ResultField&, std::optional<bool>, int) {}
    virtual void on_whole(const ResultField&, std::optional<long>, int) {}
    virtual void on_numbers(const ResultField&, const ResultNumbers&, int) {}
    virtual void on_ragged(const ResultField&, const std::vector<std::vector<double>>&, int) {}
    virtual void on_group(const ResultField&, bool, FunctionRef<void(Describer&)>, int) {}
    virtual void on_list(const ResultField&, const Items&, int) {}
    /// The place is this list.
    virtual void on_items(const ResultField&, const Items&) {}

 private:
    bool here() const { return depth_ == place_.depth; }
    const Place::Step& step() const { return place_.steps[static_cast<std::size_t>(depth_)]; }
    const Place::Step& step_before() const { return place_.steps[static_cast<std::size_t>(depth_) - 1]; }

    template <typename Inside>
    void enter(const Inside& inside)
    {
        const int next = std::exchange(next_, 0);
        ++depth_;
        inside();
        --depth_;
        next_ = next;
    }

    Place place_;
    int depth_ = 0, next_ = 0;
};

}  // namespace supple::python
