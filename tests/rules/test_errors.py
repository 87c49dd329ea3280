"""The parts of errors that other packages build on: fields, lists of choices, message arguments."""

from __future__ import annotations

import pytest

from ringrift.rules import InvalidStateError, Setup
from ringrift.rules.errors import listed
from ringrift.rules.messages import arguments_of
from ringrift.rules.wire_fields import JsonField


def test_a_field_is_refused_with_its_path_and_without_a_rule() -> None:
    field = JsonField(3, InvalidStateError, "board.size")
    with pytest.raises(InvalidStateError) as malformed:
        field.malformed(None, "Expected 8.")
    assert str(malformed.value) == "MALFORMED at board.size: Expected 8."
    with pytest.raises(InvalidStateError) as contradiction:
        field.contradiction("R001", "Expected 8.")
    assert str(contradiction.value) == "CONTRADICTION [R001] at board.size: Expected 8."


def test_choices_are_listed_as_in_a_sentence() -> None:
    assert listed(("python", "shadow", "kernel")) == "python, shadow or kernel"


def test_a_message_names_its_arguments() -> None:
    assert arguments_of("ON_MARKER") == {"cell": "cell"}


def test_a_setup_is_named_by_board_players_and_edition() -> None:
    assert str(Setup("hex8", 3, "classic")) == "hex8, 3 players, classic"
