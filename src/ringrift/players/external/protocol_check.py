"""Checks an engine against every externally visible requirement of the protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from ringrift.players.engine_protocol.answers import READY_OK, BestMove, ErrorAnswer, Info
from ringrift.players.engine_protocol.commands import (
    IS_READY,
    STOP,
    Go,
    NewGame,
    SetOption,
    SetPosition,
)
from ringrift.players.engine_protocol.protocol import WHOLE, Code, MoveSequence, ProtocolError
from ringrift.players.external.conversation import EngineConversation
from ringrift.players.external.errors import EngineError
from ringrift.players.search import apply_due_bookkeeping
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.notation import format_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.state import State

_GREETING_POINT: Final = "answers rrp with rrpok, and isready with readyok"
_BASIC: Final = NewGame()
_OPENING: Final = ("@d4", "d4-d5", "@h7", "h7-h8", "@a1")
_WITH_BOOKKEEPING: Final = ("@d4", "d4-d5", "-", "-", "@h7", "h7-h8", "-", "-", "@a1")
_MAX_GAME_LENGTH: Final = 600  # decisions
_BRIEF_GO: Final = Go(nodes=50)


class CheckVerdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    WARNING = "warning"  # permitted, but worth reporting


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    point: str
    verdict: CheckVerdict
    detail: str = ""


class _CheckFailed(Exception):  # noqa: N818 - control flow, not an error
    """The engine deviates from the specification."""


class _CheckWarning(Exception):  # noqa: N818
    """The engine uses an option that the specification leaves open."""


def check_engine(
    command: Sequence[str], *, start_seconds: float = 10.0, tolerance: float = 0.25
) -> Iterator[CheckResult]:
    """Run every check and yield its result. A failed engine is restarted for the next check.

    The engine may take `start_seconds` to start, and answer `tolerance` seconds late.
    """
    checked = _EngineUnderTest(command, start_seconds, tolerance)
    try:
        for point, test in checked.points():
            finding = checked.run_check(point, test)
            yield finding
            if point == _GREETING_POINT and finding.verdict is CheckVerdict.FAILED:
                return
    finally:
        checked.discard_engine()


class _EngineUnderTest:
    """The engine under test."""

    def __init__(self, command: Sequence[str], start_seconds: float, tolerance: float) -> None:
        self.command = command
        self.start_seconds = start_seconds
        self.tolerance = tolerance
        self.conversation: EngineConversation | None = None
        self.infos: list[tuple[State, Info]] = []

    def points(self) -> Iterator[tuple[str, Callable[[EngineConversation], None]]]:
        yield _GREETING_POINT, self.check_greeting
        yield "sends its name and its author", self.check_names
        yield "offers well-formed options and accepts their defaults", self.options
        yield (
            "answers an unknown command with error UNKNOWN_COMMAND and continues",
            self.check_unknown_command,
        )
        yield "ignores stop when it is not searching", self.check_idle_stop
        for board in BOARD_NAMES:
            for players in (2, 3, 4):
                game = NewGame(board, players)
                yield (
                    f"plays {board} with {players} players, or answers UNSUPPORTED",
                    partial(self.check_plays_setup, game),
                )
        yield "accepts lists of moves with and without bookkeeping moves", self.bookkeeping
        yield "reads position strings", self.check_position_string
        yield (
            "rejects an illegal move with error ILLEGAL_MOVE, and a go after it with NO_POSITION",
            self.check_illegal_move_refused,
        )
        yield (
            "rejects an invalid position with an error and continues",
            self.check_broken_position_refused,
        )
        yield "respects movetime", partial(self.check_time_limit, Go(movetime=100), 0.1)
        yield (
            "moves before its clock runs out",
            partial(self.check_time_limit, Go(clock=(1000, 1000), inc=(10, 10)), 1.0),
        )
        yield "searches to depth 1", partial(self.check_time_limit, Go(depth=1), 10.0)
        yield (
            "answers go infinite only after stop, and isready during the search",
            self.check_infinite_search,
        )
        yield "answers go multipv 2", partial(self.check_time_limit, Go(nodes=500, multipv=2), 10.0)
        for players in (2, 3):
            yield (
                f"plays a complete {players}-player game without illegal moves",
                partial(self.game, NewGame("square8", players)),
            )
        yield "sends well-formed info lines", self.check_well_formed_lines
        yield "exits on quit", self.check_quit
        yield "exits at the end of input", self.check_end_of_input

    def run_check(self, point: str, test: Callable[[EngineConversation], None]) -> CheckResult:
        try:
            if self.conversation is None or not self.conversation.alive:
                self.conversation = EngineConversation(self.command)
                if point != _GREETING_POINT:
                    self.conversation.greet(self.start_seconds)
            test(self.conversation)
        except _CheckWarning as note:
            return CheckResult(point, CheckVerdict.WARNING, str(note))
        except (EngineError, _CheckFailed) as failure:
            self.discard_engine()
            return CheckResult(point, CheckVerdict.FAILED, str(failure))
        return CheckResult(point, CheckVerdict.PASSED)

    def discard_engine(self) -> None:
        if self.conversation is not None:
            self.conversation.kill()
        self.conversation = None

    def check_greeting(self, engine: EngineConversation) -> None:
        engine.greet(self.start_seconds)
        self._expect_no_errors(engine)

    def check_names(self, engine: EngineConversation) -> None:
        for key in ("name", "author"):
            if not engine.ids.get(key):
                raise _CheckFailed(f"no line `id {key} …` before rrpok")

    def options(self, engine: EngineConversation) -> None:
        if engine.complaints:
            raise _CheckFailed(engine.complaints[0])
        for option in engine.options.values():
            if option.kind != "button":
                engine.process.send(
                    str(SetOption(option.name, option.default)), time.monotonic() + 1
                )
        self._expect_no_errors(engine)

    def check_unknown_command(self, engine: EngineConversation) -> None:
        self._expect_refusal(engine, "xyzzy 1 2 3", Code.UNKNOWN_COMMAND)

    def check_idle_stop(self, engine: EngineConversation) -> None:
        engine.say(STOP, time.monotonic() + 1)
        self._expect_no_errors(engine)

    def check_plays_setup(self, game: NewGame, engine: EngineConversation) -> None:
        engine.say(game, time.monotonic() + 1)
        troubles = engine.ready(self.start_seconds)
        if game != _BASIC and troubles and troubles[0].code == Code.UNSUPPORTED:
            raise _CheckWarning(str(troubles[0]))
        if troubles:
            raise _CheckFailed(f"{game}: {troubles[0]}")
        self._request_move(engine, game.start(), SetPosition(), _BRIEF_GO)

    def bookkeeping(self, engine: EngineConversation) -> None:
        self._send_new_game(engine)
        for moves in (_OPENING, _WITH_BOOKKEEPING):
            self._request_move(
                engine,
                MoveSequence(_BASIC.start()).after(moves),
                SetPosition(None, moves),
                _BRIEF_GO,
            )

    def check_position_string(self, engine: EngineConversation) -> None:
        self._send_new_game(engine)
        state = MoveSequence(_BASIC.start()).after(_OPENING[:4])
        self._request_move(engine, state, SetPosition(dump_position(state)), _BRIEF_GO)
        later = MoveSequence(state).after(_OPENING[4:])
        self._request_move(
            engine, later, SetPosition(dump_position(state), _OPENING[4:]), _BRIEF_GO
        )

    def check_illegal_move_refused(self, engine: EngineConversation) -> None:
        self._send_new_game(engine)
        self._expect_refusal(engine, "position startpos moves @d4 d4-h7", Code.ILLEGAL_MOVE)
        self._expect_refusal(engine, "go nodes 10", Code.NO_POSITION)

    def check_broken_position_refused(self, engine: EngineConversation) -> None:
        self._expect_refusal(engine, "position square8 standard 9/9", None)
        self._expect_refusal(
            engine, "position " + dump_position(_BASIC.start()).replace("8/8/", "8/9/", 1), None
        )

    def check_time_limit(self, go: Go, seconds: float, engine: EngineConversation) -> None:
        self._send_new_game(engine)
        self._send_position(engine, SetPosition())
        began = time.monotonic()
        self._expect_legal_move(engine, _BASIC.start(), go, seconds + self.tolerance)
        late = time.monotonic() - began - seconds
        if late > self.tolerance:
            raise _CheckFailed(f"{go} was answered {late * 1000:.0f} ms late")

    def check_infinite_search(self, engine: EngineConversation) -> None:
        self._send_new_game(engine)
        self._send_position(engine, SetPosition())
        deadline = time.monotonic() + self.start_seconds
        engine.say(Go(infinite=True), deadline)
        engine.say(IS_READY, deadline)
        while (answer := engine.answer(deadline)) != READY_OK:
            if answer is None:
                raise _CheckFailed("isready is not answered during the search")
            if isinstance(answer, BestMove | ErrorAnswer):
                raise _CheckFailed(f"{answer} before stop")
        engine.say(STOP, deadline)
        text = engine.best_move(self.tolerance, self.tolerance)
        engine.move(_BASIC.start(), text)

    def game(self, game: NewGame, engine: EngineConversation) -> None:
        engine.say(game, time.monotonic() + 1)
        troubles = engine.ready(self.start_seconds)
        if game != _BASIC and troubles:
            raise _CheckWarning(str(troubles[0]))
        state, texts = game.start(), list[str]()
        for _ in range(_MAX_GAME_LENGTH):
            text = self._request_move(engine, state, SetPosition(None, tuple(texts)), _BRIEF_GO)
            move = engine.move(state, text)
            texts.append(format_move(state, move))
            state = apply_due_bookkeeping(apply(state, move))
            if state.outcome is not None:
                return
        raise _CheckWarning(f"it had not ended after {_MAX_GAME_LENGTH} decisions")

    def check_well_formed_lines(self, engine: EngineConversation) -> None:
        if engine.complaints:
            raise _CheckFailed(engine.complaints[0])
        if not self.infos:
            raise _CheckWarning("none sent during the search")
        for state, info in self.infos:
            if info.score and (
                len(info.score) != len(state.seats) or abs(sum(info.score) - WHOLE) > 4
            ):
                raise _CheckFailed(f"{info}: one share of the win for each seat, {WHOLE} in total")
            try:
                MoveSequence(state).after(info.pv)
            except ProtocolError as error:
                raise _CheckFailed(f"{info}: {error.message}") from None

    def check_quit(self, engine: EngineConversation) -> None:
        self._check_exit_status(engine.close(self.tolerance + 1))

    def check_end_of_input(self, engine: EngineConversation) -> None:
        self._check_exit_status(engine.process.close(self.tolerance + 1))

    def _check_exit_status(self, status: int | None) -> None:
        self.conversation = None
        if status is None:
            raise _CheckFailed("it had to be killed")
        if status != 0:
            raise _CheckFailed(f"exit status {status}; exit with 0")

    def _send_new_game(self, engine: EngineConversation) -> None:
        engine.say(_BASIC, time.monotonic() + 1)
        self._expect_no_errors(engine)

    def _send_position(self, engine: EngineConversation, position: SetPosition) -> None:
        engine.say(position, time.monotonic() + 1)
        self._expect_no_errors(engine)

    def _request_move(
        self, engine: EngineConversation, state: State, position: SetPosition, go: Go
    ) -> str:
        self._send_position(engine, position)
        return self._expect_legal_move(engine, state, go, self.start_seconds)

    def _expect_legal_move(
        self, engine: EngineConversation, state: State, go: Go, seconds: float
    ) -> str:
        text = engine.think(
            go, seconds, self.tolerance, lambda info: self.infos.append((state, info))
        )
        engine.move(state, text)
        return text

    def _expect_no_errors(self, engine: EngineConversation) -> None:
        if troubles := engine.ready(self.start_seconds):
            raise _CheckFailed(f"it answered {troubles[0]}")

    def _expect_refusal(self, engine: EngineConversation, line: str, code: Code | None) -> None:
        engine.process.send(line, time.monotonic() + 1)
        troubles = engine.ready(self.start_seconds)
        if not troubles:
            raise _CheckFailed(f"no error line after `{line}`")
        if code is not None and troubles[0].code != code:
            raise _CheckFailed(f"`{line}` was answered with {troubles[0].code}, not {code}")
