/// @file
/// Members of a result as values of Python: one, their names, all of them.
#pragma once

#include "member_walk.hpp"

#include <string>

namespace supple::python {

/// None where there is none; arrays are copies.
py::object converted(std::optional<std::string_view> text);
py::object converted(const std::vector<std::vector<double>>& lists);
py::object converted(const ResultField& field, const ResultNumbers& numbers);

/// (name, unit, help) of the members that are there, in order.
class ListMembers final : public Walk {
 public:
    ListMembers(const Place& place, py::list& all) : Walk(place), all_(all) {}

 private:
    void add(const ResultField& field, bool present = true);
    void on_outcome(Status, std::string_view, int) override;
    void on_text(const ResultField& f, std::optional<std::string_view> v, int) override
    {
        add(f, v.has_value());
    }
    void on_texts(const ResultField& f, const std::vector<std::string>&, int) override { add(f); }
    void on_flag(const ResultField& f, std::optional<bool> v, int) override { add(f, v.has_value()); }
    void on_whole(const ResultField& f, std::optional<long> v, int) override { add(f, v.has_value()); }
    void on_numbers(const ResultField& f, const ResultNumbers& n, int) override { add(f, n.present); }
    void on_ragged(const ResultField& f, const std::vector<std::vector<double>>&, int) override { add(f); }
    void on_group(const ResultField& f, bool present, FunctionRef<void(Describer&)>, int) override
    {
        add(f, present);
    }
    void on_list(const ResultField& f, const Items& items, int) override { add(f, items.present); }

    py::list& all_;
};

/// All members below a place, as the JSON record has them: what is left out there is left out here.
class ToDict final : public Walk {
 public:
    ToDict(const Place& place, py::dict& all) : Walk(place), all_(all) {}

 private:
    void add(const ResultField& field, bool present, const py::object& value);
    void on_outcome(Status status, std::string_view message, int) override;
    void on_text(const ResultField& f, std::optional<std::string_view> v, int) override
    {
        add(f, v.has_value(), converted(v));
    }
    void on_texts(const ResultField& f, const std::vector<std::string>& v, int) override;
    void on_flag(const ResultField& f, std::optional<bool> v, int) override;
    void on_whole(const ResultField& f, std::optional<long> v, int) override;
    void on_numbers(const ResultField& f, const ResultNumbers& n, int) override
    {
        add(f, n.present, converted(f, n));
    }
    void on_ragged(const ResultField& f, const std::vector<std::vector<double>>& v, int) override
    {
        add(f, true, converted(v));
    }
    void on_group(const ResultField& f, bool present, FunctionRef<void(Describer&)> fields, int) override;
    void on_list(const ResultField& f, const Items& items, int) override;

    py::dict& all_;
};

/// An item of the list that a place is, by its name.
class FindItem final : public Walk {
 public:
    FindItem(const Place& place, std::string_view name) : Walk(place), name_(name) {}

    std::size_t count = 0;
    int found = -1;
    std::vector<std::string> names;

    /// For messages: "P1, P2".
    std::string all_names() const;

 private:
    void on_items(const ResultField&, const Items& items) override;

    std::string_view name_;
};

}  // namespace supple::python
