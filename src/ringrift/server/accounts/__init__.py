"""Guests, people and bots: who they are, how they prove it, and what of theirs is kept."""
