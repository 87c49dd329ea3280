"""The option `--screen`: whether the full-screen interface can start here."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import Final

from ringrift.rules import BoardName, InvalidSetupError, Refusal

OPTION: Final = "--screen"


def add_screen_option(parser: argparse.ArgumentParser, use: str) -> None:
    """Add the option to a command."""
    parser.add_argument(
        OPTION, action="store_true", help=f"{use} on the full screen, with keyboard and mouse"
    )


def require_screen() -> None:
    """Raise an error unless this is a terminal and Textual is installed."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise _error(
            "The full screen needs a terminal for input, output and errors. Do not redirect them,"
            f" or leave out {OPTION}."
        )
    try:
        import textual  # noqa: F401
    except ImportError as error:
        from ringrift.extras import missing_extra

        raise _error(f"{missing_extra('The full screen', 'screen', error)}.") from None


def require_room(board: BoardName) -> None:
    """Raise an error if the terminal is too small for the board."""
    from ringrift.cli.screen.arrangement import too_small

    size = shutil.get_terminal_size()
    message = too_small(board, size.columns, size.lines)
    if message is not None:
        raise _error(f"{message} Or leave out {OPTION}.")


def _error(message: str) -> InvalidSetupError:
    return InvalidSetupError(Refusal("MALFORMED", None, message, OPTION))
