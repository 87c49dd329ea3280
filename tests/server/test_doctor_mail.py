"""`ringrift doctor` checks the settings for mails against a real SMTP server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ringrift.server.operations.diagnostics import Diagnostic
from ringrift.server.operations.doctor_mail import check_mail
from ringrift.server.operations.doctor_security import check_private_files
from ringrift.server.settings import Settings
from tests.server.mail_server import MailServer, mail_server


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[MailServer]:
    with mail_server(tmp_path) as started:
        yield started


def last(settings: Settings) -> Diagnostic:
    return [*check_mail(settings)][-1]


def test_a_server_without_mail_is_fine() -> None:
    assert last(Settings()).verdict == "ok"


def test_a_relay_that_accepts_the_login_is_fine(relay: MailServer) -> None:
    found = last(Settings(public_url="https://play.example.org", **relay.settings()))
    assert (found.verdict, found.found) == ("ok", f"127.0.0.1:{relay.port} accepts the login")
    assert relay.mails == []


def test_a_relay_that_is_down_or_refuses_the_login_fails(relay: MailServer) -> None:
    refused = last(Settings(**relay.settings(smtp_password="wrong")))
    assert (refused.verdict, "535" in refused.found) == ("fail", True)
    relay.stop()
    down = last(Settings(**relay.settings()))
    assert (down.verdict, "does not answer" in down.found) == ("fail", True)
    assert "smtp-host" in down.advice


def test_a_relay_elsewhere_without_tls_fails() -> None:
    settings = Settings(
        smtp_host="mail.example.org", smtp_security="none", mail_from="a@example.org"
    )
    assert (last(settings).verdict, "without TLS" in last(settings).found) == ("fail", True)


def test_links_that_lead_to_this_machine_are_reported(relay: MailServer) -> None:
    assert [one.what for one in check_mail(Settings(**relay.settings()))] == ["mail links", "mail"]


def test_a_key_that_others_can_read_is_reported(tmp_path: Path) -> None:
    key = tmp_path / "ringrift.key"
    key.write_text("key")
    key.chmod(0o640)
    settings = Settings(database=f"sqlite:///{tmp_path}/ringrift.db", key_file=str(key))
    [found] = check_private_files(settings, None)
    assert str(key) in found.found
    key.chmod(0o600)
    assert [one.verdict for one in check_private_files(settings, None)] == ["ok"]


def test_a_password_file_that_others_can_read_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "smtp-password"
    file.write_text("secret")
    file.chmod(0o644)
    settings = Settings(smtp_password_file=str(file))
    [found] = check_private_files(settings, None)
    assert str(file) in found.found
    file.chmod(0o640)
    assert [one.verdict for one in check_private_files(settings, None)] == ["ok"]
