"""A whole bot for a RingRift server: it opens a game, and plays any legal move against whoever joins.

    python examples/bot.py http://127.0.0.1:8080 TOKEN

docs/how-to/write-a-bot.md says how to get a token, and how to make it play better.
"""

import json
import random
import sys
import time
from contextlib import suppress
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from ringrift import Game


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {sys.argv[2]}", "Content-Type": "application/json"}
    return urlopen(Request(sys.argv[1] + path, body and json.dumps(body).encode(), headers))


ask("/games", {"settings": {"board": "square8"}})
for line in filter(
    bytes.strip, ask("/bot/stream")
):  # a line whenever something happens in its games
    view = json.load(ask(f"/games/{json.loads(line)['game']}"))
    if view["to_choose"] in view["your_seats"]:
        game, seen = Game.from_position(view["position"]), view["sequence"]
        move = game.notation(random.choice(list(game.legal_moves)))
        time.sleep(0.5)  # people like to see it, and the server counts requests
        with suppress(HTTPError):  # the game has gone on, or is over
            ask(
                f"/games/{view['id']}/moves",
                {"move": move, "client_id": str(seen), "expected": seen},
            )
