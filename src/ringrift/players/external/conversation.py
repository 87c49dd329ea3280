"""The controller's side of the engine protocol: one process, every wait with a timeout."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from ringrift.players.engine_protocol.answers import (
    READY_OK,
    RRP_OK,
    Answer,
    BestMove,
    EngineId,
    ErrorAnswer,
    Info,
    Option,
    parse_answer,
)
from ringrift.players.engine_protocol.commands import (
    HELLO,
    IS_READY,
    QUIT,
    STOP,
    Command,
    Go,
    SetOption,
)
from ringrift.players.engine_protocol.protocol import ProtocolError
from ringrift.players.external.errors import (
    EngineError,
    EngineIllegalMoveError,
    EngineRefusedError,
    EngineStartError,
)
from ringrift.players.external.process import EngineProcess
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.notation import parse_move
from ringrift.rules.state import State

OptionValue = str | int | bool | None  # None for a button
Listener = Callable[[Info], None]
_MAX_ERRORS: Final = 100


class EngineConversation:
    """Sends commands and waits for the answers."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self.process: Final = EngineProcess(command, folder)
        self.ids: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self.complaints: list[str] = []  # malformed answers of a known kind

    def greet(self, seconds: float) -> None:
        """Perform the handshake and store the engine's name and options."""
        deadline = time.monotonic() + seconds
        try:
            self.say(HELLO, deadline)
            while (answer := self.answer(deadline)) != RRP_OK:
                match answer:
                    case EngineId(key=key, text=text):
                        self.ids[key] = text
                    case Option(name=name):
                        self.options[name.lower()] = answer
                    case None:
                        raise self.process.kill_as_overdue(f"no {RRP_OK} within {seconds:.3g} s")
        except EngineError as error:
            self.kill()
            raise EngineStartError(f"no handshake: {error.message}", error.stderr) from error

    def set_options(self, values: Mapping[str, OptionValue], seconds: float) -> None:
        """Set options that the engine offers, and wait until it has processed them."""
        deadline = time.monotonic() + seconds
        for name, value in values.items():
            option = self.options.get(name.lower())
            offered = ", ".join(option.name for option in self.options.values()) or "none"
            if option is None:
                raise EngineStartError(f"the engine has no option {name}; it has {offered}")
            text = (
                str(value).lower()
                if isinstance(value, bool)
                else None
                if value is None
                else str(value)
            )
            if wrong := option.refusal(text):
                raise EngineStartError(f"the engine does not accept that value: {wrong}")
            self.say(SetOption(option.name, text), deadline)
        self.expect_ready(seconds)

    def expect_ready(self, seconds: float) -> None:
        """Wait for `readyok`; raise `EngineRefusedError` if the engine reported an error."""
        if troubles := self.ready(seconds):
            said = "; ".join(str(trouble) for trouble in troubles[:3])
            raise EngineRefusedError(f"the engine answered {said}", self.process.stderr)

    def ready(self, seconds: float) -> list[ErrorAnswer]:
        """Wait until the engine has processed all commands; return the errors it reported."""
        deadline = time.monotonic() + seconds
        troubles: list[ErrorAnswer] = []
        self.say(IS_READY, deadline)
        while (answer := self.answer(deadline)) != READY_OK:
            if answer is None:
                raise self.process.kill_as_overdue(f"no {READY_OK} within {seconds:.3g} s")
            if isinstance(answer, ErrorAnswer):
                troubles.append(answer)
        return troubles

    def think(self, go: Go, seconds: float, grace: float, listener: Listener | None = None) -> str:
        """Return the engine's move. When time runs out it gets `stop` and the grace period."""
        self.say(go, time.monotonic() + grace)
        return self.best_move(seconds, grace, listener)

    def best_move(self, seconds: float, grace: float, listener: Listener | None = None) -> str:
        """Wait for the move of the running search."""
        deadline = time.monotonic() + seconds
        stopped = False
        while True:
            match self.answer(deadline):
                case BestMove(move=move):
                    return move
                case Info() as info:
                    if listener is not None:
                        listener(info)
                case ErrorAnswer() as trouble:
                    raise EngineRefusedError(f"the engine answered {trouble}", self.process.stderr)
                case None if stopped:
                    raise self.process.kill_as_overdue(
                        f"no move within {seconds:.3g} s, nor {grace:.3g} s after stop"
                    )
                case None:
                    deadline, stopped = time.monotonic() + grace, True
                    self.say(STOP, deadline)

    def answer(self, deadline: float) -> Answer | None:
        """Return the next answer of a known kind; None if none arrives before the deadline."""
        while (line := self.process.line(deadline)) is not None:
            try:
                answer = parse_answer(line)
            except ProtocolError as error:
                if len(self.complaints) < _MAX_ERRORS:
                    self.complaints.append(f"{line[:200]}: {error.message}")
                if line.split()[0] == "bestmove":
                    raise EngineIllegalMoveError(
                        f"{line!r}: {error.message}", self.process.stderr
                    ) from None
                continue
            if answer is not None:
                return answer
        return None

    def move(self, state: State, text: str) -> Move:
        """Parse the engine's move; it must be legal."""
        try:
            return parse_move(state, text)
        except RingRiftError as error:
            message = f"bestmove {text[:40]}: {error.code} [{error.rule}] {error.message}"
            raise EngineIllegalMoveError(message, self.process.stderr, error.rule) from None

    def say(self, command: Command, deadline: float) -> None:
        self.process.send(str(command), deadline)

    @property
    def alive(self) -> bool:
        return self.process.alive

    def close(self, grace: float) -> int | None:
        """Send `quit`; return the engine's exit status if it exited by itself."""
        with suppress(EngineError):
            self.say(QUIT, time.monotonic() + grace)
        return self.process.close(grace)

    def kill(self) -> None:
        self.process.kill()
