"""Candidates for a book of balanced starts: a short, sensible beginning, judged by games.

Everything about a candidate follows from the setup, the seed and its number, so any number of
processes finds the same candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final

from ringrift.kernel import _native
from ringrift.kernel import state_fields as field
from ringrift.kernel.move_codec import Numbers, to_move
from ringrift.kernel.state_codec import Fields, board_number, to_fields
from ringrift.players.level_settings import METHODS
from ringrift.players.search import Method
from ringrift.players.weights import weights_for
from ringrift.rules.grid import BIG_BOARDS, grid_named
from ringrift.rules.moves import Move
from ringrift.rules.setup import Setup
from ringrift.starts.book import first_state, format_entry, replay_entry

SLACK: Final = 80  # permille of the win that a move of a start may give away
CHOICES: Final = 24  # best moves from which a move of a start is drawn
JITTER: Final = 0.4  # budgets vary by this share, so games from one start differ
LOOK_EVERY: Final = 6  # games after which judging may stop early
DROP_ERRORS: Final = 2.0  # standard errors from fair at which judging stops early
KEEP_ERRORS: Final = 1.4  # standard errors from fair that a seat may have in the end
_GAME_OVER: Final = 7  # the phase
_MAX_DRAW_NODES: Final = 120_000  # of the search to depth 1 that ranks the moves of a start


@dataclass(frozen=True, slots=True)
class Strength:
    """Games between equals: the number of games, the nodes and perhaps the depth per decision."""

    nodes: int
    games: int
    depth: int | None = None  # with a depth they play like levels


_DUEL_STRENGTHS: Final = (Strength(300, 24), Strength(2000, 10), Strength(8000, 4))
_SMALL_BOARD_STRENGTHS: Final = (Strength(300, 24), Strength(2000, 8))
_BIG_BOARD_STRENGTHS: Final = (Strength(60, 8),)
_LIKE_LEVEL_9: Final = Strength(1200, 12, depth=4)  # on square8 with four players
_LIKE_LEVEL_8: Final = Strength(60_000, 12, depth=1)
_CONFIRMATIONS: Final = {
    Setup("hex8", 3, "standard"): (_LIKE_LEVEL_8,),
    Setup("square8", 4, "standard"): (_LIKE_LEVEL_9, _LIKE_LEVEL_8),
    Setup("square8", 4, "classic"): (_LIKE_LEVEL_9,),
}


def strengths_for(setup: Setup) -> tuple[Strength, ...]:
    """Return the games that judge a candidate of the setup, the quickest first."""
    if setup.board in BIG_BOARDS:
        return _BIG_BOARD_STRENGTHS
    return _DUEL_STRENGTHS if setup.players == 2 else _SMALL_BOARD_STRENGTHS


def confirmations_for(setup: Setup) -> tuple[Strength, ...]:
    """Return the further games of kept candidates, by which the book chooses its entries.

    In these setups most candidates favour seat 1 when levels play, and so do those that were kept
    by luck.
    """
    return _CONFIRMATIONS.get(setup, ())


def turns_each(setup: Setup) -> int:
    """Return the turns of each seat in a start: one with three or four players is enough."""
    return 2 if setup.players == 2 else 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible entry with the wins of each seat at each strength."""

    number: int
    entry: str
    wins: tuple[tuple[int, ...], ...]  # by strength and seat
    kept: bool


def judge_candidate(setup: Setup, seed: int, number: int) -> Candidate | None:
    """Return the candidate of that number; None if its game is over before it begins."""
    rng = Random(f"{seed} {setup} {number}")
    player = _kernel_player(setup)
    start = player.draw_start(rng)
    if start is None:
        return None
    fields, moves = start
    wins: list[tuple[int, ...]] = []
    for strength in strengths_for(setup):
        won = [0] * setup.players
        for _ in range(strength.games):
            won[player.play_to_end(fields, strength.nodes, rng) - 1] += 1
            totals = [sum(seat) for seat in zip(*wins, won, strict=True)]
            if sum(totals) % LOOK_EVERY == 0 and excess_errors(totals) > DROP_ERRORS:
                return Candidate(number, "", (*wins, tuple(won)), kept=False)
        wins.append(tuple(won))
    totals = [sum(seat) for seat in zip(*wins, strict=True)]
    if excess_errors(totals) > KEEP_ERRORS:
        return Candidate(number, "", tuple(wins), kept=False)
    entry = format_entry(setup, moves)
    wins += confirm_entry(setup, seed, number, entry)
    return Candidate(number, entry, tuple(wins), kept=True)


def confirm_entry(setup: Setup, seed: int, number: int, entry: str) -> list[tuple[int, ...]]:
    """Return the wins in further games. Because they decide about no entry, they are unbiased."""
    rng = Random(f"{seed} {setup} {number} confirmation")
    player, wins = _kernel_player(setup), []
    fields = to_fields(replay_entry(setup, entry))
    for strength in confirmations_for(setup):
        won = [0] * setup.players
        for _ in range(strength.games):
            won[player.play_to_end(fields, strength.nodes, rng, depth=strength.depth) - 1] += 1
        wins.append(tuple(won))
    return wins


def excess_errors(wins: Sequence[int]) -> float:
    """Return how far the seat that differs most is from its fair share, in standard errors."""
    games, fair = sum(wins), 1 / len(wins)
    error = sqrt(games * fair * (1 - fair))
    return max(abs(won - games * fair) for won in wins) / error


class _KernelPlayer:
    """Plays games of one setup in the kernel."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._grid = grid_named(setup.board)
        self._board = board_number(self._grid)
        self._first = to_fields(first_state(setup))
        self._line_length = self._grid.line_length(setup.players)
        self._method = list(Method).index(METHODS[setup.board, setup.players])
        weights = weights_for(setup.board, setup.players, setup.edition)
        self._search = _native.Search(self._board, weights, 1, 1)

    def draw_start(self, rng: Random) -> tuple[Fields, list[Move]] | None:
        """Return a state after a few sensible turns of each seat, and its moves."""
        game = _native.Game(self._board, self._first)
        moves: list[Move] = []
        last = turns_each(self._setup) * self._setup.players
        while True:
            fields = game.fields()
            if fields[field.PHASE] == _GAME_OVER:
                return None
            if fields[field.TURN_NUMBER] > last:
                return fields, moves
            numbers = self._draw_move(game, fields, rng)
            moves.append(self._read_move(game, fields, numbers))
            game.apply(numbers)

    def _draw_move(self, game: _native.Game, fields: Fields, rng: Random) -> Numbers:
        """Return one of the best moves to depth 1 that gives little away."""
        legal = game.moves()
        if len(legal) == 1:
            return legal[0]
        self._search.clear()
        seed = rng.getrandbits(60)
        _, _, _, found = self._search.search(fields, 0, _MAX_DRAW_NODES, 0, 1, seed, CHOICES, None)
        seat = fields[field.PLAYER]
        least = found[0][1][seat] - SLACK
        near = [move for move, shares, _ in found if shares[seat] >= least]
        return near[rng.randrange(len(near))]

    def _read_move(self, game: _native.Game, fields: Fields, numbers: Numbers) -> Move:
        return to_move(
            numbers,
            fields[field.PLAYER] + 1,
            self._grid,
            self._line_length,
            fields[field.PENDING],
            game.move_cells,
        )

    def play_to_end(
        self, start: Fields, nodes: int, rng: Random, *, depth: int | None = None
    ) -> int:
        """Play a game between equals and return the winning seat.

        With `depth` they play like levels: no decision knows the search of an earlier one, and
        the budgets do not vary.
        """
        self._search.clear()
        game = _native.Game(self._board, start)
        while True:
            fields = game.fields()
            if fields[field.PHASE] == _GAME_OVER:
                return fields[field.WINNER]
            legal = game.moves()
            move = legal[0]
            if len(legal) > 1:
                budget = nodes
                if depth is None:
                    budget = max(1, round(nodes * (1 + JITTER * (2 * rng.random() - 1))))
                else:
                    self._search.clear()
                seed = rng.getrandbits(60)
                found = self._search.search(
                    fields, self._method, budget, 0, depth or 0, seed, 1, None
                )
                move = found[3][0][0]
            game.apply(move)


@lru_cache(maxsize=4)
def _kernel_player(setup: Setup) -> _KernelPlayer:
    return _KernelPlayer(setup)
