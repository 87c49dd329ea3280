"""One game: it ends with a true record whatever the players do."""

from __future__ import annotations

import gc

import pytest

from ringrift.arena.game import DecisionTimes, SeatedPlayer, play_game
from ringrift.arena.openings import find_opening
from ringrift.arena.schedule import Openings
from ringrift.records import verify
from ringrift.records.jsonl import dump_jsonl, load_jsonl
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from tests.arena.misbehaving_players import (
    AlwaysSwaps,
    FailsAtThirdDecision,
    FirstMove,
    IgnoresStop,
    PlacesTooManyRings,
    ReturnsNotation,
    ReturnsNothing,
)

TWO = Setup("hex8", 2, "standard")
THREE = Setup("hex8", 3, "standard")


def seated(*players: FirstMove, seconds: float | None = None) -> list[SeatedPlayer]:
    return [
        SeatedPlayer(f"{type(player).__name__} {at}", player, seconds)
        for at, player in enumerate(players, 1)
    ]


def test_a_game_begins_with_its_opening_and_ends_by_the_rules() -> None:
    opening = find_opening(TWO, 3, Openings(), None)
    record = play_game(TWO, seated(FirstMove(), FirstMove()), opening, {"Event": "test"})
    assert record.moves[: len(opening)] == opening
    assert record.outcome is not None
    assert verify(record).outcome == record.outcome
    assert record.heading.names == ("FirstMove 1", "FirstMove 2")
    assert record.heading.tags["Event"] == "test"
    assert "Forfeit" not in record.heading.tags


def test_the_record_has_the_records_format() -> None:
    record = play_game(THREE, seated(FirstMove(), FirstMove(), FirstMove()))
    assert load_jsonl(dump_jsonl(record)) == record


def test_only_decisions_are_asked_and_timed() -> None:
    one, other = FirstMove(), FirstMove()
    record = play_game(TWO, seated(one, other))
    timed = [entry for entry in record.entries if entry.think_time_ms is not None]
    assert all(not entry.move.bookkeeping for entry in timed)
    assert record.heading.tags["Decisions"] == f"{len(one.asked)} {len(other.asked)}"
    assert len(timed) == len(one.asked) + len(other.asked)


class Counter(FirstMove):
    """Counts what a collection of garbage during its thought would not look through."""

    def pick(self, state: State) -> Move:
        self.spared = gc.get_freeze_count()
        return super().pick(state)


def test_session_objects_are_not_collected_on_a_players_time() -> None:
    counter = Counter()
    before = len(gc.get_objects())
    play_game(TWO, seated(counter, FirstMove()))
    assert counter.spared >= before
    assert gc.get_freeze_count() == 0, "it is looked for after the game"


def test_players_who_swap_sides_exchange_seats() -> None:
    one, other = FirstMove(), AlwaysSwaps()
    record = play_game(TWO, seated(one, other))
    assert any(isinstance(move, SwapSides) for move in record.moves)
    assert set(one.asked[-5:]) == {2}
    assert set(other.asked[1:]) == {1}


@pytest.mark.parametrize(
    ("odd", "fault"),
    [
        (PlacesTooManyRings, "illegal: "),
        (FailsAtThirdDecision, "failed: ValueError: no idea what"),
        (ReturnsNothing, "illegal: NoneType is not a move; return one of legal_moves(state)"),
        (ReturnsNotation, "illegal: str is not a move; return one of legal_moves(state)"),
    ],
)
def test_a_misbehaving_player_forfeits(odd: type[FirstMove], fault: str) -> None:
    record = play_game(TWO, seated(FirstMove(), odd()))
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (1, "abandonment")
    assert record.heading.tags["Forfeit"] == "2"
    assert record.heading.tags["Fault"].startswith(fault)
    verify(record)


def test_the_player_forfeits_and_not_the_seat() -> None:
    record = play_game(TWO, seated(FailsAtThirdDecision(), AlwaysSwaps()))
    assert any(isinstance(move, SwapSides) for move in record.moves)
    assert record.heading.tags["Forfeit"] == "1"
    assert record.outcome is not None
    assert record.person(record.outcome.winner) == "AlwaysSwaps 2"


def test_one_of_several_opponents_wins_a_forfeited_game() -> None:
    record = play_game(THREE, seated(FirstMove(), PlacesTooManyRings(), FirstMove()))
    assert record.outcome is not None
    assert record.outcome.winner in (1, 3)


def test_a_player_that_thinks_far_too_long_forfeits() -> None:
    record = play_game(TWO, seated(FirstMove(), FirstMove(), seconds=1e-9), patience=0.0)
    assert record.heading.tags["Fault"].startswith("late: ")
    assert record.heading.tags["Forfeit"] == "1"


def test_a_player_that_ignores_stop_forfeits() -> None:
    record = play_game(TWO, seated(IgnoresStop(), FirstMove(), seconds=0.01), patience=0.01)
    assert (
        record.heading.tags["Fault"]
        == "late: a decision of 0.01 s did not end, and `stop` had no effect"
    )
    assert record.heading.tags["Forfeit"] == "1"
    verify(record)


def test_an_overrun_starts_at_fifty_milliseconds() -> None:
    clock = DecisionTimes()
    clock.record(0.24, 0.2, 0.2)
    assert (clock.overruns, clock.decisions) == (0, 1)
    clock.record(0.26, 0.2, 0.2)
    assert (clock.overruns, clock.busy_overruns) == (1, 0)
    clock.record(0.30, 0.29, 0.2)
    assert (clock.overruns, clock.busy_overruns) == (2, 1)
    clock.record(9.0, 9.0, None)
    assert clock.overruns == 2
    assert clock.worst_overrun == pytest.approx(0.1)
    assert clock.slowest == 9.0
