"""One at a time, in order. Who finds it free walks through without waiting for the event loop."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial


class Turnstile:
    """`if stile.is_taken: stile.line_up(go)`, or else `stile.take()` and go; then, whatever happens, `stile.leave()`.

    As `async with stile` it is a lock like any other.
    """

    __slots__ = ("_waiting", "is_taken")

    def __init__(self) -> None:
        self.is_taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self) -> None:
        assert not self.is_taken
        self.is_taken = True

    def line_up(self, go: Callable[[], None]) -> None:
        """`go` is called when it is its turn; it is taken then."""
        self._waiting.append(go)

    def leave(self) -> None:
        if self._waiting:
            # Stays taken, by the next; who does not wait for the event loop again and again.
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self.is_taken = False

    async def __aenter__(self) -> None:
        if not self.is_taken:
            self.take()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.line_up(partial(self._call, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.leave()  # It was our turn already: pass it on.
            raise

    def _call(self, turn: "asyncio.Future[None]") -> None:
        if turn.cancelled():
            self.leave()
        else:
            turn.set_result(None)

    async def __aexit__(self, *error: object) -> None:
        self.leave()
