"""Puzzles: positions in which one line of decisions is clearly the best."""
