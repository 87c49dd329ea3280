"""The rules as a service: what a move would do."""
