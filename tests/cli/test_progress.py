"""A progress bar shows how far long work has got, and only where somebody looks."""

from __future__ import annotations

import pytest

from ringrift.cli.progress import progress_bar, track_progress


def test_tracked_items_come_through_and_nothing_is_drawn_without_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert list(track_progress("abc", "letters", 3)) == ["a", "b", "c"]
    assert list(track_progress(iter("ab"), "letters", None)) == ["a", "b"]
    printed = capsys.readouterr()
    assert printed.out == printed.err == ""


def test_a_bar_on_a_terminal_shows_what_is_done_on_the_error_stream(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with progress_bar("one.jsonl", 4) as bar:
        bar.reach(1)
        bar.name("two.jsonl")
        bar.advance(2)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "two.jsonl" in printed.err
    assert "75%" in printed.err
