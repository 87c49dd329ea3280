"""The message catalogue: every sentence of the rules, by key (`data/messages.json`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ringrift.rules.data_files import load_data
from ringrift.rules.errors import Argument, Refusal

_CATALOGUE: Final[dict[str, Any]] = load_data("messages.json")
_MESSAGES: Final[dict[str, dict[str, Any]]] = {
    **_CATALOGUE["illegalMoves"],
    **_CATALOGUE["invalidStates"],
    **_CATALOGUE["input"],
}
_LABELS: Final[dict[str, dict[str, str]]] = {
    "move": _CATALOGUE["moveLabels"],
    "moves": _CATALOGUE["moveLabels"],
    "phase": _CATALOGUE["phaseLabels"],
}

CODES: Final[Mapping[str, str]] = MappingProxyType(_CATALOGUE["codes"])
"""The stable error codes with their meaning."""

KERNEL_MESSAGES: Final[tuple[str, ...]] = (
    "",
    *_CATALOGUE["illegalMoves"],
    *_CATALOGUE["invalidStates"],
)
"""The keys of the messages that the kernel uses, by the number it uses for them."""


def refusal(key: str, /, **args: Argument) -> Refusal:
    """Return the refusal with the message of a key.

    >>> refusal("ON_MARKER", cell="d4").message
    'd4 holds a marker. Place rings on an empty cell or a stack.'
    """
    return refusal_at(key, args)


def refusal_at(
    key: str, args: Mapping[str, Argument], rule: str | None = None, path: str = ""
) -> Refusal:
    """Return the refusal of a key; `rule` and `path` apply where the catalogue gives none."""
    entry = _MESSAGES[key]
    shown = {
        name: _format_argument(kind, args[name]) for name, kind in entry.get("args", {}).items()
    }
    return Refusal(
        code=key.partition(".")[0],
        rule=entry.get("rule", rule),
        message=entry["text"].format_map(shown),
        path=entry["path"].format_map(shown) if "path" in entry else path,
        key=key,
        args=dict(args),
    )


def arguments_of(key: str) -> Mapping[str, str]:
    """Return the names and types of a message's arguments, in order."""
    kinds: dict[str, str] = _MESSAGES[key].get("args", {})
    return kinds


def _format_argument(kind: str, value: Argument) -> str:
    """Format an argument for a sentence: lists with commas, moves and phases by label."""
    labels = _LABELS.get(kind, {})
    if isinstance(value, tuple):
        return ", ".join(labels.get(item, item) for item in value)
    return labels.get(str(value), str(value))
