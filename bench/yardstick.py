"""Level 10 against the frozen reference player at equal time on one core.

python -m bench.yardstick --board square8 --players 2 --seconds 1 [--games 100] [--jobs N]

Every start is a balanced one from the book and is played once from each seat of level 10. The match
stops early when the 95% interval lies above or below the bar. Games are written to a journal as
JSON lines, and a finished match as one line of Markdown.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from ringrift.arena.intervals import estimate_score
from ringrift.kernel.engines import installed_kernel
from ringrift.players.levels import TimedLevel
from ringrift.players.network import read_network
from ringrift.players.reference import ReferencePlayer
from ringrift.players.search import Method
from ringrift.players.search_plan import SearchPlan, strongest_plan
from ringrift.rules import apply, bookkeeping, legal_moves
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import Setup
from ringrift.rules.state import State
from ringrift.starts.book import balanced_state

MAX_DECISIONS: Final = 5_000
BARS: Final = {2: 0.70, 3: 0.65, 4: 0.45}  # of the wins on the small boards
BIG_BOARD_BAR: Final = 0.60


@dataclass(frozen=True, slots=True)
class Match:
    """One match; what is empty is as shipped."""

    board: str
    players: int
    edition: str
    seconds: float
    seed: int = 1
    method: str = ""
    network: str = ""  # a file; "none" for the linear evaluation
    settings: tuple[tuple[str, int], ...] = ()

    @property
    def setup(self) -> Setup:
        return Setup(self.board, self.players, self.edition)

    @property
    def bar(self) -> float:
        return BIG_BOARD_BAR if self.board in BOARD_NAMES[2:] else BARS[self.players]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its number, the winner, and the mean time of a decision of either side."""

    number: int
    won: bool
    decisions: int
    own_seconds: float
    reference_seconds: float


class TriedLevel(TimedLevel):
    """Level 10 with another method, network or search settings."""

    def __init__(self, match: Match, seed: int) -> None:
        super().__init__(match.seconds, seed=seed)
        self._match = match
        path = match.network
        self._network = read_network(Path(path)) if path not in ("", "none") else None

    def plan(self, state: State, seconds: float) -> SearchPlan:
        match = self._match
        method = Method(match.method) if match.method else None
        plan = strongest_plan(state, seconds=seconds, method=method)
        network = self._network if match.network else plan.network
        return SearchPlan(plan.method, {**plan.settings, **dict(match.settings)}, network)


def play_game(job: tuple[Match, int]) -> Game:
    """Play one game; level 10 sits in the seat that its number names."""
    match, number = job
    players = match.players
    start, own = divmod(number, players)
    state = balanced_state(match.setup, match.seed * 1_000 + start)
    level = TriedLevel(match, seed=number)
    others = [ReferencePlayer(match.seconds, seed=number * players + at) for at in range(players)]
    taken = [0.0, 0.0]
    counts = [0, 0]
    while state.outcome is None and sum(counts) < MAX_DECISIONS:
        due = bookkeeping(state)
        if due is not None:
            state = apply(state, due)
            continue
        moves = legal_moves(state)
        if len(moves) == 1:
            state = apply(state, moves[0])
            continue
        seat = state.player - 1
        mine = seat == own
        started = time.perf_counter()
        move = level.choose(state) if mine else others[seat].choose(state)
        taken[mine] += time.perf_counter() - started
        counts[mine] += 1
        state = apply(state, move)
    won = state.outcome is not None and state.outcome.winner == own + 1
    means = [total / max(1, count) for total, count in zip(taken, counts, strict=True)]
    return Game(number, won, sum(counts), means[1], means[0])


def play_match(match: Match, games: int, jobs: int, minutes: float) -> Iterator[Game]:
    """Yield the games as they end; stop once the interval answers the question."""
    installed_kernel()
    deadline = time.monotonic() + minutes * 60
    with get_context("fork").Pool(jobs, maxtasksperchild=8) as pool:
        numbers = [(match, number) for number in range(games)]
        won: dict[int, bool] = {}
        results = pool.imap_unordered(play_game, numbers)
        while True:
            try:
                game = results.next(timeout=max(0.1, deadline - time.monotonic()))
            except (StopIteration, TimeoutError):
                break
            except Exception as error:
                if type(error).__name__ == "TimeoutError":
                    break
                raise
            won[game.number] = game.won
            yield game
            score = summarise(match, won)
            if len(won) >= 30 and (score.low > match.bar or score.high < 1 / match.players):
                break
        pool.terminate()


def summarise(match: Match, won: dict[int, bool]) -> Any:
    """Return the score over complete starts, or over single games if there is none."""
    players = match.players
    starts: dict[int, list[bool]] = {}
    for number, one in won.items():
        starts.setdefault(number // players, []).append(one)
    complete = [sum(one) / players for one in starts.values() if len(one) == players]
    return estimate_score(complete or [float(one) for one in won.values()], 1 / players)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", choices=BOARD_NAMES, default="square8")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--edition", default="standard")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--method", choices=[*Method, ""], default="")
    parser.add_argument("--network", default="", help="a network file, or none")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--journal", type=Path)
    args = parser.parse_args()
    settings = tuple((name, int(value)) for name, value in (o.split("=") for o in args.setting))
    match = Match(
        args.board,
        args.players,
        args.edition,
        args.seconds,
        args.seed,
        args.method,
        args.network,
        settings,
    )
    state = balanced_state(match.setup, 0)
    began = time.monotonic()
    games: list[Game] = []
    for game in play_match(match, args.games, args.jobs, args.minutes):
        games.append(game)
        if args.journal is not None:
            with args.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(match) | asdict(game)) + "\n")
    score = summarise(match, {game.number: game.won for game in games})
    plan = TriedLevel(match, 0).plan(state, match.seconds)
    what = f"{plan.method}{' + network' if plan.network else ''}"
    if match.settings:
        what += " " + " ".join(args.setting)
    own = sum(game.own_seconds for game in games) / max(1, len(games))
    other = sum(game.reference_seconds for game in games) / max(1, len(games))
    print(
        f"| {match.board} | {match.players} | {match.seconds:g} s | {what} | {len(games)} |"
        f" {sum(game.won for game in games)} | {score.mean:.1%} ({score.low:.1%} to"
        f" {score.high:.1%}) | {match.bar:.0%} | {own * 1000:.0f} and {other * 1000:.0f} ms |",
        f"{time.monotonic() - began:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
