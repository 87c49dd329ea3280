"""`ringrift doctor` reports each problem with advice."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Any

import pytest
from alembic.script import ScriptDirectory

from ringrift.cli.main import main
from ringrift.kernel.engines import ReferencePosition
from ringrift.rules.moves import Move
from ringrift.server.errors import StorageError
from ringrift.server.operations import doctor
from ringrift.server.operations.diagnostics import Diagnostic
from ringrift.server.operations.doctor import run_checks
from ringrift.server.operations.doctor_storage import check_bus, check_database
from ringrift.server.page import files
from ringrift.server.settings import Settings
from ringrift.server.storage.database import alembic_config, run_upgrade
from tests.server.running_server import on_sqlite, running

NEWEST = ScriptDirectory.from_config(alembic_config()).get_current_head()


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doctor") / "ringrift.db"
    run_upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def file(migrated: Path, tmp_path: Path) -> Path:
    """A database with the current schema, readable by its owner only."""
    path = tmp_path / "ringrift.db"
    path.write_bytes(migrated.read_bytes())
    path.chmod(0o600)
    return path


def found(
    settings: Settings, environment: Mapping[str, str] | None = None
) -> dict[str, Diagnostic]:
    return {
        diagnostic.what: diagnostic
        for diagnostic in asyncio.run(run_checks(settings, environment or {}))
    }


def stored(path: Path) -> dict[str, Diagnostic]:
    return {
        diagnostic.what: diagnostic
        for diagnostic in asyncio.run(check_database(f"sqlite:///{path}"))
    }


def change(path: Path, statement: str, values: tuple[Any, ...] = ()) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def test_a_healthy_machine_passes_all_checks(file: Path) -> None:
    diagnostics = found(Settings(port=0, database=f"sqlite:///{file}"))
    assert {diagnostic.verdict for diagnostic in diagnostics.values()} <= {"ok", "warn"}
    for what in (
        "python",
        "rules mode",
        "database",
        "database file",
        "schema",
        "clock",
        "bus",
        "port",
    ):
        assert diagnostics[what].verdict == "ok", diagnostics[what]


def test_a_missing_page_is_reported(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(port=0, database=f"sqlite:///{file}")
    monkeypatch.setattr(files, "_FOLDERS", (tmp_path / "nowhere",))
    missing = found(settings)["page"]
    assert (missing.verdict, missing.advice) == ("warn", files.HOW_TO_GET_PAGE)
    assert found(replace(settings, page=str(tmp_path)))["page"].verdict == "fail"
    (tmp_path / "index.html").write_text("a page")
    assert found(replace(settings, page=str(tmp_path)))["page"].verdict == "ok"


def test_a_missing_database_is_ok_and_not_created(tmp_path: Path) -> None:
    diagnostics = stored(tmp_path / "new.db")
    assert diagnostics["database file"].found.endswith("is created at the first start")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_fails(tmp_path: Path) -> None:
    assert stored(tmp_path / "missing" / "new.db")["database file"].verdict == "fail"


def test_a_file_that_others_can_read_is_a_warning(file: Path) -> None:
    file.chmod(0o644)
    diagnostic = stored(file)["database file"]
    assert (diagnostic.verdict, diagnostic.advice) == ("warn", f"chmod 600 {file}")


def test_a_file_that_is_not_a_database_fails(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(
        "not a database, but long enough to be looked at as one " * 10
    )
    diagnostic = stored(tmp_path / "notes.txt")["database"]
    assert diagnostic.verdict == "fail"
    assert "file is not a database" in diagnostic.found


@pytest.mark.parametrize(
    ("revision", "verdict"), [("9999", "fail"), ("0001", "warn"), (NEWEST, "ok")]
)
def test_the_schema_of_another_version_is_reported(file: Path, revision: str, verdict: str) -> None:
    change(file, "UPDATE alembic_version SET version_num = ?", (revision,))
    assert stored(file)["schema"].verdict == verdict


def test_a_server_does_not_start_on_the_schema_of_a_newer_version(file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(
        StorageError, match="it belongs to a newer version: install that one, or restore a backup"
    ):
        run_upgrade(f"sqlite:///{file}")


def test_a_clock_behind_the_newest_game_fails(file: Path) -> None:
    row = ("g", "{}", "open", "public", False, "c", time() + 3600, 0, 0)
    names = "id, settings, status, visibility, rated, invite_code, created_at, sequence, owner_term"
    change(file, f"INSERT INTO games ({names}) VALUES ({', '.join('?' * 9)})", row)
    diagnostic = stored(file)["clock"]
    assert diagnostic.verdict == "fail"
    assert "s behind the newest game" in diagnostic.found


@pytest.mark.parametrize("address", ["mysql://x", "sqlite://"])
def test_an_invalid_address_fails(address: str) -> None:
    [diagnostic] = asyncio.run(check_database(address))
    assert (diagnostic.what, diagnostic.verdict) == ("database", "fail")


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1", "postgresql://nobody@127.0.0.1:1/none"])
def test_unreachable_services_fail(address: str) -> None:
    [diagnostic] = asyncio.run(check_bus(address))
    assert diagnostic.verdict == "fail"
    if address.startswith("postgresql"):
        assert asyncio.run(check_database(address))[0].verdict == "fail"


def test_a_port_of_another_program_fails(file: Path) -> None:
    with socket.socket() as other:  # bound, but refuses connections
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        diagnostic = found(Settings(port=port, database=f"sqlite:///{file}"))["port"]
    assert (diagnostic.verdict, diagnostic.advice) == ("fail", "stop it, or use another --port")


def test_a_port_of_our_own_server_is_ok(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        port = int(server.base.rpartition(":")[2])
        diagnostic = found(replace(server.settings, port=port))["port"]
    assert diagnostic.found == f"a RingRift server is already running at 127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("environment", "verdict", "message"),
    [
        ({}, "ok", "python, gate open"),
        ({"RINGRIFT_RULES_MODE": "kernel"}, "ok", "kernel, gate open"),
        (
            {"RINGRIFT_RULES_MODE": "kernel", "RINGRIFT_RULES_MODE_GATE": "shadow"},
            "warn",
            "does not allow kernel",
        ),
        (
            {"RINGRIFT_RULES_MODE": "shadow", "RINGRIFT_KERNEL_DISABLED": "1"},
            "warn",
            "KERNEL_DISABLED is set",
        ),
        ({"RINGRIFT_RULES_MODE": "guess"}, "fail", "there is no rules mode 'guess'"),
        ({"RINGRIFT_KERNEL_DISABLED": "perhaps"}, "fail", "RINGRIFT_KERNEL_DISABLED"),
    ],
)
def test_the_rules_mode_and_its_gate_are_checked(
    environment: dict[str, str], verdict: str, message: str
) -> None:
    [diagnostic] = doctor._check_rules_mode(Settings(), environment)
    assert diagnostic.verdict == verdict
    assert message in diagnostic.found


class _Forgetful(ReferencePosition):
    """An engine that plays another move than the given one."""

    def apply(self, move: Move, /) -> None:
        super().apply(next(other for other in self.legal_moves() if other != move))


def test_a_kernel_that_differs_from_the_reference_engine_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor, "installed_kernel", lambda: _Forgetful)
    [diagnostic] = doctor._check_kernel()
    assert diagnostic.verdict == "fail"
    assert "RINGRIFT_KERNEL_DISABLED=1" in diagnostic.advice


def test_the_doctor_command_prints_text_and_json(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--port", "0", "--database", f"sqlite:///{file}"]) == 0
    assert capsys.readouterr().out.startswith("ok   python")
    assert main(["doctor", "--json", "--port", "0", "--database", "mysql://x"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["what"] for line in lines if line["verdict"] == "fail"] == ["database", "bus"]
    assert all(line["advice"] for line in lines if line["verdict"] != "ok")
