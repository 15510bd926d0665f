/// @file
/// A model with all that acts on it and holds it: what the solvers work on.
#pragma once

#include <supple/model/body.hpp>
#include <supple/model/coupled_load.hpp>
#include <supple/model/frame_function.hpp>
#include <supple/model/load.hpp>
#include <supple/model/slip.hpp>
#include <supple/rod/base_course.hpp>
#include <supple/rod/environment.hpp>
#include <supple/rod/rod.hpp>

#include <memory>

namespace supple {

class BaseSpring;
class Obstacle;
class Wall;

/// A place whose pose is in every result.
struct Sample {
    double arclength = 0.0;  ///< [m]
    Place place;
    std::string name;  ///< of a station, a magnet or a coil set; empty for the shape
};

/// Owns all that it points to. Loads refer to its field and its base pose, so it stays where it was made: it
/// is neither copied nor moved. Not for two threads at once: the model holds the workspace of an evaluation.
struct System {
    std::string type;                      ///< "universal-prb", ...
    double length = 0.0;                   ///< of the rod [m]
    SE3 X_WB;                              ///< base pose; of a pinned base the one that is drawn
    BaseSpring* base_spring = nullptr;     ///< among the loads, of a pinned base
    BaseCourse course;                     ///< of the base in time
    std::string unsupported;               ///< why it cannot be solved; empty when it can
    std::unique_ptr<MagneticField> field;  ///< at its own place, because dipoles refer to it
    std::unique_ptr<Model> model;
    std::vector<std::unique_ptr<Load>> loads;
    std::vector<CoupledLoad*> coupled;  ///< those of the loads that couple frames
    std::vector<std::unique_ptr<FrameFunction>> constraints;
    std::vector<Wall*> walls;                   ///< among the loads, because they push
    std::vector<std::string> wall_paths;        ///< where each wall stands in the description
    std::vector<Obstacle*> obstacles;           ///< among the loads: what the whole rod cannot pass
    std::vector<Body> bodies;                   ///< all that has mass
    Damping damping;                            ///< of the rod, in motion
    Slips slips;                                ///< where the rod slips through guides
    std::vector<std::string> load_paths;        ///< where each load stands in the description: "loads.0"
    std::vector<std::string> constraint_paths;  ///< and each constraint: "constraints.P1"
    std::vector<Sample> samples;  ///< of the shape beyond the base, by arc length; the last is the tip
    std::vector<Sample> stations;
    std::vector<Sample> magnets;                    ///< magnets and coil sets, where the field is reported
    double time = 0.0;                              ///< at which loads and fields are taken [s]
    std::vector<double> point_arclength;            ///< of each point of the model [m]
    bool twists = false;                            ///< the model can twist
    Vector3d section_stiffness = Vector3d::Zero();  ///< EI about d1 and d2, GJ [N m²]; zero: not known
    std::vector<RestPiece> rest_shape;              ///< of the rod; empty where it is straight

    System() = default;
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    /// Number of constraint equations.
    int held() const noexcept
    {
        int rows = 0;
        for (const auto& constraint : constraints)
            rows += constraint->size();
        return rows;
    }
};

}  // namespace supple
