"""Linux namespaces: a run cannot disturb other services, and leaves no process or mount behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

_INSIDE: Final = "RINGRIFT_FAULTS_SANDBOX"
_UNSHARE: Final = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
HOST: Final = "10.9.0.1"  # the address of the services on the bridge to the workers


def can_sandbox() -> bool:
    """Return whether this process may create namespaces."""
    if os.environ.get(_INSIDE):
        return True
    try:
        return subprocess.run([*_UNSHARE, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def enter_sandbox(module: str) -> None:
    """Run this program again in new namespaces, and exit with its status; return inside them."""
    if os.environ.get(_INSIDE):
        run("ip", "link", "set", "lo", "up")
        return
    if not can_sandbox():
        sys.exit("Faults are injected into namespaces of their own: run this as root on Linux.")
    command = [*_UNSHARE, sys.executable, "-m", module, *sys.argv[1:]]
    sys.exit(subprocess.run(command, env=os.environ | {_INSIDE: "1"}, check=False).returncode)


def run(*command: str | Path) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.decode().strip()}")


class NetworkNamespace:
    """A network namespace for one worker, with a cable to the services that can be cut."""

    def __init__(self, number: int) -> None:
        self.address = f"10.9.{number}.2"
        self._cable = f"worker{number}"
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self._wait_for_namespace()
        inside = (*self.prefix, "ip")
        pid = str(self._holder.pid)
        run("ip", "link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", pid)
        run("ip", "address", "add", f"10.9.{number}.1/24", "dev", self._cable)
        run("ip", "link", "set", self._cable, "up")
        run(*inside, "address", "add", f"{self.address}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")
        run(*inside, "link", "set", "lo", "up")
        run(*inside, "route", "add", "default", "via", f"10.9.{number}.1")

    @property
    def prefix(self) -> tuple[str, ...]:
        """The command that runs another one in this namespace."""
        return ("nsenter", f"--net=/proc/{self._holder.pid}/ns/net")

    def cut(self) -> None:
        """Drop every packet in both directions, without closing a connection."""
        run("ip", "link", "set", self._cable, "down")

    def mend(self) -> None:
        run("ip", "link", "set", self._cable, "up")

    def close(self) -> None:
        self._holder.kill()
        self._holder.wait()

    def _wait_for_namespace(self) -> None:
        own, other = (Path(f"/proc/{pid}/ns/net") for pid in ("self", self._holder.pid))
        while other.readlink() == own.readlink():
            pass


def add_service_address() -> None:
    """Give the services an address that workers in other namespaces can reach."""
    run("ip", "address", "replace", f"{HOST}/32", "dev", "lo")
