"""Drives the full screen without a terminal: keys, the mouse, and the text that is shown."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from textual.events import Key, MouseDown, MouseMove, MouseUp
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widget import Widget

from ringrift.cli.screen.board_app import BoardApp
from ringrift.cli.screen.game_app import GameApp
from ringrift.cli.seats import LOCAL_PERSON_ID
from ringrift.host import (
    Clock,
    ComputerSeats,
    GameSession,
    GameSettings,
    Level,
    NoClock,
    Occupant,
    Person,
)
from ringrift.rules import BoardName
from ringrift.rules.grid import Cell
from ringrift.rules.notation import parse_move

SIZE = (100, 34)
PEOPLE = (Person("Ann", LOCAL_PERSON_ID), Person("Ben", LOCAL_PERSON_ID))
_QUIET = 3  # looks at the widgets that find nothing to do
_TEXT = re.compile(r'<text [^>]*x="([\d.]+)" y="([\d.]+)" [^>]*clip-path[^>]*>([^<]*)</text>')
_COLUMN, _ROW = 12.2, 24.4  # of a character in a picture of the screen


@dataclass
class Time:
    """The time of a game, which a test sets."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Game:
    """A game on the screen with a clock that a test sets."""

    seats: Sequence[Occupant] = PEOPLE
    board: BoardName = "square8"
    clock: Clock = field(default_factory=NoClock)
    time: Time = field(default_factory=Time)
    save: Callable[[], None] | None = None
    moves: Sequence[str] = ()  # that are played before the screen starts

    def __post_init__(self) -> None:
        settings = GameSettings(self.board, len(self.seats), clock=self.clock)
        self.session = GameSession(
            settings,
            self.seats,
            time=self.time,
            hashes=False,
            choose_substitute=lambda *_: Level(1),
        )
        for text in self.moves:
            state = self.session.state
            self.session.play(state.player, parse_move(state, text))
        self.computers = ComputerSeats(self.session)
        self.app = GameApp(self.session, self.computers, speed=0, save=self.save)


class Driver:
    """Presses keys, points and clicks; waits until computers have played."""

    def __init__(self, app: BoardApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    def cell(self, name: str) -> Cell:
        """Return the cell with this name."""
        cell = self.app.shown_state.board.grid.cell_named(name)
        assert cell is not None
        return cell

    async def settle(self) -> None:
        """Wait until no computer thinks and everything is drawn."""
        await self._empty_queues()
        while len(self.app.workers):
            await self.app.workers.wait_for_complete()
            await self._empty_queues()

    async def _empty_queues(self) -> None:
        """Wait until no widget has had a message to handle for a while."""
        quiet = 0
        while quiet < _QUIET:
            await self.pilot.pause(0)
            widgets = self.app.screen.walk_children(with_self=True)
            busy = any(one.message_queue_size for one in (self.app, *widgets))
            quiet = 0 if busy else quiet + 1

    async def refresh(self) -> None:
        """Wait for what happens after the next refresh of the screen, such as scrolling."""
        await self.pilot.pause()
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.post(key)
            await self.settle()

    async def write(self, text: str) -> None:
        """Type characters."""
        self.post(*text)
        await self.settle()

    def post(self, *keys: str) -> None:
        """Press keys without waiting for what they do."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))

    async def point(self, name: str) -> None:
        """Move the cursor of a square board to a cell with the arrow keys."""
        column, row = _square(name)
        now_column, now_row = _square(
            self.app.shown_state.board.grid.cell_name(self.app.board.cursor)
        )
        across = "right" if column > now_column else "left"
        along = "up" if row > now_row else "down"
        self.post(*[across] * abs(column - now_column), *[along] * abs(row - now_row))
        await self.settle()

    async def choose_with_keys(self, name: str) -> None:
        """Choose a cell with the arrow keys and Enter."""
        await self.point(name)
        await self.press("enter")

    async def click(self, name: str) -> None:
        """Choose a cell with the mouse."""
        await self._click(self.app.board.region.offset + self.app.board.place_of(self.cell(name)))

    async def click_line(self, panel: type[Widget], words: str) -> None:
        """Click on the line of a panel that has these words."""
        await self.refresh()
        region = self.app.query_one(panel).region
        lines = self.shown().split("\n")
        y = next(y for y in range(region.y, region.bottom) if words in lines[y][region.x :])
        await self._click(Offset(region.x + 2, y))

    async def _click(self, place: Offset) -> None:
        at = place.x, place.y, 0, 0  # the mouse has moved there
        keys = False, False, False
        for event in (
            MouseMove(None, *at, 0, *keys),
            MouseDown(None, *at, 1, *keys),
            MouseUp(None, *at, 1, *keys),
        ):
            self.app.post_message(event)
        await self.settle()

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal."""
        await self.pilot.resize_terminal(width, height)
        await self.refresh()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition, at most a minute."""
        async with asyncio.timeout(60):
            while not condition():
                await asyncio.sleep(0)

    def shown(self) -> str:
        """Return the text on the screen, line by line."""
        width, height = self.app.size
        lines = [[" "] * width for _ in range(height)]
        for x, y, text in _TEXT.findall(self.app.export_screenshot()):
            row, column = int(float(y) / _ROW), round(float(x) / _COLUMN)
            written = html.unescape(text).replace("\xa0", " ")
            lines[row][column : column + len(written)] = written
        return "\n".join("".join(line).rstrip() for line in lines)

    def read(self, selector: str) -> str:
        """Return the shown text of these widgets without its line breaks, frames and columns."""
        lines = self.shown().split("\n")
        found = []
        for widget in chain.from_iterable(one.query(selector) for one in self.app.screen_stack):
            region = widget.region
            found += [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        return " ".join(re.sub("[│▌▇▅▃]", " ", " ".join(found)).split())

    def prompt(self) -> str:
        """Return the text of the prompt."""
        return self.read("#prompt")


def _square(name: str) -> tuple[int, int]:
    return ord(name[0]), int(name[1:])


def drive(
    app: BoardApp, script: Callable[[Driver], Awaitable[None]], size: tuple[int, int] = SIZE
) -> None:
    """Run the app and the script, which ends it."""

    async def run() -> None:
        app.animation_level = "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            driver = Driver(app, pilot)
            await driver.refresh()
            await script(driver)

    asyncio.run(run())
