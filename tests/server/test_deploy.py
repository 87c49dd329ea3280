"""deploy/ and docs/ agree with the server."""

from __future__ import annotations

import asyncio
import configparser
import json
import os
import re
import subprocess
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from ringrift.host.rules_guard.counters import COUNTER_NAMES
from ringrift.server.app import create_app
from ringrift.server.clock import SystemClock
from ringrift.server.operations.metrics import Metrics
from ringrift.server.operations.process_metrics import process_metrics
from ringrift.server.security_middleware import SecurityMiddleware
from ringrift.server.settings import Settings
from ringrift.server.stalls import StallMonitor

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
REFERENCE = (ROOT / "docs" / "reference" / "server.md").read_text(encoding="utf-8")
ALERTS: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0][
    "rules"
]
KEYS = "/var/lib/ringrift-keys"  # in a container
INSTRUCTIONS = {
    *(
        "ARG",
        "FROM",
        "RUN",
        "WORKDIR",
        "COPY",
        "ENV",
        "USER",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
    ),
    *("ENTRYPOINT", "CMD"),
}


def section(title: str) -> str:
    return REFERENCE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """Return the rows of the first table of a section, without its header."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def exposed() -> set[str]:
    """Return every exported metric name, with the suffixes of histograms."""
    names = set(COUNTER_NAMES)
    for family in Metrics().registry.collect():
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(
            family.type, [""]
        )
        names |= {family.name + ending for ending in endings}
    return names | set(re.findall(r"^# HELP (\w+)", own_process(), flags=re.MULTILINE))


def own_process() -> str:
    """Return the metrics of this process, as a server exports them."""
    return process_metrics([os.getpid()]).decode()


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file with their arguments."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    text = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def test_the_reference_lists_every_setting_with_its_default() -> None:
    listed = {name.strip("`"): default.strip("`") for name, default, _ in rows("Settings")}
    defaults = {field.name.replace("_", "-"): field.default for field in fields(Settings)}
    assert listed == {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in defaults.items()
    }


def test_the_reference_lists_every_request() -> None:
    paths = create_app(Settings()).openapi()["paths"]
    there = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert {row[0].strip("`") for row in rows("Endpoints")} == there


def test_the_reference_lists_every_metric() -> None:
    listed = {row[0].strip("`") for row in rows("Metrics")}
    names = {
        family.name + "_total" * (family.type == "counter")
        for family in Metrics().registry.collect()
    }
    assert listed == names - set(COUNTER_NAMES)  # the rules modes have their own page


def test_the_reference_lists_every_error_code() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "src/ringrift/server").rglob("*.py"))
    used = set(re.findall(r'ApiError\(\s*\d{3}, "([A-Z_]+)"', sources))
    assert used - set(re.findall(r"`([A-Z_]+)`", section("Errors"))) == set()


def test_the_example_settings_are_valid(tmp_path: Path) -> None:
    text = (DEPLOY / "ringrift.toml").read_text(encoding="utf-8")
    settings = Settings.read(file=DEPLOY / "ringrift.toml")
    assert settings.address == "https://play.example.org"
    (tmp_path / "all.toml").write_text(
        re.sub(r"^# (\w+ = \")", r"\1", text.replace("database =", "#", 1), flags=re.M)
    )
    assert Settings.read(file=tmp_path / "all.toml").bus_address == "redis://127.0.0.1:6379"


def named_metrics(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:ringrift|rules|process)_\w+", expression))


def test_the_dashboard_uses_existing_metrics() -> None:
    panels = json.loads((DEPLOY / "grafana-dashboard.json").read_text())["panels"]
    asked = [
        named_metrics(target["expr"]) for panel in panels for target in panel.get("targets", ())
    ]
    assert len(asked) > 20
    assert all(asked)
    assert set().union(*asked) - exposed() == set()
    assert len({panel["id"] for panel in panels}) == len(panels)


def compose() -> dict[str, Any]:
    file: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return file


def test_the_compose_file_runs_two_servers_with_valid_settings() -> None:
    services = compose()["services"]
    assert services.keys() == {"server1", "server2", "postgres", "redis", "caddy"}
    proxy = services["caddy"]["networks"]["inner"]["ipv4_address"]
    for name in ("server1", "server2"):
        given = {
            key: re.sub(r"\$\{\w+:\?[^}]*\}", "example", value)
            for key, value in services[name]["environment"].items()
        }
        settings = Settings.read(environment=given)
        assert settings.bus_address == "redis://redis:6379"
        assert settings.trusted_proxies == proxy
        assert settings.is_https
        assert str(settings.secret_key_file) == f"{KEYS}/ringrift.key"
        assert services[name]["volumes"] == [f"keys:{KEYS}"]
        build = services[name]["build"]
        assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_the_servers_user_may_write_to_the_volume_of_the_key() -> None:
    """A new volume has the owner of the folder that it covers."""
    last = instructions()[
        max(at for at, (word, _) in enumerate(instructions()) if word == "FROM") :
    ]
    created = [rest for word, rest in last if word == "RUN" and KEYS in rest]
    assert len(created) == 1
    assert re.search(rf"install --directory --owner ringrift .*{KEYS}", created[0])
    assert compose()["volumes"].keys() == {"postgres", "keys", "caddy"}


def test_the_services_of_the_compose_file_fit_together() -> None:
    file = compose()
    for name, service in file["services"].items():
        assert service["restart"] == "unless-stopped", name
        for needed, how in service.get("depends_on", {}).items():
            checked = "healthcheck" in file["services"][needed] or needed.startswith("server")
            assert how == {"condition": "service_healthy"}
            assert checked
        assert set(service["networks"]) <= file["networks"].keys()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in file["volumes"] or (DEPLOY / source).is_file(), volume
        assert ":latest" not in service["image"]
    proxied = (DEPLOY / "compose.Caddyfile").read_text(encoding="utf-8")
    assert "server1:8080 server2:8080" in proxied


def test_the_backup_timer_runs_the_backup_as_the_servers_user() -> None:
    unit = configparser.RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read([DEPLOY / "ringrift-backup.service", DEPLOY / "ringrift-backup.timer"])
    assert unit["Service"]["User"] == "ringrift"
    assert "ringrift backup --config /etc/ringrift/ringrift.toml" in unit["Service"]["ExecStart"]
    assert "/var/backups/ringrift" in unit["Service"]["ReadWritePaths"]
    assert unit["Timer"]["Persistent"] == "true"


def test_prometheus_loads_the_alerts_for_the_job_that_they_name() -> None:
    file = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    assert file["rule_files"] == ["alerts.yml"]
    assert [job["job_name"] for job in file["scrape_configs"]] == ["ringrift"]


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: str(alert["alert"]))
def test_an_alert_uses_existing_metrics_and_links_to_its_runbook(
    alert: dict[str, Any],
) -> None:
    asked = named_metrics(alert["expr"])
    assert asked <= exposed()
    assert asked or alert["alert"] == "RingRiftDown"
    assert alert["labels"]["severity"] in ("page", "ticket")
    page, _, place = alert["annotations"]["runbook"].partition("#")
    text = (ROOT / page).read_text(encoding="utf-8")
    headings = {
        re.sub(r"\W+", "-", head.lower())
        for head in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    }
    assert not place or place in headings


def test_the_incident_runbook_lists_every_paging_alert() -> None:
    text = (ROOT / "docs/runbooks/incident.md").read_text(encoding="utf-8")
    assert [
        alert["alert"] for alert in ALERTS if f"`{alert['alert']}`" not in text and page(alert)
    ] == []


def page(alert: dict[str, Any]) -> bool:
    return bool(alert["labels"]["severity"] == "page")


def test_the_container_file_is_valid() -> None:
    lines = instructions()
    assert {word for word, _ in lines} <= INSTRUCTIONS
    [version] = [rest.partition("=")[2] for word, rest in lines if word == "ARG"]
    bases = [rest.replace("${PYTHON}", version) for word, rest in lines if word == "FROM"]
    assert all(re.match(r"\S+:\d+\.\d+\.\d+\S*( AS \w+)?$", base) for base in bases), (
        "pin the version of a base"
    )
    assert len({base.split()[0] for base in bases}) == 1
    last = lines[max(at for at, (word, _) in enumerate(lines) if word == "FROM") :]
    assert [rest for word, rest in last if word == "USER"] == ["ringrift"]
    for word, rest in last:
        if word in ("ENTRYPOINT", "CMD", "VOLUME"):
            assert rest.startswith("["), "the exec form: signals reach the server"
    assert not any("pip install" in rest and "--constraint" not in rest for _, rest in lines)


def test_the_container_copies_existing_files() -> None:
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            *sources, _ = rest.split()
            assert [source for source in sources if not (ROOT / source).exists()] == []


def test_the_image_is_built_from_what_is_copied_and_nothing_else() -> None:
    """The rest, among it `deploy/.env` with its password, is never sent to the builder."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    copied = {
        source
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    }
    assert sent == copied


def test_the_runbook_installs_every_file_that_a_machine_needs() -> None:
    """Each file by a command: nothing has to be copied by hand."""
    text = (ROOT / "docs/runbooks/deploy.md").read_text(encoding="utf-8")
    commands = re.findall(r"^ +# (install .*)$", text, flags=re.MULTILINE)
    installed = {name for command in commands for name in re.findall(r"deploy/(\S+)", command)}
    containers = {"Containerfile", "compose.yaml", "compose.Caddyfile", ".env"}
    imported = {"grafana-dashboard.json"}  # in a browser
    assert installed == {file.name for file in DEPLOY.iterdir()} - containers - imported


def test_the_passwords_of_the_compose_file_are_not_committed() -> None:
    command = ["git", "check-ignore", "--quiet", "deploy/.env"]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def test_the_environment_of_the_container_has_valid_settings() -> None:
    [environment] = [rest for word, rest in instructions() if word == "ENV"]
    given = dict(part.split("=", 1) for part in environment.split())
    settings = Settings.read(environment=given)
    assert (settings.host, settings.database) == (
        "0.0.0.0",
        "sqlite:////var/lib/ringrift/ringrift.db",
    )


def test_the_service_is_sandboxed() -> None:
    unit = configparser.RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "ringrift.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("ringrift serve --config /etc/ringrift/ringrift.toml")
    assert service["User"] == "ringrift"
    for name in (
        "NoNewPrivileges",
        "ProtectHome",
        "PrivateTmp",
        "PrivateDevices",
        "MemoryDenyWriteExecute",
    ):
        assert service[name] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile", "compose.Caddyfile"])
def test_a_proxy_hides_the_metrics_and_forwards_the_client_address(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert "/metrics" in text
    assert "X-Forwarded-For" in text


def test_nginx_forwards_websockets() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert "proxy_set_header Upgrade $http_upgrade;" in text
    assert "proxy_http_version 1.1;" in text


def test_a_server_error_is_counted_for_the_alert() -> None:
    async def failing(*_: Any) -> Any:
        raise ZeroDivisionError

    seen: list[Any] = []
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    safety = SecurityMiddleware(
        failing,
        max_body_bytes=10,
        public_url="",
        address_of=lambda _: "",
        check_body=lambda *_: None,
        observe=lambda *labels: seen.append(labels[:3]),
    )
    worker = SimpleNamespace(stalls=StallMonitor(SystemClock(), lambda _: None))
    app = SimpleNamespace(state=SimpleNamespace(worker=worker))
    scope = {"type": "http", "method": "GET", "headers": [], "query_string": b"", "app": app}
    asyncio.run(safety(scope, failing, send))
    assert sent[0]["status"] == 500
    assert b"content-security-policy" in dict(sent[0]["headers"])
    assert b"INTERNAL" in sent[1]["body"]
    assert seen == [("none", "GET", 500)]


def test_the_service_may_lower_the_priority_of_its_threads() -> None:
    """The kernel would kill the server at the first password hash."""
    lines = (DEPLOY / "ringrift.service").read_text(encoding="utf-8").splitlines()
    filters = [line for line in lines if line.startswith("SystemCallFilter=")]
    denied = max(at for at, line in enumerate(filters) if "@resources" in line)
    assert "SystemCallFilter=setpriority" in filters[denied + 1 :]
