"""Work on a Ray cluster: needs the extra `cluster`. `docs/cluster.md` tells how to start one."""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludoteca.arena.executor import MAX_DEATHS, Answer, Executor, Result, Unit, answer_to
from ludoteca.arena.fingerprint import fingerprint
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import FILES_VARIABLE

# Who wants a cluster without authentication has to say so.
os.environ.setdefault("RAY_AUTH_MODE", "token")

import ray
from ray.exceptions import RayError

AHEAD = 4
"""So many units for each core of the cluster are handed out at a time: nodes that join get some, too."""
LONGEST_FAULT = 300
"""Characters of what Ray says about a fault, which may be pages."""


class RayExecutor(Executor):
    """The cores of a Ray cluster. A unit on a node that dies is done again on another.

    The address is `auto` for the cluster of this machine, HOST:PORT of its head, or `local` for one of its own.
    """

    def __init__(self, address: str) -> None:
        files = os.environ.get(FILES_VARIABLE)
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=False if address == "local" else None,
                runtime_env={"env_vars": {FILES_VARIABLE: files}} if files else None,
            )
        except (RayError, OSError, RuntimeError, ValueError, AssertionError) as error:
            raise LudotecaError(f"the Ray cluster at {address!r} cannot be used: {_in_a_line(error)}") from error
        self._answer = ray.remote(num_cpus=1, max_retries=MAX_DEATHS)(answer_to)

    def completed(self, function: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[tuple[int, Result]]:
        expected = fingerprint()
        work = ray.put(function)
        running: dict[Any, int] = {}
        following = 0
        try:
            while running or following < len(units):
                while following < len(units) and len(running) < self._most_running():
                    running[self._answer.remote(work, units[following], expected)] = following
                    following += 1
                for done in ray.wait(list(running), num_returns=1)[0]:
                    answer: Answer = ray.get(done)
                    yield running.pop(done), answer.take()
        except RayError as error:
            raise LudotecaError(f"the Ray cluster failed: {_in_a_line(error)}") from error
        finally:
            # Who stops early does not wait for the rest.
            for each in running:
                ray.cancel(each, force=True)

    def _most_running(self) -> int:
        return AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))

    def close(self) -> None:
        ray.shutdown()


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())[:LONGEST_FAULT]
