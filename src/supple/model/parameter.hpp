/// @file
/// The numbers a system depends on, each with all the places where it enters.
///
/// A parameter goes by its path in the description ("loads.0.force.x", "attachments.coils.currents.z",
/// "environment.magnetic_field.uniform.x", "constraints.P1.hold.y"). One number may enter in several places:
/// a load at a joint acts on both sides of it, a field on every magnet.
#pragma once

#include <supple/model/system.hpp>

namespace supple {

struct Parameter {
    /// Number k of a load or of a constraint.
    struct Term {
        int index = 0;
        int k = 0;
    };

    std::string path;
    std::vector<Term> loads;    ///< enters these loads' parameters
    std::vector<Term> targets;  ///< enters these constraints' targets
    int field_source = -1;      ///< drives this source of the magnetic field (field/field_source.hpp)
    Variation elements;         ///< moves the model's own numbers
};

/// Force and moment components, dipoles, coil currents, gravity: of all loads.
std::vector<Parameter> load_parameters(const System& system);

/// Uniform part, currents and moments of the magnetic field; none where nothing on the rod feels it.
std::vector<Parameter> field_parameters(const System& system);

/// Where constraints hold.
std::vector<Parameter> target_parameters(const System& system);

/// What one steers with: currents of the coils on the rod, currents of the field's coils, and, where no coils
/// are on the rod, the field's uniform part and the moments of its dipoles. With coils on the rod the uniform
/// field is the scanner's and stays.
std::vector<Parameter> actuations(const System& system);

/// Gives a parameter of loads or of the field its value, everywhere it enters; and reads it.
/// @pre no targets, no elements
void assign(System& system, const Parameter& parameter, double value) noexcept;
double value_of(const System& system, const Parameter& parameter) noexcept;

/// Adds an amount to a parameter, everywhere it enters.
void nudge(System& system, const Parameter& parameter, double amount) noexcept;

}  // namespace supple
