"""Reviews of games: a hasty one as soon as possible, then refined, told to all members who asked for it."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from ludoteca.arena.review import Assessment, Review, positions_of, review_of
from ludoteca.core.position import Position
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineRequest
from ludoteca.server.live.fair_queue import Claim, Kind
from ludoteca.server.live.live_room import LiveRoom, Member
from ludoteca.server.live.worker_pool import RequestWithdrawn, WorkerFailed
from ludoteca.server.rooms import actions, game_payloads, payloads
from ludoteca.server.rooms.refusal import Refusal

HASTY_SECONDS = 0.02
SECONDS = 0.2
"""How long a position is thought about."""
HASTY_POSITIONS, POSITIONS = 16, 4
"""In one request: with few, others do not wait long; with many, what was found of one position helps with the next."""
TELL_SECONDS = 0.5
"""How often a review is told while it is refined."""

Start = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]


class RoomReview:
    """The review of one game, and who waits for it."""

    def __init__(self, moves: list[str], position: Position) -> None:
        self.moves = moves
        self.positions = positions_of(position)
        self.assessments: list[Assessment | None] = [None] * len(self.positions)
        self._refined: set[int] = set()
        self.is_running = False
        self.askers: dict[Member, str] = {}
        """With the id of the question of each."""
        self.told_at = 0.0

    @property
    def refined(self) -> int:
        return len(self._refined)

    @property
    def is_final(self) -> bool:
        return self.refined == len(self.positions)

    def is_wanted(self) -> bool:
        return any(not member.is_closed for member in self.askers)

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
        for member, query_id in tuple(self.askers.items()):
            member.post(payloads.encode({**message, "id": query_id}))

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
        line.append({"move": text, "cells": game_payloads.path_cells(position, move)})
        position.play(move)
    return line


class Reviews:
    """`start` runs work in the background."""

    def __init__(self, engines: EnginePool, start: Start) -> None:
        self._engines = engines
        self._start = start
        self._reviews: WeakKeyDictionary[LiveRoom, RoomReview] = WeakKeyDictionary()
        """The last one of each room."""

    def answer(self, live: LiveRoom, member: Member, query: actions.Review) -> None:
        """Tell a member the review of the game, now and whenever there is more of it; or a Refusal."""
        room = live.room
        if not room.may_ask_engine(member.visitor):
            raise Refusal("not-now", "there is no review of a game with other people, until it is over")
        if not room.moves:
            raise Refusal("not-now", "there is nothing to review before the first move")
        review = self._reviews.get(live)
        if review is None or review.moves != room.moves:
            review = self._reviews[live] = RoomReview(list(room.moves), room.position)
        review.askers[member] = query.id
        if review.is_final or review.is_running:
            review.tell()
        else:
            review.is_running = True
            self._start(self._run(review, member.visitor))

    async def _run(self, review: RoomReview, visitor: str) -> None:
        try:
            while review.is_wanted() and not review.is_final:
                # Withdrawn if all who asked have left; somebody else may have asked since.
                with suppress(RequestWithdrawn):
                    await self._assess(review, visitor, HASTY_SECONDS, HASTY_POSITIONS, is_final=False)
                    await self._assess(review, visitor, SECONDS, POSITIONS, is_final=True)
        except WorkerFailed:
            refusal = payloads.refusal_payload(Refusal("busy", "the machine is too busy"))
            for member, query_id in review.askers.items():
                member.post(payloads.encode({"id": query_id, **refusal}))
        finally:
            review.is_running = False
            review.askers.clear()

    async def _assess(self, review: RoomReview, visitor: str, seconds: float, at_once: int, is_final: bool) -> None:
        """Assess all positions, the last ones first, `at_once` in each request."""
        ends = range(len(review.positions), 0, -at_once)
        await asyncio.gather(
            *(self._assess_some(review, visitor, max(0, end - at_once), end, seconds, is_final) for end in ends)
        )
        review.tell()

    async def _assess_some(
        self, review: RoomReview, visitor: str, begin: int, end: int, seconds: float, is_final: bool
    ) -> None:
        count = end - begin
        if review.needs(begin, is_final):
            request = EngineRequest("assess", review.positions[end - 1], 0, seconds * count, positions=count)
            claim = Claim(Kind.REVIEW, (visitor,), is_wanted=review.is_wanted)
            answer = await self._engines.ask(request, claim)
            review.take(begin, answer.assessments, is_final)
        if time.monotonic() - review.told_at >= TELL_SECONDS:
            review.tell()
