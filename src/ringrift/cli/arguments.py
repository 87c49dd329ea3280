"""Argument types and the options that select setups."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES

if TYPE_CHECKING:
    from ringrift.rules.setup import Setup


def add_setup_filters(parser: argparse.ArgumentParser) -> None:
    """Add the options that select setups; the default is all."""
    note = "may be repeated (default: all)"
    parser.add_argument("--board", action="append", choices=BOARD_NAMES, help=note)
    parser.add_argument("--players", action="append", type=int, choices=(2, 3, 4), help=note)
    parser.add_argument("--edition", action="append", choices=EDITION_NAMES, help=note)


def selected_setups(args: argparse.Namespace) -> list[Setup]:
    """Return the setups that the options select."""
    from ringrift.conformance.positions import SETUPS

    return [
        setup
        for setup in SETUPS
        if setup.board in (args.board or BOARD_NAMES)
        and setup.players in (args.players or (2, 3, 4))
        and setup.edition in (args.edition or EDITION_NAMES)
    ]


def positive_int(text: str) -> int:
    """Parse a whole number of at least 1."""
    if not (text.isascii() and text.isdecimal() and int(text) > 0):
        raise argparse.ArgumentTypeError("expected a whole number of at least 1")
    return int(text)


def non_negative_seconds(text: str) -> float:
    """Parse a number of seconds, 0 or more."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds >= 0):
        raise argparse.ArgumentTypeError("expected a number of seconds, 0 or more")
    return seconds
