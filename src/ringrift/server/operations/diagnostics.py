"""Results of `ringrift doctor`: one line per check, with advice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`warn` is an acceptable risk; with `fail` the server does not start or is not safe."""

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
