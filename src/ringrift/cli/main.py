"""The `ringrift` command: picks the subcommand and turns refusals into an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from ringrift import __version__
from ringrift.cli import (
    analyse,
    arena,
    backup,
    doctor,
    engine,
    parity,
    play,
    records,
    serve,
    soak,
    vectors,
    verify,
)
from ringrift.rules.errors import RingRiftError

REFUSED = 2  # as argparse leaves for arguments that it does not understand
UNREAD = 1  # nobody reads the output; rich leaves with the same code
INTERRUPTED = 130  # as a shell says it of Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); returns the exit code."""
    parser = _parser()
    args = parser.parse_args(argv)
    if "run" not in args:
        parser.print_help()
        return 0
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except RingRiftError as error:
        print(f"ringrift: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has nowhere to go, and Python would complain when it flushes it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ringrift", description="RingRift: play, verify, record.")
    parser.add_argument("--version", action="version", version=f"ringrift {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in (
        play,
        analyse,
        records,
        verify,
        parity,
        vectors,
        soak,
        arena,
        engine,
        serve,
        doctor,
        backup,
    ):
        command.register(subparsers)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
