"""A game that is compiled outside of this package, with the tables of types that are installed with it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play import IS_COMPILED

EXAMPLES = Path(__file__).parent.parent / "examples"
PATIENCE = 600
COMPARE = """
import fast_hex, hex
from ludoteca.search.perft import perft
from ludoteca.testing import check_game

for depth in (1, 2, DEPTH):
    assert perft(fast_hex.GAME.start(), depth) == perft(hex.GAME.start(), depth)
begun = hex.GAME.parse("." * 11 + ("/" + "." * 11) * 9 + "/R.......... 2")
assert perft(fast_hex.GAME.parse(str(begun)), 2) == perft(begun, 2) == 120 * 119 + 120
check_game(fast_hex.GAME, games=2, seconds=5)
print(fast_hex.__file__)
"""


@pytest.fixture
def folder(tmp_path):
    for file in (*EXAMPLES.glob("compiled/*.[pt]*"), EXAMPLES / "hex.py"):
        shutil.copy(file, tmp_path)
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=variables, capture_output=True, text=True, timeout=PATIENCE
    )


def test_the_compiled_game_is_the_plain_one(folder):
    """Uncompiled, the same source is the same game too."""
    if IS_COMPILED:
        built = run(folder, "setup.py", "-q", "build_ext", "--inplace")
        assert built.returncode == 0, built.stderr
    compared = run(folder, "-c", COMPARE.replace("DEPTH", "3" if IS_COMPILED else "2"))
    assert compared.returncode == 0, compared.stderr
    assert compared.stdout.strip().endswith(".py") is not IS_COMPILED


@pytest.mark.skipif(not IS_COMPILED, reason="uncompiled, every method is called")
def test_a_game_that_was_not_built_says_so(folder):
    refused = run(folder, "-c", "import fast_hex")
    assert "FastHex has a twin but is not compiled: build it first" in refused.stderr
