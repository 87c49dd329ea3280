"""Messages between workers: in memory for one process, PostgreSQL or Redis for several."""

from __future__ import annotations

from ringrift.server.bus.bus import Bus, LocalBus

__all__ = ["Bus", "LocalBus", "open_bus"]


async def open_bus(address: str | None) -> Bus:
    """Open the bus at postgresql://… or redis://…; None is a single worker."""
    if address is None:
        return LocalBus()
    if address.startswith("redis"):
        from ringrift.server.bus.redis import RedisBus

        return await RedisBus.open(address)
    from ringrift.server.bus.postgres import PostgresBus

    return await PostgresBus.open(address)
