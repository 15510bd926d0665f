/// @file
/// What the files of `supple steer` share.
#pragma once

#include "command.hpp"

#include <supple/io/actuation.hpp>

namespace supple::app {

struct SteerRequest {
    std::string file;
    std::vector<Setting> settings;
    std::string model;    ///< replaces the file's; empty: keep it
    std::string target;   ///< "10 30 * mm"
    std::string pose;     ///< "10 30 * mm, 0 0.6 0.8"
    std::string path;     ///< a table of targets
    std::string actuate;  ///< names; empty: all that the file lets one actuate
    std::string at;       ///< a station; empty: the tip
    std::string out;
    bool json = false;
    bool quiet = false;

    /// Where the point stands in a result.
    std::string point() const { return at.empty() ? "tip" : "stations." + at; }
};

/// A manipulator with what it is steered with, and where.
struct SteeredModel {
    Manipulator manipulator;
    std::unique_ptr<System> system;
    std::vector<Actuation> actuations;
    Place place;
};

/// The result for a person to read.
std::string steer_report(const SteeredModel& model, const Target& target, const Steering& result,
                         const std::string& at, bool colour);

/// Follows the rows of the table. @throws InputError
int follow_path(const SteerRequest& request, SteeredModel& model);

}  // namespace supple::app
