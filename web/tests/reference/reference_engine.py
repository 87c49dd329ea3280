"""The reference engine for the page's tests: one JSON request per line, one JSON reply per line.

`referenceEngine.ts` runs it behind the page's `Engine` interface. `cases.py` generates the cases.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from cases import CASES

from ringrift.conformance.vectors import Scenario, read_vectors
from ringrift.records import RecordError, dump_text, load_jsonl, load_text, verify
from ringrift.rules import State, apply, bookkeeping, decision, monotone_sum, new_game, state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.explain import why_illegal
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.wire import dump_state_without_history
from ringrift.rules.wire_import import load_state
from ringrift.rules.wire_moves import dump_move, load_move

Json = dict[str, Any]
SCENARIOS = Path(__file__).parents[3] / "tests/data/vectors/scenarios.jsonl"


def view(state: State) -> Json:
    due = decision(state)
    decision_json = None
    if due is not None:
        decision_json = {
            "seat": due.seat,
            "kind": due.kind,
            "interactive": due.interactive,
            "moves": [dump_move(move) for move in due.moves],
            "notation": [format_move(state, move) for move in due.moves],
        }
    wire = {**dump_state_without_history(state), "moveHistory": []}
    return {
        "state": wire,
        "hash": state_hash(state),
        "monotoneSum": monotone_sum(state),
        "decision": decision_json,
    }


def step(state: State, move: Move) -> tuple[State, Json]:
    after = apply(state, move)
    reply = {
        "move": dump_move(move),
        "notation": format_move(state, move),
        "bookkeeping": move.bookkeeping,
    }
    return after, {**reply, "view": view(after)}


def settle(state: State) -> list[Json]:
    steps = []
    while (due := bookkeeping(state)) is not None:
        state, made = step(state, due)
        steps.append(made)
    return steps


def replayed(text: str) -> Json:
    record = load_text(text)
    heading = record.heading
    state, steps = heading.start(), []
    start = view(state)
    for entry in record.entries:
        state, made = step(state, entry.move)
        steps.append(made)
    setup: Json = {"board": heading.board, "players": heading.players}
    setup |= {"edition": heading.edition, "swap": heading.swap}
    result = record.outcome and f"{record.outcome.winner}+{record.outcome.reason}"
    reply = {
        "setup": setup,
        "names": list(heading.names),
        "tags": dict(heading.tags),
        "result": result,
    }
    annotations = [
        {"comment": e.comment, "thinkTimeMs": None, "timestamp": None, "marks": []}
        for e in record.entries
    ]
    return reply | {
        "start": start,
        "steps": steps,
        "comment": record.comment,
        "marks": [],
        "annotations": annotations,
        "variations": [[] for _ in record.entries],
        "end": view(verify(record)),
    }


@cache
def scenarios() -> dict[str, Scenario]:
    return {
        v.id: v for v in read_vectors(SCENARIOS) if isinstance(v, Scenario) and v.script is not None
    }


def choices(name: str) -> list[Json]:
    """Return every state of a scenario with an interactive decision."""
    found = scenarios()[name]
    assert found.script is not None
    state, views = load_state(found.initial), []
    for made in (*found.script.steps, None):
        views.append(view(state))
        if made is not None:
            state = apply(state, load_move(made.move))
    return [seen for seen in views if seen["decision"] and seen["decision"]["interactive"]]


def scenario(name: str, moves: int) -> Json:
    """Return a scenario after its first `moves` moves."""
    found = scenarios()[name]
    assert found.script is not None
    state = load_state(found.initial)
    for made in found.script.steps[:moves]:
        state = apply(state, load_move(made.move))
    return view(state)


def new(setup: Json) -> Json:
    return view(new_game(setup["board"], setup["players"], setup["edition"], swap=setup["swap"]))


def explain(wire: Json, move: Json) -> Json | None:
    refusal = why_illegal(load_state(wire), load_move(move))
    return refusal and refusal.to_json()["error"]


def play_on(wire: Json, move: Json) -> list[Json]:
    state, made = step(load_state(wire), load_move(move))
    return [made, *settle(state)]


def read_record(text: str) -> Json:
    """Read a record that the page has written."""
    record = (load_jsonl if text.startswith("{") else load_text)(text)
    return {
        "hash": record.final_hash,
        "moves": len(record),
        "names": list(record.heading.names),
        "plain": dump_text(record, links=False),
    }


ANSWERS: dict[str, Callable[[Any], Any]] = {
    "newGame": new,
    "inspect": lambda wire: view(load_state(wire)),
    "play": lambda args: step(load_state(args[0]), load_move(args[1]))[1],
    "playAndSettle": lambda args: play_on(*args),
    "settle": lambda wire: settle(load_state(wire)),
    "whyIllegal": lambda args: explain(*args),
    "parseMove": lambda args: dump_move(parse_move(load_state(args[0]), args[1])),
    "fromPositionString": lambda text: view(load_position(text)),
    "toPositionString": lambda wire: dump_position(load_state(wire)),
    "replay": replayed,
    "scenario": lambda args: scenario(*args),
    "scenarios": lambda _: list(scenarios()),
    "choices": choices,
    "cases": lambda kind: CASES[kind](),
    "readRecord": read_record,
}

for line in sys.stdin:
    try:
        method, args = json.loads(line)
        reply = {"answer": ANSWERS[method](args)}
    except RingRiftError as error:
        reply = {"refused": error.refusal.to_json()["error"]}
    except RecordError as error:
        reply = {"refused": {"code": error.code, "rule": "", "message": str(error)}}
    print(json.dumps(reply), flush=True)
