"""A complete bot for a RingRift server: accepts every challenge and plays random legal moves.

    python examples/bot.py http://127.0.0.1:8080 TOKEN

docs/how-to/write-a-bot.md explains how to get a token and how to make the bot play better.
"""

import random
import sys
from contextlib import suppress

from ringrift.client import ChallengeReceived, Client, RematchOffered, ServerRefusalError, YourTurn

_, server, token = sys.argv
with Client(server, token) as client:
    print(f"{client.account().name} waits for challenges.", flush=True)
    for event in client.events():
        match event:
            case ChallengeReceived(challenge):
                with suppress(ServerRefusalError):  # it was withdrawn in the meantime
                    client.accept(challenge)
            case RematchOffered(game):
                with suppress(ServerRefusalError):
                    client.rematch(game)
            case YourTurn(game):
                client.play(game, random.choice(list(game.position.legal_moves)))
