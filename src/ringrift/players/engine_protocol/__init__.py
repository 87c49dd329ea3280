"""The engine protocol: its commands and answers, and our engine speaking it."""
