"""Mails: stored until a real SMTP server has accepted them, over TLS and after a login."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import insert, select

from ringrift.server.accounts.service import Accounts
from ringrift.server.clock import Clock
from ringrift.server.mail.outbox import MAX_AGE, Outbox
from ringrift.server.mail.service import MailService
from ringrift.server.mail.smtp import (
    MailUnavailableError,
    check_connection,
)
from ringrift.server.mail.templates import languages, render, template_names
from ringrift.server.operations.metrics import Metrics
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import email_addresses, outgoing_mails
from ringrift.server.work_pools import InlineWorkPool
from tests.server.mail_server import MailServer, mail_server

Result = TypeVar("Result")
NOTICE = {"address": "192.0.2.7", "device": "Firefox on Linux", "time": "2026-11-18 20:00 UTC"}


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[MailServer]:
    with mail_server(tmp_path) as started:
        yield started


class TestClock(Clock):
    """A clock that a test moves."""

    __test__ = False

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time


class Office:
    """A mail service with its database, without a worker: a test says when it delivers."""

    def __init__(self, settings: Settings) -> None:
        self.clock = TestClock()
        self.metrics = Metrics()
        self.database = Database(settings.database)
        self.mail = MailService(self.database, settings, self.clock, self.metrics)

    async def add_person(self, name: str, address: str) -> str:
        accounts = Accounts(self.database, InlineWorkPool())
        account = await accounts.register(name, "correct horse", 0.0, address="x")
        row = {
            "id": account.id,
            "account_id": account.id,
            "address": address,
            "address_key": address,
            "language": "en",
            "created_at": 0.0,
            "verified_at": 0.0,
        }
        async with self.database.engine.begin() as connection:
            await connection.execute(insert(email_addresses), [row])
        return account.id

    def count(self, result: str) -> float:
        value: float = self.metrics.mails.labels(result)._value.get()
        return value


def in_office(settings: Settings, work: Callable[[Office], Coroutine[Any, Any, Result]]) -> Result:
    async def run() -> Result:
        office = Office(settings)
        try:
            await office.database.start()
            return await work(office)
        finally:
            await office.database.close()

    return asyncio.run(run())


def configured(relay: MailServer, folder: Path, **changes: Any) -> Settings:
    return Settings(
        database=f"sqlite:///{folder}/ringrift.db",
        public_url="https://play.example.org",
        **relay.settings(**changes),
    )


def test_a_mail_arrives_with_its_headers_and_text(relay: MailServer, tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        ada = await office.add_person("Ada", "ada@example.org")
        assert await office.mail.send_mail(ada, "new_login", **NOTICE)
        assert await office.mail.deliver_due() == 1
        assert await office.mail.outbox.count() == 0

    in_office(configured(relay, tmp_path), work)
    mail = relay.wait_for("New login")
    assert (mail["From"], mail["To"]) == ("RingRift <noreply@example.org>", "ada@example.org")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.org>")
    text = mail.get_content()
    for part in ("Hello Ada", "Firefox on Linux", "https://play.example.org/account"):
        assert part in text


def test_without_a_verified_address_nothing_is_stored(relay: MailServer, tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        assert not await office.mail.send_mail("nobody", "new_login", **NOTICE)
        assert await office.mail.outbox.count() == 0

    in_office(configured(relay, tmp_path), work)


def test_a_server_that_is_down_gets_the_mails_when_it_is_back(
    relay: MailServer, database_url: str
) -> None:
    async def work(office: Office) -> list[int]:
        ada = await office.add_person("Ada", "ada@example.org")
        relay.stop()
        for time in ("first", "second"):
            await office.mail.send_mail(ada, "new_login", **NOTICE | {"time": time})
        sent = [await office.mail.deliver_due()]
        office.clock.time += 29
        sent.append(await office.mail.deliver_due())  # the second one, which fails too
        relay.start()
        sent.append(await office.mail.deliver_due())
        office.clock.time += 30
        sent.append(await office.mail.deliver_due())
        assert await office.mail.outbox.count() == 0
        assert office.count("unavailable") == 2
        return sent

    settings = configured(relay, Path())
    assert in_office(replace(settings, database=database_url), work) == [0, 0, 0, 2]
    texts = [relay.wait_for("New login").get_content() for _ in range(2)]
    assert sorted(re.findall(r"time: +(\w+)", "".join(texts))) == ["first", "second"]


def test_a_restart_loses_no_mail(relay: MailServer, tmp_path: Path) -> None:
    settings = configured(relay, tmp_path)

    async def store(office: Office) -> None:
        ada = await office.add_person("Ada", "ada@example.org")
        await office.mail.send_mail(ada, "new_login", **NOTICE)
        claimed = await office.mail.outbox.claim(office.clock.now())
        assert claimed is not None  # and the process dies before it has sent it

    async def deliver(office: Office) -> list[int]:
        soon = await office.mail.deliver_due()
        office.clock.time += 121
        return [soon, await office.mail.deliver_due()]

    in_office(settings, store)
    assert in_office(settings, deliver) == [0, 1]
    relay.wait_for("New login")


def test_two_workers_send_a_mail_once(relay: MailServer, database_url: str) -> None:
    async def work(office: Office) -> int:
        ada = await office.add_person("Ada", "ada@example.org")
        for _ in range(6):
            await office.mail.send_mail(ada, "new_login", **NOTICE)
        outboxes = [Outbox(office.database) for _ in range(4)]
        now = office.clock.now()
        claimed = [
            mail.id
            for _ in range(3)
            for mail in await asyncio.gather(*(outbox.claim(now) for outbox in outboxes))
            if mail is not None
        ]
        assert len(claimed) == len(set(claimed))
        return len(claimed)

    settings = configured(relay, Path())
    assert in_office(replace(settings, database=database_url), work) == 6


def test_a_refused_mail_is_dropped_and_a_delayed_one_does_not_hold_up_others(
    relay: MailServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(office: Office) -> None:
        wrong = await office.add_person("Wrong", "nobody@example.com")
        ada = await office.add_person("Ada", "ada@example.org")
        ben = await office.add_person("Ben", "ben@example.org")
        for person in (wrong, ada, ben):
            office.clock.time += 1
            await office.mail.send_mail(person, "new_login", **NOTICE)
        relay.replies = ["550 no such user", "451 try again later"]
        assert await office.mail.deliver_due() == 1
        assert relay.wait_for("New login")["To"] == "ben@example.org"
        assert await office.mail.outbox.count() == 1
        office.clock.time += 30
        assert await office.mail.deliver_due() == 1
        assert (office.count("refused"), office.count("delayed")) == (1, 1)

    with caplog.at_level(logging.WARNING, "ringrift.server.mail"):
        in_office(configured(relay, tmp_path), work)
    relay.wait_for("New login", "ada@example.org")
    assert "nobody@example.com" not in caplog.text


def test_a_mail_that_waited_for_days_is_dropped(relay: MailServer, tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        ada = await office.add_person("Ada", "ada@example.org")
        await office.mail.send_mail(ada, "new_login", **NOTICE)
        office.clock.time += MAX_AGE + 1
        assert await office.mail.deliver_due() == 0
        assert await office.mail.outbox.count() == 0

    in_office(configured(relay, tmp_path), work)


def test_the_wait_between_attempts_grows_to_an_hour(relay: MailServer, tmp_path: Path) -> None:
    async def work(office: Office) -> list[float]:
        ada = await office.add_person("Ada", "ada@example.org")
        await office.mail.send_mail(ada, "new_login", **NOTICE)
        waits = []
        for _ in range(9):
            mail = await office.mail.outbox.claim(office.clock.now())
            assert mail is not None
            await office.mail.outbox.postpone(mail, office.clock.now())
            async with office.database.engine.connect() as connection:
                due = await connection.scalar(select(outgoing_mails.c.due_at))
            assert due is not None
            waits.append(due - office.clock.now())
            office.clock.time = due
        return waits

    assert in_office(configured(relay, tmp_path), work) == [
        *(30, 60, 120, 240, 480, 960, 1920, 3600, 3600)
    ]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"smtp_ca_file": ""}, "certificate"),
        ({"smtp_password": "wrong"}, "535"),
        ({"smtp_user": ""}, ""),
        ({"smtp_password": "", "smtp_password_file": "missing"}, "missing"),
    ],
)
def test_no_mail_is_sent_without_a_trusted_certificate_and_a_login(
    relay: MailServer, tmp_path: Path, changes: dict[str, str], reason: str
) -> None:
    async def work(office: Office) -> None:
        ada = await office.add_person("Ada", "ada@example.org")
        await office.mail.send_mail(ada, "new_login", **NOTICE)
        assert await office.mail.deliver_due() == 0
        assert await office.mail.outbox.count() == 1

    settings = configured(relay, tmp_path, **changes)
    in_office(settings, work)
    assert relay.mails == []
    if reason:
        with pytest.raises(MailUnavailableError, match=reason):
            check_connection(settings)


def test_a_server_without_tls_gets_no_password(relay: MailServer) -> None:
    settings = Settings(**relay.settings(smtp_security="tls"))
    with pytest.raises(MailUnavailableError, match="does not answer"):
        check_connection(settings)


def test_the_password_can_be_in_a_file(relay: MailServer, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(relay.settings()["smtp_password"] + "\n")
    check_connection(Settings(**relay.settings(smtp_password="", smtp_password_file=str(file))))


@pytest.mark.parametrize("language", languages())
def test_every_template_of_a_language_has_the_arguments_of_the_english_one(language: str) -> None:
    class Arguments(dict[str, str]):
        def __missing__(self, name: str) -> str:
            used.add(name)
            return name

    for template in template_names():
        found = []
        for tag in ("en", language):
            used: set[str] = set()
            render(template, tag, Arguments())
            found.append(used)
        assert found[0] == found[1], template


def test_a_subject_stays_on_one_line() -> None:
    class Arguments(dict[str, str]):
        def __missing__(self, name: str) -> str:
            return f"{name}\r\nBcc: everybody@example.org"

    for template in template_names():
        subject = render(template, "xx-YY", Arguments()).subject
        assert "\n" not in subject
        assert "\r" not in subject
