#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace supple::app {
namespace {

/// A command and the options it takes, as the program itself knows them.
struct Words {
    std::string command;
    std::string help;
    std::vector<std::string> options;
    std::vector<std::string> arguments;  ///< words to choose from; empty: names of files
};

const std::vector<std::string> shells = {"bash", "zsh", "fish"};

std::vector<Words> words_of(const CLI::App& program)
{
    std::vector<Words> all;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        Words words{command->get_name(), command->get_description(), {}, {}};
        if (words.command == "completion") words.arguments = shells;
        if (words.command == "reproduce") words.arguments = names_of_studies();
        for (const CLI::Option* option : command->get_options()) {
            for (const std::string& name : option->get_lnames())
                words.options.push_back("--" + name);
        }
        all.push_back(words);
    }
    return all;
}

std::string bash_script(const std::vector<Words>& commands)
{
    std::string names, cases;
    for (const Words& words : commands) {
        names += (names.empty() ? "" : " ") + words.command;
        cases += fmt::format("        {}) words=\"{}\" arguments=\"{}\" ;;\n", words.command,
                             fmt::join(words.options, " "), fmt::join(words.arguments, " "));
    }
    return fmt::format(R"(# bash completion for supple
_supple() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} words="" arguments=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{} --help --version" -- "$current"))
        return
    fi
    case ${{COMP_WORDS[1]}} in
{}    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [ -n "$arguments" ]; then
        COMPREPLY=($(compgen -W "$arguments" -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}}
complete -o filenames -F _supple supple
)",
                       names, cases);
}

std::string zsh_script(const std::vector<Words>& commands)
{
    std::string names, cases;
    for (const Words& words : commands) {
        names += fmt::format("        '{}:{}'\n", words.command, words.help);
        cases += fmt::format("        {}) compadd -- {} {} ;;\n", words.command,
                             fmt::join(words.options, " "), fmt::join(words.arguments, " "));
    }
    return fmt::format(R"(#compdef supple
_supple() {{
    local -a commands=(
{}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        compadd -- --help --version
        return
    fi
    if [[ $words[CURRENT] != -* && $words[2] != completion ]]; then
        _files
        return
    fi
    case $words[2] in
{}    esac
}}
compdef _supple supple
)",
                       names, cases);
}

std::string fish_script(const std::vector<Words>& commands)
{
    std::string text = "# fish completion for supple\n";
    for (const Words& words : commands) {
        text += fmt::format("complete -c supple -n __fish_use_subcommand -a {} -d '{}'\n", words.command,
                            words.help);
        if (!words.arguments.empty()) {
            text += fmt::format("complete -c supple -f -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                                words.command, fmt::join(words.arguments, " "));
        }
        for (const std::string& option : words.options) {
            text += fmt::format("complete -c supple -n '__fish_seen_subcommand_from {}' -l {}\n",
                                words.command, option.substr(2));
        }
    }
    return text;
}

}  // namespace

Action add_completion(CLI::App& program)
{
    auto* command = program.add_subcommand("completion", "Print a completion script for a shell");
    auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember(shells));
    command->footer("Example:\n  source <(supple completion bash)\n");
    return [&program, command, shell] {
        if (!command->parsed()) return -1;
        const auto words = words_of(program);
        fmt::print("{}", *shell == "bash"  ? bash_script(words)
                         : *shell == "zsh" ? zsh_script(words)
                                           : fish_script(words));
        return static_cast<int>(done);
    };
}

}  // namespace supple::app
