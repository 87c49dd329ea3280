"""Standings as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ringrift.arena.intervals import Score, elo
from ringrift.arena.ratings import Rating
from ringrift.arena.standings import Standings, plural

CROSS: Final = (
    "How each row did against each column: of two who sat at one table, the one that ended higher scores; "
    "equal places share the point."
)
NOTHING: Final = "no game counts: in every cycle one crashed or is missing"


def markdown(title: str, parts: Iterable[Standings], notes: Sequence[str] = ()) -> str:
    """A page of standings."""
    lines = [f"# {title}", "", *[f"- {note}" for note in notes], *([""] if notes else [])]
    for part in parts:
        lines += [f"## {heading(part)}", "", *[f"- {fact}" for fact in facts(part)], ""]
        if part.counted:
            lines += [*_ratings(part), "", *_cross(part), "", CROSS, ""]
    return "\n".join(lines).rstrip() + "\n"


def heading(part: Standings) -> str:
    setup = part.setup
    return f"{setup.board}, {setup.players} players, {setup.edition}"


def facts(part: Standings) -> list[str]:
    """What is to be said beside the tables."""
    played = f"{part.games} {plural(part.games, 'game')}"
    if not part.counted:
        return [played, NOTHING, *_faults(part)]
    said = [f"{played}, median length {part.turns:g} {plural(part.turns, 'turn')}"]
    said.append("wins by seat: " + " : ".join(f"{share:.0%}" for share in part.seats))
    if part.duel is not None:
        one, other, score = part.duel
        seats = part.setup.players
        beside = (
            f", {spoken_elo(score)}"
            if part.elo
            else ""
            if seats == 2
            else f" (fair: {1 / seats:.1%})"
        )
        said.append(f"{one} against {other}: {spoken(score)}{beside}")
    return [*said, *_faults(part)]


def _faults(part: Standings) -> list[str]:
    return [str(part.faults), *told_faults(part.first_faults, part.first_crash)]


def told_faults(first_faults: Mapping[str, str], first_crash: str = "") -> list[str]:
    """What went wrong first, in words."""
    said = [f"first forfeit of {name}: {fault}" for name, fault in first_faults.items()]
    return [*said, f"first crash: {first_crash}"] if first_crash else said


def score_head(part: Standings) -> str:
    """The name of the column of scores."""
    return "score" if part.setup.players == 2 else "score a seat"


def score_cell(score: float | None) -> str:
    """A score in a table; none where an entrant met only itself."""
    return "" if score is None else f"{score:.1%}"


def spoken(score: Score) -> str:
    """A score with its interval."""
    return f"{score.mean:.1%} ({score.low:.1%} to {score.high:.1%})"


def spoken_elo(score: Score) -> str:
    """The same in Elo."""
    return f"Elo {elo(score.mean):+z.0f} ({elo(score.low):+z.0f} to {elo(score.high):+z.0f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    return [_row(head), _row(["---"] * len(head)), *[_row(row) for row in rows]]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _ratings(part: Standings) -> list[str]:
    elos = {rating.name: rating for rating in part.elo}
    order: Sequence[Rating] = part.elo or part.skill
    skills = {rating.name: rating for rating in part.skill}
    head = ["entrant", *(["Elo ± 95%"] if elos else []), "OpenSkill ± 95%", "games"]
    head += [score_head(part), "ms a decision"]
    rows = []
    for own in order:
        shown = [own.name]
        if elos:
            shown.append(f"{own.rating:+z.0f} ± {own.error:.0f}")
        skill = skills[own.name]
        shown += [
            f"{skill.rating:z.1f} ± {skill.error:.1f}",
            str(skill.games),
            score_cell(skill.score),
        ]
        rows.append([*shown, f"{part.times[own.name] * 1000:.1f}"])
    return table(head, rows)


def _cross(part: Standings) -> list[str]:
    names = [rating.name for rating in part.elo or part.skill]
    rows = []
    for one in names:
        met = [part.meetings.get((one, other)) for other in names]
        rows.append([one, *["" if meeting is None else f"{meeting.score:.0%}" for meeting in met]])
    return table(["", *names], rows)
