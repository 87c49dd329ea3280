"""SVG text from values: one function an element, so that renderers name shapes and not strings."""

from __future__ import annotations

from html import escape

Value = str | float
Attributes = dict[str, Value]


def format_number(value: float) -> str:
    """A length as SVG writes it: two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg_element(name: str, *children: str, **attributes: Value) -> str:
    """An element. Attributes are written with `-` for `_`; children are markup."""
    named = "".join(
        f' {key.replace("_", "-")}="{_format_value(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{named}>{''.join(children)}</{name}>" if children else f"<{name}{named}/>"


def stroke_attributes(colour: str, width: float) -> Attributes:
    """The attributes of an edge."""
    return {"stroke": colour, "stroke_width": width}


def fill_attributes(colour: str, opacity: float = 1) -> Attributes:
    """The attributes of a surface."""
    return {"fill": colour} if opacity == 1 else {"fill": colour, "fill_opacity": opacity}


def path_data(*parts: Value) -> str:
    """The `d` of a path: commands and numbers."""
    return " ".join(part if isinstance(part, str) else format_number(part) for part in parts)


def polyline(points: list[tuple[float, float]]) -> str:
    """The `d` of straight lines from point to point."""
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)


def text_element(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """A line of text with its middle at this point."""
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
