"""Calls between workers: a request goes to the worker that owns a game, and its reply returns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final
from uuid import uuid4

from ringrift.server.bus.bus import Bus
from ringrift.server.errors import ApiError
from ringrift.server.storage.failures import FAILURES, storage_refusal

_TIMEOUT: Final = 2.0  # seconds: by then the lease of a dead worker has expired

_log = logging.getLogger("ringrift.server.bus")
Handler = Callable[[str, Any], Awaitable[Any]]  # gets method and params, returns the result


class RpcTimeoutError(Exception):
    """The called worker did not reply."""


class WorkerRpc:
    """Calls other workers and handles their calls. A remote `ApiError` is raised at the caller."""

    def __init__(self, bus: Bus, worker: str, handler: Handler) -> None:
        self._bus = bus
        self._worker = worker
        self._handler = handler
        self._pending: dict[str, asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(self._topic(worker), self._receive)
        bus.add_loss_listener(self._fail_pending)

    async def call(
        self, worker: str, method: str, params: Any, *, timeout: float = _TIMEOUT
    ) -> Any:
        """Return the result of the method at that worker.

        After an `RpcTimeoutError` it is unknown whether the method ran: calls must be repeatable.
        """
        if not self._bus.connected:
            raise RpcTimeoutError(worker)
        call_id = uuid4().hex
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending[call_id] = result
        request = {"id": call_id, "method": method, "params": params, "reply_to": self._worker}
        try:
            await self._bus.publish(self._topic(worker), request)
            return await asyncio.wait_for(result, timeout)
        except TimeoutError as error:
            raise RpcTimeoutError(worker) from error
        finally:
            del self._pending[call_id]

    async def close(self) -> None:
        self._bus.unsubscribe(self._topic(self._worker), self._receive)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    def _topic(worker: str) -> str:
        return f"worker.{worker}"

    def _fail_pending(self) -> None:
        """Give up the calls whose request or reply may be lost; their callers repeat them."""
        for result in self._pending.values():
            if not result.done():
                result.set_exception(RpcTimeoutError())

    def _receive(self, message: Any) -> None:
        if "method" in message:
            task = asyncio.create_task(self._reply(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        result = self._pending.get(message["id"])
        if result is None or result.done():
            return
        if "error" in message:
            result.set_exception(ApiError.from_message(message["error"]))
        else:
            result.set_result(message["result"])

    async def _reply(self, request: Any) -> None:
        reply: dict[str, Any] = {"id": request["id"]}
        try:
            reply["result"] = await self._handler(request["method"], request["params"])
        except ApiError as error:
            reply["error"] = error.to_message()
        except FAILURES as error:
            _log.error("storage failed: %s", error)
            reply["error"] = storage_refusal(error).to_message()
        except Exception:  # noqa: BLE001 - log it and keep serving
            _log.exception("a remote call failed", extra={"method": request["method"]})
            message = "the server failed to handle this: send it again"
            reply["error"] = ApiError(503, "TRY_AGAIN", message).to_message()
        await self._bus.publish(self._topic(request["reply_to"]), reply)
