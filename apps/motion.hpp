/// @file
/// What `supple simulate` and `supple modes` share.
#pragma once

#include "command.hpp"

#include <supple/io/model_document.hpp>
#include <supple/io/motion_case.hpp>

namespace supple::app {

struct MotionOptions {
    std::string file;
    std::vector<Setting> settings;
    std::string model;  ///< replaces the file's; empty: keep it
    std::string out;
    bool json = false;
    bool quiet = false;
    std::string spectrum;  ///< path of the value; empty: none
    int samples = 0;       ///< of the spectrum; 0: all
    int count = 0;         ///< of modes to show; 0: all
};

/// FILE, --json, --set, --model, --quiet.
void add_motion_options(CLI::App& command, MotionOptions& options);

/// What is wrong with --out, found before time is spent; empty when nothing is.
std::string out_mistake(const std::string& out, const std::vector<std::string>& forms);

/// The result for a person to read.
std::string simulate_report(const Manipulator& manipulator, const Trajectory& trajectory, bool with_table,
                            bool colour);
std::string modes_report(const Manipulator& manipulator, const Modes& modes, int count, bool colour);

}  // namespace supple::app
