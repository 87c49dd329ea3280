"""The setup of a game and its first state [R001-R003, R020, R180]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.rules.board import empty_board
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES, EditionName, edition_named
from ringrift.rules.errors import InvalidSetupError
from ringrift.rules.grid import BoardName, grid_named
from ringrift.rules.messages import refusal
from ringrift.rules.state import Phase, Rounds, SeatState, State, Turn

MIN_PLAYERS, MAX_PLAYERS = 2, 4
DEFAULT_PLAYERS: Final = 3
"""R010: the recommended number of players."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Board, number of players and edition, chosen before a game."""

    board: BoardName
    players: int = DEFAULT_PLAYERS
    edition: EditionName = DEFAULT_EDITION

    def __str__(self) -> str:
        return f"{self.board}, {self.players} players, {self.edition}"

    def new_game(self) -> State:
        """Return the first state of a game with this setup."""
        return new_game(self.board, self.players, self.edition)


def new_game(
    board: str, players: int = DEFAULT_PLAYERS, edition: str = DEFAULT_EDITION, swap: bool = True
) -> State:
    """R010: return the first state of a game, by default for three players.

    The swap rule exists for two players only.

    >>> new_game("hex8", players=2).phase.value
    'ring_placement'
    """
    if edition not in EDITION_NAMES:
        raise InvalidSetupError(
            refusal("INVALID_SETUP.edition", name=repr(edition), choices=EDITION_NAMES)
        )
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InvalidSetupError(refusal("INVALID_SETUP.players", count=repr(players)))
    grid = grid_named(board)
    rules = edition_named(edition)
    return State(
        edition=rules,
        board=empty_board(grid, players),
        seats=(SeatState(hand=rules.rings_each[board]),) * players,
        player=1,
        phase=Phase.RING_PLACEMENT,
        turn_number=1,
        turn=Turn(had_real_action=True),
        rounds=Rounds(),
        swap_enabled=bool(swap) and players == 2,
        swap_used=False,
    )
