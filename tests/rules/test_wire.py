"""The wire format: every state and move survives a round trip; missing fields are derived."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.rules import (
    MOVE_TYPES,
    History,
    InvalidMoveError,
    Move,
    MoveStack,
    Phase,
    PlaceRing,
    ProcessTerritoryRegion,
    RecoverySlide,
    apply,
    conclude,
    legal_moves,
    new_game,
    state_hash,
)
from ringrift.rules.notation import parse_move
from ringrift.rules.setup import Setup
from ringrift.rules.state import Rounds, Turn
from ringrift.rules.wire import (
    dump_move,
    dump_state,
    dump_state_without_history,
    load_move,
    load_state,
)
from ringrift.rules.wire_types import (
    BoardObject,
    LpsObject,
    MarkerObject,
    PlacingObject,
    PlayerObject,
    StackObject,
    StateObject,
    SwapObject,
    TurnObject,
)
from tests.rules.wire_examples import (
    EXAMPLE,
    FINISHED,
    MISSING,
    SPARSE,
    Json,
    changed,
    game_states,
    rows,
    scenarios,
)

REFERENCE = Path(__file__).parent.parent.parent / "docs" / "reference"


def test_the_example_of_the_format_is_read_and_written_unchanged() -> None:
    assert dump_state(load_state(EXAMPLE)) == EXAMPLE


def test_the_example_of_the_reference_is_that_example() -> None:
    page = (REFERENCE / "wire.md").read_text(encoding="utf-8")
    block = page.partition("## State\n")[2].partition("```json\n")[2].partition("```")[0]
    assert json.loads(block) == EXAMPLE


def test_the_examples_of_the_reference_run() -> None:
    failed, tried = doctest.testfile(str(REFERENCE / "wire.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_states_of_the_vectors_are_read_and_written_unchanged() -> None:
    count = 0
    for wire in game_states(every=12):
        assert dump_state_without_history(load_state(wire)) == wire
        count += 1
    assert count > 100


def test_positions_of_the_perft_vectors_are_read_and_written_unchanged() -> None:
    positions = [row["state"] for row in rows("perft.jsonl.gz", every=4) if row["state"]]
    assert len(positions) > 50
    for wire in positions:
        assert dump_state_without_history(load_state(wire)) == wire


@pytest.mark.parametrize(
    "row", [row for row in scenarios() if not row.get("refuse")], ids=lambda row: row["id"]
)
def test_scenarios_are_imported_with_the_given_digest(row: Json) -> None:
    """R190."""
    assert state_hash(load_state(row["initial"])) == row["initialDigest"]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_a_state_survives_with_its_history(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    state = random_position(setup, rng)
    for step in play_randomly(state, rng, 25, prefer_rare_moves):
        state = step.after
    again = load_state(dump_state(state))
    assert again == state
    assert again.history == state.history
    assert dump_state(again) == dump_state(state)


def test_a_whole_game_survives_after_every_move() -> None:
    state = new_game("hex8", 3)
    for step in play_randomly(state, Random(5), 1000):
        assert load_state(dump_state_without_history(step.after)) == step.after
        state = step.after
    assert state.outcome is not None
    assert load_state(dump_state(state)).outcome == state.outcome


def test_a_game_given_up_in_the_middle_of_a_chain_survives() -> None:
    """R170: the turn stays as the last move left it."""
    chain = changed(SPARSE, {"currentPhase": "chain_capture", "turn.captureFrom": "3,3"})
    over = conclude(load_state(chain), 2, "resignation")
    assert over.turn.capture_from is not None
    assert load_state(dump_state(over)) == over


@pytest.mark.parametrize("phase", ["movement", "line_processing"])
def test_a_game_given_up_with_something_left_to_do_survives(phase: str) -> None:
    """R170."""
    turn: dict[str, object] = {"currentPhase": phase}
    if phase == "movement":
        turn["turn.mustMoveFrom"] = "3,3"
    else:
        turn["turn.pendingElimination"] = "line"
    over = conclude(load_state(changed(SPARSE, turn)), 2, "timeout")
    assert load_state(dump_state(over)) == over


def test_what_may_be_missing_is_derived() -> None:
    """R020, R022, R061, R062: the same state with every such field and with none."""
    state = load_state(SPARSE)
    full = dump_state(state)
    assert full["edition"] == "standard"
    assert full["board"]["size"] == 8
    assert full["board"]["stacks"]["3,3"]["capHeight"] == 2
    assert full["board"]["eliminatedRings"] == {"1": 6, "2": 9}
    assert full["players"][1]["territorySpaces"] == 1
    assert full["victoryThreshold"] == 18
    assert full["territoryVictoryThreshold"] == 33
    assert full["gameStatus"] == "active"
    assert full["swap"] == {"enabled": True, "used": False}
    assert load_state(full) == state


def test_a_round_of_which_nothing_is_known_began_in_the_middle() -> None:
    """R172."""
    assert load_state(SPARSE).rounds == Rounds(partial=True)
    assert load_state(changed(SPARSE, {"lps": {}})).rounds == Rounds(partial=True)


def test_the_swap_rule_is_off_with_three_players() -> None:
    """R180."""
    third = {"playerNumber": 3, "ringsInHand": 18, "eliminatedRings": 0}
    assert not load_state(changed(SPARSE, {"players": [*SPARSE["players"], third]})).swap_enabled


def test_an_empty_swap_object_says_nothing() -> None:
    """R180."""
    state = load_state(changed(SPARSE, {"swap": {}}))
    assert (state.swap_enabled, state.swap_used) == (True, False)


@pytest.mark.parametrize(
    ("phase", "given_turn", "derived"),
    [
        ("ring_placement", {}, Turn(had_real_action=True)),
        ("movement", {}, Turn(had_real_action=True)),
        ("line_processing", {}, Turn(acted=True, had_real_action=True, took_real_action=True)),
        ("territory_processing", {}, Turn(acted=True, had_real_action=True, took_real_action=True)),
        ("forced_elimination", {}, Turn(had_real_action=True)),
        ("line_processing", {"acted": False}, Turn(had_real_action=True)),
        (
            "territory_processing",
            {"recoveryMode": "fallback"},
            Turn(recovery_mode="fallback", acted=True, had_real_action=True),
        ),
    ],
)
def test_a_missing_turn_follows_from_the_phase(phase: str, given_turn: Json, derived: Turn) -> None:
    """R072, R172."""
    assert load_state(changed(SPARSE, {"currentPhase": phase, "turn": given_turn})).turn == derived


def test_a_placed_stack_says_that_the_turn_holds_an_action() -> None:
    """R081."""
    turn = load_state(
        changed(SPARSE, {"currentPhase": "movement", "turn.mustMoveFrom": "3,3"})
    ).turn
    assert (turn.acted, turn.had_real_action, turn.took_real_action) == (True, True, True)


@pytest.mark.parametrize("phase", ["capture", "chain_capture"])
def test_a_capture_phase_needs_to_know_only_which_stack_captures(phase: str) -> None:
    """R103."""
    state = load_state(changed(SPARSE, {"currentPhase": phase, "turn": {"captureFrom": "3,3"}}))
    assert (state.turn.acted, state.turn.had_real_action, state.turn.took_real_action) == (
        True,
        True,
        True,
    )
    assert legal_moves(state)


def test_a_player_who_cannot_act_had_no_real_action() -> None:
    """R172: nothing in hand and no stack."""
    stuck = changed(
        SPARSE,
        {
            "board.stacks": {"3,5": {"rings": [2, 2, 1]}},
            "players[0].ringsInHand": 0,
            "players[0].eliminatedRings": 14,
        },
    )
    assert load_state(stuck).turn == Turn(had_real_action=False)


def test_the_ranking_of_a_finished_game_is_derived() -> None:
    """R170."""
    state = load_state(FINISHED)
    assert state.phase is Phase.GAME_OVER
    assert dump_state(state)["gameStatus"] == "completed"
    assert dump_state(state)["ranking"] == [
        {"playerNumber": 1, "rank": 1},
        {"playerNumber": 2, "rank": 2},
    ]
    assert load_state(changed(FINISHED, {"ranking": None})) == state


def test_a_position_that_is_won_already_is_accepted() -> None:
    """R170: decided when the turn ends."""
    won = changed(
        FINISHED, {"currentPhase": "ring_placement", "winner": None, "victoryReason": None}
    )
    assert load_state(won).outcome is None


def test_unknown_fields_are_passed_over() -> None:
    extra = {
        "comment": "mine",
        "board.theme": "dark",
        "players[0].name": "Ada",
        "turn.clock": 3,
        "lps.x": [1],
    }
    assert load_state(changed(EXAMPLE, extra)) == load_state(EXAMPLE)


def test_an_imported_history_is_kept() -> None:
    """R074."""
    moves = [
        {
            "type": "place_ring",
            "player": 1,
            "to": {"x": 3, "y": 1},
            "placementCount": 2,
            "moveNumber": 1,
        },
        {
            "type": "move_ring",
            "player": 1,
            "from": {"x": 3, "y": 1},
            "to": {"x": 3, "y": 3},
            "thinkTimeMs": 9,
        },
    ]
    state = load_state(changed(SPARSE, {"moveHistory": moves}))
    assert state.history == History([PlaceRing(1, (3, 1), 2), MoveStack(1, (3, 1), (3, 3))])
    assert dump_state(state)["moveHistory"][1] == {
        "type": "move_stack",
        "player": 1,
        "from": {"x": 3, "y": 1},
        "to": {"x": 3, "y": 3},
    }


def test_the_history_grows_with_the_game() -> None:
    """R074, R075: every move, bookkeeping included."""
    state = new_game("square8", 2)
    for text in ("@d4x2", "d4-d6", "-", "-", "swap"):
        state = apply(state, parse_move(state, text))
    types = [move["type"] for move in dump_state(state)["moveHistory"]]
    assert types == [
        "place_ring",
        "move_stack",
        "no_line_action",
        "no_territory_action",
        "swap_sides",
    ]


def test_every_move_of_the_scenarios_is_read_and_written_unchanged() -> None:
    """R075: every type of move occurs."""
    seen = set()
    for row in scenarios():
        for step in row.get("steps", ()):
            assert dump_move(load_move(step["move"])) == step["move"]
            seen.add(step["move"]["type"])
    assert seen == set(MOVE_TYPES)


def test_every_move_of_sample_games_is_read_and_written_unchanged() -> None:
    for board in ("square8", "hexagonal"):
        for row in rows(f"games-{board}.jsonl.gz", every=20):
            for step in row["steps"]:
                assert dump_move(load_move(step["move"])) == step["move"]


@pytest.mark.parametrize(
    ("older", "name"),
    [
        ("move_ring", "move_stack"),
        ("choose_line_option", "choose_line_reward"),
        ("choose_territory_option", "process_territory_region"),
    ],
)
def test_older_names_of_moves_are_accepted(older: str, name: str) -> None:
    move = next(
        step["move"]
        for row in scenarios()
        for step in row.get("steps", ())
        if step["move"]["type"] == name
    )
    assert dump_move(load_move(move | {"type": older})) == move


def test_what_a_record_adds_to_a_move_means_nothing() -> None:
    move = dump_move(MoveStack(2, (1, -3, 2), (1, 0, -1)))
    assert load_move(move | {"moveNumber": 7, "timestamp": "now", "thinkTimeMs": 12}) == load_move(
        move
    )


def test_a_region_without_a_marker_border_says_so() -> None:
    """R145: null, not left out."""
    move = ProcessTerritoryRegion(1, ((0, 0), (1, 0)), None)
    assert dump_move(move)["borderPlayer"] is None
    assert load_move(dump_move(move)) == move


def test_a_slide_names_only_what_its_mode_needs() -> None:
    """R112."""
    free = RecoverySlide(1, (5, 2), (5, 1), "line", None, ((1, 1), (2, 1)), 2, ((1, 1),))
    wire = dump_move(free)
    assert "extractionStack" not in wire
    assert load_move(wire) == load_move(wire | {"extractionStack": None}) == free


def test_a_field_given_and_missing_comes_to_the_same() -> None:
    """Each field that may be missing, one at a time."""
    full = dump_state(load_state(SPARSE))
    optional = [
        "edition",
        "swap",
        "turn",
        "gameStatus",
        "winner",
        "victoryReason",
        "ranking",
        "totalRingsInPlay",
        "totalRingsEliminated",
        "victoryThreshold",
        "territoryVictoryThreshold",
        "moveHistory",
        "board.size",
        "board.eliminatedRings",
        "board.eliminatedRings.1",
        "board.stacks.3,3.position",
        "board.stacks.3,3.stackHeight",
        "board.stacks.3,3.capHeight",
        "board.stacks.3,3.controllingPlayer",
        "board.markers.4,3.position",
        "board.markers.4,3.type",
        "players[0].territorySpaces",
        "players[0].lastActionTurn",
        "players[0].eliminatedAtTurn",
    ]
    for path in optional:
        assert load_state(changed(full, {path: MISSING})) == load_state(full), path


def test_a_move_of_no_kind_cannot_be_written() -> None:
    """R074."""
    with pytest.raises(InvalidMoveError, match="MALFORMED"):
        dump_move(Move(1))


@pytest.mark.parametrize("wire", [EXAMPLE, FINISHED])
def test_a_written_state_has_every_key_of_its_shape_and_no_other(wire: Json) -> None:
    written = dump_state(load_state(wire))
    board = written["board"]
    shapes: list[tuple[object, type]] = [
        (written, StateObject),
        (board, BoardObject),
        (written["swap"], SwapObject),
        (written["turn"], TurnObject),
        (written["lps"], LpsObject),
        *((player, PlayerObject) for player in written["players"]),
        *((stack, StackObject) for stack in board["stacks"].values()),
        *((marker, MarkerObject) for marker in board["markers"].values()),
        *((placing, PlacingObject) for placing in written["ranking"] or ()),
    ]
    for found, shape in shapes:
        assert isinstance(found, dict)
        assert set(found) == set(shape.__annotations__), shape.__name__
