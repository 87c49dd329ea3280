"""Checks of settings and files that put a server or its users at risk."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Callable, Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

from ringrift.server.operations.diagnostics import Diagnostic, fail, ok, warn
from ringrift.server.settings import Settings, usable_cores

_MAX_SESSION_DAYS: Final = 90
_MAX_IDLE_DAYS: Final = 30
_HIGH_LIMITS: Final = {  # far above what people and honest bots need
    "requests_per_minute": 6_000,
    "logins_per_minute": 60,
    "messages_per_second": 500,
    "analyses_per_hour": 1_000,
    "choices_per_minute": 600,
    "analysis_seconds": 60,
    "level_seconds": 20,
    "games_per_account": 1_000,
    "sockets_per_account": 200,
    "streams_per_account": 50,
    "watches_per_socket": 1_000,
    "connections_per_address": 5_000,
    "max_connections": 100_000,
    "max_body_bytes": 4 << 20,
    "max_message_bytes": 1 << 20,
}
_TLS_MODES: Final = frozenset({"require", "verify-ca", "verify-full"})
_GUEST_ANALYSES: Final = 120  # per hour
_THREADS_PER_CORE: Final = 2
_GROUP_AND_OTHERS: Final = 0o077  # mode bits
_OTHERS: Final = 0o007  # the server's group may read a configuration that belongs to root
_CLOCK_UNSYNCHRONISED: Final = 5  # TIME_ERROR of adjtimex
_TIMEX_BYTES: Final = 512  # more than the kernel's structure has


def check_security(settings: Settings, config: Path | None = None) -> Iterator[Diagnostic]:
    """Yield the dangers that can be seen from the settings, the files and the machine."""
    yield from check_address(settings)
    yield check_proxies(settings)
    yield check_limits(settings)
    yield check_guests(settings)
    yield check_sessions(settings)
    yield from check_connections(settings)
    yield from check_private_files(settings, config)
    if os.name == "posix":
        yield check_user(os.geteuid())
    yield check_time_service(read_clock_state)


def check_address(settings: Settings) -> Iterator[Diagnostic]:
    """Check that passwords and cookies are sent over TLS."""
    where = urlsplit(settings.address)
    if settings.is_https:
        yield ok("address", f"{settings.address}: cookies are Secure")
    elif is_local(settings.host) and is_local(where.hostname or ""):
        yield ok("address", f"{settings.address}, reachable from this machine only")
    else:
        yield fail(
            "address",
            f"{settings.address} without TLS: passwords and cookies are sent in clear text",
            "put a TLS proxy in front of it and set public-url to https://…",
        )


def check_proxies(settings: Settings) -> Diagnostic:
    """Check that exactly the proxy may say where a request comes from."""
    proxies = [part.strip() for part in settings.trusted_proxies.split(",") if part.strip()]
    invalid = [proxy for proxy in proxies if not _is_address(proxy)]
    if any(_is_everyone(proxy) for proxy in invalid):
        advice = "list the proxy's addresses: otherwise every client chooses its own address"
        return fail("proxies", f"{settings.trusted_proxies} trusts everybody", advice)
    if invalid:
        found = f"{', '.join(invalid)} is no address and never matches"
        return fail("proxies", found, "list single addresses, such as 127.0.0.1")
    if settings.is_https and not proxies:
        return warn(
            "proxies",
            f"{settings.public_url} without trusted proxies",
            "set trusted-proxies: otherwise all clients share one rate limit",
        )
    return ok("proxies", settings.trusted_proxies or "none")


def check_limits(settings: Settings) -> Diagnostic:
    """Check that one client cannot use up the server."""
    raised = [
        f"{name.replace('_', '-')} = {getattr(settings, name)}"
        for name, most in _HIGH_LIMITS.items()
        if getattr(settings, name) > most
    ]
    cores = usable_cores()
    threads = settings.search_threads * settings.workers
    if threads > cores * _THREADS_PER_CORE:
        raised.append(f"{threads} search threads on {cores} cores")
    if raised:
        advice = "lower them: docs/reference/server.md lists the defaults"
        return warn("limits", "; ".join(raised), advice)
    return ok("limits", "within reason")


def check_guests(settings: Settings) -> Diagnostic:
    """Check that visitors without an account cannot buy much processor time for nothing."""
    if settings.guests and settings.analyses_per_hour > _GUEST_ANALYSES:
        found = f"guests may run {settings.analyses_per_hour} analyses an hour each"
        advice = f"set guests to false, or analyses-per-hour to at most {_GUEST_ANALYSES}"
        return warn("guests", found, advice)
    return ok("guests", "allowed" if settings.guests else "not allowed")


def check_sessions(settings: Settings) -> Diagnostic:
    """Check that a stolen session ends."""
    days, idle = settings.session_days, settings.session_idle_days
    found = f"end after {days:g} days, or {idle:g} days without use"
    if days > _MAX_SESSION_DAYS or idle > _MAX_IDLE_DAYS:
        advice = f"use at most {_MAX_SESSION_DAYS} and {_MAX_IDLE_DAYS} days"
        return warn("sessions", found, advice)
    return ok("sessions", found)


def check_connections(settings: Settings) -> Iterator[Diagnostic]:
    """Check that connections to services on other machines are encrypted and authenticated."""
    for what, address in (("database link", settings.database), ("bus link", settings.bus)):
        where = urlsplit(address)
        if where.scheme.startswith("sqlite") or not where.hostname or is_local(where.hostname):
            continue
        query = parse_qs(where.query)
        encrypted = where.scheme == "rediss" or bool(
            {"require", "verify-ca", "verify-full"}
            & {*query.get("ssl", ()), *query.get("sslmode", ())}
        )
        if not encrypted:
            advice = "add ?ssl=require to the address, or use rediss:// for Redis"
            yield warn(what, f"{where.hostname} is reached without TLS", advice)
        if where.password is None:
            advice = "give the server's user a password"
            yield warn(what, f"{where.hostname} is reached without a password", advice)


def check_private_files(settings: Settings, config: Path | None) -> Iterator[Diagnostic]:
    """Check that other users of the machine cannot read passwords or backups."""
    exposed: list[Path] = []
    if config is not None and has_password(settings) and _has_bits(config, _OTHERS):
        exposed.append(config)
    if settings.smtp_password_file and _has_bits(Path(settings.smtp_password_file), _OTHERS):
        exposed.append(Path(settings.smtp_password_file))
    key = settings.secret_key_file
    if key is not None and _has_bits(key, _GROUP_AND_OTHERS):
        exposed.append(key)
    folders = {Path.cwd()}
    if settings.is_sqlite:
        folders.add(Path(settings.database.removeprefix("sqlite:///")).absolute().parent)
    for folder in sorted(folders):
        backups = sorted(folder.glob("*.backup"))
        exposed += [file for file in backups if _has_bits(file, _GROUP_AND_OTHERS)]
    if exposed:
        names = " ".join(map(str, exposed))
        yield warn("private files", f"others can read {names}", f"chmod 600 {names}")
    else:
        yield ok("private files", "no configuration or backup is readable by others")


def has_password(settings: Settings) -> bool:
    """Return whether the settings contain a password."""
    addresses = (settings.database, settings.bus)
    return bool(settings.smtp_password) or any(urlsplit(one).password for one in addresses)


def check_user(user: int) -> Diagnostic:
    """Check that a fault in the server does not give away the machine."""
    if user == 0:
        return warn("user", "root", "run the server as its own user: see deploy/ringrift.service")
    return ok("user", f"{user}, without privileges")


def check_time_service(read_state: Callable[[], int | None]) -> Diagnostic:
    """Check that a service keeps the clock right."""
    state = read_state()
    if state is None:
        return ok("time service", "unknown: this machine does not say")
    if state == _CLOCK_UNSYNCHRONISED:
        advice = "run one (chrony, systemd-timesyncd): leases and game clocks need it"
        return warn("time service", "the clock is not synchronised", advice)
    return ok("time service", "the clock is synchronised")


def read_clock_state() -> int | None:
    """Return the kernel's clock state, or None where it cannot be read."""
    buffer = ctypes.create_string_buffer(_TIMEX_BYTES)  # mode 0: read only
    try:
        state = int(ctypes.CDLL(None).adjtimex(buffer))
    except (OSError, AttributeError, TypeError):  # TypeError: Windows
        return None
    return None if state < 0 else state


def is_local(host: str) -> bool:
    """Return whether only this machine reaches the host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return not ip_address(text).is_unspecified


def _is_everyone(text: str) -> bool:
    try:
        return ip_network(text, strict=False).prefixlen == 0 or ip_address(text).is_unspecified
    except ValueError:
        return text == "*"


def _has_bits(path: Path, bits: int) -> bool:
    if os.name != "posix":  # other systems protect files by access lists
        return False
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & bits)
    except OSError:
        return False
