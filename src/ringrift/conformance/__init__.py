"""What binds engines together: vectors, perft, random positions, soak, the schema, the index of rules.

`vectors` reads files and `verify` runs them; `generate` writes such files. `positions` and `random_play` are
the generators that property tests share.
"""
