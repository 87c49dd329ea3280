"""The books of balanced starts: one per board, number of players and edition.

A book is a text file in `data/` with one entry per line: the moves in notation, without
bookkeeping. After an entry each seat has made the same number of turns and seat 1 is to move.
`ringrift arena books` makes and checks the books.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

from ringrift.rules.errors import InvalidSetupError, Refusal, listed
from ringrift.rules.legal import bookkeeping
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.play import apply
from ringrift.rules.setup import Setup, new_game
from ringrift.rules.state import State

StartName = Literal["empty", "balanced"]
"""How a game starts: on an empty board, or with the moves of a balanced start."""

START_NAMES: Final[tuple[StartName, ...]] = ("empty", "balanced")
"""The names of the starts."""

_DATA: Final = files("ringrift.starts").joinpath("data")
_COMMENT: Final = "#"


def default_start(board: str, players: int) -> StartName:
    """Return how a server's game starts unless its creator chooses.

    >>> default_start("hex8", 2), default_start("square8", 2)
    ('balanced', 'empty')
    """
    return "balanced" if (board, players) in _balanced_by_default() else "empty"


def parse_start_name(name: str) -> StartName:
    """Return the name of a start, or raise an error that lists them."""
    if name not in START_NAMES:
        message = f"the start {name!r} is unknown; choose {listed(START_NAMES)}"
        raise InvalidSetupError(Refusal("INVALID_SETUP", None, message, "start"))
    return name


@cache
def load_book(setup: Setup) -> tuple[str, ...]:
    """Return the entries of the setup's book, as they are written."""
    book = _DATA.joinpath(book_file_name(setup))
    if not book.is_file():
        message = f"there is no book of balanced starts for {setup}; use an empty start"
        raise InvalidSetupError(Refusal("INVALID_SETUP", None, message, "start"))
    text = book.read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith(_COMMENT))


def book_file_name(setup: Setup) -> str:
    """Return the name of the setup's book in `data/`."""
    return f"{setup.board}-{setup.players}-{setup.edition}.txt"


def balanced_moves(setup: Setup, seed: int) -> tuple[Move, ...]:
    """Return the moves of the balanced start that the seed selects, bookkeeping included.

    Consecutive seeds select consecutive entries of the book.
    """
    book = load_book(setup)
    return tuple(replay_entry(setup, book[seed % len(book)]).history)


def balanced_state(setup: Setup, seed: int) -> State:
    """Return the state after the balanced start that the seed selects, with its history."""
    book = load_book(setup)
    return replay_entry(setup, book[seed % len(book)])


@lru_cache(maxsize=256)
def replay_entry(setup: Setup, entry: str) -> State:
    """Return the state after an entry. A balanced start has no swap [R180]."""
    state = first_state(setup)
    for word in entry.split():
        state = apply_bookkeeping(apply(state, parse_move(state, word)))
    return state


def format_entry(setup: Setup, moves: Iterable[Move]) -> str:
    """Return the moves as an entry of a book."""
    state, words = first_state(setup), []
    for move in moves:
        if not move.bookkeeping:
            words.append(format_move(state, move))
        state = apply(state, move)
    return " ".join(words)


def format_book(entries: Sequence[str], comment: Sequence[str] = ()) -> str:
    """Return the text of a book's file."""
    return "".join(f"{line}\n" for line in (*(f"{_COMMENT} {note}" for note in comment), *entries))


def first_state(setup: Setup) -> State:
    """Return the state before a balanced start: a new game without the swap rule."""
    return new_game(setup.board, setup.players, setup.edition, swap=False)


def apply_bookkeeping(state: State) -> State:
    """Return the state after the bookkeeping that is due [R075]."""
    while (due := bookkeeping(state)) is not None:
        state = apply(state, due)
    return state


@cache
def _balanced_by_default() -> frozenset[tuple[str, int]]:
    data = json.loads(_DATA.joinpath("defaults.json").read_text(encoding="utf-8"))
    return frozenset((setup["board"], setup["players"]) for setup in data["balanced"])
