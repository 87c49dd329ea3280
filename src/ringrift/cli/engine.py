"""`ringrift engine`: speak the engine protocol, or check another engine."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

from ringrift.cli.arguments import non_negative_seconds
from ringrift.rules.errors import InvalidSetupError, Refusal

FAILED: Final = 1


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "engine",
        help="speak the engine protocol, or check an engine that does",
        description="Speak the engine protocol (docs/reference/engine-protocol.md) over standard "
        "input and output. With --check, check whether another engine implements it.",
    )
    parser.add_argument(
        "--check", metavar="COMMAND", help="the command line of the engine to check"
    )
    parser.add_argument(
        "--seconds",
        type=non_negative_seconds,
        default=10.0,
        metavar="SECONDS",
        help="with --check: time allowed for the engine to start (default: %(default)s)",
    )
    parser.add_argument(
        "--tolerance",
        type=non_negative_seconds,
        default=0.25,
        metavar="SECONDS",
        help="with --check: how late an answer may be (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until `quit` or the end of the input."""
    if args.check is not None:
        return _check(args.check, args.seconds, args.tolerance)
    from ringrift.players.engine_protocol.engine import ProtocolEngine
    from ringrift.players.engine_protocol.protocol import MAX_LINE_LENGTH

    engine = ProtocolEngine(_write)
    try:
        for line in read_lines(sys.stdin.buffer, MAX_LINE_LENGTH):
            if not engine.handle_line(line):
                break
    finally:
        engine.close()
    return 0


def read_lines(source: BinaryIO, longest: int) -> Iterator[str]:
    """The lines as they come. Of one that is too long only as much is read as shows that it is."""
    while data := source.readline(longest + 1):
        line = data
        while len(data) > longest and not data.endswith(b"\n"):
            data = source.readline(longest + 1)
        yield line.decode("utf-8", "replace")


def _write(line: str) -> None:
    print(line, flush=True)


def _check(command: str, seconds: float, tolerance: float) -> int:
    from ringrift.players.external.protocol_check import CheckVerdict, check_engine

    try:
        words = shlex.split(command)
    except ValueError as error:
        words = []
        message = f"{command!r} is not a valid command line ({error}); quote it as in a shell"
    else:
        message = "give the command that starts an engine"
    if not words:
        raise InvalidSetupError(Refusal("MALFORMED", None, message, "--check"))
    counts = dict.fromkeys(CheckVerdict, 0)
    for finding in check_engine(words, start_seconds=seconds, tolerance=tolerance):
        counts[finding.verdict] += 1
        detail = f": {finding.detail}" if finding.detail else ""
        print(f"{finding.verdict:<7} {finding.point}{detail}", flush=True)
    warnings = counts[CheckVerdict.WARNING]
    print(
        f"{counts[CheckVerdict.PASSED]} passed, {counts[CheckVerdict.FAILED]} failed,"
        f" {warnings} warning{'s' * (warnings != 1)}"
    )
    return FAILED if counts[CheckVerdict.FAILED] else 0
