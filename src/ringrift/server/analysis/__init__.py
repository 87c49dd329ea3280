"""Analyses on demand: queued, rate limited and streamed."""
