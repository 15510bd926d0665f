/// @file
/// The commands of the program, and what they share.
#pragma once

#include "options.hpp"
#include "terminal.hpp"

#include <supple/io/model_document.hpp>

namespace supple::app {

/// What is asked for cannot be done, though the files that are read are sound.
struct UsageError : InputError {
    using InputError::InputError;
};

/// Reads the command line and runs the command that it gives. Answers with the exit code.
int run_program(int argc, char** argv);

/// Each answers with the exit code.
int run_solve(const SolveOptions& options);
int run_sweep(const SweepRequest& request);
int run_compare(const CompareRequest& request);
int run_fit(const FitCommand& command);
int run_steer(SteerRequest request);
int run_check(const CheckOptions& options);
int run_estimate(const EstimateOptions& options);
int run_simulate(const MotionOptions& options);
int run_modes(const MotionOptions& options);
int run_view(const ViewOptions& options);
int run_reproduce(const ReproduceOptions& options);

/// Parses the file with another model, where one is named, and with the settings; a note says what the other
/// model does not have. @throws InputError, and UsageError where one of `outs` is a file that the model names
ModelDocument open_chosen(const std::string& file, const std::string& model,
                          const std::vector<Setting>& settings, const std::vector<std::string>& outs);

/// What is wrong with --out, found before time is spent; empty when nothing is. The `inputs` are files that
/// are read and must not be written over; `purpose` stands after the forms in the message.
std::string out_mistake(const std::string& out, const std::vector<std::string>& forms,
                        const std::vector<std::string>& inputs, const char* purpose = "");

/// Writes a file that was asked for; false where that cannot be done, with the reason on stderr.
bool write_safely(const std::function<void()>& write);

/// The work of a command, unless its options are mistaken. A mistake and an invalid file are printed.
int run_checked(const std::string& mistake, const std::function<int()>& work);

}  // namespace supple::app
