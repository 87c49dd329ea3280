"""The law of RingRift."""

from ringrift.rules.legal import bookkeeping, is_legal, legal_moves
from ringrift.rules.phases import conclude
from ringrift.rules.play import apply, effects
from ringrift.rules.setup import new_game
from ringrift.rules.explain import why_illegal
from ringrift.rules.state import State
