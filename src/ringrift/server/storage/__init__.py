"""What the server remembers: one schema for SQLite and PostgreSQL, and the journal that loses nothing."""
