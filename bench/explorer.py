"""`python -m bench.explorer`: the opening explorer and the game search over many stored games."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from uuid import UUID

import httpx

from bench.load.load_stats import percentiles_ms
from bench.load.results import publish
from bench.load.server import POSTGRES, postgres_database, run_server
from bench.load.stored_games import bulk_insert, migrate
from bench.machine import require_clean_tree_for
from ringrift.conformance.random_play import play_randomly
from ringrift.host.settings import GameSettings
from ringrift.rules import bookkeeping, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.position_string import dump_position
from ringrift.server.accounts.names import name_key
from ringrift.server.explorer.game_index import OPENING_TURNS
from ringrift.server.explorer.positions import PlayedTurn, played_turns

RESULTS: Final = Path(__file__).parent / "results" / "explorer.md"
_HEAD: Final = (
    "# The opening explorer and the game search\n\nWritten by `python -m bench.explorer`: the time"
    " of whole requests over HTTP, one at a time.\nClient, server and database share the machine."
    " The games begin with real random turns and go on\nwith positions of their own; most begin"
    " alike, so that the first positions have many games and\nthousands of different turns.\n"
)
_TARGET_MS: Final = 50.0  # of the explorer, at the 99th percentile
_PLAYED: Final = 400  # real openings
_ACCOUNTS: Final = 1000
_REQUESTS: Final = 200  # of each kind
_CHUNK: Final = 2000
_SAME_TURN: Final = 0.8  # the share of games that play on as a real opening does
_FIRST_AT: Final = 1_700_000_000.0
_REASONS: Final = ("ring_elimination", "territory_control", "resignation", "timeout")
_GAME: Final = (
    *("id", "settings", "status", "visibility", "rated", "invite_code", "created_at"),
    *("started_at", "ended_at", "sequence", "winner", "reason", "final_position", "owner_term"),
)
_SEAT: Final = ("game_id", "seat", "kind", "account_id", "rank")
_ACCOUNT: Final = ("id", "name", "name_key", "look_key", "kind", "created_at")
_INDEX: Final = (
    *("game_id", "board", "players", "edition", "rated", "public", "reason", "winner", "turns"),
    "ended_at",
)
_INDEX_PLAYER: Final = ("game_id", "seat", "account_id", "rank", "ended_at")
_VISIT: Final = ("position", "game_id", "ended_at")
_OPENING: Final = ("pool", "position", "next", "turn", "games", "wins1", "wins2", "wins3", "wins4")
_TOTAL: Final = ("pool", "position", "games", "wins1", "wins2", "wins3", "wins4")


class Opening:
    """The first turns of a real game, and the positions in which they were played."""

    def __init__(self, board: BoardName, seed: int) -> None:
        start = new_game(board, 2)
        self.board = board
        moves, state = [], start
        self.positions = [dump_position(start)]
        for step in play_randomly(start, random.Random(seed), 400):
            if step.after.turn_number != state.turn_number:
                self.positions.append(dump_position(step.after))
            moves.append(step.move)
            state = step.after
            if len(self.positions) > OPENING_TURNS:
                break
        assert bookkeeping(start) is None
        self.turns: tuple[PlayedTurn, ...] = tuple(played_turns(start, moves, OPENING_TURNS))


def main() -> int:
    """Run the benchmark; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.explorer", description=__doc__)
    parser.add_argument("kind", choices=("sqlite", "postgres"))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--postgres", default=POSTGRES, help="(%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    openings = [Opening(BOARD_NAMES[at % len(BOARD_NAMES)], at) for at in range(_PLAYED)]
    with _database(args.kind, args.postgres) as address:
        migrate(address)
        started = perf_counter()
        rows = _fill(address, args.games, openings)
        print(f"filled in {perf_counter() - started:.0f} s", file=sys.stderr)
        with run_server(address) as server:
            lines, missed = _measure(server.base, openings)
    size = [
        f"{args.games:,} games, {rows['openings']:,} turns of the explorer, {rows['visits']:,}"
        " positions of games.",
        "",
    ]
    return publish(
        args.kind, size + lines, missed=missed, write=not args.no_write, path=RESULTS, head=_HEAD
    )


@contextmanager
def _database(kind: str, postgres: str) -> Iterator[str]:
    if kind == "postgres":
        with postgres_database(postgres) as address:
            yield address
        return
    with tempfile.TemporaryDirectory(prefix="ringrift-explorer-") as folder:
        yield f"sqlite:///{folder}/ringrift.db"


def _fill(address: str, count: int, openings: list[Opening]) -> dict[str, int]:
    """Store games with everything that the index has of them."""
    rng = random.Random(1)
    accounts = [_hex_id(rng) for _ in range(_ACCOUNTS)]
    settings = {
        board: GameSettings(board, players=2, rated=True).to_json() for board in BOARD_NAMES
    }
    played: Counter[tuple[str, str, str, str, int]] = Counter()
    visits = 0
    with bulk_insert(address) as insert:
        named = [(one, f"Player {at}") for at, one in enumerate(accounts)]
        names = [(one, name, name_key(name)) for one, name in named]
        insert(
            "accounts",
            _ACCOUNT,
            [(one, name, key, key, "person", _FIRST_AT) for one, name, key in names],
        )
        for first in range(0, count, _CHUNK):
            rows: dict[str, list[tuple[Any, ...]]] = {
                name: []
                for name in ("games", "seats", "game_index", "game_index_players", "opening_games")
            }
            for at in range(first, min(count, first + _CHUNK)):
                opening = openings[int(len(openings) * rng.random() ** 3)]
                turns = _vary(opening, rng)
                game, ended = _hex_id(rng), _FIRST_AT + 60 * at
                pair = rng.sample(accounts, 2)
                winner, reason = rng.choice((1, 1, 2)), rng.choice(_REASONS)
                stored = _json(settings[opening.board])
                result = (1, winner, reason, opening.positions[-1], 1)
                times = (ended - 600, ended - 600, ended)
                rows["games"].append((game, stored, "over", "public", True, game, *times, *result))
                ranks = [1 if seat == winner else 2 for seat in (1, 2)]
                seated = list(zip((1, 2), pair, ranks, strict=True))
                rows["seats"] += [(game, seat, "person", one, rank) for seat, one, rank in seated]
                facts = (opening.board, 2, "standard", True, True, reason, winner)
                rows["game_index"].append((game, *facts, rng.randint(5, 90), ended))
                rows["game_index_players"] += [
                    (game, seat, one, rank, ended) for seat, one, rank in seated
                ]
                positions = {turn.position for turn in turns} | {turns[-1].next}
                rows["opening_games"] += [(position, game, ended) for position in positions]
                visits += len(positions)
                for pool in ("rated", *pair):
                    for turn in turns:
                        played[pool, turn.position, turn.next, turn.moves, winner] += 1
            columns = (_GAME, _SEAT, _INDEX, _INDEX_PLAYER, _VISIT)
            for (table, found), names_of in zip(rows.items(), columns, strict=True):
                insert(table, names_of, found)
        sums: dict[tuple[str, str, str], list[Any]] = {}
        for (pool, position, following, moves, winner), number in played.items():
            row = sums.setdefault((pool, position, following), [moves, 0, 0, 0])
            row[1] += number
            row[1 + winner] += number
        insert(
            "openings",
            _OPENING,
            [
                (*key, moves, games, one, two, 0, 0)
                for key, (moves, games, one, two) in sums.items()
            ],
        )
        totals: dict[tuple[str, str], list[int]] = {}
        for (pool, position, _following), (_moves, *counts) in sums.items():
            total = totals.setdefault((pool, position), [0, 0, 0])
            totals[pool, position] = [one + more for one, more in zip(total, counts, strict=True)]
        insert("opening_totals", _TOTAL, [(*key, *row, 0, 0) for key, row in totals.items()])
    return {"openings": len(sums), "visits": visits}


def _vary(opening: Opening, rng: random.Random) -> list[PlayedTurn]:
    """Return the turns of a game that leaves the real opening at some turn."""
    turns: list[PlayedTurn] = []
    for turn in opening.turns:
        if (turns and turns[-1].next != turn.position) or rng.random() > _SAME_TURN:
            before = turns[-1].next if turns else turn.position
            turns.append(PlayedTurn(before, f"{rng.getrandbits(64):016x}", turn.moves))
        else:
            turns.append(turn)
    return turns


def _measure(base: str, openings: list[Opening]) -> tuple[list[str], list[str]]:
    """Return the lines of the report and the missed targets."""
    rng = random.Random(2)
    lines = ["| request | median | 99 % | longest |", "|---|---|---|---|"]
    missed: list[str] = []

    def position(turn: int) -> str:
        while True:
            found = openings[int(len(openings) * rng.random() ** 3)].positions
            if len(found) > turn:
                return found[turn]

    def explore(turn: int) -> tuple[str, dict[str, Any]]:
        return "/openings", {"position": position(turn), "of": "rated"}

    def search(**query: Any) -> tuple[str, dict[str, Any]]:
        return "/games/search", query

    def somebody() -> str:
        return f"Player {rng.randrange(_ACCOUNTS)}"

    kinds: dict[str, Any] = {
        "explorer, empty board": lambda: explore(0),
        "explorer, after 1 turn": lambda: explore(1),
        "explorer, after 4 turns": lambda: explore(4),
        "search, latest games": search,
        "search, by player": lambda: search(player=somebody()),
        "search, by player and opponent": lambda: search(player=somebody(), opponent=somebody()),
        "search, by player, board, result and reason": lambda: search(
            player=somebody(), board=rng.choice(BOARD_NAMES), result="won", reason="timeout"
        ),
        "search, by board, reason and length": lambda: search(
            board=rng.choice(BOARD_NAMES), reason="resignation", min_turns=80
        ),
        "search, nothing found": lambda: search(reason="stalemate", min_turns=50),
        "search, by opening": lambda: search(position=position(2)),
    }
    with httpx.Client(base_url=base, timeout=60) as client:
        client.get("/readyz").raise_for_status()
        for name, make in kinds.items():
            times = []
            for number in range(_REQUESTS + 5):
                path, body = make()
                started = perf_counter()
                client.post(path, json=body).raise_for_status()
                if number >= 5:  # the first ones fill caches
                    times.append(perf_counter() - started)
            median, late, longest = percentiles_ms(times)
            print(f"{name}: {median:.1f} ms, {late:.1f} ms", file=sys.stderr)
            lines.append(f"| {name} | {median:.1f} ms | {late:.1f} ms | {longest:.1f} ms |")
            if name.startswith("explorer") and late > _TARGET_MS:
                missed.append(f"{name}: {late:.1f} ms instead of {_TARGET_MS:.0f}")
    return lines, missed


def _hex_id(rng: random.Random) -> str:
    return UUID(int=rng.getrandbits(128)).hex


def _json(value: object) -> str:
    return json.dumps(value)


if __name__ == "__main__":
    sys.exit(main())
