"""The ladder as a page of Markdown: bench/ladder.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ringrift.arena.fixtures import Openings
from ringrift.arena.ladder import LOOKS, Climb
from ringrift.arena.results import in_whole_cycles
from ringrift.arena.standings import Faults, mean_times, median_turns, seat_shares
from ringrift.arena.tables import spoken, table
from ringrift.players.strengths import TIMED, Strength, strength_of

HEAD: Final = (
    *("board", "players", "level", "games", "score", "95% interval", "verdict"),
    *("ms a decision", "median turns", "wins by seat"),
)
_READING: Final = f"""\
A level plays one seat, the level below all others. The score is the level's share of the wins; the interval
is taken over whole cycles of rotations. Two players on square8 and hex8: played until the interval lies on
one side of 50%, looked at after {", ".join(map(str, LOOKS))} pairs; the interval is 2.5 standard errors
wide on either side, which holds 95% over all six looks. Elsewhere: a fixed number of cycles, 1.96 standard
errors.
`stronger` is clear; `leads` is the same direction by too few games to be clear. Chance would score one in
two, three or four. A rung is `open` while games are missing.
"""


def ladder_page(
    climbs: Sequence[Climb], openings: Openings, seconds: float, now: Mapping[str, str], command: str
) -> str:
    """The whole page."""
    games = [result for climb in climbs for result in climb.games]
    lines = ["# The ladder", "", f"Written by `{command}`.", ""]
    lines += [f"- {name}: {value}" for name, value in now.items()]
    played_by = sorted({result.commit for result in games})
    lines += [
        f"- commits that played: {', '.join(played_by) or 'none'}",
        f"- games: {len(games):,}; {Faults.of(games)}",
        f"- openings: seed {openings.seed}, two random turns a player (one with three or four), such "
        "that a short search sees no seat winning; each is played with every rotation of the seats",
        f"- verdicts: {_verdicts(climbs)}",
        "",
        _READING,
        *table(HEAD, [_row(climb) for climb in climbs if climb.games]),
        "",
        "## Budgets",
        "",
        "Nodes a decision, or how many decisions a level looks ahead, and what it gives away at most, among",
        f"how many moves (docs/reference/levels.md); level {TIMED} thinks {seconds:g} s.",
        "",
        *_budgets(climbs),
    ]
    return "\n".join(lines) + "\n"


def _row(climb: Climb) -> list[str]:
    setup, upper, score = climb.rung.setup, climb.rung.upper, climb.score
    one, other = climb.rung.entrants[:2]
    times = mean_times(climb.games)
    counted = in_whole_cycles(climb.games)
    return [
        setup.board,
        str(setup.players),
        f"{upper} over {upper - 1}",
        str(len(counted)),
        f"{score.mean:.1%}" if counted else "",
        f"{score.low:.1%} to {score.high:.1%}" if counted else "",
        verdict(climb),
        f"{times[one] * 1000:.1f} / {times[other] * 1000:.1f}",
        f"{median_turns(climb.games):g}",
        " : ".join(f"{share:.0%}" for share in seat_shares(climb.games)),
    ]


def _verdicts(climbs: Sequence[Climb]) -> str:
    found = [verdict(climb) for climb in climbs]
    return ", ".join(f"{found.count(word)} {word}" for word in _WORDS if word in found)


_WORDS: Final = ("stronger", "leads", "even", "trails", "weaker", "open", "not played")


def verdict(climb: Climb) -> str:
    """The climb's, once all of its games are played: a look at any other moment proves nothing."""
    if not climb.games:
        return "not played"
    rung, played = climb.rung, len(climb.games)
    looks = [look * rung.setup.players for look in rung.looks]
    settled = played == looks[-1] or (played in looks and climb.clear)
    return climb.verdict if settled else "open"


def _budgets(climbs: Sequence[Climb]) -> list[str]:
    setups = dict.fromkeys((climb.rung.setup.board, climb.rung.setup.players) for climb in climbs)
    levels = range(1, TIMED)
    head = ["board", "players", "search", *[f"level {number}" for number in levels]]
    rows = []
    for board, players in setups:
        strengths = [strength_of(number, board, players) for number in levels]
        rows.append([board, str(players), strengths[-1].method, *map(_budget, strengths)])
    return table(head, rows)


def _budget(strength: Strength) -> str:
    how = f"{strength.nodes:,}" if strength.depth is None else f"{strength.depth} ahead"
    if strength.slack == 0:
        return how
    return f"{how}, {100 * strength.slack:g}% of {strength.draws or strength.candidates}"


def told(climb: Climb) -> str:
    """One rung in a line, for a terminal."""
    setup = climb.rung.setup
    where = f"{setup.board}/{setup.players}"
    level = f"{climb.rung.upper} over {climb.rung.upper - 1}"
    counted = len(in_whole_cycles(climb.games))
    score = f"{spoken(climb.score)}  " if counted else ""
    return f"{where:12} {level:10} {counted:4} games  {score}{verdict(climb)}"
