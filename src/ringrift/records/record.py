"""A game record. `replay.verify` checks it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from ringrift.records.departures import HEADER, RecordedDeparture, parse_departures
from ringrift.records.errors import RecordSyntaxError
from ringrift.records.marks import Mark
from ringrift.rules import new_game
from ringrift.rules.editions import DEFAULT_EDITION, EditionName
from ringrift.rules.grid import BoardName
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.setup import DEFAULT_PLAYERS
from ringrift.rules.stack import Seat
from ringrift.rules.state import History, Outcome, State
from ringrift.rules.wire_fields import describe_value

Link = str  # 64 hexadecimal digits (see chain.py)

TAG_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9_]{0,63}")
RESERVED: Final = frozenset(
    (
        *("RingRift", "Board", "Players", "Edition", "Swap", "Swapped", "Position"),
        *("Player1", "Player2", "Player3", "Player4"),
        *("Result", "Ranking", "Moves", "FinalHash", "Chain", "Signature"),
    )
)
START_TAG: Final = "StartMoves"
"""The tag that counts the moves of a balanced start."""

MAX_VALUE_LENGTH: Final = 1000  # characters of a name or a tag
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_START_MOVES: Final = re.compile("[1-9][0-9]{0,5}")
_TIMESTAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@dataclass(frozen=True, slots=True)
class Heading:
    """The setup of a game, the names of the players, and free tags such as `Event`."""

    board: BoardName
    players: int = DEFAULT_PLAYERS
    edition: EditionName = DEFAULT_EDITION
    swap: bool = True  # the swap rule; for two players only
    position: State | None = None  # the first state, if not an empty board
    names: tuple[str, ...] = ()  # the player who started in each seat; "" if unknown
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "swap", self.swap and self.players == 2)
        put(self, "names", (*self.names, *[""] * (self.players - len(self.names))))
        put(self, "tags", dict(self.tags))
        if len(self.names) > self.players:
            raise RecordSyntaxError(
                "MALFORMED", f"{len(self.names)} names for {self.players} players."
            )
        for seat, name in enumerate(self.names, 1):
            check_value(f"Player{seat}", name)
        for tag, value in self.tags.items():
            check_tag(tag, value)
        if START_TAG in self.tags and (self.swap or self.position is not None):
            message = "A balanced start has no swap and no Position: remove them, or StartMoves."
            raise RecordSyntaxError("CONTRADICTION", message)
        _ = self.departures  # a malformed header is refused here

    @property
    def departures(self) -> tuple[RecordedDeparture, ...]:
        """Who left, in the order of leaving: the tag `Left`."""
        left = self.tags.get(HEADER)
        return () if left is None else parse_departures(left, self.players)

    @property
    def start_moves(self) -> int:
        """Return how many of the moves are the balanced start, which nobody chose."""
        return int(self.tags.get(START_TAG, 0))

    @classmethod
    def of(
        cls, state: State, names: tuple[str, ...] = (), tags: Mapping[str, str] | None = None
    ) -> Heading:
        """Return the heading of a game that starts in this state, without the state's history."""
        if state.outcome is not None:
            raise RecordSyntaxError(
                "GAME_OVER", "A record must start before the game is over.", rule="R170"
            )
        heading = cls(
            board=state.board.grid.name,
            players=len(state.seats),
            edition=state.edition.name,
            swap=state.swap_enabled,
            names=names,
            tags=tags or {},
        )
        if state == heading.start():
            return heading
        return replace(heading, position=replace(state, history=History()))

    def start(self) -> State:
        """Return the state before the first move."""
        if self.position is not None:
            return self.position
        return new_game(self.board, self.players, self.edition, self.swap)


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded move. All else are remarks, on which neither rules nor chain depend."""

    move: Move
    timestamp: str | None = None  # time of the move: UTC, 2025-12-17T20:15:00.000Z
    think_time_ms: int | None = None
    comment: str = ""
    marks: tuple[Mark, ...] = ()  # on the board after the move
    variations: tuple[tuple[Entry, ...], ...] = ()  # what could have been played instead

    def __post_init__(self) -> None:
        if self.timestamp is not None:
            check_timestamp(self.timestamp)
        if self.think_time_ms is not None and not (
            type(self.think_time_ms) is int and 0 <= self.think_time_ms < 2**53
        ):
            raise RecordSyntaxError(
                "MALFORMED", "A thinking time must be a whole number of milliseconds, 0 or more."
            )
        if self.comment != "":
            check_comment(self.comment)


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game, finished (with `outcome`) or not."""

    heading: Heading
    entries: tuple[Entry, ...]
    outcome: Outcome | None
    final_hash: str  # hash of the last state
    links: tuple[Link, ...]  # for the heading, each move and the outcome
    signature: str | None = None  # over the tip of the chain
    comment: str = ""  # on the whole game
    marks: tuple[Mark, ...] = ()  # on the board before the first move

    @property
    def tip(self) -> Link:
        """Return the last link of the chain: it identifies the record, apart from remarks."""
        return self.links[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves, bookkeeping included."""
        return tuple(entry.move for entry in self.entries)

    @property
    def departures(self) -> tuple[RecordedDeparture, ...]:
        """Return who left and when, in the order of leaving; substitutes played on."""
        return self.heading.departures

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def swapped_at(self) -> int | None:
        """Return the number of the move that exchanged the two people [R180]; None without one."""
        moves = enumerate(self.entries, 1)
        return next((number for number, entry in moves if type(entry.move) is SwapSides), None)

    @property
    def holders(self) -> tuple[str, ...]:
        """Return the names by the seat held at the end; `heading.names` are by the first seat."""
        return exchange_names(self.heading.names, self.swapped_at)

    def person(self, seat: Seat, moves: int | None = None) -> str:
        """Return the name of the person who holds the seat after so many moves, or at the end."""
        number = self.swapped_at
        if number is None or (moves is not None and moves < number):
            return self.heading.names[seat - 1]
        return self.holders[seat - 1]


def exchange_names(names: tuple[str, ...], swapped_at: int | None) -> tuple[str, ...]:
    """Return the names by last seat for those by first seat, and the reverse [R180]."""
    return names if swapped_at is None else names[::-1]


def format_timestamp(moment: datetime | None = None) -> str:
    """Return a time, by default now, as records write it: UTC, to the millisecond."""
    moment = datetime.now(UTC) if moment is None else moment
    if moment.tzinfo is None:
        raise RecordSyntaxError(
            "MALFORMED", "The time has no time zone. Add one, as in datetime.now(UTC)."
        )
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def check_timestamp(text: object) -> None:
    """Raise an error for a timestamp that `format_timestamp` would not write."""
    if isinstance(text, str) and _TIMESTAMP.fullmatch(text):
        try:
            datetime.fromisoformat(text)
        except ValueError:
            pass
        else:
            return
    message = f"{describe_value(text)} is not a timestamp. Write 2025-12-17T20:15:00.000Z, in UTC."
    raise RecordSyntaxError("MALFORMED", message)


def check_value(name: str, value: object) -> None:
    """Raise an error for a name or tag that does not fit on one printable line."""
    if not isinstance(value, str):
        raise RecordSyntaxError("MALFORMED", f"{name} is {describe_value(value)}, not text.")
    if len(value) > MAX_VALUE_LENGTH or _UNPRINTABLE.search(value):
        message = f"{name} must be one line of at most {MAX_VALUE_LENGTH} printable characters."
        raise RecordSyntaxError("MALFORMED", message)


def check_tag(tag: str, value: object) -> None:
    """Raise an error for a free tag that is not allowed among the headers."""
    if not TAG_NAME.fullmatch(tag) or tag in RESERVED:
        advice = "Use a capital letter, then letters, digits or _; header names are reserved."
        raise RecordSyntaxError("MALFORMED", f"{describe_value(tag)} cannot name a tag. {advice}")
    check_value(tag, value)
    if tag == START_TAG and not _START_MOVES.fullmatch(str(value)):
        message = f"{tag} is {describe_value(value)}; it must be the number of moves of the start."
        raise RecordSyntaxError("MALFORMED", message)


def check_comment(comment: object) -> None:
    """Raise an error unless a comment is printable with single spaces: text is rewrapped."""
    if (
        not isinstance(comment, str)
        or _UNPRINTABLE.search(comment)
        or comment != normalise_comment(comment)
    ):
        message = (
            "A comment must be printable text with single spaces between words: "
            "see normalise_comment."
        )
        raise RecordSyntaxError("MALFORMED", message)


def normalise_comment(comment: str) -> str:
    """Return the comment with each run of white space replaced by one space."""
    return " ".join(comment.split())
