"""The appearance of a board: the numbers and colours of `look.json` as typed values.

The unit of length is the cell size, except that `…pixels` are pixels on the screen and the unit of
a badge's text is its radius. Colours reach the drawing as CSS variables (`theme_variables`): the
web client sets them, a picture has their values filled in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from ringrift.rules.stack import Seat

ThemeName = Literal["slate", "walnut", "paper", "contrast"]
Emblem = Literal["disc", "diamond", "triangle", "cross"]
SidePattern = Literal["plain", "studs", "grooves", "groove"]
Pattern = Literal["stripes", "dots", "grid", "bars"]
Lengths = Mapping[str, float]

BLACK: Final = "#000000"
WHITE: Final = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """What tells a seat apart without colour."""

    name: str
    emblem: Emblem  # of the ring's hole, the marker and the territory's count
    side: SidePattern
    pattern: Pattern  # of its territory


@dataclass(frozen=True, slots=True)
class SeatColours:
    """A seat's colours in one theme."""

    body: str
    edge: str
    face: str
    ink: str  # for text and meters


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, by the names of `look.json`."""

    colours: Mapping[str, str]
    cells: tuple[str, str, str]
    seats: tuple[SeatColours, ...]
    strengths: Lengths  # opacities and mixing ratios
    mode: Literal["light", "dark"]
    outline: Literal["body", "edge"]  # of territory
    grain: bool  # whether the cells are wood

    def __getitem__(self, name: str) -> str:
        return self.colours[name]

    def seat(self, number: Seat) -> SeatColours:
        return self.seats[number - 1]


@dataclass(frozen=True, slots=True)
class Look:
    """The complete appearance."""

    seats: tuple[SeatLook, ...]
    themes: Mapping[ThemeName, Theme]
    clear: Mapping[str, tuple[SeatColours, ...]]  # seats that differ in lightness, by mode
    emblems: Mapping[Emblem, list[tuple[float, float]]]  # of radius 1; no points for a disc
    boards: Mapping[str, Lengths]
    parts: Mapping[str, Lengths]
    font: str

    def __getitem__(self, part: str) -> Lengths:
        return self.parts[part]

    def seat(self, number: Seat) -> SeatLook:
        return self.seats[number - 1]


@cache
def load_look() -> Look:
    """Return the appearance of the project's boards."""
    data: dict[str, Any] = json.loads(
        files(__package__).joinpath("look.json").read_text(encoding="utf-8")
    )
    special = {"seats", "themes", "clear", "emblems", "boards", "font"}
    return Look(
        seats=tuple(SeatLook(**seat) for seat in data["seats"]),
        themes={name: _load_theme(values) for name, values in data["themes"].items()},
        clear={mode: _load_seats(seats) for mode, seats in data["clear"].items()},
        emblems=data["emblems"],
        boards=data["boards"],
        parts={name: part for name, part in data.items() if name not in special},
        font=data["font"],
    )


def _load_theme(values: Mapping[str, Any]) -> Theme:
    return Theme(
        colours={name: value for name, value in values.items() if str(value).startswith("#")},
        cells=tuple(values["cells"]),
        seats=_load_seats(values["seats"]),
        strengths={
            name: value
            for name, value in values.items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        },
        mode=values["mode"],
        outline=values["outline"],
        grain=values["grain"],
    )


def _load_seats(seats: list[dict[str, str]]) -> tuple[SeatColours, ...]:
    return tuple(SeatColours(**seat) for seat in seats)


def theme_variables(theme: Theme) -> dict[str, str]:
    """Return the colours of a drawing by the names of their CSS variables, without `--`."""
    strength = theme.strengths
    variables = {
        "frame": theme["frame"],
        "frame-lit": theme["frameLit"],
        "cell-a": theme.cells[0],
        "cell-b": theme.cells[1],
        "cell-c": theme.cells[2],
        "cell-line": theme["line"],
        "coordinates": theme["coordinates"],
        "target": theme["target"],
        "halo": theme["halo"],
        "capture": theme["capture"],
        "trail": theme["trail"],
        "board-danger": theme["dangerOnBoard"],
        "plate": theme["plate"],
        "plate-ink": theme["plateInk"],
        "plate-danger": theme["plateDanger"],
        "light": with_opacity(WHITE, strength["light"]),
        "dusk": with_opacity(BLACK, strength["dusk"]),
        "shadow": with_opacity(BLACK, strength["shadow"]),
        "clear-light": with_opacity(WHITE, 0),
        "clear-shadow": with_opacity(BLACK, 0),
        "gloss": with_opacity(WHITE, strength["gloss"]),
        "grain": with_opacity(BLACK, 0.16 if theme.grain else 0),
        "grain-lit": with_opacity(WHITE, 0.07 if theme.grain else 0),
    }
    for number, seat in enumerate(theme.seats, 1):
        variables |= seat_variables(number, seat, theme)
    return variables


def seat_variables(number: int, seat: SeatColours, theme: Theme) -> dict[str, str]:
    """Return a seat's colours and those mixed from them, by the names of their CSS variables."""
    strength = theme.strengths
    glow = strength["glow"]
    return {
        f"seat-{number}": seat.body,
        f"seat-{number}-edge": seat.edge,
        f"seat-{number}-face": seat.face,
        f"seat-{number}-lit": mix(seat.face, WHITE, strength["faceLit"]),
        f"seat-{number}-shade": mix(seat.face, seat.body, strength["faceShade"]),
        f"seat-{number}-side-lit": mix(seat.body, seat.face, strength["sideLit"]),
        f"seat-{number}-side-dark": mix(seat.body, seat.edge, strength["sideShade"]),
        f"seat-{number}-well": mix(seat.edge, seat.body, strength["sideShade"] * 0.7),
        f"seat-{number}-depth": mix(seat.edge, BLACK, 0.6 if strength["sideShade"] else 0),
        f"seat-{number}-glow": with_opacity(seat.body, glow)
        if glow
        else with_opacity(BLACK, strength["shadow"] * 0.6),
        f"seat-{number}-dim": with_opacity(seat.body if glow else BLACK, 0),
        f"seat-{number}-land": mix(theme.cells[0], seat.body, strength["tint"]),
        f"seat-{number}-bank": mix(seat.edge, seat.body, 0.3),
        f"seat-{number}-outline": seat.body if theme.outline == "body" else seat.edge,
    }


def mix(one: str, other: str, share: float) -> str:
    """Return a colour with this share of the other in it."""
    return "#" + "".join(
        f"{round(first + (second - first) * share):02X}"
        for first, second in zip(_channels(one), _channels(other), strict=True)
    )


def with_opacity(colour: str, opacity: float) -> str:
    """Return a colour with an opacity, as `#RRGGBBAA`."""
    return f"{colour}{round(opacity * 255):02X}"


def contrast_ratio(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((_relative_luminance(one), _relative_luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _relative_luminance(colour: str) -> float:
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
