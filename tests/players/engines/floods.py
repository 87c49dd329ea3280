"""Thinks aloud and never stops; with `line` as argument in one line without an end."""

from __future__ import annotations

import sys

for line in sys.stdin:
    if line.startswith("rrp"):
        print("id name Floods\nrrpok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        while True:
            sys.stdout.write(
                "info " * 10_000 if "line" in sys.argv else "info string blah\n" * 10_000
            )
