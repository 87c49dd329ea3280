"""Tune the evaluation weights by self-play: `python -m ringrift.arena.tuning`, or `make tune`.

A generation plays games with the current weights, fits new ones to the results, and keeps them if
they win a match. The same seed gives the same weights, and an interrupted run resumes: `--state`
holds the runs. A Markdown table summarises them at the end. `--polish` continues from the current
weights, with games as the levels play them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from ringrift.arena.tuning_plan import Plan, plan_for, polish_order, polish_plan_for, tuning_order
from ringrift.arena.tuning_start import initial_weights
from ringrift.players.weights import (
    EvaluationWeights,
    WeightSet,
    all_weight_set_names,
    load_shipped_weights,
    parse_weights,
    write_weights,
)

if TYPE_CHECKING:
    from ringrift.arena.tuning_games import SelfPlaySettings

_SHIPPED: Final = Path(__file__).parents[1] / "players" / "weights.json"
Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """Candidate weights and the match that decided about them."""

    origin: str  # "generation 1", or the setup that the weights come from
    games: int  # that the weights were fitted to
    log_loss: tuple[float, float] | None  # on validation games, before and after
    match: Mapping[str, float]
    accepted: bool


@dataclass(frozen=True, slots=True)
class TuningRun:
    """The tuning of one set of weights so far."""

    seed: int
    plan: Plan
    first: WeightSet  # the initial weights, or those to polish
    weights: WeightSet
    trials: tuple[Trial, ...] = ()
    against_first: Mapping[str, float] | None = None  # the final match, if the weights changed

    @property
    def generation(self) -> int:
        return sum(trial.log_loss is not None for trial in self.trials)


def run_tuning(
    run: TuningRun,
    starting_points: Mapping[str, WeightSet],
    jobs: int,
    save: Callable[[TuningRun], None],
    log: Log,
) -> TuningRun:
    """Complete the run. It tries the starting points before the first generation."""
    from ringrift.arena.tuning_games import play_match

    settings, plan = _settings(run.plan), run.plan
    for name, weights in starting_points.items():
        whole = name == plan.parent
        origin = name if whole else f"half of {name}"
        if origin in {trial.origin for trial in run.trials}:
            continue
        challenger = weights if whole else average_weights(run.weights, weights)
        seed = _seed(run, "parent" if whole else origin)
        result = play_match(settings, challenger, run.weights, seed, plan.cycles, jobs)
        trial = Trial(origin, 0, None, asdict(result), result.accepted)
        run = _with_trial(run, trial, challenger)
        save(run)
        log(_describe_last_trial(run))
    while run.generation < plan.generations:
        run = _next_generation(run, settings, jobs)
        save(run)
        log(_describe_last_trial(run))
    if run.against_first is None and run.weights != run.first:
        seed = _seed(run, "first")
        result = play_match(settings, run.weights, run.first, seed, plan.cycles, jobs)
        run = replace(run, against_first=asdict(result))
        save(run)
        log(f"{plan.name}: {_score(asdict(result))} % against the initial weights")
    return run


def average_weights(one: WeightSet, other: WeightSet) -> WeightSet:
    """Return the mean of two sets of weights: it has less noise than either."""

    def mean(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
        return tuple(round((first + second) / 2) for first, second in zip(left, right, strict=True))

    return WeightSet(mean(one.start, other.start), mean(one.end, other.end))


def _next_generation(run: TuningRun, settings: SelfPlaySettings, jobs: int) -> TuningRun:
    from ringrift.arena.tuning_fit import clamp_victory_weights, fit_weights
    from ringrift.arena.tuning_games import play_match, self_play

    plan, number = run.plan, run.generation + 1
    seed = _seed(run, f"games {number}")
    games = self_play(settings, [run.weights], seed, plan.games, jobs)
    fit = fit_weights([games], run.weights)
    weights = clamp_victory_weights(fit.weights, load_shipped_weights().features)
    seed = _seed(run, f"match {number}")
    result = play_match(settings, weights, run.weights, seed, plan.cycles, jobs)
    log_loss = (round(fit.before, 4), round(fit.after, 4))
    trial = Trial(f"generation {number}", plan.games, log_loss, asdict(result), result.accepted)
    return _with_trial(run, trial, weights)


def _with_trial(run: TuningRun, trial: Trial, weights: WeightSet) -> TuningRun:
    kept = weights if trial.accepted else run.weights
    return replace(run, weights=kept, trials=(*run.trials, trial))


def _settings(plan: Plan) -> SelfPlaySettings:
    from ringrift.arena.tuning_games import SelfPlaySettings

    return SelfPlaySettings(
        plan.board,
        plan.players,
        plan.edition,
        plan.nodes,
        plan.method,
        plan.max_random_turns,
        plan.random_permille,
    )


def _seed(run: TuningRun, purpose: str) -> int:
    return crc32(f"{run.seed} {run.plan.name} {purpose}".encode())


def _score(match: Mapping[str, float]) -> str:
    """Return the share in percent; an equal player has 50, 33 or 25."""
    return f"{100 * match['share']:.1f} ± {100 * match['error']:.1f}"


def _describe_last_trial(run: TuningRun) -> str:
    trial = run.trials[-1]
    fitted = f", log loss {trial.log_loss[0]} → {trial.log_loss[1]}" if trial.log_loss else ""
    verdict = "accepted" if trial.accepted else "rejected"
    return f"{run.plan.name}: {trial.origin}{fitted}, {_score(trial.match)} %, {verdict}"


def report(runs: Sequence[TuningRun]) -> str:
    """Return the results of the runs as a Markdown table."""
    rows = [
        "| weights | games | accepted, % | against the initial weights, % |",
        "|---|---|---|---|",
    ]
    for run in runs:
        games = sum(trial.games + int(trial.match["games"]) for trial in run.trials)
        last = run.against_first
        games += int(last["games"]) if last else 0
        kept = ", ".join(
            f"{one.origin} ({_score(one.match)})" for one in run.trials if one.accepted
        )
        rows.append(
            f"| {run.plan.name} | {games} | {kept or '-'} | {_score(last) if last else '-'} |"
        )
    return "\n".join(rows)


def _path(state: Path, plan: Plan) -> Path:
    return state / f"{plan.name.replace('/', '-')}{'-polish' if plan.polish else ''}.json"


def _save(state: Path, run: TuningRun) -> None:
    state.mkdir(parents=True, exist_ok=True)
    path = _path(state, run.plan)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(run), indent=1) + "\n", "utf-8")
    fresh.replace(path)


def _load(state: Path, seed: int, plan: Plan, first: WeightSet) -> TuningRun:
    """Load the run with the same seed and plan, or start a new one."""
    path = _path(state, plan)
    if path.exists():
        run = _parse_run(json.loads(path.read_text("utf-8")))
        known = () if run is None else (run.first, run.weights)
        if run is not None and (run.seed, run.plan) == (seed, plan) and first in known:
            return run  # else the weights have changed since
    return TuningRun(seed, plan, first, first)


def _parse_run(body: Mapping[str, Any]) -> TuningRun | None:
    """Parse a saved run; None if another version of the command saved it."""
    if set(body) != {field.name for field in fields(TuningRun)}:
        return None
    trials = tuple(
        Trial(
            one["origin"],
            one["games"],
            (one["log_loss"][0], one["log_loss"][1]) if one["log_loss"] else None,
            one["match"],
            one["accepted"],
        )
        for one in body["trials"]
    )
    first, weights = (
        WeightSet(tuple(one["start"]), tuple(one["end"]))
        for one in (body["first"], body["weights"])
    )
    plan = Plan(**body["plan"])
    return TuningRun(body["seed"], plan, first, weights, trials, body["against_first"])


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ringrift.arena.tuning", description=__doc__)
    parser.add_argument(
        "--setup", action="append", choices=all_weight_set_names(), metavar="BOARD/PLAYERS/EDITION"
    )
    parser.add_argument("--polish", action="store_true", help="continue from the current weights")
    parser.add_argument("--games", type=int, help="games per generation")
    parser.add_argument("--cycles", type=int, help="openings per match")
    parser.add_argument("--generations", type=int)
    parser.add_argument("--nodes", type=int, help="nodes per decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--state", type=Path, default=Path("build/tuning"), help="folder for the saved runs"
    )
    parser.add_argument("--book", type=Path, default=_SHIPPED, help="the weights file to write")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    args = _parse_arguments(arguments)
    changes = {
        name: getattr(args, name)
        for name in ("games", "cycles", "generations", "nodes")
        if getattr(args, name) is not None
    }
    book = (
        parse_weights(args.book.read_text("utf-8"))
        if args.book.exists()
        else load_shipped_weights()
    )
    runs, found = [], dict(book.tables)
    for name in polish_order() if args.polish else tuning_order():
        if args.setup and name not in args.setup:
            continue
        plan = replace(polish_plan_for(name) if args.polish else plan_for(name), **changes)
        starting_points = {one: found[one] for one in plan.starting_points}
        first = book.tables[name] if args.polish else initial_weights(book.features)
        run = run_tuning(
            _load(args.state, args.seed, plan, first),
            starting_points,
            args.jobs,
            lambda one: _save(args.state, one),
            print,
        )
        runs.append(run)
        found[name] = run.weights
        write_weights(EvaluationWeights(book.features, found), args.book)
    print(report(runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
