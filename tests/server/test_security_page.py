"""The security page names tests that exist, and the small promises that no other file tests."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest

from ringrift.server.operations.logs import JsonFormatter
from tests.server.running_server import on_sqlite, running

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "security.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)
NAMED_FILES = re.findall(r"`(web/tests/[\w/.]+)`", PAGE)
CHAPTERS = range(1, 15)


def test_every_test_that_the_page_names_exists() -> None:
    assert len(NAMED) > 40
    for file, name in NAMED:
        text = (Path(__file__).parent / file).read_text(encoding="utf-8")
        assert f"def {name}(" in text, f"{file}::{name}"
    for path in NAMED_FILES:
        assert (ROOT / path).is_file(), path


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_has_a_table_whose_rows_say_how_they_hold(chapter: int) -> None:
    [section] = re.findall(rf"^## V{chapter} .*?(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (?:\*\*)?\d.*\|$", section, flags=re.MULTILINE)
    assert rows
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 4, row
        assert all(cells), row


def test_a_line_break_stays_within_its_log_line() -> None:
    record = logging.LogRecord("ringrift", logging.INFO, "", 0, "login_failed", (), None)
    record.__dict__["about"] = 'Mallory\n{"event": "logged_in"}'
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["about"] == record.__dict__["about"]


def test_no_response_names_a_version(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        headers = server.visitor().http.get("/healthz").headers
    assert "x-powered-by" not in headers
    assert not re.search(r"\d", headers.get("server", ""))
