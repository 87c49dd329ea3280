"""Draws the pictures of the README and the documents: `python -m tools.doc_pictures`.

Each scene is a diagram and moves in notation, so the rules validate what a picture shows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ringrift.drawing.diagram import parse_diagram
from ringrift.drawing.look import ThemeName
from ringrift.drawing.svg import LastMove, Spotlight, board_svg, describe_move
from ringrift.rules.legal import bookkeeping, legal_moves
from ringrift.rules.moves import MoveStack, OvertakingCapture, RecoverySlide
from ringrift.rules.notation import parse_move
from ringrift.rules.play import apply
from ringrift.rules.state import State

FOLDER: Final = Path("docs/pictures")
WIDTH: Final = 400  # width of a picture in the rules, in pixels


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    name: str
    diagram: str
    moves: tuple[str, ...] = ()  # played before drawing; bookkeeping moves are filled in
    chosen: str | None = None  # the chosen stack or marker, drawn with its targets
    spotlight: Spotlight | None = None
    theme: ThemeName = "light"
    width: int = WIDTH
    ends: str | None = field(default=None)  # the victory reason after the moves

    def played(self) -> tuple[State, LastMove | None]:
        """Return the state that the picture shows, and the effects of the last interactive move."""
        state, track = parse_diagram(self.diagram), None
        for text in self.moves:
            before = apply_bookkeeping(state)
            move = parse_move(before, text)
            state = apply(before, move)
            track = describe_move(before, move, state)
        return apply_bookkeeping(state) if self.ends else state, track

    def svg(self) -> str:
        """Return the picture as SVG."""
        state, track = self.played()
        targets, captures = find_targets(state, self.chosen)
        return board_svg(
            state,
            theme=self.theme,
            last_move=None if self.chosen else track,
            chosen=self.chosen,
            targets=targets,
            captures=captures,
            spotlight=self.spotlight,
            width=self.width,
            ids=self.name.replace("-", ""),
        )


def apply_bookkeeping(state: State) -> State:
    """Return the state after due bookkeeping moves."""
    while (due := bookkeeping(state)) is not None:
        state = apply(state, due)
    return state


def find_targets(
    state: State, chosen: str | None
) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
    """Return the targets of the chosen stack or marker, and the stacks it can capture or strike."""
    grid = state.board.grid
    kinds = (MoveStack, OvertakingCapture, RecoverySlide)
    moves = [
        move
        for move in legal_moves(state)
        if isinstance(move, kinds)
        and chosen
        and grid.cell_of[move.origin] == grid.cell_named(chosen)
    ]
    struck = {
        move.to for move in moves if isinstance(move, RecoverySlide) and move.mode == "stack_strike"
    }
    captured = {move.target for move in moves if isinstance(move, OvertakingCapture)}
    return {move.to for move in moves} - struck, struck | captured


BOARD = """
players: 4  player: 1  phase: movement
8  2   .   3+  .   .   .  #2  #2
7  .  *3   .   .   .   2+  .  #2
6  .  *3   .   .  *2   .   .   .
5  3   .   .  112  .  *2  *4   .
4  .   .  *1   .   .  *2   .  #4
3  .   .  *1  *1   .   .  44  #4
2 #1  #1  #1   .   .   .   .   .
1 #1  #1   .  111  .  #3  #3   .
c8: 3113321  f7: 22211
"""
HEX = """
players: 3
      .  .  .  .  .
    *3   .  .  .  2  #2
   *2  .  .  .  *3  .  .
  11  3  *1  .  .  1  .  33
 *2  21  .  .  .  .  .  .  .
  .  .  .  .  312  22  .  3
   .  .  .  1  .  .  .
    .  *3  #1  21  .  *1
      .  .  .  #3  .
"""
PLACE = """
player: 1  swap: off
8 . .  . . .  .  . .
7 . .  . . .  .  . .
6 . .  . . 2  .  . .
5 . .  . . .  .  . .
4 . .  . . .  . 22 .
3 . .  . . .  *2 . .
2 . 1 *1 . .  .  . .
1 . .  . . .  .  . .
"""
MOVE = """
player: 1  phase: movement
8 . .  . .  .  .  . .
7 . .  . .  .  .  . 2
6 . .  . .  .  .  . .
5 . .  . .  .  .  . .
4 . 11 . *2 *1 . *2 .
3 . .  . .  .  .  . .
2 . .  . .  .  .  . .
1 . .  . .  .  .  . .
"""
CAPTURE = """
player: 1  phase: movement
8 . .  . .  . . . .
7 . .  . .  2 . . .
6 . .  . .  . . . .
5 . 212 . . . . . .
4 . *2 . .  . . . .
3 . .  . .  . . . .
2 . 11 . .  . . . .
1 . .  . .  . . 2 .
"""
LINE = """
player: 1  phase: line_processing
8 .  .  .  .  .  . . .
7 .  .  .  .  .  2 . .
6 .  .  .  .  .  . . .
5 .  .  .  . 12  . . .
4 .  .  .  .  .  . . .
3 . *1 *1 *1 *1 *1 . .
2 .  .  .  .  .  . 11 .
1 .  .  .  .  .  . . .
"""
REGION = """
player: 1  phase: territory_processing
8  .  .  .  . . . . .
7  .  .  .  . . . 1 .
6  .  .  .  . . . . .
5  .  .  .  . 2 . . .
4 *1 *1 *1 *1 . . . .
3  .  . *2 *1 . . . .
2  . 21  . *1 . 11 . .
1  .  .  . *1 . . . .
"""
RECOVER_LINE = """
player: 1  phase: movement  hand: 0 10  eliminated: 12 11
8 .  .  .  . .  . . .
7 .  .  .  . .  . 21 .
6 .  .  .  . .  . . .
5 .  .  .  . *1 . . .
4 . *1 *1 *1 .  . . .
3 .  .  .  . .  . . .
2 .  .  2  . .  . . .
1 .  .  .  . .  . . .
"""
RECOVER = """
player: 1  phase: movement  hand: 0 10  eliminated: 11 11
8 . .  .  . .  . . .
7 . .  .  . .  . 21 .
6 . .  .  . .  . . .
5 . .  .  . .  . . .
4 . . *2 22 .  . . .
3 . .  . *1 .  . . .
2 . .  .  . #2 . . .
1 . .  .  . .  . . .
"""
BLOCKED = """
player: 1  hand: 0 6
8 . . .  .  .  . .  .
7 . . .  .  .  . 22 .
6 . . .  .  .  . .  .
5 . . .  1+ .  . .  .
4 . . .  .  1+ . .  .
3 . . *2 .  .  . .  .
2 . . .  .  .  . *1 .
1 . . .  .  .  . .  .
d5: 112221  e4: 11122
"""
RINGS = """
player: 1  phase: movement  hand: 0 12  eliminated: 17 2
8  .  .  .  .  .  .  .  .
7  .  .  .  .  .  2  .  .
6  .  .  .  .  .  .  .  .
5  .  .  .  1  .  . *2  .
4  .  .  .  .  .  .  .  .
3  .  2  .  .  . 22  .  .
2  .  .  .  .  .  .  .  .
1  .  .  .  .  .  .  .  .
"""
TERRITORY = """
player: 1  phase: line_processing  hand: 6 6
8 #1 #1 #1 #1 #1 #1 #1 #1
7 #1 #1 #1 #1 #1 #1 #1 #1
6 #1 #1 #1 #1 #1 #1 #1 #1
5  .  .  . #1 #1 #1 #1 #1
4  .  .  .  .  .  .  .  .
3  .  .  2  . *2  .  . #2
2  .  . *1 *1 *1 *1  . #2
1  .  .  . 11  .  2 #2 #2
"""
STANDING = """
player: 1  turn: 41  round-partial: no  exclusive: 1 1  hand: 0 0  eliminated: 15 16
8 #2 #2  .  .  .  .  .  .
7 #2 #2  .  .  . *1  .  .
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  .  . 122 .  .
3  .  .  .  .  .  .  .  .
2  .  . 11  .  .  .  . #1
1  .  .  .  .  .  . #1 #1
"""
STALEMATE = """
player: 1  hand: 3 5  eliminated: 12 15
8 #2 #2 #2 #2 #2 #2 #2 #2
7 #1 #1 #1 #1 #1 #1 #1 #1
6 #1 #1 #1 #1 #1 #1 #1 #1
5 #2 #2 #2 #2 #2 #2 #2 #2
4 #2 #2 #2 #2 #2 #2 #2 #2
3 #1 #1 #1 #1 #1 #1 #1 #1
2 #1 #1 #1 #1 #1 #1 #1 #2
1  1 #1 #2 #2 #2 #2 #2 #2
"""

SCENES: Final = (
    Scene("board", BOARD, chosen="d5", width=516),
    Scene("board-dark", BOARD, chosen="d5", theme="dark", width=516),
    Scene("hex8", HEX, width=460),
    Scene("placement", PLACE, ("@d4x2",), chosen="d4"),
    Scene("move-before", MOVE, chosen="b4"),
    Scene("move-after", MOVE, ("b4-f4",)),
    Scene("landing-after", MOVE, ("b4-d4",)),
    Scene("capture-before", CAPTURE, chosen="b2"),
    Scene("capture-after", CAPTURE, ("b2xb5-b7",)),
    Scene("chain-after", CAPTURE, ("b2xb5-b7", ">b7xe7-g7")),
    Scene(
        "line-all", LINE, spotlight=Spotlight(("b3", "c3", "d3", "e3", "f3"), "all five: one ring")
    ),
    Scene("line-some", LINE, spotlight=Spotlight(("b3", "c3", "d3", "e3"), "any four: free")),
    Scene("line-after", LINE, ("=b3..f3!all", "^e5")),
    Scene(
        "region-before",
        REGION,
        spotlight=Spotlight(tuple(f"{x}{y}" for y in (1, 2, 3) for x in "abc"), "one cap"),
    ),
    Scene("region-after", REGION, ("#a1/1",)),
    Scene("recovery-line-before", RECOVER_LINE, chosen="e5"),
    Scene("recovery-line-after", RECOVER_LINE, ("~e5-e4=b4..e4!all^g7",)),
    Scene("recovery-before", RECOVER, chosen="d3"),
    Scene("recovery-strike-after", RECOVER, ("~d3-d4^g7",)),
    Scene("forced-before", BLOCKED, spotlight=Spotlight(("d5", "e4"), "one of these caps")),
    Scene("forced-after", BLOCKED, ("^^e4",)),
    Scene("victory-rings", RINGS, ("d5-g5",), ends="ring_elimination"),
    Scene("victory-territory", TERRITORY, ("=c2..f2", "^d1"), ends="territory_control"),
    Scene("victory-last-standing", STANDING, ("c2-c5",), ends="last_player_standing"),
    Scene("victory-stalemate", STALEMATE, ("^^a1",), ends="stalemate"),
)


def write_pictures(folder: Path = FOLDER) -> Iterator[Path]:
    """Write every picture and return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        path = folder / f"{scene.name}.svg"
        path.write_text(scene.svg() + "\n", encoding="utf-8")
        yield path


def main(arguments: list[str]) -> int:
    """Write the pictures into the given folder, by default docs/pictures."""
    for path in write_pictures(Path(arguments[0]) if arguments else FOLDER):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
