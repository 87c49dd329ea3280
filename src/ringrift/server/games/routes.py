"""Games over HTTP: everything that a socket can do, one request at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import Field

from ringrift.host.game_session import GameSession
from ringrift.host.recording import record_of
from ringrift.records import dump_text
from ringrift.rules.position_string import dump_position
from ringrift.rules.setup import MAX_PLAYERS, MIN_PLAYERS
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
    AbortGame,
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
from ringrift.server.games.seeds import redact_seeds
from ringrift.server.games.service import has_seat, may_watch, visible_to
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
    Preview,
    TakeBackRequest,
    VisibilityChange,
    load_sent_move,
)
from ringrift.server.requester import CurrentRequester
from ringrift.server.storage.journal import read_events
from ringrift.server.streaming import start_stream
from ringrift.server.worker import Worker

router = APIRouter(tags=["games"])
GameId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
_PAGE: Final = 500  # events that are read from the journal at once
InviteCode = Annotated[str | None, Query(max_length=64)]
PlayersFilter = Annotated[
    int | None,
    Query(ge=MIN_PLAYERS, le=MAX_PLAYERS, description="only games with this number of players"),
]


class JoinRequest(RequestBody):
    """The seat to take, and the invite code of a private game."""

    seat: int | Literal["random"] | None = Field(
        default=None, description="by default the first open seat"
    )
    code: str | None = None


@router.post("/games", status_code=201)
async def create_game(
    request: NewGame, worker: CurrentWorker, caller: AuthenticatedCaller
) -> GameInfo:
    """Create a game. It starts at once if no seat is open."""
    info = await worker.games.create(caller.account, request)
    info = await start_if_full(worker, info, caller)
    await announce_game(worker, info.id, [caller.account.id])
    await worker.lobby.publish_change()
    return info


@router.get("/games/{game}")
async def get_game(
    game: GameId,
    worker: CurrentWorker,
    caller: OptionalCaller,
    requester: CurrentRequester,
    code: InviteCode = None,
) -> GameView:
    """Return the game as it stands."""
    info = await _visible_game(worker, game, caller, code)
    account = None if caller is None else caller.account.id
    fields = visible_to(info, account).model_dump()
    fields["here"] = worker.presence_feed.connected(accounts_of(info))
    fields["spectators"] = worker.spectators.count(game)
    if info.status == "live":
        try:
            snapshot = await worker.directory.snapshot(game, account)
        except ApiError as error:
            if error.refusal.code != "GAME_OVER":
                raise
            return await get_game(game, worker, caller, requester, code)  # it has just ended
        fields["preview"] = Preview.of(snapshot.position, snapshot.to_choose)
        return GameView(
            **(fields | {"sequence": snapshot.sequence}),
            state=snapshot.state,
            position=snapshot.position,
            clock=snapshot.clock,
            to_choose=snapshot.to_choose,
            begun=snapshot.begun,
            first_turn_until=snapshot.first_turn_until,
            your_seats=snapshot.your_seats,
        )
    state: dict[str, Any] | None = None
    position: str | None = None
    if info.status == "over":
        state, position = await worker.games.replay(
            game, _final_position, share=requester.share, priority=requester.priority
        )
    return GameView(
        **fields,
        state=state,
        position=position,
        clock=None,
        to_choose=None,
        begun=info.status == "over",
        first_turn_until=None,
        your_seats=[],
    )


@router.post("/games/{game}/join")
async def join_game(
    game: GameId, request: JoinRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> GameInfo:
    """Take a seat. The game starts when the last seat is taken."""
    info = await worker.seats.join(game, caller.account, seat=request.seat, code=request.code)
    info = await start_if_full(worker, info, caller)
    await announce_game(worker, game, [caller.account.id])
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


@router.put("/games/{game}/visibility")
async def set_visibility(
    game: GameId, request: VisibilityChange, worker: CurrentWorker, caller: AuthenticatedCaller
) -> GameInfo:
    """Let everybody with the link watch your game against levels, or nobody but you."""
    return await worker.games.set_visibility(game, caller.account.id, request.visibility)


@router.post("/games/{game}/leave")
async def leave_game(game: GameId, worker: CurrentWorker, caller: AuthenticatedCaller) -> GameInfo:
    """Leave a game before it starts."""
    info = await worker.seats.leave(game, caller.account)
    await announce_game(worker, game, {caller.account.id, *accounts_of(info)})
    await worker.lobby.publish_change()
    return visible_to(info, caller.account.id)


@router.post("/games/{game}/start")
async def start_game(game: GameId, worker: CurrentWorker, caller: AuthenticatedCaller) -> GameInfo:
    """Start a game whose seats are all taken."""
    info = await start(worker, game, caller, respond=True)
    await worker.lobby.publish_change()
    return visible_to(info, caller.account.id)


@router.post("/games/{game}/moves", status_code=201)
async def play_move(
    game: GameId,
    request: MoveRequest,
    sent: Request,
    worker: CurrentWorker,
    caller: AuthenticatedCaller,
) -> CommandAccepted:
    """Play a move. The response comes when the move is durable."""
    started = worker.clock.monotonic()
    waited = worker.stalls.elapsed() - sent.scope["ringrift.arrived"]
    command = PlayMove(
        account=caller.account.id,
        client_id=request.client_id,
        move=load_sent_move(request.move),
        expected=request.expected,
        waited=waited,
        stalled=sent.scope["ringrift.stalled"],
    )
    accepted = await _run(worker, game, command, caller)
    worker.metrics.move_seconds.observe(worker.clock.monotonic() - started)
    return accepted


@router.post("/games/{game}/resign", status_code=201)
async def resign(
    game: GameId, request: CommandRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> CommandAccepted:
    """Resign. With three or four players, a level plays on for you.

    In a game in which no person has completed a turn, this aborts it.
    """
    command = Resign(account=caller.account.id, client_id=request.client_id)
    return await _run(worker, game, command, caller)


@router.post("/games/{game}/abort", status_code=201)
async def abort(
    game: GameId, request: CommandRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> CommandAccepted:
    """Abort a game in which no person has completed a turn: it has no result and is not rated."""
    command = AbortGame(account=caller.account.id, client_id=request.client_id)
    return await _run(worker, game, command, caller)


@router.post("/games/{game}/claim", status_code=201)
async def claim(
    game: GameId, request: CommandRequest, worker: CurrentWorker, caller: AuthenticatedCaller
) -> CommandAccepted:
    """Let the player to move leave a game without clocks, because they are absent for too long.

    With two players you win. With three or four, a level plays on for them.
    """
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


@router.get("/games/{game}/events", response_model=GameEvents)
async def get_events(
    game: GameId,
    worker: CurrentWorker,
    caller: OptionalCaller,
    since: Annotated[int, Query(ge=0, le=MAX_SEQUENCE)] = 0,
    code: InviteCode = None,
) -> StreamingResponse:
    """Return the events after `since`."""
    info = await _visible_game(worker, game, caller, code)
    chunks = _stream_events(worker, game, since, with_seeds=info.status != "live")
    return StreamingResponse(await start_stream(chunks), media_type="application/json")


async def _stream_events(
    worker: Worker, game: str, since: int, *, with_seeds: bool
) -> AsyncIterator[str]:
    """Yield the object `GameEvents` page by page, as fast as the client reads it."""
    yield '{"events":['
    last, rows = since, await read_events(worker.database, game, since=since, limit=_PAGE)
    while rows:
        bodies = [row.body if with_seeds else redact_seeds(row.body) for row in rows]
        yield ("," if last > since else "") + ",".join(bodies)
        last = rows[-1].sequence
        full = len(rows) == _PAGE
        rows = await read_events(worker.database, game, since=last, limit=_PAGE) if full else []
    yield f'],"sequence":{last}}}'


@router.get("/games/{game}/record", response_class=PlainTextResponse)
async def get_record(
    game: GameId,
    worker: CurrentWorker,
    caller: OptionalCaller,
    requester: CurrentRequester,
    code: InviteCode = None,
) -> Response:
    """Return the record of the game as text (.rrg)."""
    info = await _visible_game(worker, game, caller, code)
    if info.started_at is None:
        raise ApiError(409, "NOT_STARTED", "the game has not started: there is no record yet")
    text = await worker.games.replay(
        game,
        partial(record_text, game),
        share=requester.share,
        priority=requester.priority,
    )
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/games/{game}/chat")
async def get_chat(
    game: GameId, worker: CurrentWorker, caller: OptionalCaller, code: InviteCode = None
) -> list[Chat]:
    """Return the latest lines of chat."""
    info = await _visible_game(worker, game, caller, code)
    account = None if caller is None else caller.account.id
    hidden = await worker.blocks.hidden_from(account)
    plays = account is not None and has_seat(info, account) and info.status == "live"
    return await worker.chat.history(game, hidden, spectators=not plays)


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
async def get_open_games(
    worker: CurrentWorker, _caller: OptionalCaller, players: PlayersFilter = None
) -> list[GameInfo]:
    """Return the public games with open seats."""
    return [visible_to(info, None) for info in await worker.games.open_games(players)]


@router.get("/live")
async def get_live_games(
    worker: CurrentWorker, _caller: OptionalCaller, players: PlayersFilter = None
) -> list[GameInfo]:
    """Return the public games in progress."""
    found = [visible_to(info, None) for info in await worker.games.live_games(players)]
    await worker.listing.complete(found)
    return found


def record_text(game: str, session: GameSession) -> str:
    """Return the record of a game as text, in the pool for rules."""
    return dump_text(record_of(session, {"Id": game}, dated=True))


def _final_position(session: GameSession) -> tuple[dict[str, Any], str]:
    return dict(dump_state_without_history(session.state)), dump_position(session.state)


async def _visible_game(
    worker: Worker, game: str, caller: Caller | None, code: str | None
) -> GameInfo:
    info = await worker.games.info(game)
    if caller is not None:
        worker.presence.touch(caller.account.id)
    if not may_watch(info, None if caller is None else caller.account.id, code):
        raise ApiError(403, "PRIVATE", "this game is private: use its invite link", path="game")
    return info


async def start(worker: Worker, game: str, caller: Caller, *, respond: bool = False) -> GameInfo:
    """Start a game in this worker. `respond`: that is the whole request."""
    info = await worker.seats.start(game, caller.account, respond=respond)
    worker.metrics.games_started.inc()
    await worker.directory.take(game)
    await announce_game(worker, game, accounts_of(info))
    return info


async def announce_game(worker: Worker, game: str, accounts: Iterable[str]) -> None:
    """Announce a game to these accounts: it started, or it is or was theirs to join."""
    for account in accounts:
        await worker.bus.publish(account_topic(account), {"game": game})


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
