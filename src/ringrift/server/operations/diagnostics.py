"""What the doctor finds: one line for each thing looked at, with what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`warn` is a risk that one may take; with `fail` the server would not start, or would not be safe."""

    what: str
    verdict: Verdict
    found: str
    advice: str = ""


def ok(what: str, found: str) -> Diagnostic:
    return Diagnostic(what, "ok", found)


def warn(what: str, found: str, advice: str) -> Diagnostic:
    return Diagnostic(what, "warn", found, advice)


def fail(what: str, found: str, advice: str) -> Diagnostic:
    return Diagnostic(what, "fail", found, advice)
