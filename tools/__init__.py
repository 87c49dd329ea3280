"""Generators of documents, schemas, pictures and data tables. Each runs as `python -m tools.NAME`."""
