"""What happened in a simulation, line by line: equal for equal seeds."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256


class Trace:
    """Lines with their virtual time. The digest covers all of them."""

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self.lines: list[str] = []

    def add(self, actor: str, action: str) -> None:
        self.lines.append(f"{self._time():10.4f}  {actor:<12}  {action}")

    @property
    def digest(self) -> str:
        return sha256("\n".join(self.lines).encode()).hexdigest()

    def tail(self, lines: int = 200) -> str:
        return "\n".join(self.lines[-lines:] if lines else ())
