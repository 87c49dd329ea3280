"""Answers that go on: a JSON object a line."""

from __future__ import annotations

from fastapi.responses import StreamingResponse


class JsonLines(StreamingResponse):
    """A stream of lines, named in the OpenAPI description as what it is."""

    media_type = "application/x-ndjson"
