"""Storage: the schema of SQLite and PostgreSQL, the journal of events, leases and backups."""
