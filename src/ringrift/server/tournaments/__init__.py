"""Tournaments: arenas, Swiss tournaments, and tables of three or four."""
