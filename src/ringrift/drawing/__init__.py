"""Drawings of a state: SVG for pages and notebooks, text diagrams for terminals and tests."""

from __future__ import annotations

from ringrift.drawing.diagram import format_diagram, parse_diagram
from ringrift.drawing.svg import board_svg

__all__ = ["board_svg", "format_diagram", "parse_diagram"]
