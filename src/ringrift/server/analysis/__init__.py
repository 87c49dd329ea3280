"""Analysis on demand: queued, limited, streamed."""
