"""The names under which workers tell each other about games."""

from __future__ import annotations


def game_topic(game: str) -> str:
    """Where the events of a game are announced."""
    return f"game.{game}"


def account_topic(account: str) -> str:
    """Where an account is told that a game of its own has begun."""
    return f"account.{account}"
