"""A complete bot for a RingRift server: opens a game and plays random legal moves.

    python examples/bot.py http://127.0.0.1:8080 TOKEN

docs/how-to/write-a-bot.md explains how to get a token and how to make the bot play better.
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


ask("/games", {"settings": {"board": "square8", "players": 2}})
for line in filter(bytes.strip, ask("/bot/stream")):  # one line per event in the bot's games
    view = json.load(ask(f"/games/{json.loads(line)['game']}"))
    if view["to_choose"] in view["your_seats"]:
        game, at = Game.from_position(view["position"]), view["sequence"]
        move = game.notation(random.choice(list(game.legal_moves)))
        time.sleep(0.5)  # a human pace, and within the server's rate limit
        with suppress(HTTPError):  # the game has advanced or is over
            ask(f"/games/{view['id']}/moves", {"move": move, "client_id": str(at), "expected": at})
