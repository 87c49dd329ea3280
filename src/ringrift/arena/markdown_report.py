"""Tournament standings as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ringrift.arena.intervals import Score, elo_difference
from ringrift.arena.ratings import Rating
from ringrift.arena.standings import Standings
from ringrift.drawing.plurals import format_count

CROSS_TABLE_NOTE: Final = (
    "Each row against each column: of two entrants in one game, the higher ranked scores; equal "
    "ranks share the point."
)
NO_COUNTED_GAMES: Final = "no game counts, because every cycle has a crashed or missing game"


def render_markdown(title: str, parts: Iterable[Standings], notes: Sequence[str] = ()) -> str:
    """Return a page of standings."""
    lines = [f"# {title}", "", *[f"- {note}" for note in notes], *([""] if notes else [])]
    for part in parts:
        lines += [f"## {heading(part)}", "", *[f"- {fact}" for fact in summary_lines(part)], ""]
        if part.counted:
            lines += [*_ratings(part), "", *_cross(part), "", CROSS_TABLE_NOTE, ""]
    return "\n".join(lines).rstrip() + "\n"


def heading(part: Standings) -> str:
    setup = part.setup
    return f"{setup.board}, {setup.players} players, {setup.edition}"


def summary_lines(part: Standings) -> list[str]:
    """Return the facts that precede the tables."""
    played = format_count(part.games, "game")
    if not part.counted:
        return [played, NO_COUNTED_GAMES, *_faults(part)]
    lines = [f"{played}, median length {format_count(part.turns, 'turn')}"]
    lines.append("wins by seat: " + " : ".join(f"{share:.0%}" for share in part.seats))
    if part.duel is not None:
        one, other, score = part.duel
        seats = part.setup.players
        suffix = (
            f", {format_elo(score)}"
            if part.elo
            else ""
            if seats == 2
            else f" (fair: {1 / seats:.1%})"
        )
        lines.append(f"{one} against {other}: {format_score(score)}{suffix}")
    return [*lines, *_faults(part)]


def _faults(part: Standings) -> list[str]:
    return [str(part.faults), *describe_faults(part.first_faults, part.first_crash)]


def describe_faults(first_faults: Mapping[str, str], first_crash: str = "") -> list[str]:
    """Return the first fault of each entrant and the first crash."""
    lines = [f"first forfeit of {name}: {fault}" for name, fault in first_faults.items()]
    return [*lines, f"first crash: {first_crash}"] if first_crash else lines


def score_column(part: Standings) -> str:
    """Return the header of the score column."""
    return "score" if part.setup.players == 2 else "score per seat"


def format_optional_score(score: float | None) -> str:
    """Format a score; empty where an entrant met only itself."""
    return "" if score is None else f"{score:.1%}"


def format_score(score: Score) -> str:
    """Format a score with its interval."""
    return f"{score.mean:.1%} ({score.low:.1%} to {score.high:.1%})"


def format_elo(score: Score) -> str:
    """Format a score with its interval in Elo."""
    mean, low, high = map(elo_difference, (score.mean, score.low, score.high))
    return f"Elo {mean:+z.0f} ({low:+z.0f} to {high:+z.0f})"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    return [_row(head), _row(["---"] * len(head)), *[_row(row) for row in rows]]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _ratings(part: Standings) -> list[str]:
    elos = {rating.name: rating for rating in part.elo}
    order: Sequence[Rating] = part.elo or part.skill
    skills = {rating.name: rating for rating in part.skill}
    head = ["entrant", *(["Elo ± 95%"] if elos else []), "OpenSkill ± 95%", "games"]
    head += [score_column(part), "ms per decision"]
    rows = []
    for own in order:
        cells = [own.name]
        if elos:
            cells.append(f"{own.rating:+z.0f} ± {own.error:.0f}")
        skill = skills[own.name]
        cells += [
            f"{skill.rating:z.1f} ± {skill.error:.1f}",
            str(skill.games),
            format_optional_score(skill.score),
        ]
        rows.append([*cells, f"{part.times[own.name] * 1000:.1f}"])
    return markdown_table(head, rows)


def _cross(part: Standings) -> list[str]:
    names = [rating.name for rating in part.elo or part.skill]
    rows = []
    for one in names:
        met = [part.head_to_head.get((one, other)) for other in names]
        rows.append([one, *["" if meeting is None else f"{meeting.score:.0%}" for meeting in met]])
    return markdown_table(["", *names], rows)
