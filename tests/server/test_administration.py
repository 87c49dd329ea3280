"""Administration: roles, sanctions, names, chat, games and the audit log."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import update

from ringrift.server.accounts.types import Role
from ringrift.server.administration.permissions import PERMISSIONS, Permission
from ringrift.server.app import create_app
from ringrift.server.settings import Settings
from ringrift.server.storage.tables import login_sessions
from tests.server.running_server import (
    TWO_PLAYERS,
    Client,
    RunningServer,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)
from tests.server.second_factor_clients import add_app
from tests.server.staff import appoint, employ, on_loop

PASSWORD: Final = "correct horse"
REASON: Final = {"reason": "rude words"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("administration"))) as started:
        yield started


def log_in(server: RunningServer, name: str, *, status: int = 201) -> Client:
    visitor = server.visitor()
    sent = {"name": name, "password": PASSWORD}
    answer = visitor.post("/sessions", sent, status=status)
    if status == 201:
        visitor.sign(answer)
    return visitor


@pytest.fixture(scope="module")
def admin(server: RunningServer) -> Client:
    return employ(server, "Boss Lady", "admin")


@pytest.fixture(scope="module")
def moderator(server: RunningServer) -> Client:
    return employ(server, "Fair Hand", "moderator")


def of(account: Client | str, action: str = "") -> str:
    identity = account if isinstance(account, str) else account.id
    return f"/administration/accounts/{identity}{action}"


def last_entry(admin: Client, target: str) -> dict[str, Any]:
    entry: dict[str, Any] = admin.get("/administration/log", target=target)[0]
    return entry


def test_staff_removes_texts(server: RunningServer, moderator: Client) -> None:
    ann, ben = server.person("Ann Author"), server.person("Ben Reader")
    message = ann.post(f"/messages/{ben.id}", {"text": "rude words"}, status=201)["id"]
    board = '[RingRift "1"]\n[Board "square8"]\n[Players "2"]\n[Edition "standard"]\n\n*\n'
    sent: dict[str, Any] = {"name": "Rude study", "visibility": "public", "records": board}
    study = ann.post("/studies", sent, status=201)["id"]
    sent = {"name": "Rude club", "description": "for the rude"}
    club = ann.post("/clubs", sent, status=201)["id"]
    sent = {
        "name": "Rude cup",
        "description": "for the rude",
        "format": "swiss",
        "rounds": 1,
        "starts_at": server.worker.clock.now() + 600,
        "settings": {"clock": {"kind": "fischer", "initial": 60, "increment": 1}},
    }
    tournament = ann.post("/tournaments", sent, status=201)["id"]

    def remove(kind: str, text: str, status: int = 204) -> Any:
        path = f"/administration/texts/{kind}/{text}/removal"
        return moderator.post(path, REASON, status=status)

    remove("message", message)
    assert ben.get(f"/messages/{ann.id}") == []
    assert remove("message", message, 404)["error"]["path"] == "text"
    remove("study", study)
    ben.get(f"/studies/{study}", status=404)
    shared = ann.put(f"/studies/{study}", {"visibility": "link"}, status=403)["error"]
    assert (shared["code"], shared["path"]) == ("REMOVED", "visibility")
    assert ann.put(f"/studies/{study}", {"name": "Polite study"}, status=200)["editable"]
    remove("club", club)
    shown = ben.get(f"/clubs/{club}")
    assert (shown["name"], shown["description"]) == (f"Club {club[:8]}", "")
    remove("tournament", tournament)
    shown = ben.get(f"/tournaments/{tournament}")
    assert (shown["name"], shown["description"]) == (f"Tournament {tournament[:8]}", "")
    entry = last_entry(moderator, study)
    assert (entry["action"], entry["details"]) == (
        "text_removed",
        {"kind": "study", "account": ann.id},
    )


def operations() -> list[tuple[str, str]]:
    """Return the method and path of every endpoint of administration."""
    paths = create_app(Settings()).openapi()["paths"]
    return [
        (method.upper(), path)
        for path, methods in paths.items()
        if path.startswith("/administration/")
        for method in methods
    ]


@pytest.mark.parametrize(("method", "path"), operations())
def test_only_staff_reaches_the_endpoints(server: RunningServer, method: str, path: str) -> None:
    owner = server.person(f"P {abs(hash((method, path))) % 10**9}")
    bot = server.visitor()
    bot.token = owner.post("/bots", {"name": f"B {owner.id[:9]}"}, status=201)["token"]
    ids = dict.fromkeys(("account", "game", "line", "report", "text"), "0" * 32)
    address = path.format(kind="club", **ids)
    wanted = ((server.visitor(), "NOT_LOGGED_IN"), (server.guest(), "NOT_ALLOWED"))
    for caller, code in (*wanted, (owner, "NOT_ALLOWED"), (bot, "SESSION_NEEDED")):
        sent = caller.http.request(method, address, headers=caller.headers, json={})
        assert sent.status_code in (401, 403)
        assert sent.json()["error"]["code"] == code


def test_a_moderator_may_not_do_what_only_admins_may(
    server: RunningServer, moderator: Client
) -> None:
    ben = server.person("Ben Harmless")
    for method, path, body in (
        ("POST", "/ban", {**REASON}),
        ("POST", "/password-reset", {**REASON}),
        ("PUT", "/role", {**REASON, "role": "moderator"}),
    ):
        sent = moderator.http.request(method, of(ben, path), headers=moderator.headers, json=body)
        assert (sent.status_code, sent.json()["error"]["code"]) == (403, "NOT_ALLOWED")


def test_the_session_tells_the_page_the_role(moderator: Client, server: RunningServer) -> None:
    assert moderator.get("/sessions/current")["role"] == "moderator"
    helper = server.person("Newly Appointed")
    appoint(server, helper, "moderator")
    sent = {"name": "Newly Appointed", "password": PASSWORD}
    assert server.visitor().post("/sessions", sent, status=201)["role"] == "moderator"
    assert server.person("No Role Here").get("/sessions/current")["role"] is None


def test_a_change_needs_a_recent_password(server: RunningServer) -> None:
    staff, ben = employ(server, "Long Logged In", "moderator"), server.person("Ben Patient")

    async def age() -> None:
        async with server.worker.database.engine.begin() as connection:
            mine = login_sessions.c.account_id == staff.id
            old = update(login_sessions).where(mine).values(authenticated_at=0.0)
            await connection.execute(old)

    on_loop(server, age())
    sent = {**REASON, "days": 1}
    refused = staff.post(of(ben, "/suspension"), sent, status=403)["error"]
    assert refused["code"] == "PASSWORD_NEEDED"
    assert staff.get(of(ben))["sanction"] is None
    staff.post("/sessions/current/password", {"password": PASSWORD})
    assert staff.post(of(ben, "/suspension"), sent)["sanction"]["kind"] == "suspension"


def test_a_change_without_the_csrf_token_is_refused(
    server: RunningServer, moderator: Client
) -> None:
    ben = server.person("Ben Csrf")
    sent = moderator.http.post(of(ben, "/suspension"), json={**REASON, "days": 1})
    assert sent.json()["error"]["code"] == "CSRF"


def test_accounts_are_found_by_the_beginning_of_a_name(
    server: RunningServer, moderator: Client
) -> None:
    found = server.person("Querulous Quentin")
    bot = found.post("/bots", {"name": "Quentins Bot"}, status=201)["account"]
    for text in ("querul", "QUERULOUSQ", "QueruIous Quentin", found.id):
        [only] = moderator.get("/administration/accounts", name=text)
        assert only["account"]["id"] == found.id
    details = moderator.get(of(found))
    assert [one["id"] for one in details["bots"]] == [bot["id"]]
    assert moderator.get(of(bot["id"]))["owner"]["id"] == found.id
    assert moderator.get("/administration/accounts", name="100%") == []


def test_a_suspended_person_reads_why_and_until_when(
    server: RunningServer, moderator: Client
) -> None:
    ben = server.person("Ben Suspended")
    moderator.post(of(ben, "/suspension"), {"reason": "insults in chat", "days": 2})
    assert ben.get("/sessions/current", status=401)["error"]["code"] == "NOT_LOGGED_IN"
    refused = log_in(server, "Ben Suspended", status=403)
    answer = refused.post("/sessions", {"name": "Ben Suspended", "password": PASSWORD}, status=403)
    assert answer["error"]["code"] == "SUSPENDED"
    assert "insults in chat" in answer["error"]["message"]
    assert answer["sanction"]["ends_at"] > 0
    wrong = refused.post("/sessions", {"name": "Ben Suspended", "password": "wrong"}, status=401)
    assert wrong["error"]["code"] == "WRONG_CREDENTIALS"  # a stranger learns nothing
    moderator.post(of(ben, "/lift"), {"reason": "apologised"})
    log_in(server, "Ben Suspended")


def test_the_games_of_a_suspended_player_go_on(server: RunningServer, moderator: Client) -> None:
    ann, ben, game = start_two_player_game(server)
    begin(ann, game)
    moderator.post(of(ben, "/suspension"), {**REASON, "days": 1})
    assert ann.get(f"/games/{game}")["status"] == "live"


def test_a_banned_player_resigns_and_is_disconnected(server: RunningServer, admin: Client) -> None:
    ann, ben, game = start_two_player_game(server)
    begin(ann, game)
    waiting = ben.post("/games", TWO_PLAYERS, status=201)["id"]
    with ben.socket() as socket, ann.socket() as watching:
        watching.send(type="watch", game=game)
        details = admin.post(of(ben, "/ban"), {**REASON})
        assert socket.until("closing")
        watching.until_event("ended")
    assert details["active_games"] == []
    assert details["sanction"]["ends_at"] is None
    assert ann.get(f"/games/{game}")["winner"] == 1
    assert ann.get(f"/games/{waiting}")["status"] == "aborted"


def test_the_bots_of_a_banned_person_are_refused(server: RunningServer, admin: Client) -> None:
    owner, bot = server.person("Owner Banned"), server.visitor()
    bot.token = owner.post("/bots", {"name": "Banned Bot"}, status=201)["token"]
    bot.get("/sessions/current")
    admin.post(of(owner, "/ban"), {**REASON, "days": 7})
    assert bot.get("/sessions/current", status=401)["error"]["code"] == "BAD_TOKEN"
    admin.post(of(owner, "/lift"), {**REASON})
    bot.get("/sessions/current")


def test_only_an_admin_lifts_a_ban(server: RunningServer, admin: Client, moderator: Client) -> None:
    ben = server.person("Ben Lifted")
    admin.post(of(ben, "/ban"), {**REASON})
    assert moderator.post(of(ben, "/lift"), REASON, status=403)["error"]["code"] == "NOT_ALLOWED"
    assert admin.post(of(ben, "/lift"), REASON)["sanction"] is None
    assert admin.post(of(ben, "/lift"), REASON, status=409)["error"]["code"] == "NOT_SANCTIONED"


def test_staff_is_safe_from_staff_and_from_itself(admin: Client, moderator: Client) -> None:
    sent = {**REASON, "days": 1}
    refused = moderator.post(of(admin, "/suspension"), sent, status=403)["error"]
    assert (refused["code"], refused["path"]) == ("STAFF", "account")
    own = moderator.post(of(moderator, "/suspension"), sent, status=403)["error"]
    assert own["code"] == "OWN_ACCOUNT"
    reset = admin.post(of(moderator, "/password-reset"), REASON, status=403)["error"]
    assert reset["code"] == "STAFF"


def test_an_admin_appoints_moderators_and_only_the_operator_admins(
    server: RunningServer, admin: Client
) -> None:
    cleo = server.person("Cleo Candidate")
    made = admin.put(of(cleo, "/role"), {**REASON, "role": "moderator"}, status=200)
    assert made["role"] == "moderator"
    add_app(server, cleo)
    cleo.get("/administration/reports")
    admin.put(of(cleo, "/role"), {**REASON, "role": None}, status=200)
    cleo.get("/administration/reports", status=403)
    admin.put(of(cleo, "/role"), {**REASON, "role": "admin"}, status=422)
    boss = admin.put(of(admin, "/role"), {**REASON, "role": None}, status=403)
    assert boss["error"]["code"] == "NOT_ALLOWED"


def test_a_reset_link_sets_a_new_password_once(server: RunningServer, admin: Client) -> None:
    dora = server.person("Dora Forgot")
    link = admin.post(of(dora, "/password-reset"), {"reason": "asked by mail"}, status=201)["link"]
    token = link.partition("#")[2]
    new = {"token": token, "password": "a new long password"}
    assert server.visitor().post("/accounts/resets", new)["name"] == "Dora Forgot"
    server.visitor().post("/accounts/resets", new, status=401)
    assert last_entry(admin, dora.id)["action"] == "password_reset"
    assert token not in str(admin.get("/administration/log"))


def test_a_rename_reaches_the_live_games(server: RunningServer, moderator: Client) -> None:
    rude = server.person("Rude Name")
    game = rude.post("/games", TWO_PLAYERS, status=201)["id"]
    server.guest().post(f"/games/{game}/join")
    begin(rude, game)
    moderator.put(of(rude, "/name"), {"name": "Nice Name", "reason": "insulting"}, status=200)
    assert rude.get(f"/games/{game}")["seats"][0]["account"]["name"] == "Nice Name"
    assert "Rude Name" not in str(rude.get(f"/games/{game}/events"))
    [live] = [one for one in server.worker.directory.live if one.id == game]
    assert live.session.people[1].name == "Nice Name"
    log_in(server, "Nice Name")
    assert "Rude" not in str(moderator.get("/administration/log", target=rude.id))


def test_a_removed_line_disappears_for_everybody(server: RunningServer, moderator: Client) -> None:
    ann, ben, game = start_two_player_game(server)
    with ann.socket() as socket:
        socket.send(type="watch", game=game)
        socket.until("watching")
        ben.post(f"/games/{game}/chat", {"text": "something vile"}, status=204)
        line = socket.until("chat")["id"]
        moderator.post(f"/administration/chat/{line}/removal", REASON, status=204)
        assert socket.until("chat.removed")["id"] == line
    assert ben.get(f"/games/{game}/chat") == []
    again = moderator.post(f"/administration/chat/{line}/removal", REASON, status=404)["error"]
    assert again["path"] == "line"


def test_a_closed_game_ends_without_a_result(server: RunningServer, moderator: Client) -> None:
    ann, ben, game = start_two_player_game(server)
    begin(ann, game)
    with ben.socket() as socket:
        socket.send(type="watch", game=game)
        moderator.post(f"/administration/games/{game}/closure", REASON, status=204)
        assert socket.until_event("aborted")["reason"] == "operator"
    view = ann.get(f"/games/{game}")
    assert (view["status"], view["reason"], view["winner"]) == ("aborted", "operator", None)
    again = moderator.post(f"/administration/games/{game}/closure", REASON, status=409)["error"]
    assert again["code"] == "GAME_OVER"


def test_an_open_game_is_closed_too(server: RunningServer, moderator: Client) -> None:
    ann = server.guest()
    game = ann.post("/games", TWO_PLAYERS, status=201)["id"]
    moderator.post(f"/administration/games/{game}/closure", REASON, status=204)
    assert ann.get(f"/games/{game}")["status"] == "aborted"


def test_every_action_is_in_the_log_and_nothing_is_changed_there(
    server: RunningServer, moderator: Client
) -> None:
    ben = server.person("Ben Logged")
    moderator.post(of(ben, "/suspension"), {"reason": "stalling twice", "days": 3})
    entry = last_entry(moderator, ben.id)
    assert (entry["action"], entry["reason"]) == ("suspended", "stalling twice")
    assert (entry["actor"], entry["details"]) == (moderator.id, {"days": 3.0})
    connection = sqlite3.connect(server.settings.database.removeprefix("sqlite:///"))
    for statement in ("DELETE FROM audit_log", "UPDATE audit_log SET reason = ''"):
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            connection.execute(statement)
    connection.close()


def test_the_reason_is_required_and_bounded(server: RunningServer, admin: Client) -> None:
    ben = server.person("Ben Bounded")
    for body, path in (
        ({"days": 1}, "reason"),
        ({"days": 1, "reason": "  "}, "reason"),
        ({"days": 31, **REASON}, "days"),
        ({"days": 0, **REASON}, "days"),
        ({"days": 1, **REASON, "forever": True}, "forever"),
    ):
        refused = admin.post(of(ben, "/suspension"), body, status=422)["error"]
        assert refused["path"] == path


def test_an_admin_may_do_everything_a_moderator_may() -> None:
    assert PERMISSIONS["moderator"] < PERMISSIONS["admin"] == frozenset(Permission)


def test_the_guide_has_the_table_of_permissions() -> None:
    guide = (Path(__file__).parents[2] / "docs/how-to/administer.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ]+) \| (yes|no) \| (yes|no) \|$", guide, flags=re.MULTILINE)
    roles: tuple[Role, ...] = ("moderator", "admin")
    assert rows == [
        (str(one), *("yes" if one in PERMISSIONS[role] else "no" for role in roles))
        for one in Permission
    ]
