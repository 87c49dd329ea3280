"""Self-play and matches on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ringrift.arena.ray_cluster import connect, count_processors, run_tasks
from ringrift.learning.game_tasks import GameTask, PlayedGames, play


class RayWorkers:
    """Tasks on a cluster; those of a lost worker run again elsewhere."""

    def __init__(self, address: str) -> None:
        self._ray = connect(address)

    @property
    def count(self) -> int:
        return count_processors(self._ray)

    def play_all(self, tasks: Sequence[GameTask]) -> Iterator[tuple[int, PlayedGames]]:
        for at, played in run_tasks(self._ray, play, tasks):
            if isinstance(played, Exception):
                raise played
            yield at, played
