#include "command.hpp"

#include <supple/io/error.hpp>
#include <supple/io/file.hpp>

#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace supple::app {

namespace {

/// What is wrong where the output is a file that is read; else empty.
std::string collision(const std::string& out, const std::string& input)
{
    std::error_code code;
    if (input == "-" && std::filesystem::equivalent(out, "/dev/stdin", code))
        return fmt::format("--out {}: is the file that is read as standard input; choose another name", out);
    if (std::filesystem::equivalent(out, input, code))
        return fmt::format("--out {}: is the file {} that is read; choose another name", out, input);
    if (std::filesystem::equivalent(part_of(out), input, code))
        return fmt::format("--out {}: grows as {}, which is read; choose another name", out, input);
    return "";
}

}  // namespace

ModelDocument open_chosen(const std::string& file, const std::string& model,
                          const std::vector<Setting>& settings, const std::vector<std::string>& outs)
{
    ModelDocument document = open_model(file);
    if (!model.empty()) {
        const auto dropped = choose_model(document, model);
        if (!dropped.empty())
            print_note(fmt::format("--model {}: dropped {} of the file's own model", model,
                                   fmt::join(dropped, ", ")));
    }
    apply_settings(document, settings);
    for (const std::filesystem::path& named : side_files_of(document)) {
        for (const std::string& out : outs) {
            const std::string wrong = collision(out, named.string());
            if (!wrong.empty()) throw UsageError(wrong);
        }
    }
    return document;
}

std::string out_mistake(const std::string& out, const std::vector<std::string>& forms,
                        const std::vector<std::string>& inputs, const char* purpose)
{
    if (out.empty()) return "";
    const std::filesystem::path path(out);
    if (std::find(forms.begin(), forms.end(), path.extension()) == forms.end())
        return fmt::format("--out {}: end the name in {} or {}{}", out,
                           fmt::join(forms.begin(), forms.end() - 1, ", "), forms.back(), purpose);
    for (const std::string& input : inputs) {
        if (std::string wrong = collision(out, input); !wrong.empty()) return wrong;
    }
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return fmt::format("--out {}: cannot write there: {}", out, std::strerror(errno));
    return "";
}

bool write_safely(const std::function<void()>& write)
{
    try {
        write();
        return true;
    } catch (const InputError& error) {
        print_error(error.what());
        return false;
    }
}

int run_checked(const std::string& mistake, const std::function<int()>& work)
{
    if (!mistake.empty()) {
        print_error(mistake);
        return bad_usage;
    }
    try {
        return work();
    } catch (const UsageError& error) {
        print_error(error.what());
        return bad_usage;
    } catch (const InputError& error) {
        print_error(error.what());
        return invalid_file;
    }
}

}  // namespace supple::app
