/// @file
/// A manipulator whose fitted values and inputs are set again and again, on several threads.
#pragma once

#include <supple/io/case_inputs.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <span>

namespace supple {

/// The manipulator with fitted values and, where they are not set in its system, with the inputs of a case.
/// It is kept with its handles, so that other values cost a few stores.
class Variant {
 public:
    Variant(const Manipulator& base, const std::vector<std::string>& parameters,
            const std::vector<std::string>& inputs)
        : manipulator_(base)
    {
        manipulator_.fit.reset();
        for (const std::string& path : parameters)
            parameters_.push_back(input_at(manipulator_, path));
        for (const std::string& path : inputs)
            inputs_.push_back(input_at(manipulator_, path));
    }

    /// The manipulator with these values; null where they describe none.
    const Manipulator* with(const VectorXd& p, std::span<const double> inputs)
    {
        const auto set = [](Input& input, double value) {
            if (!input.allows(value)) return false;
            input.set(value);
            return true;
        };
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            if (!set(parameters_[i], p[static_cast<Eigen::Index>(i)])) return nullptr;
        for (std::size_t i = 0; i < inputs_.size(); ++i)
            if (!set(inputs_[i], inputs[i])) return nullptr;
        for (const auto* list : {&parameters_, &inputs_}) {
            for (const Input& input : *list)
                if (!input.free() && !input.verify().empty()) return nullptr;
        }
        return &manipulator_;
    }

 private:
    Manipulator manipulator_;
    std::vector<Input> parameters_, inputs_;
};

/// Variants for as many threads as ask at once.
class Variants {
 public:
    explicit Variants(std::function<std::unique_ptr<Variant>()> make) : make_(std::move(make)) {}

    /// Calls `use` with a variant that no other thread has.
    template <class Use>
    auto with_one(const Use& use)
    {
        std::unique_ptr<Variant> variant = take();
        auto answer = use(*variant);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(variant));
        return answer;
    }

 private:
    std::unique_ptr<Variant> take()
    {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<Variant> variant = std::move(idle_.back());
                idle_.pop_back();
                return variant;
            }
        }
        return make_();
    }

    std::function<std::unique_ptr<Variant>()> make_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Variant>> idle_;
};

}  // namespace supple
