"""Observations of positions, and the states that they show (docs/reference/observation.md)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ringrift.kernel.state_codec import from_fields
from ringrift.rules.errors import InvalidStateError, Refusal
from ringrift.rules.grid import BOARD_NAMES, BoardName
from ringrift.rules.state import History, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ObservationShape(NamedTuple):
    """The shapes of an observation's two arrays."""

    planes: tuple[int, int, int]
    scalars: tuple[int]


@cache
def observation_shape(board: BoardName) -> ObservationShape:
    """Return the shapes of the observations on a board."""
    from ringrift.kernel import _native

    planes, rows, scalars = _native.observation_shape(BOARD_NAMES.index(board))
    return ObservationShape((planes, rows, rows), (scalars,))


def decode_observation(
    board: BoardName, planes: NDArray[np.float32], scalars: NDArray[np.float32]
) -> State:
    """Return the state that one observation shows, without the history of its moves."""
    import numpy as np

    from ringrift.kernel._native import read_observation

    shape = observation_shape(board)
    if planes.shape != shape.planes or scalars.shape != shape.scalars:
        message = (
            f"an observation on {board} has planes of shape {shape.planes} and scalars of shape"
            f" {shape.scalars}, not {planes.shape} and {scalars.shape}"
        )
        raise InvalidStateError(Refusal("MALFORMED", None, message, "observation"))
    try:
        fields, _ = read_observation(
            BOARD_NAMES.index(board),
            np.ascontiguousarray(planes, np.float32),
            np.ascontiguousarray(scalars, np.float32),
        )
    except ValueError as error:
        message = f"{error}; only arrays that an environment wrote can be decoded"
        raise InvalidStateError(Refusal("MALFORMED", None, message, "observation")) from error
    return from_fields(fields, History())
