"""EnginePool think in processes of their own, and cannot hold anything up."""

import asyncio
import multiprocessing
import os
import signal
import time

import pytest

import ludoteca
from ludoteca.server.live.engine_pool import EnginePool
from ludoteca.server.live.engine_worker import EngineAnswer, EngineRequest, analyse, choose
from ludoteca.server.live.fair_queue import ANYBODY
from ludoteca.server.live.worker_pool import WorkerFailed
from ludoteca.server.live.worker_pool import work as work_in_process
from tests.server.running_server import running

# Started processes import this module, so these are functions that they can find.


def sleep_long(request):
    time.sleep(3600)


def die(request):
    os._exit(7)


def fail(request):
    raise ValueError("a bug")


def tell_process(request):
    time.sleep(0.3)
    return EngineAnswer(os.getpid())


HANDLERS = {"sleep": sleep_long, "die": die, "fail": fail, "process": tell_process}


def request(kind, seconds=0.1):
    return EngineRequest(kind, ludoteca.game("xiangqi").start(), 1, seconds)


def with_engines(engines, work):
    async def run():
        try:
            return await work(engines)
        finally:
            await engines.close()

    return asyncio.run(run())


def test_a_worker_whose_server_was_killed_as_it_started_ends_without_a_word():
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    stops, sender = context.Pipe(duplex=False)
    here.close()
    process = context.Process(target=work_in_process, args=(there, stops, HANDLERS, {}))
    process.start()
    process.join(60)
    sender.close()
    assert process.exitcode == 0


def test_a_process_that_only_starts_does_not_hear_an_interrupt():
    """Ctrl-C goes to all processes of a terminal, and the server ends its workers."""

    others = set(multiprocessing.active_children())

    async def work(engines):
        asked = asyncio.ensure_future(engines.ask(request("process")))
        while not (started := set(multiprocessing.active_children()) - others):
            await asyncio.sleep(0.001)
        process = started.pop().pid
        os.kill(process, signal.SIGINT)
        return process, await asked

    process, answer = with_engines(EnginePool(1, handlers=HANDLERS), work)
    assert answer.move == process


def test_an_analysis_that_nobody_wants_ends_at_once_and_its_process_goes_on():
    async def work(engines):
        await engines.ask(request("analyse", 0.01))  # Starts the process.
        for _ in range(5):
            unwanted = asyncio.create_task(engines.ask(request("analyse", 60.0)))
            await asyncio.sleep(0.02)
            unwanted.cancel()
        began = time.monotonic()
        answer = await engines.ask(request("analyse", 0.05))
        return answer, time.monotonic() - began, engines.killed, engines.waiting

    answer, seconds, killed, waiting = with_engines(EnginePool(1), work)
    assert answer.lines and seconds < 10 and not killed and not waiting


def test_a_request_that_is_cancelled_just_after_its_answer_is_cancelled_and_no_more():
    async def work(engines):
        asked = asyncio.ensure_future(engines.ask(request("process")))
        await asyncio.sleep(0)
        while engines.count(ANYBODY.kind, ""):
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        return await engines.ask(request("process"))

    assert with_engines(EnginePool(1, handlers=HANDLERS), work).move


def test_a_request_that_is_cancelled_as_its_search_ends_is_cancelled_and_no_more():
    """The search has ended before the one who asked hears of being cancelled."""

    async def work(engines):
        for _ in range(20):
            asked = asyncio.ensure_future(engines.ask(request("process")))
            await asyncio.sleep(0)
            while engines.count(ANYBODY.kind, "") and not asked.done():
                await asyncio.sleep(0.0005)
                asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
        return await engines.ask(request("process"))

    assert with_engines(EnginePool(1, handlers=HANDLERS), work).move


def test_who_is_stuck_or_dies_is_replaced_and_the_event_loop_goes_on():
    engines = EnginePool(1, grace_seconds=2.0, handlers=HANDLERS)

    async def work(engines):
        beats = 0

        async def beat():
            nonlocal beats
            while True:
                await asyncio.sleep(0.01)
                beats += 1

        beating = asyncio.ensure_future(beat())
        first = await engines.ask(request("process"))
        for kind in ("sleep", "die", "fail"):
            with pytest.raises(WorkerFailed):
                await engines.ask(request(kind))
        begin, before = time.monotonic(), beats
        later = await engines.ask(request("process"))
        assert beats - before > 5 * (time.monotonic() - begin)
        beating.cancel()
        assert first.move != later.move
        assert engines.killed == 2

    with_engines(engines, work)


def test_what_a_worker_raised_is_in_the_log_with_its_traceback(capfd):
    async def work(engines):
        with pytest.raises(WorkerFailed):
            await engines.ask(request("fail"))

    with_engines(EnginePool(1, handlers=HANDLERS), work)
    told = capfd.readouterr().err
    assert "a worker cannot answer a request: fail" in told
    assert "in fail" in told and "ValueError: a bug" in told


def test_no_more_processes_think_than_there_are_cores():
    async def work(engines):
        thoughts = await asyncio.gather(*(engines.ask(request("process")) for _ in range(6)))
        assert len({thought.move for thought in thoughts}) <= 2

    with_engines(EnginePool(2, handlers=HANDLERS), work)


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_every_game_is_thought_about(name):
    position = ludoteca.game(name).start()
    before = str(position)
    assert choose(EngineRequest("choose", position, 1, 0.2)).move in position.legal_moves()
    assert choose(EngineRequest("choose", position, 1, 0.2, is_varied=True)).move in position.legal_moves()
    found = analyse(EngineRequest("analyse", position, 8, 0.2, 2))
    assert found.move in position.legal_moves()
    for moves, shares in found.lines:
        assert moves[0] in position.legal_moves()
        assert len(shares) == position.seats
        assert sum(shares) == pytest.approx(1.0)
    assert str(position) == before


def test_a_person_plays_machines_and_asks_for_help(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "machine:1"))["id"]
    with server.join(room, ada, views=True) as player, server.join(room) as spectator:
        assert player.move(0, "h3e3")["to_move"] == 1
        answer = player.event("moved")
        assert answer["seat"] == 1 and answer["number"] == 2 and answer["steps"] and answer["view"]["units"]
        hint = player.ask("hint", turn=2)
        assert hint["say"] == "hint" and len(hint["cells"]) == 2
        assert spectator.ask("hint", turn=2)["why"] == "not-now"
        analysis = player.ask("analyse", number=2, lines=2)
        assert len(analysis["lines"]) == 2 and sum(analysis["shares"]) == pytest.approx(1.0, abs=0.01)
        assert player.ask("analyse", number=9)["why"] == "stale"
        assert player.ask("offer", seat=0, offer="takeback")["what"] == "taken-back"
        assert player.ask("offer", seat=0, offer="draw")["what"] == "offered"
        said = player.receive(lambda message: message.get("what") in ("refused", "drawn"))
        assert said["seat"] == 1


def test_a_stuck_machine_holds_up_nobody_and_moves_in_the_end(tmp_path):
    class Stuck(EnginePool):
        """Its first two thoughts get lost."""

        tries = 0

        async def ask(self, request, claim=ANYBODY):
            self.tries += 1
            if self.tries <= 2:
                raise WorkerFailed
            return await super().ask(request, claim)

    engines = Stuck(1)
    with running(f"sqlite:///{tmp_path}/games.db", engines=engines) as server:
        ada = server.visitor()
        room = server.make(ada, seats=("machine:1", "me"))["id"]
        with server.join(room, ada) as player:
            if player.welcome["room"]["number"] == 0:
                player.event("moved", timeout=40)
    assert engines.tries >= 3
