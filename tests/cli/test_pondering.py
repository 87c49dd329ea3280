"""`ringrift play --ponder`: level 10 thinks while a person chooses."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from ringrift.cli.main import main
from ringrift.cli.terminal_game import TerminalGame
from ringrift.host import Event, Left, TakenBack
from ringrift.players.pondering import Pondering

Command = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Play with these arguments, typing these lines; what the terminal showed."""

    def command(arguments: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *arguments.split()]) == 0
        return capsys.readouterr().out

    return command


@pytest.fixture
def pondered(monkeypatch: pytest.MonkeyPatch) -> list[Pondering]:
    """What level 10 has pondered so far."""
    found: list[Pondering] = []

    def ponder(*given: Any) -> Pondering:
        assert not is_pondering()
        found.append(Pondering(*given))
        return found[-1]

    monkeypatch.setattr("ringrift.players.levels.Pondering", ponder)
    return found


def is_pondering() -> bool:
    return any(thread.name == "pondering" for thread in threading.enumerate())


@pytest.mark.parametrize(("option", "times"), [(" --ponder", 1), ("", 0)])
def test_level_ten_may_ponder_until_the_game_ends(
    play: Command, pondered: list[Pondering], option: str, times: int
) -> None:
    shown = play(f"--seats person,level:10:0.05{option}", "@d4", "d4-d5", "@a1", "quit")
    assert "turn   2  red" in shown
    assert len(pondered) == times
    assert not is_pondering()


@pytest.mark.parametrize("lines", [("undo",), ("resign", "resign")])
def test_a_take_back_and_a_resignation_end_pondering(
    play: Command, pondered: list[Pondering], monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]
) -> None:
    when: list[bool] = []
    report = TerminalGame._report_events

    def note(game: TerminalGame, events: Iterable[Event]) -> None:
        events = tuple(events)
        if any(isinstance(event, TakenBack | Left) for event in events):
            when.append(is_pondering())
        report(game, events)

    monkeypatch.setattr(TerminalGame, "_report_events", note)
    play("--seats person,level:10:0.5 --no-swap --ponder", "@d4", "d4-d5", *lines, "quit")
    assert pondered
    assert when == [False]
