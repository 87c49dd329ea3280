"""A complete engine for the RingRift engine protocol: plays the move with the best immediate gain.

    ringrift engine --check "python examples/engine.py"
    ringrift play --seats person,"engine:python examples/engine.py"

The protocol is in docs/reference/engine-protocol.md; docs/how-to/write-an-engine.md walks through
this file.
"""

from __future__ import annotations

import sys

from ringrift import Game
from ringrift.rules import Move, RingRiftError, new_game


def say(*lines: str) -> None:
    print("\n".join(lines), flush=True)  # the controller waits for complete lines, so flush


class Greedy:
    """The engine's state between commands."""

    def __init__(self) -> None:
        self.start = Game("square8", players=2)
        self.game: Game | None = self.start.copy()
        self.waiting = ""  # the answer to `go infinite`, held until `stop`

    def new_game(
        self, board: str, players: str, edition: str = "standard", swap: str = "swap"
    ) -> None:
        self.start = Game.from_state(new_game(board, int(players), edition, swap == "swap"))
        self.game = self.start.copy()

    def set_position(self, text: str) -> None:
        start, _, moves = text.partition(" moves ")
        game = self.start.copy() if start == "startpos" else Game.from_position(start)
        for move in moves.split():
            if move != "-":
                game.play_bookkeeping()  # fill in omitted bookkeeping moves
            game.push_notation(move)
        game.play_bookkeeping()
        self.game = game

    def worth(self, game: Game, move: Move) -> int:
        """Return the gain in rings and cells for the mover, compared with the other seats."""
        after = game.copy()
        after.push(move)
        board, seats = after.state.board, after.state.seats
        worths = [
            3 * seat.eliminated + board.collapsed[number].bit_count()
            for number, seat in enumerate(seats, 1)
        ]
        return 2 * worths[move.player - 1] - sum(worths)

    def go(self, limits: list[str]) -> None:
        if self.game is None or self.game.is_over:
            say("error NO_POSITION there is nothing to choose; send another position")
            return
        game = self.game
        best = max(game.legal_moves, key=lambda move: self.worth(game, move))
        self.waiting = f"bestmove {game.notation(best)}"
        if "infinite" not in limits:
            self.answer()

    def answer(self) -> None:
        if self.waiting:
            say(self.waiting)
        self.waiting = ""

    def hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "rrp":
                say("id name Greedy", "id author RingRift contributors", "rrpok")
            case "isready":
                say("readyok")
            case "newgame":
                self.new_game(*rest.split())
            case "position":
                self.set_position(rest)
            case "go":
                self.go(rest.split())
            case "stop":
                self.answer()
            case _:
                say(f"error UNKNOWN_COMMAND unknown command {word}")


def main() -> None:
    engine = Greedy()
    for line in map(str.strip, sys.stdin):
        if line == "quit":
            return
        try:
            if line:
                engine.hear(line)
        except RingRiftError as error:  # the command contradicts the rules
            engine.game = None
            say(f"error ILLEGAL_MOVE {error}")
        except (TypeError, ValueError) as error:
            engine.game = None
            say(f"error MALFORMED {error}")


if __name__ == "__main__":
    main()
