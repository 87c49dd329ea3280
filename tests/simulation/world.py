"""One simulation: its workers, clients, network, database and random numbers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Final

from ringrift.server.settings import Settings
from tests.simulation.accounts import TestAccount
from tests.simulation.borders import UNREAD_BYTES
from tests.simulation.bus import BusNetwork
from tests.simulation.fault_plan import DATABASE_FAULTS
from tests.simulation.players import Player
from tests.simulation.replicas import Positions
from tests.simulation.second_devices import SecondDevice
from tests.simulation.storage import Storage
from tests.simulation.trace import Trace
from tests.simulation.virtual_loop import VirtualLoop
from tests.simulation.workers import SimulatedWorker

_READY_SECONDS: Final = 30.0
_SAMPLE_SECONDS: Final = 0.5
_MAX_UNREAD_BYTES: Final = UNREAD_BYTES + 50_000  # one message more than the budget
_ABSENCE_SECONDS: Final = 6.0
_MIN_ABSENCE: Final = _ABSENCE_SECONDS / 2  # presence is stored from time to time
_MAX_TASKS: Final = 200  # of a worker without clients
_MAX_TASKS_PER_SOCKET: Final = 20


class NotReadyError(Exception):
    """A worker does not start or stop, although nothing fails."""


class World:
    """Everything of one seed. Each part draws its own random numbers."""

    def __init__(self, seed: int, path: Path, *, workers: int = 1) -> None:
        self.seed = seed
        self.loop = VirtualLoop(self.random("loop"))
        self.trace = Trace(self.loop.time)
        self.settings = Settings(
            logins_per_minute=100_000, requests_per_minute=100_000, absence_seconds=_ABSENCE_SECONDS
        )
        self.storage = Storage(path, self.random("storage"))
        self.network = BusNetwork(self.random("bus"))
        self.positions = Positions()
        self.workers = [SimulatedWorker(self, number) for number in range(1, workers + 1)]
        self.players: list[Player] = []
        self.devices: list[SecondDevice] = []
        self.strangers: list[TestAccount] = []  # accounts that do not play
        self.excesses: list[str] = []  # of memory or leases, noted while it runs
        self.ends_games = False  # players resign soon
        self.quiet = False  # players send nothing new
        self.quiet_at: dict[str, int] = {}  # the last event of each game by then
        self.faults: list[str] = []
        self.server_errors: list[str] = []  # responses with status 500

    def random(self, use: str) -> Random:
        """Return the random numbers of one part of the simulation."""
        return Random(f"{self.seed}/{use}")

    @property
    def database_failed(self) -> bool:
        """Whether any fault so far kept the database from storing something."""
        return not DATABASE_FAULTS.isdisjoint(self.faults)

    def check_absence(self, account: str, game: str) -> None:
        """Note a claim that ended the game of a player who was there."""
        for player in self.players:
            there_until = min(player.connected_until, self.loop.time())
            if self.loop.time() - player.connected_since < _MIN_ABSENCE:
                continue  # returned a moment ago; that is not stored yet
            if player.account.id == account and self.loop.time() - there_until < _MIN_ABSENCE:
                self.excesses.append(f"{player.name} was there, and {game[:6]} was claimed")

    async def watch_memory(self) -> None:
        """Note whatever grows beyond its budget."""
        while True:
            await asyncio.sleep(_SAMPLE_SECONDS)
            for machine in self.workers:
                if machine.worker is None:
                    continue
                sockets = list(machine.worker.sockets)
                unread = max((socket.buffered_bytes for socket in sockets), default=0)
                if unread > _MAX_UNREAD_BYTES:
                    self.excesses.append(f"{machine.name} keeps {unread} unread bytes of a socket")
                tasks = len(machine.process.pending)
                if tasks > _MAX_TASKS + _MAX_TASKS_PER_SOCKET * len(sockets):
                    self.excesses.append(f"{machine.name} has {tasks} tasks")

    async def start_workers(self) -> None:
        """Start the workers that are down, and wait until all are ready."""
        for worker in self.workers:
            if not worker.process.alive:
                worker.start()
        until = self.loop.time() + _READY_SECONDS
        while not all(worker.ready for worker in self.workers):
            if self.loop.time() > until:
                late = [worker.name for worker in self.workers if not worker.ready]
                raise NotReadyError(f"not ready after {_READY_SECONDS:.0f} s: {', '.join(late)}")
            await asyncio.sleep(0.01)
            for worker in self.workers:
                if not worker.process.alive:
                    worker.start()
