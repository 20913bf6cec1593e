"""Who sits on a seat."""

import sys
import time
from pathlib import Path

import pytest

import ludoteca
from ludoteca.players import external
from ludoteca.players.engine import EnginePlayer
from ludoteca.players.external import EngineFailed, UciPlayer
from ludoteca.players.sitting import seat

XIANGQI = ludoteca.game("xiangqi")
MATE = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_simple_players_play_every_game(name, player):
    position = ludoteca.game(name).start()
    who = seat(player, ludoteca.game(name))
    for _ in range(3):
        move = who.choose(position)
        assert move in position.legal_moves()
        position.play(move)


def test_the_greedy_player_takes_a_win():
    position = XIANGQI.parse(MATE)
    position.play(seat("greedy", XIANGQI).choose(position))
    assert position.outcome().winner == 0


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_moves_and_the_higher_ones_see_a_mate(level):
    player = EnginePlayer(XIANGQI, level, seconds=0.1)
    assert player.choose(XIANGQI.start()) in XIANGQI.start().legal_moves()
    if level >= 4:
        position = XIANGQI.parse(MATE)
        position.play(player.choose(position))
        assert position.outcome().winner == 0
    player.close()


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_the_engine_plays_every_game(name):
    game = ludoteca.game(name)
    position = game.start()
    assert EnginePlayer(game, 4, seconds=0.2).choose(position) in position.legal_moves()


def test_the_same_seed_gives_the_same_moves_at_every_level_that_counts_nodes():
    for level in range(1, 5):
        chosen = [EnginePlayer(XIANGQI, level, seconds=60, seed=7).choose(XIANGQI.start()) for _ in range(2)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", ["", "engine:0", "engine:9", "engine:x", "uci:", "genius", "random:1"])
def test_unknown_players_are_refused(name):
    with pytest.raises(ludoteca.LudotecaError, match="there is no player"):
        seat(name, XIANGQI)


ENGINE = """
import sys, time
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci": print("id name test\\nuciok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "position": told = line.split()
    elif word == "go": {answer}
    elif word == "quit": break
"""


def engine(tmp_path: Path, answer: str) -> list[str]:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE.format(answer=answer))
    return [sys.executable, str(program)]


def test_an_engine_is_told_the_game_and_plays(tmp_path):
    answer = "print('info depth 1\\nbestmove', 'h10g8' if told[-1] == 'h3e3' else 'h3e3', flush=True)"
    player = UciPlayer(engine(tmp_path, answer), "xiangqi", seconds=0.01)
    position = XIANGQI.start()
    position.play(player.choose(position))
    position.play(player.choose(position))
    assert position.moves_played() == [XIANGQI.start().parse_move("h3e3"), position.moves_played()[1]]
    player.close()
    player.close()
    with pytest.raises(EngineFailed, match="closed"):
        player.choose(position)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("print('bestmove a1a9', flush=True)", "X1.4"),
        ("print('bestmove', flush=True)", "X4"),
        ("sys.exit(1)", "has ended"),
        ("time.sleep(600)", "did not say"),
    ],
)
def test_an_engine_that_fails_is_ended_and_named(tmp_path, monkeypatch, answer, complaint):
    player = UciPlayer(engine(tmp_path, answer), "xiangqi", seconds=0.01)
    monkeypatch.setattr(external, "PATIENCE", 0.3)
    begin = time.monotonic()
    with pytest.raises(EngineFailed, match=complaint):
        player.choose(XIANGQI.start())
    player.close()
    assert time.monotonic() - begin < 10


def test_an_engine_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EngineFailed, match="no program"):
        UciPlayer("no-such-engine", "xiangqi")
    with pytest.raises(EngineFailed, match=r"does not start|no program"):
        UciPlayer(str(tmp_path), "xiangqi")
