"""Draw the diagram of the phase machine from its transition table.

`python -m tools.phase_diagram` writes `docs/reference/phases.md` and `docs/pictures/phases.svg`;
with `--check` it writes nothing and fails if they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from ringrift.rules.phases import TRANSITIONS, Transition
from ringrift.rules.state import Phase
from tools.generated_files import run_generator

PAGE: Final = Path("docs/reference/phases.md")
PICTURE: Final = Path("docs/pictures/phases.svg")
END_OF_TURN: Final = "end of turn"
_PHASES: Final = [phase.value for phase in Phase if phase is not Phase.GAME_OVER]
_NODES: Final = [*_PHASES, END_OF_TURN, Phase.GAME_OVER.value]  # from top to bottom

_INTRODUCTION: Final = """\
# Phases of a turn

The phase machine, `ringrift.rules.phases`, is the only code that changes phase, player or
turn. This page and its picture are generated from its table `TRANSITIONS` by `make docs`.

![The phases of a turn and the moves that lead from one to the next](../pictures/phases.svg)

Look a move up from the top: the first row whose condition holds after the move's effects applies.
At the **end of turn** the victory conditions are checked. Then the game is over, or the next seat
starts in `ring_placement`.

"""


@dataclass(frozen=True, slots=True)
class Arrow:
    """All transitions from one phase to another, with one number."""

    number: int
    start: str
    to: str
    labels: tuple[str, ...]


def build_arrows() -> list[Arrow]:
    """Return the arrows of the picture, numbered as in the table; two leave the end of turn."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for transition in TRANSITIONS:
        grouped.setdefault((transition.phase.value, _target_name(transition)), []).append(
            _arrow_label(transition)
        )
    grouped[END_OF_TURN, Phase.RING_PLACEMENT.value] = ["the next seat plays"]
    grouped[END_OF_TURN, Phase.GAME_OVER.value] = ["a victory condition holds"]
    return [
        Arrow(number, start, to, tuple(labels))
        for number, ((start, to), labels) in enumerate(grouped.items(), 1)
    ]


def _target_name(transition: Transition) -> str:
    return END_OF_TURN if transition.to is None else transition.to.value


def _arrow_label(transition: Transition) -> str:
    condition = f", if {transition.guard.name}" if transition.guard else ""
    return f"{transition.move.type}{condition}"


def render_page() -> str:
    """Return the page: the picture, then the whole table."""
    return _INTRODUCTION + "\n".join(_table_rows()) + "\n"


def _table_rows() -> Iterator[str]:
    number = {(arrow.start, arrow.to): arrow.number for arrow in build_arrows()}
    yield "| arrow | phase | move | condition | leads to |"
    yield "|---|---|---|---|---|"
    for transition in TRANSITIONS:
        phase, to = transition.phase.value, _target_name(transition)
        condition = transition.guard.name if transition.guard else ""
        shown = to if transition.to is None else f"`{to}`"
        move = transition.move.type
        yield f"| {number[phase, to]} | `{phase}` | `{move}` | {condition} | {shown} |"


_LEFT, _WIDTH, _HEIGHT, _GAP = 130, 210, 40, 72  # of the boxes
_LANE: Final = 26  # distance between parallel arrows
_LEGEND: Final = 520  # left edge of the legend
_LEGEND_LINE: Final = 17
_SIZE: Final = (1040, 990)
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1d2330}"
    ".box{fill:#fff;stroke:#39435a;stroke-width:1.5}"
    ".end{fill:#eef1f7}.arrow{fill:none;stroke:#39435a;stroke-width:1.5;marker-end:url(#tip)}"
    ".badge{fill:#39435a}.number{fill:#fff;font-size:11px;text-anchor:middle}.name{text-anchor:middle;font-weight:600}"
    ".head{font-weight:600}"
)


def render_picture() -> str:
    """Return the picture as SVG: boxes from top to bottom, arrows beside them, a legend."""
    width, height = _SIZE
    drawn = [*_draw_arrows(), *(_draw_box(name) for name in _NODES), *_draw_legend()]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            "<title>The phases of a turn</title>",
            f"<style>{_STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" '
            'markerWidth="8" markerHeight="8" '
            'orient="auto"><path d="M0 0L8 4L0 8z" fill="#39435a"/></marker></defs>',
            f'<rect width="{width}" height="{height}" rx="12" fill="#f7f8fb"/>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def _box_top(name: str) -> int:
    return 24 + _NODES.index(name) * (_HEIGHT + _GAP)


def _draw_box(name: str) -> str:
    kind = "box" if name in _PHASES else "box end"
    return (
        f'<rect class="{kind}" x="{_LEFT}" y="{_box_top(name)}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" rx="8"/>'
        f'<text class="name" x="{_LEFT + _WIDTH // 2}" y="{_box_top(name) + 25}">{name}</text>'
    )


def _draw_arrows() -> Iterator[str]:
    """Draw arrows down to the next box, loops and returns on the left, jumps on the right."""
    lane = 0
    for arrow in sorted(build_arrows(), key=_arrow_distance):
        distance = _arrow_distance(arrow)
        if distance == 1:
            yield _draw_straight_arrow(arrow)
        elif distance == 0:
            yield _draw_loop(arrow)
        elif distance < 0:
            yield _draw_side_arrow(arrow, _LEFT, -90)
        else:
            lane += 1
            yield _draw_side_arrow(arrow, _LEFT + _WIDTH, lane * _LANE)


def _arrow_distance(arrow: Arrow) -> int:
    return _NODES.index(arrow.to) - _NODES.index(arrow.start)


def _draw_straight_arrow(arrow: Arrow) -> str:
    x, y = _LEFT + _WIDTH // 2, _box_top(arrow.start) + _HEIGHT
    return f'<path class="arrow" d="M{x} {y}V{y + _GAP}"/>' + _draw_badge(arrow, x, y + _GAP // 2)


def _draw_loop(arrow: Arrow) -> str:
    y = _box_top(arrow.start)
    return (
        f'<path class="arrow" d="M{_LEFT} {y + 30}h-22a10 10 0 0 1 -10 -10a10 10 0 0 1 10 -10h22"/>'
        + _draw_badge(arrow, _LEFT - 32, y + 20)
    )


def _draw_side_arrow(arrow: Arrow, edge: int, out: int) -> str:
    """Draw an arrow from the side of one box, along its own lane, to the side of another."""
    lane = abs(out) // _LANE
    start = _box_top(arrow.start) + (_HEIGHT // 2 if out < 0 else 10 + 5 * lane % 24)
    stop = _box_top(arrow.to) + (_HEIGHT // 2 - 12 if out < 0 else 8 + 6 * lane % 24)
    return f'<path class="arrow" d="M{edge} {start}h{out}V{stop}H{edge}"/>' + _draw_badge(
        arrow, edge + out, (start + stop) // 2
    )


def _draw_badge(arrow: Arrow, x: int, y: int) -> str:
    number = f'<text class="number" x="{x}" y="{y + 4}">{arrow.number}</text>'
    return f'<circle class="badge" cx="{x}" cy="{y}" r="9"/>{number}'


def _draw_legend() -> Iterator[str]:
    y = 40
    for arrow in build_arrows():
        yield _draw_badge(arrow, _LEGEND, y - 4)
        yield f'<text class="head" x="{_LEGEND + 18}" y="{y}">{arrow.start} → {arrow.to}</text>'
        for label in arrow.labels:
            y += _LEGEND_LINE
            yield f'<text x="{_LEGEND + 18}" y="{y}">{escape(label)}</text>'
        y += _LEGEND_LINE + 5


def main(arguments: Sequence[str] | None = None) -> int:
    return run_generator(
        __doc__, lambda _: [(PAGE, render_page()), (PICTURE, render_picture())], arguments
    )


if __name__ == "__main__":
    raise SystemExit(main())
