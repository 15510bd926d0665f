#include "command.hpp"

#include <supple/io/schema.hpp>

#include <fmt/format.h>

namespace supple::app {

Action add_schema(CLI::App& program)
{
    auto* command = program.add_subcommand("schema", "Print the JSON Schema of the model file (for editors)");
    auto reference = std::make_shared<bool>(false);
    command->add_flag("--reference", *reference, "Print the keys as a Markdown reference instead");
    command->footer("Example:\n  supple schema > supple.schema.json\n");
    return [command, reference] {
        if (!command->parsed()) return -1;
        fmt::print("{}", *reference ? model_reference() : model_schema());
        return static_cast<int>(done);
    };
}

}  // namespace supple::app
