"""Work that goes on beside the requests, until it ends or the server stops."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from ludoteca.server.storage.changes import StoreFailed

log = logging.getLogger("ludoteca.server")


class Background:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)
        return task

    def _end_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background task failed", exc_info=task.exception())

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Work again and again, with so many seconds between."""
        self.start(self._repeat(seconds, work))

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        has_failed = False
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
                has_failed = False
            except Exception as error:
                # Told once, not as often as it is tried again.
                if not has_failed:
                    log.error(
                        "background job failed, will retry: %s", error, exc_info=not isinstance(error, StoreFailed)
                    )
                has_failed = True

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
