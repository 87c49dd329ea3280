"""Rules modes: which engine decides a game, and what guards it.

The reference engine (Python) decides in the modes `python` and `shadow`, the C++ kernel in the mode
`kernel`. The guard compares their results, logs every mismatch as a test vector, and takes the
kernel out of service after too many (docs/how-to/rules-modes.md).
"""
