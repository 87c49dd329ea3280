"""A stack: rings in order, top first [R021-R023]."""

from __future__ import annotations

from functools import lru_cache

Seat = int
Rings = tuple[Seat, ...]  # the colours of the rings, top first; empty: no stack


@lru_cache(maxsize=1 << 14)  # the same stacks are looked at over and over
def cap_height(rings: Rings) -> int:
    """R022: the run of top rings of the controller's colour."""
    top = rings[0]
    for depth, ring in enumerate(rings):
        if ring != top:
            return depth
    return len(rings)


def without_bottom_ring(rings: Rings, seat: Seat) -> Rings:
    """R113: the stack after the seat's lowest ring has been extracted."""
    depth = len(rings) - 1 - rings[::-1].index(seat)
    return rings[:depth] + rings[depth + 1 :]
