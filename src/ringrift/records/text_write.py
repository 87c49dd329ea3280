"""Writes a record as text: headers, then a line per turn (docs/reference/game-record.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ringrift.records.marks import Mark
from ringrift.records.record import Entry, Record
from ringrift.records.replay import ranks_by_seat, replay
from ringrift.rules import State, apply
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.state import Outcome

WIDTH: Final = 100  # maximum columns, unless a word is longer
SHORT_LINK: Final = 4  # digits of each link in the text; the headers hold the full tip
INDENT: Final = "    "  # of continued lines: only a header may begin with [ in the first column
UNFINISHED: Final = "*"


def dump_text(record: Record, *, links: bool = True) -> str:
    """Return the record as text. `links` adds a short link per move, to locate an edited move.

    The record is verified while it is written: one that does not replay raises its `RecordError`.
    """
    lines = [f'[{name} "{_quote_header(value)}"]' for name, value in _header_pairs(record)]
    lines.append("")
    for turn in _turn_words(record, links):
        lines += _wrap_words(turn)
    return "\n".join(lines) + "\n"


def result_token(outcome: Outcome | None) -> str:
    """Return the result: `2+resignation` means seat 2 won by resignation, `*` is unfinished."""
    return UNFINISHED if outcome is None else f"{outcome.winner}+{outcome.reason}"


def _header_pairs(record: Record) -> Iterator[tuple[str, str]]:
    heading, outcome = record.heading, record.outcome
    yield "RingRift", "1"
    yield "Board", heading.board
    yield "Players", str(heading.players)
    yield "Edition", heading.edition
    if heading.players == 2:
        yield "Swap", "on" if heading.swap else "off"
    if heading.position is not None:
        yield "Position", dump_position(heading.position)
    for seat, name in enumerate(record.holders, 1):
        if name:
            yield f"Player{seat}", name
    if record.swapped_at is not None:
        yield "Swapped", str(record.swapped_at)
    yield from heading.tags.items()
    yield "Result", result_token(outcome)
    if outcome is not None:
        yield "Ranking", " ".join(map(str, ranks_by_seat(outcome)))
    yield "Moves", str(len(record))
    yield "FinalHash", record.final_hash
    yield "Chain", record.tip
    if record.signature is not None:
        yield "Signature", record.signature


def _turn_words(record: Record, links: bool) -> Iterator[list[str]]:
    """Yield the words of each line: the turn number, the moves with remarks, their links."""
    line = _mark_words(record.marks) + _comment_words(record.comment)
    if links:
        line += _link_words(record, 0, 1)
    if line:
        yield line
    line, first = [], 0
    states = pairwise(replay(record))
    for number, (entry, (state, after)) in enumerate(zip(record.entries, states, strict=False)):
        if not line:
            line, first = [f"{state.turn_number}."], number
        line.append(format_move(state, entry.move))
        line += _remark_words(entry)
        for variation in entry.variations:
            line += _variation_words(state, variation)
        if after.turn_number != state.turn_number or number == len(record) - 1:
            yield line + (_link_words(record, first + 1, number + 2) if links else [])
            line = []
    for _ in states:  # replay to the end, to verify the result and the chain
        pass
    yield [result_token(record.outcome)]


def _link_words(record: Record, begin: int, end: int) -> list[str]:
    shown = [link[:SHORT_LINK] for link in record.links[begin:end]]
    return ["{%links", *shown[:-1], shown[-1] + "}"]


def _remark_words(entry: Entry) -> list[str]:
    words: list[str] = []
    if entry.timestamp is not None:
        words += ["%at", entry.timestamp]
    if entry.think_time_ms is not None:
        words += ["%think", str(entry.think_time_ms)]
    if words:
        words = ["{" + " ".join(words) + "}"]
    return words + _mark_words(entry.marks) + _comment_words(entry.comment)


def _variation_words(state: State, variation: tuple[Entry, ...]) -> list[str]:
    """Return the words of a variation from this state, in round brackets."""
    words: list[str] = []
    turn = 0
    for entry in variation:
        if state.turn_number != turn:
            turn = state.turn_number
            words.append(f"{turn}.")
        words.append(format_move(state, entry.move))
        words += _remark_words(entry)
        for nested in entry.variations:
            words += _variation_words(state, nested)
        state = apply(state, entry.move)
    return ["(" + words[0], *words[1:-1], words[-1] + ")"]


def _mark_words(marks: tuple[Mark, ...]) -> list[str]:
    if not marks:
        return []
    words = [str(mark) for mark in marks]
    return ["{%marks", *words[:-1], words[-1] + "}"]


def _comment_words(comment: str) -> list[str]:
    """Return the words of a comment in braces; a leading % is escaped, as it marks a remark."""
    if not comment:
        return []
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}")
    return ("{" + ("\\" if escaped.startswith("%") else "") + escaped + "}").split(" ")


def _quote_header(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrap_words(words: list[str]) -> Iterator[str]:
    line = words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = INDENT + word
        else:
            line += " " + word
    yield line
