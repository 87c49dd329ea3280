"""Streaming responses of JSON lines."""

from __future__ import annotations

from fastapi.responses import StreamingResponse


class JsonLines(StreamingResponse):
    """A stream of JSON objects, one per line."""

    media_type = "application/x-ndjson"
