"""What the operator of a server sets while it runs: which games get which rules mode."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from ringrift.host.rules_guard.rules_mode import RulesMode


@dataclass(frozen=True, slots=True)
class Rollout:
    """A mode for a share of the games. A game that is in a share is in every larger one."""

    mode: RulesMode | None = None  # None: the mode with which the server was started
    share: float = 1.0  # of the games that get the mode; the others get `python`
    unrated_only: bool = False
    invariant_share: float = 0.0  # of the games whose states are checked against the invariants

    def mode_for(self, game: str, *, rated: bool, started: RulesMode) -> RulesMode:
        """Return the mode of a game, before the gate caps it."""
        if (self.unrated_only and rated) or _position(game, "mode") >= self.share:
            return RulesMode.PYTHON
        return started if self.mode is None else self.mode

    def checks_invariants(self, game: str) -> bool:
        """Return whether the states of a game are checked."""
        return _position(game, "invariants") < self.invariant_share


def _position(game: str, purpose: str) -> float:
    """Return where a game lies between 0 and 1, the same in every worker and after a restart."""
    return int.from_bytes(sha256(f"{purpose} {game}".encode()).digest()[:7]) / 256**7
