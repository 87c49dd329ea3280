"""The arena: computer players meet, and statistics say who is stronger (docs/how-to/arena.md)."""
