"""Accounts of guests, people and bots: authentication, sessions and personal data."""
