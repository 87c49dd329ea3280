"""RingRift, an abstract strategy game for two to four players.

Start with `ringrift.Game`; it is built on the reference engine, `ringrift.rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ringrift.game import Game as Game
    from ringrift.game import GameBoard as GameBoard
else:

    def __getattr__(name: str) -> object:
        """Load a name on first use: importing one part of the package loads no other."""
        if name not in ("Game", "GameBoard"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from ringrift import game

        return getattr(game, name)

    def __dir__() -> list[str]:
        """List the names that are loaded on first use with the others."""
        return sorted({*globals(), *__all__})


__all__ = ["Game", "GameBoard", "__version__"]
__version__ = "0.2.0"
