"""Analyses of positions: a first answer at once, then better ones; of the questions of one asker the last counts."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from ludoteca.core.position import Position
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineAnswer, EngineRequest
from ludoteca.server.live.fair_queue import Claim, Kind
from ludoteca.server.live.queries import analysis_payload
from ludoteca.server.live.worker_pool import RequestWithdrawn, WorkerFailed
from ludoteca.server.rooms.refusal import Refusal

SECONDS = (0.1, 0.5, 2.0)
"""How long a position is thought about for the first answer, the second and the last."""


class _Question:
    """What an asker asked last, and the search for its next answer."""

    def __init__(self) -> None:
        self.is_withdrawn = False
        self.search: asyncio.Future[EngineAnswer] | None = None


class Analyses:
    def __init__(self, engines: EnginePool, limits: ServerLimits) -> None:
        self._engines = engines
        self._limits = limits
        self._questions: dict[object, _Question] = {}
        """By asker."""

    def withdraw(self, asker: object) -> None:
        """The asker waits for no answer any more."""
        if question := self._questions.pop(asker, None):
            question.is_withdrawn = True
            if question.search:
                question.search.cancel()

    async def run(
        self,
        position: Position,
        lines: int,
        asker: object,
        visitor: str,
        is_wanted: Callable[[], bool] = lambda: True,
        tell_place: Callable[[int], None] = lambda place: None,
    ) -> AsyncIterator[dict[str, Any]]:
        """ANALYSIS again and again, the last with `is_final`; or a Refusal, `stale` if the asker has asked again."""
        self.withdraw(asker)
        if position.is_over():
            raise Refusal("over", "there is nothing to think about: the game is over")
        if self._engines.count(Kind.QUESTION, visitor) >= self._limits.questions_per_visitor:
            raise Refusal("busy", "your other questions are still being thought about")
        claim = Claim(Kind.QUESTION, (visitor,), is_wanted=is_wanted, tell_place=tell_place)
        question = self._questions[asker] = _Question()
        try:
            for seconds in SECONDS:
                request = EngineRequest("analyse", position, 0, seconds, lines)
                answer = await self._search(question, request, claim)
                is_last = seconds == SECONDS[-1]
                if answer.lines:
                    yield {**analysis_payload(position, answer), "is_final": is_last}
                elif is_last:
                    raise Refusal("busy", "the machine is too busy")
        finally:
            if self._questions.get(asker) is question:
                del self._questions[asker]

    async def _search(self, question: _Question, request: EngineRequest, claim: Claim) -> EngineAnswer:
        stale = Refusal("stale", "another question was asked")
        if question.is_withdrawn:
            raise stale
        question.search = asyncio.ensure_future(self._engines.ask(request, claim))
        try:
            return await question.search
        except WorkerFailed as error:
            raise Refusal("busy", "the machine is too busy") from error
        except RequestWithdrawn as error:
            raise Refusal("stale", "nobody waits for this any more") from error
        except asyncio.CancelledError:
            if question.is_withdrawn:
                raise stale from None
            raise  # Who asked is gone.
