"""What proves two engines equal: vectors, perft, random positions, lockstep, shrinking, soak.

`vectors` reads files and `verify` runs them; `generate` writes such files. `positions` and
`random_play` are the generators that property tests share.
"""
