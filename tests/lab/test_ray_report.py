"""A report and a match on two Ray nodes, one of which is killed: `make test-deep` installs Ray and runs this."""

import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

# Ray reads them once, when it is imported.
os.environ["RAY_AUTH_MODE"] = "token"
os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
pytest.importorskip("ray")
pytest.importorskip("pyarrow")

from ludoteca.cli import main

pytestmark = pytest.mark.deep

REPORT = ("report", "xiangqi", "engine:2", "random", "--games", "96", "--seed", "5")
"""Long enough to lose a node; with `random` among the players there are no sets of games besides."""
MATCH = ("match", "xiangqi", "greedy", "random", "--games", "8", "--seed", "3", "--json")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    started = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    yield started
    started.shutdown()


def kill_when_half_done(cluster: Any, node: Any, folder: Path, killed: list[int]) -> None:
    """End a node without a farewell as soon as some games are there."""
    until = monotonic() + 600
    while monotonic() < until:
        files = len(list(folder.glob("*.parquet")))
        if files >= 2:
            killed.append(files)
            cluster.remove_node(node, allow_graceful=False)
            return
        sleep(0.05)


def test_a_report_has_the_same_bytes_by_a_cluster_that_loses_a_node(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*REPORT, "--workers", "1", "--out", "here.html", "--json", "here.json", "--corpus", "here"]) == 0
    second = cluster.add_node(num_cpus=1)
    killed: list[int] = []
    killer = Thread(target=kill_when_half_done, args=(cluster, second, tmp_path / "there" / "games", killed))
    killer.start()
    words = ("--out", "there.html", "--json", "there.json", "--corpus", "there", "--ray", cluster.address)
    assert main([*REPORT, *words]) == 0
    killer.join()
    assert 0 < killed[0] < len(list((tmp_path / "here" / "games").glob("*.parquet")))
    for kind in ("html", "json"):
        assert Path(f"there.{kind}").read_bytes() == Path(f"here.{kind}").read_bytes()


def test_a_match_has_the_same_result_by_a_cluster(cluster, capsys):
    assert main([*MATCH]) == 0
    here = json.loads(capsys.readouterr().out)
    assert main([*MATCH, "--ray", cluster.address]) == 0
    there = json.loads(capsys.readouterr().out)
    assert here["players"] == there["players"]
