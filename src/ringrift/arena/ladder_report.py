"""The ladder as a Markdown page: bench/ladder.md."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

from ringrift.arena.ladder import (
    BAND,
    FIRST_BAND,
    MULTIPLAYER_TIME_DIVISOR,
    RungResult,
    ladder_rungs,
    share_of_wins,
)
from ringrift.arena.ladder_table import (
    ALL_RUNG_CELLS,
    COLUMNS,
    NOT_PLAYED,
    VERDICTS,
    Row,
    RungCells,
    game_count,
    rung_cells,
    score_in,
    verdict_in,
)
from ringrift.arena.markdown_report import format_score, markdown_table
from ringrift.arena.results import complete_cycle_results
from ringrift.arena.schedule import Openings
from ringrift.arena.standings import Faults, mean_times, median_turns, seat_shares
from ringrift.players.level_settings import TIMED_LEVEL, LevelSettings, settings_for_level

_DATE_LENGTH: Final = len("2026-01-31")


def _matching_band(players: int) -> str:
    """Return the band of level 1 with more than two players, as a text."""
    low, high = (share_of_wins(score, players) for score in FIRST_BAND)
    return f"{low:.0%} to {high:.0%}"


_EXPLANATION: Final = f"""\
A level plays one seat, the level below all others; random play is below level 1. The score is the
level's share of the wins, with a 95% interval over complete cycles of rotations.

With two players, a level should win {BAND[0]:.0%} to {BAND[1]:.0%} against the one below, and
level 1 {FIRST_BAND[0]:.0%} to {FIRST_BAND[1]:.0%} against random play. With more players, level 1
should win the matching share: {_matching_band(3)} with three and {_matching_band(4)} with four
(a player who beats one opponent with odds r wins r of r + n - 1 games among n players).

`stronger` is significant; `leads` has the same direction with too few games to be significant.
Chance scores one in two, three or four. A rung is `open` while games are missing. A row describes
the levels at its commit. The budgets below, and the time of level {TIMED_LEVEL}, are those of the
day on which the page was written.
"""


def ladder_page(
    rung_results: Sequence[RungResult],
    previous_rows: Mapping[RungCells, Row],
    openings: Openings,
    seconds: float,
    provenance: Mapping[str, str],
    command: str,
) -> str:
    """Return the whole page: new results, and the previous rows of all other rungs."""
    new = {
        rung_cells(rung_result.rung): _row(rung_result, provenance["date"][:_DATE_LENGTH])
        for rung_result in rung_results
        if rung_result.games
    }
    rows = {**previous_rows, **new}
    lines = [
        *("# The ladder", ""),
        *(f"- {line}" for line in _summary(rows, openings)),
        *("", f"Written by `{command}`:", ""),
        *(f"- {line}" for line in _run_details(rung_results, provenance)),
        *("", _EXPLANATION),
        *markdown_table(COLUMNS, [rows[cells] for cells in ALL_RUNG_CELLS if cells in rows]),
        *("", "## Budgets", ""),
        "Nodes a decision, or the depth in decisions, and how many moves a level notices on",
        f"average (docs/reference/levels.md). Level {TIMED_LEVEL} thinks {seconds:g} s,",
        f"{seconds / MULTIPLAYER_TIME_DIVISOR:g} s with three and four players.",
        "",
        *_budgets(rows),
    ]
    return "\n".join(lines) + "\n"


def _summary(rows: Mapping[RungCells, Row], openings: Openings) -> list[str]:
    """Return what holds for all rows."""
    found = [verdict_in(rows.get(cells)) for cells in ALL_RUNG_CELLS]
    return [
        f"games: {sum(map(game_count, rows.values())):,}",
        "verdicts: "
        + ", ".join(f"{found.count(word)} {word}" for word in VERDICTS if word in found),
        f"scores within their band: {_scores_in_band(rows)}",
        f"openings: seed {openings.seed}, two random turns a player (one with three or four), such "
        "that a short search sees no seat winning; each is played with every rotation of the seats",
    ]


def _scores_in_band(rows: Mapping[RungCells, Row]) -> str:
    """Return how many of the rungs with a band that were played score within it."""
    banded = [rung for rung in ladder_rungs() if rung.band[1] < 1 and rung_cells(rung) in rows]
    scores = [(rung.band, score_in(rows[rung_cells(rung)])) for rung in banded]
    inside = sum(score is not None and low <= score <= high for (low, high), score in scores)
    return f"{inside} of {len(banded)}"


def _run_details(rung_results: Sequence[RungResult], provenance: Mapping[str, str]) -> list[str]:
    """Return what holds for the rows of this run."""
    games = [result for rung_result in rung_results for result in rung_result.games]
    minutes = sum(sum(result.seconds) for result in games) / 60
    return [
        *(f"{name}: {value}" for name, value in provenance.items()),
        f"games in the journal: {len(games):,}; {Faults.of(games)}",
        f"thinking: {minutes:,.0f} core-minutes",
    ]


def _row(rung_result: RungResult, date: str) -> Row:
    score = rung_result.score
    one, other = rung_result.rung.entrants[:2]
    times = mean_times(rung_result.games)
    complete_results = complete_cycle_results(rung_result.games)
    return (
        *rung_cells(rung_result.rung),
        str(len(complete_results)),
        f"{score.mean:.1%}" if complete_results else "",
        f"{score.low:.1%} to {score.high:.1%}" if complete_results else "",
        verdict(rung_result),
        f"{times[one] * 1000:.1f} / {times[other] * 1000:.1f}",
        f"{median_turns(rung_result.games):g}",
        " : ".join(f"{share:.0%}" for share in seat_shares(rung_result.games)),
        ", ".join(sorted({result.commit for result in rung_result.games})),
        date,
    )


def verdict(rung_result: RungResult) -> str:
    """Return the verdict of a complete rung, else `open`."""
    if not rung_result.games:
        return NOT_PLAYED
    return rung_result.verdict if rung_result.complete else "open"


def _budgets(rows: Container[RungCells]) -> list[str]:
    setups = dict.fromkeys(rung.setup for rung in ladder_rungs() if rung_cells(rung) in rows)
    levels = range(1, TIMED_LEVEL)
    head = ["board", "players", "search", *[f"level {number}" for number in levels]]
    found = []
    for setup in setups:
        strengths = [settings_for_level(number, setup.board, setup.players) for number in levels]
        found.append(
            [setup.board, str(setup.players), strengths[-1].method, *map(_budget, strengths)]
        )
    return markdown_table(head, found)


def _budget(strength: LevelSettings) -> str:
    budget = f"{strength.nodes:,}" if strength.depth is None else f"{strength.depth} ahead"
    if (
        strength.depth is not None and strength.depth > 1
    ):  # one decision ahead takes fewer nodes than it has
        budget = f"{strength.nodes:,}, {budget}"
    if strength.attention is None:
        return budget
    return f"{budget}, notices {strength.attention:g}"


def describe_rung(rung_result: RungResult) -> str:
    """Return one line about a rung for the terminal."""
    board, players, level = rung_cells(rung_result.rung)
    where = f"{board}/{players}"
    complete_results = len(complete_cycle_results(rung_result.games))
    score = f"{format_score(rung_result.score)}  " if complete_results else ""
    return f"{where:12} {level:10} {complete_results:4} games  {score}{verdict(rung_result)}"
