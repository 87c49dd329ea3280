"""`ringrift doctor`: check whether a server would run well here."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ringrift.extras import missing_extra

_FLAGS: Final = ("host", "port", "database", "bus", "public_url", "rules_mode")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help="check whether a server would run well here",
        description="Check Python, the kernel, the database, the bus, the disk, the clock, the "
        "port, and the settings and their dangers as `ringrift serve` would use them, and give "
        "advice. Change nothing. Exit code 0: no check failed; 1: at least one failed.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    for name in _FLAGS:
        parser.add_argument(f"--{name.replace('_', '-')}", help="same as for `ringrift serve`")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the findings."""
    try:
        from ringrift.server.operations.doctor import run_checks
        from ringrift.server.settings import Settings
    except ImportError as error:
        print(f"ringrift: {missing_extra('the server', 'server', error)}", file=sys.stderr)
        return 1
    settings = Settings.read(
        {name: getattr(args, name) for name in _FLAGS}, os.environ, args.config
    )
    diagnostics = asyncio.run(run_checks(settings, os.environ, args.config))
    for finding in diagnostics:
        if args.json:
            print(json.dumps(asdict(finding)))
            continue
        advice = f"\n{'':20}→ {finding.advice}" if finding.advice else ""
        print(f"{finding.verdict:<5}{finding.what:<15}{finding.found}{advice}")
    return int(any(finding.verdict == "fail" for finding in diagnostics))
