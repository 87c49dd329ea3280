"""Measure how many proved wins a player finds at 0.2 s and write bench/results/proved-wins.md.

The positions are those of tests/data/proved_wins.jsonl (`python -m tools.proved_wins`). A move
counts if it is one of the moves that win in the fewest own turns; a slower win does not.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Final

from bench.machine import describe_machine, require_clean_tree_for
from ringrift.players.player_names import parse_player
from ringrift.rules.notation import format_move
from ringrift.rules.position_string import load_position

POSITIONS: Final = Path(__file__).parents[1] / "tests" / "data" / "proved_wins.jsonl"
RESULTS: Final = Path(__file__).parent / "results" / "proved-wins.md"
BAR: Final = 0.99
PLAYERS: Final = ("level:10:0.2", "reference-0.1:0.2")


def main() -> int:
    """Measure and report; return 1 if the bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.proved_wins", description=__doc__)
    parser.add_argument("--no-write", action="store_true", help="print only")
    parser.add_argument("--players", nargs="+", default=PLAYERS, help="(%(default)s)")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    positions = [json.loads(line) for line in POSITIONS.read_text("utf-8").splitlines()]
    lines = [
        "# Proved wins",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        "",
        f"Positions in which a player finds a proved win, of {len(positions)}; the bar is "
        f"{BAR:.0%} for level 10.",
        "",
        "| player | board | players | own turns | found | of |",
        "|---|---|---:|---:|---:|---:|",
    ]
    shares = []
    for name in args.players:
        found, total = _measure(name, positions)
        lines += [
            f"| {name} | {board} | {players} | {turns} | {found[board, players, turns]} | {count} |"
            for (board, players, turns), count in sorted(total.items())
        ]
        for wanted in sorted({turns for _, _, turns in total}):
            hits, count = (
                sum(number for (_, _, turns), number in one.items() if turns == wanted)
                for one in (found, total)
            )
            lines.append(f"| {name} | all | | {wanted} | {hits} | {count} |")
        shares.append(sum(found.values()) / len(positions))
        lines.append(f"| {name} | all | | | {sum(found.values())} | {len(positions)} |")
    report = "\n".join(lines) + "\n"
    print(report)
    if not args.no_write:
        RESULTS.write_text(report, encoding="utf-8")
    return int(shares[0] < BAR)


Setup = tuple[str, int, int]  # board, players, own turns


def _measure(
    name: str, positions: list[dict[str, object]]
) -> tuple[Counter[Setup], Counter[Setup]]:
    found: Counter[Setup] = Counter()
    total: Counter[Setup] = Counter()
    for one in positions:
        state = load_position(str(one["position"]))
        setup = (state.board.grid.name, len(state.seats), int(str(one["turns"])))
        player = parse_player(name)  # a new one: nothing is known from the last position
        total[setup] += 1
        moves = one["moves"]
        assert isinstance(moves, list)
        found[setup] += format_move(state, player.choose(state)) in moves
        player.close()
    return found, total


if __name__ == "__main__":
    raise SystemExit(main())
