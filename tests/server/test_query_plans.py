"""No statement of a request or of the start reads a table that grows with finished games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.server.running_server import begin, on_sqlite, running

GROWING: Final = ("games", "seats", "events", "rating_changes", "chat")
Statement = tuple[str, Any]


@contextmanager
def executed() -> Iterator[list[Statement]]:
    """Collect the statements of all databases of this process."""
    found: list[Statement] = []

    def collect(
        _connection: Any, _cursor: Any, statement: str, parameters: Any, *_rest: Any
    ) -> None:
        found.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", collect)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", collect)


def scans(database: Path, statements: list[Statement]) -> set[str]:
    """Return the statements that read all rows of a growing table."""
    found = set()
    with sqlite3.connect(database) as connection:
        for statement, parameters in statements:
            if not statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
                continue
            values = parameters[0] if isinstance(parameters, list) else parameters
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
            finished = "over" in str(values)
            if any(_reads_all(detail, finished=finished) for *_, detail in plan):
                found.add(statement)
    return found


def _reads_all(detail: str, *, finished: bool) -> bool:
    """Return whether a step of a plan reads a whole growing table, or all finished games."""
    by_status = detail.startswith("SEARCH games USING INDEX ix_games_status")
    return detail in {f"SCAN {table}" for table in GROWING} or (finished and by_status)


def test_the_start_does_not_read_finished_games(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings):
        pass  # migrates
    with executed() as statements, running(settings) as server:
        server.visitor().get("/readyz")
    assert statements
    assert scans(Path(settings.database.removeprefix("sqlite:///")), statements) == set()


def test_requests_do_not_read_all_finished_games(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path)
    with running(settings) as server, executed() as statements:
        ada, bob = server.person("Ada"), server.person("Bob")
        game = ada.post("/games", {"settings": {"players": 2, "rated": True}}, status=201)["id"]
        bob.post(f"/games/{game}/join")
        with bob.socket() as socket:
            socket.send(type="watch", game=game, since=0)
            socket.until("watching")
            socket.send(type="chat", game=game, text="hello")
            socket.until("chat")
        for path in ("/lobby", "/live", "/leaderboard", f"/games/{game}", f"/games/{game}/chat"):
            bob.get(path)
        position = bob.get(f"/games/{game}")["position"]
        bob.post("/analyses", {"position": position}, status=403)  # it is rated
        for path in ("/lobby", "/live", "/players/Ada/games"):
            bob.get(path, players=2)
        bob.get("/quick-match")
        begin(ada, game)
        ada.post(f"/games/{game}/resign", {"client_id": "1"}, status=201)
        bob.post(f"/games/{game}/rematch", status=201)
        for path in ("/players/Ada", "/players/Ada/games", f"/games/{game}/events"):
            bob.get(path)
        bob.get("/players/Ada/games?status=over&before=2000000000")
        for path in ("/games/waiting", "/featured", "/players/Ada/ratings?board=square8"):
            ada.get(path)
    assert scans(Path(settings.database.removeprefix("sqlite:///")), statements) == set()
