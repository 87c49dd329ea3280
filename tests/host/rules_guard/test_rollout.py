"""The rules mode at run time: by share of games, unrated games first, and invariant checks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.counters import INVARIANT_VIOLATIONS, INVARIANTS_CHECKED
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.rules_guard.rollout import Rollout
from ringrift.host.rules_guard.rules_mode import RulesMode
from ringrift.kernel.engines import ReferencePosition
from ringrift.rules import State, new_game
from tests.rules.playing import play

START = new_game("square8", 2)
LATER = play(START, "@d4", "d4-d5", "-", "-", "@a1", "a1-b1", "-", "-", "@h8")
GAMES = [f"game {number}" for number in range(1000)]


def backend(guard: RulesGuard, *, gate: str = "", rated: bool = False) -> RulesBackend:
    environment = {"RINGRIFT_RULES_MODE_GATE": gate} if gate else {}
    return RulesBackend(
        rules_guard=guard,
        kernel=ReferencePosition,
        environment=environment,
        game="a game",
        rated=rated,
    )


def replay(rules: RulesBackend) -> State:
    state = START
    for move in LATER.history:
        state = rules.apply(state, move)
    rules.wait_for_comparisons()
    return state


def test_a_running_game_follows_the_operator_from_its_next_move() -> None:
    guard = RulesGuard()
    rules = backend(guard)
    assert rules.mode is RulesMode.PYTHON
    for mode in (RulesMode.KERNEL, RulesMode.SHADOW, RulesMode.PYTHON):
        guard.rollout = Rollout(mode)
        assert rules.mode is mode
        assert replay(rules) == LATER
    guard.close()


def test_the_gate_of_the_machine_caps_what_the_operator_sets() -> None:
    guard = RulesGuard()
    guard.rollout = Rollout(RulesMode.KERNEL)
    assert backend(guard, gate="shadow").mode is RulesMode.SHADOW
    guard.close()


def test_rated_games_can_wait() -> None:
    guard = RulesGuard()
    guard.rollout = Rollout(RulesMode.KERNEL, unrated_only=True)
    assert backend(guard, rated=True).mode is RulesMode.PYTHON
    assert backend(guard).mode is RulesMode.KERNEL
    guard.close()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_a_share_of_the_games_gets_the_mode(share: float) -> None:
    rollout = Rollout(RulesMode.KERNEL, share)
    chosen = {game for game in GAMES if _mode(rollout, game) is RulesMode.KERNEL}
    assert len(chosen) / len(GAMES) == pytest.approx(share, abs=0.05)
    larger = replace(rollout, share=min(1.0, share + 0.2))
    assert all(_mode(larger, game) is RulesMode.KERNEL for game in chosen)


def test_the_share_applies_to_the_mode_of_the_start_too() -> None:
    rollout = Rollout(share=0.0)
    mode = rollout.mode_for("a game", rated=False, started=RulesMode.KERNEL)
    assert mode is RulesMode.PYTHON


def test_the_states_of_a_share_of_the_games_are_checked() -> None:
    guard = RulesGuard()
    rules = backend(guard)
    replay(rules)
    assert guard.counters[INVARIANTS_CHECKED] == 0
    guard.rollout = Rollout(invariant_share=1.0)
    replay(rules)
    assert guard.counters[INVARIANTS_CHECKED] == len(LATER.history)
    assert guard.counters[INVARIANT_VIOLATIONS] == 0
    guard.close()


def test_a_broken_invariant_is_counted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    guard = RulesGuard()
    [first, *_] = LATER.history
    guard.check_invariants(START, first, _without_a_ring(), by_kernel=False)
    guard.wait_for_comparisons()
    assert guard.counters[INVARIANT_VIOLATIONS] == 1
    assert "an invariant does not hold" in caplog.text
    guard.close()


def _without_a_ring() -> State:
    """Return a state in which a ring has disappeared."""
    after = play(START, "@d4")
    seat = replace(after.seats[0], hand=after.seats[0].hand - 1)
    return replace(after, seats=(seat, *after.seats[1:]))


def _mode(rollout: Rollout, game: str) -> RulesMode:
    return rollout.mode_for(game, rated=False, started=RulesMode.PYTHON)
