"""Nobody's games, hints or analyses keep the machine from others for long."""

import asyncio
import time

import pytest

import ludoteca
from ludoteca.server.limits import ServerLimits
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineAnswer, EngineRequest
from ludoteca.server.live.fair_queue import Claim, Kind
from ludoteca.server.live.worker_pool import RequestWithdrawn, WorkerFailed
from tests.server.running_server import running

# Started processes import this module, so these are functions that they can find.


def rest(request):
    time.sleep(request.seconds)
    return EngineAnswer(request.level)


def first_move(request):
    """A machine that takes its time at the highest level alone."""
    time.sleep(1.0 if request.level == 8 else 0.0)
    moves = request.position.legal_moves()
    return EngineAnswer(moves[0], (((moves[0],), (0.5, 0.5)),))


def ponder(request):
    """A machine that thinks for ever at the highest level."""
    time.sleep(3600 if request.level == 8 else 0.0)
    return EngineAnswer(request.position.legal_moves()[0])


SLOW_HANDLERS = {"choose": first_move, "analyse": first_move}


def request(seconds=0.1, number=0):
    return EngineRequest("rest", ludoteca.game("xiangqi").start(), number, seconds)


def with_pool(work, cores=1):
    async def run():
        pool = EnginePool(cores, handlers={"rest": rest})
        try:
            return await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_a_stranger_does_not_wait_for_all_requests_of_another():
    async def work(pool):
        greedy = [asyncio.ensure_future(pool.ask(request(0.2), Claim(visitors=("greedy",)))) for _ in range(20)]
        await asyncio.sleep(0.5)
        await pool.ask(request(), Claim(visitors=("stranger",)))
        assert sum(task.done() for task in greedy) <= 5
        assert pool.waiting >= 14

    with_pool(work)


def test_a_request_that_nobody_waits_for_is_withdrawn_and_its_search_ended():
    async def work(pool):
        is_wanted = True
        unwanted = Claim(is_wanted=lambda: is_wanted)
        asked = [asyncio.ensure_future(pool.ask(request(30.0), unwanted)) for _ in range(5)]
        await asyncio.sleep(1.0)
        is_wanted = False
        begin = time.monotonic()
        answer = await pool.ask(request(number=7))
        assert answer.move == 7
        assert time.monotonic() - begin < 25  # One of the searches alone takes 30.
        for task in asked:
            with pytest.raises(RequestWithdrawn):
                await task
        assert pool.waiting == 0 and pool.killed == 0

    with_pool(work)


def test_a_cancelled_request_is_withdrawn():
    async def work(pool):
        asked = [asyncio.ensure_future(pool.ask(request(30.0), Claim(visitors=("ada",)))) for _ in range(5)]
        await asyncio.sleep(0.5)
        assert pool.count(Kind.PEOPLE, "ada") == 5
        for task in asked:
            task.cancel()
        assert (await pool.ask(request(number=7))).move == 7
        assert pool.count(Kind.PEOPLE, "ada") == 0 and pool.killed == 0

    with_pool(work)


def test_a_request_that_is_answered_as_it_is_cancelled_harms_no_other():
    async def work(pool):
        for number in range(8):
            asked = asyncio.ensure_future(pool.ask(request(0.05)))
            await asyncio.sleep(0.05 + 0.001 * number if number else 1.0)
            asked.cancel()
            assert (await pool.ask(request(0.01, 7))).move == 7

    with_pool(work)


def test_places_are_told_after_a_while_and_when_they_change():
    async def work(pool):
        told: dict[str, list[int]] = {"ada": [], "bo": []}
        running = asyncio.ensure_future(pool.ask(request(2.5)))
        await asyncio.sleep(0)
        waiting = [
            asyncio.ensure_future(pool.ask(request(1.5), Claim(visitors=(name,), tell_place=told[name].append)))
            for name in told
        ]
        short: list[int] = []
        await asyncio.gather(running, *waiting)
        await pool.ask(request(), Claim(tell_place=short.append))
        assert told["ada"] == [1, 0]
        assert told["bo"] in ([2, 1, 0], [2, 0])
        assert short == []

    with_pool(work)


def test_a_closed_pool_fails_those_who_wait():
    async def work(pool):
        asked = [asyncio.ensure_future(pool.ask(request(30.0))) for _ in range(3)]
        await asyncio.sleep(0.3)
        await pool.close()
        for task in asked:
            with pytest.raises(WorkerFailed):
                await task
        with pytest.raises(WorkerFailed):
            await pool.ask(request())

    with_pool(work)


@pytest.fixture
def slow_server(tmp_path):
    """Its one machine needs a second for a move of the highest level, and for hints and analyses."""
    engines = EnginePool(1, handlers=SLOW_HANDLERS)
    with running(f"sqlite:///{tmp_path}/games.db", engines=engines) as server:
        yield server


def is_waiting(message):
    return message["say"] == "waiting"


def test_a_game_does_not_wait_for_thirty_games_of_machines(slow_server):
    host, ada = slow_server.visitor(), slow_server.visitor()
    rooms = [slow_server.make(host, seats=("machine:8", "machine:8"))["id"] for _ in range(30)]
    watching = [slow_server.join(room, host) for room in rooms]
    try:
        time.sleep(1.0)
        with slow_server.join(slow_server.make(ada, seats=("me", "machine:1"))["id"], ada) as player:
            for turn, move in enumerate(("a1a2", "a2a1", "a1a2")):
                player.move(2 * turn, move)
                begin = time.monotonic()
                player.receive(lambda message, number=2 * turn + 2: message.get("number") == number)
                assert time.monotonic() - begin < 10  # Thirty seconds when all wait in one line.
        told = watching[-1].receive(is_waiting)
        assert told["seat"] == 0 and told["place"] > 1
    finally:
        for watcher in watching:
            watcher.close()


def test_machines_that_nobody_watches_any_more_do_not_think(slow_server):
    host = slow_server.visitor()
    rooms = [slow_server.make(host, seats=("machine:8", "machine:8"))["id"] for _ in range(5)]
    watching = [slow_server.join(room, host) for room in rooms]
    time.sleep(0.3)
    engines = slow_server.handlers.live_rooms.engines
    assert engines.waiting
    for watcher in watching:
        watcher.close()
    deadline = time.monotonic() + 10
    while engines.waiting and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not engines.waiting
    with slow_server.join(rooms[0], host) as watcher:
        assert watcher.event("moved")["seat"] in (0, 1)


@pytest.mark.parametrize(
    "action",
    [
        {"do": "offer", "seat": 0, "offer": "takeback"},
        {"do": "resign", "seat": 0},
        {"do": "hand", "seat": 1, "to": "open"},
    ],
    ids=lambda action: action["do"],
)
def test_a_machine_stops_to_think_when_nobody_waits_for_its_move(tmp_path, action):
    # It is given an hour, so it is not late.
    engines = EnginePool(1, grace_seconds=3600, handlers={"choose": ponder})
    with running(f"sqlite:///{tmp_path}/games.db", engines=engines) as server:
        ada, bo = server.visitor(), server.visitor()
        with server.join(server.make(ada, seats=("me", "machine:8"))["id"], ada) as player:
            player.move(0, "a1a2")
            time.sleep(0.5)
            player.send({"id": "end", **action})
            with server.join(server.make(bo, seats=("me", "machine:1"))["id"], bo) as other:
                other.move(0, "a1a2")
                assert other.receive(lambda message: message.get("number") == 2)["seat"] == 1


def test_a_hint_does_not_wait_for_analyses_of_those_who_left(slow_server):
    bo, ada = slow_server.visitor(), slow_server.visitor()
    room = slow_server.make(bo, seats=("me", "machine:1"))["id"]
    asking = [slow_server.join(room, bo) for _ in range(4)]
    for each in asking:
        each.send({"do": "analyse", "id": "q", "number": 0})
    with slow_server.join(slow_server.make(ada, seats=("me", "machine:1"))["id"], ada) as player:
        for each in asking:
            each.close()
        assert player.ask("hint", turn=0)["say"] == "hint"
        assert slow_server.handlers.live_rooms.engines.waiting == 0


def test_a_hint_that_the_game_has_overtaken_is_refused(slow_server):
    ada = slow_server.visitor()
    room = slow_server.make(ada, seats=("me", "machine:1"))["id"]
    with slow_server.join(room, ada) as player, slow_server.join(room, ada) as other:
        other.send({"do": "analyse", "id": "first", "number": 0})
        other.receive(lambda message: message["say"] == "here")
        other.ask("ping")
        player.send({"do": "hint", "id": "second", "turn": 0})
        player.move(0, "a1a2")
        refused = player.receive(lambda message: message.get("id") == "second" and message["say"] != "waiting")
        assert refused["say"] == "refused" and refused["why"] == "stale"


def test_a_visitor_waits_for_a_few_answers_only(tmp_path):
    engines = EnginePool(1, handlers=SLOW_HANDLERS)
    limits = ServerLimits(questions_per_visitor=2)
    with running(f"sqlite:///{tmp_path}/games.db", limits, engines) as server:
        ada = server.visitor()
        room = server.make(ada, seats=("me", "machine:1"))["id"]
        asking = [server.join(room, ada) for _ in range(3)]
        for each in asking[:2]:
            each.send({"do": "analyse", "id": "q", "number": 0})
            each.ask("ping")
        assert asking[2].ask("analyse", number=0)["why"] == "busy"
        assert asking[0].receive(lambda message: message["say"] == "analysis")["id"] == "q"
        assert asking[2].ask("ping")["say"] == "pong"
        told = asking[1].receive(lambda message: message.get("id") == "q")
        assert told["say"] in ("waiting", "analysis")
        for each in asking:
            each.close()
