"""Finds the weights of the evaluation by self-play: `python -m ringrift.arena.tuning`, or `make tune`.

A generation plays games with the weights it has, fits new ones to what came of the positions, and keeps them
if they win a match. The same seed finds the same weights; a run that was stopped goes on where it was. What
each table has gone through is kept in `--state` and shown as a table of Markdown at the end. `--polish` goes
on from the weights that are there, with games as levels play them.
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

from ringrift.arena.tuning_plan import Plan, in_order, plan_for, polish_for, polished
from ringrift.arena.tuning_start import hand_made
from ringrift.players.weights import Book, Table, all_names, read_book, shipped, write_book

if TYPE_CHECKING:
    from ringrift.arena.tuning_games import Terms

_SHIPPED: Final = Path(__file__).parents[1] / "players" / "weights.json"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """Weights that wanted to take the place of others, and how the match went."""

    origin: str  # "generation 1", or the table that they come from, wholly or by half
    games: int  # that they were fitted to
    surprise: tuple[float, float] | None  # at games kept aside: before and after
    match: Mapping[str, float]
    accepted: bool


@dataclass(frozen=True, slots=True)
class Course:
    """What a table has gone through so far."""

    seed: int
    plan: Plan
    first: Table  # hand-made, or what is to be polished
    table: Table
    trials: tuple[Trial, ...] = ()
    against_first: Mapping[str, float] | None = None  # the last match, where there are new weights

    @property
    def generation(self) -> int:
        return sum(trial.surprise is not None for trial in self.trials)


def tuned(
    course: Course,
    beginnings: Mapping[str, Table],
    jobs: int,
    save: Callable[[Course], None],
    say: Say,
) -> Course:
    """The course, taken to its end; before the first generation it tries the parent, or half of its kin."""
    from ringrift.arena.tuning_games import match

    terms, plan = _terms(course.plan), course.plan
    for name, table in beginnings.items():
        whole = name == plan.parent
        origin = name if whole else f"half of {name}"
        if origin in {trial.origin for trial in course.trials}:
            continue
        challenger = table if whole else half_way(course.table, table)
        seed = _seed(course, "parent" if whole else origin)
        verdict = match(terms, challenger, course.table, seed, plan.cycles, jobs)
        course = _tried(
            course, Trial(origin, 0, None, asdict(verdict), verdict.accepted), challenger
        )
        save(course)
        say(_told(course))
    while course.generation < plan.generations:
        course = _next_generation(course, terms, jobs)
        save(course)
        say(_told(course))
    if course.against_first is None and course.table != course.first:
        verdict = match(
            terms, course.table, course.first, _seed(course, "first"), plan.cycles, jobs
        )
        course = replace(course, against_first=asdict(verdict))
        save(course)
        say(f"{plan.name}: {_score(asdict(verdict))} % against the weights at first")
    return course


def half_way(one: Table, other: Table) -> Table:
    """The mean of two tables: few games leave much chance in each, and less in the mean."""

    def mean(some: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            round((first + second) / 2) for first, second in zip(some, others, strict=True)
        )

    return Table(mean(one.start, other.start), mean(one.end, other.end))


def _next_generation(course: Course, terms: Terms, jobs: int) -> Course:
    from ringrift.arena.tuning_fit import fit, sound
    from ringrift.arena.tuning_games import match, play

    plan, number = course.plan, course.generation + 1
    played = play(terms, [course.table], _seed(course, f"games {number}"), plan.games, jobs)
    found = fit([played], course.table)
    table = sound(found.table, shipped().features)
    verdict = match(terms, table, course.table, _seed(course, f"match {number}"), plan.cycles, jobs)
    surprise = (round(found.before, 4), round(found.after, 4))
    trial = Trial(f"generation {number}", plan.games, surprise, asdict(verdict), verdict.accepted)
    return _tried(course, trial, table)


def _tried(course: Course, trial: Trial, table: Table) -> Course:
    return replace(
        course, table=table if trial.accepted else course.table, trials=(*course.trials, trial)
    )


def _terms(plan: Plan) -> Terms:
    from ringrift.arena.tuning_games import Terms

    return Terms(
        plan.board, plan.players, plan.edition, plan.nodes, plan.method, plan.opening, plan.dice
    )


def _seed(course: Course, purpose: str) -> int:
    return crc32(f"{course.seed} {course.plan.name} {purpose}".encode())


def _score(verdict: Mapping[str, float]) -> str:
    """In percent; an equal has 50, 33 or 25."""
    return f"{100 * verdict['share']:.1f} ± {100 * verdict['error']:.1f}"


def _told(course: Course) -> str:
    trial = course.trials[-1]
    fitted = f", surprise {trial.surprise[0]} → {trial.surprise[1]}" if trial.surprise else ""
    kept = "accepted" if trial.accepted else "refused"
    return f"{course.plan.name}: {trial.origin}{fitted}, {_score(trial.match)} %, {kept}"


def report(courses: Sequence[Course]) -> str:
    """What became of each table, in Markdown."""
    rows = [
        "| table | games | accepted, % | against the weights at first, % |",
        "|---|---|---|---|",
    ]
    for course in courses:
        games = sum(trial.games + int(trial.match["games"]) for trial in course.trials)
        last = course.against_first
        games += int(last["games"]) if last else 0
        kept = ", ".join(
            f"{one.origin} ({_score(one.match)})" for one in course.trials if one.accepted
        )
        rows.append(
            f"| {course.plan.name} | {games} | {kept or '-'} | {_score(last) if last else '-'} |"
        )
    return "\n".join(rows)


def _path(state: Path, plan: Plan) -> Path:
    return state / f"{plan.name.replace('/', '-')}{'-polish' if plan.polish else ''}.json"


def _save(state: Path, course: Course) -> None:
    state.mkdir(parents=True, exist_ok=True)
    path = _path(state, course.plan)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(course), indent=1) + "\n", "utf-8")
    fresh.replace(path)


def _load(state: Path, seed: int, plan: Plan, first: Table) -> Course:
    """The course as far as it went with the same seed and plan, or a new one from the first table."""
    path = _path(state, plan)
    if path.exists():
        course = _course(json.loads(path.read_text("utf-8")))
        known = () if course is None else (course.first, course.table)
        if course is not None and (course.seed, course.plan) == (seed, plan) and first in known:
            return course  # else the weights are others by now
    return Course(seed, plan, first, first)


def _course(body: Mapping[str, Any]) -> Course | None:
    """The course that was kept; none if another version of the command kept it."""
    if set(body) != {field.name for field in fields(Course)}:
        return None
    trials = tuple(
        Trial(
            one["origin"],
            one["games"],
            (one["surprise"][0], one["surprise"][1]) if one["surprise"] else None,
            one["match"],
            one["accepted"],
        )
        for one in body["trials"]
    )
    first, table = (
        Table(tuple(one["start"]), tuple(one["end"])) for one in (body["first"], body["table"])
    )
    return Course(body["seed"], Plan(**body["plan"]), first, table, trials, body["against_first"])


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ringrift.arena.tuning", description=__doc__)
    parser.add_argument(
        "--setup", action="append", choices=all_names(), metavar="BOARD/PLAYERS/EDITION"
    )
    parser.add_argument(
        "--polish", action="store_true", help="go on from the weights that are there"
    )
    parser.add_argument("--games", type=int, help="games of a generation")
    parser.add_argument("--cycles", type=int, help="openings of a match")
    parser.add_argument("--generations", type=int)
    parser.add_argument("--nodes", type=int, help="nodes of a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--state", type=Path, default=Path("build/tuning"), help="where courses are kept"
    )
    parser.add_argument("--book", type=Path, default=_SHIPPED, help="the weights that are written")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    asked = _asked(arguments)
    changes = {
        name: getattr(asked, name)
        for name in ("games", "cycles", "generations", "nodes")
        if getattr(asked, name) is not None
    }
    book = read_book(asked.book.read_text("utf-8")) if asked.book.exists() else shipped()
    courses, found = [], dict(book.tables)
    for name in polished() if asked.polish else in_order():
        if asked.setup and name not in asked.setup:
            continue
        plan = replace(polish_for(name) if asked.polish else plan_for(name), **changes)
        beginnings = {one: found[one] for one in plan.beginnings}
        first = book.tables[name] if asked.polish else hand_made(book.features)
        course = tuned(
            _load(asked.state, asked.seed, plan, first),
            beginnings,
            asked.jobs,
            lambda one: _save(asked.state, one),
            print,
        )
        courses.append(course)
        found[name] = course.table
        write_book(Book(book.features, found), asked.book)
    print(report(courses))
    return 0


if __name__ == "__main__":
    sys.exit(main())
