"""RingRift, an abstract strategy game for two to four players.

Start with `ringrift.Game`; it is built on the reference engine, `ringrift.rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ringrift.game import Game as Game
else:

    def __getattr__(name: str) -> object:
        """Load `Game` on first use: importing one part of the package loads no other."""
        if name != "Game":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from ringrift.game import Game

        return Game


__all__ = ["Game", "__version__"]
__version__ = "0.2.0"
