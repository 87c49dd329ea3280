"""The kernel's evaluation network equals the reference, and a damaged network is refused."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

import pytest

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.kernel import _native
from ringrift.kernel import state_fields as field
from ringrift.kernel.state_codec import to_fields
from ringrift.players.levels import TimedLevel
from ringrift.players.network import (
    FEATURES,
    LAYERS,
    NUMBERS,
    POLICY_NUMBERS,
    Network,
    NetworkError,
    dump_network,
    evaluate_by_reference,
    parse_network,
    read_network,
    score_move_by_reference,
    shipped_network,
)
from ringrift.players.search import Budget, Method, Searcher, SearchError
from ringrift.players.weights import weights_for
from ringrift.rules import legal_moves, new_game
from ringrift.rules.setup import Setup
from ringrift.rules.state import Phase

SQUARE: Final = Setup("square8", 2, "standard")


def random_network(setup: Setup, seed: int = 0, size: int = 3000) -> Network:
    rng = Random(f"network {setup} {seed}")
    numbers = [rng.randrange(9) for _ in range(FEATURES)]
    numbers += weights_for(setup.board, setup.players, setup.edition)
    for inputs, units in LAYERS:
        for _ in range(units):
            numbers += [rng.randrange(-size, size + 1) for _ in range(inputs)]
            numbers.append(rng.randrange(-(2**20), 2**20))
    return Network(setup.board, setup.players, setup.edition, tuple(numbers))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_instruction_set_equals_the_reference(setup: Setup) -> None:
    rng = Random(f"network positions {setup}")
    for number in range(8):
        state = random_position(setup, rng)
        if state.phase is Phase.GAME_OVER:
            continue
        fields = to_fields(state)
        network = random_network(setup, number)
        progress, features = _native.features(fields[field.BOARD], fields)
        expected = evaluate_by_reference(
            network, features, progress, fields[field.PLAYER], fields[field.PHASE]
        )
        for isa in ("", "base"):
            found = _native.evaluate_by_network(
                fields[field.BOARD], fields, list(network.numbers), isa
            )
            assert found == expected


def with_random_policy(network: Network, seed: int = 0) -> Network:
    rng = Random(f"policy {seed}")
    policy = tuple(rng.randrange(-400, 401) for _ in range(POLICY_NUMBERS))
    return Network(network.board, network.players, network.edition, network.numbers + policy)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_instruction_set_scores_moves_like_the_reference(setup: Setup) -> None:
    rng = Random(f"policy positions {setup}")
    for number in range(6):
        state = random_position(setup, rng)
        if state.phase is Phase.GAME_OVER:
            continue
        fields = to_fields(state)
        network = with_random_policy(random_network(setup), number)
        for isa in ("", "base"):
            context, features, scores = _native.policy(
                fields[field.BOARD], fields, list(network.numbers), isa
            )
            expected = [score_move_by_reference(network, one, context) for one in features]
            # The lowest bits of a score break ties.
            assert all(0 <= a - b < 8 for a, b in zip(scores, expected, strict=True))


def test_a_search_uses_the_policy_of_the_network() -> None:
    state = new_game("square8", 2, "standard")
    network = random_network(SQUARE)
    plain = Searcher(Method.TREE, network=network).search(state, Budget(nodes=300), seed=1)
    policy = with_random_policy(network)
    first = Searcher(Method.TREE, network=policy).search(state, Budget(nodes=300), seed=1)
    assert first.shares != plain.shares


@pytest.mark.parametrize("method", Method)
def test_a_search_uses_the_network_and_stays_reproducible(method: Method) -> None:
    state = new_game("square8", 2, "standard")
    plain = Searcher(method).search(state, Budget(nodes=300), seed=1)
    network = random_network(SQUARE)
    first = Searcher(method, network=network).search(state, Budget(nodes=300), seed=1)
    again = Searcher(method, network=network).search(state, Budget(nodes=300), seed=1)
    assert first.shares == again.shares
    assert first.best == again.best
    assert first.shares != plain.shares


def test_a_network_needs_its_own_setup() -> None:
    searcher = Searcher(Method.TREE, network=random_network(SQUARE))
    with pytest.raises(SearchError, match="is for square8/2/standard"):
        searcher.search(new_game("square8", 3, "standard"), Budget(nodes=10))


def test_a_file_holds_the_network(tmp_path: Path) -> None:
    network = random_network(SQUARE)
    path = tmp_path / "network.json"
    path.write_text(dump_network(network), "utf-8")
    assert read_network(path) == network


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "ringrift-network-9"}, "is unknown"),
        ({"numbers": "AAAA"}, "checksum"),
        ({"numbers": "!"}, "damaged"),
        ({"sha256": "0"}, "checksum"),
        ({"board": "square9"}, "no board"),
        ({"players": 5}, "use 2, 3 or 4"),
        ({"edition": "none"}, "no edition"),
    ],
)
def test_a_damaged_file_is_refused(change: dict[str, object], reason: str) -> None:
    body = json.loads(dump_network(random_network(SQUARE))) | change
    with pytest.raises(NetworkError, match=reason):
        parse_network(json.dumps(body))


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    for text in ("", "[]", "{}"):
        with pytest.raises(NetworkError, match="not a network file"):
            parse_network(text)
    with pytest.raises(NetworkError, match="cannot be read"):
        read_network(tmp_path / "missing.json")


def test_numbers_that_could_overflow_are_refused_by_both() -> None:
    good = list(random_network(SQUARE).numbers)
    fields = to_fields(new_game("square8", 2, "standard"))
    first = 3 * FEATURES
    overflow = [*good[:first], *[30_000] * 92, *good[first + 92 :]]
    for numbers, reason in (
        (good[:-1], f"has {NUMBERS} numbers"),
        ([*good, *[40_000] * POLICY_NUMBERS], "policy exceeds 16 bits"),
        ([9, *good[1:]], "0 to 8"),
        (overflow, "32 bits"),
        ([*good[:first], 40_000, *good[first + 1 :]], "16 bits"),
    ):
        with pytest.raises(NetworkError, match=reason):
            Network("square8", 2, "standard", tuple(numbers))
        with pytest.raises(ValueError, match=reason):
            _native.evaluate_by_network(0, fields, numbers)


def test_the_shipped_networks_are_valid_and_small() -> None:
    folder = files("ringrift.players").joinpath("networks")
    paths = [path for path in folder.iterdir() if path.name.endswith(".json")]
    assert paths
    for path in paths:
        network = parse_network(path.read_text("utf-8"))
        assert path.name == f"{network.name.replace('/', '-')}.json"
        assert shipped_network(network.board, network.players, network.edition) == network
    assert sum(len(path.read_bytes()) for path in paths) <= 2_000_000
    assert shipped_network("square19", 4, "classic") is None


def test_level_10_uses_the_shipped_network() -> None:
    state = new_game("square8", 3, "standard")
    player = TimedLevel(0.02, seed=1)
    assert player.choose(state) in legal_moves(state)
    assert [key[-1] for key, _ in player._searchers] == ["square8/3/standard"]
    player = TimedLevel(0.02, seed=1)
    player.choose(new_game("square8", 3, "classic"))
    assert [key[-1] for key, _ in player._searchers] == [None]
