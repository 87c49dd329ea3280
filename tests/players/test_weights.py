"""The weights: complete, consistent with the kernel, and refused when malformed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ringrift.kernel import _native
from ringrift.players.weights import (
    MAX_WEIGHT,
    EvaluationWeights,
    WeightsError,
    WeightSet,
    all_weight_set_names,
    load_shipped_weights,
    parse_weights,
    weights_for,
    write_weights,
)


def test_every_setup_has_its_table() -> None:
    assert list(load_shipped_weights().tables) == all_weight_set_names()
    assert len(all_weight_set_names()) == 24


def test_the_book_weighs_the_features_that_the_kernel_knows() -> None:
    assert list(load_shipped_weights().features) == _native.feature_names()


def test_weights_are_those_of_the_start_then_those_of_the_end() -> None:
    table = load_shipped_weights().table("hex8", 3, "classic")
    weights = weights_for("hex8", 3, "classic")
    assert weights == [*table.start, *table.end]
    assert len(weights) == 2 * len(_native.feature_names())


@pytest.mark.parametrize("name", all_weight_set_names())
def test_no_table_is_out_of_its_mind(name: str) -> None:
    table, features = load_shipped_weights().tables[name], load_shipped_weights().features
    worth = dict(zip(features, table.end, strict=True))
    assert worth["eliminated"] + worth["eliminated_near"] > 0, (
        "rings on the way to victory count for something"
    )
    assert worth["hand"] > 0, "and so do those in hand, which costs are paid with"
    assert max(abs(one) for one in table.to_list()) < MAX_WEIGHT // 2, (
        "no feature decides a game alone"
    )


def test_a_book_that_was_written_reads_the_same(tmp_path: Path) -> None:
    book = EvaluationWeights(
        ("one", "two"), {"square8/2/standard": WeightSet((1, -2), (3, MAX_WEIGHT))}
    )
    path = tmp_path / "weights.json"
    write_weights(book, path)
    assert parse_weights(path.read_text("utf-8")) == book


def test_a_setup_without_a_table_is_refused() -> None:
    with pytest.raises(WeightsError, match=r"NO_WEIGHTS.*square8/7/standard"):
        load_shipped_weights().table("square8", 7, "standard")


@pytest.mark.parametrize(
    "row",
    [[1], [1, 2, 3], [1, 2.5], [1, True], [1, MAX_WEIGHT + 1]],
    ids=["short", "long", "half", "truth", "heavy"],
)
def test_a_row_that_does_not_fit_is_refused(row: list[object]) -> None:
    text = json.dumps({"features": ["one", "two"], "tables": {"x": {"start": [1, 2], "end": row}}})
    with pytest.raises(WeightsError, match=r"BAD_WEIGHTS.*x needs 2 whole numbers"):
        parse_weights(text)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"features": []}', '{"features": [], "tables": {"x": {}}}']
)
def test_what_is_no_book_is_refused(text: str) -> None:
    with pytest.raises(WeightsError, match="BAD_WEIGHTS"):
        parse_weights(text)
