"""One at a time, in order, whoever gives up waiting."""

import asyncio
from contextlib import suppress
from typing import Any

from ludoteca.server.turnstile import Turnstile


async def walk_through(stile, name, log, seconds=0.0):
    async with stile:
        log.append(name)
        await asyncio.sleep(seconds)
        log.append(name)


def test_one_at_a_time_in_the_order_they_came():
    async def play():
        stile = Turnstile()
        log: list[Any] = []
        await asyncio.gather(*(walk_through(stile, number, log, 0.001) for number in range(5)))
        assert not stile.is_taken
        return log

    assert asyncio.run(play()) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_who_needs_no_task_stands_in_the_same_line():
    async def play():
        stile = Turnstile()
        log: list[Any] = []

        def go():
            assert stile.is_taken
            log.append("go")
            stile.leave()

        first = asyncio.ensure_future(walk_through(stile, "first", log, 0.001))
        await asyncio.sleep(0)
        stile.line_up(go)
        await asyncio.gather(first, walk_through(stile, "last", log))
        assert not stile.is_taken
        return log

    assert asyncio.run(play()) == ["first", "first", "go", "last", "last"]


def test_who_gives_up_is_passed_over():
    """Before its turn, and just when its turn has come."""

    async def play(steps):
        stile = Turnstile()
        log: list[Any] = []
        stile.take()
        walkers = [asyncio.ensure_future(walk_through(stile, number, log)) for number in range(3)]
        await asyncio.sleep(0)
        if steps == 0:
            walkers[0].cancel()
        stile.leave()
        for _ in range(steps):
            await asyncio.sleep(0)
        walkers[0].cancel()
        for walker in walkers:
            with suppress(asyncio.CancelledError):
                await walker
        assert not stile.is_taken
        return log

    for steps in range(4):
        log = asyncio.run(play(steps))
        assert log[-4:] == [1, 1, 2, 2], (steps, log)
