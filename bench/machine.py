"""Where and of what a result was measured."""

from __future__ import annotations

import os

from ringrift.arena import circumstances as played


def circumstances() -> dict[str, str]:
    """Machine, Python, commit and time of this run, and what else the machine has to do."""
    return played.circumstances() | {"load": "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg())}
