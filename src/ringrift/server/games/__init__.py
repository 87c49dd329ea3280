"""Games: creation, seats, live play, spectators and records."""
