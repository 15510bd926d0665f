// The command line: one file per command, no mechanics here.

#include "command.hpp"

#include <supple/version.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace supple::app {
namespace {

int run(int argc, char** argv)
{
    CLI::App program(
        "Mechanics of continuum manipulators: catheters, rod- and tendon-driven arms, soft rods.", "supple");
    program.set_version_flag("--version", std::string("supple ") + version);
    program.require_subcommand(1);
    program.allow_extras();  // so that what is unknown can be named before what is missing
    program.footer(
        "Example:\n  supple solve examples/catheter.yaml\n\n"
        "Exit codes: 0 done; 1 internal error; 2 bad usage; 3 invalid file; 4 not solved;\n"
        "5 a table of cases with failed ones; 130 interrupted.\n");

    const Action actions[] = {add_solve(program),    add_simulate(program),  add_modes(program),
                              add_steer(program),    add_compare(program),   add_fit(program),
                              add_estimate(program), add_reproduce(program), add_check(program),
                              add_schema(program),   add_completion(program)};
    try {
        program.parse(argc, argv);
        if (!program.remaining(true).empty()) throw CLI::ExtrasError(program.remaining(true));
    } catch (const CLI::Success& asked) {
        return program.exit(asked);  // prints help or version
    } catch (const CLI::ParseError& error) {
        return explain_usage(program, error);
    }
    for (const Action& action : actions) {
        if (const int code = action(); code >= 0) return code;
    }
    return bad_usage;
}

}  // namespace
}  // namespace supple::app

int main(int argc, char** argv)
{
    supple::app::occupy_closed_streams();
    try {
        const int code = supple::app::run(argc, argv);
        if (std::fflush(stdout) == 0) return code;
        supple::app::print_error(fmt::format("the output cannot be written: {}", std::strerror(errno)));
        return supple::app::internal_error;
    } catch (const std::system_error& error) {
        supple::app::print_error(fmt::format("the output cannot be written: {}", error.code().message()));
        return supple::app::internal_error;
    } catch (const std::exception& error) {
        supple::app::print_error(fmt::format("internal error: {}", error.what()));
        return supple::app::internal_error;
    }
}
