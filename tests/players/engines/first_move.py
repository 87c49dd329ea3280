"""A good engine: plays the first legal move and echoes its input. Options: Mark (string)."""

from __future__ import annotations

import sys

from ringrift import Game
from ringrift.rules import new_game


def main() -> None:
    setup, game, mark, told, waiting = Game(), Game(), "none", "", ""
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "rrp":
            print(
                "id name First Move\nid author the tests\n"
                "option name Mark type string default none\nrrpok"
            )
        elif word == "isready":
            print("readyok")
        elif word == "setoption":
            mark = " ".join(rest[3:])
        elif word == "newgame":
            first = new_game(rest[0], int(rest[1]), rest[2], rest[3] == "swap")
            setup = Game.from_state(first)
            print(f"info string {line.strip()}")
        elif word == "position":
            start, _, moves = line.strip().removeprefix("position ").partition(" moves ")
            game = setup.copy() if start == "startpos" else Game.from_position(start)
            for move in moves.split():
                game.play_bookkeeping()
                game.push_notation(move)
            game.play_bookkeeping()
            told = f"info string {mark}: {line.strip()}"
        elif word == "go":
            print(told)
            waiting = f"bestmove {game.notation(next(iter(game.legal_moves)))}"
            if "infinite" not in rest:
                print(waiting)
        elif word == "stop" and waiting:
            print(waiting)
            waiting = ""
        elif word == "quit":
            return
        sys.stdout.flush()


main()
