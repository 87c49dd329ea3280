"""Fuzzed input: any JSON value is accepted or refused with one of our errors."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.random_play import play_randomly
from ringrift.rules import (
    InvalidStateError,
    RingRiftError,
    State,
    find_violations,
)
from ringrift.rules.wire import dump_state, load_move, load_state
from tests.rules.wire_examples import EXAMPLE, Json, game_states, scenarios

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(anything)
def test_any_json_value_is_answered_with_our_errors(value: object) -> None:
    for load in (load_state, load_move):
        with pytest.raises(RingRiftError):
            load(value)


SEEDS = [
    *game_states(every=60),
    *(row["initial"] for row in scenarios() if not row.get("refuse")),
    EXAMPLE,
]
TELLING: tuple[object, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        41,
        -1,
        10**40,
        0.5,
        "",
        "3,3",
        [],
        [1],
        [2, 1],
        {},
        {"rings": [1]},
    ),
    *(
        "movement",
        "capture",
        "chain_capture",
        "line_processing",
        "territory_processing",
        "game_over",
    ),
    *(
        "forced_elimination",
        "ring_placement",
        "line",
        "recovery",
        "fallback",
        "classic",
        "hex8",
        "completed",
    ),
)


def broken(wire: Json, rng: Random) -> Json:
    """The state with one to three of its fields, at any depth, taken away, shifted or replaced."""
    wire = deepcopy(wire)
    for _ in range(rng.randint(1, 3)):
        places = [
            (holder, key) for holder, key in members(wire) if rng.random() < 0.7 or holder is wire
        ]
        holder, key = rng.choice(places)
        value = holder[key]
        match rng.randrange(4):
            case 0:
                del holder[key]
            case 1 if isinstance(value, bool):
                holder[key] = not value
            case 1 | 2 if isinstance(value, int):
                holder[key] = value + rng.choice((-1, 1))
            case _:
                holder[key] = deepcopy(rng.choice(TELLING))
    return wire


def members(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value: what holds it and under which key."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else []
    )
    return [place for key in keys for place in ((value, key), *members(value[key]))]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SEEDS), st.integers(0, 2**32))
def test_a_state_with_broken_fields_is_refused_or_can_be_played_on(wire: Json, seed: int) -> None:
    """R190-R203: what is accepted is sound, and stays so."""
    rng = Random(seed)
    state = accepted(broken(wire, rng))
    if state is not None:
        assert load_state(dump_state(state)) == state
        for step in play_randomly(state, rng, 20):
            assert not find_violations(step.after)
            state = step.after
        assert load_state(dump_state(state)) == state


def accepted(wire: Json) -> State | None:
    """The state, or None if it is refused; any other error is a failure."""
    try:
        return load_state(wire)
    except InvalidStateError as error:
        json.dumps(error.to_json())
        return None
