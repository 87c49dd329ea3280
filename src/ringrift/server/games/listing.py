"""Adds to listed games what is not in their rows: live positions and spectators."""

from __future__ import annotations

from collections.abc import Sequence

from ringrift.server.games.final_positions import FinalPositions
from ringrift.server.games.live_status import LiveStatus, LiveStatuses
from ringrift.server.games.spectators import SpectatorCounts
from ringrift.server.games.types import GameInfo


class GameListing:
    """One per worker."""

    def __init__(
        self,
        statuses: LiveStatuses,
        spectators: SpectatorCounts,
        final_positions: FinalPositions,
    ) -> None:
        self._statuses = statuses
        self._spectators = spectators
        self._final_positions = final_positions

    async def complete(self, infos: Sequence[GameInfo]) -> dict[str, LiveStatus]:
        """Set preview and number of spectators of these games; return where live ones stand."""
        live = [info.id for info in infos if info.status == "live"]
        statuses = await self._statuses.find(live) if live else {}
        for info in infos:
            info.spectators = self._spectators.count(info.id)
            if info.id in statuses:
                info.preview = statuses[info.id].preview
            elif info.status == "over" and info.preview is None:
                self._final_positions.request(info.id)
        return statuses
