"""Random games: fair, replayable, and the same whatever plays them."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from time import monotonic
from types import FrameType
from typing import Any

import pytest

from ringrift.kernel import Position, choices_of
from ringrift.kernel._native import Game
from ringrift.kernel.state_codec import to_fields
from ringrift.rules import Move, apply, bookkeeping, new_game
from ringrift.rules.grid import BOARD_NAMES


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_a_playout_is_legal_in_the_reference_engine(board: str) -> None:
    for seed, players in ((1, 2), (2, 3), (3, 4)):
        state = new_game(board, players)
        position = Position.from_state(state)
        result = position.playout(seed)
        moves = position.playout_moves(seed)
        for move in moves:
            state = apply(state, move)
        assert state.outcome is not None
        assert (result.winner, result.reason, result.ranking) == (
            state.outcome.winner,
            state.outcome.reason,
            state.outcome.ranking,
        )
        end = position._game.playout_end(seed)
        assert end == to_fields(state)
        assert Game(end[0], end).hash() == Position.from_state(state).hash
        assert result.plies == len(moves)
        assert result.interactive == sum(not move.bookkeeping for move in moves)


def _fits(counts: Counter[Any], shares: Mapping[Any, float]) -> bool:
    """Chi-square test of counts against expected shares; false positives: one in a million."""
    total, rare, chi, bins = sum(counts.values()), 0.0, 0.0, 0
    rare_found = total
    for one, share in shares.items():
        if share * total < 5:  # too few to judge one by one
            rare += share * total
            continue
        chi += (counts[one] - share * total) ** 2 / (share * total)
        rare_found -= counts[one]
        bins += 1
    if rare > 0:
        chi += (rare_found - rare) ** 2 / rare
        bins += 1
    free = bins - 1
    return set(counts) <= set(shares) and chi < free + 5 * (2 * free) ** 0.5 + 12


def _picks(position: Position, count: int) -> Counter[Move]:
    """What random play chooses in a position; a slide may take two choices."""
    import numpy as np

    from ringrift.kernel import Batch

    state = position.to_state()
    batch = Batch([state] * 100)
    generators = np.random.default_rng(7).integers(0, 2**64, 100, dtype=np.uint64)
    actions: dict[tuple[int, ...], list[int]] = {}
    for action in position.actions():
        choices: tuple[int, ...] = choices_of(state.board.grid.name, action)
        for prefix in {choices, choices[:1]}:
            actions.setdefault(prefix, []).append(action)
    chosen: Counter[int] = Counter()
    for _ in range(count // 100):
        made_in: list[tuple[int, ...]] = [
            (choice,) for choice in batch.random_choices(generators).tolist()
        ]
        if any(len(actions[made]) > 1 for made in made_in):
            batch.step(np.array(made_in)[:, 0])
            settled = batch.random_choices(generators).tolist()
            for game in range(100):
                if batch.has_step_to_settle(game):
                    made_in[game] += (settled[game],)
                batch.replace(game, state)
        for made in made_in:
            (action,) = actions[made]
            chosen[action] += 1
    return Counter({position.decode(action): times for action, times in chosen.items()})


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_every_legal_move_is_equally_likely(board: str) -> None:
    """In each kind of decision that random games meet."""
    seen: set[str] = set()
    for seed in range(6):
        position = Position.from_state(new_game(board, 2))
        for move in position.playout_moves(seed):
            offered = position.legal_moves()
            kind = f"{sorted({type(m).__name__ for m in offered})} {len(offered) > 100}"
            if len(offered) >= 2 and kind not in seen:
                seen.add(kind)
                counts = _picks(position, (100 if len(offered) <= 100 else 20) * len(offered))
                assert _fits(counts, {each: 1 / len(offered) for each in offered}), kind
            position.apply(move)
    assert len(seen) >= 6


def _ends(position: Position, share: float, found: dict[tuple[int, ...], float], room: int) -> int:
    """Add every outcome of random play with its probability; return below 0 if too many."""
    moves = position.legal_moves()
    room -= len(moves)
    last = position.bookkeeping()
    if not moves and last is None:
        end = tuple(to_fields(position.to_state()))
        found[end] = found.get(end, 0) + share
    for move in moves or ((last,) if last else ()):
        if room < 0:
            break
        position.apply(move)
        room = _ends(position, share / max(1, len(moves)), found, room)
        position.undo()
    return room


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_outcomes_of_playouts_have_the_expected_frequencies(board: str) -> None:
    """A few plies before the end of a game, all outcomes can be enumerated."""
    enumerated = 0
    for seed in range(8):
        position = Position.from_state(new_game(board, 2))
        for move in position.playout_moves(seed):
            position.apply(move)
        shares: dict[tuple[int, ...], float] = {}
        while len(shares) < 3:
            position.undo()
            shares = {}
            if _ends(position, 1, shares, 300) < 0:
                break
        else:
            enumerated += 1
            counts = Counter(tuple(position._game.playout_end(game)) for game in range(400))
            assert _fits(counts, shares), seed
    assert enumerated >= 2


def test_the_number_of_threads_changes_nothing() -> None:
    position = Position.from_state(new_game("square8", 4))
    one = position.playouts(50, seed=9)
    assert position.playouts(50, seed=9, threads=3) == one
    assert sum(one.wins.values()) == sum(one.reasons.values()) == len(one.games) == 50
    assert one.plies > one.interactive > 0


def test_a_playout_of_a_finished_game_is_empty() -> None:
    state = new_game("square8", 2)
    for move in Position.from_state(state).playout_moves(1):
        state = apply(state, move)
    position = Position.from_state(state)
    assert position.legal_moves() == ()
    assert position.bookkeeping() is None is bookkeeping(state)
    assert position.playout(5).plies == 0
    assert position.perft(1) == 0


@pytest.mark.parametrize(
    ("n", "threads"),
    [(-1, 1), (1, 0), (1, -1), (1, 10**6), (1, 2**70), (1_000_001, 1), (2**31 - 1, 1), (2**70, 1)],
)
def test_invalid_numbers_of_games_are_refused(n: int, threads: int) -> None:
    position = Position.from_state(new_game("square8", 2))
    with pytest.raises(ValueError, match=r"1 to 1024|0 to 1000000"):
        position.playouts(n, 1, threads)
    if n < 2**31 and threads < 2**31:
        with pytest.raises(ValueError, match=r"1 to 1024|0 to 1000000"):
            position._game.playouts(n, 1, threads)


@pytest.mark.parametrize("depth", [-1, 65, 3000, 2**70])
def test_sequences_too_long_to_count_are_refused(depth: int) -> None:
    position = Position.from_state(new_game("hexagonal", 2))
    with pytest.raises(ValueError, match="use 0 to 64"):
        position.perft(depth)
    if depth < 2**31:
        with pytest.raises(ValueError, match="0 to 64"):
            position._game.perft(depth)


def test_perft_is_the_sum_over_the_moves() -> None:
    position = Position.from_state(new_game("square8", 2))
    for move in position.playout_moves(1)[:70]:
        position.apply(move)
    assert position.perft(0) == 1
    for depth in range(1, 5):
        below = 0
        for action in position.actions():
            position.apply(position.decode(action))
            below += position.perft(depth - 1)
            position.undo()
        assert position.perft(depth) == below


class _AlarmError(Exception):
    """What the handler of the alarm raises."""


@pytest.mark.parametrize(
    "work",
    [
        lambda position: position.perft(8),
        lambda position: position.playouts(1_000_000, 1),
        lambda position: position.playouts(1_000_000, 1, threads=3),
    ],
    ids=["perft", "playouts", "playouts in threads"],
)
def test_long_calls_handle_signals(work: Callable[[Position], object]) -> None:
    """So that Ctrl-C stops it."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    start = monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(_AlarmError):
            work(Position.from_state(new_game("hexagonal", 4)))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert monotonic() - start < 10


WITHOUT_THREADS = """
import resource
from ringrift.kernel import Position
from ringrift.rules import new_game
position = Position.from_state(new_game("square8", 2))
expected = position.playouts(40, 1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**21, used + 2**21))  # less than a thread's stack
assert position.playouts(40, 1, threads=4) == expected
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by a means of Linux")
def test_playouts_work_when_no_thread_can_be_started() -> None:
    """In another process, whose memory is limited."""
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_THREADS], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
