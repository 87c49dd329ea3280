"""Operation of a server: health, metrics, logs, retention and diagnostics."""
