"""The ladder as a page of Markdown: bench/ladder.md."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

from ringrift.arena.ladder import LOOKS, SHORT_TIME, Climb, rungs
from ringrift.arena.ladder_page import (
    HEAD,
    NOT_PLAYED,
    PLACES,
    VERDICTS,
    Place,
    Row,
    games_of,
    place_of,
    verdict_of,
)
from ringrift.arena.markdown_report import spoken, table
from ringrift.arena.results import in_whole_cycles
from ringrift.arena.schedule import Openings
from ringrift.arena.standings import Faults, mean_times, median_turns, seat_shares
from ringrift.players.level_settings import TIMED, Strength, strength_of

_DAY: Final = len("2026-01-31")  # what a date begins with
_READING: Final = f"""\
A level plays one seat, the level below all others. The score is the level's share of the wins; the interval
is taken over whole cycles of rotations. Two players on square8 and hex8: played until the interval lies on
one side of 50%, looked at after {", ".join(map(str, LOOKS))} pairs; the interval is 2.5 standard errors
wide on either side, which holds 95% over all six looks. Elsewhere: a fixed number of cycles, 1.96 standard
errors.
`stronger` is clear; `leads` is the same direction by too few games to be clear. Chance would score one in
two, three or four. A rung is `open` while games are missing. A row tells of the levels as they were at its
commit; the budgets below, and the time of level {TIMED}, are those of the day on which the page was written.
"""


def ladder_page(
    climbs: Sequence[Climb],
    kept: Mapping[Place, Row],
    openings: Openings,
    seconds: float,
    now: Mapping[str, str],
    command: str,
) -> str:
    """The whole page: the climbs, and for rungs that none of them has games of the rows that are kept."""
    new = {place_of(climb.rung): _row(climb, now["date"][:_DAY]) for climb in climbs if climb.games}
    rows = {**kept, **new}
    lines = [
        *("# The ladder", ""),
        *(f"- {line}" for line in _in_all(rows, openings)),
        *("", f"Written by `{command}`:", ""),
        *(f"- {line}" for line in _this_time(climbs, now)),
        *("", _READING),
        *table(HEAD, [rows[place] for place in PLACES if place in rows]),
        *("", "## Budgets", ""),
        "Nodes a decision, or how many decisions a level looks ahead, and what it gives away at most, among",
        f"how many moves (docs/reference/levels.md); level {TIMED} thinks {seconds:g} s,",
        f"{seconds / SHORT_TIME:g} s with three and four players.",
        "",
        *_budgets(rows),
    ]
    return "\n".join(lines) + "\n"


def _in_all(rows: Mapping[Place, Row], openings: Openings) -> list[str]:
    """What is true of all rows, whoever wrote them."""
    found = [verdict_of(rows.get(place)) for place in PLACES]
    return [
        f"games: {sum(map(games_of, rows.values())):,}",
        "verdicts: "
        + ", ".join(f"{found.count(word)} {word}" for word in VERDICTS if word in found),
        f"openings: seed {openings.seed}, two random turns a player (one with three or four), such "
        "that a short search sees no seat winning; each is played with every rotation of the seats",
    ]


def _this_time(climbs: Sequence[Climb], now: Mapping[str, str]) -> list[str]:
    """What is true of the rows that are written now."""
    games = [result for climb in climbs for result in climb.games]
    minutes = sum(sum(result.seconds) for result in games) / 60
    return [
        *(f"{name}: {value}" for name, value in now.items()),
        f"games in the journal: {len(games):,}; {Faults.of(games)}",
        f"thinking: {minutes:,.0f} core-minutes",
    ]


def _row(climb: Climb, day: str) -> Row:
    score = climb.score
    one, other = climb.rung.entrants[:2]
    times = mean_times(climb.games)
    counted = in_whole_cycles(climb.games)
    return (
        *place_of(climb.rung),
        str(len(counted)),
        f"{score.mean:.1%}" if counted else "",
        f"{score.low:.1%} to {score.high:.1%}" if counted else "",
        verdict(climb),
        f"{times[one] * 1000:.1f} / {times[other] * 1000:.1f}",
        f"{median_turns(climb.games):g}",
        " : ".join(f"{share:.0%}" for share in seat_shares(climb.games)),
        ", ".join(sorted({result.commit for result in climb.games})),
        day,
    )


def verdict(climb: Climb) -> str:
    """The climb's, once all of its games are played: a look at any other moment proves nothing."""
    if not climb.games:
        return NOT_PLAYED
    rung, played = climb.rung, len(climb.games)
    looks = [look * rung.setup.players for look in rung.looks]
    settled = played == looks[-1] or (played in looks and climb.clear)
    return climb.verdict if settled else "open"


def _budgets(rows: Container[Place]) -> list[str]:
    setups = dict.fromkeys(rung.setup for rung in rungs() if place_of(rung) in rows)
    levels = range(1, TIMED)
    head = ["board", "players", "search", *[f"level {number}" for number in levels]]
    found = []
    for setup in setups:
        strengths = [strength_of(number, setup.board, setup.players) for number in levels]
        found.append(
            [setup.board, str(setup.players), strengths[-1].method, *map(_budget, strengths)]
        )
    return table(head, found)


def _budget(strength: Strength) -> str:
    how = f"{strength.nodes:,}" if strength.depth is None else f"{strength.depth} ahead"
    if (
        strength.depth is not None and strength.depth > 1
    ):  # one decision ahead takes fewer nodes than it has
        how = f"{strength.nodes:,}, {how}"
    if strength.slack == 0:
        return how
    return f"{how}, {100 * strength.slack:g}% of {strength.draws or strength.candidates}"


def told(climb: Climb) -> str:
    """One rung in a line, for a terminal."""
    board, players, level = place_of(climb.rung)
    where = f"{board}/{players}"
    counted = len(in_whole_cycles(climb.games))
    score = f"{spoken(climb.score)}  " if counted else ""
    return f"{where:12} {level:10} {counted:4} games  {score}{verdict(climb)}"
