/// @file
/// What an attachment or a constraint of any kind says of itself, found by the names of its fields: a new
/// kind that has them needs no line elsewhere.
#pragma once

#include <supple/rod/attachment.hpp>
#include <supple/rod/constraint.hpp>

namespace supple {

/// `at`: the arc length at which it is fixed [m]; none where it is fixed at several places.
inline const double* place_of(const Attachment& attachment)
{
    return std::visit(
        [](const auto& kind) -> const double* {
            if constexpr (requires { kind.at; })
                return &kind.at;
            else
                return nullptr;
        },
        attachment);
}

/// Whether the magnetic field acts on it.
inline bool is_magnetic(const Attachment& attachment)
{
    return std::holds_alternative<Magnet>(attachment) || std::holds_alternative<CoilSet>(attachment);
}

/// `inertia`: its mass, at its place.
inline const BodyInertia* inertia_of(const Attachment& attachment)
{
    return std::visit(
        [](const auto& kind) -> const BodyInertia* {
            if constexpr (requires {
                              kind.at;
                              kind.inertia;
                          })
                return &kind.inertia;
            else
                return nullptr;
        },
        attachment);
}

/// `timing`: when it acts; always, where it has none.
inline const Timing* timing_of(const Attachment& attachment)
{
    return std::visit(
        [](const auto& kind) -> const Timing* {
            if constexpr (requires { kind.timing; })
                return &kind.timing;
            else
                return nullptr;
        },
        attachment);
}

inline const std::string& name_of(const Attachment& attachment)
{
    return std::visit([](const auto& kind) -> const std::string& { return kind.name; }, attachment);
}

/// `at`: the arc length that it holds [m]; of a guide that near which the rod passes. None: the whole rod.
inline const double* place_of(const Constraint& constraint)
{
    return std::visit(
        [](const auto& kind) -> const double* {
            if constexpr (requires { kind.at; })
                return kind.at == at_rod ? nullptr : &kind.at;
            else if constexpr (requires { kind.near; })
                return &kind.near;
            else
                return nullptr;
        },
        constraint);
}

/// `until`: when it lets go [s].
inline double until_of(const Constraint& constraint)
{
    return std::visit([](const auto& kind) { return kind.until; }, constraint);
}

inline const std::string& name_of(const Constraint& constraint)
{
    return std::visit([](const auto& kind) -> const std::string& { return kind.name; }, constraint);
}

}  // namespace supple
