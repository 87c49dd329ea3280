"""`python -m bench.load sqlite|postgres|levels|takeover`: many concurrent games on one server.

See also `bench.load.crash_recovery` and `bench.load.evaluate`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from typing import Final

from bench.load import takeover, throughput
from bench.load.results import RESULTS, publish
from bench.load.server import POSTGRES, postgres_database, run_server
from bench.machine import require_clean_tree_for

_USUAL: Final = (("square8", 1000, 1000.0), ("square8", 1000, 1515.0), ("hexagonal", 300, 1000.0))
_LOADS: Final = {
    "sqlite": _USUAL,
    "postgres": _USUAL,
    "levels": (("square8", 500, 500.0),),
    "takeover": (("square8", 500, 500.0),),
}


def main() -> int:
    """Run the benchmark; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("what", choices=("sqlite", "postgres", "levels", "takeover"))
    parser.add_argument(
        "--load",
        nargs=3,
        metavar=("BOARD", "GAMES", "RATE"),
        help="one load instead of the usual ones: moves per second of that many games",
    )
    parser.add_argument("--seconds", type=float, default=15, help="per load (%(default)s)")
    parser.add_argument(
        "--postgres",
        default=POSTGRES,
        help="address of a PostgreSQL server, without a database (%(default)s)",
    )
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    wanted = _LOADS[args.what]
    if args.load is not None:
        board, games, rate = args.load
        wanted = ((board, int(games), float(rate)),)
    loads = [throughput.Load(games, rate, args.seconds, board) for board, games, rate in wanted]
    if args.what == "takeover":
        with postgres_database(args.postgres) as database:
            lines, missed = takeover.measure(loads[0], database)
    elif args.what == "postgres":
        with (
            postgres_database(args.postgres) as database,
            run_server(database, workers=2) as server,
        ):
            lines, missed = throughput.measure(loads, server)
    else:
        level_games = throughput.LEVEL_GAMES if args.what == "levels" else 0
        with (
            tempfile.TemporaryDirectory() as folder,
            run_server(f"sqlite:///{folder}/load.db") as server,
        ):
            lines, missed = throughput.measure(loads, server, level_games=level_games)
    return publish(args.what, lines, missed=missed, write=not args.no_write)


if __name__ == "__main__":
    sys.exit(main())
