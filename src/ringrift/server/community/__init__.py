"""Between users: who may contact whom, and what they report to the moderators."""
