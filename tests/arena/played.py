"""Results as if they had been played, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence

from ringrift.arena.results import Result
from ringrift.arena.schedule import Openings, ScheduledGame, cycle
from ringrift.rules.setup import Setup


def result(
    fixture: ScheduledGame, winner: int, *, turns: int = 20, swapped: bool = False
) -> Result:
    """The game, won by one of its entrants."""
    players = fixture.setup.players
    return Result(
        key=fixture.key,
        cycle=fixture.cycle,
        event=fixture.event,
        setup=fixture.setup,
        entrants=fixture.entrants,
        rotation=fixture.rotation,
        scores=tuple(float(at == winner) for at in range(players)),
        ranks=tuple(1 if at == winner else 2 for at in range(players)),
        reason="ring_elimination",
        swapped=swapped,
        turns=turns,
        decisions=(10,) * players,
        seconds=tuple(0.1 * (at + 1) for at in range(players)),
        slowest=(0.05,) * players,
        overruns=(0,) * players,
        worst_overrun=0.0,
        busy_overruns=0,
        forfeit=None,
        fault="",
        commit="abc",
    )


def series(entrants: Sequence[str], winners: Sequence[int], board: str = "square8") -> list[Result]:
    """Games of one lineup; the winners are numbers of entrants."""
    setup = Setup(board, len(entrants), "standard")
    fixtures = [
        fixture
        for opening in range(-(-len(winners) // len(entrants)))
        for fixture in cycle("test", setup, entrants, opening, Openings())
    ]
    return [result(fixture, winner) for fixture, winner in zip(fixtures, winners, strict=False)]
