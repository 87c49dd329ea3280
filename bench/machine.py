"""Where and of what a result was measured."""

from __future__ import annotations

import os

from ringrift.arena.provenance import provenance


def describe_machine() -> dict[str, str]:
    """Machine, Python, commit and time of this run, and what else the machine has to do."""
    return provenance() | {"load": "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg())}
