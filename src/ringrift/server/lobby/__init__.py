"""The lobby: open games, quick match and rematch."""
