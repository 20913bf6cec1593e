"""Work gives the same results wherever it is done, and whoever dies meanwhile."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from threading import Thread

import pytest

import ludoteca
from ludoteca.arena import executor as executors
from ludoteca.arena import fingerprint
from ludoteca.arena.executor import InlineExecutor, PoolExecutor, make_executor

SECONDS = 60
"""Nothing here takes nearly so long; a fault does not hang."""


def square(number: int) -> int:
    return number * number


def late_if_first(number: int) -> int:
    time.sleep(1.0 if number == 0 else 0.0)
    return number


def die_once(folder: Path, number: int) -> int:
    """Two of the units kill their worker the first time."""
    mark = folder / str(number)
    if number in (1, 4) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    raise ludoteca.UnknownGame(f"there is no game {number}")


def fail(number: int) -> int:
    return 1 // (number - number)


def sleep(number: int) -> int:
    time.sleep(SECONDS)
    return number


def own_process(number: int) -> int:
    time.sleep(0.2)
    return os.getpid()


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_results_come_in_the_order_of_the_units(workers):
    with make_executor(workers) as executor:
        assert list(executor.run(square, range(10))) == [number * number for number in range(10)]
        assert list(executor.run(square, [])) == []
        assert list(executor.run(late_if_first, range(4))) == list(range(4))


def test_completed_units_do_not_wait_for_earlier_ones():
    with PoolExecutor(2) as executor:
        numbers = [number for number, _ in executor.completed(late_if_first, range(4))]
    assert sorted(numbers) == [0, 1, 2, 3]
    assert numbers[0] != 0


def test_workers_are_other_processes_and_stay_for_further_work():
    with PoolExecutor(2) as executor:
        first = set(executor.run(own_process, range(4)))
        assert len(first) == 2 and os.getpid() not in first
        assert set(executor.run(own_process, range(4))) == first
    assert set(InlineExecutor().run(own_process, range(1))) == {os.getpid()}


def test_a_pool_does_one_thing_at_a_time():
    with PoolExecutor(2) as executor:
        first = executor.completed(late_if_first, range(4))
        next(first)
        with pytest.raises(RuntimeError, match="one thing at a time"):
            next(executor.completed(square, range(2)))
        assert len(list(first)) == 3


def test_the_unit_of_a_killed_worker_is_done_again(tmp_path):
    with PoolExecutor(2) as executor:
        assert list(executor.run(partial(die_once, tmp_path), range(6))) == [square(number) for number in range(6)]
    assert {path.name for path in tmp_path.iterdir()} == {"1", "4"}


def test_a_unit_that_kills_every_worker_is_one_clear_error():
    others = set(active_children())
    with PoolExecutor(2) as executor, pytest.raises(ludoteca.LudotecaError, match="workers died at the same work"):
        list(executor.run(die_always, [7]))
    assert set(active_children()) <= others


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_unit_raises_is_raised_here(workers):
    with make_executor(workers) as executor:
        with pytest.raises(ludoteca.LudotecaError, match="there is no game 3"):
            list(executor.run(refuse, [3, 3]))
        with pytest.raises(ZeroDivisionError):
            list(executor.run(fail, [3]))
        assert list(executor.run(square, [3])) == [9]


def test_stopping_early_ends_the_workers_that_are_busy():
    others = set(active_children())
    begin = time.monotonic()
    with PoolExecutor(2) as executor:
        for number, _ in executor.completed(late_if_first, range(4)):
            assert number != 0
            break
        executor.completed(sleep, range(2))
        running = executor.completed(sleep, range(2))
        with pytest.raises(TimeoutError), _alarm(1):
            next(running)
    assert set(active_children()) <= others
    assert time.monotonic() - begin < SECONDS / 2


class _alarm:  # noqa: N801
    """Raise TimeoutError in the main thread after some seconds, as Ctrl-C raises KeyboardInterrupt."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        self.before = signal.signal(signal.SIGALRM, self._ring)
        signal.alarm(self.seconds)

    def _ring(self, *about: object) -> None:
        raise TimeoutError

    def __exit__(self, *reason: object) -> None:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, self.before)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_owner(how, tmp_path):
    script = tmp_path / "owner.py"
    script.write_text(
        "from ludoteca.arena.executor import PoolExecutor\n"
        "from tests.arena.test_executor import sleep\n"
        "if __name__ == '__main__':\n"
        "    print('ready', flush=True)\n"
        "    with PoolExecutor(2) as executor:\n"
        "        list(executor.run(sleep, range(2)))\n"
    )
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    owner = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )
    assert owner.stdout.readline() == b"ready\n"
    time.sleep(2)
    # To the whole group, as a terminal does.
    os.killpg(owner.pid, how) if how == signal.SIGINT else owner.kill()
    # The workers have inherited its output: that ends when the last of them has.
    owner.communicate(timeout=SECONDS / 2)


def test_a_worker_that_only_starts_does_not_hear_an_interrupt_either():
    """Ctrl-C goes to all processes of a terminal, and the owner ends the workers."""
    others = set(active_children())
    interrupted: list[int] = []

    def interrupt() -> None:
        while not (started := set(active_children()) - others):
            time.sleep(0.001)
        interrupted.append(started.pop().pid)
        os.kill(interrupted[0], signal.SIGINT)

    interrupting = Thread(target=interrupt)
    interrupting.start()
    with PoolExecutor(1) as executor:
        assert list(executor.run(own_process, [1])) == interrupted
    interrupting.join()


def test_a_worker_with_another_version_refuses_to_work(monkeypatch):
    monkeypatch.setattr(executors, "fingerprint", lambda: "ludoteca 9.9, searches 00000000")
    with PoolExecutor(1) as executor, pytest.raises(ludoteca.LudotecaError, match="install the same on all machines"):
        list(executor.run(square, [1]))


def test_the_signature_tells_searches_apart(monkeypatch):
    signature = fingerprint.search_signature.__wrapped__
    assert signature() == fingerprint.search_signature()
    monkeypatch.setattr(fingerprint, "NODES", fingerprint.NODES + 1)
    assert signature() != fingerprint.search_signature()
