"""Work on a Ray cluster of two nodes, one of which is killed: `make test-deep` installs Ray and runs this."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Ray reads them once, when it is imported.
os.environ["RAY_AUTH_MODE"] = "token"
os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
pytest.importorskip("ray")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor, make_executor
from ludoteca.arena.match import Match, Plan
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from tests.arena.test_executor import refuse, square

pytestmark = pytest.mark.deep

PLAN = SelfPlayPlan.checked("xiangqi", {}, ("engine:3", "engine:2"), 32, 7)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    started = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    yield started
    started.shutdown()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_cluster_gives_results_in_order_and_errors_as_they_are(cluster):
    with make_executor(ray=cluster.address) as executor:
        assert list(executor.run(square, range(10))) == [square(number) for number in range(10)]
        with pytest.raises(ludoteca.LudotecaError, match="there is no game 3"):
            list(executor.run(refuse, [3]))


def test_a_node_that_is_killed_in_mid_run_changes_nothing(cluster, tmp_path):
    for _ in play_corpus(PLAN, tmp_path / "here", InlineExecutor()):
        pass
    second = cluster.add_node(num_cpus=1)
    killed_at = 0
    with make_executor(ray=cluster.address) as executor:
        for done in play_corpus(PLAN, tmp_path / "cluster", executor):
            if done.played >= 4 and not killed_at:
                killed_at = done.played
                cluster.remove_node(second, allow_graceful=False)
    assert 0 < killed_at < PLAN.games
    assert files(tmp_path / "cluster") == files(tmp_path / "here")


def test_a_match_on_a_cluster_is_the_same_match(cluster):
    plan = Plan(ludoteca.game("xiangqi"), {}, ("random", "greedy"), 4, seed=3)
    here, there = Match(plan), Match(plan)
    list(here.run())
    with make_executor(ray=cluster.address) as executor:
        list(there.run(executor))
    assert sorted(here.played) == sorted(there.played)


def test_nodes_with_another_version_are_one_clear_error(cluster, monkeypatch):
    monkeypatch.setattr("ludoteca.arena.ray_executor.fingerprint", lambda: "ludoteca 9.9, searches 00000000")
    with (
        make_executor(ray=cluster.address) as executor,
        pytest.raises(ludoteca.LudotecaError, match="install the same on all machines"),
    ):
        list(executor.run(square, [1]))


def test_who_has_another_token_is_refused_in_one_line(cluster, tmp_path):
    words = ["selfplay", "xiangqi", "random", "--games", "1", "--out", str(tmp_path / "out"), "--ray", cluster.address]
    run = subprocess.run(
        [sys.executable, "-m", "ludoteca", *words],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "RAY_AUTH_TOKEN": secrets.token_hex(32)},
    )
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].startswith("ludoteca: the Ray cluster at")
