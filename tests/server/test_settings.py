"""Settings: sources, precedence and validation."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ringrift.host.errors import InvalidConfigError
from ringrift.server.settings import Settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ringrift.toml"
    path.write_text(
        'port = 1001\nsession-days = 7\nlevel_seconds = 1\nguests = false\nhost = "::1"\n'
    )
    return path


def test_the_defaults_serve_this_machine_only() -> None:
    assert Settings.read() == Settings()
    assert Settings().address == "http://127.0.0.1:8080"


def test_flags_override_the_environment_and_the_file(file: Path) -> None:
    environment = {"RINGRIFT_PORT": "1002", "RINGRIFT_SESSION_DAYS": "8"}
    read = Settings.read({"port": 1003, "host": None}, environment, file)
    assert (read.port, read.session_days, read.level_seconds) == (1003, 8, 1.0)
    assert read.host == "::1"
    assert read.guests is False


def test_names_in_the_file_may_have_dashes(file: Path) -> None:
    assert Settings.read(file=file).session_days == 7


@pytest.mark.parametrize("word", ["1", "true", "Yes", "ON"])
def test_true_has_several_spellings(word: str) -> None:
    assert Settings.read(environment={"RINGRIFT_GUESTS": word}).guests is True


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"port": 70_000}, "port: use a number from 0 to 65535"),
        ({"port": "many"}, "port: 'many' is not valid: use a whole number"),
        ({"port": True}, "port: True is not valid"),
        ({"level_seconds": "soon"}, "level-seconds: 'soon' is not valid: use a number"),
        ({"guests": "perhaps"}, "guests: 'perhaps' is not valid: use true or false"),
        ({"host": 5}, "host: 5 is not valid: use text"),
        ({"colour": "red"}, "colour: there is no such setting"),
        ({"workers": 2}, "workers: SQLite supports one worker"),
        ({"log_format": "xml"}, "log-format: use json or text"),
        ({"rules_mode": "guess"}, "rules-mode: use python, shadow or kernel"),
        ({"public_url": "play.example.org"}, "public-url: use an address such as https://"),
        ({"smtp_security": "ssl"}, "smtp-security: use starttls, tls or none"),
        ({"smtp_host": "mail.example.org"}, "mail-from: name the sender of mails"),
        (
            {"smtp_password": "a", "smtp_password_file": "b"},
            "smtp-password-file: give the password or its file, not both",
        ),
    ],
)
def test_an_invalid_setting_is_refused_by_its_name(flags: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfigError) as refused:
        Settings.read(flags)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "name", [field.name for field in fields(Settings) if isinstance(field.default, int | float)]
)
def test_no_number_may_be_negative(name: str) -> None:
    with pytest.raises(InvalidConfigError, match=name.replace("_", "-")):
        Settings.read({name: "-1"})


@pytest.mark.parametrize("text", ["port = ", "[[", "\x00"])
def test_a_file_that_is_not_toml_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(InvalidConfigError, match=r"config: .*cannot be read as TOML"):
        Settings.read(file=path)
    with pytest.raises(InvalidConfigError, match="config: "):
        Settings.read(file=tmp_path / "missing.toml")


def test_an_unknown_name_in_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("prot = 80\n")
    with pytest.raises(InvalidConfigError, match="prot: there is no such setting"):
        Settings.read(file=path)


def test_the_bus_is_the_database_by_default() -> None:
    database = "postgresql://postgres@127.0.0.1/ringrift"
    assert Settings.read({"database": database, "workers": 4}).bus_address == database
    assert (
        Settings.read({"database": database, "bus": "redis://127.0.0.1"}).bus_address
        == "redis://127.0.0.1"
    )
    assert Settings().bus_address is None
