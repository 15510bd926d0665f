/// @file
/// Rods in tubes, in scaled units unless they are stored cases.
#pragma once

#include <supple/rod/manipulator.hpp>

#include <nlohmann/json.hpp>

#include <random>

namespace supple::test {

/// A rod of length and stiffness 1, along x, by that many ball joints.
Manipulator unit_rod(int joints);
PointLoad tip_force(const Vector3d& force);
Vector3d vector_of(const nlohmann::json& list);

/// Row 3 of the table of s5: a line of 0.2, and an arc of radius 0.6 towards y.
Conduit tube_with_a_bend();

/// The tube and the rod of a case of s5_conduit.json, in SI.
Manipulator stored_tube(const nlohmann::json& all, const nlohmann::json& one, int joints);

enum class TubeFamily { straight, arc, both_ways, helix };

/// A rod bent at rest, under forces, moments and twists, in a tube of a family.
Manipulator random_tube(TubeFamily family, std::mt19937& engine);

/// Of each family: a quarter of SUPPLE_RANDOM_CASES where it is set.
int random_tubes(int otherwise);

}  // namespace supple::test
