"""Tournament standings as a self-contained HTML page with tables and a plot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ringrift.arena.markdown_report import (
    CROSS_TABLE_NOTE,
    format_optional_score,
    heading,
    score_column,
    summary_lines,
)
from ringrift.arena.plots import rating_plot
from ringrift.arena.ratings import Rating
from ringrift.arena.standings import HeadToHead, Standings
from ringrift.drawing.look import Theme, load_look
from ringrift.drawing.plurals import format_count


def render_html(title: str, parts: Iterable[Standings], notes: Sequence[str] = ()) -> str:
    """Return the whole page."""
    body = [f"<h1>{escape(title)}</h1>", _list(notes)]
    for part in parts:
        body += [f"<section><h2>{escape(heading(part))}</h2>", _list(summary_lines(part))]
        body += [*(_tables(part) if part.counted else ()), "</section>"]
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_style()}</style>\n<main>\n"
        + "\n".join(piece for piece in body if piece)
        + "\n</main>\n</html>\n"
    )


def _list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>" if items else ""


def _tables(part: Standings) -> list[str]:
    """Return the plot and the tables of the games that count."""
    measure, ratings = ("Elo", part.elo) if part.elo else ("OpenSkill", part.skill)
    return [
        _plot(heading(part), ratings, measure),
        _ratings(part, ratings, measure),
        _cross(part, ratings),
        f'<p class="quiet">{CROSS_TABLE_NOTE}</p>',
    ]


def _plot(name: str, ratings: Sequence[Rating], measure: str) -> str:
    plot = rating_plot(f"{measure}, {name}", ratings)
    return f"<figure>{plot}<figcaption>{measure} with its 95% interval</figcaption></figure>"


def _ratings(part: Standings, ratings: Sequence[Rating], measure: str) -> str:
    rows = []
    for own in ratings:
        digits = 0 if part.elo else 1
        cells = [
            f"{own.rating:z.{digits}f} ± {own.error:.{digits}f}",
            str(own.games),
            format_optional_score(own.score),
            f"{part.times[own.name] * 1000:.1f}",
        ]
        rows.append(
            f"<tr><th>{escape(own.name)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        )
    columns = ("entrant", measure, "games", score_column(part), "ms per decision")
    head = "".join(f"<th>{name}</th>" for name in columns)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cross(part: Standings, ratings: Sequence[Rating]) -> str:
    names = [rating.name for rating in ratings]
    head = "".join(f"<th>{escape(name)}</th>" for name in ["", *names])
    rows = []
    for one in names:
        cells = "".join(_cell(part.head_to_head.get((one, other))) for other in names)
        rows.append(f"<tr><th>{escape(one)}</th>{cells}</tr>")
    return (
        f'<table class="cross"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _cell(meeting: HeadToHead | None) -> str:
    """Return a table cell, coloured more strongly the further the score is from even."""
    if meeting is None:
        return "<td></td>"
    kind = "up" if meeting.score >= 0.5 else "down"
    depth = abs(meeting.score - 0.5) * 80
    games = format_count(meeting.games, "game")
    style = f"background: color-mix(in srgb, var(--{kind}) {depth:.0f}%, transparent)"
    return f'<td style="{style}" title="{games}">{meeting.score:.0%}</td>'


def _style() -> str:
    themes = load_look().themes
    seats = themes["paper"].seats
    return (
        f":root{{color-scheme:light dark;--up:{seats[2].body};--down:{seats[1].body};"
        f"--dot:{seats[0].body};{_colours(themes['paper'])}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{_colours(themes['slate'])}}}}}"
        f"body{{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 {load_look().font}}}"
        "main{max-width:60rem;margin:auto;padding:1.5rem}figure{margin:1rem 0}"
        "svg{width:100%;max-width:44rem}"
        "figcaption,.quiet{color:var(--quiet);fill:var(--quiet)}.ink{fill:var(--ink)}"
        ".grid{stroke:var(--line)}.bar{stroke:var(--dot);stroke-width:2}.dot{fill:var(--dot)}"
        "table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}"
        "th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:right}"
        "tbody th{text-align:left;font-weight:600}thead th{color:var(--quiet);font-weight:500}"
    )


def _colours(theme: Theme) -> str:
    names = {"page": "page", "ink": "ink", "quiet": "quiet", "line": "rule"}
    return "".join(f"--{name}:{theme[key]};" for name, key in names.items())
