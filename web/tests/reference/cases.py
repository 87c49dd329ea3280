"""Cases on which the page and Python must agree, drawn from seeded random generators."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from ringrift.conformance.positions import random_position
from ringrift.conformance.random_play import play_randomly
from ringrift.players import annotate, level
from ringrift.players.level_settings import TIMED_METHODS
from ringrift.players.search import Budget, Method, Report, Searcher, apply_due_bookkeeping
from ringrift.players.search_plan import strongest_plan
from ringrift.records import Entry, Mark, Record, Recorder, dump_jsonl, dump_text
from ringrift.records.marks import COLOURS
from ringrift.records.record import Heading
from ringrift.rules import State, apply, bookkeeping, legal_moves, new_game, state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.explain import why_illegal
from ringrift.rules.grid import BOARD_NAMES, BoardName, cells_in
from ringrift.rules.moves import MOVE_TYPES, Move, PlaceRing
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.setup import Setup
from ringrift.rules.wire import dump_move, dump_state_without_history, load_move, load_state

DATA: Final = Path(__file__).parents[3] / "tests" / "data"
SCENARIOS: Final = DATA / "vectors" / "scenarios.jsonl"
SMALL: Final = ("square8", "hex8")
# Up to which level on which setup: the stronger ones take seconds.
LEVELS: Final = {
    ("square8", 2): 9,
    ("square8", 3): 7,
    ("hex8", 2): 7,
    ("hex8", 4): 6,
    ("square19", 2): 6,
    ("hexagonal", 2): 5,
    ("hexagonal", 3): 4,
}
JUDGING_NODES: Final = 60
TREE_NODES: Final = 4000
TREE_MEGABYTES: Final = 4
PLAN_NODES: Final = {"square8": 6000, "hex8": 6000, "square19": 1500, "hexagonal": 1500}


def positions(count: int, seed: int, boards: tuple[str, ...] = BOARD_NAMES) -> list[State]:
    """Return random active positions."""
    rng = Random(seed)
    found: list[State] = []
    while len(found) < count:
        board, players = boards[len(found) % len(boards)], rng.choice((2, 3, 4))
        setup = Setup(board, players, rng.choice(("standard", "standard", "classic")))  # type: ignore[arg-type]
        state = random_position(setup, rng)
        if state.outcome is None:
            found.append(state)
    return found


def refusal(error: RingRiftError) -> dict[str, Any]:
    return {"code": error.code, "rule": error.rule, "path": error.path or ""}


def level_choices() -> list[dict[str, Any]]:
    """Moves that levels choose."""
    rng, found = Random(11), []
    for (board, players), highest in LEVELS.items():
        for number in range(1, highest + 1):
            for seed in (3, 2**31 + number):
                state = decision_state(board, players, rng)
                move = level(number, seed=seed).choose(state)
                found.append(
                    {
                        "state": dump_state_without_history(state),
                        "level": number,
                        "seed": seed,
                        "notation": format_move(state, move),
                    }
                )
    return found


def tree_searches() -> list[dict[str, Any]]:
    """Tree search results for setups where level 10 uses it, from a cold and a warm tree."""
    rng, found = Random(12), []
    for (board, players), method in TIMED_METHODS.items():
        if method is Method.TREE:
            searcher = Searcher(method, megabytes=TREE_MEGABYTES)
            state, searches = decision_state(board, players, rng), []
            for seed in (5, 2**40 + players, 7):
                report = searcher.search(state, Budget(nodes=TREE_NODES), seed=seed, best=2)
                searches.append(
                    {
                        "state": dump_state_without_history(state),
                        "seed": str(seed),
                        "lines": report_lines(state, report),
                    }
                )
                state = apply_due_bookkeeping(apply(state, report.best))
            found.append({"megabytes": TREE_MEGABYTES, "nodes": TREE_NODES, "searches": searches})
    return found


def planned_searches() -> list[dict[str, Any]]:
    """Results of the strongest plans: networks, learned policies, the win prover, early ends."""
    rng, found = Random(13), []
    states = [
        decision_state(board, players, rng, ("standard",))
        for board, players in TIMED_METHODS
        for _ in range(3 if board in ("square8", "hex8") else 1)
    ]
    proved = (DATA / "proved_wins.jsonl").read_text("utf-8").splitlines()
    states += [load_position(json.loads(line)["position"]) for line in proved[::24]]
    for number, state in enumerate(states):
        seconds, best = (0.02 if number % 4 == 3 else 1.0), 1 + number % 2
        plan = strongest_plan(state, seconds=seconds)
        searcher = plan.new_searcher(megabytes=TREE_MEGABYTES)
        nodes = PLAN_NODES[state.board.grid.name]
        report = searcher.search(state, Budget(nodes=nodes), seed=number, best=best)
        found.append(
            {
                "state": dump_state_without_history(state),
                "seconds": seconds,
                "megabytes": TREE_MEGABYTES,
                "nodes": nodes,
                "seed": str(number),
                "plan": {
                    "method": list(Method).index(plan.method),
                    "settings": plan.settings,
                    "network": plan.network and list(plan.network.numbers),
                },
                "searched": report.nodes,
                "depth": report.depth,
                "lines": report_lines(state, report),
            }
        )
    return found


def report_lines(state: State, report: Report) -> list[dict[str, Any]]:
    """Return the best moves of a report and their shares."""
    return [
        {"notation": format_move(state, line.move), "shares": line.shares} for line in report.pvs
    ]


def decision_state(
    board: str, players: int, rng: Random, editions: Sequence[str] = ("standard", "classic")
) -> State:
    """Where a game stands after some turns, with more than one move to choose from."""
    while True:
        state = new_game(board, players, rng.choice(editions))
        for _ in range(rng.choice((0, 12, 60, 140))):
            moves = legal_moves(state) or [move for move in (bookkeeping(state),) if move]
            if not moves:
                break
            state = apply(state, rng.choice(list(moves)))
        if len(legal_moves(state)) > 1:
            return state


def reasons() -> list[dict[str, Any]]:
    """Why moves that somebody might try are not legal."""
    found = []
    for at, seen in enumerate([*positions(48, 5), *story_states()]):
        rng = Random(at)
        state = placed(seen, rng)
        tries = [attempt(state, rng) for _ in range(30)]
        cases = []
        for move in tries:
            why = why_illegal(state, move)
            if why is not None:
                reason = {"code": why.code, "rule": why.rule, "message": why.message}
                cases.append({"move": dump_move(move), **reason})
        found.append({"state": dump_state_without_history(state), "cases": cases})
    return found


def story_states() -> list[State]:
    """The states of the rulebook's scenarios, active ones."""
    found: list[State] = []
    for line in SCENARIOS.read_text(encoding="utf-8").splitlines():
        story = json.loads(line)
        if story.get("refuse"):
            continue
        state = load_state(story["initial"])
        for step in story["steps"]:
            found.append(state)
            state = apply(state, load_move(step["move"]))
    return found[::2]


def placed(state: State, rng: Random) -> State:
    """Half of the time with a stack that was just placed and must move."""
    choices = [move for move in legal_moves(state) if isinstance(move, PlaceRing)]
    return apply(state, rng.choice(choices)) if choices and rng.random() < 0.5 else state


def attempt(state: State, rng: Random) -> Move:
    """Return a well-formed move: cells near pieces, or a legal move with one change."""
    offered = list(legal_moves(state))
    if offered and rng.random() < 0.5:
        return changed(rng.choice(offered), state, rng)
    if rng.random() < 0.2 and (jump := jump_over(state, rng)):
        return jump
    if state.phase == "ring_placement" and rng.random() < 0.4:
        count, cells = rng.randint(1, 3), cells_in(state.board.empty | state.board.stacks)
        takes = {move.to for move in offered if isinstance(move, PlaceRing) and move.count == count}
        refused = [cell for cell in cells if state.board.grid.positions[cell] not in takes]
        if refused:
            return PlaceRing(state.player, state.board.grid.positions[rng.choice(refused)], count)
    kind = rng.choice(list(MOVE_TYPES))
    seat = state.player if rng.random() < 0.95 else rng.randint(1, len(state.seats))
    cells = [
        cell for cell in state.board.grid.cells if state.board.rings[cell] or rng.random() < 0.2
    ]
    some = [state.board.grid.positions[rng.choice(cells)] for _ in range(4)]
    run = sorted(set(some), key=lambda position: (position[1], position[0]))
    mode = rng.choice(("line", "fallback", "stack_strike"))
    fields: dict[str, Any] = {
        "from": some[0],
        "to": some[1],
        "captureTarget": some[2],
        "placementCount": rng.randint(1, 4),
        "line": run,
        "region": run,
        "collapse": run,
        "option": rng.choice((1, 2)),
        "borderPlayer": rng.choice((None, 1, 2)),
        "eliminationContext": rng.choice(("line", "territory", "recovery")),
        "recoveryMode": mode,
    }
    if kind == "recovery_slide":
        if mode == "line":
            fields["recoveryOption"] = rng.choice((1, 2))
        else:
            del fields["line"], fields["collapse"]
        if fields.get("recoveryOption") != 2:
            fields["extractionStack"] = some[3]
    return load_move(
        {"type": kind, "player": seat} | {name: wire(value) for name, value in fields.items()}
    )


def jump_over(state: State, rng: Random) -> Move | None:
    """A capture along a ray of an own stack, whatever the caps and distances are."""
    grid, own = state.board.grid, cells_in(state.board.controlled[state.player])
    for origin in rng.sample(own, len(own)):
        for ray in grid.rays[origin]:
            at = next((place for place, cell in enumerate(ray) if state.board.rings[cell]), None)
            if at is None or at + 1 == len(ray):
                continue
            where = (origin, ray[at], rng.choice(ray[at + 1 :]))
            kind = (
                "continue_capture_segment"
                if state.phase == "chain_capture"
                else "overtaking_capture"
            )
            cells = [wire(grid.positions[cell]) for cell in where]
            names = ("from", "captureTarget", "to")
            return load_move(
                {"type": kind, "player": state.player, **dict(zip(names, cells, strict=True))}
            )
    return None


def changed(move: Move, state: State, rng: Random) -> Move:
    """A legal move with one cell or number replaced."""
    written = dump_move(move)
    names = [name for name, value in written.items() if isinstance(value, dict)]
    if "placementCount" in written and rng.random() < 0.5:
        written["placementCount"] = rng.randint(1, 5)
    elif "borderPlayer" in written:
        written["borderPlayer"] = rng.choice((None, 1, 2))
    elif names:
        cell = rng.choice(state.board.grid.cells)
        written[rng.choice(names)] = wire(state.board.grid.positions[cell])
    return load_move(written)


def wire(value: Any) -> Any:
    if isinstance(value, tuple):
        return dict(zip("xyz", value, strict=False))
    if isinstance(value, list):
        return [wire(one) for one in value]
    return value


def imports() -> list[dict[str, Any]]:
    """Mutated states, with the hash or the refusal of the reference engine."""
    found = []
    for at, state in enumerate(positions(60, 17, SMALL)):
        rng = Random(at)
        for _ in range(25):
            value = dump_state_without_history(state)
            for _ in range(rng.choice((1, 1, 2))):
                mutate(value, rng)
            case: dict[str, Any] = {"state": value, "hash": None, "refusal": None}
            try:
                case["hash"] = state_hash(load_state(deepcopy(value)))
            except RingRiftError as error:
                case["refusal"] = refusal(error)
            found.append(case)
    return found


def mutate(value: Any, rng: Random) -> None:
    """Change one random value inside a JSON value."""
    holder = value
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = rng.choice(keys)
        inner = holder[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
            holder = inner
            continue
        if isinstance(holder, dict) and rng.random() < 0.3:
            del holder[key]
        else:
            holder[key] = rng.choice(
                (other(inner, rng), rng.choice((None, 0, 1, 2, 3, True, False, "line", -1, [])))
            )
        return


def other(value: Any, rng: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2))
    if isinstance(value, list):
        return value[:-1]
    return value


def texts() -> list[dict[str, Any]]:
    """Notation in states: the parsed move or the refusal."""
    found = []
    for at, state in enumerate(positions(40, 23)):
        rng = Random(at)
        names = [format_move(state, move) for move in legal_moves(state)]
        tries = [rng.choice(names) for _ in range(8)] if names else ["-"]
        tries += [text[: rng.randint(1, len(text))] for text in tries]
        tries += [
            "swap",
            "skip",
            "-",
            "@a1",
            "@z9",
            "a1-a2",
            "^e5",
            "^^e5",
            "#a1",
            "#e5/1",
            "~e5-e6",
            "e4xe5-e6",
            "no",
        ]
        tries += [
            ">e4xe5-e6",
            "=a1..d1",
            "=d1..a1",
            "=a1..e1!all",
            "=a1..e1!a1..d1",
            "~e5-e6=a1..d1!all^e5",
        ]
        cases = []
        for text in tries:
            try:
                cases.append(
                    {"text": text, "move": dump_move(parse_move(state, text)), "refusal": None}
                )
            except RingRiftError as error:
                cases.append({"text": text, "move": None, "refusal": refusal(error)})
        found.append({"state": dump_state_without_history(state), "cases": cases})
    return found


def position_strings() -> list[dict[str, Any]]:
    """Position strings with one character changed."""
    found = []
    for at, state in enumerate(positions(60, 29)):
        rng, text = Random(at), dump_position(state)
        tries = [text]
        for _ in range(12):
            place = rng.randrange(len(text))
            tries.append(
                text[:place]
                + rng.choice(("", "a", "(", "B", "9", " ", "-", ","))
                + text[place + 1 :]
            )
        for one in tries:
            case: dict[str, Any] = {"text": one, "hash": None, "refusal": None}
            try:
                case["hash"] = state_hash(load_position(one))
            except RingRiftError as error:
                case["refusal"] = refusal(error)
            found.append(case)
    return found


def marks(state: State, rng: Random) -> tuple[Mark, ...]:
    """Two marks on the board of the state."""
    cells = [state.board.grid.cell_name(cell) for cell in state.board.grid.cells]
    one, two, three = rng.sample(cells, 3)
    return Mark(rng.choice(COLOURS), one), Mark("red", two, three)


def variations(
    state: State, moves: list[Move], rng: Random, nesting: int
) -> tuple[tuple[Entry, ...], ...]:
    """A variation for each of the moves, with variations of its own."""
    found = []
    for move in moves:
        now, line = apply(state, move), [Entry(move, comment="Instead.", marks=marks(state, rng))]
        for step in play_randomly(now, rng, 5):
            inner = [each for each in legal_moves(now) if each != step.move][:1] if nesting else []
            line.append(Entry(step.move, variations=variations(now, inner, rng, nesting - 1)))
            now = step.after
        found.append(tuple(line))
    return tuple(found)


def records() -> list[dict[str, Any]]:
    """Records of random games in both formats, some ended by the host."""
    found = []
    for at, board in enumerate(BOARD_NAMES * 2):
        rng = Random(at)
        tags = {"Event": 'A "quoted" evening', "Site": "Zürich"}
        recorder = Recorder(
            Heading(board, 2 + at % 3, names=("Ann", "Bén"), tags=tags), comment="Begins."
        )
        if at >= 4:
            recorder = Recorder.of(positions(1, at, (board,))[0])
        for ply in range(rng.choice((30, 90))):
            moves = legal_moves(recorder.state) or [
                move for move in (bookkeeping(recorder.state),) if move
            ]
            if not moves:
                break
            move, *others = rng.sample(list(moves), min(3, len(moves)))
            entry = Entry(move)
            if ply % 7 == 3:
                entry = Entry(move, None, 1200, "Well {played}.", marks(recorder.state, rng))
            if ply % 11 == 5:
                entry = replace(entry, variations=variations(recorder.state, others, rng, 2))
            recorder.enter(entry)
        if recorder.state.outcome is None and at % 2 == 0:
            recorder.conclude(winner=1, reason="resignation")
        record = recorder.record()
        found.append(
            {
                "text": dump_text(record),
                "json": dump_jsonl(record),
                "plain": dump_text(record, links=False),
                "hash": record.final_hash,
                "moves": len(record),
            }
        )
    return found


def judged_games() -> list[dict[str, Any]]:
    """Games with their judged turns: one with a swap, one for three players, a finished one."""
    swapped = Recorder(Heading("square8", 2, names=("Ann", "Ben")))
    moves = "@d4x2 d4-d6 - - swap @f3 f3-f5 - - @c2 c2-c4 - -"
    for text in moves.split():
        swapped.append(parse_move(swapped.state, text))
    records = [swapped.record()]
    setups: tuple[tuple[BoardName, int, int], ...] = (("hex8", 3, 40), ("square8", 2, 400))
    for seed, (board, players, most) in enumerate(setups):
        rng = Random(seed)
        recorder = Recorder(Heading(board, players))
        while len(recorder) < most and recorder.state.outcome is None:
            due = bookkeeping(recorder.state)
            recorder.append(due or rng.choice(list(legal_moves(recorder.state))))
        records.append(recorder.record())
    return [_judged_game(record) for record in records]


def _judged_game(record: Record) -> dict[str, Any]:
    annotation = annotate(record, nodes=JUDGING_NODES)
    turns = [
        {
            "number": one.turn,
            "seat": one.seat,
            "player": one.player,
            "from": one.first,
            "to": one.end,
            "before": one.before,
            "after": one.after,
            "loss": one.loss,
            "mark": one.mark,
            "better": [dump_move(move) for move in one.better],
        }
        for one in annotation.judgements
    ]
    seats = record.heading.start().board.seats
    accuracy = [annotation.accuracy(seat) for seat in seats]
    text = dump_text(record)
    return {"text": text, "nodes": JUDGING_NODES, "turns": turns, "accuracy": accuracy}


CASES: Final[dict[str, Callable[[], list[dict[str, Any]]]]] = {
    "levels": level_choices,
    "trees": tree_searches,
    "plans": planned_searches,
    "reasons": reasons,
    "imports": imports,
    "texts": texts,
    "positions": position_strings,
    "records": records,
    "judgedGames": judged_games,
}
