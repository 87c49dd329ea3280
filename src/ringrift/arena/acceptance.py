"""Acceptance tests of the players: strength, seat balance, and a thousand games without a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ringrift.arena.intervals import estimate_score
from ringrift.arena.markdown_report import format_score
from ringrift.arena.results import Result, complete_cycle_results, cycle_shares
from ringrift.arena.roster import STRONGEST_LEVEL, level_name
from ringrift.arena.schedule import Openings, ScheduledGame, schedule_cycle
from ringrift.arena.standings import Faults, median_turns, seat_shares
from ringrift.conformance.positions import SETUPS
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.grid import SMALL_BOARDS
from ringrift.rules.setup import Setup

Verdict = Literal["met", "MISSED", "open", ""]

DECISION_SECONDS: Final = 0.2  # of the strongest level
TINY_SECONDS: Final = 0.01  # a decision in the games without a fault
FAULTLESS_GAMES: Final = 1000
MAX_SEAT_SHARE: Final = 0.65
MIN_MEDIAN_TURNS: Final = 14
_NO_COMPLETE_CYCLE: Final = "no complete cycle"
_TURNS_BEFORE_SWAP: Final = 1  # random turn, after which seat 2 decides whether to swap


@dataclass(frozen=True, slots=True)
class Criterion:
    """One number of an acceptance test: what is required and what was measured."""

    name: str
    required: str
    measured: str
    met: bool | None  # None: informative, nothing is required


@dataclass(frozen=True, slots=True)
class AcceptanceTest:
    """Games to play, and the criteria that their results must meet."""

    name: str
    title: str
    games: tuple[ScheduledGame, ...]
    evaluate: Callable[[Sequence[Result]], list[Criterion]]

    def verdict(self, criterion: Criterion, results: Sequence[Result]) -> Verdict:
        """Return `open` while games are missing; empty for a criterion that requires nothing."""
        if criterion.met is None:
            return ""
        if len(results) < len(self.games):
            return "open"
        return "met" if criterion.met else "MISSED"


def acceptance_tests(seed: int = 1, faultless_games: int = FAULTLESS_GAMES) -> list[AcceptanceTest]:
    """Return all acceptance tests; each with its scheduled games."""
    strongest = level_name(STRONGEST_LEVEL, DECISION_SECONDS)
    return [
        _against_level_test("level-1", strongest, 1, 20, 0.98, seed),
        _against_level_test("level-4", strongest, 4, 20, 0.85, seed),
        _against_two_test(strongest, seed),
        _seat_balance_test(strongest, seed),
        _faultless_test(faultless_games, seed),
    ]


def _against_level_test(
    name: str, strongest: str, rival: int, pairs: int, min_share: float, seed: int
) -> AcceptanceTest:
    """The strongest level against another level, two players."""
    games = _cycles(
        name,
        [Setup(board, 2, DEFAULT_EDITION) for board in SMALL_BOARDS],
        (strongest, f"level:{rival}"),
        pairs,
        seed,
    )
    title = f"{strongest} against level {rival}, two players"
    return AcceptanceTest(
        name, title, tuple(games), lambda results: _win_criteria(results, min_share)
    )


def _against_two_test(strongest: str, seed: int) -> AcceptanceTest:
    """The strongest level against two players of level 4."""
    lineup = (strongest, "level:4", "level:4")
    games = _cycles(
        "three", [Setup(board, 3, DEFAULT_EDITION) for board in SMALL_BOARDS], lineup, 40, seed
    )
    return AcceptanceTest(
        "three",
        f"{strongest} against two of level 4",
        tuple(games),
        lambda results: _win_criteria(results, 0.55),
    )


def _seat_balance_test(strongest: str, seed: int) -> AcceptanceTest:
    """The strongest level against itself, with the swap rule."""
    # An unbalanced random first turn would measure the opening, not the players.
    openings = Openings(seed, turns=_TURNS_BEFORE_SWAP)
    games = [
        game
        for opening in range(30)
        for board in SMALL_BOARDS
        for game in schedule_cycle(
            "mirror", Setup(board, 2, DEFAULT_EDITION), (strongest, strongest), opening, openings
        )
    ]
    return AcceptanceTest(
        "mirror", f"{strongest} against itself, with the swap rule", tuple(games), _balance_criteria
    )


def _faultless_test(count: int, seed: int) -> AcceptanceTest:
    """Every board, number of players and edition, with tiny budgets."""
    field = (
        level_name(STRONGEST_LEVEL, TINY_SECONDS),
        f"level:4@{2 * TINY_SECONDS:g}",
        f"level:2@{2 * TINY_SECONDS:g}",
        "random",
    )
    openings = Openings(seed, balanced=False)
    games: list[ScheduledGame] = []
    opening = 0
    while len(games) < count:
        for setup in SETUPS:
            games += schedule_cycle("faultless", setup, field[: setup.players], opening, openings)
        opening += 1
    title = f"{len(games):,} games over all boards, players and editions at tiny budgets"
    return AcceptanceTest("faultless", title, tuple(games), _fault_criteria)


def _cycles(
    event: str, setups: Sequence[Setup], lineup: Sequence[str], count: int, seed: int
) -> Iterator[ScheduledGame]:
    for opening in range(count):
        for setup in setups:
            yield from schedule_cycle(event, setup, lineup, opening, Openings(seed))


def _by_board(results: Sequence[Result]) -> Iterator[tuple[str, list[Result]]]:
    """Yield each board that was played with its results in complete cycles, possibly none."""
    complete = complete_cycle_results(results)
    for board in dict.fromkeys(result.setup.board for result in results):
        yield board, [result for result in complete if result.setup.board == board]


def _win_criteria(results: Sequence[Result], min_share: float) -> list[Criterion]:
    criteria = []
    for board, games in _by_board(results):
        name, required = f"wins on {board}", f"≥ {min_share:.0%}"
        if not games:
            criteria.append(Criterion(name, required, _NO_COMPLETE_CYCLE, met=False))
            continue
        score = estimate_score(cycle_shares(games), 1 / games[0].setup.players)
        measured = f"{format_score(score)} in {len(games)} games"
        criteria.append(Criterion(name, required, measured, score.mean >= min_share))
    return criteria


def _balance_criteria(results: Sequence[Result]) -> list[Criterion]:
    criteria = []
    for board, games in _by_board(results):
        name, required = f"wins by seat on {board}", f"≤ {MAX_SEAT_SHARE:.0%} either seat"
        if not games:
            criteria.append(Criterion(name, required, _NO_COMPLETE_CYCLE, met=False))
            continue
        shares = seat_shares(games)
        swaps = sum(game.swapped for game in games) / len(games)
        balance = " : ".join(f"{share:.0%}" for share in shares)
        measured = f"{balance} in {len(games)} games, {swaps:.0%} of them swapped"
        criteria.append(Criterion(name, required, measured, max(shares) <= MAX_SEAT_SHARE))
        turns = median_turns(games)
        has_minimum = board == "square8"
        required, met = (
            (f"≥ {MIN_MEDIAN_TURNS}", turns >= MIN_MEDIAN_TURNS) if has_minimum else ("", None)
        )
        criteria.append(Criterion(f"median turns on {board}", required, f"{turns:g}", met))
    return criteria


def _fault_criteria(results: Sequence[Result]) -> list[Criterion]:
    faults = Faults.of(results)
    illegal = sum(result.fault.startswith("illegal") for result in results)
    late = f"{faults.overruns}, worst {faults.worst_overrun * 1000:.0f} ms over"
    late += f", {faults.busy_overruns} by processor time"
    return [
        Criterion("illegal moves", "0", str(illegal), illegal == 0),
        Criterion("crashes", "0", str(faults.crashes), faults.crashes == 0),
        Criterion(
            "other forfeits", "0", str(faults.forfeits - illegal), faults.forfeits == illegal
        ),
        Criterion("decisions more than 50 ms over their time", "0", late, faults.overruns == 0),
    ]
