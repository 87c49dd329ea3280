"""Tournaments between computer players, and the statistics of who is stronger."""
