"""`python -m bench.load sqlite|postgres|levels|takeover`: many concurrent games on one server.

See also `bench.load.crash_recovery` and `bench.load.evaluate`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile

from bench.load import takeover, throughput
from bench.load.results import RESULTS, publish
from bench.load.server import POSTGRES, postgres_database, run_server
from bench.machine import require_clean_tree_for


def main() -> int:
    """Run the benchmark; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("what", choices=("sqlite", "postgres", "levels", "takeover"))
    parser.add_argument(
        "--games",
        type=int,
        default=500,
        help="concurrent games, with two sockets each (%(default)s)",
    )
    parser.add_argument(
        "--rate", type=float, default=515, help="offered moves per second (%(default)s)"
    )
    parser.add_argument("--seconds", type=float, default=30, help="(%(default)s)")
    parser.add_argument("--board", default="square8")
    parser.add_argument(
        "--postgres",
        default=POSTGRES,
        help="address of a PostgreSQL server, without a database (%(default)s)",
    )
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    load = throughput.Load(args.games, args.rate, args.seconds, args.board)
    if args.what == "takeover":
        with postgres_database(args.postgres) as database:
            lines, missed = takeover.measure(load, database)
    elif args.what == "postgres":
        with (
            postgres_database(args.postgres) as database,
            run_server(database, workers=2) as server,
        ):
            lines, missed = throughput.measure(load, server)
    else:
        level_games = throughput.LEVEL_GAMES if args.what == "levels" else 0
        with (
            tempfile.TemporaryDirectory() as folder,
            run_server(f"sqlite:///{folder}/load.db") as server,
        ):
            lines, missed = throughput.measure(load, server, level_games=level_games)
    return publish(args.what, lines, missed=missed, write=not args.no_write)


if __name__ == "__main__":
    sys.exit(main())
