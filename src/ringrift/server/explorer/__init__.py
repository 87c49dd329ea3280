"""The opening explorer and the search for games."""
