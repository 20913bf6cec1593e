"""Corpora are read back, by others too, and what is not one is refused in one line."""

import json
import math
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

pyarrow = pytest.importorskip("pyarrow")

from pyarrow import parquet

import ludoteca
from ludoteca.arena.executor import InlineExecutor
from ludoteca.lab.corpus import SCHEMA, Corpus, CorpusGame, keep_file, write_games
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus, play_game
from tests.play import IS_COMPILED

PLAN = SelfPlayPlan.checked("exile", {}, ("engine:1", "random"), 6, 5, max_moves=40 if IS_COMPILED else 8)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("corpus")
    list(play_corpus(PLAN, folder, InlineExecutor()))
    return folder


@pytest.fixture
def folder(made, tmp_path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(made, tmp_path / "corpus"))


def test_a_corpus_knows_its_plan_and_its_games(made):
    corpus = Corpus(made)
    assert corpus.plan == PLAN
    assert corpus.game is ludoteca.game("exile")
    assert (len(corpus), corpus.missing) == (6, 0)
    assert [game.number for game in corpus] == list(range(6))
    assert corpus[3] == list(corpus)[3]
    with pytest.raises(KeyError):
        corpus[6]


def test_plans_are_read_back():
    assert SelfPlayPlan.from_json(PLAN.to_json()) == PLAN
    assert PLAN.options == ludoteca.game("exile").choose({})


def test_any_reader_of_parquet_finds_the_same(made):
    corpus = Corpus(made)
    table = pyarrow.concat_tables([parquet.read_table(path) for path in sorted(made.glob("*.parquet"))])
    assert table.column_names == SCHEMA.names
    assert table["moves"].to_pylist() == [list(game.moves) for game in corpus]
    flat = [score for scores in corpus[0].scores for score in (scores or [None] * 4)]
    assert table["scores"][0].as_py() == flat
    assert corpus.table().equals(table.cast(SCHEMA))
    metadata = parquet.read_metadata(corpus.files[0].path).metadata
    assert json.loads(metadata[b"ludoteca.plan"])["game"] == "exile"


def test_the_same_games_give_the_same_bytes(made):
    corpus = Corpus(made)
    first = corpus.files[0]
    games = [corpus[number] for number in range(first.unit.first, first.unit.last + 1)]
    assert write_games(PLAN, games) == first.path.read_bytes()


COUNT_THREADS = """
import os, sys
from ludoteca.lab.corpus import Corpus

corpus = Corpus(sys.argv[1])
before = os.listdir("/proc/self/task")
games = list(corpus)
print(len(games), len(set(os.listdir("/proc/self/task")) - set(before)))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted as Linux shows them")
def test_reading_leaves_no_threads_that_outlive_python(made):
    """With threads of Arrow one of forty programs that had read a corpus was aborted at its end."""
    told = subprocess.run([sys.executable, "-c", COUNT_THREADS, str(made)], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["6", "0"]


def spoil_plan(folder: Path, **values: Any) -> None:
    path = folder / "plan.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def a_file(folder: Path) -> Path:
    return sorted(folder.glob("*.parquet"))[0]


def replace_file(folder: Path, content: bytes) -> None:
    """Put other content in the place of the first file, under the name that it should have."""
    first = Corpus(folder).files[0]
    first.path.unlink()
    keep_file(folder, first.unit, content)


def table_of_first(folder: Path) -> Any:
    return parquet.read_table(a_file(folder))


def written(table: Any) -> bytes:
    sink = pyarrow.BufferOutputStream()
    schema = table.schema.with_metadata({b"ludoteca.plan": PLAN.to_json().encode()})
    parquet.write_table(table.cast(schema), sink)
    return bytes(sink.getvalue())


def spoil_games(folder: Path, **values: Any) -> None:
    """Other values in the columns of the first game; functions get what was there."""
    table = table_of_first(folder)
    rows = table.to_pylist()
    for name, value in values.items():
        rows[0][name] = value(rows[0][name]) if callable(value) else value
    replace_file(folder, written(pyarrow.Table.from_pylist(rows, schema=SCHEMA)))


def without(table: Any, name: str) -> Any:
    return table.drop_columns([name])


SPOILT = {
    "no plan": lambda folder: (folder / "plan.json").unlink(),
    "plan is not text": lambda folder: (folder / "plan.json").write_bytes(b"\xff\xfe\x00"),
    "plan is not JSON": lambda folder: (folder / "plan.json").write_text("{"),
    "plan is a list": lambda folder: (folder / "plan.json").write_text("[]"),
    "plan is empty": lambda folder: (folder / "plan.json").write_text("{}"),
    "plan of another format": lambda folder: spoil_plan(folder, format=99),
    "plan with a strange field": lambda folder: spoil_plan(folder, colour="red"),
    "plan with a text for a number": lambda folder: spoil_plan(folder, games="6"),
    "plan without players": lambda folder: spoil_plan(folder, players=[]),
    "plan of an unknown game": lambda folder: spoil_plan(folder, game="draughts"),
    "plan with an unknown option": lambda folder: spoil_plan(folder, options={"wind": "west"}),
    "plan of other rules": lambda folder: spoil_plan(folder, rules_version=99),
    "plan of another seed": lambda folder: spoil_plan(folder, seed=6),
    "truncated": lambda folder: a_file(folder).write_bytes(a_file(folder).read_bytes()[:-9]),
    "empty": lambda folder: a_file(folder).write_bytes(b""),
    "a changed bit": lambda folder: a_file(folder).write_bytes(
        a_file(folder).read_bytes()[:50] + b"!" + a_file(folder).read_bytes()[51:]
    ),
    "not Parquet": lambda folder: replace_file(folder, b"PAR1 and nothing else"),
    "a foreign table": lambda folder: replace_file(folder, written(pyarrow.table({"a": [1]}))),
    "a column less": lambda folder: replace_file(folder, written(without(table_of_first(folder), "nodes"))),
    "a game less": lambda folder: replace_file(folder, written(table_of_first(folder).slice(1))),
    "another name": lambda folder: a_file(folder).rename(folder / "mine.parquet"),
    "another range": lambda folder: a_file(folder).rename(folder / f"games-0000000-0000004-{'0' * 16}.parquet"),
}


SPOILT_GAMES: dict[str, dict[str, Any]] = {
    "a null move": {"moves": lambda moves: [None, *moves[1:]]},
    "null seats": {"seats": lambda seats: [None] * len(seats)},
    "seats in reverse": {"seats": lambda seats: seats[::-1]},
    "a seat that is not there": {"seats": lambda seats: [4, *seats[1:]]},
    "a negative seat": {"seats": lambda seats: [-1, *seats[1:]]},
    "a move less": {"moves": lambda moves: moves[1:]},
    "a move beyond the legal ones": {"moves": lambda moves: [100_000, *moves[1:]]},
    "another number of legal moves": {"counts": lambda counts: [counts[0] + 1, *counts[1:]]},
    "a foreign player": {"player_of_seat": [0, 1, 0, 2]},
    "a player less": {"player_of_seat": [0, 1, 0]},
    "another opening": {"opening": 1},
    "a long opening": {"opening_plies": 999},
    "a negative opening": {"opening_plies": -5},
    "no moves": {name: [] for name in ("moves", "seats", "counts", "nodes", "scores")},
    "one payoff": {"payoffs": [1.0], "clause": "E7.1"},
    "a payoff that is no number": {"payoffs": [math.nan, 0.0, 0.0, 0.0], "clause": "E7.1"},
    "an infinite payoff": {"payoffs": [math.inf, 0.0, 0.0, 0.0], "clause": "E7.1"},
    "payoffs without a clause": {"payoffs": [1.0, -1.0, -1.0, -1.0]},
    "a clause without payoffs": {"clause": "E7.1"},
    "a clause that is not": {"payoffs": [0.0] * 4, "clause": "E99.9"},
    "a result that is not": {"payoffs": [0.0] * 4, "clause": "E7.1"},
    "a score less": {"scores": lambda scores: scores[1:]},
    "a score of one seat": {"scores": lambda scores: [7, *scores[1:]]},
    "scores beyond a win": {"scores": lambda scores: [99_999] * len(scores)},
}


@pytest.mark.parametrize("how", SPOILT_GAMES)
def test_games_that_cannot_be_are_refused_by_their_number(how, folder):
    spoil_games(folder, **SPOILT_GAMES[how])
    with pytest.raises(ludoteca.LudotecaError, match=r"\bgame 0 ") as raised:
        replayed(folder)
    assert len(str(raised.value).splitlines()) == 1


def replayed(folder: Path) -> list[CorpusGame]:
    """All games, after each was compared with the rules."""
    games = list(Corpus(folder))
    for game in games:
        game.record()
    return games


def test_results_that_the_rules_do_not_give_are_refused():
    plan = SelfPlayPlan.checked("tic-tac-toe", {}, ("random",), 1, 1, opening_plies=0)
    won = next(game for seed in range(9) if any((game := play_game(plan, seed, plan.opening(0))).payoffs))
    for spoilt_game in (won._replace(payoffs=won.payoffs[::-1]), won._replace(clause="T9.9")):
        with pytest.raises(ludoteca.LudotecaError, match="does not follow the rules"):
            spoilt_game.record()


UNDECIDED: dict[str, Any] = {"moves": (), "scores": (), "nodes": (), "opening_plies": 0}
"""What the rules and the plan cannot know: which legal move it was, and what was thought of it."""


def spoilt(value: Any, random: Random) -> Any:
    """Something else of the same type, as far as Parquet can tell."""
    if isinstance(value, list):
        place = random.randrange(len(value) + 1)
        changed = [spoilt(each, random) for each in value[place : place + 1]]
        return random.choice(
            [value[:place] + changed + value[place + 1 :], value[:place] + value[place + 1 :], value[::-1], []]
        )
    if isinstance(value, str):
        return random.choice(["", "E7.1", "E99.9", "\x00"])
    if isinstance(value, float):
        return random.choice([None, math.nan, math.inf, 0.0, -1.0, 1e300])
    return random.choice([None, 0, 1, 2, 4, 100])


@pytest.mark.parametrize("seed", range(150 if IS_COMPILED else 20))
def test_values_that_are_spoilt_give_one_error_or_the_same_games(seed, folder, made):
    random = Random(seed)
    name = random.choice([each for each in SCHEMA.names if each != "number"])
    is_whole = name in ("opening", "opening_plies")
    change = (lambda value: random.randrange(-9, 99)) if is_whole else (lambda value: spoilt(value, random))
    spoil_games(folder, **{name: change})
    with suppress(ludoteca.LudotecaError):
        games = replayed(folder)
        assert [each._replace(**UNDECIDED) for each in games] == [each._replace(**UNDECIDED) for each in Corpus(made)]


@pytest.mark.parametrize("how", SPOILT)
def test_corrupt_and_foreign_corpora_get_one_clear_error(how, folder):
    SPOILT[how](folder)
    with pytest.raises(ludoteca.LudotecaError) as raised:
        list(Corpus(folder))
    assert len(str(raised.value).splitlines()) == 1
    assert str(folder) in str(raised.value)


def test_the_same_games_in_two_files_are_refused(folder):
    first = a_file(folder)
    shutil.copy(first, folder / f"{first.name[:-24]}{'0' * 16}.parquet")
    with pytest.raises(ludoteca.LudotecaError, match="hold the same games"):
        Corpus(folder)


def test_a_folder_that_is_not_there_is_one_clear_error(tmp_path):
    with pytest.raises(ludoteca.LudotecaError, match="is not a corpus"):
        Corpus(tmp_path / "nowhere")


def test_moves_that_the_rules_do_not_allow_are_one_clear_error(made):
    game = Corpus(made)[0]
    spoilt = game._replace(moves=(10_000, *game.moves[1:]))
    with pytest.raises(ludoteca.LudotecaError, match="does not follow the rules"):
        spoilt.record()
    with pytest.raises(ludoteca.LudotecaError, match="does not follow the rules"):
        list(game._replace(counts=(1, *game.counts[1:])).positions())
