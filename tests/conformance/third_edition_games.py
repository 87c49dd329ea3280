"""Play random games of one edition with the reference engine and a kernel library in lockstep.

`test_third_edition` runs this in a copy of the package that has one more edition:
python third_edition_games.py LIBRARY EDITION GAMES OUTPUT
"""

from __future__ import annotations

import ctypes
import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from ringrift.kernel import state_fields as field
from ringrift.kernel.move_codec import Numbers, to_numbers
from ringrift.kernel.state_codec import to_fields
from ringrift.rules import apply, bookkeeping, legal_moves, new_game
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES, grid_named

BOARDS: Final = ("square8", "hex8")


class WireMove(ctypes.Structure):
    """The kernel's move of eight bytes (native/include/ringrift/engine.hpp)."""

    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("detail", ctypes.c_uint8),
        ("a", ctypes.c_uint16),
        ("b", ctypes.c_uint16),
        ("c", ctypes.c_uint16),
    )


class Kernel:
    """The functions of native/wasm/wasm_api.cpp in a shared library."""

    def __init__(self, library: str) -> None:
        self._library = ctypes.CDLL(library)
        self._library.fields_buffer.restype = ctypes.POINTER(ctypes.c_int64)
        self._library.moves_buffer.restype = ctypes.POINTER(WireMove)

    def new_game(self, board: int, players: int, edition: int) -> None:
        self._library.new_game(board, players, edition, 1)

    def fields(self, count: int) -> list[int]:
        self._library.dump_state()
        return list(self._library.fields_buffer()[:count])

    def moves(self) -> list[Numbers]:
        count = self._library.list_moves()
        listed = self._library.moves_buffer()[:count]
        return [(move.kind, move.detail, move.a, move.b, move.c) for move in listed]

    def apply(self, numbers: Numbers) -> None:
        self._library.apply_move(*numbers)


def play(kernel: Kernel, board: str, players: int, edition: str, rng: Random) -> dict[str, Any]:
    """Play one random game; return its moves and a digest of each position with its legal moves."""
    state, grid = new_game(board, players, edition), grid_named(board)
    setup = {
        "board": BOARD_NAMES.index(board),
        "players": players,
        "edition": EDITION_NAMES.index(edition),
    }
    kernel.new_game(**setup)
    played: list[Numbers] = []
    digests: list[str] = []
    while True:
        fields, offered = kernel.fields(field.CELLS + len(grid)), kernel.moves()
        assert fields == to_fields(state), (setup, played)
        due = bookkeeping(state)
        expected = {to_numbers(move, grid): move for move in legal_moves(state) or [due] if move}
        assert set(offered) == set(expected), (setup, played)
        assert len(offered) == len(expected)
        text = ",".join(map(str, fields)) + "|" + ";".join(",".join(map(str, m)) for m in offered)
        digests.append(sha256(text.encode()).hexdigest()[:16])
        if not offered:
            return {**setup, "moves": played, "digests": digests}
        numbers = rng.choice(offered)
        state = apply(state, expected[numbers])
        kernel.apply(numbers)
        played.append(numbers)


def main(library: str, edition: str, games: str, output: str) -> None:
    kernel, rng = Kernel(library), Random(0)
    log = [
        play(kernel, BOARDS[game % 2], 2 + game // 2 % 3, edition, rng)
        for game in range(int(games))
    ]
    Path(output).write_text(json.dumps(log))


if __name__ == "__main__":
    main(*sys.argv[1:])
