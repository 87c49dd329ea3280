"""The signature: a search of fixed depth visits the nodes that were written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringrift.arena.node_count import read_signatures, signature, write_signatures
from ringrift.arena.schedule import ArenaError
from ringrift.rules.grid import BOARD_NAMES, BoardName

KEPT = Path(__file__).parents[1] / "data" / "signature.json"


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_the_search_visits_the_nodes_that_were_written_down(board: BoardName) -> None:
    advice = "if the search was meant to change: ringrift arena signature --write tests/data/signature.json"
    assert signature(board) == read_signatures(KEPT)[board], advice


def test_signatures_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "signature.json"
    write_signatures(path, {"square8": 12, "hex8": 3})
    assert read_signatures(path) == {"square8": 12, "hex8": 3}
    write_signatures(path, {"hex8": 4})
    assert read_signatures(path) == {"square8": 12, "hex8": 4}


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "{}\n{}\n", '{"square8": "many"}', '{"square8": null}']
)
def test_what_holds_no_counts_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "signature.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(
        ArenaError, match="holds no counts of nodes; name a file that --write has made"
    ):
        read_signatures(path)
    with pytest.raises(ArenaError, match="holds no counts of nodes"):
        write_signatures(path, {"hex8": 4})
    assert path.read_text(encoding="utf-8") == text
