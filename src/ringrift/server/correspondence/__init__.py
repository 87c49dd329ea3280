"""Games of days per turn: vacation, conditional moves, and mails when it is one's turn."""
