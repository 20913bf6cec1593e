"""Observations: nothing that the rules see is missing, and each plane is what its name says."""

import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import ludoteca
from ludoteca.games import FOLDERS
from ludoteca.lab import Batch
from tests.lab.decoding import decoded
from tests.play import IS_COMPILED, variant_name, variants, walk

own_variants = [variant for variant in variants() if variant[0] in FOLDERS]
every_variant = pytest.mark.parametrize("variant", own_variants, ids=variant_name)
PLIES = {"tomb-chess": 30 if IS_COMPILED else 2}


def observed(position):
    encoding = position.game.encoding(position.options)
    return encoding.planes, numpy.frombuffer(encoding.observe(position), numpy.uint8).reshape(encoding.shape)


def plane(position, name):
    planes, observation = observed(position)
    return observation[[each.name for each in planes].index(name)]


@every_variant
def test_the_position_text_comes_back_from_the_planes(variant):
    for position in walk(variant, 11, PLIES.get(variant[0], 300 if IS_COMPILED else 20)):
        text = str(position)
        if variant[0] == "xiangqi":
            text = text.rpartition(" ")[0]
        assert decoded(position, *observed(position)) == text


@pytest.mark.parametrize(
    "text",
    [
        "rnbdjqkjdbnr/pppp4p3/12/12/12/12/12/12/12/12/P6PPPPP/RN4KJDB1R N a2=7 b5:2,c5:1,g9:1 d4:Dpn,e4:QPPPPp! - 300",
        "rnbdjqkjdbnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNBDJQKJDBNR S a1=10r,d1=p2,f2=x - - a1 7",
    ],
)
def test_states_walls_and_graves_of_tomb_chess_come_back(text):
    position = ludoteca.game("tomb-chess").parse(text)
    assert decoded(position, *observed(position)) == text


@pytest.mark.parametrize("name", list(ludoteca.GAMES))
def test_every_plane_has_a_name_of_its_own_and_words(name):
    game = ludoteca.game(name)
    encoding = game.encoding(game.choose({}))
    names = [each.name for each in encoding.planes]
    assert len(set(names)) == len(names) == encoding.shape[0]
    assert all(each.words for each in encoding.planes)
    assert encoding.size == numpy.prod(encoding.shape)


def test_the_side_to_move_is_at_the_bottom():
    position = ludoteca.game("xiangqi").start()
    red = observed(position)[1][:14]
    position.play(position.parse_move("e4e5"))
    black = observed(position)[1][:14]
    assert red[6, 3].tolist() == [1, 0, 1, 0, 1, 0, 1, 0, 1] == black[6, 3].tolist()
    assert red[0, 0, 4] == black[0, 0, 4] == 1
    assert black[13, 6].tolist() == [1, 0, 1, 0, 0, 0, 1, 0, 1] and black[13, 5, 4] == 1


@pytest.mark.parametrize(("players", "seat"), [(players, seat) for players in (2, 3, 4, 6) for seat in range(players)])
def test_every_seat_of_chinese_checkers_starts_in_the_south(players, seat):
    position = ludoteca.game("chinese-checkers").start(players=players)
    first = plane(position, "own pieces")
    rows = position.game.write_position(position).split(" ")
    position = position.game.parse(f"{rows[0]} {seat + 1} {players} 1", players=players)
    assert plane(position, "own pieces").tolist() == first.tolist()
    assert first[:4].sum() == 10 and plane(position, "holes").sum() == 121


@pytest.mark.parametrize("mode", ["classic", "infinite", "duel-classic", "duel-infinite"])
def test_every_seat_of_exile_starts_in_its_left_corner(mode):
    position = ludoteca.game("exile").start(mode=mode)
    first = plane(position, "own pieces").tolist()
    for _ in range(position.seats):
        assert plane(position, "own pieces").tolist() == first
        position.play(position.parse_move("pass"))


def test_clocks_and_repetitions_are_shown():
    position = ludoteca.game("xiangqi").start()
    moves = ("a1a2", "a10a9", "a2a1", "a9a10")
    for number, move in enumerate(moves):
        assert (plane(position, "quiet plies") == number).all() and not plane(position, "seen").any()
        position.push_text(move)
    assert (plane(position, "seen") == 1).all()
    # Black's cart came home one ply ago, Red's two; a10 is the corner on Red's far left.
    assert plane(position, "reached")[9, 0] == 1 and plane(position, "left")[8, 0] == 1
    assert plane(position, "reached")[0, 0] == 2 and plane(position, "left")[1, 0] == 2
    assert plane(position, "left").max() == 4


def test_repetitions_of_chinese_checkers_are_shown():
    position = ludoteca.game("chinese-checkers").start()
    start = [position.legal_moves()[0]]
    moves = []
    for _ in range(2):
        move = position.legal_moves()[0]
        moves.append(position.move_text(move))
        position.play(move)
    assert start and not plane(position, "seen").any()
    assert plane(position, "left").max() == 2 and (plane(position, "round")[8] == 2).all()


def test_plain_games_show_cells_and_numbers():
    position = ludoteca.game("tic-tac-toe").start()
    assert not plane(position, "to move").any()
    position.play(4)
    assert (plane(position, "to move") == 1).all()
    assert plane(position, "piece X").tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_a_batch_shows_what_its_encoding_shows():
    batch = Batch("exile", 3, observations=True, mode="infinite")
    assert batch.observation_shape == batch.observations.shape[1:]
    encoding = batch.game.encoding(batch.options)
    assert encoding.shape[0] < batch.observation_shape[0] and batch.planes[: len(encoding.planes)] == encoding.planes


def test_the_documentation_has_the_planes_of_every_game():
    check = subprocess.run([sys.executable, "tools/planes.py", "--check"], check=False, cwd=Path(__file__).parents[2])
    assert check.returncode == 0, "run tools/planes.py"
