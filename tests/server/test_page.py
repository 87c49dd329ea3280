"""Serving the built page: routes, caching and encodings, beside the API."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from ringrift.host.errors import InvalidConfigError
from ringrift.server.app import create_app
from ringrift.server.page import files
from ringrift.server.page.routes import PAGE_ROUTES
from tests.server.running_server import HIGH_LIMITS, RunningServer
from tools.pack_page import pack

SCRIPT_TAG = '<script type="module" src="/assets/main-1a2b.js"></script>'
HTML = f"<!doctype html><title>RingRift</title>{SCRIPT_TAG}"
SCRIPT = "export const rings = 18;\n" * 40


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built page: a hashed script with its compressed variant, a kernel, an icon."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "kernel").mkdir()
    (folder / "index.html").write_text(HTML)
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "main-1a2b.js").write_text(SCRIPT)
    (folder / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "kernel" / "kernel.wasm").write_bytes(b"\0asm\1\0\0\0")
    (tmp_path / "secret.txt").write_text("not part of the page")
    return folder


@pytest.fixture
def browser(built: Path, tmp_path: Path) -> Iterator[httpx.Client]:
    settings = replace(HIGH_LIMITS, database=f"sqlite:///{tmp_path}/ringrift.db", page=str(built))
    server = RunningServer(settings).start()
    with httpx.Client(base_url=server.base) as client:
        yield client
    server.stop()


def test_every_route_serves_the_page(browser: httpx.Client) -> None:
    for path in PAGE_ROUTES.values():
        answer = browser.get(path.replace(":id", "0" * 32).replace(":", "some-"))
        assert answer.status_code == 200, path
        assert SCRIPT_TAG in answer.text, path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"


def test_the_content_security_policy_allows_no_external_source(browser: httpx.Client) -> None:
    policy = browser.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "unsafe-inline" not in policy
    assert "http:" not in policy
    assert "https:" not in policy


def test_hashed_files_are_immutable(browser: httpx.Client) -> None:
    answer = browser.get("/assets/main-1a2b.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert browser.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_a_browser_gets_the_shortest_encoding_that_it_accepts(browser: httpx.Client) -> None:
    packed = browser.get("/assets/main-1a2b.js", headers={"Accept-Encoding": "gzip, br"})
    plain = browser.get("/assets/main-1a2b.js", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(SCRIPT)
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == SCRIPT
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.headers["etag"] != plain.headers["etag"]


def test_the_assets_of_an_installed_page_come_from_one_archive(built: Path, tmp_path: Path) -> None:
    packed = tmp_path / "installed" / files.ARCHIVE
    pack(built / "assets", packed)
    (packed.parent / "index.html").write_text(HTML)
    page = files.read_page(packed.parent)
    assert page.keys() == {"index.html", "assets/main-1a2b.js"}
    script = page["assets/main-1a2b.js"]
    assert script.immutable
    assert script.bodies["identity"].decode() == SCRIPT
    assert gzip.decompress(script.bodies["gzip"]).decode() == SCRIPT


def test_a_file_without_compressed_variants_is_compressed_by_the_server(
    browser: httpx.Client, built: Path
) -> None:
    (built / "assets" / "plain-3c4d.js").write_text(SCRIPT)
    [plain] = [file for name, file in files.read_page(built).items() if "plain" in name]
    encoding, body = plain.choose_encoding("gzip, br")
    assert (encoding, gzip.decompress(body).decode()) == ("gzip", SCRIPT)
    assert "content-encoding" not in browser.get("/kernel/kernel.wasm").headers


def test_an_unchanged_page_is_not_sent_again(browser: httpx.Client) -> None:
    first = browser.get("/")
    again = browser.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.head("/").headers["etag"] == first.headers["etag"]


def test_webassembly_has_the_media_type_for_streaming_compilation(
    browser: httpx.Client,
) -> None:
    assert browser.get("/kernel/kernel.wasm").headers["content-type"] == "application/wasm"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone-9z.js",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/nowhere",
        "/secret.txt",
    ],
)
def test_unknown_files_are_not_found(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "NOT_FOUND"


def test_a_browser_at_an_unknown_address_gets_the_page(
    browser: httpx.Client,
) -> None:
    answer = browser.get("/nowhere/at/all", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert SCRIPT_TAG in answer.text
    no_game = browser.get(f"/games/{'0' * 32}", headers={"Accept": "text/html"})
    assert no_game.json()["error"]["code"] == "NOT_FOUND"


def test_the_page_does_not_shadow_the_api(browser: httpx.Client) -> None:
    assert browser.get("/lobby").json() == []
    assert browser.get("/docs").headers["content-type"].startswith("text/html")
    assert browser.get("/sessions").status_code == 401
    described = browser.get("/openapi.json").json()["paths"]
    assert not set(described) & {"/", "/play", "/assets/{name}"}


def test_without_a_page_the_server_says_how_to_build_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_FOLDERS", (tmp_path / "nothing",))
    settings = replace(HIGH_LIMITS, database=f"sqlite:///{tmp_path}/ringrift.db")
    server = RunningServer(settings).start()
    try:
        answer = httpx.get(f"{server.base}/play")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert "make page" in answer.text
        assert httpx.get(f"{server.base}/lobby").json() == []
    finally:
        server.stop()


def test_a_folder_without_a_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfigError, match=r"index\.html"):
        create_app(replace(HIGH_LIMITS, page=str(tmp_path)))


def test_only_embedded_pages_may_be_framed(browser: httpx.Client) -> None:
    for path in ("/embed/game/" + "0" * 32, "/embed/position?position=hex8"):
        headers = browser.get(path).headers
        assert "frame-ancestors *" in headers["content-security-policy"]
        assert "x-frame-options" not in headers
        assert "set-cookie" not in headers
    for path in ("/", "/game/" + "0" * 32, "/embed/other", "/lobby", "/icon.svg"):
        headers = browser.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY", path
