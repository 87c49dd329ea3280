"""The fault runner: games survive a fault, and its checks find what a faulty server would do."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from bench.load.faults.players import FaultStats, PlayedGame, check_game
from bench.load.faults.sandbox import can_sandbox
from bench.load.game_scripts import random_script
from ringrift.host import GameSession, GameSettings, Person, dump_event
from ringrift.rules.notation import parse_move

MOVES = 6
SETTINGS = GameSettings("square8", players=2)
Events = list[dict[str, Any]]


@pytest.fixture
def played() -> tuple[PlayedGame, Events]:
    """A game of which every move was acknowledged and seen, and its journal."""
    game = PlayedGame("0" * 32, random_script("square8", 1))
    session = GameSession(SETTINGS, [Person("Ann", "1"), Person("Ann", "1")], now=0.0)
    for index, (seat, text) in enumerate(game.script.choices[:MOVES]):
        session.play(seat, parse_move(session.state, text), now=float(index))
        game.acknowledged[index] = session.events[-1].sequence
    events = [dump_event(event) for event in session.events]
    game.seen = list(events)
    return game, events


def choices(events: Events) -> Events:
    return [event for event in events if event["kind"] == "move" and not event["bookkeeping"]]


def check(game: PlayedGame, events: Events) -> tuple[int, int, int]:
    stats = FaultStats()
    check_game(stats, game, SETTINGS.to_json(), events)
    return stats.lost, stats.doubled, stats.invalid


def test_a_complete_journal_passes(played: tuple[PlayedGame, Events]) -> None:
    assert check(*played) == (0, 0, 0)


def test_a_move_that_is_not_stored_is_lost(played: tuple[PlayedGame, Events]) -> None:
    game, events = played
    game.seen = events[: events.index(choices(events)[-1])]
    assert check(game, game.seen) == (1, 0, 0)


def test_an_event_that_a_spectator_saw_but_is_not_stored_is_lost(
    played: tuple[PlayedGame, Events],
) -> None:
    game, events = played
    game.seen.append(events[-1] | {"sequence": len(events) + 1})
    assert check(game, events) == (1, 0, 0)


def test_a_move_stored_twice_is_doubled_and_invalid(played: tuple[PlayedGame, Events]) -> None:
    game, events = played
    again = [choices(events)[-1] | {"sequence": len(events) + number} for number in (1, 2)]
    assert check(game, [*events, *again]) == (0, 1, 1)


@pytest.mark.skipif(not can_sandbox(), reason="needs root for namespaces and mounts")
def test_games_survive_a_full_disk() -> None:
    command = [sys.executable, "-m", "bench.load.faults", "--kind", "disk-full", "--rounds", "2"]
    done = subprocess.run(
        [*command, "--games", "3", "--no-write"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "All targets are met." in done.stdout
