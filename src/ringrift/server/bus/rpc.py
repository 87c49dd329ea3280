"""Questions between workers: a command goes to the worker that plays the game, its answer comes back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final
from uuid import uuid4

from ringrift.server.bus.bus import Bus
from ringrift.server.errors import ApiError

_PATIENCE: Final = 2.0  # seconds: by then the lease of a worker that is gone has run out

_log = logging.getLogger("ringrift.server.bus")
Answerer = Callable[[str, Any], Awaitable[Any]]


class RpcTimeoutError(Exception):
    """The worker that was asked is gone."""


class WorkerRpc:
    """Asks other workers and answers them. An `ApiError` over there is raised where it was asked."""

    def __init__(self, bus: Bus, worker: str, answer: Answerer) -> None:
        self._bus = bus
        self._worker = worker
        self._answer = answer
        self._open: dict[str, asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.listen(self._topic(worker), self._received)

    async def ask(
        self, worker: str, name: str, arguments: Any, *, patience: float = _PATIENCE
    ) -> Any:
        number = uuid4().hex
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        question = {"ask": name, "with": arguments, "number": number, "from": self._worker}
        try:
            await self._bus.publish(self._topic(worker), question)
            return await asyncio.wait_for(answer, patience)
        except TimeoutError as error:
            raise RpcTimeoutError(worker) from error
        finally:
            del self._open[number]

    async def close(self) -> None:
        self._bus.ignore(self._topic(self._worker), self._received)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    def _topic(worker: str) -> str:
        return f"worker.{worker}"

    def _received(self, message: Any) -> None:
        if "ask" in message:
            task = asyncio.create_task(self._reply(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        answer = self._open.get(message["number"])
        if answer is None or answer.done():
            return
        if "error" in message:
            answer.set_exception(ApiError.from_message(message["error"]))
        else:
            answer.set_result(message["answer"])

    async def _reply(self, question: Any) -> None:
        reply: dict[str, Any] = {"number": question["number"]}
        try:
            reply["answer"] = await self._answer(question["ask"], question["with"])
        except ApiError as error:
            reply["error"] = error.to_message()
        except Exception:  # noqa: BLE001 - it is logged, and the rest goes on
            _log.exception(
                "a question of another worker failed", extra={"question": question["ask"]}
            )
            reply["error"] = ApiError(503, "TRY_AGAIN", "that failed: send it again").to_message()
        await self._bus.publish(self._topic(question["from"]), reply)
