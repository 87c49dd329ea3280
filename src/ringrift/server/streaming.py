"""Responses that are sent while they are read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

_READ_AHEAD: Final = 2  # the first chunk may be an opening brace that reads nothing


async def start_stream(chunks: AsyncIterator[str]) -> AsyncIterator[str]:
    """Read the first chunks, so that what fails there gets an error response.

    A later failure ends the response in the middle, because its status has been sent.
    """
    read = []
    async for chunk in chunks:
        read.append(chunk)
        if len(read) == _READ_AHEAD:
            break
    return _resume(read, chunks)


async def _resume(read: list[str], chunks: AsyncIterator[str]) -> AsyncIterator[str]:
    for chunk in read:
        yield chunk
    async for chunk in chunks:
        yield chunk
