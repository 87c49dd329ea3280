"""Tools that prove two engines equal: vectors, perft, positions, lockstep, shrinking, soak.

`vectors` reads vector files, `verify` runs them and `vector_generator` writes them. Property
tests share the generators `positions` and `random_play`.
"""
