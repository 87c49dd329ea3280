"""`ringrift doctor` finds each dangerous setting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ringrift.server.operations import doctor_security as doctor
from ringrift.server.operations.doctor import run_checks
from ringrift.server.operations.doctor_storage import check_database
from ringrift.server.settings import Settings
from ringrift.server.storage.database import run_upgrade

HTTPS = "https://play.example.org"


@pytest.mark.parametrize(
    ("settings", "verdict"),
    [
        (Settings(), "ok"),
        (Settings(host="localhost"), "ok"),
        (Settings(host="0.0.0.0"), "fail"),
        (Settings(host="192.0.2.1"), "fail"),
        (Settings(public_url="http://play.example.org"), "fail"),
        (Settings(host="0.0.0.0", public_url=HTTPS), "ok"),
    ],
)
def test_a_public_server_without_tls_fails(settings: Settings, verdict: str) -> None:
    [diagnostic] = doctor.check_address(settings)
    assert diagnostic.verdict == verdict


@pytest.mark.parametrize(
    ("proxies", "public_url", "verdict"),
    [
        ("", "", "ok"),
        ("", HTTPS, "warn"),
        ("127.0.0.1, ::1", HTTPS, "ok"),
        ("*", HTTPS, "fail"),
        ("0.0.0.0/0", HTTPS, "fail"),
        ("0.0.0.0", HTTPS, "fail"),
        ("proxy.internal", HTTPS, "fail"),
        ("10.0.0.0/8", HTTPS, "fail"),
    ],
)
def test_only_the_proxy_may_name_the_clients_address(
    proxies: str, public_url: str, verdict: str
) -> None:
    settings = Settings(trusted_proxies=proxies, public_url=public_url)
    assert doctor.check_proxies(settings).verdict == verdict


@pytest.mark.parametrize("name", doctor._HIGH_LIMITS)
def test_a_limit_beyond_reason_is_reported(name: str) -> None:
    settings: Any = {name: type(getattr(Settings(), name))(doctor._HIGH_LIMITS[name] + 1)}
    diagnostic = doctor.check_limits(Settings(**settings))
    assert diagnostic.verdict == "warn"
    assert name.replace("_", "-") in diagnostic.found


def test_more_search_threads_than_cores_are_reported() -> None:
    assert "search threads" in doctor.check_limits(Settings(level_threads=64)).found


def test_the_default_settings_are_within_reason() -> None:
    defaults = Settings(level_threads=1)
    for check in (doctor.check_limits, doctor.check_guests, doctor.check_sessions):
        assert check(defaults).verdict == "ok"


@pytest.mark.parametrize(
    ("settings", "verdict"),
    [
        (Settings(analyses_per_hour=500), "warn"),
        (Settings(analyses_per_hour=500, guests=False), "ok"),
        (Settings(analyses_per_hour=0), "ok"),
    ],
)
def test_guests_with_many_analyses_are_reported(settings: Settings, verdict: str) -> None:
    assert doctor.check_guests(settings).verdict == verdict


@pytest.mark.parametrize(
    "settings", [Settings(session_days=365), Settings(session_idle_days=60, session_days=60)]
)
def test_sessions_that_last_too_long_are_reported(settings: Settings) -> None:
    assert doctor.check_sessions(settings).verdict == "warn"


@pytest.mark.parametrize(
    ("database", "bus", "dangers"),
    [
        ("sqlite:///ringrift.db", "", []),
        ("postgresql://ringrift@127.0.0.1/ringrift", "redis://localhost", []),
        ("postgresql://ringrift:x@db.internal/ringrift", "", ["without TLS"]),
        ("postgresql://ringrift@db.internal/r?ssl=require", "", ["without a password"]),
        ("postgresql://r:x@db.internal/r?ssl=verify-full", "rediss://:x@cache.internal", []),
        ("sqlite:///r.db", "redis://cache.internal", ["without TLS", "without a password"]),
    ],
)
def test_open_connections_to_other_machines_are_reported(
    database: str, bus: str, dangers: list[str]
) -> None:
    found = list(doctor.check_connections(Settings(database=database, bus=bus)))
    assert [one.found.partition(" is reached ")[2] for one in found] == dangers


def test_a_configuration_with_a_password_that_others_can_read_is_reported(tmp_path: Path) -> None:
    config = tmp_path / "ringrift.toml"
    config.write_text("")
    config.chmod(0o644)
    secret = Settings(database="postgresql://ringrift:secret@127.0.0.1/ringrift")
    [diagnostic] = doctor.check_private_files(secret, config)
    assert (diagnostic.verdict, diagnostic.advice) == ("warn", f"chmod 600 {config}")
    assert "secret" not in diagnostic.found
    [harmless] = doctor.check_private_files(Settings(), config)
    assert harmless.verdict == "ok"
    config.chmod(0o640)
    [private] = doctor.check_private_files(secret, config)
    assert private.verdict == "ok"


def test_a_backup_that_others_can_read_is_reported(tmp_path: Path) -> None:
    backup = tmp_path / "before.backup"
    backup.write_bytes(b"")
    backup.chmod(0o640)
    [diagnostic] = doctor.check_private_files(
        Settings(database=f"sqlite:///{tmp_path}/ringrift.db"), None
    )
    assert (diagnostic.verdict, diagnostic.advice) == ("warn", f"chmod 600 {backup}")


def test_journal_files_that_others_can_read_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "ringrift.db"
    run_upgrade(f"sqlite:///{path}")
    wal = tmp_path / "ringrift.db-wal"
    wal.write_bytes(b"")
    wal.chmod(0o644)
    found = {one.what: one for one in asyncio.run(check_database(f"sqlite:///{path}"))}
    assert found["database file"].advice == f"chmod 600 {wal}"


def test_a_superuser_of_the_database_is_reported(postgres_url: str) -> None:
    found = {one.what: one for one in asyncio.run(check_database(postgres_url))}
    assert found["database role"].verdict == "warn"
    assert "superuser" in found["database role"].found


@pytest.mark.parametrize(("user", "verdict"), [(0, "warn"), (1000, "ok")])
def test_a_server_that_runs_as_root_is_reported(user: int, verdict: str) -> None:
    assert doctor.check_user(user).verdict == verdict


@pytest.mark.parametrize(("state", "verdict"), [(0, "ok"), (5, "warn"), (None, "ok")])
def test_a_clock_without_a_time_service_is_reported(state: int | None, verdict: str) -> None:
    assert doctor.check_time_service(lambda: state).verdict == verdict


def test_the_kernels_clock_state_can_be_read() -> None:
    assert doctor.read_clock_state() in (None, *range(6))


def test_the_doctor_runs_all_of_these_checks(tmp_path: Path) -> None:
    settings = Settings(port=0, database=f"sqlite:///{tmp_path}/ringrift.db", host="0.0.0.0")
    found = {one.what: one.verdict for one in asyncio.run(run_checks(settings, {}))}
    assert found["address"] == "fail"
    expected = {"proxies", "limits", "guests", "sessions", "private files", "user", "time service"}
    assert expected <= found.keys()
