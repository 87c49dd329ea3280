"""Games for the tests of records: random ones of every setup, and one short fixed game."""

from __future__ import annotations

from random import Random
from typing import Final

from hypothesis import strategies as st

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.conformance.random_play import play_randomly, prefer_rare_moves
from ringrift.records import Entry, Heading, Record, Recorder
from ringrift.rules import State, apply, bookkeeping, new_game
from ringrift.rules.notation import parse_move
from ringrift.rules.phases import HOST_REASONS
from ringrift.rules.setup import Setup

# Ann opens, Ben takes her side over (R180), two turns follow, and the person in seat 1 resigns.
SHORT_GAME: Final = [
    "@d4x2",
    "d4-d6",
    "-",
    "-",
    "swap",
    "@f3",
    "f3-f5",
    "-",
    "-",
    "@c2",
    "c2-c4",
    "-",
    "-",
]


def short_game(names: tuple[str, ...] = ("Ann", "Ben"), **tags: str) -> Recorder:
    """The short game, still unfinished."""
    recorder = Recorder(Heading("square8", players=2, names=names, tags=tags))
    for text in SHORT_GAME:
        recorder.append(parse_move(recorder.state, text))
    return recorder


def short_record(names: tuple[str, ...] = ("Ann", "Ben"), **tags: str) -> Record:
    """The short game with its result."""
    recorder = short_game(names, **tags)
    recorder.conclude(2, "resignation")
    return recorder.record()


def random_record(start: State, seed: int, moves: int, host_ends: bool = False) -> Record:
    """Random play from a state, to its end or to so many moves."""
    rng = Random(seed)
    recorder = Recorder.of(start, tags={"Id": f"random-{seed}"})
    for step in play_randomly(recorder.state, rng, moves, prefer_rare_moves):
        recorder.append(step.move)
    if host_ends and recorder.state.outcome is None:
        recorder.conclude(rng.choice(recorder.state.board.seats), rng.choice(HOST_REASONS))
    return recorder.record()


def whole_game(setup: Setup, seed: int) -> Record:
    """A random game from the first move to the last."""
    return random_record(setup.new_game(), seed, 5000)


def next_move(state: State, rng: Random) -> State:
    """One random step, bookkeeping included."""
    (step,) = play_randomly(state, rng, 1)
    return step.after


def through_bookkeeping(state: State) -> State:
    """The state in which something can be chosen again."""
    while due := bookkeeping(state):
        state = apply(state, due)
    return state


# Anything that fits a line; surrogates and control characters do not.
line_text = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30)
comments = line_text.map(lambda text: " ".join(text.split()))
timestamps = st.datetimes().map(lambda moment: moment.isoformat(timespec="milliseconds") + "Z")


@st.composite
def records(draw: st.DrawFn, moves: int = 40) -> Record:
    """Records of every setup, with and without a result, remarks and a position."""
    setup = draw(st.sampled_from(SETUPS))
    seed = draw(st.integers(0, 2**32))
    start = new_game(setup.board, setup.players, setup.edition, swap=draw(st.booleans()))
    if draw(st.booleans()):
        start = random_position(setup, Random(seed))
    names = tuple(draw(st.lists(line_text, max_size=setup.players)))
    tags = draw(
        st.dictionaries(st.from_regex(r"X[a-zA-Z0-9_]{0,8}", fullmatch=True), line_text, max_size=3)
    )
    recorder = Recorder(Heading.of(start, names, tags), draw(comments))
    for number, step in enumerate(
        play_randomly(recorder.state, Random(seed), draw(st.integers(0, moves)), prefer_rare_moves)
    ):
        remarked = number % 7 == 3
        recorder.enter(
            Entry(
                step.move,
                draw(st.none() | timestamps) if remarked else None,
                draw(st.none() | st.integers(0, 10**7)) if remarked else None,
                draw(comments) if remarked else "",
            )
        )
    if recorder.state.outcome is None and draw(st.booleans()):
        recorder.conclude(
            draw(st.sampled_from(recorder.state.board.seats)), draw(st.sampled_from(HOST_REASONS))
        )
    return recorder.record(draw(st.none() | st.just(b"a secret key")))
