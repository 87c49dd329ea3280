"""Generate what the web client draws boards with: `python -m tools.web_look`.

The symbols of pieces, the colours of the themes for the board, and the style sheet
`themes.css`, which gives the page the same colours.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ringrift.drawing.look import Look, SeatColours, Theme, load_look, theme_variables
from ringrift.drawing.symbols import piece_symbols
from tools.generated_files import GeneratedFiles, run_generator

LOOK: Final = Path("src/ringrift/drawing/look.json")
SYMBOLS: Final = Path("web/src/board/symbols.svg")
COLOURS: Final = Path("web/src/board/themeColours.json")
NUMBERS: Final = Path("web/src/board/look.json")
STYLES: Final = Path("web/src/style/themes.css")

_NAMES: Final = {
    "page": "page",
    "surface": "surface",
    "surface-2": "surface2",
    "rule": "rule",
    "ink": "ink",
    "quiet": "quiet",
    "accent": "accent",
    "on-accent": "onAccent",
    "danger": "danger",
}


_BOARD_NAMES: Final = ("frame", "frame-lit", "cell-a", "cell-b", "cell-c", "cell-line", "target")


def clear_theme(look: Look, theme: Theme) -> Theme:
    """Return the theme with seats that also differ in lightness."""
    on_light_cells = theme.outline == "edge"
    return replace(theme, seats=look.clear["light" if on_light_cells else "dark"])


def render_colours(look: Look) -> str:
    """Return the colours of the drawing by theme; lists of values keep the scripts small.

    `names` are the variables of all themes, `clearNames` those that differ with clear colours.
    """
    usual = {name: theme_variables(theme) for name, theme in look.themes.items()}
    clear = {name: theme_variables(clear_theme(look, theme)) for name, theme in look.themes.items()}
    names = list(usual["slate"])
    different = [name for name in names if name.startswith("seat-")]
    themes = {
        theme: {
            "usual": " ".join(usual[theme][name].removeprefix("#") for name in names),
            "clear": " ".join(clear[theme][name].removeprefix("#") for name in different),
        }
        for theme in look.themes
    }
    file = {"names": " ".join(names), "clearNames": " ".join(different), "themes": themes}
    return json.dumps(file, indent=1) + "\n"


def render_numbers(root: Path) -> str:
    """Return the look without the themes, whose colours the web client has as variables."""
    data = json.loads((root / LOOK).read_text(encoding="utf-8"))
    kept = {name: part for name, part in data.items() if name not in ("themes", "clear")}
    return json.dumps(kept, indent=1) + "\n"


def render_styles(look: Look) -> str:
    """Return the colours of the page in every theme, as CSS."""
    themes = look.themes
    parts = [
        "/* Generated from src/ringrift/drawing/look.json by `python -m tools.web_look`. */",
        _rule(":root", themes["paper"]),
        "@media (prefers-color-scheme: dark) {\n"
        + _indent(_rule(":root:not([data-theme])", themes["slate"]))
        + "\n}",
        *(
            _rule(f':root[data-theme="{name}"],\n[data-board-theme="{name}"]', theme)
            for name, theme in themes.items()
        ),
        *(
            _block(
                f':root[data-theme="{name}"][data-colours="clear"],\n'
                f':root[data-colours="clear"] [data-board-theme="{name}"]',
                _seat_lines(clear_theme(look, theme).seats),
            )
            for name, theme in themes.items()
        ),
    ]
    return "\n".join(parts) + "\n"


def _rule(selector: str, theme: Theme) -> str:
    lines = [f"color-scheme: {theme.mode};"]
    lines += [f"--game-{name}: {theme[key].lower()};" for name, key in _NAMES.items()]
    drawing = theme_variables(theme)
    lines += [f"--board-{name}: {drawing[name].lower()};" for name in _BOARD_NAMES]
    return _block(selector, [*lines, *_seat_lines(theme.seats)])


def _seat_lines(seats: Sequence[SeatColours]) -> list[str]:
    return [
        f"--seat-{number}{part}: {value.lower()};"
        for number, seat in enumerate(seats, 1)
        for part, value in (
            ("", seat.body),
            ("-edge", seat.edge),
            ("-face", seat.face),
            ("-ink", seat.ink),
        )
    ]


def _block(selector: str, lines: list[str]) -> str:
    return f"{selector} {{\n" + "\n".join(f"  {line}" for line in lines) + "\n}"


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def _generated(root: Path) -> GeneratedFiles:
    look = load_look()
    symbols = "".join(f"\n{symbol}" for symbol in piece_symbols())
    yield SYMBOLS, f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{symbols}\n</defs></svg>\n'
    yield COLOURS, render_colours(look)
    yield NUMBERS, render_numbers(root)
    yield STYLES, render_styles(look)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_generator(__doc__, _generated, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
