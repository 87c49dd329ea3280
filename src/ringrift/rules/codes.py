"""The stable codes of refusals, with what each of them means (docs/reference/wire.md lists them)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ACTION_AVAILABLE": "a bookkeeping move where something can be chosen",
        "AMBIGUOUS": "notation that fits several legal moves",
        "BAD_SEGMENT": "a reward that is neither the whole line nor a segment of the line length",
        "BAD_SETTLEMENT": "a recovery that settles its line in no way that the rules know",
        "CANNOT_PAY": "a cost that no stack of the player could pay",
        "CAP_TOO_LOW": "a capture of a stack with a higher cap",
        "CHAIN_MUST_CONTINUE": "something else than the next capture of a chain",
        "CONTRADICTION": "input that contradicts itself or the rules",
        "COST_DUE": "something else while a cost is due",
        "DEAD_PLACEMENT": "a placement after which the stack could neither move nor capture",
        "GAME_OVER": "a move or a result after the end",
        "INVALID_RESULT": "a result that a host cannot declare",
        "INVALID_SETUP": "a game, or a setting, that does not exist",
        "LANDING_BLOCKED": "a landing on a stack or a collapsed cell",
        "LINE_SLIDE_EXISTS": "another recovery although one that makes a line is possible",
        "MALFORMED": "input of the wrong shape",
        "MUST_CAPTURE_WITH_MOVED_STACK": "a capture by another stack than the one that moved",
        "MUST_MOVE_PLACED_STACK": "a move of another stack than the one just placed",
        "NOTHING_TO_SKIP": "declining where nothing is offered",
        "NOT_ADJACENT": "a slide over more than one step",
        "NOT_A_LINE": "cells that are no line of the player",
        "NOT_A_RAY": "cells that do not lie on one ray",
        "NOT_A_REGION": "cells that are no region with that border",
        "NOT_RECOVERY_ELIGIBLE": "a recovery by a player who may not recover",
        "NOT_YOUR_MARKER": "a slide of something that is no marker of the player",
        "NOT_YOUR_STACK": "a stack that the player does not control, or none",
        "NOT_YOUR_TURN": "a move of a seat that is not to move",
        "NO_BURIED_RING": "an extraction from a stack that hides no ring of the player",
        "NO_COST_DUE": "a payment where nothing is to be paid",
        "NO_LINES_NOW": "a line after a recovery that processes none",
        "NO_REWARD_TO_CHOOSE": "a choice of reward for a line of exactly the line length",
        "NO_RINGS_IN_HAND": "a placement with an empty hand",
        "NO_STACK_OUTSIDE": "a region without a stack outside that could pay",
        "NO_TARGET": "a capture or a strike where no stack stands",
        "ON_COLLAPSED_SPACE": "a placement on a collapsed cell",
        "ON_MARKER": "a placement on a marker",
        "OUT_OF_BOUNDS": "a cell that is not on the board",
        "PATH_BLOCKED": "a stack or a collapsed cell in the way",
        "PLACEMENT_MANDATORY": "declining to place without a stack that could act",
        "REWARD_TO_CHOOSE": "a longer line processed without choosing its reward",
        "SWAP_UNAVAILABLE": "a swap that is not offered",
        "TOO_MANY_RINGS": "more rings than may be placed there at once",
        "TOO_SHORT": "a move or capture shorter than the stack is high",
        "UNKNOWN_SEAT": "a question about a seat that does not play",
        "WRONG_CONTEXT": "a payment for something else than what is due",
        "WRONG_PHASE": "a move that has no place in the phase",
    }
)
