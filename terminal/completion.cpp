#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace supple::app {
namespace {

std::string bash_script(const std::vector<CommandWords>& commands)
{
    std::string names, cases;
    for (const CommandWords& words : commands) {
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

std::string zsh_script(const std::vector<CommandWords>& commands)
{
    std::string names, cases;
    for (const CommandWords& words : commands) {
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

std::string fish_script(const std::vector<CommandWords>& commands)
{
    std::string text = "# fish completion for supple\n";
    for (const CommandWords& words : commands) {
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

std::string completion_script(const std::string& shell, const std::vector<CommandWords>& commands)
{
    if (shell == "bash") return bash_script(commands);
    return shell == "zsh" ? zsh_script(commands) : fish_script(commands);
}

}  // namespace supple::app
