"""Names of accounts: normalised, bounded, and not like another name."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ringrift.server.accounts.names import is_reserved, look_key, normalize_name
from ringrift.server.storage.database import Database
from tests.server.running_server import HIGH_LIMITS, RunningServer, on_sqlite, running

LIGATURE = "\ufdfa"  # eighteen characters after normalisation


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("names"))) as started:
        yield started


def register(server: RunningServer, name: str, status: int) -> str:
    sent = {"name": name, "password": "correct horse"}
    answer = server.visitor().post("/accounts", sent, status=status)
    return str(answer["error"]["code"] if status >= 400 else answer["account"]["name"])


@pytest.mark.parametrize(
    "name", ["Ada", "Ada Lovelace", "J.R.", "José", "Владимир", "日本語", "हिन्दी", "x_y-z 9"]
)
def test_people_may_use_the_letters_of_their_language(name: str) -> None:
    assert normalize_name(name) == name


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        (LIGATURE * 24, "use 2 to 24 characters"),
        ("x", "use 2 to 24 characters"),
        ("-dash", "start with a letter or digit"),
        ("new\nline!", "use letters"),
        ("zero\u200djoiner", "use letters"),
        ("\u3164\u3164", "use letters"),  # an invisible letter
        ("right\u202eleft", "use letters"),
        ("z" + "\u0301" * 3, "at most 2 accents"),
        ("p\u0430ypal", "letters of one script"),  # a Cyrillic letter between Latin ones
    ],
)
def test_a_deceptive_name_is_refused_with_advice(name: str, advice: str) -> None:
    with pytest.raises(ValueError, match=advice):
        normalize_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Bob", "B0b"),
        ("cop", "\u0441\u043e\u0440"),  # all Cyrillic
        ("Max Power", "Max_Power"),
        ("Emma", "Ernma"),
        ("Anna", "ANNA"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert look_key(one) == look_key(other)


def test_different_names_keep_different_keys() -> None:
    names = ["Ian", "Lan", "Jan", "Ada", "Adam", "Bo", "Bob", "Мир", "Mup", "Jose", "José"]
    assert len({look_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Administrator", "ADM1N", "Moderator", "The RingRift Team", "R1ngR1ft"),
        *("Level 5", "LeveI 10", "level", "Guest 12ab34", "deleted 4", "Support", "Y0u"),
    ],
)
def test_names_of_the_site_and_its_staff_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Elevel", "Sysiphus", "Modesty", "Ada", "Helper", "Botticelli"])
def test_names_that_only_contain_a_reserved_one_are_free(name: str) -> None:
    assert not is_reserved(name)


def test_a_name_that_grows_when_it_is_normalised_is_refused(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        assert register(server, LIGATURE * 24, 422) == "MALFORMED"
        assert register(server, f"Ada {LIGATURE}", 201) == normalize_name(f"Ada {LIGATURE}")
        server.visitor().get(f"/players/{LIGATURE * 24}", status=404)
        person = server.person("Normal")
        refused = person.post("/bots", {"name": LIGATURE * 24}, status=422)
        assert refused["error"]["message"] == "use 2 to 24 characters"


def test_look_alike_and_reserved_names_cannot_be_registered(server: RunningServer) -> None:
    person = server.person("Alice")
    assert register(server, "AIice", 409) == "NAME_TAKEN"
    assert register(server, "Moderator", 422) == "NAME_RESERVED"
    assert person.post("/bots", {"name": "Al1ce"}, status=201)  # i and 1 do not look alike
    assert person.post("/bots", {"name": "A-lice"}, status=409)["error"]["code"] == "NAME_TAKEN"
    guest = server.guest()
    sent = {"name": "A.lice", "password": "correct horse"}
    assert guest.post("/accounts", sent, status=409)["error"]["code"] == "NAME_TAKEN"


def test_accounts_whose_names_already_look_alike_survive_the_migration(tmp_path: Path) -> None:
    async def upgrade(revision: str) -> None:
        database = Database(f"sqlite:///{tmp_path}/ringrift.db")
        try:
            await database.upgrade(revision)
        finally:
            await database.close()

    asyncio.run(upgrade("0004"))
    connection = sqlite3.connect(tmp_path / "ringrift.db")
    rows = [("1" * 32, "Alice", "alice", 1.0), ("2" * 32, "AIice", "aiice", 2.0)]
    with connection:
        connection.executemany(
            "INSERT INTO accounts (id, name, name_key, kind, created_at) "
            "VALUES (?, ?, ?, 'person', ?)",
            rows,
        )
    asyncio.run(upgrade("head"))
    keys = [key for [key] in connection.execute("SELECT look_key FROM accounts ORDER BY id")]
    connection.close()
    assert keys == ["alice", f"alice {'2' * 32}"]
