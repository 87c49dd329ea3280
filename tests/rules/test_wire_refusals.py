"""What import refuses: always with one of our errors, which names the field, the rule and a fix."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from ringrift.rules import (
    InvalidMoveError,
    InvalidStateError,
)
from ringrift.rules.wire import load_json, load_state
from ringrift.rules.wire_fields import MAX_TEXT_LENGTH, describe_value
from tests.rules.wire_examples import (
    EXAMPLE,
    FINISHED,
    MISSING,
    SPARSE,
    Json,
    changed,
    scenarios,
)

HEX = changed(
    SPARSE,
    {
        "board": {
            "type": "hex8",
            "stacks": {"0,0,0": {"rings": [1, 1, 2]}, "1,0,-1": {"rings": [2, 2, 1]}},
            "markers": {},
            "collapsedSpaces": {},
        }
    },
)
LINES = changed(SPARSE, {"currentPhase": "line_processing"})
TERRITORY = changed(SPARSE, {"currentPhase": "territory_processing"})
CHAIN = changed(SPARSE, {"currentPhase": "chain_capture", "turn.captureFrom": "3,3"})
RECOVERED = changed(LINES, {"turn.recoveryMode": "line", "turn.pendingElimination": "recovery"})
WITHOUT_OWN_STACK: dict[str, object] = {
    "board.stacks.3,3": MISSING,
    "players[0].eliminatedRings": 9,
}


def refused(wire: object) -> InvalidStateError:
    with pytest.raises(InvalidStateError) as caught:
        load_state(wire)
    assert caught.value.message
    return caught.value


def check(base: Json, changes: dict[str, object], path: str, code: str, rule: str) -> None:
    load_state(base)  # so that the change is what is refused
    error = refused(changed(base, changes))
    assert (error.path, error.code, error.rule) == (path, code, rule), str(error)


@pytest.mark.parametrize(
    "row", [row for row in scenarios() if row.get("refuse")], ids=lambda row: row["id"]
)
def test_scenarios_that_contradict_themselves_are_refused(row: Json) -> None:
    error = refused(row["initial"])
    assert error.path == row["path"]
    # The vectors let an engine name a neighbouring rule. This cost follows no recovery: R113 comes
    # first.
    assert error.rule in row["rules"] or error.rule == "R113"


@pytest.mark.parametrize(
    ("changes", "path", "code", "rule"),
    [
        ({"edition": "modern"}, "edition", "MALFORMED", "R020"),
        ({"edition": 7}, "edition", "MALFORMED", "R020"),
        ({"board": []}, "board", "MALFORMED", "R001"),
        ({"board": MISSING}, "board", "MALFORMED", "R001"),
        ({"board.type": "square9"}, "board.type", "MALFORMED", "R001"),
        ({"board.type": MISSING}, "board.type", "MALFORMED", "R001"),
        ({"board.size": 9}, "board.size", "CONTRADICTION", "R001"),
        ({"board.size": "8"}, "board.size", "MALFORMED", "R001"),
        ({"board.stacks": None}, "board.stacks", "MALFORMED", "R021"),
        ({"board.stacks.8,0": {"rings": [1]}}, "board.stacks.8,0", "MALFORMED", "R001"),
        ({"board.stacks.03,4": {"rings": [1]}}, "board.stacks.03,4", "MALFORMED", "R001"),
        ({"board.stacks.3,3": 2}, "board.stacks.3,3", "MALFORMED", "R021"),
        ({"board.stacks.3,3": {}}, "board.stacks.3,3.rings", "MALFORMED", "R021"),
        ({"board.stacks.3,3.rings": []}, "board.stacks.3,3.rings", "MALFORMED", "R021"),
        ({"board.stacks.3,3.rings": "11"}, "board.stacks.3,3.rings", "MALFORMED", "R021"),
        ({"board.stacks.3,3.rings": [1, 3]}, "board.stacks.3,3.rings[1]", "MALFORMED", "R021"),
        ({"board.stacks.3,3.rings": [1, True]}, "board.stacks.3,3.rings[1]", "MALFORMED", "R021"),
        ({"board.stacks.3,3.rings": [1, 1.0]}, "board.stacks.3,3.rings[1]", "MALFORMED", "R021"),
        ({"board.stacks.3,3.rings": [1] * 9}, "board.stacks.3,3.rings", "CONTRADICTION", "R091"),
        ({"board.stacks.3,3.stackHeight": 3},
         "board.stacks.3,3.stackHeight", "CONTRADICTION", "R022"),
        ({"board.stacks.3,3.capHeight": 1}, "board.stacks.3,3.capHeight", "CONTRADICTION", "R022"),
        ({"board.stacks.3,3.controllingPlayer": 2},
         "board.stacks.3,3.controllingPlayer", "CONTRADICTION", "R022"),
        ({"board.stacks.3,3.position.x": 4}, "board.stacks.3,3.position", "CONTRADICTION", "R021"),
        ({"board.stacks.3,3.position.z": 0}, "board.stacks.3,3.position", "CONTRADICTION", "R021"),
        ({"board.markers.0,1.player": 0}, "board.markers.0,1.player", "MALFORMED", "R021"),
        ({"board.markers.0,1.type": "golden"}, "board.markers.0,1.type", "CONTRADICTION", "R021"),
        ({"board.markers.2,2": {"player": 1}},
         "board.collapsedSpaces.2,2", "CONTRADICTION", "R052"),
        ({"board.markers.3,3": {"player": 1}}, "board.markers.3,3", "CONTRADICTION", "R052"),
        ({"board.collapsedSpaces.2,2": "1"}, "board.collapsedSpaces.2,2", "MALFORMED", "R021"),
        ({"board.eliminatedRings.2": 1}, "board.eliminatedRings.2", "CONTRADICTION", "R060"),
        ({"board.eliminatedRings": []}, "board.eliminatedRings", "MALFORMED", "R060"),
        ({"players": {}}, "players", "MALFORMED", "R020"),
        ({"players": []}, "players", "MALFORMED", "R020"),
        ({"players": [EXAMPLE["players"][0]] * 5}, "players", "MALFORMED", "R020"),
        ({"players[1].playerNumber": 1}, "players[1].playerNumber", "CONTRADICTION", "R020"),
        ({"players[0].ringsInHand": -1}, "players[0].ringsInHand", "MALFORMED", "R020"),
        ({"players[0].ringsInHand": 10**400}, "players[0].ringsInHand", "MALFORMED", "R020"),
        ({"players[0].ringsInHand": MISSING}, "players[0].ringsInHand", "MALFORMED", "R020"),
        ({"players[0].ringsInHand": 16}, "players[0].ringsInHand", "CONTRADICTION", "R020"),
        ({"players[1].ringsInHand": 16}, "players", "CONTRADICTION", "R020"),
        ({"players[0].eliminatedRings": MISSING},
         "players[0].eliminatedRings", "MALFORMED", "R060"),
        ({"players[0].territorySpaces": 2}, "players[0].territorySpaces", "CONTRADICTION", "R041"),
        ({"players[1].lastActionTurn": 4}, "players[1].lastActionTurn", "CONTRADICTION", "R170"),
        ({"players[1].lastActionTurn": 0}, "players[1].lastActionTurn", "MALFORMED", "R170"),
        ({"players[1].eliminatedAtTurn": 2},
         "players[1].eliminatedAtTurn", "CONTRADICTION", "R170"),
        ({"currentPlayer": 3}, "currentPlayer", "MALFORMED", "R070"),
        ({"currentPlayer": None}, "currentPlayer", "MALFORMED", "R070"),
        ({"currentPhase": "tea"}, "currentPhase", "MALFORMED", "R070"),
        ({"turnNumber": 0}, "turnNumber", "MALFORMED", "R070"),
        ({"turnNumber": float("nan")}, "turnNumber", "MALFORMED", "R070"),
        ({"gameStatus": "paused"}, "gameStatus", "MALFORMED", "R170"),
        ({"gameStatus": "completed"}, "gameStatus", "CONTRADICTION", "R170"),
        ({"winner": 1}, "winner", "CONTRADICTION", "R170"),
        ({"victoryReason": "stalemate"}, "victoryReason", "CONTRADICTION", "R170"),
        ({"ranking": []}, "ranking", "CONTRADICTION", "R170"),
        ({"totalRingsInPlay": 72}, "totalRingsInPlay", "CONTRADICTION", "R020"),
        ({"totalRingsEliminated": 1}, "totalRingsEliminated", "CONTRADICTION", "R060"),
        ({"victoryThreshold": 19}, "victoryThreshold", "CONTRADICTION", "R061"),
        ({"territoryVictoryThreshold": 32}, "territoryVictoryThreshold", "CONTRADICTION", "R062"),
        ({"swap.enabled": "yes"}, "swap.enabled", "MALFORMED", "R180"),
        ({"swap": {"enabled": False, "used": True}}, "swap.used", "CONTRADICTION", "R180"),
        ({"swap.used": True, "turnNumber": 1,
          "players[0].lastActionTurn": 1, "players[1].lastActionTurn": None},
         "swap.used", "CONTRADICTION", "R180"),
        ({"turn": 5}, "turn", "MALFORMED", "R070"),
        ({"turn.mustMoveFrom": 33}, "turn.mustMoveFrom", "MALFORMED", "R001"),
        ({"turn.mustMoveFrom": "9,9"}, "turn.mustMoveFrom", "MALFORMED", "R001"),
        ({"turn.mustMoveFrom": "6,2"}, "turn.mustMoveFrom", "CONTRADICTION", "R081"),
        ({"turn.mustMoveFrom": "4,4"}, "turn.mustMoveFrom", "CONTRADICTION", "R081"),
        ({"turn.mustMoveFrom": None}, "turn.acted", "CONTRADICTION", "R081"),
        ({"turn.acted": False}, "turn.tookRealAction", "CONTRADICTION", "R072"),
        ({"turn.tookRealAction": False}, "turn.tookRealAction", "CONTRADICTION", "R172"),
        ({"turn": MISSING, "currentPhase": "ring_placement"},
         "players[0].lastActionTurn", "CONTRADICTION", "R170"),
        ({"turn.hadRealAction": False}, "turn.hadRealAction", "CONTRADICTION", "R172"),
        ({"turn.acted": 1}, "turn.acted", "MALFORMED", "R072"),
        ({"turn.pendingElimination": "rings"}, "turn.pendingElimination", "MALFORMED", "R122"),
        ({"turn.recoveryMode": True}, "turn.recoveryMode", "MALFORMED", "R110"),
        ({"turn.captureFrom": "3,3"}, "turn.captureFrom", "CONTRADICTION", "R103"),
        ({"lps": []}, "lps", "MALFORMED", "R172"),
        ({"lps.roundHadAction": [1]}, "lps.roundHadAction", "CONTRADICTION", "R172"),
        ({"lps.roundHadAction": [2, 1]}, "lps.roundHadAction", "MALFORMED", "R172"),
        ({"lps.roundHadAction": [1, 1]}, "lps.roundHadAction", "MALFORMED", "R172"),
        ({"lps.roundHadAction": [1, 2, 3]}, "lps.roundHadAction", "MALFORMED", "R172"),
        ({"lps.roundTookAction": [2]}, "lps.roundTookAction", "CONTRADICTION", "R172"),
        ({"lps.exclusivePlayer": 1}, "lps.exclusiveRounds", "CONTRADICTION", "R172"),
        ({"lps.exclusiveRounds": 1}, "lps.exclusiveRounds", "CONTRADICTION", "R172"),
        ({"lps.exclusivePlayer": 1, "lps.exclusiveRounds": 2},
         "lps.exclusiveRounds", "CONTRADICTION", "R172"),
        ({"lps.exclusiveRounds": 3}, "lps.exclusiveRounds", "MALFORMED", "R172"),
        ({"moveHistory": {}}, "moveHistory", "MALFORMED", "R074"),
        ({"moveHistory": [{"type": "pass", "player": 1}]},
         "moveHistory[0].type", "MALFORMED", "R074"),
        ({"moveHistory": [{"type": "swap_sides", "player": 3}]},
         "moveHistory[0]", "CONTRADICTION", "R074"),
        ({"moveHistory": [{"type": "forced_elimination", "player": 1, "to": {"x": 8, "y": 0}}]},
         "moveHistory[0]", "CONTRADICTION", "R074"),
    ],
)  # fmt: skip
def test_the_example_with_something_wrong_is_refused(
    changes: dict[str, object], path: str, code: str, rule: str
) -> None:
    check(EXAMPLE, changes, path, code, rule)


@pytest.mark.parametrize(
    ("base", "changes", "path", "rule"),
    [
        (SPARSE, {"turn.acted": True}, "turn.acted", "R072"),
        (SPARSE, {"turn.hadRealAction": False}, "turn.hadRealAction", "R172"),
        (SPARSE, {"turn.mustMoveFrom": "3,3", "turn.acted": False}, "turn.mustMoveFrom", "R081"),
        (LINES, {"turn.mustMoveFrom": "3,3"}, "turn.mustMoveFrom", "R081"),
        (CHAIN, {"turn.captureFrom": None}, "turn.captureFrom", "R103"),
        (CHAIN, {"turn.captureFrom": "3,5"}, "turn.captureFrom", "R103"),
        (CHAIN, {"turn.captureFrom": "0,0"}, "turn.captureFrom", "R103"),
        (CHAIN, {"turn.tookRealAction": False}, "turn.tookRealAction", "R093"),
        (
            CHAIN,
            {"board.stacks.3,3.rings": [1, 2, 1], "board.stacks.3,5.rings": [2, 2, 1]},
            "turn.captureFrom",
            "R103",
        ),
        (
            LINES,
            {"turn.recoveryMode": "line", "turn.tookRealAction": True},
            "turn.recoveryMode",
            "R110",
        ),
        (LINES, {"turn.recoveryMode": "line", "turn.acted": False}, "turn.recoveryMode", "R110"),
        (SPARSE, {"turn.recoveryMode": "line"}, "turn.recoveryMode", "R110"),
        (LINES, {"edition": "classic", "turn.recoveryMode": "line"}, "turn.recoveryMode", "R110"),
        (LINES, {"turn.pendingElimination": "recovery"}, "turn.pendingElimination", "R113"),
        (LINES, {"turn.pendingElimination": "territory"}, "turn.pendingElimination", "R122"),
        (TERRITORY, {"turn.pendingElimination": "line"}, "turn.pendingElimination", "R122"),
        (CHAIN, {"turn.pendingElimination": "line"}, "turn.pendingElimination", "R122"),
        (
            LINES,
            {"turn.pendingElimination": "line", "turn.acted": False},
            "turn.pendingElimination",
            "R072",
        ),
        (
            LINES,
            {"turn.pendingElimination": "line", **WITHOUT_OWN_STACK},
            "turn.pendingElimination",
            "R122",
        ),
        (RECOVERED, {"turn.pendingElimination": "line"}, "turn.pendingElimination", "R113"),
        (RECOVERED, {"turn.recoveryMode": "fallback"}, "turn.pendingElimination", "R114"),
        (
            RECOVERED,
            {
                "board.stacks.3,3.rings": [1, 2],
                "board.stacks.3,5.rings": [2, 2],
                "players[0].eliminatedRings": 8,
            },
            "turn.pendingElimination",
            "R122",
        ),
        (
            SPARSE,
            {"currentPhase": "forced_elimination", **WITHOUT_OWN_STACK},
            "currentPhase",
            "R100",
        ),
        (SPARSE, {"currentPhase": "capture"}, "turn.captureFrom", "R103"),
    ],
)
def test_a_turn_that_does_not_fit_its_phase_is_refused(
    base: Json, changes: dict[str, object], path: str, rule: str
) -> None:
    """R070-R076: the rules could not go on from there."""
    check(base, changes, path, "CONTRADICTION", rule)


def test_a_placed_stack_that_could_not_move_is_refused() -> None:
    """R082: it would have been a dead placement."""
    shut_in = {f"board.collapsedSpaces.{key}": 2 for key in ("1,0", "0,1", "1,1")}
    corner = {
        "board.stacks.0,0": {"rings": [1]},
        "players[0].ringsInHand": 14,
        "board.markers": {},
        "players[1].territorySpaces": 3,
        "turn.mustMoveFrom": "0,0",
    }
    error = refused(changed(EXAMPLE, {**shut_in, **corner}))
    assert (error.path, error.rule) == ("turn.mustMoveFrom", "R082")


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"winner": MISSING}, "winner", "MALFORMED"),
        ({"winner": None}, "winner", "MALFORMED"),
        ({"victoryReason": "luck"}, "victoryReason", "MALFORMED"),
        ({"victoryReason": MISSING}, "victoryReason", "MALFORMED"),
        ({"gameStatus": "active"}, "gameStatus", "CONTRADICTION"),
        ({"winner": 2}, "victoryReason", "CONTRADICTION"),
        ({"victoryReason": "territory_control"}, "victoryReason", "CONTRADICTION"),
        ({"victoryReason": "stalemate"}, "victoryReason", "CONTRADICTION"),
        (
            {"victoryReason": "last_player_standing", "lps.roundPartial": False},
            "victoryReason",
            "CONTRADICTION",
        ),
        ({"ranking": [{"playerNumber": 2, "rank": 1}]}, "ranking", "CONTRADICTION"),
        ({"ranking": [{"playerNumber": 2}]}, "ranking[0].rank", "MALFORMED"),
        (
            {"lps.roundHadAction": [1, 2], "lps.roundPartial": False},
            "lps.roundHadAction",
            "CONTRADICTION",
        ),
        ({"players[0].lastActionTurn": 42}, "players[0].lastActionTurn", "CONTRADICTION"),
    ],
)
def test_a_finished_game_must_be_won_as_it_says(
    changes: dict[str, object], path: str, code: str
) -> None:
    """R170-R173."""
    load_state(FINISHED)
    error = refused(changed(FINISHED, changes))
    assert (error.path, error.code) == (path, code), str(error)


@pytest.mark.parametrize(
    "reason", ["last_player_standing", "resignation", "timeout", "abandonment"]
)
def test_reasons_that_the_position_does_not_show_are_believed(reason: str) -> None:
    """R172: nothing is known of the rounds; hosts end games as they must."""
    state = load_state(changed(FINISHED, {"victoryReason": reason, "winner": 2}))
    assert state.outcome is not None
    assert state.outcome.reason == reason


def test_a_seat_is_out_only_when_its_turn_has_ended() -> None:
    """R170."""
    gone: dict[str, object] = {
        "board.stacks": {"3,3": {"rings": [1, 1, 1]}},
        "players[0].eliminatedRings": 10,
        "players[1].ringsInHand": 0,
        "players[1].eliminatedRings": 18,
        "players[1].eliminatedAtTurn": 40,
    }
    assert load_state(changed(SPARSE, gone)).seat(2).eliminated_at_turn == 40
    error = refused(changed(SPARSE, gone | {"players[1].eliminatedAtTurn": 41}))
    assert (error.path, error.rule) == ("players[1].eliminatedAtTurn", "R170")


def test_only_two_players_can_swap() -> None:
    """R180."""
    third = {"playerNumber": 3, "ringsInHand": 18, "eliminatedRings": 0}
    error = refused(changed(SPARSE, {"players": [*SPARSE["players"], third], "swap.enabled": True}))
    assert (error.path, error.rule) == ("swap.enabled", "R180")


@pytest.mark.parametrize("key", ["5,0,-5", "1,1,1", "0,0", "", "x" * 1000, "0,0,\u0000"])
def test_cells_that_are_not_on_the_hexagon_are_refused(key: str) -> None:
    """R003."""
    load_state(HEX)
    wire = deepcopy(HEX)
    wire["board"]["markers"][key] = {"player": 1}
    error = refused(wire)
    assert error.code == "MALFORMED"
    assert error.path.startswith("board.markers.")
    assert len(error.path) < 80


def test_a_name_that_is_no_string_is_refused() -> None:
    wire = deepcopy(SPARSE)
    wire["board"]["markers"][4] = {"player": 1}
    assert refused(wire).path == "board.markers.4"


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "state", [], {}, object()])
def test_what_is_no_state_at_all_is_refused(value: object) -> None:
    assert refused(value).code == "MALFORMED"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value"),
        ('{"edition": "standard"', "line 1, column 23"),
        ('{"a": 1, "a": 2}', "'a' is given twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ("[" * 100_000, "nested too deep"),
        ('{"a": ' + "9" * 5000 + "}", "Not JSON"),
        (b"\xff\xfe\xfd", "Not"),
        (b'{"a": "\xe4"}', "byte at offset 7"),
    ],
)
def test_text_that_is_not_json_is_refused_with_its_place(text: str | bytes, says: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        load_json(text)
    assert caught.value.code == "MALFORMED"
    assert says.lower() in caught.value.message.lower()


def test_over_long_text_is_refused_unread() -> None:
    with pytest.raises(InvalidMoveError, match="longer than"):
        load_json(" " * (MAX_TEXT_LENGTH + 1), InvalidMoveError)


def test_json_text_is_read() -> None:
    assert load_state(load_json(json.dumps(EXAMPLE))) == load_state(
        load_json(json.dumps(EXAMPLE).encode())
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (-(10**99), "a number beyond all bounds"),
        (0.5, "0.5"),
        ("ab", "'ab'"),
        ("a\n" * 99, "…'"),
        ([1, 2], "a list of 2"),
        ({}, "an object"),
        (b"", "a bytes"),
    ],
)
def test_messages_repeat_a_bad_value_briefly(value: object, text: str) -> None:
    said = describe_value(value)
    assert said.endswith(text)
    assert len(said) < 100
    assert said.isprintable()
