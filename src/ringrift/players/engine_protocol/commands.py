"""Controller commands: one dataclass per command, parsed and formatted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ringrift.players.engine_protocol.protocol import (
    MAX_LINE_LENGTH,
    Code,
    ProtocolError,
    parse_number,
)
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.errors import RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.position_string import FIELDS, load_position
from ringrift.rules.setup import MAX_PLAYERS, MIN_PLAYERS, new_game
from ringrift.rules.state import State

MAX_PVS: Final = 256  # limit for multipv
MAX_PERFT_DEPTH: Final = 64  # limit for perft
_MAX_MILLISECONDS: Final = 10**12  # milliseconds
_STARTPOS: Final = "startpos"
_MOVES: Final = "moves"
_SWAPS: Final = {"swap": True, "noswap": False}


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """A command that consists of one word."""

    word: str

    def __str__(self) -> str:
        return self.word


HELLO: Final = SimpleCommand("rrp")
IS_READY: Final = SimpleCommand("isready")
STOP: Final = SimpleCommand("stop")
QUIT: Final = SimpleCommand("quit")
SHOW: Final = SimpleCommand("show")
LEGAL: Final = SimpleCommand("legal")
EVAL: Final = SimpleCommand("eval")
_SIMPLE_COMMANDS: Final = {
    command.word: command for command in (HELLO, IS_READY, STOP, QUIT, SHOW, LEGAL, EVAL)
}


@dataclass(frozen=True, slots=True)
class SetOption:
    """Sets an option; a button has no value."""

    name: str
    value: str | None = None

    def __str__(self) -> str:
        return f"setoption name {self.name}" + (
            "" if self.value is None else f" value {self.value}"
        )


@dataclass(frozen=True, slots=True)
class NewGame:
    """Announces a new game: the following positions belong to it."""

    board: str = "square8"
    players: int = 2  # fixed by version 1 of the protocol
    edition: str = DEFAULT_EDITION
    swap: bool = True

    @classmethod
    def of(cls, state: State) -> NewGame:
        """Return the game that a state belongs to."""
        return cls(state.board.grid.name, len(state.seats), state.edition.name, state.swap_enabled)

    def start(self) -> State:
        return new_game(self.board, self.players, self.edition, self.swap)

    def __str__(self) -> str:
        swap = "swap" if self.swap else "noswap"
        return f"newgame {self.board} {self.players} {self.edition} {swap}"


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Sets the position: a start (None: the start of the game) and the moves from there."""

    start: str | None = None
    moves: tuple[str, ...] = ()

    def state(self) -> State:
        """Return the start position that the command gives."""
        assert self.start is not None
        try:
            return load_position(self.start)
        except RingRiftError as error:
            raise ProtocolError(Code.INVALID_POSITION, str(error), error.rule) from None

    def __str__(self) -> str:
        moves = f" {_MOVES} {' '.join(self.moves)}" if self.moves else ""
        return f"position {self.start or _STARTPOS}{moves}"


@dataclass(frozen=True, slots=True)
class Go:
    """Starts a search, which ends at the first limit reached. Times are milliseconds."""

    nodes: int | None = None
    movetime: int | None = None
    depth: int | None = None
    clock: tuple[int, ...] = ()  # time left, one per seat
    inc: tuple[int, ...] = ()  # increment per turn, one per seat
    infinite: bool = False
    multipv: int | None = None

    def __str__(self) -> str:
        words = ["go"]
        for name in ("nodes", "movetime", "depth"):
            if (value := getattr(self, name)) is not None:
                words += [name, str(value)]
        for name, times in (("clock", self.clock), ("inc", self.inc)):
            if times:
                words += [name, *map(str, times)]
        words += ["infinite"] if self.infinite else []
        words += [] if self.multipv is None else ["multipv", str(self.multipv)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Perft:
    """Counts the move sequences."""

    depth: int

    def __str__(self) -> str:
        return f"perft {self.depth}"


Command = SimpleCommand | SetOption | NewGame | SetPosition | Go | Perft


def parse_command(line: str) -> Command | None:
    """Return the command on a line; None for an empty line."""
    if len(line) > MAX_LINE_LENGTH:
        raise ProtocolError(
            Code.TOO_LONG, f"a line can have at most {MAX_LINE_LENGTH} bytes; send a shorter one"
        )
    words = line.split()
    if not words:
        return None
    word, rest = words[0], words[1:]
    if word in _SIMPLE_COMMANDS:
        if rest and word != HELLO.word:
            raise ProtocolError(
                Code.MALFORMED, f"{word} has no arguments; send it without {rest[0][:40]!r}"
            )
        return _SIMPLE_COMMANDS[word]
    if word not in _READERS:
        known = " ".join((*_SIMPLE_COMMANDS, *_READERS))
        raise ProtocolError(
            Code.UNKNOWN_COMMAND, f"{word[:40]!r} is not a command; the commands are {known}"
        )
    return _READERS[word](rest)


def _read_option(words: Sequence[str]) -> SetOption:
    if not words or words[0] != "name":
        raise ProtocolError(Code.MALFORMED, "write setoption name NAME [value VALUE]")
    at = words.index("value") if "value" in words else len(words)
    name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
    if not name:
        raise ProtocolError(
            Code.MALFORMED, "the option has no name; write setoption name NAME [value VALUE]"
        )
    return SetOption(name, value if at < len(words) else None)


def _read_new_game(words: Sequence[str]) -> NewGame:
    if not 2 <= len(words) <= 4:
        raise ProtocolError(Code.MALFORMED, "write newgame BOARD PLAYERS [EDITION [swap|noswap]]")
    board, players, edition, swap = *words, *(DEFAULT_EDITION, "swap")[len(words) - 2 :]
    for what, word, choices in (
        ("board", board, BOARD_NAMES),
        ("edition", edition, EDITION_NAMES),
        ("swap rule", swap, tuple(_SWAPS)),
    ):
        if word not in choices:
            names = ", ".join(choices)
            message = f"There is no {what} {word[:40]!r}. Choose one of {names}."
            raise ProtocolError(Code.INVALID_SETUP, message)
    if players not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        raise ProtocolError(
            Code.INVALID_SETUP,
            f"{players[:40]!r} is not a valid number of players. Choose 2, 3 or 4.",
        )
    return NewGame(board, int(players), edition, _SWAPS[swap])


def _read_position(words: Sequence[str]) -> SetPosition:
    at = words.index(_MOVES) if _MOVES in words else len(words)
    start, moves = words[:at], tuple(words[at + 1 :])
    if start == [_STARTPOS]:
        return SetPosition(None, moves)
    if len(start) != len(FIELDS):
        message = (
            f"write position startpos, or a position string of {len(FIELDS)} fields, "
            "then [moves MOVE ...]"
        )
        raise ProtocolError(Code.MALFORMED, message)
    return SetPosition(" ".join(start), moves)


def _read_go(words: Sequence[str]) -> Go:
    limits: dict[str, list[str]] = {}
    for word in words:
        if word in _LIMITS:
            if word in limits:
                raise ProtocolError(Code.MALFORMED, f"{word} appears twice; send it once")
            limits[word] = []
        elif not limits:
            raise ProtocolError(
                Code.MALFORMED, f"{word[:40]!r} is not a limit; the limits are {' '.join(_LIMITS)}"
            )
        else:
            limits[next(reversed(limits))].append(word)
    if "infinite" in limits and set(limits) - {"infinite", "multipv"}:
        raise ProtocolError(
            Code.MALFORMED,
            "infinite cannot be combined with a limit; send it alone or with multipv",
        )
    if "inc" in limits and len(limits["inc"]) != len(limits.get("clock", ())):
        raise ProtocolError(
            Code.MALFORMED, "inc needs a clock and one time per seat, as the clock has"
        )
    return Go(
        nodes=_read_number_limit(limits, "nodes", 10**18),
        movetime=_read_number_limit(limits, "movetime", _MAX_MILLISECONDS),
        depth=_read_number_limit(limits, "depth", 10**6),
        clock=_read_clock_times(limits, "clock"),
        inc=_read_clock_times(limits, "inc"),
        infinite=_read_flag(limits, "infinite"),
        multipv=_read_number_limit(limits, "multipv", MAX_PVS),
    )


def _read_number_limit(limits: dict[str, list[str]], name: str, most: int) -> int | None:
    if name not in limits:
        return None
    if len(limits[name]) != 1:
        raise ProtocolError(Code.MALFORMED, f"{name} takes one number; write {name} N")
    return parse_number(limits[name][0], name, 1, most)


def _read_clock_times(limits: dict[str, list[str]], name: str) -> tuple[int, ...]:
    if name not in limits:
        return ()
    if not MIN_PLAYERS <= len(limits[name]) <= MAX_PLAYERS:
        raise ProtocolError(
            Code.MALFORMED, f"{name} takes one time in milliseconds per seat, in seat order"
        )
    return tuple(parse_number(word, name, 0, _MAX_MILLISECONDS) for word in limits[name])


def _read_flag(limits: dict[str, list[str]], name: str) -> bool:
    if limits.get(name):
        raise ProtocolError(
            Code.MALFORMED, f"{name} takes no value; send it without {limits[name][0][:40]!r}"
        )
    return name in limits


def _read_perft(words: Sequence[str]) -> Perft:
    if len(words) != 1:
        raise ProtocolError(Code.MALFORMED, "write perft DEPTH")
    return Perft(parse_number(words[0], "depth", 1, MAX_PERFT_DEPTH))


_LIMITS: Final = ("nodes", "movetime", "depth", "clock", "inc", "infinite", "multipv")
_READERS: Final[dict[str, Callable[[Sequence[str]], Command]]] = {
    "setoption": _read_option,
    "newgame": _read_new_game,
    "position": _read_position,
    "go": _read_go,
    "perft": _read_perft,
}
