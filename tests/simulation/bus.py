"""The network between the workers, beneath the supervision of the server's bus.

It delays messages, keeps their order from each sender only, and can lose a worker in two ways: its
connection breaks, or it stays open and carries nothing.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import ClassVar, Final, Self

from ringrift.server.bus.supervised import SupervisedBus
from tests.simulation.virtual_loop import Process, current_process

_LATENCY: Final = (0.0005, 0.005)  # seconds


class BusNetwork:
    """Carries frames between the buses of all workers."""

    def __init__(self, random: Random) -> None:
        self.frames = 0
        self.slowness = 1.0
        self._broken: set[str] = set()  # workers that cannot connect
        self._silent: set[str] = set()  # workers whose connection carries nothing
        self._random = random
        self._connected: list[SimulatedBus] = []
        self._last: dict[tuple[str, str], float] = {}  # the latest delivery of each pair

    def cut(self, worker: str, *, silently: bool) -> None:
        """Separate a worker from the bus."""
        if silently:
            self._silent.add(worker)
            return
        self._broken.add(worker)
        for bus in tuple(self._connected):
            if bus.process.name == worker:
                self._connected.remove(bus)
                bus.lost.set()

    def reunite(self, worker: str) -> None:
        self._broken.discard(worker)
        self._silent.discard(worker)

    def heal(self) -> None:
        self._broken.clear()
        self._silent.clear()
        self.slowness = 1.0

    async def connect(self, bus: SimulatedBus) -> None:
        await asyncio.sleep(self._delay())
        if bus.process.name in self._silent:
            await asyncio.get_running_loop().create_future()  # no answer comes
        if bus.process.name in self._broken:
            raise OSError("connection refused")
        self._connected.append(bus)

    def disconnect(self, bus: SimulatedBus) -> None:
        self._connected = [other for other in self._connected if other is not bus]

    async def send(self, sender: SimulatedBus, frames: list[str]) -> None:
        await asyncio.sleep(self._delay())
        if sender.process.name in self._silent:
            await asyncio.get_running_loop().create_future()
        if sender not in self._connected:
            raise OSError("the connection was closed")
        loop = asyncio.get_running_loop()
        for receiver in tuple(self._connected):
            if receiver.process.name in self._silent or not receiver.process.alive:
                continue
            self.frames += len(frames)
            pair = (sender.process.name, receiver.process.name)
            at = self._last[pair] = max(loop.time() + self._delay(), self._last.get(pair, 0.0))
            receiver.process.call(at - loop.time(), receiver.receive, frames)

    def _delay(self) -> float:
        return self._random.uniform(*_LATENCY) * self.slowness


class SimulatedBus(SupervisedBus):
    """The bus of one worker."""

    max_part = 7000  # as over PostgreSQL

    _network: ClassVar[BusNetwork]  # of the running simulation

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.process: Process = current_process()
        self.lost = asyncio.Event()
        self._open = False

    @classmethod
    async def open_on(cls, network: BusNetwork) -> Self:
        """Connect as `SupervisedBus.open` does."""
        cls._network = network
        return await cls.open("simulated")

    def receive(self, frames: list[str]) -> None:
        if self._open:
            for frame in frames:
                self._received(frame)

    async def _connect(self) -> None:
        self.lost.clear()
        await self._network.connect(self)
        self._open = True

    async def _receive(self) -> None:
        await self.lost.wait()

    async def _transmit(self, frames: list[str]) -> None:
        await self._network.send(self, frames)

    async def _disconnect(self) -> None:
        self._open = False
        self._network.disconnect(self)

    def _explain(self, error: BaseException) -> str:
        return f"the bus cannot be reached: {error}"
