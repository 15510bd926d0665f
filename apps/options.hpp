/// @file
/// What the commands can be asked for: the values of their options.
#pragma once

#include <supple/io/model_file.hpp>

#include <string>
#include <vector>

namespace supple::app {

struct SolveOptions {
    std::string file;
    std::vector<Setting> settings;
    std::string model;  ///< replaces the file's; empty: keep it
    std::string cases;  ///< table of cases; empty: solve the file itself
    std::string out;
    bool json = false;
    bool quiet = false;
    bool arc_length = false;
    bool eigenvalue = false;
    bool sequence = false;
    bool judge = true;  ///< of one solve: also say how far the model is off
    int threads = 0;
};

/// Of `simulate` and `modes`.
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

struct CompareRequest {
    std::string file;
    std::vector<Setting> settings;
    std::string cases;  ///< table of cases; empty: the file itself
    std::string out;
    std::vector<std::string> models;   ///< types; empty: every type there is
    std::vector<int> joints;           ///< empty: 2, 4, 8, 16, 32
    std::vector<std::string> layouts;  ///< of ball joints; empty: gauss, and the file's own
    double tolerance = 0.1;            ///< of the tip [% of the length]
    bool json = false;
    bool quiet = false;
    int threads = 0;
};

struct FitCommand {
    std::string file, data;
    std::vector<Setting> settings;
    std::string model;
    std::vector<std::string> parameters, bounds, sums, weights, sigmas;
    std::string objective, metric, columns, validate;
    double robust_size = 0.0;
    std::vector<std::string> grid, out;
    std::string reference;
    bool search = false, evaluate = false, json = false, quiet = false;
    unsigned seed = 1;
    int threads = 0;
    int shape_points = 0;  ///< of the reference; 0: its tips
};

struct EstimateOptions {
    std::string file;
    std::vector<std::string> data;
    std::vector<Setting> settings;
    bool json = false;
    double sigma = 0.0;  ///< of positions, --sigma or --noise [m]; 0: not given

    // Damping.
    bool damping = false;
    bool causal = false;
    int horizon = 60;
    int seeds = 0;
    double rotational_rate = 0.0;  ///< [1/s]
    double step = 0.0;             ///< [s]; 0: chosen

    // Forces.
    std::string model;                 ///< replaces the file's; empty: keep it, or the exact rod
    std::vector<std::string> unknown;  ///< tip-force, tip-moment, contacts, weight, patch
    std::string out;
    int max_contacts = 2;
    double sigma_curvature = 0.0;  ///< [1/m]; 0: not given
    double sigma_rotation = 0.0;   ///< [rad]; 0: not given
    double stiffness_sd = 0.0;     ///< of EI, relative
    double force_walk = 0.0;       ///< in a second of a stream [EI/L²]; 0: the usual
    double place_walk = 0.0;       ///< in a second of a stream [L]; 0: the usual
    bool sigma_unknown = false;
    bool axial = false;
    bool roll = false;
    bool robust = false;
};

struct CheckOptions {
    std::vector<std::string> files;
    std::vector<Setting> settings;
    bool json = false;
    bool quiet = false;
};

/// What the program of the published studies is given, as it stands on its command line.
struct ReproduceOptions {
    std::vector<std::string> arguments;
};

/// A command and the words that may follow it, for shells.
struct CommandWords {
    std::string command;
    std::string help;
    std::vector<std::string> options;
    std::vector<std::string> arguments;  ///< words to choose from; empty: names of files
};

}  // namespace supple::app
