"""HTTP requests that survive a restart of the server.

A request that changes something has an idempotency key, so it is repeated without harm until the
server answers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Final, Literal

import httpx

from ringrift import __version__
from ringrift.client.backoff import waits
from ringrift.client.errors import REPEATABLE, ConnectionLostError, ServerRefusalError

Method = Literal["GET", "POST", "PUT", "DELETE"]
_KEY_HEADER: Final = "Idempotency-Key"
_CSRF_HEADER: Final = "X-CSRF-Token"
_SESSION_COOKIES: Final = ("__Host-ringrift_session", "ringrift_session")
_TOO_MANY: Final = 429
_UNAVAILABLE: Final = frozenset({502, 503, 504})  # of the server, or of a proxy before it


class HttpApi:
    """Sends requests to one server."""

    def __init__(self, url: str, token: str | None, *, patience: float, timeout: float) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._patience = patience
        self._csrf = ""
        self._http = httpx.AsyncClient(
            base_url=self.url,
            timeout=timeout,
            headers={"User-Agent": f"ringrift/{__version__}"},
            follow_redirects=False,  # a token must not follow one to another server
        )

    def log_in(self, session: Mapping[str, Any]) -> None:
        """Use the session of this response; its cookie is kept already."""
        self._csrf = session["csrf"]

    @property
    def headers(self) -> dict[str, str]:
        """What authenticates a WebSocket."""
        if self._token is not None:
            return {"Authorization": f"Bearer {self._token}"}
        found = {one.name: one.value for one in self._http.cookies.jar}
        for name in _SESSION_COOKIES:
            if name in found:
                return {"Cookie": f"{name}={found[name]}"}
        return {}

    async def request(
        self,
        method: Method,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the JSON of the response, or its text; raise `ServerRefusalError`."""
        headers = {}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        elif self._csrf and method != "GET":
            headers[_CSRF_HEADER] = self._csrf
        if method != "GET":
            headers[_KEY_HEADER] = token_hex(16)
        params = {name: value for name, value in (query or {}).items() if value is not None}
        deadline = asyncio.get_running_loop().time() + self._patience
        for wait in waits():
            try:
                response = await self._http.request(
                    method, path, json=body, params=params, headers=headers
                )
            except httpx.TransportError as error:
                await self._wait(wait, deadline, f"{self.url} cannot be reached: {error}")
                continue
            if response.is_success:
                return _read(response)
            seconds = wait
            refused = ServerRefusalError.load(_error_body(response), response.status_code)
            if response.status_code == _TOO_MANY and "Retry-After" in response.headers:
                seconds = max(wait, float(response.headers["Retry-After"]))
            elif refused.code not in REPEATABLE and response.status_code not in _UNAVAILABLE:
                raise refused
            await self._wait(seconds, deadline, str(refused), refused)
        raise AssertionError("the waits have no end")

    async def close(self) -> None:
        await self._http.aclose()

    async def _wait(
        self, seconds: float, deadline: float, reason: str, error: Exception | None = None
    ) -> None:
        """Wait before the next attempt, or give up."""
        if asyncio.get_running_loop().time() + seconds > deadline:
            raise error or ConnectionLostError(reason)
        await asyncio.sleep(seconds)


def _read(response: httpx.Response) -> Any:
    if not response.content:
        return None
    is_json = response.headers.get("content-type", "").startswith("application/json")
    return response.json() if is_json else response.text


def _error_body(response: httpx.Response) -> Mapping[str, Any]:
    try:
        body = response.json()
    except json.JSONDecodeError:
        return {}
    return body if isinstance(body, Mapping) else {}
