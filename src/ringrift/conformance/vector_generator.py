"""Writes conformance vectors from the reference engine, so that other engines can be checked."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from ringrift.conformance.perft import perft_counts
from ringrift.conformance.positions import random_position
from ringrift.conformance.random_play import play_randomly
from ringrift.conformance.scenario_claims import describe_changes
from ringrift.conformance.vectors import Json, VectorKind, refuse_vector
from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.hashing import legal_digest, state_hash
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.rules.wire import dump_move, dump_state_without_history

CHECKPOINT_EVERY: Final = 25
MAX_GAME_LENGTH: Final = 20_000  # far beyond the longest game
MAX_MOVES_FROM_POSITION: Final = 120
_COMPACT: Final = (",", ":")
_SPACED: Final = (", ", ": ")


def make_game_vector(name: str, setup: Setup, initial: State, moves: Iterable[Move]) -> Json:
    """Return a game vector: the moves from a state, with all data that other engines compare."""
    state, steps, checkpoints = initial, [], {}
    for move in moves:
        offered = legal_moves(state)
        state = apply(state, move)
        steps.append(
            {
                "move": dump_move(move),
                "legal": len(offered),
                "legalDigest": legal_digest(offered),
                "stateDigest": state_hash(state),
            }
        )
        if len(steps) % CHECKPOINT_EVERY == 0:
            checkpoints[str(len(steps))] = _canonical_state(state)
    return {
        "id": name,
        "board": setup.board,
        "players": setup.players,
        "edition": setup.edition,
        "initial": _canonical_state(initial),
        "steps": steps,
        "checkpoints": checkpoints,
        "final": _canonical_state(state),
    }


def generate_games(setup: Setup, count: int, rng: Random) -> Iterator[Json]:
    """Yield vectors of complete random games."""
    for number in range(count):
        state = setup.new_game()
        moves = (step.move for step in play_randomly(state, rng, MAX_GAME_LENGTH))
        yield make_game_vector(_row_id(setup, "game", number), setup, state, list(moves))


def generate_position_games(setup: Setup, count: int, rng: Random) -> Iterator[Json]:
    """Yield vectors of random play from generated mid-game positions."""
    for number in range(count):
        state = random_position(setup, rng)
        moves = (step.move for step in play_randomly(state, rng, MAX_MOVES_FROM_POSITION))
        yield make_game_vector(_row_id(setup, "position", number), setup, state, list(moves))


def make_perft_vector(setup: Setup, state: State | None, depth: int) -> Json:
    """Return a perft vector; without `state`, of a new game."""
    start = setup.new_game() if state is None else state
    return {
        "board": setup.board,
        "players": setup.players,
        "edition": setup.edition,
        "state": None if state is None else _canonical_state(state),
        "perft": list(perft_counts(start, depth)),
    }


def generate_perft(setup: Setup, count: int, depth: int, rng: Random) -> Iterator[Json]:
    """Yield perft vectors: the new game first, then generated positions."""
    for number in range(count):
        yield make_perft_vector(setup, random_position(setup, rng) if number else None, depth)


def make_scenario(name: str, initial: State, moves: Sequence[Move], title: str = "") -> Json:
    """Return a scenario with every change in `after`; fill in rules, questions and tags by hand."""
    state, steps, phases = initial, [], [initial.phase.value]
    for move in moves:
        before = state
        state = apply(before, move)
        steps.append(
            {
                "notation": format_move(before, move),
                "move": dump_move(move),
                "legalBefore": _legal_summary(before),
                "after": describe_changes(before, state),
                "stateDigest": state_hash(state),
            }
        )
        if phases[-1] != state.phase.value:
            phases.append(state.phase.value)
    required = bookkeeping(state)
    return {
        "id": name,
        "rules": [],
        "faq": [],
        "title": title,
        "edition": initial.edition.name,
        "board": initial.board.grid.name,
        "numPlayers": len(initial.seats),
        "tags": [],
        "initial": _canonical_state(initial),
        "initialDigest": state_hash(initial),
        "steps": steps,
        "finalLegal": {**_legal_summary(state), "containing": [], "notContaining": []},
        "bookkeeping": None if required is None else dump_move(required),
        "phases": phases,
    }


def format_row(kind: VectorKind, row: Json) -> str:
    """Format a row as one line, with the spacing of its kind of file."""
    return json.dumps(row, separators=_COMPACT if kind == "games" else _SPACED)


def write_rows(path: Path, kind: VectorKind, rows: Iterable[Json]) -> int:
    """Write vectors, gzipped for a .gz name, and return their number. Output is reproducible."""
    lines = [format_row(kind, row) + "\n" for row in rows]
    content = "".join(lines).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)
    except OSError as error:
        refuse_vector(str(path), f"The file cannot be written: {error.strerror or error}.")
    return len(lines)


def _canonical_state(state: State) -> Json:
    """Return the state without history, cells in canonical order: equal states give equal bytes."""
    wire = dump_state_without_history(state)
    for kind in ("stacks", "markers", "collapsedSpaces"):
        wire["board"][kind] = dict(sorted(wire["board"][kind].items(), key=_canonical_key))
    return wire


def _canonical_key(item: tuple[str, object]) -> tuple[int, int]:
    x, y, *_ = map(int, item[0].split(","))
    return y, x


def _row_id(setup: Setup, what: str, number: int) -> str:
    return f"{setup.board}-{setup.players}-{setup.edition}-{what}-{number}"


def _legal_summary(state: State) -> dict[str, Any]:
    moves = legal_moves(state)
    types = Counter(move.type for move in moves)
    return {
        "count": len(moves),
        "types": {name: types[name] for name in sorted(types)},
        "digest": legal_digest(moves),
    }
