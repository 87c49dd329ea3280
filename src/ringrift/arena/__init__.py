"""Tournaments between computer players, and the statistics of who is stronger.

>>> from ringrift.arena import Journal, Openings, TournamentRunner, cycle_shares
>>> from ringrift.arena import estimate_score, schedule_cycles
>>> from ringrift.rules import Setup
>>> setup = Setup("square8", players=2, edition="standard")
>>> openings = Openings(seed=1, balanced=False)
>>> games = schedule_cycles("example", setup, [("random", "random@1")], 2, openings)
>>> with TournamentRunner(Journal(), jobs=0) as runner:  # jobs=0: in this process
...     results = list(runner.play(games))
>>> [sum(result.scores) for result in results]  # two openings, each with both seatings
[1.0, 1.0, 1.0, 1.0]
>>> estimate_score(cycle_shares(results)).cycles
2
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ringrift.arena.intervals import Score, elo_difference, estimate_score
    from ringrift.arena.journal import Journal
    from ringrift.arena.ratings import Rating, elo_ratings, skill_ratings
    from ringrift.arena.results import Result, cycle_shares
    from ringrift.arena.runner import TournamentRunner
    from ringrift.arena.schedule import (
        ArenaError,
        Openings,
        ScheduledGame,
        gauntlet_lineups,
        round_robin_lineups,
        schedule_cycles,
    )
    from ringrift.arena.sprt import Sprt, SprtStatus

__all__ = [
    "ArenaError",
    "Journal",
    "Openings",
    "Rating",
    "Result",
    "ScheduledGame",
    "Score",
    "Sprt",
    "SprtStatus",
    "TournamentRunner",
    "cycle_shares",
    "elo_difference",
    "elo_ratings",
    "estimate_score",
    "gauntlet_lineups",
    "round_robin_lineups",
    "schedule_cycles",
    "skill_ratings",
]

_MODULES: Final = {
    "ArenaError": "schedule",
    "Journal": "journal",
    "Openings": "schedule",
    "Rating": "ratings",
    "Result": "results",
    "ScheduledGame": "schedule",
    "Score": "intervals",
    "Sprt": "sprt",
    "SprtStatus": "sprt",
    "TournamentRunner": "runner",
    "cycle_shares": "results",
    "elo_difference": "intervals",
    "elo_ratings": "ratings",
    "estimate_score": "intervals",
    "gauntlet_lineups": "schedule",
    "round_robin_lineups": "schedule",
    "schedule_cycles": "schedule",
    "skill_ratings": "ratings",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
