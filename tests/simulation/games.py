"""Which games a simulation plays: settings, players, how they meet and how fast they move."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from tests.simulation.players import Player

_CLOCKS: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "none"},
    {"kind": "per_move", "seconds": 4.0},
    {"kind": "per_move", "seconds": 6.0},
    {"kind": "fischer", "initial": 60.0, "increment": 1.0},
    {"kind": "correspondence", "days": 1.0},
)
_MATCH_SECONDS: Final = 0.7


@dataclass(slots=True)
class GamePlan:
    """A game that its players will create, join and play."""

    settings: dict[str, Any]
    meet: Literal["invitation", "lobby", "quick match"]
    starts_at: float
    pace: tuple[float, float]  # the shortest and longest thinking time
    level: int | None = None  # of a computer in the last seat
    players: list[Player] = field(default_factory=list)
    game: str | None = None
    invite: str | None = None
    rematches: bool = False  # its players ask for a rematch
    absence: float | None = None  # seconds for which its first player vanishes

    def think(self, random: Random) -> float:
        return random.uniform(*self.pace)

    async def enter(self, player: Player) -> str | None:
        """Return the game once the player has a seat, or None if that is impossible."""
        if self.meet == "quick match":
            return await self._match(player)
        if player is self.players[0]:
            return await self._create(player)
        while self.game is None:
            await asyncio.sleep(0.05)
        response = await player.call("POST", f"/games/{self.game}/join", {"code": self.invite})
        return self.game if response.status == 200 else None

    async def _create(self, player: Player) -> str | None:
        seats: list[dict[str, Any]] = [{"kind": "me"}]
        seats += [{"kind": "open"}] * (len(self.players) - 1)
        if self.level is not None:
            seats.append({"kind": "level", "level": self.level})
        body = {
            "settings": self.settings,
            "seats": seats,
            "visibility": "private" if self.meet == "invitation" else "public",
        }
        response = await player.call("POST", "/games", body)
        if response.status != 201:
            return None
        self.invite = response.body["invite"]
        self.game = str(response.body["id"])
        return self.game

    async def _match(self, player: Player) -> str | None:
        while True:
            body = {"settings": self.settings, "reach": 100}
            response = await player.call("POST", "/quick-match", body)
            if response.status != 200:
                return None
            if response.body["game"] is not None:
                self.game = str(response.body["game"]["id"])
                return self.game
            await asyncio.sleep(_MATCH_SECONDS)


def plan_games(random: Random, players: list[Player]) -> list[GamePlan]:
    """Return games so that every player has at least one."""
    plans: list[GamePlan] = []
    waiting = list(players)
    random.shuffle(waiting)
    while waiting:
        wanted = random.choice((1, 2, 2, 2, 2, 3, 4))
        at_the_table = [waiting.pop() for _ in range(min(wanted, len(waiting)))]
        plan = _plan(random, at_the_table, len(plans))
        plans.append(plan)
        for player in at_the_table:
            player.plans.append(plan)
    return plans


def _plan(random: Random, players: list[Player], number: int) -> GamePlan:
    players.sort(key=lambda player: player.account.bot)  # a bot creates no games
    seats = max(2, len(players))
    clock = dict(random.choice(_CLOCKS))
    people = len(players) > 1
    rated = (
        people and all(player.account.registered for player in players) and random.random() < 0.7
    )
    meet: Any = random.choice(("invitation", "lobby", "quick match")) if people else "invitation"
    if meet == "quick match" and any(player.account.bot for player in players):
        meet = "lobby"
    settings: dict[str, Any] = {
        "board": random.choice(("square8", "hex8")),
        "players": seats,
        "clock": clock,
        "rated": rated,
        "substitute": 1,
        "swap": seats == 2 and random.random() < 0.5,
    }
    if meet == "quick match" and clock["kind"] == "fischer":
        clock["initial"] += number  # only the players of this plan match each other
    elif meet == "quick match":
        meet = "lobby"
    pace = (0.05, 0.9)
    level = None if people else random.choice((1, 2))
    plan = GamePlan(settings, meet, random.uniform(0.0, 2.5), pace, level, list(players))
    plan.rematches = people and random.random() < 0.3
    if people and clock["kind"] == "none" and random.random() < 0.5:
        plan.absence = random.uniform(4.0, 12.0)
    return plan
