"""Limits password guesses by address and device, so that nobody can lock an owner out.

A guess costs a token of its address, of the pair of address and name, and of the name. The last
bucket is large: only guesses from many addresses empty it. A device on which the account has
logged in before needs none of these; it has its own bucket. A right password returns the tokens.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from ringrift.server.accounts.client_info import network_of
from ringrift.server.accounts.known_devices import KnownDevices
from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.errors import ApiError
from ringrift.server.limits.service import RateLimits, SharedName

_ADVICE: Final = {
    "logins": "too many logins",
    "guesses": "too many wrong passwords or codes",
    "name_guesses": "too many wrong passwords or codes for this name: use a device on which you "
    "have logged in before",
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """The tokens that a right password returns."""

    taken: tuple[tuple[SharedName, str], ...]


class LoginGuard:
    """Asked before each password is checked."""

    def __init__(self, limits: RateLimits, devices: KnownDevices) -> None:
        self._limits = limits
        self._devices = devices

    async def admit_login(self, name: str, address: str, device: str | None, now: float) -> Attempt:
        """Admit a login, or refuse it with the time to wait."""
        key, network = name_key(name), network_of(address)
        known = None if device is None else await self._devices.find(device, key, now)
        if known is not None:
            return await self._admit(f"device {known}", address)
        await self._take("logins", network, address)
        await self._take("guesses", f"{network} {key}", address)
        await self._take("name_guesses", key, address)
        return Attempt((("guesses", f"{network} {key}"), ("name_guesses", key)))

    async def admit_session(self, session: str, address: str) -> Attempt:
        """Admit a password that is sent within a session."""
        return await self._admit(f"session {session}", address)

    async def admit_factor(
        self, account: str, name: str, address: str, device: str | None, now: float
    ) -> Attempt:
        """Admit the second step of a login, whose password was right."""
        known = None if device is None else await self._devices.find(device, name_key(name), now)
        if known is not None:
            return await self._admit(f"factor on device {known}", address)
        here = f"factor {account} {network_of(address)}"
        await self._take("guesses", here, address)
        await self._take("name_guesses", f"factor {account}", address)
        return Attempt((("guesses", here), ("name_guesses", f"factor {account}")))

    async def succeed(self, attempt: Attempt) -> None:
        """Return the tokens of the attempt: its password was right."""
        for limit, key in attempt.taken:
            await self._limits.give_back(limit, key)

    async def _admit(self, key: str, address: str) -> Attempt:
        await self._take("logins", key, address)
        await self._take("guesses", key, address)
        return Attempt((("guesses", key),))

    async def _take(self, limit: SharedName, key: str, address: str) -> None:
        wait = await self._limits.take_shared(limit, key)
        if not wait:
            return
        log_security_event("limited", address=address, about=limit)
        seconds = math.ceil(wait)
        message = f"{_ADVICE[limit]}: try again in {seconds} s"
        raise ApiError(429, "TOO_MANY", message, more={"retryAfter": seconds})
