"""Generators of documents, schemas, pictures and tables, run as `python -m tools.NAME`."""
