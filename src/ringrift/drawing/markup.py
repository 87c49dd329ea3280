"""SVG markup from values: one function per element, so that renderers need no string formatting."""

from __future__ import annotations

from html import escape

Value = str | float
Attributes = dict[str, Value]


def format_number(value: float) -> str:
    """Format a length for SVG, with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg_element(name: str, *children: str, **attributes: Value) -> str:
    """Return an SVG element. `_` in attribute names becomes `-`; children are markup."""
    named = "".join(
        f' {key.replace("_", "-")}="{_format_value(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{named}>{''.join(children)}</{name}>" if children else f"<{name}{named}/>"


def stroke_attributes(colour: str, width: float) -> Attributes:
    """Return the attributes of a stroke."""
    return {"stroke": colour, "stroke_width": width}


def fill_attributes(colour: str, opacity: float = 1) -> Attributes:
    """Return the attributes of a fill."""
    return {"fill": colour} if opacity == 1 else {"fill": colour, "fill_opacity": opacity}


def path_data(*parts: Value) -> str:
    """Return the `d` attribute of a path: commands and numbers."""
    return " ".join(part if isinstance(part, str) else format_number(part) for part in parts)


def polyline(points: list[tuple[float, float]]) -> str:
    """Return the `d` attribute of straight lines from point to point."""
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)


def text_element(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Return a line of text centred on this point."""
    return svg_element(
        "text",
        escape(text),
        x=x,
        y=y + size * 0.36,
        text_anchor="middle",
        font_size=size,
        **attributes,
    )


def _format_value(value: Value) -> str:
    return escape(value) if isinstance(value, str) else format_number(value)
