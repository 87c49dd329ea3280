"""Compare the speed of two checkouts in one run: reference engine, kernel, search, WebAssembly.

    python -m bench.compare_versions /path/to/other/checkout

Both checkouts must have their kernel built (`make test` or `make run` there). Each measurement
runs in a fresh process, alternating between the checkouts, and the best round of each counts, by
processor time. The workloads use only the API that both versions share.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.machine import describe_machine, require_clean_tree_for

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = Path(__file__).parent / "results" / "versions.md"
MAX_LOSS: Final = 0.03
_PREAMBLE: Final = """
import json, time
from random import Random
from ringrift.rules import apply, bookkeeping, legal_moves, new_game
def best(work, units, rounds=3):
    rates = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        rates.append(units / (time.process_time() - start))
    return max(rates)
"""
_REFERENCE: Final = """
def play(board, moves):
    rng, state = Random(1), new_game(board, 2)
    for _ in range(moves):
        options = legal_moves(state)
        state = apply(state, rng.choice(options) if options else bookkeeping(state))
        if state.outcome is not None:
            state = new_game(board, 2)
rates = {f"reference engine, {board}, moves/s": best(lambda: play(board, count), count)
         for board, count in (("square8", 8000), ("hexagonal", 1500))}
print(json.dumps(rates))
"""
_KERNEL: Final = """
from ringrift.kernel import Position
rates = {}
for board, games, depth in (("square8", 8000, 3), ("hexagonal", 500, 2)):
    position = Position.from_state(new_game(board, 2))
    plies = sum(position.playout(seed).plies for seed in range(100)) * games / 100
    rates[f"kernel playouts, {board}, plies/s"] = best(
        lambda: position.playouts(games, seed=1, threads=1), plies, 5)
    count = position.perft(depth)
    rates[f"kernel perft, {board}, sequences/s"] = best(lambda: position.perft(depth), count, 5)
print(json.dumps(rates))
"""
_SEARCH: Final = """
from ringrift.players.search import Budget, Method, Searcher
rates = {}
for board in ("square8", "hexagonal"):
    state = new_game(board, 2)
    for method, nodes in ((Method.ALPHA_BETA, 150000), (Method.TREE, 15000)):
        searcher = Searcher(method, megabytes=16)
        def search():
            searcher.clear()
            searcher.search(state, Budget(nodes=nodes))
        rates[f"search {method.value}, {board}, nodes/s"] = best(search, nodes, 4)
print(json.dumps(rates))
"""
_WASM: Final = """
const fs = require("fs");
const imports = new Proxy({}, { get: () => new Proxy({}, { get: (_, name) =>
  /now/i.test(String(name)) ? () => performance.now() : () => 0 }) });
const kernel = new WebAssembly.Instance(
  new WebAssembly.Module(fs.readFileSync("web/build/kernel.wasm")), imports).exports;
const start = kernel.start ?? kernel.start_game ?? kernel.new_game;
const rates = {};
for (const [board, name, depth] of [[0, "square8", 4], [3, "hexagonal", 2]]) {
  start(board, 2, 1, 1);
  let best = 0;
  for (let round = 0; round < 5; round++) {
    const begun = process.cpuUsage();
    const count = kernel.perft(depth);
    const used = process.cpuUsage(begun);
    best = Math.max(best, count / ((used.user + used.system) / 1e6));
  }
  rates[`WebAssembly perft, ${name}, sequences/s`] = best;
}
console.log(JSON.stringify(rates));
"""
_WORKLOADS: Final = (_REFERENCE, _KERNEL, _SEARCH, _WASM)


def main() -> int:
    """Compare the checkouts; return 1 if this one is more than 3% slower anywhere."""
    parser = argparse.ArgumentParser(prog="python -m bench.compare_versions")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=5, help="of each workload (%(default)s)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    args = parser.parse_args()
    if not args.no_write:
        require_clean_tree_for(RESULTS)
    here, there = _measure_alternately(args.other, args.rounds)
    report, slower = _report(here, there, args.other)
    print(report)
    if not args.no_write:
        RESULTS.write_text(report, encoding="utf-8")
    return 1 if slower else 0


def _measure_alternately(other: Path, rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    here: dict[str, float] = {}
    there: dict[str, float] = {}
    for _ in range(rounds):
        for workload in _WORKLOADS:
            for checkout, rates in ((other, there), (ROOT, here)):
                for name, rate in _measure(checkout, workload).items():
                    rates[name] = max(rate, rates.get(name, 0.0))
    return here, there


def _measure(checkout: Path, workload: str) -> dict[str, float]:
    if workload is _WASM:
        if shutil.which("node") is None or not (checkout / "web/build/kernel.wasm").exists():
            return {}
        command = ["node", "-e", workload]
    else:
        python = checkout / ".venv/bin/python"
        command = [str(python) if python.exists() else sys.executable, "-c", _PREAMBLE + workload]
    paths = [str(checkout / "src"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"a workload failed in {checkout}:\n{done.stderr}")
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


def _report(here: dict[str, float], there: dict[str, float], other: Path) -> tuple[str, list[str]]:
    lines = [
        "# Speed of two versions, side by side",
        "",
        "Written by `python -m bench.compare_versions`: the best round of each, alternating.",
        "",
        *(f"- {name}: {value}" for name, value in describe_machine().items()),
        f"- compared with: {_commit(other)}",
        "",
        "| measurement | before | now | change |",
        "|---|---:|---:|---:|",
    ]
    slower = []
    for name, rate in here.items():
        change = rate / there[name] - 1
        lines.append(f"| {name} | {there[name]:,.0f} | {rate:,.0f} | {change:+.1%} |")
        if change < -MAX_LOSS:
            slower.append(name)
    return "\n".join(lines) + "\n", slower


def _commit(checkout: Path) -> str:
    command = ["git", "-C", str(checkout), "describe", "--always"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or checkout.name


if __name__ == "__main__":
    sys.exit(main())
