"""`ringrift serve`: a server for live games."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from ringrift.cli.browser import can_open_browser, open_when_ready
from ringrift.extras import missing_extra

_FLAGS: Final = (
    ("host", str, "the address to listen on (default: 127.0.0.1)"),
    ("port", int, "the port to listen on (default: 8080)"),
    ("workers", int, "number of processes; more than one needs PostgreSQL (default: 1)"),
    (
        "database",
        str,
        "sqlite:///FILE or postgresql://USER@HOST/NAME (default: sqlite:///ringrift.db)",
    ),
    ("bus", str, "message bus between workers, redis://… (default: the PostgreSQL database)"),
    (
        "page",
        str,
        "the folder of the built web client (default: the one in the package or the repository)",
    ),
    ("public-url", str, "the public URL, if the server is behind a proxy"),
    ("rules-mode", str, "rules engine: python, shadow or kernel"),
    ("log-level", str, "log level: debug, info, warning or error"),
    ("log-format", str, "log format: json or text"),
    ("request-log", str, "true: log every HTTP request, without secrets (default: false)"),
)


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="run a server for live games",
        description="Run a server with the web client, accounts, a lobby, live games and records. "
        "Settings come from flags, from the environment (RINGRIFT_PORT and so on) and from a file, "
        "in this order of precedence.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.add_argument(
        "--open", action="store_true", help="open the web client in a browser, if there is one"
    )
    for name, kind, help_text in _FLAGS:
        parser.add_argument(f"--{name}", type=kind, help=help_text)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        from ringrift.server.errors import StorageError
        from ringrift.server.main import serve
        from ringrift.server.settings import Settings
    except ImportError as error:
        print(f"ringrift: {missing_extra('the server', 'server', error)}", file=sys.stderr)
        return 1
    names = [name.replace("-", "_") for name, _, _ in _FLAGS]
    flags = {name: getattr(args, name) for name in names}
    settings = Settings.read(flags, os.environ, args.config)
    print(f"RingRift is running at {settings.address} (press Ctrl-C to stop)", file=sys.stderr)
    if args.open and can_open_browser(os.environ):
        open_when_ready(settings.address)
    try:
        serve(settings)
    except StorageError as error:
        print(f"ringrift: {error}", file=sys.stderr)
        return 1
    return 0
