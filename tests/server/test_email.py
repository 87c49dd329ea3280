"""Email addresses: verified by a link, used to reset a password and to warn their owner."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ringrift.server.accounts.authentication import RECENT_SECONDS
from ringrift.server.accounts.email_addresses import VERIFICATION_SECONDS
from ringrift.server.accounts.email_types import normalize_address
from ringrift.server.accounts.password_reset import EMAIL_SECONDS
from tests.server.mail_server import MailServer, mail_server
from tests.server.running_server import TIMEOUT, Client, RunningServer, on_sqlite, running

Result = TypeVar("Result")
OLD, NEW = "correct horse", "three purple tractors"


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServer]:
    with mail_server(tmp_path_factory.mktemp("relay")) as started:
        yield started


@pytest.fixture(scope="module")
def server(relay: MailServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    settings = on_sqlite(tmp_path_factory.mktemp("email"), **relay.settings())
    with running(replace(settings, logins_per_minute=1000)) as started:
        yield started


def run(server: RunningServer, work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(TIMEOUT)


def token_of(text: str) -> str:
    [token] = re.findall(r"/account/(?:verify|reset)#(\S+)", text)
    return str(token)


def add_address(person: Client, address: str) -> None:
    assert person.put("/accounts/me/email", {"address": address}, status=200)["pending"] == address


def verify(server: RunningServer, relay: MailServer, address: str) -> dict[str, Any]:
    text = relay.wait_for("Confirm your address", address).get_content()
    verified: dict[str, Any] = server.visitor().post(
        "/accounts/email-verifications", {"token": token_of(text)}
    )
    return verified


def person_with_address(server: RunningServer, relay: MailServer, name: str) -> Client:
    person = server.person(name)
    address = f"{name.lower()}@example.org"
    add_address(person, address)
    assert verify(server, relay, address) == {"name": name, "address": address}
    return person


def test_an_address_counts_once_its_link_was_opened(
    server: RunningServer, relay: MailServer
) -> None:
    ada = server.person("Ada")
    add_address(ada, "ada@example.org")
    assert ada.get("/accounts/me/email") == {"address": None, "pending": "ada@example.org"}
    verify(server, relay, "ada@example.org")
    assert ada.get("/accounts/me/email") == {"address": "ada@example.org", "pending": None}


def test_a_link_works_once_and_a_new_one_replaces_it(
    server: RunningServer, relay: MailServer
) -> None:
    ben = server.person("Ben")
    add_address(ben, "ben@example.org")
    first = token_of(relay.wait_for("Confirm your address", "ben@example.org").get_content())
    ben.post("/accounts/me/email/link", status=204)
    second = token_of(relay.wait_for("Confirm your address", "ben@example.org").get_content())
    visitor = server.visitor()
    for token, status in ((first, 401), (second, 200), (second, 401), ("rrv_x", 401)):
        visitor.post("/accounts/email-verifications", {"token": token}, status=status)


def test_a_link_expires(server: RunningServer, relay: MailServer) -> None:
    late = server.person("Late")
    add_address(late, "late@example.org")
    token = token_of(relay.wait_for("Confirm your address", "late@example.org").get_content())
    tomorrow = server.worker.clock.now() + VERIFICATION_SECONDS
    with pytest.raises(Exception, match="BAD_EMAIL_TOKEN"):
        run(server, server.worker.email_addresses.verify(token, tomorrow))


def test_the_former_address_learns_of_a_new_one(server: RunningServer, relay: MailServer) -> None:
    carol = person_with_address(server, relay, "Carol")
    add_address(carol, "new.carol@example.org")
    assert carol.get("/accounts/me/email")["address"] == "carol@example.org"
    verify(server, relay, "new.carol@example.org")
    warned = relay.wait_for("was changed", "carol@example.org").get_content()
    assert "Hello Carol" in warned
    assert carol.get("/accounts/me/email") == {"address": "new.carol@example.org", "pending": None}


def test_a_removed_address_is_told_so(server: RunningServer, relay: MailServer) -> None:
    dora = person_with_address(server, relay, "Dora")
    dora.delete("/accounts/me/email")
    relay.wait_for("no email address any more", "dora@example.org")
    assert dora.get("/accounts/me/email") == {"address": None, "pending": None}
    dora.post("/accounts/me/email/link", status=409)


@pytest.mark.parametrize("wanted", ["Erik", "ERIK@example.org "])
def test_a_mail_resets_the_password_by_name_or_address(
    server: RunningServer, relay: MailServer, wanted: str
) -> None:
    name = f"Erik{len(wanted)}"
    erik = person_with_address(server, relay, name)
    wanted = wanted.replace("Erik", name).replace("ERIK", name.upper())
    server.visitor().post("/accounts/reset-requests", {"account": wanted}, status=204)
    text = relay.wait_for("Set a new password", f"{name.lower()}@example.org").get_content()
    assert f"{name}: http" in text
    body = {"token": token_of(text), "password": NEW}
    assert server.visitor().post("/accounts/resets", body)["name"] == name
    erik.get("/sessions/current", status=401)
    server.visitor().post("/sessions", {"name": name, "password": NEW}, status=201)
    relay.wait_for("password was changed", f"{name.lower()}@example.org")
    relay.wait_for("New login", f"{name.lower()}@example.org")


def test_a_reset_link_in_a_mail_lasts_half_an_hour(
    server: RunningServer, relay: MailServer
) -> None:
    person_with_address(server, relay, "Fred")
    server.visitor().post("/accounts/reset-requests", {"account": "Fred"}, status=204)
    token = token_of(relay.wait_for("Set a new password", "fred@example.org").get_content())
    later = server.worker.clock.now() + EMAIL_SECONDS
    with pytest.raises(Exception, match="BAD_RESET_TOKEN"):
        run(server, server.worker.password_reset.redeem_token(token, NEW, later))


def test_one_mail_lists_all_accounts_of_an_address(
    server: RunningServer, relay: MailServer
) -> None:
    for name in ("Twin", "Other Twin"):
        add_address(server.person(name), "twins@example.org")
        verify(server, relay, "twins@example.org")
    server.visitor().post("/accounts/reset-requests", {"account": "twins@example.org"}, status=204)
    text = relay.wait_for("Set a new password", "twins@example.org").get_content()
    assert re.findall(r"^(.*): http", text, flags=re.MULTILINE) == ["Twin", "Other Twin"]


def test_nobody_learns_which_accounts_and_addresses_exist(
    server: RunningServer, relay: MailServer
) -> None:
    person_with_address(server, relay, "Known")
    unverified = server.person("Unverified")
    add_address(unverified, "unverified@example.org")
    relay.wait_for("Confirm your address", "unverified@example.org")
    wanted = ("Nobody", "nobody@example.org", "Unverified", "Known", "known@example.org")
    answers = [
        server.visitor().http.post("/accounts/reset-requests", json={"account": one})
        for one in wanted
    ]
    assert {(one.status_code, one.text) for one in answers} == {(204, "")}
    for _ in range(2):  # mails are sent in the order of the requests
        relay.wait_for("Set a new password", "known@example.org")
    assert not [one for one in relay.mails if "Set a new" in one["Subject"]]


def test_a_known_device_and_a_registration_cause_no_mail(
    server: RunningServer, relay: MailServer
) -> None:
    gina = person_with_address(server, relay, "Gina")
    gina.sign(gina.post("/sessions", {"name": "Gina", "password": OLD}, status=201))
    gina.put("/accounts/me/password", {"current": OLD, "new": NEW})
    relay.wait_for("password was changed", "gina@example.org")
    assert not [one for one in relay.mails if one["To"] == "gina@example.org"]
    gina.post("/accounts/me/recovery-codes", status=201)
    relay.wait_for("New recovery codes", "gina@example.org")


def test_mails_are_limited(server: RunningServer) -> None:
    hugo = server.person("Hugo")
    for number in range(5):
        add_address(hugo, f"hugo{number}@example.org")
    hugo.put("/accounts/me/email", {"address": "hugo5@example.org"}, status=429)
    for _ in range(5):
        server.visitor().post("/accounts/reset-requests", {"account": "Anybody"}, status=204)
    refused = server.visitor().post("/accounts/reset-requests", {"account": "ANYBODY "}, status=429)
    assert refused["retryAfter"] > 0


@pytest.mark.parametrize(
    "address",
    [
        *("", "ada", "ada@", "@example.org", "ada@localhost", "a b@example.org"),
        *("a@b@example.org", "ada@-example.org", f"{'a' * 65}@example.org"),
        "ada@example.org\r\nBcc: x@example.org",
    ],
)
def test_an_invalid_address_is_refused_with_advice(server: RunningServer, address: str) -> None:
    client = server.person(f"Bad {abs(hash(address)) % 10**9}")
    refused = client.put("/accounts/me/email", {"address": address}, status=422)["error"]
    assert refused["path"] == "address"


def test_an_address_in_another_script_is_sent_in_ascii() -> None:
    assert normalize_address(" Ada@BÜCHER.example ") == "Ada@xn--bcher-kva.example"


def test_an_address_needs_a_person_and_a_recent_password(server: RunningServer) -> None:
    body = {"address": "x@example.org"}
    assert server.guest().put("/accounts/me/email", body, status=403)["error"]["code"] == (
        "ACCOUNT_NEEDED"
    )
    ida = server.person("Ida")
    [session] = [one["id"] for one in ida.get("/sessions")]
    long_ago = server.worker.clock.now() - RECENT_SECONDS - 1
    run(server, server.worker.login_sessions.authenticate(session, long_ago))
    for refused in (
        ida.put("/accounts/me/email", body, status=403),
        ida.delete("/accounts/me/email", status=403),
    ):
        assert refused["error"]["code"] == "PASSWORD_NEEDED"


def test_addresses_are_exported_and_erased(server: RunningServer, relay: MailServer) -> None:
    jane = person_with_address(server, relay, "Jane")
    person_with_address(server, relay, "Kate")
    [found] = jane.get("/accounts/me/export")["email_addresses"]
    assert (found["address"], found["language"]) == ("jane@example.org", "en")
    assert set(found) == {"address", "language", "created_at", "verified_at"}
    jane.post("/accounts/me/delete", {"password": OLD}, status=204)
    for account in ("jane@example.org", "Kate"):
        server.visitor().post("/accounts/reset-requests", {"account": account}, status=204)
    relay.wait_for("Set a new password", "kate@example.org")  # the later one
    assert not [one for one in relay.mails if one["To"] == "jane@example.org"]


def test_a_foreign_page_can_neither_verify_nor_ask_for_a_reset(server: RunningServer) -> None:
    for path, body in (
        ("/accounts/email-verifications", {"token": "x"}),
        ("/accounts/reset-requests", {"account": "Ada"}),
    ):
        answer = server.visitor().http.post(
            path, json=body, headers={"Origin": "https://evil.example"}
        )
        assert answer.json()["error"]["code"] == "ORIGIN"


def test_without_an_smtp_server_there_is_no_mail(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        person = server.person("Person")
        assert person.get("/accounts/features")["mail"] is False
        for answer in (
            person.get("/accounts/me/email", status=403),
            person.put("/accounts/me/email", {"address": "a@example.org"}, status=403),
            server.visitor().post("/accounts/reset-requests", {"account": "Person"}, status=403),
        ):
            assert answer["error"]["code"] == "NO_MAIL"
        person.put("/accounts/me/password", {"current": OLD, "new": NEW})
        assert run(server, server.worker.mail.outbox.count()) == 0
