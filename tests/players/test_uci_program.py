"""`ludoteca uci` as a program of its own."""

import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from ludoteca import cli
from tests.players.board import PATIENCE, XIANGQI


@contextmanager
def program(*words):
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_program_loads_it_and_plays():
    with program("uci") as process:

        def ask(line, until):
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            for said in process.stdout:
                if said.split()[:1] == [until.encode()]:
                    return said.decode().split()
            raise AssertionError(f"no {until} after {line}")

        ask("uci", "uciok")
        ask("isready", "readyok")
        position = XIANGQI.start()
        moves: list[str] = []
        for _ in range(3):
            told = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
            answer = ask(f"{told}\ngo movetime 30", "bestmove")[1]
            position.push_text(answer)
            moves.append(answer)
        assert ask("go infinite\nisready", "readyok")
        assert ask("stop", "bestmove")
        out, complaints = process.communicate(b"quit\n", timeout=PATIENCE)
        assert (process.returncode, out, complaints) == (0, b"", b"")


@pytest.mark.parametrize(
    ("words", "last"),
    [
        (b"uci\ngo infinite\n", b"bestmove"),
        (b"ucci\ngo infinite\nquit\n", b"bye"),
        (b"\xff\x00\xfe\n\n\ngo ponder\n" + b"\x80" * 5000, b"bestmove"),
        (b"", b""),
    ],
)
def test_the_program_ends_with_its_input(words, last):
    with program("uci") as process:
        out, complaints = process.communicate(words, timeout=PATIENCE)
        assert process.returncode == 0
        assert complaints == b""
        assert (out.splitlines() or [b""])[-1].startswith(last)


def test_the_program_ends_when_the_reader_has_gone():
    with program("uci") as process:
        process.stdout.close()
        process.stdin.write(b"uci\ngo depth 2\nquit\n")
        process.stdin.close()
        assert process.wait(PATIENCE) in (0, 1)
        assert process.stderr.read() == b""
        process.stdin = process.stdout = None


@pytest.mark.parametrize("run", [lambda: cli.main(["uci"]), cli.uci])
def test_the_command_line_starts_it(run, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", iter(["uci\n", "isready\n", "quit\n", "never heard\n"]))
    assert run() == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("id name Ludoteca")
    assert said[-2:] == ["uciok", "readyok"]
