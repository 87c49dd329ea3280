"""How a server is set up: flags over the environment (RINGRIFT_…) over a TOML file over what stands here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Self

from ringrift.host.errors import InvalidConfigError, invalid_config

_PREFIX: Final = "RINGRIFT_"
_YES: Final = frozenset({"1", "true", "yes", "on"})
_NO: Final = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be chosen. The names are those of the flags, with dashes there."""

    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    database: str = "sqlite:///ringrift.db"
    bus: str = ""  # redis://… or postgresql://…; by default the database if that is PostgreSQL
    public_url: str = ""  # as people type it, where a proxy stands before the server
    page: str = (
        ""  # the folder of the built page; by default the one in the package or the repository
    )
    rules_mode: str = ""  # law, shadow or kernel; by default RINGRIFT_RULES_MODE decides
    registration: bool = True
    guests: bool = True
    session_days: int = 30
    requests_per_minute: int = 600  # of one account or address
    sign_ins_per_minute: int = 10
    messages_per_second: int = 50  # of one socket
    analyses_per_hour: int = 60
    choices_per_minute: int = 60  # moves of a level without a game, of one account or address
    analysis_seconds: float = 5.0
    analysis_workers: int = 1
    level_threads: int = 2  # computers that think at a time
    level_seconds: float = 2.0  # for a decision of level 10
    absence_seconds: float = 300.0  # after which an opponent may claim a game without clocks
    guest_days: int = 30  # after which a guest who never played and is gone is forgotten
    analysis_days: int = 30  # after which an analysis is forgotten
    open_days: int = 7  # after which a game that has not begun is called off
    abandoned_days: int = 30  # after which a game without clocks ends whose players are all gone
    games_per_account: int = 50  # open or live at a time
    sockets_per_account: int = 20  # at one worker
    streams_per_account: int = 4  # of a bot, at one worker
    watches_per_socket: int = 100
    most_body_bytes: int = 256 * 1024
    most_message_bytes: int = 16 * 1024
    trusted_proxies: str = (
        ""  # addresses whose X-Forwarded-For is believed, with commas between them
    )
    log_level: str = "info"
    log_format: str = "json"  # or text

    @classmethod
    def read(
        cls,
        flags: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        file: Path | None = None,
    ) -> Self:
        """The settings out of all their sources; one that is unknown or cannot be is refused by its name."""
        found: dict[str, Any] = {}
        if file is not None:
            found |= _of_file(file)
        known = {field.name for field in fields(cls)}
        for name in known:
            text = (environment or {}).get(_PREFIX + name.upper())
            if (
                text is not None and name != "rules_mode"
            ):  # that one is read for each game, by the kernel's modes
                found[name] = text
        found |= {name: value for name, value in (flags or {}).items() if value is not None}
        for name in found.keys() - known:
            raise _refused(name, "there is no such setting; docs/reference/server.md lists them")
        defaults = cls()
        settings = cls(
            **{name: _fitting(name, getattr(defaults, name), found[name]) for name in found}
        )
        settings._check()
        return settings

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")

    @property
    def bus_address(self) -> str | None:
        """Where workers meet; None for one worker alone."""
        if self.bus:
            return self.bus
        return None if self.is_sqlite else self.database

    @property
    def address(self) -> str:
        """The server as a browser names it."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")

    def _check(self) -> None:
        for name, least, most in _RANGES:
            if not least <= getattr(self, name) <= most:
                raise _refused(name, f"give {least} to {most}")
        if self.workers > 1 and self.is_sqlite:
            raise _refused(
                "workers", "SQLite serves one worker; several need --database postgresql://…"
            )
        if self.log_format not in ("json", "text"):
            raise _refused("log_format", "give json or text")
        if self.rules_mode and self.rules_mode.lower() not in ("python", "shadow", "kernel"):
            raise _refused("rules_mode", "give python, shadow or kernel")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise _refused("public_url", "give an address such as https://play.example.org")


_RANGES: Final = (
    ("port", 0, 65535),
    ("workers", 1, 64),
    ("session_days", 1, 3650),
    ("requests_per_minute", 1, 1_000_000),
    ("sign_ins_per_minute", 1, 1_000_000),
    ("messages_per_second", 1, 100_000),
    ("analyses_per_hour", 0, 1_000_000),
    ("choices_per_minute", 0, 1_000_000),
    ("analysis_seconds", 0.1, 600),
    ("analysis_workers", 1, 64),
    ("level_threads", 1, 64),
    ("level_seconds", 0.05, 60),
    ("absence_seconds", 10, 86_400),
    ("guest_days", 1, 3650),
    ("analysis_days", 1, 3650),
    ("open_days", 1, 3650),
    ("abandoned_days", 1, 3650),
    ("games_per_account", 1, 1_000_000),
    ("sockets_per_account", 1, 1_000_000),
    ("streams_per_account", 1, 1_000_000),
    ("watches_per_socket", 1, 1_000_000),
    ("most_body_bytes", 1024, 100_000_000),
    ("most_message_bytes", 1024, 10_000_000),
)


def _of_file(file: Path) -> dict[str, Any]:
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _refused("config", f"{file} cannot be read as TOML: {error}") from error
    return {name.replace("-", "_"): value for name, value in read.items()}


def _fitting(name: str, default: Any, value: Any) -> Any:
    """The value in the type that the setting has."""
    kind = type(default)
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    if kind is bool and isinstance(value, str) and value.lower() in _YES | _NO:
        return value.lower() in _YES
    if (
        kind in (int, float)
        and isinstance(value, int | float | str)
        and not isinstance(value, bool)
    ):
        try:
            return kind(value)
        except ValueError:
            pass
    expected = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}[kind]
    raise _refused(name, f"{value!r} does not fit: give {expected}")


def _refused(name: str, message: str) -> InvalidConfigError:
    return invalid_config(name.replace("_", "-"), message)
