"""Strict reader for record text: every move is replayed (docs/reference/game-record.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, cast

from ringrift.records.chain import check_signature_form
from ringrift.records.errors import (
    RecordError,
    RecordMoveError,
    RecordResultError,
    RecordSyntaxError,
    RecordTooLongError,
)
from ringrift.records.marks import Mark, parse_mark
from ringrift.records.move_cache import PLAIN_MOVES, BoundedCache
from ringrift.records.record import (
    RESERVED,
    Entry,
    Heading,
    Record,
    check_comment,
    check_tag,
    check_value,
    exchange_names,
)
from ringrift.records.replay import REASONS, Limits, RecordClaims, RecordPlayback
from ringrift.records.text_write import UNFINISHED
from ringrift.records.variations import (
    check_first_moves,
    check_nesting,
    move_refusal,
    play_in_variation,
)
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.errors import RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.legal import bookkeeping
from ringrift.rules.moves import (
    Move,
)
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import load_position
from ringrift.rules.stack import Seat
from ringrift.rules.state import State, VictoryReason
from ringrift.rules.wire_fields import describe_value

FIRST_HEADER: Final = '[RingRift "'  # at the start of a line, it begins a game
_HEADER: Final = re.compile(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*+)"\]\s*')
_WORD: Final = re.compile(r"\{((?:[^\\}]++|\\.)*+)\}|([()])|([^\s{}()]+)|(\S)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_TURN: Final = re.compile(r"([0-9]{1,9})\.")
_RESULT: Final = re.compile(r"([1-4])\+([a-z_]+)")
_HEX: Final = re.compile(r"[0-9a-f]+")
_MOVE_CACHE: Final[BoundedCache[tuple[str, Seat, str], Move]] = BoundedCache()
_HEADER_OF_ERROR: Final = {
    "WRONG_RANKING": "Ranking",
    "WRONG_SWAP": "Swapped",
    "WRONG_HASH": "FinalHash",
    "BAD_SIGNATURE": "Signature",
}
_LINK: Final = re.compile(r"[0-9a-f]{4,64}")


def load_text(
    text: str, *, first_line: int = 1, limits: Limits | None = None, key: bytes | None = None
) -> Record:
    """Return the record in a text; raise `RecordError` unless it is complete and correct.

    `first_line` is the number of the text's first line in its file. With a key, the record must
    carry its signature.
    """
    limits = limits or Limits()
    if len(text) > limits.bytes:
        message = (
            f"The record is longer than {limits.bytes} bytes. Raise the limit if it is a game."
        )
        raise RecordTooLongError("TOO_LONG", message, line=first_line)
    headers, moves_at = _read_headers(text, first_line)
    line = first_line + text.count("\n", 0, moves_at)
    try:
        heading = _load_heading(headers)
        return _MoveTextReader(text, moves_at, line, heading, headers, limits).read(key)
    except RecordError as error:
        raise error.located_at(first_line) from error.__cause__


class _HeaderValues(dict[str, str]):
    """The headers of a game by name, with validation of their values."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}

    def add(self, name: str, value: str, line: int) -> None:
        """Add a header; names and tags must be valid in a record."""
        self[name], self.lines[name] = value, line
        try:
            if name not in RESERVED:
                check_tag(name, value)
            elif name.startswith("Player") and name != "Players":
                check_value(name, value)
            elif name == "Signature":
                check_signature_form(value)
        except RecordError as error:
            raise error.located_at(line) from None

    def refusal(self, name: str, message: str, code: str = "UNKNOWN_VALUE") -> RecordSyntaxError:
        """Return the error for a header value, with its line."""
        return RecordSyntaxError(code, message, line=self.lines.get(name))

    def require(self, name: str) -> str:
        if name not in self:
            raise RecordSyntaxError("MALFORMED", f'The header [{name} "…"] is missing.')
        return self[name]

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        value = self.require(name) if default is None else self.get(name, default)
        if value not in choices:
            message = f"{name} is {describe_value(value)}; it must be {' or '.join(choices)}."
            raise self.refusal(name, message)
        return value

    def number(self, name: str) -> int | None:
        value = self.get(name)
        if value is not None and not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise self.refusal(name, f"{name} is {describe_value(value)}; it must be a number.")
        return None if value is None else int(value)

    def hexadecimal(self, name: str, digits: int) -> str | None:
        value = self.get(name)
        if value is not None and not (len(value) == digits and _HEX.fullmatch(value)):
            raise self.refusal(name, f"{name} must be {digits} hexadecimal digits.")
        return value

    def ranks(self, finished: bool) -> tuple[int, ...]:
        value = self.get("Ranking")
        if value is None:
            return ()
        if not finished or not re.fullmatch("[1-4]( [1-4]){1,3}", value):
            message = "Ranking gives the rank of each seat of a finished game, such as 1 3 2."
            raise self.refusal("Ranking", message)
        return tuple(map(int, value.split()))


def _read_headers(text: str, first_line: int) -> tuple[_HeaderValues, int]:
    """Return the headers and the offset of the moves."""
    headers = _HeaderValues()
    at = 0
    for number, line in enumerate(_split_lines(text), first_line):
        if line.strip() and not line.startswith("["):
            break
        at += len(line)
        if not line.strip():
            continue
        header = _HEADER.fullmatch(line)
        if header is None:
            raise RecordSyntaxError(
                "MALFORMED", 'A header is one line [Name "value"].', line=number
            )
        name, value = header[1], _ESCAPE.sub(r"\1", header[2])
        if not headers and name != "RingRift":
            raise RecordSyntaxError(
                "MALFORMED", 'A record starts with [RingRift "1"].', line=number
            )
        if name in headers:
            raise RecordSyntaxError(
                "MALFORMED", f"The {describe_value(name)} header appears twice.", line=number
            )
        headers.add(name, value, number)
    if not headers:
        raise RecordSyntaxError(
            "MALFORMED", 'A record starts with [RingRift "1"].', line=first_line
        )
    return headers, at


def _split_lines(text: str) -> Iterator[str]:
    """Yield the lines with their line feeds; no other character ends a line."""
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def _load_heading(headers: _HeaderValues) -> Heading:
    headers.choice("RingRift", ("1",))
    players = int(headers.choice("Players", ("2", "3", "4")))
    board = headers.choice("Board", BOARD_NAMES)
    edition = headers.choice("Edition", EDITION_NAMES)
    swaps = ("on", "off") if players == 2 else ("off",)
    swap = headers.choice("Swap", swaps, default=swaps[0])
    names = tuple(headers.get(f"Player{seat}", "") for seat in range(1, players + 1))
    for seat in range(players + 1, 5):
        if f"Player{seat}" in headers:
            raise headers.refusal(
                f"Player{seat}", f"Player{seat} is one too many: the game has {players} players."
            )
    swapped_at = headers.number("Swapped")
    if swapped_at is not None:
        if swap == "off":
            message = "The header Swapped needs the swap rule."
            raise headers.refusal("Swapped", message, "CONTRADICTION")
        names = exchange_names(names, swapped_at)
    tags = {name: value for name, value in headers.items() if name not in RESERVED}
    plain = Heading(board, players, edition, swap == "on", names=names, tags=tags)
    if "Position" not in headers:
        return plain
    try:
        heading = Heading.of(load_position(headers["Position"]), names, tags)
    except RingRiftError as refused:
        message = f"The Position header is not valid: {refused.message}"
        line = headers.lines["Position"]
        raise RecordSyntaxError(refused.code, message, rule=refused.rule, line=line) from refused
    for name in ("board", "players", "edition", "swap"):
        if getattr(heading, name) != getattr(plain, name):
            message = f"The headers {name.title()} and Position disagree."
            raise headers.refusal("Position", message, "CONTRADICTION")
    return heading


class _WrittenMove:
    """A move whose remarks and variations are still being read."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.comments: list[str] = []
        self.times: dict[str, str] = {}
        self.marks: list[Mark] = []
        self.variations: list[tuple[Entry, ...]] = []

    def entry(self, state: State) -> Entry:
        """Return the move, parsed in the state before it, with its remarks."""
        return Entry(
            _parse_cached(state, self.text),
            self.times.get("%at"),
            _parse_think_time(self.times.get("%think")),
            " ".join(self.comments),
            tuple(self.marks),
            tuple(self.variations),
        )


@dataclass(slots=True)
class _Line:
    """A line of moves that is being read: the game, or a variation."""

    state: State
    number: int  # of its next move
    entries: list[Entry] = field(default_factory=list)
    written: _WrittenMove | None = None
    turn: tuple[str, int] | None = None  # a turn number after the written move, and its line


class _MoveTextReader:
    """Reads the moves of one game, word by word."""

    def __init__(
        self,
        text: str,
        at: int,
        line: int,
        heading: Heading,
        headers: _HeaderValues,
        limits: Limits,
    ) -> None:
        self._text = text
        self._at = at  # offset of the current word
        self._line_number = line  # its line
        self._headers = headers
        self._playback = RecordPlayback(heading, limits=limits)
        self._game = _Line(self._playback.state, 1)
        self._variations: list[_Line] = []  # that are open, the innermost last
        self._comments: list[str] = []  # on the game, before its first move
        self._marks: list[Mark] = []
        self._links: list[str] = []

    def read(self, key: bytes | None) -> Record:
        """Return the verified record."""
        try:
            result = self._read_moves()
            self._play_written_move()
            return self._playback.finish(self._read_claims(result), key)
        except RecordError as error:
            blamed = self._headers.lines.get(_HEADER_OF_ERROR.get(error.code, ""))
            raise error.located_at(blamed or self._line_number) from error.__cause__

    @property
    def _current(self) -> _Line:
        return self._variations[-1] if self._variations else self._game

    def _read_moves(self) -> str:
        """Read and play the moves up to the result."""
        result: str | None = None
        for word in _WORD.finditer(self._text, self._at):
            self._line_number += self._text.count("\n", self._at, word.start())
            self._at = word.start()
            comment, bracket, token, stray = word.groups()
            if result is not None:
                raise RecordSyntaxError(
                    "MALFORMED", f"{word[0][:20]!r} comes after the end of the game."
                )
            if stray is not None:
                raise RecordSyntaxError(
                    "MALFORMED", f"There is an unmatched {stray}. Write comments between {{ and }}."
                )
            if comment is not None:
                self._read_comment(comment)
            elif bracket == "(":
                self._open_variation()
            elif bracket == ")":
                self._close_variation()
            elif token == UNFINISHED or _RESULT.fullmatch(token):
                if self._variations:
                    message = f"A variation is open where the game ends with {token}: add `)`."
                    raise RecordSyntaxError("MALFORMED", message)
                result = token
            else:
                self._read_token(token)
        if result is None:
            self._variations.clear()
            self._play_written_move()
            moves = self._playback.number - 1
            message = (
                f"The record stops after move {moves}. End it with a result (1+resignation) or *."
            )
            raise RecordSyntaxError("CUT_OFF", message)
        return result

    def _open_variation(self) -> None:
        """Begin a variation, which replaces the move before it."""
        line = self._current
        if line.written is None:
            message = "A variation must follow the move that it replaces."
            raise RecordSyntaxError("MALFORMED", message)
        check_nesting(len(self._variations) + 1)
        self._variations.append(_Line(line.state, line.number))

    def _close_variation(self) -> None:
        if not self._variations:
            raise RecordSyntaxError("MALFORMED", "There is an unmatched ). Open it with (.")
        self._play_written_move()
        entries = tuple(self._variations.pop().entries)
        written = self._current.written
        assert written is not None
        if not entries:
            raise RecordSyntaxError("MALFORMED", "A variation needs a move: remove ().")
        written.variations.append(entries)

    def _read_token(self, token: str) -> None:
        """Read a move or a turn number. A comment after the number belongs to the move before."""
        line = self._current
        if _TURN.fullmatch(token) and line.turn is None:
            line.turn = (token, self._line_number)
            return
        self._play_written_move()
        line.written = _WrittenMove(token, self._line_number)

    def _read_comment(self, raw: str) -> None:
        """Read a comment or a machine-readable remark, which belongs to the move before it."""
        written = self._current.written
        if written is None and self._variations:
            message = "A remark in a variation must follow a move."
            raise RecordSyntaxError("MALFORMED", message)
        if not raw.startswith("%"):
            comments = self._comments if written is None else written.comments
            comments += _ESCAPE.sub(r"\1", raw).split()
            return
        words = raw.split()
        if words[0] == "%links" and not self._variations:
            if len(words) == 1 or not all(map(_LINK.fullmatch, words[1:])):
                raise RecordSyntaxError(
                    "MALFORMED", "%links must contain links of 4 to 64 hexadecimal digits."
                )
            self._links += words[1:]
            return
        if words[0] == "%marks":
            if len(words) == 1:
                raise RecordSyntaxError("MALFORMED", "%marks must contain marks, as green:d4.")
            marks = self._marks if written is None else written.marks
            marks += map(parse_mark, words[1:])
            return
        if len(words) % 2 or written is None:
            raise RecordSyntaxError(
                "MALFORMED", f"{{{raw[:40]}}} does not follow a move, or has no value."
            )
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in ("%at", "%think") or name in written.times:
                message = f"{name[:20]} is unknown or appears twice; use %at and %think, once each."
                raise RecordSyntaxError("MALFORMED", message)
            written.times[name] = value

    def _play_written_move(self) -> None:
        """Play the move read before, now that all its remarks are known."""
        line = self._current
        written, turn = line.written, line.turn
        try:
            if not self._variations:
                self._play_in_game(written)
            elif written is not None:
                self._play_in_variation(line, written)
        except RecordError as error:
            located = self._line_number if written is None else written.line
            raise error.located_at(located) from error.__cause__
        line.written = line.turn = None
        if turn is not None:
            _check_turn(line, *turn)

    def _play_in_variation(self, line: _Line, written: _WrittenMove) -> None:
        self._playback.count_variation_moves(1)
        try:
            entry = written.entry(line.state)
        except RecordError as error:
            raise error.located_at(move=line.number) from None
        except RingRiftError as refused:
            raise move_refusal(line.state, line.number, written.text, refused) from refused
        check_first_moves(entry, line.number)
        line.state = play_in_variation(line.state, entry, line.number, written.text)
        line.entries.append(entry)
        line.number += 1

    def _play_in_game(self, written: _WrittenMove | None) -> None:
        playback = self._playback
        if written is not None:
            try:
                entry = written.entry(playback.state)
            except RecordError as error:
                raise error.located_at(move=playback.number) from None
            except RingRiftError as refused:
                raise playback.refusal(written.text, refused) from refused
            check_first_moves(entry, playback.number)
            playback.play(entry, written.text)
            self._game.state, self._game.number = playback.state, playback.number
        elif not len(playback.recorder):
            comment = " ".join(self._comments)
            check_comment(comment)
            playback.recorder.comment = comment
            playback.recorder.marks = tuple(self._marks)
        playback.check_links(self._links)
        self._links = []

    def _read_claims(self, result: str) -> RecordClaims:
        headers = self._headers
        if headers.get("Result", result) != result:
            claimed, found = describe_value(headers["Result"]), describe_value(result)
            message = f"The Result header says {claimed}, but the moves end with {found}."
            raise RecordResultError(
                "WRONG_RESULT", message, rule="R170", line=headers.lines["Result"]
            )
        winner: int | None = None
        reason: VictoryReason | None = None
        if ended := _RESULT.fullmatch(result):
            if ended[2] not in REASONS:
                message = f"{describe_value(ended[2])} is not a reason: use {', '.join(REASONS)}."
                raise RecordSyntaxError("UNKNOWN_VALUE", message)
            winner, reason = int(ended[1]), cast(VictoryReason, ended[2])
        return RecordClaims(
            winner=winner,
            reason=reason,
            ranks=headers.ranks(winner is not None),
            length=headers.number("Moves"),
            swapped_at=headers.number("Swapped"),
            final_hash=headers.hexadecimal("FinalHash", 16),
            tip=headers.hexadecimal("Chain", 64),
            signature=headers.get("Signature"),
        )


def _check_turn(line: _Line, token: str, at: int) -> None:
    """Raise an error unless the turn number is that of the current turn."""
    now = line.state.turn_number
    if int(token[:-1]) != now:
        due = bookkeeping(line.state)
        lost = "moves were lost or added" if due is None else f"`{due.type}` is missing"
        message = f"`{token}` appears where turn {now} continues: {lost}."
        raise RecordMoveError("MOVE_MISSING", message, line=at, move=line.number)


def _parse_cached(state: State, written: str) -> Move:
    """Parse a move, caching those that depend only on their text; legality is checked later."""
    if written == "-" and (due := bookkeeping(state)):
        return due
    key = (state.board.grid.name, state.player, written)
    if move := _MOVE_CACHE.get(key):
        return move
    move = parse_move(state, written)
    return _MOVE_CACHE.remember(key, move) if isinstance(move, PLAIN_MOVES) else move


def _parse_think_time(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise RecordSyntaxError(
            "MALFORMED", f"%think {text[:20]} is not a whole number of milliseconds."
        )
    return int(text)
