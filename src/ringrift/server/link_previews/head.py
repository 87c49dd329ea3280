"""Writes a card into the head of the page: Open Graph and Twitter tags, title and description."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from ringrift.server.link_previews.cards import LinkCard
from ringrift.server.link_previews.pictures import HEIGHT, WIDTH

_TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION: Final = re.compile(r'<meta name="description" content="[^"]*"\s*/?>')


def write_card(html: str, card: LinkCard, address: str, path: str) -> str:
    """Return the page with the tags of the card. `address` is the server's URL, `path` the page's.

    >>> from ringrift.server.link_previews.cards import SITE_CARD
    >>> "og:image" in write_card("<title>x</title>", SITE_CARD, "https://a.b", "/")
    True
    """
    title = card.title if card.title == "RingRift" else f"{card.title} · RingRift"
    tags = {
        "og:site_name": "RingRift",
        "og:type": "website",
        "og:title": card.title,
        "og:description": card.description,
        "og:url": address + path,
        "og:image": address + card.picture_path,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": card.description,
        "twitter:card": "summary_large_image",
    }
    head = [
        f"<title>{escape(title)}</title>",
        f'<meta name="description" content="{escape(card.description)}">',
        *(
            f'<meta {"name" if name.startswith("twitter:") else "property"}="{name}" '
            f'content="{escape(content)}">'
            for name, content in tags.items()
        ),
    ]
    written = "\n    ".join(head)
    return _TITLE.sub(lambda _: written, _DESCRIPTION.sub("", html, count=1), count=1)
