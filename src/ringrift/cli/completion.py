"""`ringrift completion SHELL`: a completion script, generated from the argument parser."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SHELLS: Final = ("bash", "zsh", "fish")
_INSTALL: Final = {
    "bash": 'eval "$(ringrift completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(ringrift completion zsh)"   # in ~/.zshrc, after compinit',
    "fish": "ringrift completion fish > ~/.config/fish/completions/ringrift.fish",
}
_BASH: Final = """\
# Completion of ringrift in bash: {install}
_ringrift() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} at=ringrift i
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at ${{COMP_WORDS[i]}}" in
      {commands}) at="$at ${{COMP_WORDS[i]}}" ;;
    esac
  done
  local words= files=
  case "$at $prev" in
{values}
    *)
      case "$at $cur" in
{options}
        *)
          case "$at" in
{arguments}
          esac ;;
      esac ;;
  esac
  COMPREPLY=()
  if [[ -n $words ]]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"); fi
  if [[ -n $files ]]; then
    compopt -o filenames 2> /dev/null
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$cur")
  fi
}}
complete -F _ringrift ringrift
"""
_ZSH: Final = """\
#compdef ringrift
# Completion of ringrift in zsh: {install}
_ringrift() {{
  local at=ringrift prev=${{words[CURRENT-1]}} cur=$PREFIX files= i
  local -a values options
  if [[ $PREFIX == --*=* ]]; then prev=${{PREFIX%%=*}}; compset -P '*='; fi
  for ((i = 2; i < CURRENT; i++)); do
    case "$at ${{words[i]}}" in
      {commands}) at="$at ${{words[i]}}" ;;
    esac
  done
  case "$at $prev" in
{values}
    *)
      case "$at $cur" in
{options}
        *)
          case "$at" in
{arguments}
          esac ;;
      esac ;;
  esac
  (( $#options )) && _describe -o 'option' options
  (( $#values )) && _describe 'argument' values
  [[ -n $files ]] && _files
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _ringrift "$@"
else
  compdef _ringrift ringrift
fi
"""
_FISH: Final = """\
# Completion of ringrift in fish: {install}
function __ringrift_at
  set -l at ringrift
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word" {commands}
      set at "$at $word"
    end
  end
  test "$at" = "$argv"
end
complete -c ringrift -f
{rules}
"""


@dataclass(frozen=True, slots=True)
class _Values:
    """What an option or an argument takes: some words, files, or anything."""

    words: tuple[str, ...] = ()
    files: bool = False


@dataclass(frozen=True, slots=True)
class _Option:
    names: tuple[str, ...]
    help: str
    values: _Values | None  # None: a flag
    optional: bool  # may stand without a value


@dataclass(frozen=True, slots=True)
class _Command:
    """A command of the parser by its path, such as `ringrift records add`."""

    path: str
    subcommands: tuple[tuple[str, str], ...]  # names and help
    options: tuple[_Option, ...]
    arguments: _Values


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "completion",
        help="print a completion script for a shell",
        description="Print a script with which Tab completes commands, options and their values. "
        "Add the printed first line to the start file of your shell.",
    )
    parser.add_argument("shell", choices=SHELLS, help="bash, zsh or fish")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from ringrift.cli.main import create_parser

    print(completion_script(create_parser(), args.shell), end="")
    return 0


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script that completes the command line of this parser in a shell."""
    commands = tuple(_commands(parser, "ringrift"))
    if shell == "fish":
        paths = " ".join(shlex.quote(command.path) for command in commands[1:])
        return _FISH.format(
            install=_INSTALL[shell], commands=paths, rules="\n".join(_fish_rules(commands))
        )
    template = _BASH if shell == "bash" else _ZSH
    render = _bash_words if shell == "bash" else _zsh_words
    values, options, arguments = [], [], []
    for command in commands:
        for option in command.options:
            if option.values is None:
                continue
            names = "|".join(f'"{command.path} {name}"' for name in option.names)
            described = [(word, "") for word in option.values.words]
            body = render("values", described, files=option.values.files)
            values.append(f"    {names}) {body} ;;")
        flags = [(name, option.help) for option in command.options for name in option.names]
        options.append(f'        "{command.path} -"*) {render("options", flags)} ;;')
        given = [*command.subcommands, *((word, "") for word in command.arguments.words)]
        body = render("values", given, files=command.arguments.files)
        arguments.append(f'            "{command.path}") {body} ;;')
    return template.format(
        install=_INSTALL[shell],
        commands="|".join(f'"{command.path}"' for command in commands[1:]),
        values="\n".join(values),
        options="\n".join(options),
        arguments="\n".join(arguments),
    )


def _commands(parser: argparse.ArgumentParser, path: str) -> Iterator[_Command]:
    """Yield the command of a parser and all below it."""
    below: dict[str, argparse.ArgumentParser] = {}
    described: list[tuple[str, str]] = []
    options: list[_Option] = []
    words: tuple[str, ...] = ()
    files = False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below.update(action.choices)
            described += [(choice.dest, choice.help or "") for choice in action._choices_actions]
        elif action.help is argparse.SUPPRESS:
            continue
        elif action.option_strings:
            takes = None if action.nargs == 0 else _values(action)
            text = "" if action.help is None else parser._get_formatter()._expand_help(action)
            optional = action.nargs in ("?", "*")
            options.append(_Option(tuple(action.option_strings), text, takes, optional))
        else:
            values = _values(action)
            words, files = (*words, *values.words), files or values.files
    yield _Command(path, tuple(described), tuple(options), _Values(words, files))
    for name, child in below.items():
        yield from _commands(child, f"{path} {name}")


def _values(action: argparse.Action) -> _Values:
    if action.choices is not None:
        return _Values(tuple(map(str, action.choices)))
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    named = any(word in metavar or word in action.dest.upper() for word in ("FILE", "FOLDER"))
    return _Values(files=action.type is Path or named)


def _bash_words(_kind: str, described: list[tuple[str, str]], *, files: bool = False) -> str:
    words = f"words={shlex.quote(' '.join(word for word, _ in described))}"
    return f"{words} files=1" if files else words


def _zsh_words(kind: str, described: list[tuple[str, str]], *, files: bool = False) -> str:
    entries = " ".join(
        shlex.quote(f"{_escape_colons(word)}:{text}" if text else _escape_colons(word))
        for word, text in described
    )
    return f"{kind}=({entries}) files=1" if files else f"{kind}=({entries})"


def _escape_colons(word: str) -> str:
    return word.replace(":", "\\:")


def _fish_rules(commands: tuple[_Command, ...]) -> Iterator[str]:
    for command in commands:
        here = f"complete -c ringrift -n {_fish_quote(f'__ringrift_at {command.path}')}"
        for name, text in command.subcommands:
            yield f"{here} -a {_fish_quote(name)} -d {_fish_quote(text)}"
        if command.arguments.words:
            yield f"{here} -a {_fish_quote(' '.join(command.arguments.words))}"
        if command.arguments.files:
            yield f"{here} -F"
        for option in command.options:
            yield f"{here}{_fish_option(option)} -d {_fish_quote(option.help)}"


def _fish_option(option: _Option) -> str:
    names = "".join(
        f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in option.names
    )
    if option.values is None:
        return names
    if option.values.words:
        words = _fish_quote(" ".join(option.values.words))
        return f"{names} -a {words}" if option.optional else f"{names} -x -a {words}"
    if option.values.files:
        return f"{names} -F" if option.optional else f"{names} -r -F"
    return names if option.optional else f"{names} -x"


def _fish_quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
