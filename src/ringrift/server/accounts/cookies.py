"""Cookies. Over HTTPS they have the prefix `__Host-`: no other host can set or read them."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import Response
from starlette.requests import HTTPConnection

from ringrift.server.settings import Settings

CookieName = Literal["ringrift_session", "ringrift_device"]
SESSION_COOKIE: Final = "ringrift_session"
DEVICE_COOKIE: Final = "ringrift_device"
_HOST_PREFIX: Final = "__Host-"  # browsers require Secure, Path=/ and no Domain


def cookie_name(name: CookieName, settings: Settings) -> str:
    """Return the name under which this server sets the cookie."""
    return _HOST_PREFIX + name if settings.is_https else name


def read_cookie(connection: HTTPConnection, name: CookieName, settings: Settings) -> str | None:
    return connection.cookies.get(cookie_name(name, settings))


def set_cookie(
    response: Response, name: CookieName, secret: str, seconds: float, settings: Settings
) -> None:
    """Set a cookie that scripts cannot read and other sites cannot send with a change."""
    response.set_cookie(
        cookie_name(name, settings),
        secret,
        max_age=int(seconds),
        path="/",
        httponly=True,
        samesite="lax",
        secure=settings.is_https,
    )


def delete_cookie(response: Response, name: CookieName, settings: Settings) -> None:
    response.delete_cookie(
        cookie_name(name, settings),
        path="/",
        httponly=True,
        samesite="lax",
        secure=settings.is_https,
    )
