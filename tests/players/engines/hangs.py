"""Gets ready, then never answers; neither does its child process."""

from __future__ import annotations

import subprocess
import sys
from threading import Event

for line in sys.stdin:
    if line.startswith("rrp"):
        print("id name Hangs\nrrpok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        child = subprocess.Popen(
            [sys.executable, "-c", "import threading; threading.Event().wait()"]
        )
        print(f"info string child {child.pid}", flush=True)
        Event().wait()
