"""The bars that the players are held to: strength, fairness, and no fault in a thousand games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ringrift.arena.intervals import score_of
from ringrift.arena.markdown_report import spoken
from ringrift.arena.results import Result, in_whole_cycles, shares_of
from ringrift.arena.roster import STRONGEST, level_name
from ringrift.arena.schedule import Openings, ScheduledGame, cycle
from ringrift.arena.standings import Faults, median_turns, seat_shares
from ringrift.conformance.positions import SETUPS
from ringrift.rules.grid import BoardName
from ringrift.rules.setup import Setup

Verdict = Literal["met", "MISSED", "open", ""]

SECONDS: Final = 0.2  # a decision of the strongest setting
SMALL: Final[tuple[BoardName, ...]] = ("square8", "hex8")
TINY: Final = 0.01  # seconds a decision in the thousand games
FAULTLESS_GAMES: Final = 1000
MOST_OF_A_SEAT: Final = 0.65
LEAST_TURNS: Final = 14
_NOTHING: Final = "no whole cycle"
_BEFORE_SWAP: Final = (
    1  # turn of chance, even for both, after which seat 2 has to say whether it swaps
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What was measured beside what is asked for."""

    what: str
    asked: str
    found: str
    met: bool | None  # None: nothing is asked


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of the bars: games, and what they must show."""

    name: str
    title: str
    fixtures: tuple[ScheduledGame, ...]
    judge: Callable[[Sequence[Result]], list[Claim]]

    def verdict(self, claim: Claim, results: Sequence[Result]) -> Verdict:
        """Open while games are missing, whatever the others say."""
        if claim.met is None:
            return ""
        if len(results) < len(self.fixtures):
            return "open"
        return "met" if claim.met else "MISSED"


def bars(seed: int = 1, games: int = FAULTLESS_GAMES) -> list[Bar]:
    """All of them; `games` without a fault."""
    top = level_name(STRONGEST, SECONDS)
    return [
        _against("level-1", top, 1, 20, 0.98, seed),
        _against("level-4", top, 4, 20, 0.85, seed),
        _three(top, seed),
        _mirror(top, seed),
        _faultless(games, seed),
    ]


def _against(name: str, top: str, rival: int, pairs: int, least: float, seed: int) -> Bar:
    """The strongest setting against a level, two players."""
    fixtures = _cycles(
        name, [Setup(board, 2, "standard") for board in SMALL], (top, f"level:{rival}"), pairs, seed
    )
    title = f"{top} against level {rival}, two players"
    return Bar(name, title, tuple(fixtures), lambda results: _wins(results, least))


def _three(top: str, seed: int) -> Bar:
    """The strongest setting against two of level 4."""
    lineup = (top, "level:4", "level:4")
    fixtures = _cycles("three", [Setup(board, 3, "standard") for board in SMALL], lineup, 40, seed)
    return Bar(
        "three",
        f"{top} against two of level 4",
        tuple(fixtures),
        lambda results: _wins(results, 0.55),
    )


def _mirror(top: str, seed: int) -> Bar:
    """The strongest setting against itself, with the swap rule."""
    # A first turn that is not even would only measure chance: whoever may be swapped does not make it.
    openings = Openings(seed, turns=_BEFORE_SWAP)
    fixtures = [
        fixture
        for opening in range(30)
        for board in SMALL
        for fixture in cycle("mirror", Setup(board, 2, "standard"), (top, top), opening, openings)
    ]
    return Bar("mirror", f"{top} against itself, with the swap rule", tuple(fixtures), _fair)


def _faultless(games: int, seed: int) -> Bar:
    """Every board, number of players and edition at tiny budgets."""
    field = (
        level_name(STRONGEST, TINY),
        f"level:4@{2 * TINY:g}",
        f"level:2@{2 * TINY:g}",
        "random",
    )
    openings = Openings(seed, balanced=False)
    fixtures: list[ScheduledGame] = []
    opening = 0
    while len(fixtures) < games:
        for setup in SETUPS:
            fixtures += cycle("faultless", setup, field[: setup.players], opening, openings)
        opening += 1
    title = f"{len(fixtures):,} games over all boards, players and editions at tiny budgets"
    return Bar("faultless", title, tuple(fixtures), _no_faults)


def _cycles(
    event: str, setups: Sequence[Setup], lineup: Sequence[str], count: int, seed: int
) -> Iterator[ScheduledGame]:
    for opening in range(count):
        for setup in setups:
            yield from cycle(event, setup, lineup, opening, Openings(seed))


def _by_board(results: Sequence[Result]) -> Iterator[tuple[str, list[Result]]]:
    """The games of whole cycles; there may be none of a board on which a cycle was begun."""
    whole = in_whole_cycles(results)
    for board in dict.fromkeys(result.setup.board for result in results):
        yield board, [result for result in whole if result.setup.board == board]


def _wins(results: Sequence[Result], least: float) -> list[Claim]:
    claims = []
    for board, games in _by_board(results):
        what, asked = f"wins on {board}", f"≥ {least:.0%}"
        if not games:
            claims.append(Claim(what, asked, _NOTHING, met=False))
            continue
        score = score_of(shares_of(games), 1 / games[0].setup.players)
        found = f"{spoken(score)} in {len(games)} games"
        claims.append(Claim(what, asked, found, score.mean >= least))
    return claims


def _fair(results: Sequence[Result]) -> list[Claim]:
    claims = []
    for board, games in _by_board(results):
        what, asked = f"wins by seat on {board}", f"≤ {MOST_OF_A_SEAT:.0%} either seat"
        if not games:
            claims.append(Claim(what, asked, _NOTHING, met=False))
            continue
        shares = seat_shares(games)
        swaps = sum(game.swapped for game in games) / len(games)
        balance = " : ".join(f"{share:.0%}" for share in shares)
        found = f"{balance} in {len(games)} games, {swaps:.0%} of them swapped"
        claims.append(Claim(what, asked, found, max(shares) <= MOST_OF_A_SEAT))
        turns = median_turns(games)
        bar = board == "square8"
        asked, met = (f"≥ {LEAST_TURNS}", turns >= LEAST_TURNS) if bar else ("", None)
        claims.append(Claim(f"median turns on {board}", asked, f"{turns:g}", met))
    return claims


def _no_faults(results: Sequence[Result]) -> list[Claim]:
    faults = Faults.of(results)
    illegal = sum(result.fault.startswith("illegal") for result in results)
    late = f"{faults.overruns}, worst {faults.worst_overrun * 1000:.0f} ms over"
    late += f", {faults.busy_overruns} by processor time"
    return [
        Claim("illegal moves", "0", str(illegal), illegal == 0),
        Claim("crashes", "0", str(faults.crashes), faults.crashes == 0),
        Claim("other forfeits", "0", str(faults.forfeits - illegal), faults.forfeits == illegal),
        Claim("decisions more than 50 ms over their time", "0", late, faults.overruns == 0),
    ]
