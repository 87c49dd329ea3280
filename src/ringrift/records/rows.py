"""Converts records to and from the rows of a store's tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ringrift.records.chain import (
    canonical_move,
    encode_canonical,
    heading_json,
    outcome_json,
    parse_canonical_move,
)
from ringrift.records.errors import ChainError, RecordError, RecordMoveError, StoreError
from ringrift.records.jsonl import dump_variations, load_marks, load_variations
from ringrift.records.marks import Mark
from ringrift.records.record import Entry, Heading, Record, format_timestamp
from ringrift.records.search import opening_text
from ringrift.rules.errors import RingRiftError
from ringrift.rules.state import Outcome, RankedSeat
from ringrift.rules.wire import load_state

MOVE_COLUMNS = "game, number, move, link, timestamp, think_time_ms, comment"


def heading_columns(heading: Heading) -> dict[str, Any]:
    """Return the columns of `games` that never change."""
    written = heading_json(heading)
    initial = written["initial"]
    return {
        "board": heading.board,
        "players": heading.players,
        "edition": heading.edition,
        "swap": int(heading.swap),
        "initial": None if initial is None else encode_canonical(initial),
        "tags": json.dumps(dict(heading.tags), ensure_ascii=False),
    }


def changing_columns(record: Record) -> dict[str, Any]:
    """Return the columns of `games` that change as the game progresses."""
    return {
        "comment": record.comment,
        "length": len(record),
        "tip": record.tip,
        "final_hash": record.final_hash,
        "signature": record.signature,
        "finished": format_timestamp() if record.outcome else None,
        **derived_columns(record),
    }


def derived_columns(record: Record) -> dict[str, Any]:
    """Return the columns derived from the others, which exist for searching."""
    outcome = record.outcome
    return {
        "opening": opening_text(record),
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else None,
        "ranking": encode_canonical(outcome_json(outcome)["ranking"]) if outcome else None,
        "winner_name": record.person(outcome.winner) if outcome else None,
    }


def seat_rows(game: int, heading: Heading) -> list[tuple[int, int, str, str]]:
    """Return the rows of `seats`."""
    return [(game, seat, name, name.casefold()) for seat, name in enumerate(heading.names, 1)]


def move_rows(game: int, record: Record, after: int = 0) -> Iterator[tuple[object, ...]]:
    """Yield the rows of `moves` that follow move number `after`."""
    added = zip(record.entries[after:], record.links[after + 1 :], strict=False)
    for number, (entry, link) in enumerate(added, after + 1):
        move = canonical_move(entry.move)
        yield game, number, move, link, entry.timestamp, entry.think_time_ms, entry.comment


def annotation_rows(game: int, record: Record, after: int = 0) -> Iterator[tuple[object, ...]]:
    """Yield the rows of `annotations` for marks and variations after move number `after`."""
    if record.marks and not after:
        yield game, 0, _dump_marks(record.marks), "[]"
    for number, entry in enumerate(record.entries[after:], after + 1):
        if entry.marks or entry.variations:
            variations = json.dumps(dump_variations(entry, number), ensure_ascii=False)
            yield game, number, _dump_marks(entry.marks), variations


def load_record(
    game: sqlite3.Row,
    names: Sequence[str],
    moves: Sequence[sqlite3.Row],
    annotations: Sequence[sqlite3.Row] = (),
) -> Record:
    """Return the record of the rows; raise `StoreError` if they cannot be read."""
    try:
        heading, outcome = _load_heading(game, names), _load_outcome(game)
    except (ValueError, TypeError, KeyError, RecursionError) as broken:
        raise StoreError(
            "DAMAGED", f"The row for game {game['id']} cannot be read: {broken}."
        ) from broken
    except RingRiftError as refused:
        message = f"The row for game {game['id']} cannot be read: {refused.message}"
        raise StoreError("DAMAGED", message, rule=refused.rule) from refused
    annotated = {row["number"]: _load_annotation(row) for row in annotations}
    entries = tuple(
        _load_entry(move, number, *annotated.get(number, ((), ())))
        for number, move in enumerate(moves, 1)
    )
    links = (game["heading_link"], *(move["link"] for move in moves))
    if len(entries) != game["length"]:
        message = (
            f"The game has {game['length']} moves, but the store contains {len(entries)} of them."
        )
        raise RecordMoveError("MOVE_MISSING", message, move=min(game["length"], len(entries)) + 1)
    if outcome is not None:
        links = (*links, game["tip"])
    elif links[-1] != game["tip"]:
        raise ChainError(
            "CHAIN_BROKEN",
            "The chain does not end with the link of the last move.",
            move=len(entries),
        )
    return Record(
        heading=heading,
        entries=entries,
        outcome=outcome,
        final_hash=game["final_hash"],
        links=links,
        signature=game["signature"],
        comment=game["comment"],
        marks=annotated.get(0, ((), ()))[0],
    )


def _load_heading(game: sqlite3.Row, names: Sequence[str]) -> Heading:
    tags = json.loads(game["tags"])
    if game["initial"] is not None:
        return Heading.of(load_state(json.loads(game["initial"])), tuple(names), tags)
    heading = Heading(
        game["board"],
        game["players"],
        game["edition"],
        bool(game["swap"]),
        names=tuple(names),
        tags=tags,
    )
    heading.start()  # rejects an unknown board, edition or number of players
    return heading


def _load_outcome(game: sqlite3.Row) -> Outcome | None:
    if game["winner"] is None:
        return None
    places = tuple(
        RankedSeat(place["playerNumber"], place["rank"]) for place in json.loads(game["ranking"])
    )
    return Outcome(game["winner"], game["reason"], places)


def _dump_marks(marks: Iterable[Mark]) -> str:
    return json.dumps([str(mark) for mark in marks])


def _load_annotation(
    row: sqlite3.Row,
) -> tuple[tuple[Mark, ...], tuple[tuple[Entry, ...], ...]]:
    """Return the marks and the variations of a row."""
    number = row["number"]
    try:
        marks = load_marks(json.loads(row["marks"]))
        return marks, load_variations(json.loads(row["variations"]), number)
    except (ValueError, RecursionError) as broken:
        message = f"The stored variations cannot be read: {broken}."
        raise RecordMoveError("MALFORMED", message, move=number) from broken


def _load_entry(
    row: sqlite3.Row,
    number: int,
    marks: tuple[Mark, ...],
    variations: tuple[tuple[Entry, ...], ...],
) -> Entry:
    try:
        if row["number"] != number:
            raise RecordMoveError(
                "MOVE_MISSING", f"After move {number - 1} comes move {row['number']}.", move=number
            )
        return Entry(
            parse_canonical_move(row["move"]),
            row["timestamp"],
            row["think_time_ms"],
            row["comment"],
            marks,
            variations,
        )
    except RecordError as error:
        raise error.located_at(move=number) from error.__cause__
    except RingRiftError as refused:
        raise RecordMoveError(
            refused.code, refused.message, rule=refused.rule, move=number
        ) from refused
    except (ValueError, TypeError, RecursionError) as broken:
        raise RecordMoveError(
            "MALFORMED", f"The stored move cannot be read: {broken}.", move=number
        ) from broken
