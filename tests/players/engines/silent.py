"""Never starts: it hears everything and says nothing."""

from __future__ import annotations

import sys

for _ in sys.stdin:
    pass
