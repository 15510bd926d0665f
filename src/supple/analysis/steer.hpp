/// @file
/// The actuation that brings a point of the rod to a target: the verb `steer` and its warm object.
///
///     Steering found = steer(manipulator, target);
///
///     Steerer steerer(manipulator);
///     Steering found;
///     steerer.steer(target, {.warm_start = true}, found);
///
/// What is found is described in steer/steer.hpp, with its laws.
#pragma once

#include <supple/rod/manipulator.hpp>
#include <supple/steer/actuation_names.hpp>
#include <supple/steer/steer.hpp>

namespace supple {

/// What is steered, and with what.
struct SteerChoice {
    /// Names separated by commas: "coils.currents,magnetic_field.uniform". A name (steer/actuation_names.hpp)
    /// or a path, whole or up to a dot, stands for loads, currents and fields of the file. Empty: all that
    /// the file lets one actuate.
    std::string actuate;
    std::string station;  ///< the point that is brought to the target; empty: the tip
};

class Mechanics;

class Steerer {
 public:
    explicit Steerer(const Manipulator& manipulator, const SteerChoice& choice = {});
    ~Steerer();
    Steerer(Steerer&&) noexcept;
    Steerer& operator=(Steerer&&) noexcept;

    /// Why nothing can be steered; empty where it can. Then steer answers `invalid` with this sentence.
    const std::string& mistake() const noexcept { return mistake_; }

    const std::vector<Actuation>& actuations() const noexcept { return actuations_; }

    /// Reuses the result's storage.
    void steer(const Target& target, const SteerOptions& options, Steering& result);

 private:
    std::unique_ptr<Manipulator> manipulator_;
    std::unique_ptr<Mechanics> mechanics_;
    std::vector<Actuation> actuations_;
    std::unique_ptr<SystemSteerer> steerer_;
    VectorXd own_coordinates_;  // of the last result, as the system has them
    std::string mistake_;
    std::vector<std::string> idle_;  // what is not acting
};

/// Value form.
Steering steer(const Manipulator& manipulator, const Target& target, const SteerChoice& choice = {},
               const SteerOptions& options = {});

}  // namespace supple
