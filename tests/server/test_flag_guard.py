"""No flag falls while a move that arrived in time may still be on its way."""

from __future__ import annotations

import asyncio

from ringrift.server.bus import LocalBus
from ringrift.server.games.commands import PlayMove, dump_request, load_request
from ringrift.server.games.flag_guard import FlagGuard


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_clocks_stand_still_while_nothing_can_be_stored() -> None:
    async def scenario() -> None:
        time, outages = Time(), list[float]()
        guard = FlagGuard(LocalBus(), time, outages.append)
        assert guard.may_fall(0.0)
        time.now += 0.5
        guard.record_stored()
        assert not outages
        time.now += 3.0
        assert not guard.may_fall(1.0)
        guard.record_stored()
        assert outages == [3.0]
        assert guard.may_fall(1.0)

    asyncio.run(scenario())


def test_a_flag_falls_at_last_however_long_an_outage_is() -> None:
    async def scenario() -> None:
        time = Time()
        guard = FlagGuard(LocalBus(), time, lambda _seconds: None)
        time.now += 60.0
        assert not guard.may_fall(10.0)
        assert guard.may_fall(31.0)

    asyncio.run(scenario())


def test_a_forwarded_move_carries_the_stall_of_its_worker() -> None:
    move = PlayMove(account="a", client_id="1", move="@d4", waited=1.0, stalled=2.0)
    dumped = dump_request(move)
    assert dumped["waited"] == 3.0
    loaded = load_request(move.name, dumped)
    assert loaded == PlayMove(account="a", client_id="1", move="@d4", waited=3.0)
