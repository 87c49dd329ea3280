"""Games over HTTP: whatever a socket can do can be done here too, one request at a time."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from time import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from ringrift.host.game_session import GameSession
from ringrift.host.recording import record_of
from ringrift.records import dump_text
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state_without_history
from ringrift.server.accounts.authentication import KnownCaller, SomeCaller, ThisWorker
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.types import Sent
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.messages import Chat
from ringrift.server.games.presence_feed import people_of
from ringrift.server.games.seats import ALREADY_STARTED, SEATS_OPEN
from ringrift.server.games.seeds import without_seeds
from ringrift.server.games.service import may_watch, shown_to
from ringrift.server.games.types import (
    MOST_SEQUENCE,
    Accepted,
    GameEvents,
    GameInfo,
    GameView,
    NewGame,
    SentCommand,
    SentLine,
    SentMove,
    TakeBackOffer,
)
from ringrift.server.storage.journal import read_events
from ringrift.server.worker import Worker

router = APIRouter(tags=["games"])
GameId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
Code = Annotated[str | None, Query(max_length=64)]


class Joining(Sent):
    """Which seat to take, and the invitation where one is needed."""

    seat: int | None = None
    code: str | None = None


@router.post("/games", status_code=201)
async def create(sent: NewGame, worker: ThisWorker, caller: KnownCaller) -> GameInfo:
    """Make a game. If nobody has to be waited for it begins at once."""
    info = await worker.games.create(caller.account, sent)
    info = await begin_when_full(worker, info, caller)
    await worker.lobby.changed()
    return info


@router.get("/games/{game}")
async def view(game: GameId, worker: ThisWorker, caller: SomeCaller, code: Code = None) -> GameView:
    """The game as it stands."""
    info = await _visible(worker, game, caller, code)
    account = None if caller is None else caller.account.id
    shown = shown_to(info, account).model_dump() | {
        "here": worker.presence_feed.here(people_of(info))
    }
    if info.status == "live":
        try:
            seen = await worker.directory.run(game, "look", {"account": account})
        except ApiError as error:
            if error.refusal.code != "GAME_OVER":
                raise
            return await view(game, worker, caller, code)  # it has just ended
        named = {
            name: seen[name]
            for name in ("state", "position", "clock", "to_choose", "your_seats", "sequence")
        }
        return GameView(**(shown | named))
    state = position = None
    if info.status == "over":
        table = await worker.games.table(game)
        state, position = dump_state_without_history(table.state), dump_position(table.state)
        table.close()
    return GameView(
        **shown, state=state, position=position, clock=None, to_choose=None, your_seats=[]
    )


@router.post("/games/{game}/join")
async def join(game: GameId, sent: Joining, worker: ThisWorker, caller: KnownCaller) -> GameInfo:
    """Sit down. When the last seat is taken the game begins."""
    info = await worker.seats.join(game, caller.account, seat=sent.seat, code=sent.code)
    info = await begin_when_full(worker, info, caller)
    await worker.lobby.changed()
    return shown_to(info, caller.account.id)


@router.get("/invitations/{code}")
async def invitation(
    code: Annotated[str, Path(pattern=r"^[\w-]{1,32}$")], worker: ThisWorker, _caller: SomeCaller
) -> GameInfo:
    """The game that an invite link leads to."""
    return await worker.games.invited(code)


@router.post("/games/{game}/leave")
async def leave(game: GameId, worker: ThisWorker, caller: KnownCaller) -> GameInfo:
    """Get up before the game begins."""
    info = await worker.seats.leave(game, caller.account)
    await worker.lobby.changed()
    return shown_to(info, caller.account.id)


@router.post("/games/{game}/start")
async def start(game: GameId, worker: ThisWorker, caller: KnownCaller) -> GameInfo:
    """Begin a game whose seats are all taken."""
    info = await begin(worker, game, caller)
    await worker.lobby.changed()
    return shown_to(info, caller.account.id)


@router.post("/games/{game}/moves", status_code=201)
async def move(game: GameId, sent: SentMove, worker: ThisWorker, caller: KnownCaller) -> Accepted:
    """Play a move; the answer comes when it is durable."""
    started = time()
    accepted = await _command(worker, game, "move", caller, sent.model_dump())
    worker.metrics.move_seconds.observe(time() - started)
    return accepted


@router.post("/games/{game}/resign", status_code=201)
async def resign(
    game: GameId, sent: SentCommand, worker: ThisWorker, caller: KnownCaller
) -> Accepted:
    """Give up."""
    return await _command(worker, game, "resign", caller, sent.model_dump())


@router.post("/games/{game}/claim", status_code=201)
async def claim(
    game: GameId, sent: SentCommand, worker: ThisWorker, caller: KnownCaller
) -> Accepted:
    """End a game without clocks whose player to move has been gone for long."""
    arguments = sent.model_dump() | {"after": worker.settings.absence_seconds}
    return await _command(worker, game, "claim", caller, arguments)


@router.post("/games/{game}/take-back/{step}", status_code=201)
async def take_back(
    game: GameId,
    step: Literal["offer", "agree", "decline"],
    sent: TakeBackOffer,
    worker: ThisWorker,
    caller: KnownCaller,
) -> Accepted:
    """Ask to take moves back, agree, or decline."""
    return await _command(worker, game, f"{step}_take_back", caller, sent.model_dump())


@router.get("/games/{game}/events")
async def events(
    game: GameId,
    worker: ThisWorker,
    caller: SomeCaller,
    since: Annotated[int, Query(ge=0, le=MOST_SEQUENCE)] = 0,
    code: Code = None,
) -> GameEvents:
    """What happened after that event."""
    info = await _visible(worker, game, caller, code)
    rows = await read_events(worker.database, game, since=since)
    batch = [json.loads(row.body) for row in rows]
    if info.status != "over":
        batch = [without_seeds(event) for event in batch]
    return GameEvents(sequence=rows[-1].sequence if rows else since, events=batch)


@router.get("/games/{game}/record", response_class=PlainTextResponse)
async def record(
    game: GameId, worker: ThisWorker, caller: SomeCaller, code: Code = None
) -> Response:
    """The record of the game, as text (.rrg)."""
    info = await _visible(worker, game, caller, code)
    if info.status not in ("live", "over"):
        raise ApiError(409, "NOT_STARTED", "nothing has been played yet")
    table = await worker.games.table(game)
    text = await asyncio.to_thread(_record_text, table, game)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/games/{game}/chat")
async def said(
    game: GameId, worker: ThisWorker, caller: SomeCaller, code: Code = None
) -> list[Chat]:
    """What was said beside the game."""
    await _visible(worker, game, caller, code)
    return await worker.chat.history(game)


@router.post("/games/{game}/chat", status_code=204)
async def say(
    game: GameId, sent: SentLine, worker: ThisWorker, caller: KnownCaller, code: Code = None
) -> None:
    """Say something to those who watch the game."""
    await _visible(worker, game, caller, code)
    await worker.chat.say(game, caller, sent.text, invited=True)


@router.get("/lobby")
async def lobby(worker: ThisWorker, _caller: SomeCaller) -> list[GameInfo]:
    """Public games that wait for players."""
    return [shown_to(info, None) for info in await worker.games.open_games()]


@router.get("/live")
async def live(worker: ThisWorker, _caller: SomeCaller) -> list[GameInfo]:
    """Public games to watch."""
    return [shown_to(info, None) for info in await worker.games.live_games()]


def _record_text(table: GameSession, game: str) -> str:
    """In a thread: it plays the game once more."""
    with closing(table):
        return dump_text(record_of(table, {"Id": game}, dated=True))


async def _visible(worker: Worker, game: str, caller: Caller | None, code: str | None) -> GameInfo:
    info = await worker.games.info(game)
    if caller is not None:
        worker.presence.note(caller.account.id)
    if not may_watch(info, None if caller is None else caller.account.id, code):
        raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
    return info


async def begin(worker: Worker, game: str, caller: Caller) -> GameInfo:
    """Start a game and play it here."""
    info = await worker.seats.start(game, caller.account)
    worker.metrics.games_started.inc()
    await worker.directory.take(game)
    for account in {place.account.id for place in info.seats if place.account is not None}:
        await worker.bus.publish(account_topic(account), {"game": game})
    return info


async def begin_when_full(worker: Worker, info: GameInfo, caller: Caller) -> GameInfo:
    """Start the game if nobody has to be waited for. Others may be quicker, or get up just now."""
    if info.status != "open" or any(place.kind == "open" for place in info.seats):
        return info
    try:
        return await begin(worker, info.id, caller)
    except ApiError as error:
        if error.refusal.code not in (ALREADY_STARTED, SEATS_OPEN):
            raise
        return await worker.games.info(info.id)


async def _command(
    worker: Worker, game: str, name: str, caller: Caller, arguments: dict[str, Any]
) -> Accepted:
    worker.presence.note(caller.account.id)
    answer = await worker.directory.run(game, name, arguments | {"account": caller.account.id})
    return Accepted(sequence=answer["sequence"])
