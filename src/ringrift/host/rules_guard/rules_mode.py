"""Choose the rules mode: `python`, `shadow` or `kernel`, by argument, environment and gate.

The modes are ordered by trust in the kernel. The operator's gate caps the mode: it can lower what
an argument or the environment asks for, never raise it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ringrift.host.errors import invalid_config

MODE_VARIABLE: Final = "RINGRIFT_RULES_MODE"
GATE_VARIABLE: Final = "RINGRIFT_RULES_MODE_GATE"
KILL_SWITCH_VARIABLE: Final = "RINGRIFT_KERNEL_DISABLED"
_TRUE: Final = ("1", "true", "yes", "on")
_FALSE: Final = ("", "0", "false", "no", "off")


class RulesMode(StrEnum):
    """From the least trust in the kernel to the most."""

    PYTHON = "python"  # the reference engine decides alone
    SHADOW = "shadow"  # the reference engine decides; the kernel is compared in the background
    KERNEL = "kernel"  # the kernel decides; the reference engine checks a sample


MODES: Final = tuple(RulesMode)


def choose_rules_mode(argument: str | None, environment: Mapping[str, str]) -> RulesMode:
    """Return the mode of the argument, else of the environment, else `python`; the gate caps it."""
    requested = (
        _parse_mode("mode", argument)
        or _parse_mode(MODE_VARIABLE, environment.get(MODE_VARIABLE))
        or RulesMode.PYTHON
    )
    return cap_rules_mode(requested, environment)


def cap_rules_mode(mode: RulesMode, environment: Mapping[str, str]) -> RulesMode:
    """Return the mode, or that of the gate if it trusts the kernel less."""
    gate = _parse_mode(GATE_VARIABLE, environment.get(GATE_VARIABLE)) or MODES[-1]
    return min(mode, gate, key=MODES.index)


def kernel_disabled(environment: Mapping[str, str]) -> bool:
    """Return whether the kill switch is set."""
    return parse_bool(KILL_SWITCH_VARIABLE, environment.get(KILL_SWITCH_VARIABLE, ""))


def parse_bool(variable: str, value: str) -> bool:
    """Parse a switch. A typo raises `InvalidConfigError` rather than leaving the switch off."""
    word = value.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise invalid_config(
        variable, f"{value!r} is not a switch; use 1, true, yes or on, or 0, false, no or off"
    )


def _parse_mode(name: str, value: str | None) -> RulesMode | None:
    """Parse a mode name, ignoring case; None for a missing or empty value."""
    word = (value or "").strip().lower()
    if not word:
        return None
    try:
        return RulesMode(word)
    except ValueError:
        raise invalid_config(
            name, f"there is no rules mode {value!r}; choose python, shadow or kernel"
        ) from None
