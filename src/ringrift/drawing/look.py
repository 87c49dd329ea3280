"""The appearance of a board: the numbers and colours of `look.json` as typed values.

The unit of length is the cell size. `boards`, `pageCorner` and `least…` are pixels at natural size;
the unit of a badge's stroke and text is its radius.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from ringrift.rules.stack import Seat

ThemeName = Literal["light", "dark"]
Pattern = Literal["stripes", "dots", "grid", "bars"]
Lengths = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat's colours, and the pattern that identifies its territory without colour."""

    name: str
    colour: str
    edge: str  # dark theme
    face: str  # light theme
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the page and the board."""

    page: str
    tiles: tuple[str, ...]
    hex_tiles: tuple[str, ...]
    line: str
    ink: str
    quiet: str  # muted text, darker in the light theme: text needs a contrast of 4.5:1
    highlight: str
    shadow: str
    shadow_opacity: float
    glow: str
    glow_opacity: float
    dot_opacity: float


@dataclass(frozen=True, slots=True)
class Look:
    """The complete appearance."""

    seats: tuple[SeatLook, ...]
    themes: Mapping[str, Theme]
    boards: Mapping[str, Lengths]
    tile: Lengths
    ring: Lengths
    gradient: tuple[float, ...]
    shadow: Lengths
    badge: Lengths
    marker: Lengths
    territory: Lengths
    target: Lengths
    chosen: Lengths
    capture: Lengths
    track: Lengths
    spotlight: Lengths
    label: Lengths
    font: str

    def seat(self, number: Seat) -> SeatLook:
        return self.seats[number - 1]


_PARTS: Final = [
    "tile",
    "ring",
    "shadow",
    "badge",
    "marker",
    "territory",
    "target",
    "chosen",
    "capture",
    "track",
    "spotlight",
    "label",
]


@cache
def load_look() -> Look:
    """Return the appearance of the project's boards."""
    data: dict[str, Any] = json.loads(
        files(__package__).joinpath("look.json").read_text(encoding="utf-8")
    )
    gradient = tuple(data["ring"].pop("gradient"))
    return Look(
        seats=tuple(SeatLook(**seat) for seat in data["seats"]),
        themes={name: _load_theme(colours) for name, colours in data["themes"].items()},
        boards=data["boards"],
        gradient=gradient,
        font=data["font"],
        **{part: data[part] for part in _PARTS},
    )


def _load_theme(colours: Mapping[str, Any]) -> Theme:
    return Theme(
        page=colours["page"],
        tiles=tuple(colours["tiles"]),
        hex_tiles=tuple(colours["hexTiles"]),
        line=colours["line"],
        ink=colours["ink"],
        quiet=colours["quiet"],
        highlight=colours["highlight"],
        shadow=colours["shadow"],
        shadow_opacity=colours["shadowOpacity"],
        glow=colours["glow"],
        glow_opacity=colours["glowOpacity"],
        dot_opacity=colours["dotOpacity"],
    )


def contrast_ratio(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((_relative_luminance(one), _relative_luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _relative_luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
