#include "motion.hpp"
#include "terminal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace supple::app {

void add_motion_options(CLI::App& command, MotionOptions& options)
{
    command.add_option("FILE", options.file, "Model file")->required();
    command.add_flag("--json", options.json, "Print the result as JSON");
    add_settings_option(command, options.settings);
    command.add_option("--model", options.model, "Use another model than the file's")
        ->type_name("TYPE")
        ->check(CLI::IsMember(model_types()));
}

std::string out_mistake(const std::string& out, const std::vector<std::string>& forms)
{
    if (out.empty()) return "";
    const std::filesystem::path path(out);
    if (std::find(forms.begin(), forms.end(), path.extension()) == forms.end())
        return fmt::format("--out {}: end the name in {}", out, fmt::join(forms, ", "));
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return fmt::format("--out {}: cannot write there: {}", out, std::strerror(errno));
    return "";
}

}  // namespace supple::app
