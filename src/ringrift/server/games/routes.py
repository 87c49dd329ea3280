"""Games over HTTP: everything that a socket can do, one request at a time."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from time import time
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from ringrift.host.game_session import GameSession
from ringrift.host.recording import record_of
from ringrift.records import dump_text
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state_without_history
from ringrift.server.accounts.authentication import (
    AuthenticatedCaller,
    CurrentWorker,
    OptionalCaller,
)
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.types import RequestBody
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.commands import (
    AgreeTakeBack,
    ClaimAbandoned,
    Command,
    DeclineTakeBack,
    OfferTakeBack,
    PlayMove,
    Resign,
)
from ringrift.server.games.messages import Chat
from ringrift.server.games.presence_feed import accounts_of
from ringrift.server.games.seats import ALREADY_STARTED, SEATS_OPEN
from ringrift.server.games.seeds import without_seeds
from ringrift.server.games.service import may_watch, visible_to
from ringrift.server.games.types import (
    MAX_SEQUENCE,
    ChatLine,
    CommandAccepted,
    CommandRequest,
    GameEvents,
    GameInfo,
    GameView,
    MoveRequest,
    NewGame,
    TakeBackRequest,
    load_sent_move,
)
from ringrift.server.storage.journal import read_events
from ringrift.server.worker import Worker

router = APIRouter(tags=["games"])
GameId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
InviteCode = Annotated[str | None, Query(max_length=64)]


class JoinRequest(RequestBody):
    """The seat to take, and the invite code of a private game."""

    seat: int | None = None
    code: str | None = None


@router.post("/games", status_code=201)
async def create_game(
    request: NewGame, worker: CurrentWorker, caller: AuthenticatedCaller
) -> GameInfo:
    """Create a game. It starts at once if no seat is open."""
    info = await worker.games.create(caller.account, request)
    info = await start_if_full(worker, info, caller)
    await worker.lobby.publish_change()
    return info


@router.get("/games/{game}")
async def get_game(
    game: GameId, worker: CurrentWorker, caller: OptionalCaller, code: InviteCode = None
) -> GameView:
    """Return the game as it stands."""
    info = await _visible_game(worker, game, caller, code)
    account = None if caller is None else caller.account.id
    fields = visible_to(info, account).model_dump()
    fields["here"] = worker.presence_feed.connected(accounts_of(info))
    if info.status == "live":
        try:
            snapshot = await worker.directory.snapshot(game, account)
        except ApiError as error:
            if error.refusal.code != "GAME_OVER":
                raise
            return await get_game(game, worker, caller, code)  # it has just ended
        return GameView(
            **(fields | {"sequence": snapshot.sequence}),
            state=snapshot.state,
            position=snapshot.position,
            clock=snapshot.clock,
            to_choose=snapshot.to_choose,
            your_seats=snapshot.your_seats,
        )
    state = position = None
    if info.status == "over":
        with closing(await worker.games.session(game)) as session:
            state = dump_state_without_history(session.state)
            position = dump_position(session.state)
    return GameView(
        **fields, state=state, position=position, clock=None, to_choose=None, your_seats=[]
    )


@router.post("/games/{game}/join")
async def join_game(
    game: GameId, request: JoinRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> GameInfo:
    """Take a seat. The game starts when the last seat is taken."""
    info = await worker.seats.join(game, caller.account, seat=request.seat, code=request.code)
    info = await start_if_full(worker, info, caller)
    await worker.lobby.publish_change()
    return visible_to(info, caller.account.id)


@router.get("/invitations/{code}")
async def get_invitation(
    code: Annotated[str, Path(pattern=r"^[\w-]{1,32}$")],
    worker: CurrentWorker,
    _caller: OptionalCaller,
) -> GameInfo:
    """Return the game of an invite link."""
    return await worker.games.by_invite_code(code)


@router.post("/games/{game}/leave")
async def leave_game(game: GameId, worker: CurrentWorker, caller: AuthenticatedCaller) -> GameInfo:
    """Leave a game before it starts."""
    info = await worker.seats.leave(game, caller.account)
    await worker.lobby.publish_change()
    return visible_to(info, caller.account.id)


@router.post("/games/{game}/start")
async def start_game(game: GameId, worker: CurrentWorker, caller: AuthenticatedCaller) -> GameInfo:
    """Start a game whose seats are all taken."""
    info = await start(worker, game, caller)
    await worker.lobby.publish_change()
    return visible_to(info, caller.account.id)


@router.post("/games/{game}/moves", status_code=201)
async def play_move(
    game: GameId, request: MoveRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> CommandAccepted:
    """Play a move. The response comes when the move is durable."""
    started = time()
    command = PlayMove(
        account=caller.account.id,
        client_id=request.client_id,
        move=load_sent_move(request.move),
        expected=request.expected,
    )
    accepted = await _run(worker, game, command, caller)
    worker.metrics.move_seconds.observe(time() - started)
    return accepted


@router.post("/games/{game}/resign", status_code=201)
async def resign(
    game: GameId, request: CommandRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> CommandAccepted:
    """Resign."""
    command = Resign(account=caller.account.id, client_id=request.client_id)
    return await _run(worker, game, command, caller)


@router.post("/games/{game}/claim", status_code=201)
async def claim(
    game: GameId, request: CommandRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> CommandAccepted:
    """End a game without clocks whose player to move has been absent for too long."""
    command = ClaimAbandoned(
        account=caller.account.id,
        client_id=request.client_id,
        absence_seconds=worker.settings.absence_seconds,
    )
    return await _run(worker, game, command, caller)


@router.post("/games/{game}/take-back/{step}", status_code=201)
async def take_back(
    game: GameId,
    step: Literal["offer", "agree", "decline"],
    request: TakeBackRequest,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
) -> CommandAccepted:
    """Request a take-back, agree to it, or decline it."""
    account, client_id = caller.account.id, request.client_id
    command: Command
    if step == "offer":
        command = OfferTakeBack(account=account, client_id=client_id, keep=request.keep)
    elif step == "agree":
        command = AgreeTakeBack(account=account, client_id=client_id)
    else:
        command = DeclineTakeBack(account=account, client_id=client_id)
    return await _run(worker, game, command, caller)


@router.get("/games/{game}/events")
async def get_events(
    game: GameId,
    worker: CurrentWorker,
    caller: OptionalCaller,
    since: Annotated[int, Query(ge=0, le=MAX_SEQUENCE)] = 0,
    code: InviteCode = None,
) -> GameEvents:
    """Return the events after `since`."""
    info = await _visible_game(worker, game, caller, code)
    rows = await read_events(worker.database, game, since=since)
    events = [json.loads(row.body) for row in rows]
    if info.status != "over":
        events = [without_seeds(event) for event in events]
    return GameEvents(sequence=rows[-1].sequence if rows else since, events=events)


@router.get("/games/{game}/record", response_class=PlainTextResponse)
async def get_record(
    game: GameId, worker: CurrentWorker, caller: OptionalCaller, code: InviteCode = None
) -> Response:
    """Return the record of the game as text (.rrg)."""
    info = await _visible_game(worker, game, caller, code)
    if info.status not in ("live", "over"):
        raise ApiError(409, "NOT_STARTED", "the game has not started: there is no record yet")
    session = await worker.games.session(game)
    text = await asyncio.to_thread(_record_text, session, game)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/games/{game}/chat")
async def get_chat(
    game: GameId, worker: CurrentWorker, caller: OptionalCaller, code: InviteCode = None
) -> list[Chat]:
    """Return the latest lines of chat."""
    await _visible_game(worker, game, caller, code)
    return await worker.chat.history(game)


@router.post("/games/{game}/chat", status_code=204)
async def post_chat(
    game: GameId,
    request: ChatLine,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
    code: InviteCode = None,
) -> None:
    """Add a line to the chat of a game."""
    await _visible_game(worker, game, caller, code)
    await worker.chat.say(game, caller, request.text, invited=True)


@router.get("/lobby")
async def get_open_games(worker: CurrentWorker, _caller: OptionalCaller) -> list[GameInfo]:
    """Return the public games with open seats."""
    return [visible_to(info, None) for info in await worker.games.open_games()]


@router.get("/live")
async def get_live_games(worker: CurrentWorker, _caller: OptionalCaller) -> list[GameInfo]:
    """Return the public games in progress."""
    return [visible_to(info, None) for info in await worker.games.live_games()]


def _record_text(session: GameSession, game: str) -> str:
    """Replay the game into a record; runs in a thread."""
    with closing(session):
        return dump_text(record_of(session, {"Id": game}, dated=True))


async def _visible_game(
    worker: Worker, game: str, caller: Caller | None, code: str | None
) -> GameInfo:
    info = await worker.games.info(game)
    if caller is not None:
        worker.presence.touch(caller.account.id)
    if not may_watch(info, None if caller is None else caller.account.id, code):
        raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
    return info


async def start(worker: Worker, game: str, caller: Caller) -> GameInfo:
    """Start a game in this worker."""
    info = await worker.seats.start(game, caller.account)
    worker.metrics.games_started.inc()
    await worker.directory.take(game)
    for account in accounts_of(info):
        await worker.bus.publish(account_topic(account), {"game": game})
    return info


async def start_if_full(worker: Worker, info: GameInfo, caller: Caller) -> GameInfo:
    """Start the game if no seat is open. Others may start it or leave at the same time."""
    if info.status != "open" or any(seat.kind == "open" for seat in info.seats):
        return info
    try:
        return await start(worker, info.id, caller)
    except ApiError as error:
        if error.refusal.code not in (ALREADY_STARTED, SEATS_OPEN):
            raise
        return await worker.games.info(info.id)


async def _run(worker: Worker, game: str, command: Command, caller: Caller) -> CommandAccepted:
    worker.presence.touch(caller.account.id)
    accepted = await worker.directory.run(game, command)
    return CommandAccepted(sequence=accepted.sequence)
