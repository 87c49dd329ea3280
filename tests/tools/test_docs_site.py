"""The documentation site: complete, without warnings, and readable without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
API = ROOT / "docs" / "api"
PUBLIC = sorted(
    ".".join(path.relative_to(ROOT / "src").parent.parts)
    for path in (ROOT / "src" / "ringrift").rglob("__init__.py")
    if "server" not in path.parts and "\n__all__ = " in path.read_text(encoding="utf-8")
)


def documented_names() -> Iterator[str]:
    """Yield the full names that the pages of the API document."""
    directive = re.compile(r"^\.\. (?:py:)?(\w+):: (\S+)$", flags=re.MULTILINE)
    for page in API.glob("*.rst"):
        module = ""
        for kind, name in directive.findall(page.read_text(encoding="utf-8")):
            if kind in ("automodule", "currentmodule"):
                module = name
            else:
                yield f"{module}.{name}"


def test_the_public_packages_are_those_that_list_their_names() -> None:
    assert {"ringrift", "ringrift.rules", "ringrift.kernel", "ringrift.client"} <= set(PUBLIC)


@pytest.mark.parametrize("package", PUBLIC)
def test_the_reference_documents_every_public_name_once(package: str) -> None:
    documented = [
        name.rpartition(".")[2] for name in documented_names() if name.rpartition(".")[0] == package
    ]
    assert sorted(documented) == sorted(import_module(package).__all__)


class LoadedFiles(HTMLParser):
    """Collects the addresses of what a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        linked = tag == "link" and values.get("rel") not in ("author", "index", "next", "prev")
        address = values.get("href") if linked else values.get("src")
        if address:
            self.addresses.append(address)


def loaded_from_elsewhere(site: Path) -> list[str]:
    found = []
    for page in site.rglob("*.html"):
        parser = LoadedFiles()
        parser.feed(page.read_text(encoding="utf-8"))
        found += [f"{page.name}: {one}" for one in parser.addresses if "//" in one]
    for style in site.rglob("*.css"):
        rules = re.findall(r"(?:url\(|@import\s)[^;)]*//[^;)]*", style.read_text(encoding="utf-8"))
        found += [f"{style.name}: {one}" for one in rules if "data:" not in one]
    return found


def test_the_site_builds_without_warnings_and_is_readable_offline(tmp_path: Path) -> None:
    """One build, which takes half a minute, for all that it shows."""
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run(
        [*command, "--doctree-dir", tmp_path / "doctrees", ROOT / "docs", site],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert loaded_from_elsewhere(site) == []
    results = search_from_disk(site, "forced_elimination")
    assert "reference/wire.html" in results


def search_from_disk(site: Path, words: str) -> str:
    """Return the page of the results that Chromium shows for a site opened from disk."""
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(chromium).exists():
        pytest.skip("the search of the site needs Chromium")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000"]
    address = f"{(site / 'search.html').as_uri()}?q={words}"
    done = subprocess.run(
        [chromium, *options, "--dump-dom", address], capture_output=True, text=True, check=True
    )
    return done.stdout.partition('id="search-results"')[2].partition("<aside")[0]
