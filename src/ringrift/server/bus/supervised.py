"""A bus over a network: proves by heartbeats that it works, reconnects, and notices losses."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from abc import abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self
from uuid import uuid4

from ringrift.server.bus.bus import Bus
from ringrift.server.errors import StorageError

_HEARTBEAT_SECONDS: Final = 0.5
_SILENCE_SECONDS: Final = 1.0  # without the own heartbeat, after which a connection counts as lost
_LATE_SECONDS: Final = 0.2  # a longer delay of a timer means that this process was late itself
_CONNECT_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = 0.2
_LOSS_DELAY: Final = 0.1  # seconds; losses within this time are reported together
_MAX_QUEUED: Final = 32 * 2**20  # characters
_MAX_BATCH: Final = 1000  # frames
_MAX_SENDERS: Final = 1000  # other workers, living and dead
_HEARTBEAT: Final = "-"  # the topic of heartbeats
_CANNOT_STORE: Final = "!"  # the content of a heartbeat without a database
_GOODBYE: Final = "."  # the topic of the last message of a worker
_OVERDUE_SECONDS: Final = 1.5  # without a message of a worker, whose own may be held up
_GONE_SECONDS: Final = 10.0  # without a message, after which a worker counts as dead
_REPEAT_SECONDS: Final = 2.5  # within which others repeat the calls that were lost
_log = logging.getLogger("ringrift.server.bus")


@dataclass(slots=True)
class _Sender:
    """Another worker: its last message, and the parts of one that is incomplete."""

    number: int
    heard_at: float
    can_store: bool = True
    parts: list[str] = field(default_factory=list)


class SupervisedBus(Bus):
    """One channel for all topics. Subscribers of this worker are called at once.

    A worker sends a heartbeat over the channel and must receive it: drivers do not report every
    lost connection. Messages are numbered, so receivers notice when one is missing.
    """

    max_part: int | None = None  # characters per frame; longer messages are sent in parts

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._name = uuid4().hex
        self._number = 0  # of the last message, sent or lost
        self._senders: dict[str, _Sender] = {}
        self._queue: list[str] = []
        self._queued = 0  # characters
        self._wake = asyncio.Event()
        self._sent = asyncio.Event()  # the queue is empty
        self._heard = asyncio.Event()  # the own heartbeat came back
        self._disconnected_at: float | None = asyncio.get_running_loop().time()
        self._heartbeat_due = asyncio.Event()  # before its time
        self._confirmed_at = -math.inf  # when the last heartbeat that came back was sent
        self._lost_at = -math.inf  # when messages were last found missing
        self._loss_timer: asyncio.TimerHandle | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: str) -> Self:
        """Connect; raise `StorageError` if that is not possible."""
        bus = cls(address)
        bus._task = asyncio.create_task(bus._supervise(), name="bus")
        try:
            await asyncio.shield(bus._opened)
        except BaseException:
            await bus.close()
            raise
        return bus

    async def publish(self, topic: str, message: Any) -> None:
        self._deliver(topic, message)
        self._number += 1
        if self._disconnected_at is not None:
            return  # the others notice the missing number
        text = json.dumps(message)  # ASCII: one byte per character
        size = self.max_part or max(1, len(text))
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        for part, piece in enumerate(pieces, 1):
            self._enqueue(f"{self._name} {self._number} {part} {len(pieces)} {topic} {piece}")

    @property
    def seconds_disconnected(self) -> float:
        if self._disconnected_at is None:
            return 0.0
        return max(1e-9, asyncio.get_running_loop().time() - self._disconnected_at)

    @property
    def peer_can_store(self) -> bool:
        heard = asyncio.get_running_loop().time() - _OVERDUE_SECONDS
        return any(one.can_store and one.heard_at > heard for one in self._senders.values())

    def has_received_until(self, at: float, /) -> bool:
        now = asyncio.get_running_loop().time()
        if self._disconnected_at is not None or now - self._lost_at < _REPEAT_SECONDS:
            return False
        if self._confirmed_at < at:
            self._heartbeat_due.set()
            return False
        silences = [now - sender.heard_at for sender in self._senders.values()]
        return not any(_OVERDUE_SECONDS < silence < _GONE_SECONDS for silence in silences)

    async def close(self) -> None:
        """Send what is queued, then stop."""
        if self.connected:
            self._enqueue(f"{self._name} {self._number} 1 1 {_GOODBYE} ")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sent.wait(), _SILENCE_SECONDS)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._loss_timer is not None:
            self._loss_timer.cancel()
        if self._opened.done():
            self._opened.exception()  # mark it as retrieved

    @abstractmethod
    async def _connect(self) -> None:
        """Connect and subscribe to the channel."""

    @abstractmethod
    async def _receive(self) -> None:
        """Pass each received frame to `_received`; return or raise when the connection is lost."""

    @abstractmethod
    async def _transmit(self, frames: list[str]) -> None:
        """Send the frames to all workers, this one included."""

    @abstractmethod
    async def _disconnect(self) -> None:
        """End the connection at once, whatever state it is in. It must not wait for the peer."""

    @abstractmethod
    def _explain(self, error: BaseException) -> str:
        """Return why the bus cannot be reached, without secrets."""

    async def _supervise(self) -> None:
        while True:
            reason: BaseException = StorageError("the connection was closed")
            try:
                reason = await self._serve_connection()
            except Exception as error:  # noqa: BLE001 - without a bus the worker is deaf: retry
                reason = error
            if not self._opened.done():
                self._opened.set_exception(StorageError(self._explain(reason)))
            if self._disconnected_at is None:
                self._disconnected_at = asyncio.get_running_loop().time()
            _log.warning("lost the bus, reconnecting: %s", self._explain(reason))
            await asyncio.sleep(_RETRY_SECONDS)

    async def _serve_connection(self) -> BaseException:
        """Connect and serve until the connection is lost; return the reason."""
        tasks: list[asyncio.Task[None]] = []
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await self._connect()
            self._queue.clear()
            self._queued = 0
            work = (self._receive(), self._send_queue(), self._send_heartbeats())
            tasks.extend(asyncio.create_task(one) for one in work)
            [first, *_], _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return first.exception() or StorageError("the connection was closed")
        finally:
            if self._disconnected_at is None:
                self._disconnected_at = asyncio.get_running_loop().time()
            await self._disconnect()  # first: a hanging statement cannot be cancelled otherwise
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_queue(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                batch, self._queue = self._queue[:_MAX_BATCH], self._queue[_MAX_BATCH:]
                self._queued = sum(map(len, self._queue))
                await self._transmit(batch)
            self._sent.set()

    async def _send_heartbeats(self) -> None:
        while True:
            self._heard.clear()
            self._heartbeat_due.clear()
            sent_at = asyncio.get_running_loop().time()
            content = "" if self.can_store else _CANNOT_STORE
            self._enqueue(f"{self._name} {self._number} 1 1 {_HEARTBEAT} {content}")
            await self._expect_heartbeat()
            self._confirmed_at = sent_at
            if self._disconnected_at is not None:
                self._mark_connected()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._heartbeat_due.wait(), _HEARTBEAT_SECONDS)

    async def _expect_heartbeat(self) -> None:
        """Wait for the own heartbeat; wait again if this process was the one that was late."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            started = loop.time()
            try:
                await asyncio.wait_for(self._heard.wait(), _SILENCE_SECONDS)
                return
            except TimeoutError:
                if loop.time() - started < _SILENCE_SECONDS + _LATE_SECONDS:
                    break
        raise StorageError(f"no heartbeat came back within {_SILENCE_SECONDS} s")

    def _mark_connected(self) -> None:
        self._disconnected_at = None
        for sender in self._senders.values():  # while this worker was deaf, they were not silent
            sender.heard_at = asyncio.get_running_loop().time()
        if self._opened.done():
            _log.info("the bus is connected again")
            self._schedule_loss_report()
        else:
            self._opened.set_result(None)

    def _enqueue(self, frame: str) -> None:
        if self._queued > _MAX_QUEUED:
            _log.warning("the bus is too slow: dropped %d messages", len(self._queue))
            self._queue.clear()
            self._queued = 0
        self._queue.append(frame)
        self._queued += len(frame)
        self._sent.clear()
        self._wake.set()

    def _received(self, frame: str) -> None:
        try:
            name, number_text, part_text, total_text, topic, piece = frame.split(" ", 5)
            number, part, total = int(number_text), int(part_text), int(total_text)
        except ValueError:
            _log.warning("ignored an unknown message on the channel of the bus")
            return
        if name == self._name:
            if topic == _HEARTBEAT:
                self._heard.set()
            return
        sender = self._senders.get(name)
        if topic == _GOODBYE:
            self._senders.pop(name, None)
            return
        if sender is None:
            sender = self._add_sender(name, number if topic == _HEARTBEAT else number - 1)
        sender.heard_at = asyncio.get_running_loop().time()
        if topic == _HEARTBEAT:
            sender.can_store = piece != _CANNOT_STORE
        if topic == _HEARTBEAT or part == 1:
            expected = sender.number if topic == _HEARTBEAT else sender.number + 1
            if number != expected:
                self._schedule_loss_report()
            sender.number, sender.parts = number, []
        if topic in self._handlers:
            sender.parts.append(piece)
            if part == total == len(sender.parts):  # else the first parts were not received
                self._deliver(topic, json.loads("".join(sender.parts)))

    def _add_sender(self, name: str, number: int) -> _Sender:
        while len(self._senders) >= _MAX_SENDERS:
            del self._senders[next(iter(self._senders))]
        self._senders[name] = _Sender(number, asyncio.get_running_loop().time())
        return self._senders[name]

    def _schedule_loss_report(self) -> None:
        loop = asyncio.get_running_loop()
        self._lost_at = loop.time()
        if self._loss_timer is None:
            self._loss_timer = loop.call_later(_LOSS_DELAY, self._end_loss_delay)

    def _end_loss_delay(self) -> None:
        self._loss_timer = None
        self._report_loss()
