"""The generated tables are those of the data that they are generated from."""

from __future__ import annotations

from tools import kernel_messages, native_tables, state_fields


def test_the_kernel_has_the_boards_and_editions_of_the_data_files() -> None:
    assert native_tables.main(["--check"]) == 0


def test_python_and_typescript_have_the_state_fields_of_the_kernel() -> None:
    assert state_fields.main(["--check"]) == 0


def test_the_kernel_has_the_messages_of_the_catalogue() -> None:
    assert kernel_messages.main(["--check"]) == 0
