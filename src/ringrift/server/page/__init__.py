"""Serves the web client that `make page` builds."""
