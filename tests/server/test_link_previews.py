"""What links to the site show elsewhere: titles, descriptions and pictures."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from ringrift import Game
from ringrift.server.link_previews.cards import CARDS, SITE_CARD, LinkCard
from ringrift.server.link_previews.head import write_card
from ringrift.server.link_previews.pictures import Line, LinkPicture, draw, render
from ringrift.server.page.routes import PAGE_ROUTES
from tests.server.running_server import TIMEOUT, Client, RunningServer, begin, on_sqlite, running

UNKNOWN = "0" * 32
HTML = (
    '<!doctype html><head><meta name="description" content="old" />'
    "<title>RingRift</title></head><body></body>"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("link-previews")
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text(HTML)
    with running(on_sqlite(folder, page=str(folder / "page"))) as started:
        yield started


def tags(server: RunningServer, path: str) -> dict[str, str]:
    """Return the Open Graph and Twitter tags of a page, and its title."""
    html = httpx.get(server.base + path, timeout=TIMEOUT).raise_for_status().text
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', html)
    [title] = re.findall("<title>(.*?)</title>", html)
    return {name: unescape(content) for name, content in found} | {"title": unescape(title)}


def picture(server: RunningServer, url: str) -> bytes:
    assert url.startswith(server.base)
    answer = httpx.get(url, timeout=TIMEOUT)
    assert answer.headers.get("content-type") == "image/png", answer.text
    return answer.content


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def start_game(owner: Client, visibility: str = "public") -> str:
    seats = [{"kind": "me"}, {"kind": "level", "level": 1}]
    sent = {"settings": {"players": 2}, "seats": seats, "visibility": visibility}
    game: str = owner.post("/games", sent, status=201)["id"]
    return game


def test_every_card_belongs_to_a_page() -> None:
    assert CARDS.keys() <= PAGE_ROUTES.keys()


def test_a_link_to_a_game_shows_its_players_and_its_board(server: RunningServer) -> None:
    owner = server.person("Ada Lovelace")
    game = start_game(owner)
    begin(owner, game)
    found: dict[str, str] = {}
    for path in (f"/game/{game}", f"/replay/{game}", f"/embed/game/{game}?theme=paper"):
        found = tags(server, path)
        assert found["og:title"] == "Ada Lovelace · Level 1"
        assert found["title"] == "Ada Lovelace · Level 1 · RingRift"
        assert found["description"] == found["og:description"]
        assert found["og:description"].startswith("Live, turn ")
        assert found["og:url"] == server.base + path
        assert found["twitter:card"] == "summary_large_image"
    live = picture(server, found["og:image"])
    assert size_of(live) == (1200, 630)
    owner.post(f"/games/{game}/resign", status=201)
    assert "won by resignation." in tags(server, f"/game/{game}")["og:description"]
    assert picture(server, found["og:image"]) != live


def test_a_private_game_leaks_nothing(server: RunningServer) -> None:
    game = start_game(server.person("Grace Hopper"), "private")
    site = tags(server, "/")
    for path in (f"/game/{game}", f"/replay/{game}", f"/embed/game/{game}"):
        unknown = tags(server, path.replace(game, UNKNOWN))
        assert tags(server, path) == unknown | {"og:url": server.base + path}
        assert unknown["og:title"] == site["og:title"] == "RingRift"
    address = f"{server.base}/link-pictures/games/{game}.png"
    assert picture(server, address) == picture(server, site["og:image"])


def test_a_link_to_a_player_shows_the_name(server: RunningServer) -> None:
    server.person("Jürgen Žižek")
    found = tags(server, "/player/J%C3%BCrgen%20%C5%BDi%C5%BEek")
    assert found["og:title"] == "Jürgen Žižek"
    assert size_of(picture(server, found["og:image"])) == (1200, 630)
    assert tags(server, "/player/nobody")["og:title"] == "RingRift"
    assert tags(server, "/player/%00")["og:title"] == "RingRift"


def test_a_link_to_a_position_shows_it(server: RunningServer) -> None:
    position = Game("hex8").position
    query = httpx.QueryParams(position=position)
    found = tags(server, f"/embed/position?{query}")
    assert size_of(picture(server, found["og:image"])) == (1200, 630)
    bad = httpx.get(f"{server.base}/link-pictures/position.png?position=hex8", timeout=TIMEOUT)
    assert bad.status_code == 422
    assert bad.json()["error"]["code"] == "MALFORMED"


def test_characters_that_xml_does_not_allow_are_left_out() -> None:
    shown = LinkPicture((Line("Open\x00in\x1bg\ufffe\uffff \U0001f600"),))
    assert ">Opening \U0001f600<" in draw(shown)
    assert size_of(render(shown)) == (1200, 630)


def test_pictures_are_drawn_once_and_new_ones_are_limited(tmp_path: Path) -> None:
    with (
        running(on_sqlite(tmp_path)) as server,
        httpx.Client(base_url=server.base, timeout=TIMEOUT) as client,
    ):
        first = client.get("/link-pictures/site.png")
        tag = {"If-None-Match": first.headers["etag"]}
        assert client.get("/link-pictures/site.png", headers=tag).status_code == 304
        drawn = {
            client.get("/link-pictures/position.png", params={"position": "x" * n}).status_code
            for n in range(1, 41)
        }
        assert drawn == {422, 429}
        assert client.get("/link-pictures/site.png").content == first.content


def test_what_a_card_says_is_escaped() -> None:
    card = LinkCard("</title><script>", '"><b>', "/x.png", SITE_CARD.picture)
    written = write_card(HTML, card, "https://play.example.org", '/game/"><i>')
    assert "<script>" not in written
    assert "<b>" not in written
    assert "<i>" not in written
    assert 'content="old"' not in written
    assert "<script>" not in draw(LinkPicture((Line("<script>"),)))


def test_a_long_name_fits_and_every_board_can_be_drawn() -> None:
    lines = (Line("W" * 24, 46, seat=1), Line("李小龙", 46, seat=2))
    for board in ("square8", "square19", "hex8", "hexagonal"):
        shown = LinkPicture(lines, Game(board).position)
        sizes = [
            float(size)
            for size in re.findall(r'x="\d+[.\d]*" y="[^"]*" font-size="([^"]*)"', draw(shown))
        ]
        assert sizes
        assert min(sizes) >= 8
        assert size_of(render(shown)) == (1200, 630)
