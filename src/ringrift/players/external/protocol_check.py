"""Does an engine speak the protocol? Every point of the specification that can be seen from outside."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from ringrift.players.engine_protocol.answers import READY_OK, BestMove, Info, Trouble
from ringrift.players.engine_protocol.commands import (
    IS_READY,
    STOP,
    Go,
    NewGame,
    SetOption,
    SetPosition,
)
from ringrift.players.engine_protocol.protocol import WHOLE, Code, Course, ProtocolError
from ringrift.players.external.conversation import Conversation
from ringrift.players.external.errors import EngineError
from ringrift.players.search import settled
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.notation import format_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.state import State

_FIRST: Final = "answers rrp with rrpok, and isready with readyok"
_BASIC: Final = NewGame()
_OPENING: Final = ("@d4", "d4-d5", "@h7", "h7-h8", "@a1")
_WITH_BOOKKEEPING: Final = ("@d4", "d4-d5", "-", "-", "@h7", "h7-h8", "-", "-", "@a1")
_LONGEST_GAME: Final = 600  # decisions
_BRIEF: Final = Go(nodes=50)


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    NOTED = "noted"  # allowed, and worth knowing


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one point."""

    point: str
    verdict: Verdict
    detail: str = ""


class _Unfit(Exception):  # noqa: N818 - not an error of ours
    """The engine does something else than the specification says."""


class _Noted(Exception):  # noqa: N818
    """The engine makes use of a freedom."""


def check_engine(
    command: Sequence[str], *, start_seconds: float = 10.0, tolerance: float = 0.25
) -> Iterator[Finding]:
    """Go through the points, one finding each. An engine that breaks down is started anew for the next.

    It has `start_seconds` to get ready, and may answer `tolerance` seconds late.
    """
    checked = _Checked(command, start_seconds, tolerance)
    try:
        for point, test in checked.points():
            finding = checked.finding(point, test)
            yield finding
            if point == _FIRST and finding.verdict is Verdict.FAILED:
                return
    finally:
        checked.drop()


class _Checked:
    """An engine under examination."""

    def __init__(self, command: Sequence[str], start_seconds: float, tolerance: float) -> None:
        self.command = command
        self.start_seconds = start_seconds
        self.tolerance = tolerance
        self.conversation: Conversation | None = None
        self.infos: list[tuple[State, Info]] = []

    def points(self) -> Iterator[tuple[str, Callable[[Conversation], None]]]:
        yield _FIRST, self.greets
        yield "says its name and its author", self.names
        yield "offers well-formed options and takes their defaults", self.options
        yield "answers an unknown command with error UNKNOWN_COMMAND and goes on", self.unknown
        yield "passes over stop while it does not think", self.idle_stop
        for board in BOARD_NAMES:
            for players in (2, 3, 4):
                game = NewGame(board, players)
                yield (
                    f"plays {board} with {players} players, or says UNSUPPORTED",
                    partial(self.plays, game),
                )
        yield "takes lists of moves with and without bookkeeping moves", self.bookkeeping
        yield "reads position strings", self.position_string
        yield (
            "refuses an illegal move with error ILLEGAL_MOVE, and then go with NO_POSITION",
            self.illegal,
        )
        yield "refuses a broken position with an error and goes on", self.broken
        yield "keeps movetime", partial(self.timely, Go(movetime=100), 0.1)
        yield (
            "moves by a clock before it runs out",
            partial(self.timely, Go(clock=(1000, 1000), inc=(10, 10)), 1.0),
        )
        yield "thinks at depth 1", partial(self.timely, Go(depth=1), 10.0)
        yield (
            "after go infinite it is silent until stop, and answers isready meanwhile",
            self.infinite,
        )
        yield "answers go multipv 2", partial(self.timely, Go(nodes=500, multipv=2), 10.0)
        for players in (2, 3):
            yield (
                f"plays a whole game of {players} by the rules",
                partial(self.game, NewGame("square8", players)),
            )
        yield "says what it thinks in well-formed info lines", self.well_formed
        yield "leaves on quit", self.leaves
        yield "leaves at the end of its input", self.ends

    def finding(self, point: str, test: Callable[[Conversation], None]) -> Finding:
        try:
            if self.conversation is None or not self.conversation.alive:
                self.conversation = Conversation(self.command)
                if point != _FIRST:
                    self.conversation.greet(self.start_seconds)
            test(self.conversation)
        except _Noted as note:
            return Finding(point, Verdict.NOTED, str(note))
        except (EngineError, _Unfit) as failure:
            self.drop()
            return Finding(point, Verdict.FAILED, str(failure))
        return Finding(point, Verdict.PASSED)

    def drop(self) -> None:
        if self.conversation is not None:
            self.conversation.kill()
        self.conversation = None

    def greets(self, engine: Conversation) -> None:
        engine.greet(self.start_seconds)
        self._no_trouble(engine)

    def names(self, engine: Conversation) -> None:
        for key in ("name", "author"):
            if not engine.ids.get(key):
                raise _Unfit(f"no line `id {key} …` before rrpok")

    def options(self, engine: Conversation) -> None:
        if engine.complaints:
            raise _Unfit(engine.complaints[0])
        for option in engine.options.values():
            if option.kind != "button":
                engine.process.send(
                    str(SetOption(option.name, option.default)), time.monotonic() + 1
                )
        self._no_trouble(engine)

    def unknown(self, engine: Conversation) -> None:
        self._refused(engine, "xyzzy 1 2 3", Code.UNKNOWN_COMMAND)

    def idle_stop(self, engine: Conversation) -> None:
        engine.say(STOP, time.monotonic() + 1)
        self._no_trouble(engine)

    def plays(self, game: NewGame, engine: Conversation) -> None:
        engine.say(game, time.monotonic() + 1)
        troubles = engine.ready(self.start_seconds)
        if game != _BASIC and troubles and troubles[0].code == Code.UNSUPPORTED:
            raise _Noted(str(troubles[0]))
        if troubles:
            raise _Unfit(f"{game}: {troubles[0]}")
        self._asked(engine, game.start(), SetPosition(), _BRIEF)

    def bookkeeping(self, engine: Conversation) -> None:
        self._new_game(engine)
        for moves in (_OPENING, _WITH_BOOKKEEPING):
            self._asked(
                engine, Course(_BASIC.start()).after(moves), SetPosition(None, moves), _BRIEF
            )

    def position_string(self, engine: Conversation) -> None:
        self._new_game(engine)
        state = Course(_BASIC.start()).after(_OPENING[:4])
        self._asked(engine, state, SetPosition(dump_position(state)), _BRIEF)
        later = Course(state).after(_OPENING[4:])
        self._asked(engine, later, SetPosition(dump_position(state), _OPENING[4:]), _BRIEF)

    def illegal(self, engine: Conversation) -> None:
        self._new_game(engine)
        self._refused(engine, "position startpos moves @d4 d4-h7", Code.ILLEGAL_MOVE)
        self._refused(engine, "go nodes 10", Code.NO_POSITION)

    def broken(self, engine: Conversation) -> None:
        self._refused(engine, "position square8 standard 9/9", None)
        self._refused(
            engine, "position " + dump_position(_BASIC.start()).replace("8/8/", "8/9/", 1), None
        )

    def timely(self, go: Go, seconds: float, engine: Conversation) -> None:
        self._new_game(engine)
        self._tell(engine, SetPosition())
        began = time.monotonic()
        self._thinks(engine, _BASIC.start(), go, seconds + self.tolerance)
        late = time.monotonic() - began - seconds
        if late > self.tolerance:
            raise _Unfit(f"{go} was answered {late * 1000:.0f} ms late")

    def infinite(self, engine: Conversation) -> None:
        self._new_game(engine)
        self._tell(engine, SetPosition())
        deadline = time.monotonic() + self.start_seconds
        engine.say(Go(infinite=True), deadline)
        engine.say(IS_READY, deadline)
        while (answer := engine.answer(deadline)) != READY_OK:
            if answer is None:
                raise _Unfit("isready is not answered while it thinks")
            if isinstance(answer, BestMove | Trouble):
                raise _Unfit(f"{answer} before stop")
        engine.say(STOP, deadline)
        text = engine.best_move(self.tolerance, self.tolerance)
        engine.move(_BASIC.start(), text)

    def game(self, game: NewGame, engine: Conversation) -> None:
        engine.say(game, time.monotonic() + 1)
        troubles = engine.ready(self.start_seconds)
        if game != _BASIC and troubles:
            raise _Noted(str(troubles[0]))
        state, texts = game.start(), list[str]()
        for _ in range(_LONGEST_GAME):
            text = self._asked(engine, state, SetPosition(None, tuple(texts)), _BRIEF)
            move = engine.move(state, text)
            texts.append(format_move(state, move))
            state = settled(apply(state, move))
            if state.outcome is not None:
                return
        raise _Noted(f"it had not ended after {_LONGEST_GAME} decisions")

    def well_formed(self, engine: Conversation) -> None:
        if engine.complaints:
            raise _Unfit(engine.complaints[0])
        if not self.infos:
            raise _Noted("it says nothing while it thinks")
        for state, info in self.infos:
            if info.score and (
                len(info.score) != len(state.seats) or abs(sum(info.score) - WHOLE) > 4
            ):
                raise _Unfit(f"{info}: one share of the win for each seat, {WHOLE} together")
            try:
                Course(state).after(info.pv)
            except ProtocolError as error:
                raise _Unfit(f"{info}: {error.message}") from None

    def leaves(self, engine: Conversation) -> None:
        self._left(engine.close(self.tolerance + 1))

    def ends(self, engine: Conversation) -> None:
        self._left(engine.process.close(self.tolerance + 1))

    def _left(self, status: int | None) -> None:
        self.conversation = None
        if status is None:
            raise _Unfit("it had to be killed")
        if status != 0:
            raise _Unfit(f"exit status {status}; leave with 0")

    def _new_game(self, engine: Conversation) -> None:
        engine.say(_BASIC, time.monotonic() + 1)
        self._no_trouble(engine)

    def _tell(self, engine: Conversation, position: SetPosition) -> None:
        engine.say(position, time.monotonic() + 1)
        self._no_trouble(engine)

    def _asked(self, engine: Conversation, state: State, position: SetPosition, go: Go) -> str:
        self._tell(engine, position)
        return self._thinks(engine, state, go, self.start_seconds)

    def _thinks(self, engine: Conversation, state: State, go: Go, seconds: float) -> str:
        text = engine.think(
            go, seconds, self.tolerance, lambda info: self.infos.append((state, info))
        )
        engine.move(state, text)
        return text

    def _no_trouble(self, engine: Conversation) -> None:
        if troubles := engine.ready(self.start_seconds):
            raise _Unfit(f"it answers {troubles[0]}")

    def _refused(self, engine: Conversation, line: str, code: Code | None) -> None:
        engine.process.send(line, time.monotonic() + 1)
        troubles = engine.ready(self.start_seconds)
        if not troubles:
            raise _Unfit(f"no error line after `{line}`")
        if code is not None and troubles[0].code != code:
            raise _Unfit(f"`{line}` is answered with {troubles[0].code}, not {code}")
