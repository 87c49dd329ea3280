"""Server settings: flags override the environment (RINGRIFT_…), a TOML file and the defaults."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final, Self

from ringrift.host.errors import InvalidConfigError, invalid_config

_PREFIX: Final = "RINGRIFT_"
_SENDER: Final = re.compile(r"[^@\s]+@[^@\s]+")
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Flags have the same names, with dashes."""

    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    database: str = "sqlite:///ringrift.db"
    bus: str = ""  # redis://… or postgresql://…; by default the database if that is PostgreSQL
    public_url: str = ""  # the public address, behind a proxy
    page: str = ""  # the folder of the built page; by default that of the package or repository
    rules_mode: str = ""  # python, shadow or kernel; by default RINGRIFT_RULES_MODE decides
    registration: bool = True
    guests: bool = True
    require_second_factor_for_staff: bool = True  # to administer over the network
    session_days: float = 30.0  # after which a login session ends
    session_idle_days: float = 14.0  # after which an unused login session ends
    requests_per_minute: int = 600  # per account or address
    logins_per_minute: int = 10
    messages_per_second: int = 50  # per socket
    analyses_per_hour: int = 60
    reports_per_hour: int = 10  # of other people, per account; of all guests of an address
    choices_per_minute: int = 60  # moves of a level without a game, per account or address
    analysis_seconds: float = 5.0
    analysis_workers: int = 1
    level_threads: int = 0  # computers that search at the same time; 0: as the cores allow
    level_seconds: float = 2.0  # per move of level 10
    absence_seconds: float = 300.0  # after which an opponent may claim a game without clocks
    guest_days: int = 30  # after which a guest who never played is deleted
    analysis_days: int = 30  # after which an analysis is deleted
    open_days: int = 7  # after which a game that has not started is aborted
    abandoned_days: int = 30  # after which a game without clocks and players ends
    games_per_account: int = 50  # open or live, that the account plays in or created
    level_games_per_account: int = 4  # of levels alone
    sockets_per_account: int = 20  # per worker
    streams_per_account: int = 4  # of a bot, per worker
    watches_per_socket: int = 100
    connections_per_address: int = 500  # per worker; proxies excepted
    max_connections: int = 20_000  # per worker
    max_body_bytes: int = 256 * 1024
    max_message_bytes: int = 16 * 1024
    key_file: str = ""  # encrypts the secrets of authenticator apps; SQLite: beside the database
    smtp_host: str = ""  # hands mails to the world; empty: the server sends no mail
    smtp_port: int = 587
    smtp_security: str = "starttls"  # or tls, or none
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_password_file: str = ""  # contains the password instead
    smtp_ca_file: str = ""  # certificates to trust; by default those of the system
    mail_from: str = ""  # the sender, such as RingRift <noreply@example.org>
    trusted_proxies: str = ""  # comma-separated addresses whose X-Forwarded-For is trusted
    log_level: str = "info"
    log_format: str = "json"  # or text
    request_log: bool = False  # one line for each HTTP request

    @classmethod
    def read(
        cls,
        flags: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        file: Path | None = None,
    ) -> Self:
        """Read the settings from all sources; an unknown or invalid one is refused by its name."""
        found: dict[str, Any] = {}
        if file is not None:
            found |= _read_file(file)
        known = {field.name for field in fields(cls)}
        for name in known:
            text = (environment or {}).get(_PREFIX + name.upper())
            if text is not None and name != "rules_mode":  # each game reads that one itself
                found[name] = text
        found |= {name: value for name, value in (flags or {}).items() if value is not None}
        for name in found.keys() - known:
            raise _invalid(name, "there is no such setting: docs/reference/server.md lists them")
        defaults = cls()
        settings = cls(
            **{name: _convert(name, getattr(defaults, name), found[name]) for name in found}
        )
        settings._check()
        return settings

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")

    @property
    def search_threads(self) -> int:
        """The threads of a worker for levels and analyses together."""
        shared = (usable_cores() - 1) // self.workers  # the event loops need a core
        return (self.level_threads or max(1, shared)) + self.analysis_workers

    @property
    def bus_address(self) -> str | None:
        """The address of the bus; None for a single worker."""
        if self.bus:
            return self.bus
        return None if self.is_sqlite else self.database

    @property
    def secret_key_file(self) -> Path | None:
        """The file of the key that encrypts secrets; None where only the operator can choose it."""
        if self.key_file:
            return Path(self.key_file)
        if self.is_sqlite:
            return Path(self.database.removeprefix("sqlite:///") + ".key")
        return None

    @property
    def has_mail(self) -> bool:
        """Whether the server sends mails."""
        return bool(self.smtp_host)

    @property
    def is_https(self) -> bool:
        """Whether browsers reach the server over TLS."""
        return self.address.startswith("https://")

    @property
    def address(self) -> str:
        """The URL of the server in a browser."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")

    def _check(self) -> None:
        for name, low, high in _RANGES:
            if not low <= getattr(self, name) <= high:
                raise _invalid(name, f"use a number from {low} to {high}")
        if self.workers > 1 and self.is_sqlite:
            raise _invalid(
                "workers", "SQLite supports one worker: use --database postgresql://… for more"
            )
        if self.log_format not in ("json", "text"):
            raise _invalid("log_format", "use json or text")
        if self.rules_mode and self.rules_mode.lower() not in ("python", "shadow", "kernel"):
            raise _invalid("rules_mode", "use python, shadow or kernel")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise _invalid("public_url", "use an address such as https://play.example.org")
        self._check_mail()

    def _check_mail(self) -> None:
        if self.smtp_security not in ("starttls", "tls", "none"):
            raise _invalid("smtp_security", "use starttls, tls or none")
        if self.smtp_password and self.smtp_password_file:
            raise _invalid("smtp_password_file", "give the password or its file, not both")
        if self.has_mail and not _SENDER.fullmatch(parseaddr(self.mail_from)[1]):
            advice = "name the sender of mails, such as RingRift <noreply@example.org>"
            raise _invalid("mail_from", advice)


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_RANGES: Final = (
    ("port", 0, 65535),
    ("workers", 1, 64),
    ("session_days", 0.01, 3650),
    ("session_idle_days", 0.01, 3650),
    ("requests_per_minute", 1, 1_000_000),
    ("logins_per_minute", 1, 1_000_000),
    ("messages_per_second", 1, 100_000),
    ("analyses_per_hour", 0, 1_000_000),
    ("reports_per_hour", 0, 1_000_000),
    ("choices_per_minute", 0, 1_000_000),
    ("analysis_seconds", 0.1, 600),
    ("analysis_workers", 1, 64),
    ("level_threads", 0, 64),
    ("level_seconds", 0.05, 60),
    ("absence_seconds", 10, 86_400),
    ("guest_days", 1, 3650),
    ("analysis_days", 1, 3650),
    ("open_days", 1, 3650),
    ("abandoned_days", 1, 3650),
    ("games_per_account", 1, 1_000_000),
    ("level_games_per_account", 0, 1_000_000),
    ("sockets_per_account", 1, 1_000_000),
    ("streams_per_account", 1, 1_000_000),
    ("watches_per_socket", 1, 1_000_000),
    ("connections_per_address", 1, 1_000_000),
    ("max_connections", 10, 1_000_000),
    ("smtp_port", 1, 65535),
    ("max_body_bytes", 1024, 100_000_000),
    ("max_message_bytes", 1024, 10_000_000),
)


def _read_file(file: Path) -> dict[str, Any]:
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _invalid("config", f"{file} cannot be read as TOML: {error}") from error
    return {name.replace("-", "_"): value for name, value in read.items()}


def _convert(name: str, default: Any, value: Any) -> Any:
    """Return the value in the type of the setting."""
    kind = type(default)
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    if kind is bool and isinstance(value, str) and value.lower() in _TRUE | _FALSE:
        return value.lower() in _TRUE
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
    raise _invalid(name, f"{value!r} is not valid: use {expected}")


def _invalid(name: str, message: str) -> InvalidConfigError:
    return invalid_config(name.replace("_", "-"), message)
