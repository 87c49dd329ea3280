"""The comparison finds every kind of engine fault, and none in a correct engine."""

from __future__ import annotations

from random import Random

import pytest

from ringrift.conformance.lockstep import Difference, DifferenceKind, Lockstep, WalkResult
from ringrift.conformance.perft import perft_counts
from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import prefer_rare_moves
from ringrift.kernel.engines import Engine, ReferencePosition
from ringrift.rules import IllegalMoveError, MoveStack, SkipCapture, apply, legal_moves, new_game
from ringrift.rules.notation import parse_move
from ringrift.rules.setup import Setup
from tests.host.rules_guard.faulty_engines import (
    Crashes,
    CreditsOneRing,
    HashIgnoresBoard,
    IntegerForBoolean,
    ListsFirstMoveTwice,
    OmitsSkipCapture,
    OmitsTerritoryBookkeeping,
    PathDependentHash,
    PlacesFourRings,
    PlaysAnything,
    RefusesCaptures,
    SkipsTallCaptures,
    UndoDoesNothing,
)
from tests.rules.playing import play, position

CAPTURE_AHEAD = """
    hand: 15 15
    8 . . . . . . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . 111 . 222 . . . .
    1 . . . . . . . .
"""


def first_difference(engine: type[Engine]) -> Difference:
    """Wander from one position after another until the engine goes wrong."""
    lockstep = Lockstep(engine)
    for seed in range(200):
        rng = Random(seed)
        found = lockstep.play_randomly(
            random_position(SETUPS[1], rng), rng, 30, prefer_rare_moves
        ).difference
        if found is not None:
            return found
    pytest.fail("no difference was found")


@pytest.mark.parametrize("setup", SETUPS[:12], ids=str)
def test_the_law_is_its_own_equal(setup: Setup) -> None:
    start = setup.new_game()
    walk = Lockstep(ReferencePosition).play_randomly(start, Random(1), 2000, prefer_rare_moves)
    assert walk.difference is None
    assert walk.moves > 50


@pytest.mark.parametrize(
    ("engine", "kind"),
    [
        (OmitsSkipCapture, "legal moves"),
        (SkipsTallCaptures, "legal moves"),
        (PlacesFourRings, "legal moves"),
        (ListsFirstMoveTwice, "legal moves"),
        (OmitsTerritoryBookkeeping, "bookkeeping"),
        (CreditsOneRing, "state"),
        (IntegerForBoolean, "state"),
        (PlaysAnything, "refusal"),
        (RefusesCaptures, "refusal"),
        (UndoDoesNothing, "undo"),
        (PathDependentHash, "hash"),
        (HashIgnoresBoard, "hash"),
        (Crashes, "failure"),
    ],
)
def test_a_fault_is_found_and_named(engine: type[Engine], kind: DifferenceKind) -> None:
    assert first_difference(engine).kind == kind


def test_the_moves_of_a_difference_lead_to_it() -> None:
    found = first_difference(OmitsSkipCapture)
    state = found.start
    for move in found.moves:
        state = apply(state, move)
    assert found.missing == (SkipCapture(state.player),)
    assert found.missing[0] in legal_moves(state)
    assert found.invented == ()


def test_moves_that_only_the_tested_engine_offers_are_named() -> None:
    found = Lockstep(PlacesFourRings).replay(new_game("square8", 2), ()).difference
    assert found is not None
    assert len(found.invented) == 64
    assert found.moves == found.missing == ()


def test_a_replay_stops_where_the_engines_part() -> None:
    start = new_game("square8", 2)
    later = play(start, "@d4", "d4-d5", "-", "-", "@a1", "a1-a2")
    walk = Lockstep(OmitsTerritoryBookkeeping).replay(start, later.history)
    assert walk.moves == 3
    assert walk.difference is not None
    assert walk.difference.moves == later.history[:3]


def test_a_replay_of_moves_that_the_law_refuses_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        Lockstep(ReferencePosition).replay(new_game("square8", 2), [MoveStack(1, (0, 0), (0, 1))])


def test_a_move_that_must_be_refused_is_tried() -> None:
    start = new_game("square8", 2)
    never = [MoveStack(1, (0, 0), (0, 1))]
    assert Lockstep(ReferencePosition).replay(start, (), never).difference is None
    found = Lockstep(PlaysAnything).replay(start, (), never).difference
    assert found is not None
    assert (found.kind, found.invented) == ("refusal", tuple(never))


def test_every_way_through_a_tree_is_walked() -> None:
    start = position(CAPTURE_AHEAD.replace("hand", "phase: movement  hand"))
    ways = Lockstep(ReferencePosition).play_all_sequences(start, 2, 10_000)
    assert ways == WalkResult(sum(perft_counts(start, 2)), None)


def test_a_tree_is_left_after_the_moves_allowed() -> None:
    assert Lockstep(ReferencePosition).play_all_sequences(
        new_game("square8", 2), 3, 100
    ) == WalkResult(100, None)


def test_a_fault_deep_in_a_tree_is_found() -> None:
    start = position(CAPTURE_AHEAD)
    found = Lockstep(SkipsTallCaptures).play_all_sequences(start, 1, 10_000).difference
    assert found is not None
    assert found.kind == "legal moves"
    assert parse_move(apply(start, found.moves[0]), "b2xd2-f2") in found.missing


def test_an_undo_of_several_moves_is_compared() -> None:
    class TakesTwoBack(ReferencePosition):
        """Undo goes wrong from the third move on."""

        def undo(self) -> None:
            super().undo()
            if len(self._states) == 3:
                super().undo()

    found = Lockstep(TakesTwoBack).play_all_sequences(new_game("square8", 2), 3, 100).difference
    assert found is not None
    assert found.kind == "undo"


def test_a_second_engine_can_be_the_trusted_one() -> None:
    walk = Lockstep(OmitsSkipCapture, trusted=OmitsSkipCapture).play_randomly(
        new_game("hex8", 3), Random(3), 300
    )
    assert walk.difference is None
