"""The rules mode at run time: every worker follows, without a restart, and the log says who."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ringrift.cli.main import main
from ringrift.host.rules_guard.rules_mode import RulesMode
from tests.server.running_server import (
    Client,
    RunningServer,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)
from tests.server.second_factor_clients import add_app, log_in_with_app
from tests.server.staff import appoint, employ, on_loop

pytest.importorskip("ringrift.kernel._native", reason="the modes need the kernel")
BECAUSE = {"reason": "for the test"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path)) as started:
        yield started


@pytest.fixture
def admin(server: RunningServer) -> Client:
    return employ(server, "Rule Keeper", "admin")


def change(admin: Client, **fields: Any) -> dict[str, Any]:
    changed: dict[str, Any] = admin.post("/administration/rules", BECAUSE | fields)
    return changed


def mode_of_the_only_game(server: RunningServer) -> RulesMode:
    [live] = server.worker.directory.live
    return live.session.rules.mode


def test_a_live_game_changes_its_mode_and_goes_on(server: RunningServer, admin: Client) -> None:
    ann, _, game = start_two_player_game(server)
    assert admin.get("/administration/rules")["mode"] is None
    status = change(admin, mode="shadow", invariant_share=1)
    begin(ann, game)
    server.worker.rules_guard.wait_for_comparisons()
    assert status["live_games"] == {} or status["live_games"] == {"shadow": 1}
    assert mode_of_the_only_game(server) is RulesMode.SHADOW
    counters = admin.get("/administration/rules")["counters"]
    assert counters["rules_parity_compared_total"] > 0
    assert counters["rules_invariant_checked_total"] > 0
    assert counters["rules_invariant_violation_total"] == 0
    entry = admin.get("/administration/log")[0]
    assert (entry["action"], entry["details"]) == (
        *("rules_changed", {"mode": "shadow", "invariant_share": 1.0}),
    )


def test_the_kernel_is_switched_off_and_on(server: RunningServer, admin: Client) -> None:
    ann, _, game = start_two_player_game(server)
    begin(ann, game)
    change(admin, mode="kernel")
    assert mode_of_the_only_game(server) is RulesMode.KERNEL
    assert change(admin, kernel=False)["live_games"] == {"python": 1}
    assert change(admin, kernel=True)["live_games"] == {"kernel": 1}
    assert change(admin, share=0)["live_games"] == {"python": 1}
    assert change(admin, share=1, mode="started")["live_games"] == {"python": 1}


def test_an_open_breaker_is_stored_and_stays_open_until_it_is_reset(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server:
        admin = server.person("Rule Keeper")
        appoint(server, admin, "admin")
        secret = add_app(server, admin)
        change(admin, mode="kernel")
        server.worker.rules_guard.breaker.open()
        assert admin.get("/administration/rules")["breaker_opened_at"] is not None
    with running(settings) as server:
        assert server.worker.rules_guard.breaker.is_open
        admin = log_in_with_app(server, "Rule Keeper", secret)
        reset = admin.post("/administration/rules/breaker-reset", BECAUSE)
        assert reset["breaker_opened_at"] is None
        assert not server.worker.rules_guard.breaker.is_open


def test_all_workers_follow(postgres_url: str, tmp_path: Path) -> None:
    settings = replace(
        on_sqlite("unused"), database=postgres_url, key_file=str(tmp_path / "ringrift.key")
    )
    with running(settings) as first, running(settings) as second:
        admin = employ(first, "Rule Keeper", "admin")
        change(admin, mode="shadow", unrated_only=True)
        on_loop(second, second.worker.audit_log_follower.catch_up())
        assert second.worker.rules_guard.rollout == first.worker.rules_guard.rollout
        second.worker.rules_guard.breaker.open()
        on_loop(second, second.worker.audit_log_follower.catch_up())
        on_loop(first, first.worker.audit_log_follower.catch_up())
        assert first.worker.rules_guard.breaker.is_open
        admin.post("/administration/rules/breaker-reset", BECAUSE)
        on_loop(second, second.worker.audit_log_follower.catch_up())
        assert not second.worker.rules_guard.breaker.is_open


def test_the_command_line_controls_a_running_server(
    server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ("--database", server.settings.database)
    reason = ("--reason", "roll-out, step 3")
    rules = ("admin", "rules")
    sent = (*rules, "set", "--mode", "kernel", "--share", "10%", "--unrated-only")
    assert main([*sent, *reason, *database]) == 0
    assert main([*rules, "kernel", "off", *reason, *database]) == 0
    assert main([*rules, "reset-breaker", *reason, *database]) == 0
    capsys.readouterr()
    assert main([*rules, "show", *database]) == 0
    shown = capsys.readouterr().out
    assert "mode:       kernel" in shown
    assert "10%, unrated only" in shown
    assert "kernel:     off" in shown
    on_loop(server, server.worker.audit_log_follower.catch_up())
    assert server.worker.rules_guard.rollout.share == 0.1
    assert server.worker.rules_guard.kernel_disabled


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"mode": "fast"}, "mode"),
        ({"share": 1.5}, "share"),
        ({"share": "NaN"}, "share"),
        ({"engine": "x"}, "engine"),
        ({}, "mode"),
    ],
)
def test_a_malformed_change_is_refused(
    server: RunningServer, admin: Client, fields: dict[str, Any], path: str
) -> None:
    refused = admin.post("/administration/rules", BECAUSE | fields, status=422)
    assert refused["error"]["path"] == path
    assert server.worker.rules_guard.rollout.share == 1
