"""Searches until `stop`, without a time limit."""

from __future__ import annotations

import sys

for line in sys.stdin:
    if line.startswith("rrp"):
        print("id name Waits\nrrpok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("info string thinking", flush=True)
    elif line.startswith("stop"):
        print("bestmove @d4", flush=True)
    elif line.startswith("quit"):
        break
