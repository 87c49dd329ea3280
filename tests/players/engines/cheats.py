"""Plays what it is given as an argument, whether it is legal or not."""

from __future__ import annotations

import sys

for line in sys.stdin:
    if line.startswith("rrp"):
        print("id name Cheats\nrrpok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        print(f"bestmove {sys.argv[1]}", flush=True)
