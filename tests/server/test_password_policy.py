"""Passwords: long enough, not common, and stored ones stay valid."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from ringrift.server.accounts.password_policy import find_weakness
from ringrift.server.accounts.passwords import hash_password
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts
from ringrift.server.work_pools import InlineWorkPool
from tests.server.running_server import RunningServer, on_sqlite, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("passwords"))) as started:
        yield started


@pytest.mark.parametrize(
    ("password", "weakness"),
    [
        *[(text, "repeats itself") for text in ("aaaaaaaaaaaa", "abcabcabcabc", "121212121212")],
        *[(text, "repeats itself") for text in ("passwordpassword", "lalalalalala!"[:12])],
        *[(text, "neighbouring keys") for text in ("1234567890123", "qwertyuiop12")],
        *[(text, "neighbouring keys") for text in ("abcdefgh1234", "asdfghjklzxcvb")],
        *[(text, "too common") for text in ("password1234", "P4ssw0rd2026!", "!!Summer2026")],
        *[(text, "too common") for text in ("iloveyou 1234", "MonkeyDragon7", "Welcome-2026")],
        *[(text, "too common") for text in ("1q2w3e4r5t6y", "correct horse battery staple")],
        *[(text, "of a name") for text in ("adalovelace1", "Ada Lovelace12", "ringrift2026!")],
    ],
)
def test_passwords_that_are_guessed_first_are_refused(password: str, weakness: str) -> None:
    assert weakness in find_weakness(password, "Ada Lovelace")


@pytest.mark.parametrize(
    "password",
    [
        *("three purple tractors", "correct horse", "zebra kettle 94", "Tr0ub4dor&3xyz"),
        *(
            "вчера шёл дождь",
            "αγαπώ τη θάλασσα",
            "🐙🐢🦊🐝🦉🐺🐗🐴🦄🐝🐛🦋",
            "ada went to the shop",
        ),
    ],
)
def test_other_passwords_of_any_characters_are_accepted(password: str) -> None:
    assert find_weakness(password, "Ada Lovelace") == ""


@pytest.mark.parametrize(
    ("password", "code"),
    [("short pass1", "MALFORMED"), ("x7" * 65, "MALFORMED"), ("password1234", "WEAK_PASSWORD")],
)
def test_a_weak_password_is_refused_wherever_one_is_set(
    server: RunningServer, password: str, code: str
) -> None:
    new = {"name": "Weak", "password": password}
    refused = server.visitor().post("/accounts", new, status=422)["error"]
    assert (refused["code"], refused["path"]) == (code, "password")
    assert server.guest().post("/accounts", new, status=422)["error"]["code"] == code
    person = server.person(f"Changing {len(password)}")
    change = {"current": "correct horse", "new": password}
    refused = person.put("/accounts/me/password", change, status=422)["error"]
    assert (refused["code"], refused["path"]) == (code, "new")


def test_the_longest_password_works(server: RunningServer) -> None:
    password = "The quick brown fox, and so on. " * 3 + "and then the lazy dog woke up..."
    assert len(password) == 128
    server.person("Verbose", password)
    server.visitor().post("/sessions", {"name": "Verbose", "password": password}, status=201)
    shorter = {"name": "Verbose", "password": password[:-1]}
    server.visitor().post("/sessions", shorter, status=401)


def test_an_old_short_password_still_logs_in(server: RunningServer) -> None:
    person = server.person("Veteran")

    async def shorten() -> None:
        database = Database(server.settings.database)
        try:
            async with database.engine.begin() as connection:
                values = {
                    "password_hash": await hash_password(InlineWorkPool(), "12345678", share="test")
                }
                old = update(accounts).where(accounts.c.id == person.id).values(values)
                await connection.execute(old)
        finally:
            await database.close()

    asyncio.run(shorten())
    server.visitor().post("/sessions", {"name": "Veteran", "password": "12345678"}, status=201)
    person.put("/accounts/me/password", {"current": "12345678", "new": "zebra kettle 94"})
