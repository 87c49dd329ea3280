"""`kernel`: the kernel decides, the law compares a share and takes over where the kernel fails."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ringrift.contract.random_play import rare_move
from ringrift.contract.vectors import read_vectors
from ringrift.contract.verify import check
from ringrift.kernel.backend import RulesBackend
from ringrift.kernel.breaker import Breaker
from ringrift.kernel.counters import (
    BREAKS,
    COMPARED,
    FALLBACKS,
    HASH_MISMATCHES,
    S_MISMATCHES,
    VALIDITY_MISMATCHES,
)
from ringrift.kernel.engines import Engine, KernelMissingError, LawPosition, installed_kernel
from ringrift.kernel.oversight import Oversight
from ringrift.kernel.sampling import Sampler, every, share
from ringrift.rules import (
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveStack,
    State,
    legal_moves,
    new_game,
)
from tests.kernel.faulty_engines import (
    Crashes,
    ForgetsTerritory,
    LosesAMarker,
    MustCapture,
    PlaysAnything,
    SkipsATurn,
    StacksCapHigh,
)
from tests.rules.playing import play

START = new_game("square8", 2)
LATER = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-b1", "-", "-", "@h8")
ILLEGAL = MoveStack(1, (0, 0), (0, 1))


def deciding(
    kernel: type[Engine], sampler: Sampler | None = None, limit: int = 100
) -> RulesBackend:
    """A backend whose kernel decides; the law compares everything unless told otherwise."""
    oversight = Oversight(Breaker(limit))
    return RulesBackend(
        "kernel", kernel=kernel, oversight=oversight, sampler=sampler or every(1), environment={}
    )


def replay(backend: RulesBackend) -> State:
    state = START
    for move in LATER.history:
        state = backend.apply(state, move)
    return state


def never() -> bool:
    """The law compares nothing."""
    return False


def test_the_kernel_decides_whole_games_as_the_law_would() -> None:
    backend, rng = deciding(LawPosition), Random(3)
    state = START
    while state.outcome is None:
        required = backend.bookkeeping(state)
        moves = backend.legal_moves(state) if required is None else (required,)
        state = backend.apply(state, rare_move(rng, moves))
    again = START
    for move in state.history:
        again = RulesBackend(environment={}).apply(again, move)
    assert again == state
    assert backend.counters[FALLBACKS] == backend.counters[VALIDITY_MISMATCHES] == 0
    assert backend.counters[COMPARED] > len(state.history)


@pytest.mark.parametrize("mode", ["shadow", "kernel"])
def test_the_built_kernel_plays_a_game_without_a_difference(mode: str) -> None:
    try:
        kernel = installed_kernel()
    except KernelMissingError as missing:
        pytest.skip(str(missing))
    rng = Random(8)
    with RulesBackend(mode, kernel=kernel, sampler=every(1), environment={}) as backend:
        state = new_game("hex8", 3)
        while state.outcome is None:
            required = backend.bookkeeping(state)
            moves = backend.legal_moves(state) if required is None else (required,)
            state = backend.apply(state, rare_move(rng, moves))
    counts = {name: count for name, count in backend.counters.items() if count}
    assert list(counts) == [COMPARED]
    assert counts[COMPARED] >= len(state.history)


def test_the_kernel_alone_decides_what_is_not_compared() -> None:
    backend = deciding(SkipsATurn, never)
    after = backend.apply(START, LATER.history[0])
    assert after.turn_number == 2  # which is wrong, and shows who decided
    assert backend.counters[COMPARED] == 0


def test_a_state_of_the_kernel_has_the_history_of_the_game() -> None:
    class WithoutPast(LawPosition):
        """Keeps no history."""

        def to_state(self) -> State:
            return super().to_state().but(history=START.history)

    assert replay(deciding(WithoutPast, never)).history == LATER.history


def test_the_share_that_is_compared_follows_the_sampler() -> None:
    backend = deciding(LawPosition, share(0.5, Random(11)))
    dice = share(0.5, Random(11))
    replay(backend)
    assert backend.counters[COMPARED] == sum(dice() for _ in LATER.history)


def test_by_default_one_answer_in_twenty_is_compared() -> None:
    backend = RulesBackend("kernel", kernel=LawPosition, environment={})
    for _ in range(41):
        backend.legal_moves(START)
    assert backend.counters[COMPARED] == 3


def test_the_law_takes_over_where_the_kernel_fails(caplog: pytest.LogCaptureFixture) -> None:
    backend = deciding(Crashes, never)
    assert replay(backend) == LATER
    assert backend.counters[FALLBACKS] == 2
    assert backend.counters[VALIDITY_MISMATCHES] == 0
    assert "the kernel failed, the law took over: ZeroDivisionError" in caplog.text


def test_the_law_overrules_a_state_that_differs() -> None:
    for kernel, names in (
        (SkipsATurn, {HASH_MISMATCHES: 3}),
        (LosesAMarker, {HASH_MISMATCHES: 2, S_MISMATCHES: 2}),
    ):
        backend = deciding(kernel)
        assert replay(backend) == LATER
        assert {name: backend.counters[name] for name in names} == names
        assert backend.counters[FALLBACKS] == names[HASH_MISMATCHES]


def test_the_law_overrules_a_kernel_that_plays_what_is_illegal() -> None:
    backend = deciding(PlaysAnything)
    with pytest.raises(IllegalMoveError) as refused:
        backend.apply(START, ILLEGAL)
    assert refused.value.code == "WRONG_PHASE"
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[FALLBACKS] == 1


def test_the_law_gives_the_reason_for_a_refusal_whatever_the_share() -> None:
    class SaysLittle(LawPosition):
        """Refuses without a reason of its own."""

        def apply(self, move: Move, /) -> None:
            try:
                super().apply(move)
            except IllegalMoveError as error:
                raise InvalidMoveError(error.refusal) from None

    backend = deciding(SaysLittle, never)
    with pytest.raises(IllegalMoveError) as refused:
        backend.apply(START, ILLEGAL)
    assert refused.value.code == "WRONG_PHASE"
    assert backend.counters[VALIDITY_MISMATCHES] == 0


def test_a_kernel_that_refuses_what_is_legal_is_overruled_whatever_the_share() -> None:
    class Refuses(LawPosition):
        """Plays nothing."""

        def apply(self, move: Move, /) -> None:  # noqa: ARG002 - it does not look at the move
            super().apply(ILLEGAL)

    backend = deciding(Refuses, never)
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[FALLBACKS] == 1


def test_an_illegal_move_that_makes_the_kernel_fail_is_refused_by_the_law() -> None:
    class FailsOnIllegal(LawPosition):
        """Does not expect illegal moves."""

        def apply(self, move: Move, /) -> None:
            if move not in legal_moves(self.to_state()):
                raise KeyError(move)
            super().apply(move)

    backend = deciding(FailsOnIllegal, never)
    with pytest.raises(IllegalMoveError):
        backend.apply(START, ILLEGAL)
    assert backend.counters[FALLBACKS] == 1


@pytest.mark.parametrize("kernel", [LawPosition, Crashes, PlaysAnything])
def test_what_is_no_move_is_refused_and_nobodys_fault(kernel: type[Engine]) -> None:
    backend = deciding(kernel, never)
    with pytest.raises(InvalidMoveError):
        backend.apply(START, "d4")  # type: ignore[arg-type]
    assert backend.counters[FALLBACKS] == backend.counters[VALIDITY_MISMATCHES] == 0


def test_the_law_overrules_an_offer_that_differs() -> None:
    backend = deciding(StacksCapHigh)
    assert backend.legal_moves(START) == legal_moves(START)
    assert backend.counters[VALIDITY_MISMATCHES] == backend.counters[FALLBACKS] == 1


def test_the_law_overrules_a_bookkeeping_move_that_differs() -> None:
    backend = deciding(ForgetsTerritory)
    state = play(START, "@d4", "d4-d5", "-")
    required = backend.bookkeeping(state)
    assert required is not None
    assert required.type == "no_territory_action"
    assert backend.counters[VALIDITY_MISMATCHES] == 1


def test_the_kernels_order_of_moves_is_no_difference() -> None:
    class Backwards(LawPosition):
        """Offers the last move first."""

        def legal_moves(self) -> Sequence[Move]:
            return super().legal_moves()[::-1]

    backend = deciding(Backwards)
    assert backend.legal_moves(START) == legal_moves(START)[::-1]
    assert backend.counters[VALIDITY_MISMATCHES] == 0


def test_the_law_offers_where_the_kernel_fails() -> None:
    class OffersNothing(LawPosition):
        """Fails when it is asked for moves."""

        def legal_moves(self) -> Sequence[Move]:
            raise MemoryError

    backend = deciding(OffersNothing, never)
    assert backend.legal_moves(START) == legal_moves(START)
    assert backend.counters[FALLBACKS] == 1


def test_an_overruled_offer_is_logged_with_a_vector(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    skipping = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-a2")
    for kernel, state in (
        (StacksCapHigh, START),
        (MustCapture, skipping),
        (ForgetsTerritory, START),
    ):
        backend = deciding(kernel)
        backend.legal_moves(state)
        backend.bookkeeping(play(START, "@d4", "d4-d5", "-"))
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    kept = tmp_path / "kept.jsonl"
    kept.write_text("\n".join(message.split("; vector: ")[1] for message in logged))
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [len(row["finalLegal"]["notContaining"]) for row in rows] == [64, 0, 0]
    assert [len(row["finalLegal"]["containing"]) for row in rows] == [0, 1, 0]
    assert all(check(vector).passed for vector in read_vectors(kept))


def test_failures_and_differences_open_the_breaker_and_the_law_goes_on() -> None:
    backend = deciding(Crashes, never, limit=2)
    assert replay(backend) == LATER
    assert backend.mode == "law"
    assert backend.counters[BREAKS] == 1
    assert backend.apply(START, LATER.history[0]) == play(START, "@d4")
    assert backend.counters[FALLBACKS] == 2


def test_a_reset_breaker_gives_the_kernel_another_chance() -> None:
    breaker = Breaker(limit=1)
    backend = RulesBackend("kernel", kernel=Crashes, oversight=Oversight(breaker), environment={})
    assert replay(backend) == LATER
    assert backend.mode == "law"
    breaker.reset()
    assert backend.mode == "kernel"
    assert replay(backend) == LATER
    assert backend.counters[FALLBACKS] == 2


def test_one_breaker_serves_all_games_that_share_it() -> None:
    oversight = Oversight(Breaker(limit=2))
    games = [
        RulesBackend("kernel", kernel=Crashes, oversight=oversight, sampler=never, environment={})
        for _ in range(2)
    ]
    later = play(START, "@d4", "d4-d5", "-", "-")
    for game in games:
        assert game.mode == "kernel"
        game.apply(later, legal_moves(later)[0])
    assert [game.mode for game in games] == ["law", "law"]
