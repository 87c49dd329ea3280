"""Crashes when it should think. With a file as argument it does so once: then the file exists."""

from __future__ import annotations

import sys
from pathlib import Path

for line in sys.stdin:
    if line.startswith("rrp"):
        print("id name Crashes\nrrpok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        if len(sys.argv) > 1 and Path(sys.argv[1]).exists():
            print("bestmove @d4", flush=True)
            continue
        for flag in sys.argv[1:]:
            Path(flag).touch()
        print("out of rings", file=sys.stderr, flush=True)
        sys.exit(3)
