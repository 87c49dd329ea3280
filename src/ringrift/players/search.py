"""Search for the best moves: the native search with states and moves of the rules."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Final, NoReturn, SupportsFloat, SupportsIndex

from ringrift.kernel import state_fields as field
from ringrift.kernel.engines import KernelMissingError
from ringrift.kernel.move_codec import Numbers, to_move
from ringrift.kernel.state_codec import Fields, board_number, to_fields
from ringrift.players.network import Network
from ringrift.players.weights import weights_for
from ringrift.rules import apply, bookkeeping
from ringrift.rules.editions import EditionName
from ringrift.rules.errors import Refusal, RingRiftError, listed
from ringrift.rules.grid import BoardName
from ringrift.rules.moves import Move
from ringrift.rules.state import State

if TYPE_CHECKING:
    from ringrift.kernel._native import Game, Search

# a move, permille by seat, the principal variation
NativePv = tuple[Numbers, list[int], list[Numbers]]
# depth, nodes, milliseconds, the best moves in order
NativeResult = tuple[int, int, int, list[NativePv]]

MAX_PVS: Final = 64  # principal variations per report
MAX_THREADS: Final = 64
MAX_MEGABYTES: Final = 4096
_MAX_SEED: Final = 2**64 - 1
_MAX_NUMBER: Final = 2**62  # nodes or milliseconds: the largest value that the kernel accepts
_MAX_DEPTH: Final = 2**30
_MAX_SETTING: Final = 1_000_000
_POSITIVE_SETTINGS: Final = ("aspiration_window", "policy_temperature")


class SearchError(RingRiftError):
    """A search that cannot run: no budget, unknown method, or no decision to make."""


class Method(StrEnum):
    """The search methods."""

    ALPHA_BETA = "alpha-beta"
    TREE = "tree"


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search; the first one reached ends it. Nodes are states after decisions."""

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None  # in decisions

    def __post_init__(self) -> None:
        for name, number in (("nodes", self.nodes), ("depth", self.depth)):
            if number is not None and not (_is_whole_number(number) and number >= 1):
                _refuse_budget(f"{number!r} {name}: use a whole number of at least 1", name)
        if self.seconds is not None and not _is_valid_seconds(self.seconds):
            _refuse_budget(f"{self.seconds!r} seconds: use a number, 0 or more", "seconds")

    @property
    def has_limit(self) -> bool:
        """Whether the budget limits nodes, time or depth."""
        return (self.nodes, self.seconds, self.depth) != (None, None, None)

    @property
    def milliseconds(self) -> int:
        """Return the time limit for the kernel; 0 means none."""
        return 0 if self.seconds is None else min(max(1, round(self.seconds * 1000)), _MAX_NUMBER)


@dataclass(frozen=True, slots=True)
class PrincipalVariation:
    """A move with its expected shares and the best play that follows."""

    move: Move
    shares: tuple[float, ...]  # expected share of the win per seat, by current owner; sums to 1
    pv: tuple[Move, ...]  # best play: this move first, bookkeeping included

    @property
    def mover_share(self) -> float:
        """Return the share of the player who moves."""
        return self.shares[self.move.player - 1]


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a search so far."""

    depth: int
    nodes: int
    seconds: float
    pvs: tuple[PrincipalVariation, ...]  # best first

    @property
    def best(self) -> Move:
        """Return the first move of the best line."""
        return self.pvs[0].move

    @property
    def shares(self) -> tuple[float, ...]:
        """Return each seat's expected share with best play."""
        return self.pvs[0].shares

    @property
    def nodes_per_second(self) -> float:
        """Return the speed of the search."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


class Searcher:
    """Searches one state at a time; `stop` may be called from any thread.

    A search reuses the results of earlier ones until `clear`. With one thread and after `clear`,
    equal states, seeds and budgets of nodes or depth give equal reports.
    """

    def __init__(
        self,
        method: Method | str = Method.ALPHA_BETA,
        *,
        threads: int = 1,
        megabytes: int = 16,
        weights: Sequence[int] | None = None,
        settings: Mapping[str, int] | None = None,
        network: Network | None = None,
    ) -> None:
        """Create a searcher. `weights` of one setup replace the shipped ones, for tuning.

        `settings` by name replace those of the kernel (docs/reference/levels.md). A `network`
        evaluates the leaves of searches in its own setup.
        """
        if not _is_whole_number(threads) or threads not in range(1, MAX_THREADS + 1):
            _refuse_budget(f"{threads} threads: use 1 to {MAX_THREADS}", "threads")
        if not _is_whole_number(megabytes) or megabytes not in range(1, MAX_MEGABYTES + 1):
            _refuse_budget(f"{megabytes} megabytes: use 1 to {MAX_MEGABYTES}", "megabytes")
        self.method = parse_method(method)
        self._threads = threads
        self._megabytes = megabytes
        self._weights = weights
        self._network = network
        self._settings = settings_list(settings or {})
        self._native_searches: dict[tuple[BoardName, int, EditionName], Search] = {}
        self._search_lock = Lock()  # one search at a time
        self._running: Search | None = None

    def search(
        self,
        state: State,
        budget: Budget,
        *,
        seed: int = 0,
        best: int = 1,
        on_report: Callable[[Report], None] | None = None,
    ) -> Report:
        """Return the `best` moves within the budget; call `on_report` after each finished depth.

        A tree search has no such steps and reports several times per second.
        """
        if not budget.has_limit:
            _refuse_budget("no limit: set nodes, seconds or depth", "budget")
        if not _is_whole_number(best) or best not in range(1, MAX_PVS + 1):
            _refuse_budget(f"the best {best} moves: ask for 1 to {MAX_PVS}", "best")
        if not _is_whole_number(seed):
            _refuse_budget(f"the seed {seed!r}: use a whole number", "seed")
        expect_decision(state)
        started = time.perf_counter()
        with self._search_lock:
            native = self._native_search(state)
            fields = to_fields(state)
            reader = ResultReader(state, fields, started)
            tell = None if on_report is None else partial(_forward_report, reader, on_report)
            self._running = native
            try:
                result = native.search(
                    fields,
                    list(Method).index(self.method),
                    min(budget.nodes or 0, _MAX_NUMBER),
                    budget.milliseconds,
                    min(budget.depth or 0, _MAX_DEPTH),
                    seed & _MAX_SEED,
                    best,
                    tell,
                )
            finally:
                self._running = None
        return reader.report(result)

    def stop(self) -> None:
        """Stop the running search immediately; it returns its best result so far."""
        running = self._running
        if running is not None:
            running.stop()

    def clear(self) -> None:
        """Clear the transposition table and the tree."""
        with self._search_lock:
            for native in self._native_searches.values():
                native.clear()

    def _native_search(self, state: State) -> Search:
        key = (state.board.grid.name, len(state.seats), state.edition.name)
        if key not in self._native_searches:
            search, _ = import_kernel()
            weights = weights_for(*key) if self._weights is None else list(self._weights)
            board = board_number(state.board.grid)
            try:
                self._native_searches[key] = search(
                    board,
                    weights,
                    self._megabytes,
                    self._threads,
                    self._settings,
                    self._network_numbers(key),
                )
            except (TypeError, ValueError) as error:
                message = f"the kernel rejected the weights: {error}"
                raise SearchError(Refusal("BAD_WEIGHTS", None, message, "weights")) from error
        return self._native_searches[key]

    def _network_numbers(self, setup: tuple[BoardName, int, EditionName]) -> list[int]:
        if self._network is None:
            return []
        if (self._network.board, self._network.players, self._network.edition) != setup:
            message = (
                f"the network is for {self._network.name}, not for {'/'.join(map(str, setup))}"
            )
            raise SearchError(Refusal("WRONG_NETWORK", None, message, "network"))
        return list(self._network.numbers)


def expect_decision(state: State) -> None:
    """Raise `SearchError` for a state without a decision."""
    if state.outcome is not None:
        message = "the game is over: there is no move to search for; take moves back first"
        raise SearchError(Refusal("GAME_OVER", "R170", message))
    due = bookkeeping(state)
    if due is not None:
        message = (
            f"there is nothing to choose here: apply {due.type}, which is due, and then search"
        )
        raise SearchError(Refusal("BOOKKEEPING_DUE", "R075", message))


def apply_due_bookkeeping(state: State) -> State:
    """Return the state after due bookkeeping [R075]: a decision, or the end of the game."""
    while (due := bookkeeping(state)) is not None:
        state = apply(state, due)
    return state


class ResultReader:
    """Converts the kernel's results for one state."""

    def __init__(self, state: State, fields: Fields, started: float) -> None:
        _, game = import_kernel()
        self._game = game(fields[field.BOARD], fields)
        self._grid = state.board.grid
        self._length = state.line_length
        self._started = started

    def report(self, result: NativeResult) -> Report:
        depth, nodes, _, found = result
        seconds = time.perf_counter() - self._started
        return Report(depth, nodes, seconds, tuple(self._read_pv(*one) for one in found))

    def _read_pv(
        self, _: Numbers, permille: list[int], variation: list[Numbers]
    ) -> PrincipalVariation:
        moves = self._read_moves(variation)
        total = sum(permille)
        return PrincipalVariation(moves[0], tuple(share / total for share in permille), moves)

    def _read_moves(self, variation: Sequence[Numbers]) -> tuple[Move, ...]:
        moves = []
        for numbers in variation:
            fields = self._game.fields()
            moves.append(
                to_move(
                    numbers,
                    fields[field.PLAYER] + 1,
                    self._grid,
                    self._length,
                    fields[field.PENDING],
                    self._game.move_cells,
                )
            )
            self._game.apply(numbers)
        for _ in variation:
            self._game.undo()
        return tuple(moves)


def _forward_report(
    reader: ResultReader, listener: Callable[[Report], None], result: NativeResult
) -> bool:
    """Forward a report and continue the search."""
    listener(reader.report(result))
    return True


def import_kernel() -> tuple[type[Search], type[Game]]:
    try:
        from ringrift.kernel._native import Game, Search
    except ImportError as error:
        raise KernelMissingError from error
    return Search, Game


def settings_list(settings: Mapping[str, int]) -> list[int]:
    """Return the settings as the kernel expects them: -1 means its default, [] all defaults."""
    if not settings:
        return []
    try:
        from ringrift.kernel._native import search_setting_names
    except ImportError as error:
        raise KernelMissingError from error
    names = search_setting_names()
    for name, value in settings.items():
        if name not in names:
            _refuse_setting(f"there is no setting {name!r}; use {listed(tuple(names))}", name)
        least = 1 if name in _POSITIVE_SETTINGS else 0
        if not _is_whole_number(value) or not least <= value <= _MAX_SETTING:
            message = f"{name} = {value!r}: use a whole number from {least} to {_MAX_SETTING}"
            _refuse_setting(message, name)
    return [settings.get(name, -1) for name in names]


def _refuse_setting(message: str, name: str) -> NoReturn:
    raise SearchError(Refusal("INVALID_SETTING", None, message, f"settings.{name}"))


def parse_method(name: Method | str) -> Method:
    """Return the search method of that name."""
    try:
        return Method(name)
    except ValueError as error:
        message = f"the method {name!r}: choose {listed(tuple(Method))}"
        raise SearchError(Refusal("UNKNOWN_METHOD", None, message, "method")) from error


def _is_whole_number(number: object) -> bool:
    return isinstance(number, SupportsIndex)


def _is_valid_seconds(seconds: object) -> bool:
    return isinstance(seconds, SupportsFloat) and 0 <= float(seconds) < math.inf


def _refuse_budget(message: str, path: str) -> NoReturn:
    raise SearchError(Refusal("INVALID_BUDGET", None, message, path))
