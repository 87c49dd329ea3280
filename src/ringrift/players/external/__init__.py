"""Engines in their own processes: play against them, and check that they speak the protocol."""
