"""The doctor: looks at a machine and its settings before, or while, a server runs there. Changes nothing."""

from __future__ import annotations

import errno
import resource
import shutil
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from random import Random
from typing import Final

from ringrift.conformance.lockstep import Lockstep
from ringrift.host.rules_guard.rules_mode import (
    GATE_VARIABLE,
    KILL_SWITCH_VARIABLE,
    RulesMode,
    choose_rules_mode,
    kernel_disabled,
)
from ringrift.kernel.engines import HOW_TO_BUILD, KernelMissingError, installed_kernel
from ringrift.rules import new_game
from ringrift.rules.errors import RingRiftError
from ringrift.server.operations.diagnostics import Diagnostic, fail, ok, warn
from ringrift.server.operations.doctor_storage import look_at_bus, look_at_database
from ringrift.server.settings import Settings

_PYTHON: Final = (3, 11)
_STEPS: Final = 40  # moves of the lockstep on each board
_GIB: Final = 1 << 30
_LITTLE_DISK: Final = 5 * _GIB
_NO_DISK: Final = _GIB // 4
_SOCKETS: Final = 4096  # files that a process should be able to open
_PATIENCE: Final = 3.0


async def examine(settings: Settings, environment: Mapping[str, str]) -> list[Diagnostic]:
    """Everything, in the order in which a server would need it."""
    diagnostics = [_python(), *_kernel(), *_rules(settings, environment)]
    diagnostics += await look_at_database(settings.database)
    diagnostics += await look_at_bus(settings.bus_address)
    diagnostics += [_disk(settings), _port(settings), _files(), *_exposure(settings)]
    return diagnostics


def _python() -> Diagnostic:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < _PYTHON:
        return fail("python", version, "install Python 3.11 or newer")
    return ok("python", version)


def _kernel() -> Iterator[Diagnostic]:
    """Whether it is built, and plays as the law does."""
    try:
        kernel = installed_kernel()
    except KernelMissingError:
        yield warn("kernel", "not built: computers and rules are slower", HOW_TO_BUILD)
        return
    lockstep, moves = Lockstep(kernel), 0
    for seed, board in enumerate(("square8", "square19", "hex8", "hexagonal")):
        walk = lockstep.play_randomly(new_game(board, 2), Random(seed), _STEPS)
        moves += walk.moves
        if walk.difference is not None:
            found = f"differs from the law on {board}: {walk.difference.what}"
            yield fail(
                "kernel",
                found,
                f"set {KILL_SWITCH_VARIABLE}=1, run `ringrift parity` and report the vector",
            )
            return
    yield ok("kernel", f"built, equal to the law over {moves} moves on four boards")


def _rules(settings: Settings, environment: Mapping[str, str]) -> Iterator[Diagnostic]:
    try:
        mode = choose_rules_mode(settings.rules_mode or None, environment)
        wanted = choose_rules_mode(settings.rules_mode or None, {**environment, GATE_VARIABLE: ""})
        killed = kernel_disabled(environment)
    except RingRiftError as error:
        yield fail("rules mode", str(error), "choose law, shadow or kernel")
        return
    if mode is not wanted:
        yield warn(
            "rules mode",
            f"{mode}: the gate holds {wanted} back",
            f"raise {GATE_VARIABLE} to allow it",
        )
    elif killed and mode is not RulesMode.PYTHON:
        yield warn(
            "rules mode",
            f"python: {KILL_SWITCH_VARIABLE} is set",
            "unset it to go back to the mode",
        )
    else:
        yield ok("rules mode", f"{mode}, gate {environment.get(GATE_VARIABLE) or 'open'}")


def _disk(settings: Settings) -> Diagnostic:
    folder = Path.cwd()
    if settings.is_sqlite:
        folder = Path(settings.database.removeprefix("sqlite:///")).absolute().parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    told = f"{free / _GIB:.1f} GiB free at {folder}"
    if free < _NO_DISK:
        return fail("disk", told, "free some space: a commit that does not fit is lost")
    if free < _LITTLE_DISK:
        return warn("disk", told, "watch it: a thousand games need about 0.1 GiB")
    return ok("disk", told)


def _port(settings: Settings) -> Diagnostic:
    where = f"{settings.host}:{settings.port}"
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return fail(
                "port",
                f"{where}: {error.strerror}",
                "choose an address of this machine and a port above 1023",
            )
        if _answers(settings):
            return ok("port", f"a RingRift server answers at {where}")
        return fail(
            "port", f"{where} is taken by another program", "stop it, or choose another --port"
        )
    return ok("port", f"{where} is free")


def _answers(settings: Settings) -> bool:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host
    try:
        with urllib.request.urlopen(
            f"http://{host}:{settings.port}/healthz", timeout=_PATIENCE
        ) as answer:
            return b'"status":"ok"' in answer.read(1000)
    except (OSError, ValueError):
        return False


def _files() -> Diagnostic:
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < _SOCKETS:
        return warn(
            "open files",
            f"{most} at most",
            f"raise it to {_SOCKETS} or more: every socket is one (ulimit -n)",
        )
    return ok("open files", f"{most} at most")


def _exposure(settings: Settings) -> Iterator[Diagnostic]:
    """Whether passwords and cookies could be read on the way."""
    if settings.public_url.startswith("https://"):
        if settings.trusted_proxies:
            yield ok("address", settings.public_url)
        else:
            advice = "name the proxy in trusted-proxies, or all people share one limit"
            yield warn("address", f"{settings.public_url} without trusted proxies", advice)
    elif _is_local(settings.host):
        yield ok("address", f"{settings.address}, for this machine alone")
    else:
        advice = "put a proxy with TLS before it and set public-url to https://…"
        yield warn(
            "address", f"{settings.address} without TLS: passwords travel in the clear", advice
        )


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
