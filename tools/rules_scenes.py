"""The drawn positions of the rules page and the README."""

from __future__ import annotations

from typing import Final

from ringrift.drawing.svg import Spotlight
from tools.scene import Scene

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

RULES_SCENES: Final = (
    Scene("board", BOARD, chosen="d5", width=516),
    Scene("board-dark", BOARD, chosen="d5", theme="slate", width=516),
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
