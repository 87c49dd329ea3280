"""Records as JSON Lines, with moves and states of wire.md (docs/reference/records-store.md)."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn, cast

from ringrift.records.chain import FORMAT, VERSION, heading_json, outcome_json
from ringrift.records.errors import (
    RecordError,
    RecordMoveError,
    RecordSyntaxError,
    RecordTooLongError,
)
from ringrift.records.marks import Mark, parse_mark
from ringrift.records.move_cache import MAX_KEY_LENGTH, BoundedCache
from ringrift.records.record import Entry, Heading, Record, exchange_names
from ringrift.records.replay import REASONS, Limits, RecordClaims, RecordPlayback
from ringrift.records.variations import check_nesting
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.errors import InvalidStateError, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.wire import dump_move, load_move, load_state
from ringrift.rules.wire_fields import JsonField, describe_value

SHORT_LINK: Final = 16  # digits of each move's link; the tip is written in full
REMARKS: Final = frozenset(
    ("moveNumber", "timestamp", "thinkTimeMs", "comment", "marks", "variations", "link")
)
NO_RULE: Final = None  # a malformed record breaks no rule of the game
# by the text of a move without remarks
_MOVE_CACHE: Final[BoundedCache[str, Entry]] = BoundedCache()
_NO_REMARKS: Final = (None, None, "", (), ())
MAX_NUMBER: Final = 1_000_000  # maximum length of a list, regardless of `Limits`


def dump_jsonl(record: Record) -> str:
    """Return the record as one line of JSON, including the line feed."""
    return json.dumps(dump_record(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def dump_record(record: Record) -> dict[str, Any]:
    """Return the record as a JSON object."""
    return {
        **heading_json(record.heading),
        "names": list(record.holders),
        **({} if record.swapped_at is None else {"swapped": record.swapped_at}),
        "comment": record.comment,
        **({"marks": list(map(str, record.marks))} if record.marks else {}),
        "moves": [_dump_entry(record, number) for number in range(1, len(record) + 1)],
        "result": None if record.outcome is None else outcome_json(record.outcome),
        "finalHash": record.final_hash,
        "headingLink": record.links[0][:SHORT_LINK],
        "chain": record.tip,
        "signature": record.signature,
    }


def load_jsonl(
    line: str, *, number: int = 1, limits: Limits | None = None, key: bytes | None = None
) -> Record:
    """Return the record on a JSON line; `number` is its line. Accepts game vectors too."""
    limits = limits or Limits()
    try:
        if len(line) > limits.bytes:
            message = (
                f"The record is longer than {limits.bytes} bytes. Raise the limit if it is a game."
            )
            raise RecordTooLongError("TOO_LONG", message)
        return load_record(_parse_json(line), limits=limits, key=key)
    except RecordError as error:
        raise error.located_at(line=number) from error.__cause__


def load_record(value: object, *, limits: Limits | None = None, key: bytes | None = None) -> Record:
    """Return the record of a JSON object, replayed and verified."""
    row = JsonField(value, InvalidStateError)
    try:
        if "steps" in row.mapping(NO_RULE):
            heading, comment, claims = _load_vector_heading(row), "", _load_vector_claims(row)
            moves = [step.get("move", NO_RULE).value for step in _load_vector_steps(row)]
        else:
            row.get("format", NO_RULE).choice((FORMAT,), NO_RULE)
            row.get("version", NO_RULE).integer(NO_RULE, VERSION, VERSION)
            heading, comment, claims = (
                _load_heading(row),
                _load_text(row, "comment") or "",
                _load_claims(row),
            )
            moves = [move.value for move in row.get("moves", NO_RULE).elements(NO_RULE, MAX_NUMBER)]
        heading_link = _load_text(row, "headingLink")
    except InvalidStateError as refused:
        message = f"{refused.path}: {refused.message}" if refused.path else refused.message
        raise RecordSyntaxError(refused.code, message, rule=refused.rule) from refused
    playback = RecordPlayback(heading, comment, limits)
    if (marks := row.find("marks", NO_RULE)) is not None:
        playback.recorder.marks = load_marks(marks.value)
    return _play_moves(playback, moves, heading_link).finish(claims, key)


def _play_moves(
    playback: RecordPlayback, moves: list[object], heading_link: str | None
) -> RecordPlayback:
    if heading_link is not None:
        playback.check_links((heading_link,))
    for number, move in enumerate(moves, 1):
        raw = _require_object(move, number)
        entry = _load_entry(raw, number)
        playback.play_with_variations(entry, entry.move.type)
        if "link" in raw and heading_link is not None:
            playback.check_links((str(raw["link"]),))
    return playback


def _load_entry(raw: dict[str, Any], number: int, nesting: int = 0) -> Entry:
    """Return a move with its remarks; its number, if given, must match its position."""
    try:
        plain = _load_plain_entry(
            {name: value for name, value in raw.items() if name not in REMARKS}
        )
    except RingRiftError as refused:
        message = f"{refused.path}: {refused.message}" if refused.path else refused.message
        raise RecordMoveError(refused.code, message, rule=refused.rule, move=number) from refused
    if raw.get("moveNumber", number) != number:
        found = describe_value(raw["moveNumber"])
        message = f"This move has the number {found}: moves were lost, added or reordered."
        raise RecordMoveError("MOVE_MISSING", message, rule="R074", move=number)
    try:
        remarks = (
            raw.get("timestamp"),
            raw.get("thinkTimeMs"),
            raw.get("comment", ""),
            load_marks(raw.get("marks", [])),
            load_variations(raw.get("variations", []), number, nesting + 1),
        )
        return plain if remarks == _NO_REMARKS else Entry(plain.move, *remarks)
    except RecordError as error:
        raise error.located_at(move=number) from None


def load_marks(written: object) -> tuple[Mark, ...]:
    """Return the marks of a JSON list of texts."""
    if not isinstance(written, list) or not all(isinstance(mark, str) for mark in written):
        message = f"Marks are a list of texts such as green:d4, not {describe_value(written)}."
        raise RecordSyntaxError("MALFORMED", message)
    return tuple(map(parse_mark, written))


def load_variations(
    written: object, number: int, nesting: int = 1
) -> tuple[tuple[Entry, ...], ...]:
    """Return the variations of a JSON list of lists of moves; `number` is that of their first."""
    if not isinstance(written, list) or not all(isinstance(one, list) for one in written):
        message = f"Variations are a list of lists of moves, not {describe_value(written)}."
        raise RecordSyntaxError("MALFORMED", message)
    if written:
        check_nesting(nesting)
    return tuple(
        tuple(
            _load_entry(_require_object(raw, at), at, nesting)
            for at, raw in enumerate(variation, number)
        )
        for variation in written
    )


def _require_object(raw: object, number: int) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise RecordMoveError(
            "MALFORMED", f"Expected a move here, not {describe_value(raw)}.", move=number
        )
    return raw


def _load_plain_entry(written: dict[str, Any]) -> Entry:
    """Return a move without remarks."""
    key = repr(written)
    if len(key) > MAX_KEY_LENGTH:  # many cells, or unknown fields
        return Entry(load_move(written))
    return _MOVE_CACHE.get(key) or _MOVE_CACHE.remember(key, Entry(load_move(written)))


def _parse_json(line: str) -> object:
    try:
        return json.loads(line, parse_constant=_refuse_constant)
    except json.JSONDecodeError as broken:
        message = f"This is not JSON: {broken.msg} at column {broken.colno}."
    except RecursionError:
        message = "The JSON is nested too deeply for a record."
    except ValueError as broken:
        message = f"This is not JSON: {str(broken)[:100]}."
    raise RecordSyntaxError("MALFORMED", message)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _load_heading(row: JsonField) -> Heading:
    names, tags = _load_names(row), _load_tags(row)
    initial = row.find("initial", NO_RULE)
    board, players = row.get("board", "R001"), row.get("players", "R002")
    edition, swap = row.get("edition", "R020"), row.get("swap", "R180")
    plain = Heading(
        board=board.choice(BOARD_NAMES, "R001"),
        players=players.integer("R002", 2, 4),
        edition=edition.choice(EDITION_NAMES, "R020"),
        swap=swap.boolean("R180"),
        names=names,
        tags=tags,
    )
    swap.must_be(plain.swap, "R180")
    if initial is None or initial.is_null:
        return plain
    heading = Heading.of(load_state(initial.value), names, tags)
    board.must_be(heading.board, "R001")
    players.must_be(heading.players, "R002")
    edition.must_be(heading.edition, "R020")
    swap.must_be(heading.swap, "R180")
    return heading


def _load_claims(row: JsonField) -> RecordClaims:
    result = row.get("result", "R170")
    winner = reason = None
    ranks: tuple[int, ...] = ()
    if not result.is_null:
        winner = result.get("winner", "R170").integer("R170", 1, 4)
        reason = result.get("reason", "R170").choice(REASONS, "R170")
        ranks = _load_ranks(result)
    return RecordClaims(
        winner=winner,
        reason=reason,
        ranks=ranks,
        swapped_at=_load_swapped(row),
        final_hash=_load_text(row, "finalHash"),
        tip=_load_text(row, "chain"),
        signature=_load_text(row, "signature"),
    )


def _load_ranks(result: JsonField) -> tuple[int, ...]:
    ranking = result.find("ranking", "R170")
    if ranking is None:
        return ()
    by_seat = {
        place.get("playerNumber", "R170").integer("R170", 1, 4): place.get("rank", "R170").integer(
            "R170", 1, 4
        )
        for place in ranking.elements("R170", 4)
    }
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def _load_vector_heading(row: JsonField) -> Heading:
    name = _load_text(row, "id")
    return Heading.of(
        load_state(row.get("initial", NO_RULE).value), tags={"Id": name} if name else {}
    )


def _load_vector_steps(row: JsonField) -> list[JsonField]:
    return row.get("steps", NO_RULE).elements(NO_RULE, MAX_NUMBER)


def _load_vector_claims(row: JsonField) -> RecordClaims:
    """Return the claims of a game vector, from its last state."""
    final = row.get("final", "R170")
    steps = _load_vector_steps(row)
    return RecordClaims(
        winner=final.get("winner", "R170").integer_or_null("R170", 1, 4),
        reason=final.get("victoryReason", "R170").choice_or_null(REASONS, "R170"),
        length=len(steps),
        final_hash=_load_text(steps[-1], "stateDigest") if steps else None,
    )


def _load_names(row: JsonField) -> tuple[str, ...]:
    """Return the names by first seat; a row that says when the people swapped has the last."""
    field = row.find("names", NO_RULE)
    written = () if field is None else field.elements(NO_RULE, 4)
    names = tuple(cast(str, name.value) for name in written)
    swapped_at = _load_swapped(row)
    if swapped_at is None:
        return names
    return exchange_names((*names, *[""] * (2 - len(names))), swapped_at)


def _load_swapped(row: JsonField) -> int | None:
    field = row.find("swapped", "R180")
    return None if field is None else field.integer_or_null("R180", 1, MAX_NUMBER)


def _load_tags(row: JsonField) -> dict[str, str]:
    tags = row.find("tags", NO_RULE)
    return (
        {} if tags is None else {name: cast(str, tag.value) for name, tag in tags.members(NO_RULE)}
    )


def _load_text(row: JsonField, name: str) -> str | None:
    """Return a text field, which may be null or missing."""
    field = row.find(name, NO_RULE)
    if field is None or field.value is None:
        return None
    if not isinstance(field.value, str):
        field.malformed(NO_RULE, f"Expected text here, not {describe_value(field.value)}.")
    return field.value


def _dump_entry(record: Record, number: int) -> dict[str, Any]:
    written = _dump_move(record.entries[number - 1], number)
    written["link"] = record.links[number][:SHORT_LINK]
    return written


def dump_variations(entry: Entry, number: int) -> list[list[dict[str, Any]]]:
    """Return the variations of an entry as JSON; `number` is that of its move."""
    return [
        [_dump_move(each, at) for at, each in enumerate(variation, number)]
        for variation in entry.variations
    ]


def _dump_move(entry: Entry, number: int) -> dict[str, Any]:
    written = dump_move(entry.move) | {"moveNumber": number}
    if entry.timestamp is not None:
        written["timestamp"] = entry.timestamp
    if entry.think_time_ms is not None:
        written["thinkTimeMs"] = entry.think_time_ms
    if entry.comment:
        written["comment"] = entry.comment
    if entry.marks:
        written["marks"] = [str(mark) for mark in entry.marks]
    if entry.variations:
        written["variations"] = dump_variations(entry, number)
    return written
