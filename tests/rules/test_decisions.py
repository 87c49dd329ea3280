"""What a state waits for: every kind of decision."""

from __future__ import annotations

import pytest

from ringrift.rules import DecisionKind, conclude, decision, legal_moves, new_game
from tests.rules.playing import play, position
from tests.rules.test_capture import TWO_ON_A_ROW
from tests.rules.test_lines import FOUR
from tests.rules.test_recovery import LINE
from tests.rules.test_regions import CORNER
from tests.rules.test_victory import SHUT_IN

SECOND_LINE = LINE.replace("8 . . . . . . . .", "8 *1 *1 *1 *1 . . . 21").replace(
    "hand: 0 15  eliminated: 17 2", "hand: 0 14  eliminated: 16 2"
)


@pytest.mark.parametrize(
    ("kind", "text", "moves"),
    [
        (DecisionKind.MOVEMENT, TWO_ON_A_ROW, ()),
        (DecisionKind.CAPTURE, TWO_ON_A_ROW.replace("21", "2 "), ("a1-b1",)),
        (DecisionKind.CHAIN_CAPTURE, TWO_ON_A_ROW, ("a1xc1-d1",)),
        (DecisionKind.RECOVERY, LINE, ()),
        (DecisionKind.LINE, FOUR, ()),
        (DecisionKind.LINE_COST, FOUR, ("=a1..d1",)),
        (DecisionKind.RECOVERY_COST, SECOND_LINE, ("~d2-d1=a1..d1!all^h3", "=a8..d8")),
        (DecisionKind.REGION, CORNER, ()),
        (DecisionKind.REGION_COST, CORNER, ("#a1/1",)),
        (DecisionKind.FORCED_ELIMINATION, SHUT_IN, ("-",)),
    ],
)
def test_each_choice_has_its_kind(kind: DecisionKind, text: str, moves: tuple[str, ...]) -> None:
    """R070, R208, R209."""
    state = play(position(text), *moves)
    asked = decision(state)
    assert asked is not None
    assert (asked.seat, asked.kind, asked.moves) == (1, kind, legal_moves(state))
    assert asked.interactive


def test_a_new_game_asks_for_a_placement() -> None:
    asked = decision(new_game("hex8", 4))
    assert asked is not None
    assert asked.kind is DecisionKind.PLACEMENT
    assert len(asked.moves) == 183


def test_where_nothing_can_be_chosen_the_one_move_is_named() -> None:
    """R075."""
    asked = decision(position(SHUT_IN))
    assert asked is not None
    assert not asked.interactive
    assert [move.type for move in asked.moves] == ["no_territory_action"]


def test_a_finished_game_asks_nothing() -> None:
    assert decision(conclude(new_game("hex8", 2), 1, "timeout")) is None
