"""Sample 30 names of functions and files, seeded with the commit, for a reader to judge.

python -m tools.sample_names            # the names alone, for the reader
python -m tools.sample_names --key      # with path and line, for marking the answers
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PER_LANGUAGE: Final = 10
FUNCTIONS: Final = 6  # per language; the other four of ten names are files
_CPP_FUNCTION: Final = re.compile(
    r"^(?: {4})*(?:[\w:<>,&*]+ )+\**&?([a-z]\w+)\([^;]*\{", re.MULTILINE
)
_TS_FUNCTION: Final = re.compile(
    r"^(?:export )?(?:default )?(?:async )?function (\w+)"
    r"|^export const (\w+) = \("
    r"|^  (?:private |static |async )*([a-z]\w+)\([^;{=]*\)(?:: [^{=]+)? \{$",
    re.MULTILINE,
)
_CLASS: Final = re.compile(r"^(?:export )?(?:struct|class) (?:alignas\(\d+\) )?(\w+)", re.MULTILINE)
_KEYWORDS: Final = {
    "if",
    "for",
    "while",
    "switch",
    "return",
    "constexpr",
    "catch",
    "constructor",
    "alignas",
    "operator",
}


@dataclass(frozen=True, slots=True)
class Name:
    """A function or file name as the reader sees it, and its location."""

    shown: str
    where: str


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw 30 names, seeded with the commit.")
    parser.add_argument("--key", action="store_true", help="print path and line of each name")
    parser.add_argument("--commit", default="HEAD", help="the commit that seeds the draw")
    options = parser.parse_args()
    commit = _git("rev-parse", options.commit)
    print(f"Names drawn with commit {commit[:12]}")
    for language, names in draw(commit).items():
        print(f"\n{language}")
        for number, name in enumerate(names, 1):
            print(f"{number:3}. {name.shown}" + (f"    {name.where}" if options.key else ""))


def draw(commit: str) -> dict[str, list[Name]]:
    """Sample ten names per language; the same commit gives the same names."""
    drawn = {}
    for language, (patterns, find_functions) in _LANGUAGES.items():
        paths = [ROOT / path for path in _git("ls-files", *patterns).splitlines()]
        functions = sorted(
            (name for path in paths for name in find_functions(path)), key=lambda name: name.where
        )
        files = [
            Name(_short_path(path), _relative_path(path))
            for path in paths
            if path.stem != "__init__"
        ]
        random = Random(f"{commit} {language}")
        chosen = random.sample(functions, FUNCTIONS)
        drawn[language] = chosen + random.sample(files, PER_LANGUAGE - FUNCTIONS)
    return drawn


def python_functions(path: Path) -> Iterator[Name]:
    """Yield the functions and methods of a module, except dunder methods."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for owner in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]:
        prefix = f"{owner.name}." if isinstance(owner, ast.ClassDef) else ""
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[:2] != "__":
                yield Name(f"{prefix}{node.name}()", f"{_relative_path(path)}:{node.lineno}")


def cpp_functions(path: Path) -> Iterator[Name]:
    """Yield the functions that a C++ file defines."""
    yield from _matching_functions(path, _CPP_FUNCTION)


def ts_functions(path: Path) -> Iterator[Name]:
    """Yield the functions and methods that a TypeScript module declares."""
    yield from _matching_functions(path, _TS_FUNCTION)


def _matching_functions(path: Path, pattern: re.Pattern[str]) -> Iterator[Name]:
    text = path.read_text(encoding="utf-8")
    classes = [(match.start(), match.group(1)) for match in _CLASS.finditer(text)]
    for match in pattern.finditer(text):
        name = next(filter(None, match.groups()))
        if name in _KEYWORDS or name.endswith("_"):  # a member in a constructor's initialiser list
            continue
        indented = text[match.start()] == " "
        owners = [owner for start, owner in classes if start < match.start()]
        shown = f"{owners[-1]}.{name}()" if indented and owners else f"{name}()"
        line = text.count("\n", 0, match.end(match.lastindex or 0)) + 1
        yield Name(shown, f"{_relative_path(path)}:{line}")


def _short_path(path: Path) -> str:
    """Return the last folder and the file, as a listing shows them."""
    return f"{path.parent.name}/{path.name}"


def _relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


_LANGUAGES: Final = {
    "Python": (("src/*.py", "tools/*.py"), python_functions),
    "C++": (("native/*.hpp", "native/*.cpp"), cpp_functions),
    "Web": (("web/src/*.ts", "web/src/*.tsx"), ts_functions),
}

if __name__ == "__main__":
    main()
