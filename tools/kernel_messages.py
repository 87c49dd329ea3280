"""Generate the C++ table of the kernel's messages from `rules/data/messages.json`.

Writes native/include/ringrift/generated/messages.hpp; `--check` compares it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from tools.generated_files import GeneratedFiles, run_generator

SOURCE: Final = Path("src/ringrift/rules/data/messages.json")
TARGET: Final = Path("native/include/ringrift/generated/messages.hpp")

_TEMPLATE: Final = """\
// The kernel's messages. Generated from src/ringrift/rules/data/messages.json by
// `python -m tools.kernel_messages`; do not edit.
#pragma once

#include <cstdint>

namespace ringrift {{

// clang-format off

// The comments name the arguments, in the order of `Explanation::values` but for lists.
enum class Message : std::uint16_t {{
    none,
{enumerators}
}};

// The rule of each message: 82 is R082, 0 is none.
constexpr std::uint16_t MESSAGE_RULES[] = {{
{rules}
}};

// clang-format on

}}  // namespace ringrift
"""


def render(catalogue: dict[str, Any]) -> str:
    """Return the text of the header."""
    messages = catalogue["illegalMoves"] | catalogue["invalidStates"]
    enumerators = [
        f"    {key.lower().replace('.', '_')},{_comment(entry.get('args', {}))}"
        for key, entry in messages.items()
    ]
    rules = [0, *(int(entry.get("rule", "R0")[1:]) for entry in messages.values())]
    rows = [rules[at : at + 15] for at in range(0, len(rules), 15)]
    return _TEMPLATE.format(
        enumerators="\n".join(enumerators),
        rules="\n".join(f"    {', '.join(map(str, row))}," for row in rows),
    )


def _comment(args: dict[str, str]) -> str:
    return f"  // {', '.join(args)}" if args else ""


def files(root: Path) -> GeneratedFiles:
    """Yield the generated files of a repository."""
    yield TARGET, render(json.loads((root / SOURCE).read_text(encoding="utf-8")))


def main(arguments: list[str] | None = None) -> int:
    return run_generator(__doc__, files, arguments)


if __name__ == "__main__":
    sys.exit(main())
