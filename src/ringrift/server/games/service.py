"""Creates and finds games."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from random import SystemRandom
from secrets import token_urlsafe
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import (
    ColumnElement,
    Row,
    ScalarSelect,
    and_,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.event_json import load_event
from ringrift.host.game_session import GameSession
from ringrift.host.settings import GameSettings, load_settings
from ringrift.host.standing import best_person, rank_people
from ringrift.rules.errors import RingRiftError
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import Priority
from ringrift.server.games.seeds import with_new_seeds, without_seeds
from ringrift.server.games.speed import stored_speed
from ringrift.server.games.tournament_links import tournament_links
from ringrift.server.games.types import (
    DepartureInfo,
    GameInfo,
    NewGame,
    Preview,
    SeatInfo,
    SeatRequest,
    ShownRating,
    TournamentLink,
    Visibility,
)
from ringrift.server.ratings.scale import NEW_RATING, shown_rating, shown_value
from ringrift.server.request_key import id_for, is_repeatable
from ringrift.server.rules.positions import require_bounded
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, read_events
from ringrift.server.storage.tables import accounts, games, rating_changes, ratings, seats
from ringrift.server.work_pools import WorkPool
from ringrift.starts.book import default_start

_MAX_LISTED: Final = 100
TIMED_LEVEL: Final = 10
Result = TypeVar("Result")


class Games:
    """All games of a server, as stored in the database."""

    def __init__(
        self, database: Database, settings: Settings, clock: Clock, pool: WorkPool
    ) -> None:
        self._clock = clock
        self._pool = pool
        self._database = database
        self._max_games = settings.games_per_account
        self._max_level_games = settings.level_games_per_account

    async def create(self, creator: Account, sent: NewGame) -> GameInfo:
        """Create a game, which is open until all seats are taken."""
        settings = await self.load_settings(creator, _with_players(sent))
        try:
            async with self._database.engine.begin() as connection:
                if self._database.is_sqlite:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")  # before games are counted
                created = await self.created_before(connection)
                if created is not None:
                    return created
                await self.require_below_limit(connection, creator)
                if sent.seats and all(seat.kind == "level" for seat in sent.seats):
                    await self._require_few_level_games(connection, creator)
                game = await self.add(connection, creator, sent, settings)
                return await self.info_within(connection, game)
        except IntegrityError:
            async with self._database.reading.connect() as connection:
                created = await self.created_before(connection)
            if created is None:
                raise
            return created  # by a concurrent repeat of the request

    async def created_before(self, connection: AsyncConnection) -> GameInfo | None:
        """Return the game that an earlier attempt of this request created."""
        if not is_repeatable():
            return None
        found = await self._select_infos(connection, games.c.id == id_for("game"))
        return found[0] if found else None

    async def load_settings(self, creator: Account, sent: dict[str, Any]) -> GameSettings:
        """Load the settings; a position is parsed in another process."""
        if sent.get("position") is None:
            return load_sent_settings(sent)
        priority = Priority.GUEST if creator.kind == "guest" else Priority.ACCOUNT
        return await self._pool.run(
            partial(_load_settings_with_position, sent), share=creator.id, priority=priority
        )

    async def add(
        self,
        connection: AsyncConnection,
        creator: Account,
        sent: NewGame,
        settings: GameSettings,
        *,
        others: Sequence[Account] = (),
        rematch_of: str | None = None,
    ) -> str:
        """Add a game and return its id; `others` take its open seats at once."""
        wanted = sent.seats or [SeatRequest(kind="me"), *[SeatRequest()] * (settings.players - 1)]
        check_seats(settings, wanted, creator)
        if sent.seating == "random":
            wanted = SystemRandom().sample(wanted, len(wanted))
        game = id_for("game")
        row = {
            "id": game,
            "settings": json.dumps(with_new_seeds(settings).to_json()),
            "status": "open",
            "visibility": "public" if sent.visibility == "public" else "private",
            "unlisted": sent.visibility == "unlisted",
            "rated": settings.rated,
            "invite_code": token_urlsafe(12),
            "created_by": creator.id,
            "created_at": self._clock.now(),
            "sequence": 0,
            "owner_term": 0,
            "rematch_of": rematch_of,
        }
        joining = iter(others)
        rows = []
        for seat, want in enumerate(wanted, 1):
            account = (
                creator
                if want.kind == "me"
                else next(joining, None)
                if want.kind == "open"
                else None
            )
            rows.append(_seat_row(game, seat, want, account))
        if settings.rated:
            await require_different_owners(connection, [creator.id, *(one.id for one in others)])
        await connection.execute(insert(games), [row])
        await connection.execute(insert(seats), rows)
        return game

    async def info(self, game: str) -> GameInfo:
        """Return a game without its moves."""
        async with self._database.reading.connect() as connection:
            return await self.info_within(connection, game)

    async def infos(self, ids: Sequence[str]) -> list[GameInfo]:
        """Return these games, at most 100, the newest first."""
        async with self._database.reading.connect() as connection:
            return await self._select_infos(connection, games.c.id.in_(ids))

    async def info_within(self, connection: AsyncConnection, game: str) -> GameInfo:
        """Return a game as the transaction sees it."""
        found = await self._select_infos(connection, games.c.id == game)
        if not found:
            raise ApiError(404, "NOT_FOUND", "there is no such game", path="game")
        return found[0]

    async def settings(self, game: str) -> GameSettings:
        """Return the full settings, secrets included."""
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(select(games.c.settings).where(games.c.id == game))
        return load_stored_settings(stored or "{}")

    async def by_invite_code(self, code: str) -> GameInfo:
        """Return the game of an invite link."""
        async with self._database.reading.connect() as connection:
            found = await self._select_infos(connection, games.c.invite_code == code)
        if not found:
            raise ApiError(404, "NOT_FOUND", "this invite link is no longer valid", path="code")
        return found[0]

    async def open_games(self, players: int | None = None) -> list[GameInfo]:
        """Return the public games with open seats, rematches excepted."""
        is_open = (
            games.c.status == "open",
            games.c.visibility == "public",
            games.c.rematch_of.is_(None),
            *_with_number(players),
        )
        async with self._database.reading.connect() as connection:
            return await self._select_infos(connection, *is_open)

    async def live_games(self, players: int | None = None) -> list[GameInfo]:
        """Return the public games in progress."""
        is_live = (
            games.c.status == "live",
            games.c.visibility == "public",
            *_with_number(players),
        )
        async with self._database.reading.connect() as connection:
            return await self._select_infos(connection, *is_live)

    async def finished_since(self, since: float) -> list[GameInfo]:
        """Return the public games that ended after that time, the latest first."""
        finished = (
            games.c.ended_at > since,
            games.c.status.concat("") == "over",  # by the index of `ended_at`, not of the status
            games.c.visibility == "public",
        )
        async with self._database.reading.connect() as connection:
            return await self._select_infos(connection, *finished, order=games.c.ended_at)

    async def of_account(
        self,
        account: str,
        *,
        viewer: str | None,
        status: Sequence[str] = (),
        players: int | None = None,
        before: float | None = None,
    ) -> list[GameInfo]:
        """Return the games of an account, newest first; private ones only for their players."""
        mine = select(seats.c.game_id).where(seats.c.account_id == account)
        visible = select(seats.c.game_id).where(seats.c.account_id == (viewer or ""))
        wanted = [
            games.c.id.in_(mine),
            or_(games.c.visibility == "public", games.c.id.in_(visible)),
            *_with_number(players),
        ]
        if status:
            # SQLite has no statistics: by its index, the status would find every finished game.
            by = games.c.status.concat("") if self._database.is_sqlite else games.c.status
            wanted.append(by.in_(list(status)))
        if before is not None:
            wanted.append(games.c.created_at < before)
        async with self._database.reading.connect() as connection:
            # An expression: in the order of an index, the newest games of everybody come first.
            return await self._select_infos(connection, *wanted, order=games.c.created_at + 0)

    async def set_visibility(
        self, game: str, account: str, visibility: Literal["unlisted", "private"]
    ) -> GameInfo:
        """Let everybody with the link watch a game, or only its player and the invited.

        Its only person decides that alone; where other people play, the invite link shares it.
        """
        info = await self.info(game)
        if not has_seat(info, account):
            raise ApiError(403, "NOT_YOUR_GAME", "only its player can share a game")
        if info.visibility == "public":
            message = "this game is public: everybody may watch it already"
            raise ApiError(409, "ALREADY_PUBLIC", message)
        if any(one.account and one.account.id != account for one in info.seats) or any(
            one.kind == "open" for one in info.seats
        ):
            message = "other people play in this game, too: share it by its invite link"
            raise ApiError(409, "OTHER_PEOPLE", message)
        changed = update(games).where(games.c.id == game)
        async with self._database.engine.begin() as connection:
            await connection.execute(changed.values(unlisted=visibility == "unlisted"))
            return await self.info_within(connection, game)

    async def created_by(self, game: str, account: str) -> bool:
        """Return whether the account created the game."""
        wanted = select(func.count()).where(games.c.id == game, games.c.created_by == account)
        async with self._database.reading.connect() as connection:
            return bool(await connection.scalar(wanted))

    async def replay(
        self,
        game: str,
        read: Callable[[GameSession], Result],
        *,
        share: str,
        priority: Priority = Priority.ACCOUNT,
    ) -> Result:
        """Replay a stored game and return what `read` makes of its session, in another process.

        `read` must be picklable: a function of a module, or a `partial` of one.
        """
        rows = await read_events(self._database, game)
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(select(games.c.settings).where(games.c.id == game))
        return await self._pool.run(
            partial(_replay, stored or "{}", rows, read), share=share, priority=priority
        )

    async def active_games_of(self, account: str) -> list[str]:
        """Return the ids of the account's open and live games, without those that it left."""
        wanted = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(
                seats.c.account_id == account,
                seats.c.left_reason.is_(None),
                games.c.status.in_(("live", "open")),
            )
            .distinct()
        )
        async with self._database.reading.connect() as connection:
            return list(await connection.scalars(wanted))

    async def require_below_limit(self, connection: AsyncConnection, account: Account) -> None:
        """Refuse an account that is in too many games; its concurrent requests wait."""
        lock = select(accounts.c.id).where(accounts.c.id == account.id)
        await connection.execute(lock.with_for_update(key_share=True))
        if not await self.is_below_limit(connection, account.id):
            raise ApiError(
                409,
                "TOO_MANY_GAMES",
                f"you are already in {self._max_games} games: finish or leave one first",
            )

    async def is_below_limit(self, connection: AsyncConnection, account: str) -> bool:
        """Return whether the account may be in another game, or create one."""
        mine = select(seats.c.game_id).where(seats.c.account_id == account)
        wanted = select(func.count()).where(
            games.c.status.in_(("open", "live")),
            games.c.id.not_in(mine.where(seats.c.left_reason.is_not(None))),
            or_(games.c.created_by == account, games.c.id.in_(mine)),
        )
        return (await connection.scalar(wanted) or 0) < self._max_games

    async def _require_few_level_games(self, connection: AsyncConnection, account: Account) -> None:
        """Refuse another game of levels alone: nobody waits for it, and it uses the processor."""
        seated = exists().where(seats.c.game_id == games.c.id, seats.c.kind != "level")
        wanted = select(func.count()).where(
            games.c.status.in_(("open", "live")),
            games.c.created_by == account.id,
            ~seated,
        )
        if (await connection.scalar(wanted) or 0) >= self._max_level_games:
            message = (
                f"{self._max_level_games} games of levels alone may run at a time: wait for one to"
                " end, or take a seat yourself"
            )
            raise ApiError(409, "TOO_MANY_GAMES", message, path="seats")

    async def _select_infos(
        self,
        connection: AsyncConnection,
        *wanted: Any,
        order: ColumnElement[float] = games.c.created_at,
    ) -> list[GameInfo]:
        found = select(games).where(*wanted).order_by(order.desc()).limit(_MAX_LISTED)
        rows = (await connection.execute(found)).all()
        all_seats = seats.alias()
        players = (
            select(func.max(all_seats.c.seat))
            .where(all_seats.c.game_id == seats.c.game_id)
            .scalar_subquery()
        )
        own, changed = ratings.c, rating_changes.c
        sat = (
            select(seats, accounts.c.name, accounts.c.kind.label("account_kind"))
            .add_columns(accounts.c.deleted_at, own.mu, own.sigma)
            .add_columns(changed.mu_before, changed.sigma_before, changed.mu_after)
            .outerjoin(accounts, accounts.c.id == seats.c.account_id)
            .outerjoin(ratings, and_(own.account_id == seats.c.account_id, own.players == players))
            .outerjoin(
                rating_changes,
                and_(changed.game_id == seats.c.game_id, changed.account_id == seats.c.account_id),
            )
            .where(seats.c.game_id.in_([row.id for row in rows]))
            .order_by(seats.c.seat)
        )
        seats_of: dict[str, list[SeatInfo]] = {row.id: [] for row in rows}
        for row in await connection.execute(sat):
            seats_of[row.game_id].append(_seat_info(row))
        links = await tournament_links(connection, list(seats_of))
        return [_info(row, seats_of[row.id], links.get(row.id)) for row in rows]


def number_of_players() -> ScalarSelect[int]:
    """Return the number of players of the game in the enclosing statement: its last seat."""
    return select(func.max(seats.c.seat)).where(seats.c.game_id == games.c.id).scalar_subquery()


def _with_number(players: int | None) -> tuple[ColumnElement[bool], ...]:
    return () if players is None else (number_of_players() == players,)


def load_sent_settings(sent: object) -> GameSettings:
    """Return the host's settings; an error names the field within the request.

    A game without `start` starts as `default_start` says, unless it has a position.
    """
    if isinstance(sent, dict) and sent.get("rules") is not None:
        message = "the operator of the server chooses the rules mode; leave rules out"
        raise ApiError(422, "INVALID_SETUP", message, path="settings.rules")
    try:
        settings = load_settings(sent)
        if isinstance(sent, dict) and "start" not in sent and settings.position is None:
            start = default_start(settings.board, settings.players)
            return replace(settings, start=start)
        return settings
    except RingRiftError as error:
        raise ApiError.of(error.refusal, within="settings") from error


def load_stored_settings(stored: str) -> GameSettings:
    """Return the settings of a stored game; the operator's rules mode replaces a stored one."""
    return load_settings(json.loads(stored) | {"rules": None})


def _with_players(sent: NewGame) -> dict[str, Any]:
    """Return the settings; where they leave out the number of players, the seats give it."""
    if sent.seats is None or "players" in sent.settings:
        return sent.settings
    return {**sent.settings, "players": len(sent.seats)}


def _load_settings_with_position(sent: dict[str, Any]) -> GameSettings:
    settings = load_sent_settings(sent)
    require_bounded(settings.first_state, "settings.position")
    return settings


def has_seat(info: GameInfo, account: str) -> bool:
    """Return whether the account has a seat in the game."""
    return any(seat.account is not None and seat.account.id == account for seat in info.seats)


def visible_to(info: GameInfo, account: str | None) -> GameInfo:
    """Return the game as the account may see it: only players see the invite code."""
    return (
        info
        if account is not None and has_seat(info, account)
        else info.model_copy(update={"invite": None})
    )


def may_watch(info: GameInfo, account: str | None, code: str | None = None) -> bool:
    """Return whether the account may watch: a private game needs a seat or the invite code.

    An unlisted game needs only its id, which cannot be guessed.
    """
    return (
        info.visibility in ("public", "unlisted")
        or (account is not None and has_seat(info, account))
        or code == info.invite
    )


def check_seats(settings: GameSettings, wanted: Sequence[SeatRequest], creator: Account) -> None:
    """Refuse seats that do not fit the settings."""
    if len(wanted) != settings.players:
        raise ApiError(422, "INVALID_SETUP", f"send {settings.players} seats", path="seats")
    if any((want.kind == "level") is (want.level is None) for want in wanted):
        raise ApiError(
            422,
            "INVALID_SETUP",
            "use a level from 1 to 10 with kind 'level', and with no other kind",
            path="seats",
        )
    if settings.rated and sum(want.kind == "me" for want in wanted) > 1:
        raise ApiError(
            422, "NOT_RATED", "you cannot take more than one seat in a rated game", path="seats"
        )
    if settings.rated and settings.position is not None:
        message = "a rated game starts from the initial position"
        raise ApiError(422, "NOT_RATED", message, path="settings")
    if settings.rated and any(want.kind == "level" for want in wanted):
        raise ApiError(422, "NOT_RATED", "a game against a level cannot be rated", path="seats")
    require_may_rate(settings.rated, creator)


def require_may_rate(rated: bool, account: Account) -> None:
    """Refuse rated games to guests."""
    if rated and account.kind == "guest":
        raise ApiError(403, "ACCOUNT_NEEDED", "rated games need an account: register first")


async def require_different_owners(connection: AsyncConnection, players: Sequence[str]) -> None:
    """Refuse a rated game between a person and their bot, or between two bots of one owner."""
    owners = await find_owners(connection, players)
    if len(set(owners.values())) < len(owners):
        message = "a game between accounts of one owner cannot be rated: play an unrated game"
        raise ApiError(422, "NOT_RATED", message, path="settings.rated")


async def find_owners(connection: AsyncConnection, players: Sequence[str]) -> dict[str, str]:
    """Return the owner of each account. A person owns their own account."""
    wanted = select(accounts.c.id, accounts.c.made_by).where(accounts.c.id.in_(players))
    return {row.id: row.made_by or row.id for row in await connection.execute(wanted)}


def _seat_row(game: str, seat: int, want: SeatRequest, account: Account | None) -> dict[str, Any]:
    kind: str = want.kind
    if account is not None:
        kind = "bot" if account.kind == "bot" else "person"
    account_id = None if account is None else account.id
    return {
        "game_id": game,
        "seat": seat,
        "kind": kind,
        "account_id": account_id,
        "level": want.level,
    }


def _replay(
    settings: str, rows: Sequence[EventRow], read: Callable[[GameSession], Result]
) -> Result:
    """Replay a game; a long one takes a while."""
    events = (load_event(json.loads(row.body)) for row in rows)
    loaded = load_stored_settings(settings)
    with closing(GameSession.restore(loaded, events, hashes=False)) as session:
        return read(session)


def _seat_info(row: Row[Any]) -> SeatInfo:
    account = None
    if row.account_id is not None:
        account = Account(id=row.account_id, name=row.name, kind=row.account_kind)
    left = None
    if row.left_reason is not None:
        left = DepartureInfo(reason=row.left_reason, at=row.left_at)
    return SeatInfo(
        seat=row.seat,
        kind=row.kind,
        account=account,
        level=row.level,
        left=left,
        rank=row.rank,
        rating=_seat_rating(row),
        rating_change=None
        if row.mu_before is None
        else shown_value(row.mu_after) - shown_value(row.mu_before),
    )


def _seat_rating(row: Row[Any]) -> ShownRating | None:
    """Return the rating before a game that counted, otherwise the current one."""
    if row.mu_before is not None:
        return shown_rating(row.mu_before, row.sigma_before)
    if row.account_kind in (None, "guest") or row.deleted_at is not None:
        return None
    return NEW_RATING if row.mu is None else shown_rating(row.mu, row.sigma)


def _add_standing(seat_infos: list[SeatInfo]) -> int | None:
    """Set the ranks of the people and return the seat of the best who stayed."""
    ranks = {one.seat: one.rank for one in seat_infos if one.rank is not None}
    if len(ranks) < len(seat_infos):
        return None  # not over
    people = [one.seat for one in seat_infos if one.kind in ("person", "bot")]
    gone = [(one.left.at, -ranks[one.seat], one.seat) for one in seat_infos if one.left is not None]
    left = [seat for _, _, seat in sorted(gone)]  # the host ranks those who leave at one time
    standing = rank_people(ranks, left, people)
    for one in seat_infos:
        one.people_rank = standing.get(one.seat)
    return best_person(ranks, left, people)


def _info(row: Row[Any], seat_infos: list[SeatInfo], tournament: TournamentLink | None) -> GameInfo:
    visibility: Visibility = "unlisted" if row.unlisted else row.visibility
    settings = json.loads(row.settings)
    return GameInfo(
        id=row.id,
        settings=settings if row.status == "over" else without_seeds(settings),
        status=row.status,
        visibility=visibility,
        rated=row.rated,
        rating_outcome=row.rating_outcome,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        sequence=row.sequence,
        winner=row.winner,
        people_winner=_add_standing(seat_infos),
        reason=row.reason,
        rematch_of=row.rematch_of,
        seats=seat_infos,
        speed=stored_speed(settings),
        tournament=tournament,
        preview=None if row.final_position is None else Preview.of(row.final_position, None),
        invite=row.invite_code,
    )
