"""`ringrift doctor`: checks the machine and the settings of a server. Changes nothing."""

from __future__ import annotations

import errno
import shutil
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
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
from ringrift.rules.grid import BOARD_NAMES
from ringrift.server.operations.diagnostics import Diagnostic, fail, ok, warn
from ringrift.server.operations.doctor_mail import check_mail
from ringrift.server.operations.doctor_security import check_security
from ringrift.server.operations.doctor_storage import check_bus, check_database
from ringrift.server.page.files import HOW_TO_GET_PAGE, page_folder
from ringrift.server.settings import Settings

_PYTHON: Final = (3, 11)
_LOCKSTEP_MOVES: Final = 40  # per board
_GIB: Final = 1 << 30
_LOW_DISK: Final = 5 * _GIB
_FULL_DISK: Final = _GIB // 4
_MIN_OPEN_FILES: Final = 4096
_TIMEOUT: Final = 3.0


async def run_checks(
    settings: Settings, environment: Mapping[str, str], config: Path | None = None
) -> list[Diagnostic]:
    """Run all checks, in the order in which a server depends on them.

    `config` is the file from which the settings came.
    """
    diagnostics = [_check_python(), *_check_kernel(), *_check_rules_mode(settings, environment)]
    diagnostics += await check_database(settings.database)
    diagnostics += await check_bus(settings.bus_address)
    diagnostics += [
        _check_page(settings),
        _check_disk(settings),
        _check_port(settings),
        _check_open_files(),
        *check_mail(settings),
        *check_security(settings, config),
    ]
    return diagnostics


def _check_python() -> Diagnostic:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < _PYTHON:
        return fail("python", version, "install Python 3.11 or newer")
    return ok("python", version)


def _check_kernel() -> Iterator[Diagnostic]:
    """Check that the kernel is built and agrees with the reference engine."""
    try:
        kernel = installed_kernel()
    except KernelMissingError:
        yield warn("kernel", "not built: levels and rules are slower", HOW_TO_BUILD)
        return
    lockstep, moves = Lockstep(kernel), 0
    for seed, board in enumerate(BOARD_NAMES):
        walk = lockstep.play_randomly(new_game(board, 2), Random(seed), _LOCKSTEP_MOVES)
        moves += walk.moves
        if walk.difference is not None:
            found = f"differs from the reference engine on {board}: {walk.difference.what}"
            yield fail(
                "kernel",
                found,
                f"set {KILL_SWITCH_VARIABLE}=1, run `ringrift parity` and report the vector",
            )
            return
    boards = len(BOARD_NAMES)
    yield ok(
        "kernel", f"built, equal to the reference engine over {moves} moves on {boards} boards"
    )


def _check_rules_mode(settings: Settings, environment: Mapping[str, str]) -> Iterator[Diagnostic]:
    try:
        mode = choose_rules_mode(settings.rules_mode or None, environment)
        wanted = choose_rules_mode(settings.rules_mode or None, {**environment, GATE_VARIABLE: ""})
        killed = kernel_disabled(environment)
    except RingRiftError as error:
        yield fail("rules mode", str(error), "use python, shadow or kernel")
        return
    if mode is not wanted:
        yield warn(
            "rules mode",
            f"{mode}: the gate does not allow {wanted}",
            f"raise {GATE_VARIABLE} to allow it",
        )
    elif killed and mode is not RulesMode.PYTHON:
        yield warn(
            "rules mode",
            f"python: {KILL_SWITCH_VARIABLE} is set",
            "unset it to return to the mode",
        )
    else:
        yield ok("rules mode", f"{mode}, gate {environment.get(GATE_VARIABLE) or 'open'}")


def _check_page(settings: Settings) -> Diagnostic:
    try:
        folder = page_folder(settings.page)
    except RingRiftError as error:
        return fail("page", error.message, "correct the setting page, or leave it out")
    if folder is None:
        return warn("page", "not built: the server answers only programs", HOW_TO_GET_PAGE)
    return ok("page", str(folder))


def _check_disk(settings: Settings) -> Diagnostic:
    folder = Path.cwd()
    if settings.is_sqlite:
        folder = Path(settings.database.removeprefix("sqlite:///")).absolute().parent
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    found = f"{free / _GIB:.1f} GiB free at {folder}"
    if free < _FULL_DISK:
        return fail("disk", found, "free some space: commits fail on a full disk")
    if free < _LOW_DISK:
        return warn("disk", found, "monitor it: a thousand games need about 0.1 GiB")
    return ok("disk", found)


def _check_port(settings: Settings) -> Diagnostic:
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
                "use an address of this machine and a port above 1023",
            )
        if _is_ringrift(settings):
            return ok("port", f"a RingRift server is already running at {where}")
        return fail("port", f"{where} is used by another program", "stop it, or use another --port")
    return ok("port", f"{where} is free")


def _is_ringrift(settings: Settings) -> bool:
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "") else settings.host
    try:
        with urllib.request.urlopen(
            f"http://{host}:{settings.port}/healthz", timeout=_TIMEOUT
        ) as answer:
            return b'"status":"ok"' in answer.read(1000)
    except (OSError, ValueError):
        return False


def _check_open_files() -> Diagnostic:
    try:
        import resource
    except ImportError:  # Windows
        return ok("open files", "this system has no limit that can be read")
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit < _MIN_OPEN_FILES:
        return warn(
            "open files",
            f"limit {limit}",
            f"raise it to at least {_MIN_OPEN_FILES}: every socket needs one (ulimit -n)",
        )
    return ok("open files", f"limit {limit}")
