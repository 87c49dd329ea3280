"""Topics of the bus that concern games."""

from __future__ import annotations


def game_topic(game: str) -> str:
    """Return the topic of a game's events."""
    return f"game.{game}"


def chat_topic(game: str) -> str:
    """Return the topic of a game's chat and rematch."""
    return f"chat.{game}"


def account_topic(account: str) -> str:
    """Return the topic of an account's games and challenges.

    Its messages name the `game` that started, or that has a seat for the account, or the
    `challenge` that changed.
    """
    return f"account.{account}"
