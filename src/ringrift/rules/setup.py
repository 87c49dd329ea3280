"""Creating a game [R001-R003, R020, R180]."""

from __future__ import annotations

from ringrift.rules.board import empty_board
from ringrift.rules.editions import EDITION_NAMES, edition_named
from ringrift.rules.errors import InvalidSetupError, Refusal, listed
from ringrift.rules.grid import grid_named
from ringrift.rules.state import Phase, Rounds, SeatState, State, Turn

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


def new_game(board: str, players: int = 3, edition: str = "standard", swap: bool = True) -> State:
    """The first state of a game. The swap rule exists for two players only."""
    if edition not in EDITION_NAMES:
        raise _refused(
            "R020", "edition", f"there is no edition {edition!r}; choose {listed(EDITION_NAMES)}"
        )
    if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise _refused("R020", "players", f"{players!r} cannot play; choose 2, 3 or 4 players")
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


def _refused(rule: str, path: str, message: str) -> InvalidSetupError:
    return InvalidSetupError(Refusal("INVALID_SETUP", rule, message, path))
