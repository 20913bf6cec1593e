"""Search for many seats; its scores are compared with brute force in test_brute_force.py."""

import threading
import time

import pytest

import ludoteca
from ludoteca.core.constants import NO_MOVE
from ludoteca.search.multiplayer import Multiplayer
from ludoteca.search.scores import PROVEN, WIN
from ludoteca.search.styles import BY_NAME
from ludoteca.search.think import Limits, Thinker
from ludoteca.search.transposition import TranspositionTable
from tests.play import IS_COMPILED, after, everything
from tests.search.wins import IN_ONE_MOVE, IN_TWO_MOVES, named

every_style = pytest.mark.parametrize("style", list(BY_NAME))
TABLES = [("exile", {}), ("chinese-checkers", {"players": 3}), ("chinese-checkers", {"players": 6})]
NODES = 4000 if IS_COMPILED else 500


def think(position, style, depth=0, nodes=0, excluded=(), table=None):
    search = Multiplayer(position.copy(), position.game.evaluator(), table or TranspositionTable(1), style)
    search.set_limits(depth, nodes)
    search.exclude(list(excluded))
    search.run()
    return search


def told(search):
    return search.best_move, search.score, search.seat_scores(), search.depth, search.nodes, search.principal_line()


@every_style
@pytest.mark.parametrize("name", list(IN_ONE_MOVE))
def test_a_win_in_one_move_is_taken(name, style):
    position = named(name, IN_ONE_MOVE[name])
    seat = position.to_move
    # However little time there is.
    search = think(position, style, nodes=1)
    position.play(search.best_move)
    assert position.outcome().winner == seat
    assert search.seat_scores()[seat] == search.score == WIN - 1
    assert all(score == 1 - WIN for other, score in enumerate(search.seat_scores()) if other != seat)


@every_style
@pytest.mark.parametrize("name", list(IN_TWO_MOVES))
def test_a_win_by_two_moves_of_one_turn_is_taken(name, style):
    position = named(name, IN_TWO_MOVES[name])
    seat = position.to_move
    for _ in range(2):
        assert position.to_move == seat
        position.play(think(position, style, nodes=1).best_move)
    assert position.outcome().winner == seat


@every_style
def test_the_same_position_and_nodes_give_the_same_answer(style):
    position = after(TABLES[0], 3, 30)
    before = everything(position)
    first, second = (think(position, style, nodes=NODES) for _ in range(2))
    assert told(first) == told(second)
    assert everything(position) == before


@every_style
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_limits_are_kept_and_the_line_is_legal(table, style):
    position = after(table, 5, 24)
    search = think(position, style, nodes=NODES)
    assert search.nodes <= NODES + 1
    assert len(search.seat_scores()) == position.seats
    assert search.seat_scores()[position.to_move] == search.score
    line = search.principal_line()
    assert line[0] == search.best_move
    for move in line:
        assert move in position.legal_moves()
        position.play(move)


@every_style
def test_depth_is_kept(style):
    search = think(ludoteca.game("exile").start(), style, depth=2)
    assert search.depth == 2


@every_style
def test_excluded_moves_are_left_out(style):
    position = ludoteca.game("chinese-checkers").start(players=3)
    first = think(position, style, depth=2)
    second = think(position, style, depth=2, excluded=[first.best_move])
    assert second.best_move not in (first.best_move, NO_MOVE)
    assert second.score <= first.score
    nothing = think(position, style, depth=2, excluded=position.legal_moves())
    assert nothing.principal_line() == []


@every_style
def test_a_finished_game_has_no_best_move(style):
    position = named("exile classic", IN_ONE_MOVE["exile classic"])
    position.play(think(position, style, depth=1).best_move)
    search = think(position, style, depth=2)
    assert search.principal_line() == []
    assert search.score == -WIN


@every_style
def test_it_stops_at_once_while_others_work_too(style):
    """Three searches share the machine; each ends as soon as it is told."""
    searches = [
        Multiplayer(position, position.game.evaluator(), TranspositionTable(1), style)
        for position in (ludoteca.game("exile").start(mode="infinite") for _ in range(3))
    ]
    workers = [threading.Thread(target=search.run) for search in searches]
    for worker in workers:
        worker.start()
    time.sleep(0.3 if IS_COMPILED else 1.5)
    begin = time.monotonic()
    for search in searches:
        search.stop()
    for worker in workers:
        worker.join(20)
    assert time.monotonic() - begin < (0.5 if IS_COMPILED else 15)
    assert all(search.best_move in ludoteca.game("exile").start(mode="infinite").legal_moves() for search in searches)


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("kind", ["", *BY_NAME, "mcts"])
def test_a_thinker_reports_a_score_for_each_seat(table, kind):
    name, options = table
    position = ludoteca.game(name).start(**options)
    # A node of this search is a random game.
    nodes = 50 if kind == "mcts" and not IS_COMPILED else NODES
    # A first depth is always finished; how many nodes it takes depends on the evaluator.
    assert position.game.hand_evaluator
    report = Thinker(position.game.hand_evaluator, 1, search=kind).think(position, Limits(nodes=nodes), lines=2)
    assert len({line.moves[0] for line in report.lines}) == 2
    assert all(len(line.scores) == position.seats for line in report.lines)
    assert report.best in position.legal_moves()
    assert 0 < report.nodes <= nodes + 2


def test_two_threads_share_what_they_find():
    position = ludoteca.game("exile").start()
    report = Thinker(position.game.evaluator, 1, threads=2).think(position, Limits(seconds=0.2))
    assert report.best in position.legal_moves()


def test_a_game_says_which_search_serves_it():
    assert ludoteca.game("xiangqi").search_for(2) == "alphabeta"
    assert ludoteca.game("exile").search_for(4) == "brs"


@pytest.mark.skipif(not IS_COMPILED, reason="it takes thousands of nodes to see that the seat is lost")
def test_who_is_lost_against_all_others_together_hopes_that_they_are_not():
    text = (
        "classic ..4....../......1.1/.......4./4.......2/..3....../..33...../......22./........./.3.1..1.. "
        "3 1g3*,2i6*,3c4*,4h7* 0+0,1+0,0+0,1+0 - 0 93 3"
    )
    position = ludoteca.game("exile").parse(text)
    assert think(position, "paranoid", nodes=8000).score > -PROVEN
