"""An external engine process as a player (docs/how-to/write-an-engine.md).

with External("python examples/engine.py", seconds=0.5) as player:
    move = player.choose(state)
"""

from __future__ import annotations

import shlex
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event, Lock
from typing import Final, Self

from ringrift.players.engine_protocol.answers import Info
from ringrift.players.engine_protocol.commands import STOP, Go, NewGame, SetPosition
from ringrift.players.external.conversation import EngineConversation, OptionValue
from ringrift.players.external.errors import (
    EngineClosedError,
    EngineCrashedError,
    EngineError,
    EngineStartError,
)
from ringrift.players.search import expect_decision
from ringrift.rules.errors import RingRiftError
from ringrift.rules.legal import legal_moves
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move
from ringrift.rules.play import apply
from ringrift.rules.position_string import dump_position
from ringrift.rules.state import State

DEFAULT_SECONDS: Final = 1.0
NODE_SEARCH_SECONDS: Final = 60.0  # time limit for a search limited by nodes
_PIPE_SECONDS: Final = 0.005  # allowance for the pipe in both directions


class ExternalPlayer:
    """A player backed by an external program.

    A decision is limited by `seconds` or `nodes`. When time runs out the engine gets `stop`, and
    `grace` seconds later it is killed. A crashed engine is restarted and asked again, at most
    `restarts` times. Threads may share a player: requests run one at a time. Call `close`, or use
    it as a context manager, to end the process.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        start_seconds: float = 10.0,
        grace: float = 1.0,
        restarts: int = 0,
        folder: Path | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> None:
        self._command = _split_command(command)
        self._seconds = (
            seconds
            if seconds is not None
            else DEFAULT_SECONDS
            if nodes is None
            else NODE_SEARCH_SECONDS
        )
        self._nodes = nodes
        self._options = dict(options or {})
        self._start_seconds = start_seconds
        self._grace = grace
        self._restarts = restarts
        self._folder = folder
        self._on_info = on_info
        self._request_lock = Lock()  # one request at a time
        self._lifecycle_lock = Lock()  # guards starting and closing
        self._stopped = Event()
        self._closed = False
        self._conversation = self._start_engine()
        self.name = name or self._conversation.ids.get("name") or Path(self._command[0]).name

    @property
    def author(self) -> str:
        """Return the author that the engine names, or an empty string."""
        return self._conversation.ids.get("author", "")

    def choose(self, state: State, seconds: float | None = None) -> Move:
        """Return the engine's move, checked by the rules; raise `EngineError` for its faults."""
        expect_decision(state)
        moves = legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        with self._request_lock:
            self._stopped.clear()
            deadline = time.monotonic() + (self._seconds if seconds is None else seconds)
            while True:
                conversation = self._ensure_running()
                try:
                    self._send_position(conversation, state, deadline)
                    text = self._request_move(
                        conversation, max(0.0, deadline - time.monotonic()), seconds
                    )
                    return conversation.move(state, text)
                except EngineCrashedError:
                    if self._restarts <= 0:
                        raise

    def stop(self) -> None:
        """Ask the engine to move now; callable from any thread, ignored while it is idle."""
        self._stopped.set()
        self._send_stop(self._conversation)

    def close(self) -> None:
        """Close the engine and kill what remains of it. A running request fails."""
        with self._lifecycle_lock:
            self._closed = True
            self._finalizer.detach()
            self._conversation.close(self._grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<External {self.name!r}: {shlex.join(self._command)}>"

    def _send_position(
        self, conversation: EngineConversation, state: State, deadline: float
    ) -> None:
        patience = max(0.0, deadline - time.monotonic()) + self._grace
        game, position = self._tracker.commands_for(state)
        if game is not None:
            patience = max(patience, self._start_seconds)  # clearing its tables may take long
            conversation.say(game, time.monotonic() + patience)
        conversation.say(position, time.monotonic() + patience)
        conversation.expect_ready(patience)

    def _request_move(
        self, conversation: EngineConversation, left: float, given: float | None
    ) -> str:
        if self._nodes is not None and given is None:
            go = Go(nodes=self._nodes)
        else:
            go = Go(nodes=self._nodes, movetime=max(1, int((left - _PIPE_SECONDS) * 1000)))
        conversation.say(go, time.monotonic() + self._grace)
        if self._stopped.is_set():
            self._send_stop(conversation)
        return conversation.best_move(left, self._grace, self._on_info)

    def _send_stop(self, conversation: EngineConversation) -> None:
        try:
            conversation.say(STOP, time.monotonic() + self._grace)
        except EngineError:
            return  # the thread that waits for the move gets the error

    def _ensure_running(self) -> EngineConversation:
        """Return the conversation; restart the engine if it has exited and restarts remain."""
        with self._lifecycle_lock:
            if self._closed:
                raise EngineClosedError(f"{self.name} was closed; create another")
            if not self._conversation.alive:
                stderr = self._conversation.process.stderr
                if self._restarts <= 0:
                    raise EngineCrashedError(
                        f"{self.name} has ended and cannot be started again", stderr
                    )
                self._restarts -= 1
                self._finalizer.detach()
                self._conversation.kill()
                self._conversation = self._start_engine()
            return self._conversation

    def _start_engine(self) -> EngineConversation:
        conversation = EngineConversation(self._command, self._folder)
        self._finalizer = weakref.finalize(self, conversation.kill)
        self._tracker = _PositionTracker()
        try:
            conversation.greet(self._start_seconds)
            conversation.set_options(self._options, self._start_seconds)
        except EngineError as error:
            conversation.kill()
            if isinstance(error, EngineStartError):
                raise
            raise EngineStartError(f"it did not start: {error.message}", error.stderr) from error
        return conversation


class _PositionTracker:
    """Tracks a game and sends it as moves from the start, or else as a position string."""

    def __init__(self) -> None:
        self._game: NewGame | None = None  # the game that the engine knows
        self._moves: tuple[Move, ...] = ()  # all moves played
        self._texts: tuple[str, ...] = ()  # the interactive ones in notation
        self._state: State | None = None  # the state after the moves

    def commands_for(self, state: State) -> tuple[NewGame | None, SetPosition]:
        """Return the commands to send: the game, if it has changed, and the position."""
        game = NewGame.of(state)
        moves = tuple(state.history)
        known = game == self._game and moves[: len(self._moves)] == self._moves
        if not known:
            self._game, self._moves, self._texts, self._state = game, (), (), game.start()
        position = self._position_by_moves(moves, state) or SetPosition(dump_position(state))
        return None if known else game, position

    def _position_by_moves(self, moves: tuple[Move, ...], state: State) -> SetPosition | None:
        """Return the position as moves from the start; None if the game did not begin there."""
        at, texts = self._state, [*self._texts]
        assert at is not None
        try:
            for move in moves[len(self._moves) :]:
                if not move.bookkeeping:
                    texts.append(format_move(at, move))
                at = apply(at, move)
        except RingRiftError:
            return None
        if at != state:
            return None
        self._moves, self._texts, self._state = moves, tuple(texts), at
        return SetPosition(None, self._texts)


def _split_command(command: str | Sequence[str]) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    except ValueError as error:
        raise EngineStartError(f"{command!r} is not a valid command line: {error}") from error
    if not words:
        raise EngineStartError("the command is empty; give the program to start")
    return words
