"""The game that the home page shows: the best live one, otherwise the best finished one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel

from ringrift.server.clock import Clock
from ringrift.server.games.listing import GameListing
from ringrift.server.games.live_status import LiveStatus
from ringrift.server.games.service import Games, visible_to
from ringrift.server.games.types import GameInfo

_CACHED_SECONDS: Final = 10.0
_TV_CACHED_SECONDS: Final = 2.0
_ACTIVE_SECONDS: Final = 900.0  # since the last event; a slower game is not worth watching
_FINISHED_SECONDS: Final = 7 * 86_400.0  # since the end
_MIN_TURNS: Final = 6  # of a finished game
_UNRATED: Final = 1300  # the rating of a guest or a level, in this comparison alone
_PER_SPECTATOR: Final = 50  # rating points
_PER_IDLE_MINUTE: Final = -20


class FeaturedGame(BaseModel):
    """A public game worth showing to everybody."""

    game: GameInfo
    kind: Literal["live", "finished"]


class FeaturedGames:
    """One per worker. Everybody sees the same game for a few seconds: the choice is cached."""

    def __init__(self, games: Games, listing: GameListing, clock: Clock) -> None:
        self._games = games
        self._listing = listing
        self._clock = clock
        self._chosen: FeaturedGame | None = None
        self._chosen_at: float | None = None
        self._by_board: list[GameInfo] = []
        self._by_board_at: float | None = None
        self._lock = asyncio.Lock()

    async def find(self) -> FeaturedGame | None:
        """Return the featured game; None if there is none."""
        async with self._lock:  # concurrent requests share one choice
            now = self._clock.monotonic()
            if self._chosen_at is None or now - self._chosen_at > _CACHED_SECONDS:
                self._chosen = await self._choose()
                self._chosen_at = now
            return self._chosen

    async def find_by_board(self) -> list[GameInfo]:
        """Return the best live public game of each board; it is chosen every few seconds."""
        async with self._lock:
            now = self._clock.monotonic()
            if self._by_board_at is None or now - self._by_board_at > _TV_CACHED_SECONDS:
                live = [info for info in await self._games.live_games() if _has_people(info)]
                statuses = await self._listing.complete(live)
                boards = sorted({info.settings.get("board", "square8") for info in live})
                best = [
                    best_live(
                        [one for one in live if one.settings.get("board", "square8") == board],
                        statuses,
                        self._clock.now(),
                    )
                    for board in boards
                ]
                self._by_board = [visible_to(info, None) for info in best if info is not None]
                self._by_board_at = now
            return self._by_board

    async def _choose(self) -> FeaturedGame | None:
        live = [info for info in await self._games.live_games() if _has_people(info)]
        statuses = await self._listing.complete(live)
        best = best_live(live, statuses, self._clock.now())
        if best is not None:
            return FeaturedGame(game=visible_to(best, None), kind="live")
        since = self._clock.now() - _FINISHED_SECONDS
        finished = best_finished(await self._games.finished_since(since))
        if finished is None:
            return None
        await self._listing.complete([finished])
        return FeaturedGame(game=visible_to(finished, None), kind="finished")


def best_live(
    infos: Sequence[GameInfo], statuses: Mapping[str, LiveStatus], now: float
) -> GameInfo | None:
    """Return the best live game: by ratings, spectators and recent activity."""

    def score(info: GameInfo) -> float:
        idle = max(0.0, now - statuses[info.id].changed_at) / 60
        return _strength(info) + _PER_SPECTATOR * info.spectators + _PER_IDLE_MINUTE * idle

    active = [
        info
        for info in infos
        if info.id in statuses and now - statuses[info.id].changed_at < _ACTIVE_SECONDS
    ]
    return max(active, key=score, default=None)


def best_finished(infos: Sequence[GameInfo]) -> GameInfo | None:
    """Return the best finished game: by ratings, and of equal ones the latest."""
    played = [
        info
        for info in infos
        if _has_people(info) and (info.preview is None or info.preview.turn > _MIN_TURNS)
    ]
    return max(played, key=lambda info: (_strength(info), info.ended_at or 0.0), default=None)


def _has_people(info: GameInfo) -> bool:
    return any(seat.account is not None for seat in info.seats)


def _strength(info: GameInfo) -> float:
    """Return the average rating of the seats."""
    values = [_UNRATED if seat.rating is None else seat.rating.value for seat in info.seats]
    return sum(values) / len(values)
