"""Lists of legal moves are made once for each position, and long ones away from the event loop."""

import asyncio
import threading

import pytest

import ludoteca
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live import move_lists
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.live_rooms import LiveRooms
from ludoteca.server.live.worker_pool import WorkerFailed, WorkerPool
from ludoteca.server.rooms import actions
from ludoteca.server.rooms.new_room import NewRoom
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage.store import Store
from tests.server.members import ADA, FakeMember

CROWDED = "3KQ4ppk/9ppp/B8ppp/5P6/2Q3R5/2Q2Q6/8Q3/3D1Q4BQ/QQ10/7Q4/4Q5Q1/12 S - - - - 1"
"""24,373 legal moves, most of them double moves of queens."""


def listed(position):
    picks = position.game.look.picks
    return [[position.move_text(move), list(picks(position, move))] for move in position.legal_moves()]


def test_others_are_answered_while_a_long_list_is_made(server):
    ada = server.visitor()
    room = server.make(ada, game="tomb-chess", seats=("me", "me"), start=CROWDED)["id"]
    with server.join(room, ada) as player, server.join(room) as other:
        answers = []
        asking = threading.Thread(target=lambda: answers.append(player.ask("moves", turn=0)))
        asking.start()
        pings = 0
        while asking.is_alive():
            assert other.ask("ping")["say"] == "pong"
            pings += 1
        assert answers[0]["total"] == 24_373 and not answers[0]["is_all"]
        assert pings >= 20  # Two or three if the list is made on the event loop.


@pytest.fixture
def in_room(tmp_path):
    """Runs work with all rooms, one of them, and a function to ask for its moves."""

    def run(work, game):
        async def begin():
            live_rooms = LiveRooms(Store(f"sqlite:///{tmp_path}/games.db"), EnginePool(1), ServerLimits())
            await live_rooms.open()
            seats = ludoteca.game(game).start().seats
            live, _ = await live_rooms.create(NewRoom(game, ("me",) * seats), ADA)
            member = FakeMember("ada", ADA, [])

            async def ask(turn, origin=None):
                await live_rooms.answer(live, member, actions.Moves("q", turn, origin))
                return member.log[-1][1]

            try:
                await work(live_rooms, live, ask)
            finally:
                await live_rooms.close()

        asyncio.run(asyncio.wait_for(begin(), 60))

    return run


@pytest.fixture
def lists_made(monkeypatch):
    """The requests for long lists."""
    made = []
    ask = WorkerPool.ask

    async def count(self, request, *more):
        made.append(request)
        return await ask(self, request, *more)

    monkeypatch.setattr(WorkerPool, "ask", count)
    return made


def test_a_long_list_is_made_once_for_a_position_whatever_else_happens(in_room, lists_made):
    async def work(live_rooms, live, ask):
        first, second = await asyncio.gather(ask(0), ask(0))
        assert first == second
        for name in ("Ada", "Eva", "Ada"):
            await live_rooms.act(live, ADA, actions.Rename(name + str(live.room.seq), 0, name))
            assert await ask(0) == first
        assert len(lists_made) == 1
        await live_rooms.act(live, ADA, actions.Move("m", 0, live.room.position.move_text(first_move(live))))
        assert (await ask(1))["turn"] == 1
        await live_rooms.act(live, ADA, actions.Offer("t", 0, "takeback"))
        assert await ask(0) == first
        assert len(lists_made) == 2

    in_room(work, "tomb-chess")


def first_move(live):
    return live.room.position.legal_moves()[0]


@pytest.mark.parametrize("game", list(ludoteca.GAMES))
def test_lists_have_every_move_by_its_first_pick(in_room, game):
    async def work(live_rooms, live, ask):
        for turn in range(2):
            expected = listed(live.room.position)
            answer = await ask(turn)
            assert answer["total"] == len(expected)
            assert answer["moves"] == (expected if answer["is_all"] else [])
            assert answer["is_all"] == (len(expected) <= 400)
            found = []
            for origin, count in answer["origins"]:
                begun = (await ask(turn, origin))["moves"]
                assert len(begun) == count and all(move[1][0] == origin for move in begun)
                found += begun
            assert sorted(found, key=str) == sorted(expected, key=str)
            assert (await ask(turn, "nonsense"))["moves"] == []
            await live_rooms.act(live, ADA, actions.Move(str(turn), turn, expected[0][0]))

    in_room(work, game)


def test_no_more_lists_are_kept_than_the_memory_allows(in_room, lists_made, monkeypatch):
    monkeypatch.setattr(move_lists, "MAX_KEPT_BYTES", 1000)

    async def work(live_rooms, live, ask):
        assert await ask(0) == await ask(0)
        assert len(lists_made) == 2
        assert live_rooms.move_lists.kept_bytes == 0

    in_room(work, "tomb-chess")


def test_a_list_that_cannot_be_made_is_refused_as_busy(in_room, monkeypatch):
    async def fail(self, request, claim):
        raise WorkerFailed

    async def work(live_rooms, live, ask):
        with pytest.raises(Refusal) as refused:
            await ask(0)
        assert refused.value.why == "busy"
        with pytest.raises(Refusal) as refused:
            await ask(1)
        assert refused.value.why == "stale"

    monkeypatch.setattr(WorkerPool, "ask", fail)
    in_room(work, "tomb-chess")
