"""Topics of the bus that concern games."""

from __future__ import annotations


def game_topic(game: str) -> str:
    """Return the topic of a game's events."""
    return f"game.{game}"


def chat_topic(game: str) -> str:
    """Return the topic of a game's chat and rematch."""
    return f"chat.{game}"


def account_topic(account: str) -> str:
    """Return the topic of an account's games, challenges and messages.

    What it carries names the `game` that started, or that has a seat for the account, the
    `challenge` that changed, or whose `message` arrived, or from whom messages were `read`.
    """
    return f"account.{account}"
