"""Alpha-beta for two seats."""

import threading
import time

import pytest

import ludoteca
from ludoteca.search import entry
from ludoteca.search.alphabeta import AlphaBeta
from ludoteca.search.scores import WIN
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.play import IS_COMPILED

XIANGQI = ludoteca.game("xiangqi")
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="a search of minutes when it is interpreted")
MIDDLE_GAME = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1"


def think(position, depth=0, nodes=0, excluded=()):
    """Without the network, so that what is found does not change with its training."""
    search = AlphaBeta(position.copy(), XIANGQI.hand_evaluator(), TranspositionTable(4))
    search.set_limits(depth, nodes)
    search.exclude(list(excluded))
    search.run()
    return search


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1", 1),
        ("2ba1ab2/5k3/9/2r6/6p1p/p8/1R7/B8/4K4/4C1BN1 w - - 0 1", 3),
        ("3a5/4ak3/C3P1P1b/8p/3R2p2/9/1n1Rc3P/3AK4/9/c2A2BN1 w - - 0 1", 3),
        pytest.param("3a1ab2/3k5/b8/nR2r1P1p/P3p2P1/1R2p4/5n3/N4A1c1/4K4/9 w - - 0 1", 5, marks=compiled_only),
        pytest.param("1n3ab2/4k4/3a4r/4p4/2b3pn1/1N1pP4/C8/5K3/4R1c2/2BA5 b - - 0 1", 5, marks=compiled_only),
    ],
)
def test_a_mate_is_found_and_played(text, plies):
    position = XIANGQI.parse(text)
    assert think(position, depth=plies + 3).score == WIN - plies
    for _ in range(plies):
        position.play(think(position, depth=plies + 3).best_move)
    assert position.outcome().winner == XIANGQI.parse(text).to_move


@pytest.mark.parametrize(
    "text",
    [
        "2NC2b1C/1R7/2P2k3/9/3N5/7r1/p3P4/6c2/9/3AKAB1c w - - 1 53",
        "2baka3/9/9/p1pnp4/6PP1/6B2/9/4r4/6r2/3K5 b - - 1 41",
    ],
)
def test_a_check_beyond_the_depth_that_mates_is_seen(text):
    """X2.2, X2.4: the second move mates, a ply behind a depth of 2, without capturing anything."""
    assert think(XIANGQI.parse(text), depth=2).score == WIN - 3


def test_the_expected_line_is_legal():
    position = XIANGQI.parse(MIDDLE_GAME)
    search = think(position, depth=6 if IS_COMPILED else 3)
    line = search.principal_line()
    assert line[0] == search.best_move
    for move in line:
        assert move in position.legal_moves()
        position.play(move)


def test_the_same_position_and_nodes_give_the_same_answer():
    position = XIANGQI.parse(MIDDLE_GAME)
    answers = {(s.best_move, s.score, s.depth, s.nodes) for s in (think(position, nodes=3000) for _ in range(3))}
    assert len(answers) == 1


def test_a_limit_of_nodes_is_kept():
    search = think(XIANGQI.start(), nodes=2000)
    # A reduced search that is stopped may be searched anew twice, a node each, before that is noticed.
    assert search.nodes <= 2003
    assert search.best_move in XIANGQI.start().legal_moves()


def test_what_a_depth_found_before_it_was_broken_off_counts():
    position = XIANGQI.parse(MIDDLE_GAME)
    shallow, deep = think(position, depth=1), think(position, depth=2)
    assert shallow.best_move != deep.best_move
    broken_off = think(position, nodes=deep.nodes - 1)
    assert (broken_off.depth, broken_off.best_move) == (1, deep.best_move)


def test_a_search_that_must_stop_does_not_follow_captures_without_end():
    """In Exile whoever is captured comes back, so captures never run out. Without the network, as above."""
    game = ludoteca.game("exile")
    text = "duel-classic ........./.......3./........./........./....3..../..3....../........./1......../.31......"
    position = game.parse(f"{text} 3 1b2,3h8* 2+0,0+0 - 1 16 2")
    assert game.hand_evaluator
    report = Thinker(game.hand_evaluator, 4, search="alphabeta").think(position, Limits(nodes=3000))
    assert report.best in position.legal_moves()
    assert report.nodes < 6000


def test_it_stops_when_it_is_told_and_lets_others_run_meanwhile():
    search = AlphaBeta(XIANGQI.start(), XIANGQI.evaluator(), TranspositionTable(4))
    search.set_limits(0, 0)
    thread = threading.Thread(target=search.run)
    thread.start()
    time.sleep(0.2)
    search.stop()
    thread.join(10)
    assert not thread.is_alive()
    assert search.best_move in XIANGQI.start().legal_moves()


def test_excluded_moves_are_left_out():
    position = XIANGQI.parse(MIDDLE_GAME)
    first = think(position, depth=3)
    second = think(position, depth=3, excluded=[first.best_move])
    assert second.best_move != first.best_move
    assert second.best_move in position.legal_moves()


def test_a_perpetual_check_is_not_played_to_the_end():
    """Red is about to bring the position back for the third time by checks alone, and would lose by X3.1."""
    position = XIANGQI.parse("4k4/9/9/9/9/9/9/2r6/1r7/R2K5 w - - 0 1")
    line = ["a1a10", "e10e9", "a10a9", "e9e10", "a9a10", "e10e9", "a10a9", "e9e10"]
    for text in line:
        position.push_text(text)
    assert position.outcome() is None
    best = position.move_text(think(position, depth=3).best_move)
    assert best != "a9a10"
    position.push_text("a9a10")
    assert position.outcome().winner == 1
    assert position.outcome().clause == "X3.1"


def test_a_finished_game_has_no_best_move():
    over = XIANGQI.parse("1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
    search = think(over, depth=4)
    assert search.principal_line() == []
    assert search.score == -WIN


@pytest.mark.parametrize("facts", [(0, 0, 0, 1), (-30000, 31999, 119, 3), (29999, -31999, 7, 2)])
def test_an_entry_of_the_table_reads_back(facts):
    score, static_score, depth, bound = facts
    packed = entry.pack(score, static_score, depth, bound, 63)
    assert (entry.score(packed), entry.static_score(packed), entry.depth(packed), entry.bound(packed)) == facts
    assert entry.age(packed) == 63
    assert TranspositionTable(1).fullness() == 0
