"""Results of games that were not played, for tests of statistics."""

from __future__ import annotations

from collections.abc import Sequence

from ringrift.arena.results import Result
from ringrift.arena.schedule import Openings, ScheduledGame, schedule_cycle
from ringrift.rules.setup import Setup


def result(game: ScheduledGame, winner: int, *, turns: int = 20, swapped: bool = False) -> Result:
    """A result in which that entrant wins."""
    players = game.setup.players
    return Result(
        key=game.key,
        cycle_key=game.cycle_key,
        event=game.event,
        setup=game.setup,
        entrants=game.entrants,
        rotation=game.rotation,
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
    """Results of one lineup; winners are indices of entrants."""
    setup = Setup(board, len(entrants), "standard")
    games = [
        game
        for opening in range(-(-len(winners) // len(entrants)))
        for game in schedule_cycle("test", setup, entrants, opening, Openings())
    ]
    return [result(game, winner) for game, winner in zip(games, winners, strict=False)]
