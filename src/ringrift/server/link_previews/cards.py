"""The cards of the pages: what a link to a page shows. A domain adds its pages to `CARDS`.

A card is public: it shows what a visitor without an account may see. Where that is nothing, as with
a private game, the link shows the site.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlencode

from ringrift.rules.position_string import dump_position
from ringrift.rules.setup import new_game
from ringrift.server.games.service import may_watch
from ringrift.server.games.types import GameInfo, SeatInfo
from ringrift.server.link_previews.pictures import Line, LinkPicture
from ringrift.server.ratings.types import Profile
from ringrift.server.studies.types import StudyInfo

if TYPE_CHECKING:
    from ringrift.server.worker import Worker

PICTURES: Final = "/link-pictures"
_LINE_LENGTH: Final = 28
_MAX_POSITION_LENGTH: Final = 4096
_ID: Final = re.compile("[0-9a-f]{32}")
_NAME: Final = re.compile(r"[^\x00-\x1f\ud800-\udfff]{1,100}")  # of what databases can store
_REASONS: Final[Mapping[str, str]] = {
    "ring_elimination": "by ring elimination",
    "territory_control": "by territory control",
    "last_player_standing": "as the last player standing",
    "stalemate": "by stalemate",
    "resignation": "by resignation",
    "timeout": "on time",
    "abandonment": "because the others left",
}


@dataclass(frozen=True, slots=True)
class LinkCard:
    """The title, the description and the picture of a link."""

    title: str
    description: str
    picture_path: str
    picture: LinkPicture
    settled: bool = False  # the picture hardly changes any more


Parameters = Mapping[str, str]  # of the path and the query
FindCard = Callable[["Worker", Parameters], Awaitable[LinkCard | None]]

SITE_CARD: Final = LinkCard(
    "RingRift",
    "An abstract strategy game of rings, lines and territory for two to four players.",
    f"{PICTURES}/site.png",
    LinkPicture(
        (
            Line("RingRift", 84),
            Line("Rings, lines and territory", 36, quiet=True),
            Line("for two to four players", 36, quiet=True),
        )
    ),
    settled=True,
)


async def game_card(worker: Worker, parameters: Parameters) -> LinkCard | None:
    """Return the card of a game, if everybody with the link may watch it."""
    game = parameters.get("id") or parameters.get("game") or ""
    if not _ID.fullmatch(game):
        return None
    info = await worker.games.info(game)
    if info.visibility == "private" or not may_watch(info, None):
        return None
    await worker.listing.complete([info])
    names = [_seat_name(seat) for seat in info.seats]
    status = _describe_status(info, names)
    players = tuple(
        Line(name, 46, seat=seat.seat) for name, seat in zip(names, info.seats, strict=True)
    )
    position = _empty_board(info) if info.preview is None else info.preview.position
    return LinkCard(
        " · ".join(names),
        f"{status} A game of RingRift.",
        f"{PICTURES}/games/{info.id}.png",
        LinkPicture((*players, *_paragraph(status)), position),
        settled=info.status in ("over", "aborted"),
    )


async def profile_card(worker: Worker, parameters: Parameters) -> LinkCard | None:
    """Return the card of a player."""
    wanted = parameters.get("name", "")
    if not _NAME.fullmatch(wanted):
        return None
    account = await worker.accounts.by_name(wanted)
    profile = await worker.ratings.profile(account)
    name = profile.account.name
    ratings = tuple(Line(text, 36, quiet=True) for text in _describe_ratings(profile))
    played = f"{profile.played} games played, {profile.won} won"
    return LinkCard(
        name,
        f"{name} plays RingRift: {played}.",
        f"{PICTURES}/players/{quote(name, safe='')}.png",
        LinkPicture((Line(name, 60), *ratings, Line(played, 32, quiet=True))),
    )


async def position_card(_worker: Worker, parameters: Parameters) -> LinkCard | None:
    """Return the card of a position string. Drawing it finds out whether it is well-formed."""
    position = parameters.get("position", "")
    if not 0 < len(position) <= _MAX_POSITION_LENGTH:
        return None
    return LinkCard(
        "A RingRift position",
        "A position of RingRift, an abstract strategy game of rings, lines and territory.",
        f"{PICTURES}/position.png?{urlencode({'position': position})}",
        LinkPicture((Line("A position", 56), Line("of RingRift", 40, quiet=True)), position),
        settled=True,
    )


async def study_card(worker: Worker, parameters: Parameters) -> LinkCard | None:
    """Return the card of a study, if everybody with the link may read it."""
    wanted = parameters.get("study", "")
    if not _ID.fullmatch(wanted):
        return None
    study: StudyInfo = await worker.studies.find(wanted, None)
    if study.visibility == "private":
        return None
    chapters = len(study.chapters)
    count = "1 chapter" if chapters == 1 else f"{chapters} chapters"
    return LinkCard(
        study.name,
        f"A RingRift study by {study.owner.name}: {count}.",
        f"{PICTURES}/studies/{study.id}.png",
        LinkPicture(
            (
                Line(study.name, 54),
                Line(f"A study by {study.owner.name}", 34, quiet=True),
                Line(count, 34, quiet=True),
            )
        ),
    )


# By the name of the page in routes.json. All others show the site.
CARDS: Final[Mapping[str, FindCard]] = {
    "game": game_card,
    "replayGame": game_card,
    "embedGame": game_card,
    "embedPosition": position_card,
    "profile": profile_card,
    "sharedStudy": study_card,
}


def _paragraph(text: str) -> list[Line]:
    return [Line(part, 32, quiet=True) for part in wrap(text, _LINE_LENGTH)]


def _seat_name(seat: SeatInfo) -> str:
    if seat.kind == "level":
        return f"Level {seat.level}"
    return "Open seat" if seat.account is None else seat.account.name


def _describe_status(info: GameInfo, names: list[str]) -> str:
    if info.status == "open":
        return "Waiting for players."
    if info.status == "aborted":
        return "The game was aborted."
    if info.winner is not None:
        return f"{names[info.winner - 1]} won {_REASONS.get(info.reason or '', '')}".rstrip() + "."
    return "In progress." if info.preview is None else f"Live, turn {info.preview.turn}."


def _empty_board(info: GameInfo) -> str:
    settings = info.settings
    return dump_position(
        new_game(settings["board"], settings["players"], settings["edition"], swap=False)
    )


def _describe_ratings(profile: Profile) -> list[str]:
    return [
        f"{rating.value}{'?' if rating.uncertain else ''} with {rating.players} players"
        for rating in profile.ratings
    ]
