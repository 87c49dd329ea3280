"""R070-R076, R208, R209: the phase machine."""

from __future__ import annotations

from ringrift.rules import MOVE_TYPES, Phase, new_game
from ringrift.rules.phases import TRANSITIONS
from tests.rules.playing import due, offered, play


def test_every_kind_of_move_has_its_phase() -> None:
    """R071, R208: and every phase but the last its moves."""
    assert {transition.move for transition in TRANSITIONS} == set(MOVE_TYPES.values())
    assert {transition.phase for transition in TRANSITIONS} == set(Phase) - {Phase.GAME_OVER}


def test_after_the_guarded_ways_there_is_always_one_more() -> None:
    """R203: a move never leads nowhere; a move that always leaves a cost has one way only."""
    ways: dict[tuple[Phase, str], list[bool]] = {}
    for transition in TRANSITIONS:
        ways.setdefault((transition.phase, transition.move.type), []).append(
            transition.guard is None
        )
    always_cost = {"process_line", "process_territory_region"}
    for (_, move), open_ways in ways.items():
        assert open_ways[-1] or move in always_cost
        assert not any(open_ways[:-1])


def test_a_turn_visits_its_phases_in_order_and_every_step_is_a_move() -> None:
    """R070, R073, R074, R075, R209: the next turn starts with placement again."""
    state = new_game("square8", 2)
    seen = [state.phase]
    for move in ("@d4", "d4-d5", "-", "-"):
        state = play(state, move)
        seen.append(state.phase)
    assert seen == [
        Phase.RING_PLACEMENT,
        Phase.MOVEMENT,
        Phase.LINE_PROCESSING,
        Phase.TERRITORY_PROCESSING,
        Phase.RING_PLACEMENT,
    ]
    assert (state.player, state.turn_number) == (2, 2)
    assert len(state.history) == 4


def test_the_core_waits_for_the_bookkeeping_move() -> None:
    """R074, R075, R076: nothing happens between moves."""
    state = play(new_game("square8", 2), "@d4", "d4-d5")
    assert offered(state) == set()
    assert due(state) == "no_line_action"
    assert play(state, "-").phase is Phase.TERRITORY_PROCESSING
