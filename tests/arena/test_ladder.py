"""The tool that measures the machine's levels."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.arena.match import Match
from tests.play import IS_COMPILED

ROOT = Path(__file__).parents[2]


def ladder(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/ladder.py", "exile-duel", "--levels", "2", "--jobs", "1", "--folder", str(folder)]
    return subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not IS_COMPILED, reason="whole games take minutes")
def test_a_ladder_is_measured_once_and_goes_on(tmp_path):
    first = ladder(tmp_path, "--games", "2")
    assert first.returncode == 0, first.stderr
    heading, _, row = first.stdout.splitlines()
    assert heading == "| level | exile-duel |"
    assert row.startswith("| 2 | ")
    kept = sorted((tmp_path / "exile-duel" / "2-1").iterdir())
    times = [path.stat().st_mtime_ns for path in kept]
    assert len(kept) == 2
    assert ladder(tmp_path, "--games", "2").stdout == first.stdout
    assert ladder(tmp_path, "--games", "4").returncode == 0
    assert [path.stat().st_mtime_ns for path in kept] == times
    assert len(list((tmp_path / "exile-duel" / "2-1").iterdir())) == 4
    other = ladder(tmp_path, "--games", "4", "--seed", "2")
    assert other.returncode == 2
    assert "another match" in other.stderr


@pytest.mark.parametrize("words", [["chess"], ["--levels", "1"], ["--levels", "9"], ["--games", "0"], ["--games", "1"]])
def test_a_ladder_that_cannot_be_is_refused(tmp_path, words):
    assert ladder(tmp_path, *words).returncode == 2


def test_an_interrupted_ladder_ends_with_another_code(tmp_path, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "run", interrupt)
    main = runpy.run_path(str(ROOT / "tools" / "ladder.py"))["main"]
    assert main(["exile-duel", "--levels", "2", "--jobs", "1", "--folder", str(tmp_path)]) == 130
    assert "| 2 |  |" in capsys.readouterr().out
