"""The lobby: games that wait for players, and people who look for a game."""
