"""What travels about the rules: states and moves are the objects of the wire format."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import Sent


class MoveQuestion(Sent):
    """A position and a move in it, as a move object or in notation."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")
    move: dict[str, Any] | str = Field(description="a move object, or its notation such as d4-d7")


class Verdict(BaseModel):
    """What the move does; where it is not legal, why, and nothing else."""

    legal: bool
    error: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    hash: str | None = None
    s: int | None = Field(default=None, description="the measure of progress [R191]")
    notation: str | None = None
    effects: list[dict[str, Any]] | None = None


class StateQuestion(Sent):
    """A position."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")


class Offer(BaseModel):
    """What may be chosen, or the one bookkeeping move that is due."""

    seat: int | None
    kind: str | None
    interactive: bool
    moves: list[dict[str, Any]]
    notation: list[str]
