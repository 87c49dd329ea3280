"""The drawn positions of docs/strategy.md."""

from __future__ import annotations

from typing import Final

from ringrift.drawing.svg import Spotlight
from tools.rules_scenes import RECOVER
from tools.scene import Scene

ANSWER = """
player: 2  turn: 2
      .  .  .  .  .
    .  .  .  .  .  .
   .  .  .  .  .  .  .
  .  .  .  .  .  .  .  .
 .  . *1  .  1  .  .  .  .
  .  .  .  .  .  .  .  .
   .  .  .  .  .  .  .
    .  .  .  .  .  .
      .  .  .  .  .
"""
TWO_IN_A_TURN = """
player: 1  phase: movement
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . *2 . .
5 . . . . . . . .
4 . . *1 *1 *1 11 . .
3 . 1 . . . . . .
2 . . . . . . . .
1 . . . . . . 2 .
"""
CORNER = """
player: 1  phase: movement
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . 2 .
4 . . . . 11 . . .
3 . . . . . . . .
2 1 . . . . . . .
1 . *1 . . . . . .
"""
TALL = """
player: 1  phase: movement
8 . . . . . . . .
7 . . . . . . . 2
6 . . . . . . . .
5 . . . . . . . .
4 . . . 1+ . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . . . 2 .
d4: 1111
"""
ARMOUR = """
player: 1  phase: movement
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . 11 . 2221 . . . .
3 . . . . . . . .
2 . 2122 . . . . . .
1 . . . . . . . .
"""
EXCHANGE = """
players: 3  player: 1  phase: movement
8 . . . . . . . .
7 . 333 . . . . . .
6 . . . . . . . .
5 . . . 2 . . . .
4 . . . . . . . .
3 . . . 11 . . . .
2 . . . . . . . 2
1 . . . . . . . .
"""
LEADER = """
players: 3  player: 1  phase: movement  hand: 3 0 3  eliminated: 12 16 13
8  .  . . 11 . . . .
7  .  . . . . . 3 .
6  .  . *2 *2 22 . . .
5  .  . . . . . . 33
4 #1 #1 #1 #1 #1 #1 #1 #3
3 #3 #3 #3 #3 #3 #2 #2 #2
2 #2 #2 #2 #2 #2 #2 #2 #2
1 #2 #2 #2 #2 #2 #2 #2 #2
"""

STRATEGY_SCENES: Final = (
    Scene("strategy-answer", ANSWER, ("@f5", "f5-i5", "i5xe5-c5"), width=460),
    Scene("strategy-tempo", TWO_IN_A_TURN, ("f4-f6", "=c4..f4", "^b3")),
    Scene("strategy-corner", CORNER, ("a2-a6", "#a1/1", "^a6")),
    Scene("strategy-tall", TALL, chosen="d4"),
    Scene("strategy-armour", ARMOUR, chosen="b4"),
    Scene("strategy-comeback", RECOVER, ("~d3-d4^g7",)),
    Scene("strategy-exchange", EXCHANGE, ("d3xd5-d7",)),
    Scene("strategy-leader", LEADER, spotlight=Spotlight(("c6", "d6", "e6"), "red's next line")),
)
