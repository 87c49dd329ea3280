"""A stack: rings in order, top first [R021-R023]."""

from __future__ import annotations

from functools import lru_cache

Seat = int
"""The number of a seat, from 1."""

Rings = tuple[Seat, ...]
"""The colours of a stack's rings, top first; empty: no stack."""


@lru_cache(maxsize=1 << 14)  # the same stacks are evaluated repeatedly
def cap_height(rings: Rings) -> int:
    """R022: return the length of the run of top rings in the controller's colour."""
    top = rings[0]
    for depth, ring in enumerate(rings):
        if ring != top:
            return depth
    return len(rings)


def without_bottom_ring(rings: Rings, seat: Seat) -> Rings:
    """R113: return the stack after extracting the seat's lowest ring."""
    depth = len(rings) - 1 - rings[::-1].index(seat)
    return rings[:depth] + rings[depth + 1 :]
