"""`python -m bench.load.leases`: what it costs to renew the leases of live games."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from time import perf_counter, time
from typing import Final
from uuid import uuid4

from sqlalchemy import insert

from bench.load.load_stats import percentiles_ms
from bench.load.results import RESULTS, publish
from bench.load.server import POSTGRES, postgres_database
from bench.machine import require_clean_tree_for
from ringrift.server.storage.database import Database
from ringrift.server.storage.lease import RENEW_SECONDS, Leases
from ringrift.server.storage.tables import games

_SIZES: Final = (100, 1_000, 10_000)
_RENEWALS: Final = 30
_WORKER: Final = "w" * 32


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.leases", description=__doc__)
    parser.add_argument("--postgres", default=POSTGRES, help="(%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        rows.append(("SQLite", asyncio.run(_measure(f"sqlite:///{folder}/leases.db"))))
    with postgres_database(args.postgres) as database:
        rows.append(("PostgreSQL", asyncio.run(_measure(database))))
    lines = [
        f"A worker renews the leases of its games every {RENEW_SECONDS} s, in one statement. "
        f"Median of {_RENEWALS} renewals, in milliseconds.",
        "",
        "| live games | " + " | ".join(f"{size:,}" for size in _SIZES) + " |",
        "|---" + "|---:" * len(_SIZES) + "|",
        *(
            f"| {name} | " + " | ".join(f"{found:.1f}" for found in times) + " |"
            for name, times in rows
        ),
    ]
    return publish("leases", lines, missed=[], write=not args.no_write)


async def _measure(address: str) -> list[float]:
    database = Database(address)
    try:
        await database.start()
        leases = Leases(database, _WORKER)
        found = []
        stored = 0
        for size in _SIZES:
            async with database.engine.begin() as connection:
                await connection.execute(insert(games), [_game() for _ in range(size - stored)])
            stored = size
            times = []
            for _ in range(_RENEWALS):
                started = perf_counter()
                held = await leases.renew(time())
                times.append(perf_counter() - started)
                assert len(held) == size
            found.append(percentiles_ms(times)[0])
        return found
    finally:
        await database.close()


def _game() -> dict[str, object]:
    return {
        "id": uuid4().hex,
        "settings": "{}",
        "status": "live",
        "visibility": "public",
        "rated": False,
        "invite_code": uuid4().hex,
        "created_at": 0.0,
        "sequence": 1,
        "owner": _WORKER,
        "owner_term": 1,
    }


if __name__ == "__main__":
    sys.exit(main())
