"""Node counts: a search of fixed depth visits the recorded number of nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringrift.arena.node_count import count_nodes, read_node_counts, write_node_counts
from ringrift.arena.schedule import ArenaError
from ringrift.rules.grid import BOARD_NAMES, BoardName

NODE_COUNTS = Path(__file__).parents[1] / "data" / "node_counts.json"


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_the_search_visits_the_recorded_number_of_nodes(board: BoardName) -> None:
    command = "ringrift arena node-count --write tests/data/node_counts.json"
    advice = f"if the search was meant to change, run `{command}`"
    assert count_nodes(board) == read_node_counts(NODE_COUNTS)[board], advice


def test_node_counts_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "node_counts.json"
    write_node_counts(path, {"square8": 12, "hex8": 3})
    assert read_node_counts(path) == {"square8": 12, "hex8": 3}
    write_node_counts(path, {"hex8": 4})
    assert read_node_counts(path) == {"square8": 12, "hex8": 4}


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "{}\n{}\n", '{"square8": "many"}', '{"square8": null}']
)
def test_a_file_without_node_counts_is_refused_and_not_changed(text: str, tmp_path: Path) -> None:
    path = tmp_path / "node_counts.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(
        ArenaError, match="contains no node counts; use a file that --write created"
    ):
        read_node_counts(path)
    with pytest.raises(ArenaError, match="contains no node counts"):
        write_node_counts(path, {"hex8": 4})
    assert path.read_text(encoding="utf-8") == text
