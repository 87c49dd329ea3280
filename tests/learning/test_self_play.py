"""Self-play samples positions off the games, starts balanced, and mixes search methods."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from ringrift.learning.game_tasks import (
    GAME_NUMBERS,
    METHODS,
    SAMPLE_HEADER,
    GameTask,
    PlayedGames,
    play,
)
from ringrift.players.network import FEATURES
from ringrift.players.weights import weights_for

pytest.importorskip("ringrift.kernel._native")

SETUP: Final = ("square8", 2, "standard")
TASK: Final = GameTask(SETUP, [weights_for(*SETUP)], [()], [60], 7, 0, 24, random_turns=12)


def rows(played: PlayedGames) -> list[list[int]]:
    """Return the samples without their features: game, progress, seat, phase, detour, shares."""
    numbers = memoryview(played.samples).cast("i").tolist()
    width = SAMPLE_HEADER + SETUP[1] * FEATURES
    return [numbers[at : at + SAMPLE_HEADER] for at in range(0, len(numbers), width)]


@pytest.mark.parametrize("method", METHODS)
def test_detours_are_sampled_beside_the_games(method: str) -> None:
    task = replace(TASK, methods=[METHODS.index(method)])
    assert not any(row[4] for row in rows(play(task)))
    found = rows(play(replace(task, detour_permille=500)))
    off = [row for row in found if row[4]]
    assert 0.2 < len(off) / (len(found) - len(off)) < 0.6  # some detours end the game
    assert {row[0] for row in off} <= set(range(24))
    assert all(row[3] in (0, 1) for row in off)  # placement or movement
    assert all(abs(sum(row[5:7]) - 1000) <= 2 for row in found)


def first_imbalance(max_imbalance: int) -> float:
    """Return how unequal the seats' mean shares are at the first sample of a game."""
    firsts: dict[int, list[int]] = {}
    for row in rows(play(replace(TASK, games=96, max_imbalance=max_imbalance))):
        firsts.setdefault(row[0], row)
    return sum(abs(row[5] - 500) for row in firsts.values()) / len(firsts)


def test_openings_are_tried_until_one_is_balanced() -> None:
    assert first_imbalance(60) < 0.75 * first_imbalance(0)


def test_each_side_searches_by_its_own_method() -> None:
    two = replace(
        TASK, weight_sets=[*TASK.weight_sets] * 2, networks=[(), ()], nodes=[60, 60], methods=[0, 1]
    )
    found = {(a, b): play(replace(two, methods=[a, b])).games for a in (0, 1) for b in (0, 1)}
    assert len(set(found.values())) == 4
    assert play(two).games == found[0, 1]
    assert len(found[0, 1]) == 24 * GAME_NUMBERS * 4


def test_the_search_for_an_opening_favours_no_side() -> None:
    """Equal sides play the same game in either order, so both games of a round are alike."""
    two = replace(
        TASK,
        weight_sets=[*TASK.weight_sets] * 2,
        networks=[(), ()],
        nodes=[60, 60],
        max_imbalance=100,
    )
    winners = play(two).winners()
    assert winners[::2] == winners[1::2]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"methods": [0, 1]}, "a search method per weight set"),
        ({"methods": [7]}, "unknown search method"),
        ({"methods": [0], "policy_permille": 100}, "only a tree search"),
        ({"detour_permille": 1001}, "0 to 1000 permille"),
        ({"max_imbalance": -1}, "0 to 1000 permille"),
    ],
)
def test_settings_that_do_not_fit_are_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        play(replace(TASK, **change))  # type: ignore[arg-type]
