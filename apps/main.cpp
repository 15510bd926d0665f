// The command line: one file per command, no mechanics here.

#include "command.hpp"

int main(int argc, char** argv)
{
    return supple::app::run_guarded([&] { return supple::app::run_program(argc, argv); });
}
