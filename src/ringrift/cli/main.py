"""The `ringrift` command: picks the subcommand and turns refusals into an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from threading import current_thread
from typing import Any, TextIO, cast

from ringrift import __version__
from ringrift.cli import (
    admin,
    analyse,
    arena,
    backup,
    bot,
    completion,
    dataset,
    doctor,
    engine,
    learn,
    parity,
    play,
    puzzles,
    records,
    serve,
    soak,
    vectors,
    verify,
)
from ringrift.rules.errors import RingRiftError

EXIT_REFUSED = 2  # the exit code of argparse
EXIT_BROKEN_PIPE = 1  # as rich
EXIT_INTERRUPTED = 130  # as a shell after Ctrl-C


class _OutputError(Exception):
    """Standard output failed. Not an OSError: commands catch those of their files."""


class _CheckedOutput:
    """Standard output whose failures differ from those of files; a broken pipe stays one.

    After a failure nothing more is written. A failure in another thread is raised at the next write
    of the command.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._failure: OSError | None = None
        self._owner = current_thread()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        self._try(partial(self._stream.write, text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self._try(self._stream.flush)

    def _try(self, step: Callable[[], object]) -> None:
        try:
            if self._failure is None:
                step()
        except OSError as problem:
            self._failure = problem
        if self._failure is None or current_thread() is not self._owner:
            return
        if isinstance(self._failure, BrokenPipeError):
            raise self._failure
        raise _OutputError(self._failure.strerror or str(self._failure)) from self._failure


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; return the exit code."""
    stream = sys.stdout or _open_devnull()
    sys.stdout = cast(TextIO, _CheckedOutput(stream))
    try:
        return _run(argv)
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _discard_output(stream)
        return EXIT_BROKEN_PIPE
    except _OutputError as error:
        _discard_output(stream)
        print(f"ringrift: the output cannot be written: {error}", file=sys.stderr)
        return EXIT_REFUSED
    finally:
        sys.stdout = stream


def _run(argv: Sequence[str] | None) -> int:
    parser = create_parser()
    try:
        args = parser.parse_args(argv)
    finally:
        sys.stdout.flush()  # help and version exit here
    code = 0
    if "run" in args:
        try:
            code = args.run(args)
        except RingRiftError as error:
            print(f"ringrift: {error}", file=sys.stderr)
            code = EXIT_REFUSED
    else:
        parser.print_help()
    sys.stdout.flush()
    return code


def _open_devnull() -> TextIO:
    """Return an output for a process that was started with standard output closed."""
    return Path(os.devnull).open("w", encoding="utf-8")


def _discard_output(stream: TextIO) -> None:
    """Drop buffered output, which Python would otherwise flush, and fail, at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def create_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="ringrift", description="RingRift: play, analyse and record games, and run a server."
    )
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
        bot,
        doctor,
        backup,
        admin,
        dataset,
        learn,
        puzzles,
        completion,
    ):
        command.register(subparsers)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
