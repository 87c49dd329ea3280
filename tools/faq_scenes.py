"""The drawn positions of the answers in docs/faq.md, one for each question."""

from __future__ import annotations

from typing import Final

from ringrift.drawing.svg import Spotlight
from tools.scene import Scene

REORDER = """
player: 1  phase: movement
8 . . .  .  . . . .
7 . . .  .  . . . .
6 . . .  2  . . . .
5 . . .  .  . . . .
4 . . . 112 . . . .
3 . . .  .  . . . .
2 . . .  .  . . . .
1 . . .  .  . . 2 .
"""
DISTANCE = """
player: 1  phase: movement
8  .   .  .  . . . . .
7  .   .  .  . . . . 2
6  .   .  .  . . . . .
5  .   .  .  . . . . .
4  #2  .  .  . . . . .
3  .   .  .  . . . . .
2  .   .  .  . . . . .
1 111 *2 *1  . . . . .
"""
LANDING = """
player: 1  phase: movement
8 . .  .  . .  .  .  .
7 . .  .  . .  .  .  .
6 . .  .  . .  .  .  .
5 . .  .  . .  .  .  .
4 . 111 2 . . *2  . #2
3 . .  .  . .  .  .  .
2 . .  .  . .  .  .  .
1 . .  .  . .  .  2  .
"""
LEFT_BEHIND = """
players: 3  player: 1  phase: movement
8 . .  .  . . . . .
7 . .  .  . . . . .
6 . .  .  . . . . 3
5 . .  .  . . . . .
4 . 11 . 2333 . . . .
3 . .  .  . . . . .
2 . .  .  . . . . .
1 . .  .  . . 2 . .
"""
SAME_STACK = """
player: 1  phase: movement
8 .  . .  . . . . .
7 .  . .  . . . . .
6 .  . .  . . . . .
5 .  . .  . . . . .
4 11 . 22 . . . . .
3 .  . .  . . . . .
2 .  . .  . . . . .
1 .  . .  . . . 2 .
"""
TAKEN_OR_GONE = """
player: 1  phase: movement
8 . .  . . .  .  . .
7 . .  . . .  .  . .
6 . .  . . .  .  . .
5 . .  . . .  .  . .
4 . .  . . .  .  . .
3 . .  . . .  .  . .
2 . 11 . 2 . *2  . .
1 . .  . . .  .  . 2
"""
TWO_LINES = """
player: 1  phase: line_processing
8  .  .  .  .  .  .  . 11
7  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
5 *1 *1 *1 *1  .  .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2 *1 *1 *1 *1  .  .  .  .
1  .  .  .  .  .  .  .  2
"""
NO_PAYER = """
player: 1  phase: line_processing
8  .  .  .  .  .  .  . 21
7  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
5  . *1 *1 *1 *1  .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  . *1 *1 *1 *1 *1  .  .
1  .  .  .  .  .  .  .  .
"""
STUCK = """
player: 1  phase: movement  hand: 0 9
8  .  . . . . . . .
7  .  . . . . . . .
6  .  . 2 . . . . .
5  .  . . . . . . .
4  2  . . . . . . .
3  .  . . . . . . .
2  .  . . . . . . .
1  1+ . . . . . . .
a1: 11222
"""
MIXED_INSIDE = """
players: 3  player: 1  phase: territory_processing
8  .  .  .  . . . . .
7  .  .  .  . . . 1 .
6  .  .  .  . . . . .
5  .  .  .  . 2 . . 3
4 *1 *1 *1 *1 . . . .
3  .  .  . *1 . . . .
2  . 231 . *1 . . . .
1  .  .  . *1 . . . .
"""
STALEMATE = """
player: 1  hand: 3 5  eliminated: 12 15
      #2 #2 #2 #2 #2
    #2 #2 #2 #2 #2 #2
   #2 #2 #2 #2 #2 #2 #2
  #2 #2 #2 #2 #2 #2 #2 #2
 #1 #1 #1 #1 #1 #2 #2 #2 #2
  #1 #1 #1 #1 #1 #1 #1 #1
   #1 #1 #1 #1 #1 #1 #1
    #1 #1 #1 #1 #1 #1
      1 #1 #1 #1 #1
"""
LAST_RING = """
players: 3  player: 1  phase: movement  hand: 0 2 2
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . 2
5 . . . . . . . .
4 1 23 . #2 . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . . . . .
"""
NEIGHBOURS = """
player: 1  phase: movement
8 . . . . . . *1 .
7 . . . . . . . *1
6 . . . . . . . .
5 . . . . . . . .
4 . . . 1 . . . .
3 . . . . . . . .
2 . . . . . . . .
1 2 . . . . . . .
"""
OPTIONAL = """
player: 1  phase: movement
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . . 2 . . 2 . .
3 . . . . . . . .
2 . 1 . . . . . .
1 . . . . . . . .
"""
CUT_OFF = """
player: 1  phase: territory_processing
8  .  .  .  . . . . .
7  .  .  .  . . . 1 .
6  .  .  .  . . . . .
5  .  .  .  . 2 . . .
4 *2 *2 *2  . . . . .
3  .  .  . #1 . . . .
2  .  2  . *2 . . . .
1  .  .  . *2 . . . .
"""
CONTROL = """
player: 1  phase: movement
8 . . . .  .  . . .
7 . . . .  .  . . .
6 . . . .  .  . . .
5 . . . .  .  . . .
4 . 12 . . *2 . . .
3 . . . .  .  . . .
2 . . . .  .  . . .
1 . . . .  .  2 . .
"""
FIRST_TURN = """
player: 1
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . . . . .
"""
BOTH_AT_ONCE = """
player: 1  phase: line_processing  hand: 3 4  eliminated: 17 8
8 #1 #1 #1 #1 #1 #1 #1 #1
7 #1 #1 #1 #1 #1 #1 #1 #1
6 #1 #1 #1 #1 #1 #1 #1 #1
5  .  .  . #1 #1 #1 #1 #1
4  .  .  .  .  .  .  .  .
3  .  .  2  . *2  .  . #2
2  .  . *1 *1 *1 *1  . #2
1  .  .  . 11  .  2 #2 #2
"""
THREE_IN_A_ROW = """
players: 3  player: 1  phase: line_processing
8 . . .  .  .  . . .
7 . . .  .  .  . 3 .
6 . . .  .  .  . . .
5 . . .  .  .  . . .
4 . . *1 *1 *1 . . .
3 . . .  .  .  . . .
2 . 2 .  .  .  . . .
1 . . .  .  .  . 11 .
"""
HEX_RING = """
player: 1  phase: territory_processing
      .  .  .  .  .
    .  .  .  .  .  1
   .  .  .  .  .  .  .
  .  .  . *1 *1  .  .  .
 .  .  . *1  2 *1  .  .  .
  .  .  . *1 *1  .  .  .
   .  .  .  .  .  .  .
    2  .  .  .  .  .
      .  .  .  .  .
"""
THIRD_OF_THE_BOARD = """
players: 3  player: 1  phase: line_processing  hand: 4 4 4  eliminated: 12 12 13
8 *1 *1 *1  .  .  3  2 112
7  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
5 #3 #3 #3 #3 #3 #3 #3 #3
4 #2 #2 #2 #2 #2 #2 #3 #3
3 #1 #1 #1 #2 #2 #2 #2 #2
2 #1 #1 #1 #1 #1 #1 #1 #1
1 #1 #1 #1 #1 #1 #1 #1 #1
"""
LONG_LINE = """
player: 1  phase: line_processing  hand: 3 8  eliminated: 17 3
8 .  .  .  .  .  . . .
7 .  .  .  .  .  2 . .
6 .  .  .  .  .  . . .
5 .  .  .  . 12  . . .
4 .  .  .  .  .  . . .
3 . *1 *1 *1 *1 *1 . .
2 .  .  .  .  .  . 11 .
1 .  .  .  .  .  . . .
"""
NO_STACK_OUTSIDE = """
player: 1  phase: territory_processing
8  .  .  .  . . . . .
7  .  .  .  . . . . .
6  .  .  .  . . . . .
5  .  .  .  . 2 . . .
4 *1 *1 *1 *1 . . . .
3  .  .  . *1 . . . .
2  . 11  . *1 . . . .
1  .  .  . *1 . . . .
"""
NO_MOVE = """
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

FAQ_SCENES: Final = (
    Scene("faq-q1", REORDER, ("d4xd6-d7",)),
    Scene("faq-q2", DISTANCE, chosen="a1"),
    Scene("faq-q3", LANDING, chosen="b4"),
    Scene("faq-q4", LEFT_BEHIND, ("b4xd4-f4",)),
    Scene("faq-q5", SAME_STACK, ("a4xc4-e4", ">e4xc4-b4")),
    Scene("faq-q6", TAKEN_OR_GONE, ("b2xd2-f2",)),
    Scene("faq-q7", TWO_LINES, spotlight=Spotlight(("a2", "b2", "c2", "d2"), "one at a time")),
    Scene("faq-q8", NO_PAYER, ("=b2..f2!b2..e2",)),
    Scene("faq-q9", STUCK, ("a1xa4-a6", ">a6xc6-g6")),
    Scene(
        "faq-q10",
        MIXED_INSIDE,
        spotlight=Spotlight(tuple(f"{x}{y}" for y in (1, 2, 3) for x in "abc"), "only red inside"),
    ),
    Scene("faq-q11", STALEMATE, ("^^e1",), width=460),
    Scene("faq-q12", LAST_RING, ("a4xb4-c4", ">c4xb4-a4")),
    Scene("faq-q13", NEIGHBOURS, chosen="d4"),
    Scene("faq-q14", OPTIONAL, ("b2-b4",), chosen="b4"),
    Scene(
        "faq-q15",
        CUT_OFF,
        spotlight=Spotlight(tuple(f"{x}{y}" for y in (1, 2, 3) for x in "abc"), "cut off"),
    ),
    Scene("faq-q16", CONTROL, ("b4-e4",)),
    Scene("faq-q17", FIRST_TURN, ("@d4x2",), chosen="d4"),
    Scene("faq-q18", BOTH_AT_ONCE, ("=c2..f2", "^d1")),
    Scene("faq-q19", THREE_IN_A_ROW, spotlight=Spotlight(("c4", "d4", "e4"), "a line of three")),
    Scene("faq-q20", HEX_RING, ("#e5/1",), width=460),
    Scene("faq-q21", THIRD_OF_THE_BOARD, ("=a8..c8", "^h8")),
    Scene("faq-q22", LONG_LINE, ("=b3..f3!all", "^g2")),
    Scene(
        "faq-q23",
        NO_STACK_OUTSIDE,
        spotlight=Spotlight(tuple(f"{x}{y}" for y in (1, 2, 3) for x in "abc"), "no payment"),
    ),
    Scene("faq-q24", NO_MOVE, spotlight=Spotlight(("d5", "e4"), "one of these caps")),
)
