"""The position string: a whole state but its history in one line, there and back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.rules import BOARD_NAMES, InvalidStateError, Phase, apply, conclude, new_game
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import FIELDS, MAX_LENGTH, dump_position, load_position
from ringrift.rules.setup import Setup
from ringrift.rules.wire import load_state
from tests.rules.wire_examples import EXAMPLE, FINISHED, SPARSE, changed, game_states

ROOT = Path(__file__).parent.parent.parent
NEW = "square8 standard 8/8/8/8/8/8/8/8 1 ring_placement 1 h 18,18 0,0 -,- -,- -/-/-/- on *"
MIDDLE = (
    "square8 standard 8/a7/2A3(ba)1/3(aa)4/8/8/8/8 1 movement 3 aht,@d4 15,17 0,0 3,2 -,- "
    "-/-/-/- on *"
)


def test_a_new_game_reads_as_an_empty_board() -> None:
    assert dump_position(new_game("square8", 2)) == NEW
    assert load_position(NEW) == new_game("square8", 2)


def test_the_rows_of_a_hexagon_grow_and_shrink() -> None:
    """R003."""
    text = dump_position(new_game("hex8", 4, "classic"))
    assert text.startswith("hex8 classic 5/6/7/8/9/8/7/6/5 1 ring_placement 1 h 18,18,18,18 ")
    assert load_position(text) == new_game("hex8", 4, "classic")


def test_pieces_stand_where_they_are_written() -> None:
    """R021: a marker, a collapsed cell, two stacks, and the placed stack that must move."""
    assert dump_position(load_state(EXAMPLE)) == MIDDLE
    assert load_position(MIDDLE) == load_state(EXAMPLE)


def test_a_finished_game_names_winner_and_reason() -> None:
    """R170."""
    text = dump_position(load_state(FINISHED))
    assert text.endswith(" 1:ring_elimination")
    assert load_position(text) == load_state(FINISHED)
    over = conclude(new_game("square8", 2, swap=False), 2, "resignation")
    assert dump_position(over).endswith(" off 2:resignation")
    assert load_position(dump_position(over)) == over


def test_a_swapped_game_says_so() -> None:
    """R180."""
    state = new_game("square8", 2)
    for move in ("@d4", "d4-d5", "-", "-", "swap"):
        state = apply(state, parse_move(state, move))
    assert dump_position(state).split(" ")[FIELDS.index("swap")] == "used"
    assert load_position(dump_position(state)) == state


@pytest.mark.parametrize(
    ("phase", "turn", "written"),
    [
        ("chain_capture", {"captureFrom": "3,3"}, "aht,xd4"),
        ("line_processing", {"pendingElimination": "line"}, "aht,^line"),
        (
            "line_processing",
            {"recoveryMode": "line", "pendingElimination": "recovery"},
            "ah,^recovery,~line",
        ),
        ("line_processing", {"acted": False, "hadRealAction": False}, "-"),
    ],
)
def test_the_turn_so_far_is_written_with_the_signs_of_notation(
    phase: str, turn: dict[str, object], written: str
) -> None:
    """R070."""
    state = load_state(changed(SPARSE, {"currentPhase": phase, "turn": turn}))
    assert dump_position(state).split(" ")[FIELDS.index("turn")] == written
    assert load_position(dump_position(state)) == state


def test_the_rounds_are_written() -> None:
    """R172."""
    lps = {
        "roundHadAction": [1],
        "roundTookAction": [1],
        "roundPartial": False,
        "exclusivePlayer": 1,
        "exclusiveRounds": 1,
    }
    state = load_state(changed(SPARSE, {"currentPlayer": 2, "lps": lps}))
    assert " 1/1/-/1x1 " in dump_position(state)
    assert load_position(dump_position(state)) == state
    assert " -/-/p/- " in dump_position(load_state(SPARSE))


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_every_state_along_random_play_survives(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state = random_position(setup, rng)
    for step in play_randomly(state, rng, 10, prefer_rare_moves):
        text = dump_position(step.after)
        assert load_position(text) == step.after
        assert dump_position(load_position(text)) == text
        assert "\n" not in text


def test_a_whole_game_survives_to_its_end() -> None:
    state = new_game("square8", 3)
    for step in play_randomly(state, Random(3), 1000):
        state = step.after
        assert load_position(dump_position(state)) == state
    assert state.phase is Phase.GAME_OVER


def test_states_of_the_vectors_survive() -> None:
    for wire in game_states(every=40):
        state = load_state(wire)
        assert load_position(dump_position(state)) == state


def with_field(field: str, value: str) -> str:
    parts = MIDDLE.split(" ")
    parts[FIELDS.index(field)] = value
    return " ".join(parts)


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("board", "square9", "board"),
        ("edition", "modern", "edition"),
        ("cells", "8/8", "cells"),
        ("cells", "8/8/8/8/8/8/8/9", "cells[8]"),
        ("cells", "8/8/8/8/8/8/8/7", "cells[8]"),
        ("cells", "8/8/8/8/8/8/8/", "cells[8]"),
        ("cells", "8/a8/8/8/8/8/8/8", "cells[2]"),
        ("cells", "8/8a/8/8/8/8/8/8", "cells[2]"),
        ("cells", "e7/8/8/8/8/8/8/8", "cells[1]"),
        ("cells", "()7/8/8/8/8/8/8/8", "cells[1]"),
        ("cells", "08/8/8/8/8/8/8/8", "cells[1]"),
        ("seat", "one", "seat"),
        ("seat", "3", "currentPlayer"),
        ("phase", "tea", "phase"),
        ("turnNumber", "-3", "turnNumber"),
        ("turnNumber", "03", "turnNumber"),
        ("turnNumber", "0", "turnNumber"),
        ("turn", "", "turn"),
        ("turn", "hat", "turn"),
        ("turn", "aht,@d9", "turn"),
        ("turn", "aht,@d4,@d5", "turn"),
        ("turn", "aht,@g3", "turn.mustMoveFrom"),
        ("hands", "15,17,18,18,18", "eliminated"),
        ("hands", "15;17", "hands"),
        ("hands", "16,17", "players[0].ringsInHand"),
        ("eliminated", "0", "eliminated"),
        ("eliminated", "0,x", "eliminated"),
        ("lastAction", "3", "lastAction"),
        ("lastAction", "3,soon", "lastAction"),
        ("out", "-,-,-", "out"),
        ("out", "1,-", "players[0].eliminatedAtTurn"),
        ("rounds", "-/-/-", "rounds"),
        ("rounds", "21/-/-/-", "lps.roundHadAction"),
        ("swap", "maybe", "swap"),
        ("result", "1-0", "result"),
        ("result", "1:luck", "winner"),
        ("result", "1:stalemate", "winner"),
    ],
)
def test_a_broken_field_is_named(field: str, value: str, path: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        load_position(with_field(field, value))
    assert caught.value.path == path
    assert caught.value.message


@pytest.mark.parametrize("text", ["", NEW + " ", NEW.replace(" ", "  "), "x" * (MAX_LENGTH + 1)])
def test_a_string_with_too_few_or_too_many_fields_is_refused(text: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        load_position(text)
    assert caught.value.code == "MALFORMED"


def test_what_is_no_string_is_refused() -> None:
    text: object = None
    with pytest.raises(InvalidStateError, match="Expected a position string"):
        load_position(text)  # type: ignore[arg-type]


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from((NEW, MIDDLE)),
    st.integers(0, 200),
    st.integers(0, 4),
    st.text("0189aA(),/-@x^~h *", max_size=4),
)
def test_an_edited_string_is_refused_or_reads_as_it_is_written(
    text: str, at: int, drop: int, put: str
) -> None:
    edited = text[:at] + put + text[at + drop :]
    try:
        state = load_position(edited)
    except InvalidStateError:
        return
    assert dump_position(state) == edited


def test_the_examples_of_the_reference_are_written_as_they_are_read() -> None:
    page = (ROOT / "docs" / "reference" / "position-string.md").read_text(encoding="utf-8")
    examples = [line for line in page.splitlines() if line.startswith(BOARD_NAMES)]
    assert len(examples) == 3
    for text in examples:
        assert dump_position(load_position(text)) == text
