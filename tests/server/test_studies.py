"""Studies: chapters with variations, sharing, conflicts, limits, export and deletion."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from ringrift.records import load_text
from ringrift.rules.position_string import load_position
from ringrift.server.studies import service
from tests.server.running_server import Client, RunningServer, running_on

HEADERS = '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n'
RECORD = f'{HEADERS}[Chapter "The opening"]\n\n1. @d4 (1. @e5 {{Better.}} e5-e7 - -) d4-d6 - -\n*\n'
EMPTY = f"{HEADERS}\n*\n"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    with running_on(request.param, request, tmp_path_factory.mktemp("studies")) as started:
        yield started


_numbers = count()


def person(server: RunningServer) -> Client:
    return server.person(f"Student {next(_numbers)}")


def put(client: Client, path: str, body: Any, status: int = 200) -> Any:
    return client.put(path, body, status=status)


def create(owner: Client, records: str = RECORD, **more: Any) -> dict[str, Any]:
    body = {"name": "My study", "records": records} | more
    study: dict[str, Any] = owner.post("/studies", body, status=201)
    return study


def chapter_of(owner: Client, study: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    path = f"/studies/{study['id']}/chapters/{study['chapters'][0]['id']}"
    return path, owner.get(path)


def test_each_record_becomes_a_chapter(server: RunningServer) -> None:
    ann = person(server)
    study = create(ann, RECORD + "\n" + EMPTY)
    assert [chapter["name"] for chapter in study["chapters"]] == ["The opening", "2"]
    _, chapter = chapter_of(ann, study)
    assert load_text(chapter["record"]) == load_text(RECORD)
    assert load_position(chapter["position"]).turn_number == 2


def test_a_private_study_is_only_for_its_owner(server: RunningServer) -> None:
    ann, ben = person(server), person(server)
    study = create(ann)
    path = f"/studies/{study['id']}"
    assert ben.get(path, status=404)["error"]["code"] == "NOT_FOUND"
    assert server.visitor().get(path + "/record", status=404)
    chapter, _ = chapter_of(ann, study)
    assert ben.get(chapter, status=404)
    change = {"record": RECORD, "revision": 1}
    assert put(ben, chapter, change, status=404)


def test_a_study_by_link_is_seen_but_not_listed(server: RunningServer) -> None:
    ann, ben = person(server), person(server)
    study = create(ann, visibility="link")
    path = f"/studies/{study['id']}"
    seen = server.visitor().get(path)
    assert (seen["name"], seen["editable"]) == ("My study", False)
    assert put(ben, path, {"name": "Mine"}, status=403)["error"]["code"] == "NOT_YOUR_STUDY"
    listed = ben.get("/studies", of="everybody")["studies"]
    assert study["id"] not in [one["id"] for one in listed]


def test_a_public_study_is_listed(server: RunningServer) -> None:
    ann = person(server)
    study = create(ann)
    put(ann, f"/studies/{study['id']}", {"visibility": "public", "name": "Openings"})
    listed = server.visitor().get("/studies", of="everybody")["studies"]
    [mine] = [one for one in listed if one["id"] == study["id"]]
    assert (mine["name"], mine["owner"]["id"]) == ("Openings", ann.id)


def test_the_list_of_studies_has_pages(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_PAGE", 2)
    ann = person(server)
    made = [create(ann)["id"] for _ in range(3)]
    first = ann.get("/studies")
    assert [one["id"] for one in first["studies"]] == [made[2], made[1]]
    second = ann.get("/studies", before=first["next"])
    assert [one["id"] for one in second["studies"]] == [made[0]]
    assert second["next"] is None


def test_of_two_tabs_the_later_one_learns_of_the_conflict(server: RunningServer) -> None:
    ann = person(server)
    path, chapter = chapter_of(ann, create(ann))
    first = {"record": EMPTY, "revision": chapter["revision"]}
    assert put(ann, path, first)["revision"] == 2
    refused = put(ann, path, first | {"record": RECORD}, status=409)
    assert (refused["error"]["code"], refused["revision"]) == ("CONFLICT", 2)
    assert ann.get(path)["record"] == EMPTY
    assert put(ann, path, {"record": RECORD, "revision": 2})["revision"] == 3


def test_a_change_that_is_sent_again_is_no_conflict(server: RunningServer) -> None:
    ann = person(server)
    path, _ = chapter_of(ann, create(ann))
    change = {"record": EMPTY, "revision": 1}
    assert put(ann, path, change) == put(ann, path, change)


@pytest.mark.parametrize(
    ("record", "code", "words"),
    [
        (f"{HEADERS}\n1. @d4 (@e5 e5-a7) *\n", "NOT_A_RAY", "line 6"),
        ("no record", "MALFORMED", "RingRift"),
        (f"{HEADERS}\n1. @d4 (@e5 *\n", "MALFORMED", "is open"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(
    server: RunningServer, record: str, code: str, words: str
) -> None:
    ann = person(server)
    path, _ = chapter_of(ann, create(ann))
    refused = put(ann, path, {"record": record, "revision": 1}, status=422)["error"]
    assert (refused["code"], refused["path"]) == (code, "record")
    assert words in refused["message"]


def test_a_file_names_the_chapter_at_fault(server: RunningServer) -> None:
    ann = person(server)
    broken = RECORD + f"\n{HEADERS}\n1. @z9 *\n"
    refused = ann.post("/studies", {"name": "x", "records": broken}, status=422)["error"]
    assert "chapter 2, line" in refused["message"]


def test_chapters_are_added_ordered_and_deleted(server: RunningServer) -> None:
    ann = person(server)
    study = create(ann)
    path = f"/studies/{study['id']}"
    second = ann.post(f"{path}/chapters", {"name": "Ending", "record": EMPTY}, status=201)
    first = study["chapters"][0]["id"]
    order = {"chapters": [second["id"], first]}
    assert [one["name"] for one in put(ann, path, order)["chapters"]] == ["Ending", "The opening"]
    assert put(ann, path, {"chapters": [first]}, status=422)["error"]["path"] == "chapters"
    ann.delete(f"{path}/chapters/{first}")
    refused = ann.delete(f"{path}/chapters/{second['id']}", status=409)
    assert refused["error"]["code"] == "LAST_CHAPTER"
    ann.delete(path)
    assert ann.get(path, status=404)


def test_a_study_is_exported_as_a_file_that_can_be_imported(server: RunningServer) -> None:
    ann, ben = person(server), person(server)
    study = create(ann, RECORD + "\n" + EMPTY, visibility="link")
    exported = ben.http.get(f"/studies/{study['id']}/record")
    assert exported.headers["content-type"].startswith("text/plain")
    copy = create(ben, exported.text)
    assert [one["name"] for one in copy["chapters"]] == ["The opening", "2"]
    assert chapter_of(ben, copy)[1]["record"] == chapter_of(ann, study)[1]["record"]


def test_guests_and_bots_have_no_studies(server: RunningServer) -> None:
    guest = server.guest()
    refused = guest.post("/studies", {"name": "x", "records": RECORD}, status=403)
    assert refused["error"]["code"] == "ACCOUNT_NEEDED"
    assert server.visitor().get("/studies", status=401)


def test_numbers_and_lengths_have_limits(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_STUDIES", 1)
    monkeypatch.setattr(service, "MAX_CHAPTERS", 2)
    ann = person(server)
    study = create(ann)
    refused = ann.post("/studies", {"name": "x", "records": RECORD}, status=409)
    assert refused["error"]["code"] == "TOO_MANY_STUDIES"
    path = f"/studies/{study['id']}/chapters"
    ann.post(path, {"name": "Two", "record": EMPTY}, status=201)
    refused = ann.post(path, {"name": "Three", "record": EMPTY}, status=409)
    assert refused["error"]["code"] == "TOO_MANY_CHAPTERS"
    ann.post("/studies", {"name": " ", "records": RECORD}, status=422)
    ann.post("/studies", {"name": "x", "records": EMPTY * 65}, status=422)
    ann.post(path, {"name": "x", "record": "{" + "a" * 100_000}, status=422)


def test_the_export_has_the_studies_and_erasing_deletes_them(server: RunningServer) -> None:
    ann = person(server)
    create(ann, visibility="public")
    exported = ann.get("/accounts/me/export")
    assert [one["name"] for one in exported["studies"]] == ["My study"]
    assert exported["study_chapters"][0]["record"].strip() == RECORD.strip()
    account = ann.id
    ann.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    listed = server.visitor().get("/studies", of="everybody")["studies"]
    assert account not in [one["owner"]["id"] for one in listed]
