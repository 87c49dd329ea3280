"""Running a server: its health, its figures, its logs."""
