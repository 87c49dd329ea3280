"""The command that installs an extra names the file or clone that RingRift came from."""

from __future__ import annotations

import importlib.metadata
import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ringrift.cli.main import main
from ringrift.extras import install_command, missing_extra


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set what pip recorded about the installation."""

    def set_record(origin: dict[str, Any] | None) -> None:
        text = None if origin is None else json.dumps(origin)
        found = SimpleNamespace(read_text=lambda _: text)
        monkeypatch.setattr(importlib.metadata, "distribution", lambda _: found)

    return set_record


def arguments(command: str) -> list[str]:
    """Return the arguments of pip after `install`."""
    python, *rest = shlex.split(command)
    assert python == sys.executable
    assert rest[:3] == ["-m", "pip", "install"]
    return rest[3:]


def test_an_extra_comes_from_the_wheel(record: Any, tmp_path: Path) -> None:
    wheel = tmp_path / "my files" / "ringrift-0.2.0-cp312-abi3-win_amd64.whl"
    wheel.parent.mkdir()
    wheel.touch()
    record({"url": wheel.as_uri(), "archive_info": {}})
    assert arguments(install_command("server")) == [f"{wheel}[server]"]


def test_an_extra_comes_from_the_clone(record: Any, tmp_path: Path) -> None:
    record({"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    assert arguments(install_command("client")) == ["--editable", f"{tmp_path}[client]"]
    record({"url": tmp_path.as_uri(), "dir_info": {}})
    assert arguments(install_command("client")) == [f"{tmp_path}[client]"]


def test_an_extra_comes_from_the_address_of_a_repository_or_file(record: Any) -> None:
    url = "https://git.example/ringrift"
    record({"url": url, "vcs_info": {"vcs": "git", "commit_id": "abc"}})
    assert arguments(install_command("ray")) == [f"ringrift[ray] @ git+{url}@abc"]
    record({"url": f"{url}.whl", "archive_info": {}})
    assert arguments(install_command("ray")) == [f"ringrift[ray] @ {url}.whl"]


@pytest.mark.parametrize("origin", [None, {"url": "file:///gone/ringrift.whl"}])
def test_the_command_says_what_to_name_if_the_file_is_unknown(record: Any, origin: Any) -> None:
    record(origin)
    command = install_command("server")
    assert command.endswith('"FILE[server]" (FILE: the wheel, sdist or clone of RingRift)')


def test_a_package_that_was_never_installed_has_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def distribution(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)
    assert '"FILE[server]"' in install_command("server")


def test_the_message_says_what_is_missing_and_what_to_do(record: Any) -> None:
    record(None)
    message = missing_extra("a bot", "client", "No module named 'httpx'")
    assert message.startswith("a bot needs the extra [client] (No module named 'httpx'). Install")


@pytest.mark.parametrize(
    ("command", "module", "extra"),
    [
        (["serve"], "ringrift.server.main", "server"),
        (["doctor"], "ringrift.server.operations.doctor", "server"),
        (["backup", "out"], "ringrift.server.settings", "server"),
        (["restore", "in"], "ringrift.server.settings", "server"),
        (["admin", "reports"], "ringrift.server.settings", "server"),
        (["bot"], "ringrift.client", "client"),
        (
            ["learn", "run", "--board", "hex8", "--players", "2"],
            "ringrift.learning.cycle",
            "learning",
        ),
        (["dataset", "export", "in", "--out", "o"], "ringrift.learning.dataset", "learning"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_says_how_to_install_what_it_lacks(
    command: list[str],
    module: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert main(command) != 0
    shown = capsys.readouterr().err
    assert f"needs the extra [{extra}]" in shown
    assert install_command(extra) in shown
