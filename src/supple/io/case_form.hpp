/// @file
/// Which numbers the results of a table of cases have: those of the model without its loads.
#pragma once

#include <supple/result/output.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

class CaseForm {
 public:
    explicit CaseForm(const Manipulator& base);

    /// A result with the stations, reactions, contacts, drives and fields that every row has.
    const Equilibrium& like() const { return like_; }

    /// Whether the numbers of this result belong into the columns: it is balanced, and names the same items.
    bool tells(const Equilibrium& equilibrium) const;

 private:
    Equilibrium like_;
};

}  // namespace supple
