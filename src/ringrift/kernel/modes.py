"""Which engine decides in a host: `law`, `shadow` or `kernel`, by gate, argument and environment.

The modes are ordered by how much they trust the kernel: `law` not at all, `shadow` to be watched, `kernel` to
decide. The operator's gate is the most that is allowed: it can only lead down this order, never up.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ringrift.rules.errors import Refusal, RingRiftError

MODE_VARIABLE: Final = "RINGRIFT_RULES_MODE"
GATE_VARIABLE: Final = "RINGRIFT_RULES_MODE_GATE"
KILL_VARIABLE: Final = "RINGRIFT_KERNEL_DISABLED"
_TRUE: Final = ("1", "true", "yes", "on")
_FALSE: Final = ("", "0", "false", "no", "off")
_RULE: Final = "R190"  # equal states and equal moves give equal states, whichever engine is asked


class RulesMode(StrEnum):
    """From the least trust in the kernel to the most."""

    LAW = "law"  # the law decides alone
    SHADOW = "shadow"  # the law decides, the kernel is compared behind it
    KERNEL = "kernel"  # the kernel decides, the law compares a share


MODES: Final = tuple(RulesMode)


class InvalidSettingError(RingRiftError):
    """A setting with a value that means nothing; `path` names the variable or argument."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def rules_mode(argument: str | None, environment: Mapping[str, str]) -> RulesMode:
    """The argument, else the environment's mode, else `law`; never more trusting than the gate allows."""
    asked = (
        _mode("mode", argument)
        or _mode(MODE_VARIABLE, environment.get(MODE_VARIABLE))
        or RulesMode.LAW
    )
    gate = _mode(GATE_VARIABLE, environment.get(GATE_VARIABLE)) or MODES[-1]
    return min(asked, gate, key=MODES.index)


def kernel_disabled(environment: Mapping[str, str]) -> bool:
    """The kill switch."""
    return is_true(KILL_VARIABLE, environment.get(KILL_VARIABLE, ""))


def is_true(variable: str, value: str) -> bool:
    """A switch as a boolean. A slip of the pen is an error: it must not leave a switch where it was."""
    word = value.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise invalid_setting(
        variable, f"{value!r} is neither 1/true/yes/on nor 0/false/no/off; give one of them"
    )


def invalid_setting(name: str, message: str) -> InvalidSettingError:
    """The error for a setting of that name."""
    return InvalidSettingError(Refusal("INVALID_SETTING", _RULE, message, name))


def _mode(name: str, value: str | None) -> RulesMode | None:
    """The mode of that name in any case; None for one that is not given or empty."""
    word = (value or "").strip().lower()
    if not word:
        return None
    try:
        return RulesMode(word)
    except ValueError:
        raise invalid_setting(
            name, f"there is no rules mode {value!r}; choose law, shadow or kernel"
        ) from None
