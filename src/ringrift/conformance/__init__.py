"""Tools that prove two engines equal: vectors, perft, positions, lockstep, shrinking, soak.

`vectors` reads vector files, `verify` runs them and `generate` writes them. Property tests share
the generators `positions` and `random_play`.
"""
