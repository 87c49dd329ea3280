"""The package needs no module, signal or function that only Unix has to be imported and played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Removes what Windows lacks, then loads every module of the package.
AS_ON_WINDOWS = """
import asyncio, multiprocessing.popen_spawn_posix, os, pkgutil, selectors, signal, sys
import concurrent.futures.process, platformdirs, subprocess, uuid
from importlib import import_module
from types import SimpleNamespace
for name in "fcntl grp pwd resource termios tty pty readline uvloop".split():
    sys.modules[name] = None
for name in "SIGHUP SIGALRM SIGKILL SIGUSR1 SIGUSR2 SIGWINCH setitimer ITIMER_REAL".split():
    delattr(signal, name)
signal.Signals = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM")]
for name in "fork geteuid getuid killpg nice setpriority sched_getaffinity fchmod".split():
    delattr(os, name)
locked = []
sys.modules["msvcrt"] = SimpleNamespace(
    LK_NBLCK=2, locking=lambda number, mode, size: locked.append((mode, size))
)
import ringrift
"""


def run(script: str, folder: Path, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", AS_ON_WINDOWS + script],
        cwd=folder,
        env={"XDG_STATE_HOME": str(folder), "HOME": str(folder)},
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_module_loads(tmp_path: Path) -> None:
    done = run(
        "for module in pkgutil.walk_packages(ringrift.__path__, 'ringrift.'):\n"
        "    if not module.name.endswith(('__main__', 'open_spiel_game', 'migrations.env')):\n"
        "        if '.versions.' not in module.name:\n"
        "            import_module(module.name)\n"
        "print(len(sys.modules))",
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 500


def test_a_game_is_played_and_kept_in_the_terminal(tmp_path: Path) -> None:
    done = run(
        "from ringrift.cli.main import main\n"
        "sys.stdin.isatty = lambda: True\n"
        "code = main(['play', '--seats', 'person,person'])\n"
        "print('locked', locked)\n"
        "sys.exit(code)",
        tmp_path,
        "@d4\nd4-d6\n",
    )
    assert "Traceback" not in done.stderr
    assert "locked [(2, 1)" in done.stdout
    assert len(list(tmp_path.rglob("*.rrg"))) == 1


def test_a_second_server_finds_the_lock(tmp_path: Path) -> None:
    done = run(
        "from ringrift.server.storage.single_instance import SingleInstance\n"
        "with SingleInstance.acquire('sqlite:///one.db'):\n"
        "    def refuse(*_):\n"
        "        raise OSError('locked')\n"
        "    sys.modules['msvcrt'].locking = refuse\n"
        "    SingleInstance.acquire('sqlite:///one.db')",
        tmp_path,
    )
    assert "another server uses the database" in done.stderr
