"""Reviews of games in rooms and studies: a hasty one as soon as possible, then refined, told to all who asked."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from ludoteca.arena.review import Assessment, Review, positions_of, review_of
from ludoteca.core.drawing import path_cells
from ludoteca.core.position import Position
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineRequest
from ludoteca.server.live.fair_queue import Claim, Kind
from ludoteca.server.live.live_room import LiveRoom, Member
from ludoteca.server.live.worker_pool import RequestWithdrawn, WorkerFailed
from ludoteca.server.rooms import actions, payloads
from ludoteca.server.rooms.game_payloads import other_texts
from ludoteca.server.rooms.refusal import Refusal

HASTY_SECONDS = 0.02
SECONDS = 0.2
"""How long a position is thought about."""
HASTY_POSITIONS, POSITIONS = 16, 4
"""In one request: with few, others do not wait long; with many, what was found of one position helps with the next."""
TELL_SECONDS = 0.5
"""How often a review is told while it is refined."""
MAX_FAILURES = 3
"""So many times a worker that was late or died is asked again."""
KEPT_POSITIONS = 4000
"""Of games in studies whose reviews are kept, so that one who asks again is answered at once."""
STREAMS_PER_VISITOR = 3
"""So many reviews of games in studies may a visitor wait for."""

Start = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]


class Asker(Protocol):
    """Who waits for a review."""

    @property
    def is_closed(self) -> bool: ...

    def tell(self, message: dict[str, Any]) -> None: ...


class _AskingMember:
    """A member of a room, with the id of the question."""

    def __init__(self, member: Member, query_id: str) -> None:
        self._member = member
        self._query_id = query_id

    @property
    def is_closed(self) -> bool:
        return self._member.is_closed

    def tell(self, message: dict[str, Any]) -> None:
        self._member.post(payloads.encode({**message, "id": self._query_id}))


class _Stream:
    """Reads a review of a game in a study: of what was told since it read last, the latest."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.is_closed = False
        self._latest: dict[str, Any] = {}
        self._is_told = asyncio.Event()

    def tell(self, message: dict[str, Any]) -> None:
        self._latest = message
        self._is_told.set()

    async def read(self) -> dict[str, Any]:
        await self._is_told.wait()
        self._is_told.clear()
        return self._latest


class GameReview:
    """The review of one game, and who waits for it."""

    def __init__(self, positions: list[Position]) -> None:
        self.positions = positions
        self.assessments: list[Assessment | None] = [None] * len(self.positions)
        self._refined: set[int] = set()
        self.is_running = False
        self.askers: dict[object, Asker] = {}
        self.told_at = 0.0

    @property
    def refined(self) -> int:
        return len(self._refined)

    @property
    def is_final(self) -> bool:
        return self.refined == len(self.positions)

    def is_wanted(self) -> bool:
        return any(not asker.is_closed for asker in self.askers.values())

    def needs(self, begin: int, is_final: bool) -> bool:
        """Whether the positions from this one on are still to be assessed, in a hurry or finally."""
        return begin not in self._refined if is_final else self.assessments[begin] is None

    def take(self, begin: int, found: tuple[Assessment, ...], is_final: bool) -> None:
        self.assessments[begin : begin + len(found)] = found
        if is_final:
            self._refined.update(range(begin, begin + len(found)))

    def tell(self) -> None:
        self.told_at = time.monotonic()
        message = self.payload()
        for asker in tuple(self.askers.values()):
            asker.tell(message)

    def payload(self) -> dict[str, Any]:
        known = [assessment for assessment in self.assessments if assessment]
        message: dict[str, Any] = {
            "say": "review",
            "total": len(self.positions),
            "assessed": len(known),
            "refined": self.refined,
        }
        if len(known) < len(self.positions):
            return message
        return message | review_payload(self.positions, review_of(self.positions, known))


def review_payload(positions: list[Position], review: Review) -> dict[str, Any]:
    return {
        "shares": [_rounded(review.first_shares), *(_rounded(move.shares) for move in review.moves)],
        "accuracies": [None if accuracy is None else round(accuracy, 1) for accuracy in review.accuracies],
        "mistakes": [
            {
                "number": move.number,
                "seat": move.seat,
                "mark": move.mark,
                "loss": round(move.loss, 3),
                "better": _line_payload(positions[move.number - 1], move.better),
                "answer": _line_payload(positions[move.number], move.answer),
            }
            for move in review.moves
            if move.mark
        ],
    }


def _rounded(shares: tuple[float, ...]) -> list[float]:
    return [round(share, 3) for share in shares]


def _line_payload(position: Position, texts: tuple[str, ...]) -> list[dict[str, Any]]:
    position = position.copy()
    line = []
    for text in texts:
        move = position.parse_move(text)
        line.append({"move": text, "texts": other_texts(position, move), "cells": path_cells(position, move)})
        position.play(move)
    return line


class Reviews:
    """`start` runs work in the background."""

    def __init__(self, engines: EnginePool, start: Start) -> None:
        self._engines = engines
        self._start = start
        self._of_rooms: WeakKeyDictionary[LiveRoom, GameReview] = WeakKeyDictionary()
        """The last one of each room."""
        self._of_studies: OrderedDict[object, GameReview] = OrderedDict()
        """By the game, its first position and its moves; the one that was asked for last comes last."""

    def answer(self, live: LiveRoom, member: Member, query: actions.Review) -> None:
        """Tell a member the review of the game, now and whenever there is more of it; or a Refusal."""
        room = live.room
        if not room.may_ask_engine(member.visitor):
            raise Refusal("not-now", "there is no review of a game with other people, until it is over")
        moves = _moves_of(room.position)
        review = self._of_rooms.get(live)
        if review is None or _moves_of(review.positions[-1]) != moves:
            review = self._of_rooms[live] = GameReview(positions_of(room.position))
        review.askers[member] = _AskingMember(member, query.id)
        if review.is_final or review.is_running:
            review.tell()
        else:
            self._begin(review, member.visitor)

    async def follow(self, first: object, position: Position, visitor: str) -> AsyncIterator[dict[str, Any]]:
        """REVIEW of the game that led from a first position to this one, again and again until it is final.

        Or a Refusal; what is told after the first REVIEW may be one, too.
        """
        key = (first, *_moves_of(position))
        streams = [asker for review in self._of_studies.values() for asker in review.askers.values()]
        if sum(isinstance(each, _Stream) and each.visitor == visitor for each in streams) >= STREAMS_PER_VISITOR:
            raise Refusal("busy", "your other reviews are still being made")
        review = self._keep(key, await asyncio.to_thread(positions_of, position))
        stream = _Stream(visitor)
        review.askers[stream] = stream
        try:
            stream.tell(review.payload())
            if not (review.is_final or review.is_running):
                self._begin(review, visitor)
            while True:
                message = await stream.read()
                yield message
                if message["say"] != "review" or message["refined"] == message["total"]:
                    return
        finally:
            stream.is_closed = True
            review.askers.pop(stream, None)

    def _keep(self, key: object, positions: list[Position]) -> GameReview:
        """The review that is kept of a game, or a new one; the oldest are forgotten unless they are being made."""
        review = self._of_studies.setdefault(key, GameReview(positions))
        self._of_studies.move_to_end(key)
        count = sum(len(each.positions) for each in self._of_studies.values())
        for old, each in tuple(self._of_studies.items()):
            if count > KEPT_POSITIONS and each is not review and not each.is_running:
                del self._of_studies[old]
                count -= len(each.positions)
        return review

    def _begin(self, review: GameReview, visitor: str) -> None:
        review.is_running = True
        self._start(self._run(review, visitor))

    async def _run(self, review: GameReview, visitor: str) -> None:
        failures = 0
        try:
            while review.is_wanted() and not review.is_final and failures < MAX_FAILURES:
                try:
                    await self._assess(review, visitor, HASTY_SECONDS, HASTY_POSITIONS, is_final=False)
                    await self._assess(review, visitor, SECONDS, POSITIONS, is_final=True)
                except RequestWithdrawn:
                    pass  # All who asked have left; somebody else may have asked since.
                except WorkerFailed:
                    failures += 1
            if failures == MAX_FAILURES:
                refusal = payloads.refusal_payload(Refusal("busy", "the machine is too busy"))
                for asker in review.askers.values():
                    asker.tell(refusal)
        finally:
            review.is_running = False
            review.askers.clear()

    async def _assess(self, review: GameReview, visitor: str, seconds: float, at_once: int, is_final: bool) -> None:
        """Assess all positions, the last ones first, `at_once` in each request."""
        ends = range(len(review.positions), 0, -at_once)
        await asyncio.gather(
            *(self._assess_some(review, visitor, max(0, end - at_once), end, seconds, is_final) for end in ends)
        )
        review.tell()

    async def _assess_some(
        self, review: GameReview, visitor: str, begin: int, end: int, seconds: float, is_final: bool
    ) -> None:
        count = end - begin
        if review.needs(begin, is_final):
            request = EngineRequest("assess", review.positions[end - 1], 0, seconds * count, positions=count)
            claim = Claim(Kind.REVIEW, (visitor,), is_wanted=review.is_wanted)
            answer = await self._engines.ask(request, claim)
            review.take(begin, answer.assessments, is_final)
        if time.monotonic() - review.told_at >= TELL_SECONDS:
            review.tell()


def _moves_of(position: Position) -> list[int]:
    """The moves that led to a position, or a Refusal if there are none."""
    moves = position.moves_played()
    if not moves:
        raise Refusal("not-now", "there is nothing to review before the first move")
    return moves
