"""Conditional moves: if they play this, I answer that. Nobody but their owner sees them.

A plan is a list of lines from the present position on: the choices of all players in order, in
notation. After each move the lines that begin with it go on without it, and the others are dropped.
When the owner is to move, the first line that is left plays. The plan says up to which event it
has been followed, so a restart or a new owner continues where it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import delete, insert, select, update

from ringrift.host.clocks import Correspondence
from ringrift.host.events import Moved, TakenBack
from ringrift.host.game_session import GameSession
from ringrift.rules import apply, bookkeeping
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import SwapSides
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.state import State
from ringrift.server.accounts.types import STORABLE, RequestBody
from ringrift.server.errors import ApiError
from ringrift.server.games.commands import PlayMove
from ringrift.server.games.live_game import GameLostError, LiveGame
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.meeting_tables import conditional_moves

MAX_LINES: Final = 20
MAX_MOVES: Final = 60  # of a line
_log = logging.getLogger("ringrift.server.correspondence")
Notation = Annotated[str, Field(min_length=1, max_length=100, pattern=STORABLE)]
Line = Annotated[list[Notation], Field(min_length=2, max_length=MAX_MOVES)]
Play = Callable[[LiveGame, PlayMove], Any]  # executes a command on a game of this worker


class ConditionalMovesRequest(RequestBody):
    """Your plan for a game: each line begins with the choice of the player to move."""

    lines: list[Line] = Field(max_length=MAX_LINES)


class ConditionalMovesInfo(BaseModel):
    """Your plan as far as it still fits the game."""

    lines: list[list[str]]


class ConditionalMoves:
    """One per worker; it follows the games that this worker owns."""

    def __init__(self, database: Database, play: Play) -> None:
        self._database = database
        self._play = play
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # games that changed while they were followed

    async def of_game(self, game: str, account: str) -> ConditionalMovesInfo:
        """Return the plan of an account."""
        wanted = select(conditional_moves.c.lines).where(*_own(game, account))
        async with self._database.reading.connect() as connection:
            lines = await connection.scalar(wanted)
        return ConditionalMovesInfo(lines=[] if lines is None else json.loads(lines))

    async def save(
        self, game: str, account: str, lines: Sequence[Sequence[str]], sequence: int
    ) -> None:
        """Replace the plan of an account; `sequence` is the event after which its lines begin."""
        row = {
            "game_id": game,
            "account_id": account,
            "sequence": sequence,
            "lines": json.dumps(lines),
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(conditional_moves).where(*_own(game, account)))
            if lines:
                await connection.execute(insert(conditional_moves), [row])

    def update(self, game: LiveGame) -> None:
        """Follow a game that was taken over or has changed."""
        if game.lost or not isinstance(game.session.settings.clock, Correspondence):
            return
        if game.id in self._tasks:
            self._again.add(game.id)
            return
        task = asyncio.create_task(self._follow(game), name="conditional moves")
        self._tasks[game.id] = task
        task.add_done_callback(lambda _task: self._tasks.pop(game.id, None))

    async def close(self) -> None:
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, game: LiveGame) -> None:
        while True:
            self._again.discard(game.id)
            try:
                await self._follow_once(game)
            except (*FAILURES, ApiError, GameLostError):
                _log.info("a plan could not be followed now", extra={"game": game.id})
            if game.id not in self._again:
                return

    async def _follow_once(self, game: LiveGame) -> None:
        wanted = select(conditional_moves).where(conditional_moves.c.game_id == game.id)
        async with self._database.reading.connect() as connection:
            plans = (await connection.execute(wanted)).all()
        for plan in plans:
            lines, sequence, turn = await game.read(partial(_advance, plan=plan))
            plays = bool(lines) and turn
            if (plays or sequence != plan.sequence) and not await self._store(
                plan, lines, sequence
            ):
                continue  # its owner has replaced it: what follows then sees the new one
            if plays:
                await self._play_next(game, plan.account_id, lines, sequence)

    async def _play_next(
        self, game: LiveGame, account: str, lines: list[list[str]], sequence: int
    ) -> None:
        command = PlayMove(
            account=account,
            client_id=f"plan-{sequence}",
            move=lines[0][0],
            expected=sequence,
        )
        try:
            await self._play(game, command)
        except ApiError as error:
            # The owner was faster, or the move no longer fits: the next look sees which.
            _log.info("a planned move was refused: %s", error, extra={"game": game.id})
            if error.refusal.code not in ("STALE", "NOT_YOUR_TURN", "TRY_AGAIN"):
                same = _is_plan(game.id, account, sequence, json.dumps(lines))
                async with self._database.engine.begin() as connection:
                    await connection.execute(delete(conditional_moves).where(*same))

    async def _store(self, plan: Any, lines: list[list[str]], sequence: int) -> bool:
        """Store what is left of a plan; return False if its owner has changed it meanwhile."""
        same = _is_plan(plan.game_id, plan.account_id, plan.sequence, plan.lines)
        async with self._database.engine.begin() as connection:
            if lines:
                left = {"sequence": sequence, "lines": json.dumps(lines)}
                stored = update(conditional_moves).where(*same).values(left)
                return (await connection.execute(stored)).rowcount == 1
            return (await connection.execute(delete(conditional_moves).where(*same))).rowcount == 1


def _is_plan(game: str, account: str, sequence: int, lines: str) -> tuple[Any, ...]:
    """Return the conditions of this plan, which its owner has not replaced."""
    same = (conditional_moves.c.sequence == sequence, conditional_moves.c.lines == lines)
    return (*_own(game, account), *same)


def _own(game: str, account: str) -> tuple[Any, Any]:
    return conditional_moves.c.game_id == game, conditional_moves.c.account_id == account


def _advance(session: GameSession, _now: float, plan: Any) -> tuple[list[list[str]], int, bool]:
    """Return what is left of a plan, up to which event, and whether its owner is to move."""
    lines: list[list[str]] = json.loads(plan.lines)
    if session.over:
        return [], session.sequence, False
    for event in session.events_after(plan.sequence):
        if isinstance(event, TakenBack):
            lines = []
        elif isinstance(event, Moved) and not event.bookkeeping:
            lines = [line[1:] for line in lines if line[0] == event.notation and len(line) > 1]
    turn = session.seat_to_move in session.seats_of(plan.account_id)
    return lines, session.sequence, turn


def check_lines(
    session: GameSession, account: str, lines: Sequence[Sequence[str]]
) -> tuple[list[list[str]], int]:
    """Return the lines in canonical notation, and the event after which they begin.

    Each line is legal, begins with another player's choice and ends with the owner's.
    """
    own = session.seats_of(account)
    if not own:
        raise ApiError(403, "NOT_YOUR_GAME", "you have no seat in this game: you may watch it")
    if not isinstance(session.settings.clock, Correspondence):
        message = "conditional moves are for games with days per turn"
        raise ApiError(409, "NOT_CORRESPONDENCE", message)
    if session.seat_to_move in own and lines:
        raise ApiError(409, "YOUR_TURN", "it is your turn: play, then plan ahead", path="lines")
    checked = [
        _check_line(session.state, own, line, f"lines[{number}]")
        for number, line in enumerate(lines)
    ]
    return checked, session.sequence


def _check_line(state: State, own: Sequence[int], line: Sequence[str], path: str) -> list[str]:
    checked: list[str] = []
    ends_with_own = False
    for number, text in enumerate(line):
        here = f"{path}[{number}]"
        if state.outcome is not None:
            raise ApiError(422, "GAME_OVER", "the game ends before this move", path=here)
        ends_with_own = state.player in own
        try:
            move = parse_move(state, text)
            checked.append(format_move(state, move))
            if isinstance(move, SwapSides):  # R180: the two players exchange their seats
                own = tuple(3 - seat for seat in own)
            state = apply(state, move)
            while (forced := bookkeeping(state)) is not None:
                state = apply(state, forced)
        except RingRiftError as error:
            raise ApiError(422, error.code, f"{text}: {error.message}", path=here) from error
    if not ends_with_own:
        message = "a line ends with a move of yours: add your answer or leave the last move out"
        raise ApiError(422, "NO_ANSWER", message, path=path)
    return checked
