"""Files of vectors are read, or refused with the place and the reason."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringrift.conformance.vectors import (
    GameVector,
    InvalidVectorError,
    PerftVector,
    Scenario,
    read_vectors,
)
from ringrift.conformance.verify import check_vector
from ringrift.rules.setup import Setup
from tests.conformance.given import Row, given_row, written

PERFT: Row = {"board": "hex8", "players": 3, "edition": "classic", "state": None, "perft": [183]}


GAME = given_row("games-hex8.jsonl.gz")
SCENARIO = given_row("scenarios.jsonl")


def test_the_content_of_a_line_determines_its_kind(tmp_path: Path) -> None:
    perft, game, scenario = read_vectors(written(tmp_path, PERFT, GAME, SCENARIO))
    assert isinstance(perft, PerftVector)
    assert isinstance(game, GameVector)
    assert isinstance(scenario, Scenario)
    assert perft.setup == Setup("hex8", 3, "classic")
    assert perft.id == "some-1"
    assert game.id == "hex8-2-standard-game-0"
    assert scenario.rules[0] == "R080"


def test_a_file_is_unpacked_whatever_its_name(tmp_path: Path) -> None:
    path = tmp_path / "packed.jsonl"
    path.write_bytes(gzip.compress(json.dumps(PERFT).encode()))
    assert [vector.kind for vector in read_vectors(path)] == ["perft"]


def test_empty_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "gaps.jsonl"
    path.write_text("\n" + json.dumps(PERFT) + "\n\n")
    assert len(list(read_vectors(path))) == 1


def without(row: Row, key: str) -> Row:
    return {name: value for name, value in row.items() if name != key}


@pytest.mark.parametrize(
    ("row", "where", "what"),
    [
        ([1, 2], "some.jsonl:1", "object"),
        ({}, "some.jsonl:1", "'perft'"),
        (without(PERFT, "board"), "some.jsonl:1.board", "missing"),
        (PERFT | {"board": "go"}, "some.jsonl:1.board", "square8"),
        (PERFT | {"players": 5}, "some.jsonl:1.players", "2 to 4"),
        (PERFT | {"edition": 3}, "some.jsonl:1.edition", "classic"),
        (PERFT | {"state": []}, "some.jsonl:1.state", "object"),
        (PERFT | {"perft": [1, "2"]}, "some.jsonl:1.perft[1]", "whole number"),
        (without(GAME, "final"), "some.jsonl:1.final", "missing"),
        (GAME | {"id": None}, "some.jsonl:1.id", "text"),
        (GAME | {"steps": {}}, "some.jsonl:1.steps", "list"),
        (GAME | {"steps": [{}]}, "some.jsonl:1.steps[0].legal", "missing"),
        (GAME | {"checkpoints": {"soon": {}}}, "some.jsonl:1.checkpoints.soon", "number of moves"),
        (SCENARIO | {"faq": [7]}, "some.jsonl:1.faq[0]", "text"),
        (SCENARIO | {"refuse": "yes"}, "some.jsonl:1.refuse", "true or false"),
        (without(SCENARIO, "finalLegal"), "some.jsonl:1.finalLegal", "missing"),
        (
            SCENARIO
            | {"steps": [SCENARIO["steps"][0] | {"after": {"players": [{"playerNumber": 9}]}}]},
            "some.jsonl:1.steps[0].after.players[0].playerNumber",
            "1 to 4",
        ),
    ],
)
def test_a_malformed_line_is_refused_with_its_place(
    tmp_path: Path, row: object, where: str, what: str
) -> None:
    with pytest.raises(InvalidVectorError) as refused:
        list(read_vectors(written(tmp_path, row)))
    assert refused.value.path == where
    assert what in refused.value.message
    assert str(refused.value).startswith(where)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"{not json", "JSON"),
        (b'{"perft": [1}', "JSON"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[" * 100_000, "deep"),
        (b"\x1f\x8b but no gzip", "gzip"),
        (gzip.compress(b"{}", mtime=0)[:-9], "gzip"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    with pytest.raises(InvalidVectorError, match=what):
        list(read_vectors(path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidVectorError, match="cannot be read"):
        list(read_vectors(tmp_path / "nowhere.jsonl"))


def paths_in(value: object, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The way to every value inside a JSON value."""
    inside: list[tuple[str | int, ...]] = [here] if here else []
    if isinstance(value, dict):
        inside += [path for key, member in value.items() for path in paths_in(member, (*here, key))]
    if isinstance(value, list):
        inside += [
            path
            for index, member in enumerate(value[:3])
            for path in paths_in(member, (*here, index))
        ]
    return inside


def changed(row: Any, path: tuple[str | int, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy of the row in which one value is changed."""
    copy = json.loads(json.dumps(row))
    at = copy
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return copy


def remove(holder: Any, key: Any) -> None:
    del holder[key]


def replace_with(value: object) -> Callable[[Any, Any], None]:
    def put(holder: Any, key: Any) -> None:
        holder[key] = value

    return put


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.floats(),
)
SHORT_GAME = GAME | {"steps": GAME["steps"][:8]}


@pytest.mark.parametrize("row", [SHORT_GAME, SCENARIO], ids=["game", "scenario"])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_whatever_a_line_holds_it_is_judged_or_refused(
    tmp_path_factory: pytest.TempPathFactory, row: Row, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(paths_in(row)))
    change = remove if data.draw(st.booleans()) else replace_with(data.draw(JUNK))
    file = written(tmp_path_factory.mktemp("fuzz"), changed(row, path, change))
    try:
        vectors = list(read_vectors(file))
    except InvalidVectorError:
        return
    for vector in vectors:
        verdict = check_vector(vector)
        assert verdict.passed == (not verdict.failures)
        assert all(str(failure) for failure in verdict.failures)
