"""The tutorial, followed from its first block to its last in an empty folder: each file, command and answer."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

PAGE = Path(__file__).parent.parent / "docs/tutorial.md"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"\n]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
"""Its kind, its file and its text."""
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PATIENCE = 300


def test_the_tutorial_works(tmp_path):
    folder = Folder(tmp_path)
    done = set()
    for kind, file, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        done.add(kind)
        if kind == "python":
            folder.write(file, text)
        elif kind == "console":
            for command, answer in COMMAND.findall(text):
                said = folder.run("sh", "-c", command)
                assert doctest.OutputChecker().check_output(answer, said, LOOSELY), f"{command}\n{said}"
        elif kind == "pycon":
            folder.write("session.txt", text)
            folder.run(sys.executable, "-m", "doctest", "session.txt")
        elif text.startswith("ludoteca play ./"):
            folder.open_page(text.split())
    assert done == {"sh", "python", "console", "pycon"}


class Folder:
    """An empty folder, where `ludoteca` is a command."""

    def __init__(self, parent: Path) -> None:
        programs = parent / "bin"
        programs.mkdir()
        program = programs / "ludoteca"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ludoteca "$@"\n')
        program.chmod(0o755)
        self.path = parent / "games"
        self.path.mkdir()
        self.variables = {
            **os.environ,
            "BROWSER": "true",
            "LUDOTECA_GAMES": "",
            "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }

    def write(self, name: str, text: str) -> None:
        """A whole file; or a method, in the place of the one with its name, else above `result`."""
        file = self.path / name
        if method := re.match(r"    def (\w+)", text):
            source = file.read_text()
            method_in = re.compile(rf"^    def {method[1]}\(.*?(?=\n\n)\n", re.MULTILINE | re.DOTALL)
            if method_in.search(source):
                text = method_in.sub(lambda _: text, source)
            else:
                text = source.replace("    def result", f"{text}\n    def result")
        file.write_text(text)

    def run(self, *words: str) -> str:
        """What a program says; the tutorial shows complaints, too."""
        done = subprocess.run(
            words,
            cwd=self.path,
            env=self.variables,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
        )
        assert words[0] == "sh" or done.returncode == 0, done.stdout
        return done.stdout

    def open_page(self, words: list[str]) -> None:
        """Ask the server for the rules page, as whoever plays can."""
        with subprocess.Popen(words, cwd=self.path, env=self.variables, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                address = re.search(r"http://[^/\s]+", server.stdout.readline())
                assert address
                with urlopen(f"{address[0]}/rules/clobber", timeout=PATIENCE) as page:
                    assert "A1.3" in page.read().decode()
            finally:
                server.terminate()
