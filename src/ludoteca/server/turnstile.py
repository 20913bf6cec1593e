"""One at a time, in order. Who finds it free walks through without waiting for the event loop."""

import asyncio
from collections import deque


class Turnstile:
    """`if stile.is_taken: await stile.wait()` or else `stile.take()`; then, whatever happens, `stile.leave()`.

    As `async with stile` it is a lock like any other.
    """

    __slots__ = ("_waiting", "is_taken")

    def __init__(self) -> None:
        self.is_taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> None:
        assert not self.is_taken
        self.is_taken = True

    async def wait(self) -> None:
        """Until it is one's turn; it is taken then."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # It was our turn already: pass it on.
            raise

    def leave(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)  # Stays taken, by the next.
                return
        self.is_taken = False

    async def __aenter__(self) -> None:
        if self.is_taken:
            await self.wait()
        else:
            self.is_taken = True

    async def __aexit__(self, *error: object) -> None:
        self.leave()
