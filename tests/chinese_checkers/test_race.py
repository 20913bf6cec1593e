"""Plans for a race that nobody can help or hinder."""

import time
from typing import Any

from ludoteca.games.chinese_checkers import board
from ludoteca.games.chinese_checkers.pieces import Pieces
from ludoteca.games.chinese_checkers.race import is_alone, plan, plan_home
from tests.chinese_checkers.drawing import GAME, home_area, position
from tests.play import IS_COMPILED

WIDEST = 8192 if IS_COMPILED else 8
SOUTH = 6, 0
"""A game of six, in which seat 0 starts in the south with ten pieces."""


def placed(holes, players=6, seat=0):
    pieces = Pieces(players)
    for hole in holes:
        pieces.put(seat, hole)
    return pieces


def follow(holes, moves):
    """Where the pieces stand after some moves, each of which must be legal."""
    holes = set(holes)
    for origin, target in map(board.holes_of, moves):
        pieces = placed(holes)
        assert origin in holes
        assert target in pieces.steps_from(origin) + pieces.chain_from(origin)
        holes = holes - {origin} | {target}
    return holes


def fewest_turns(holes, most):
    """The same by breadth, leaving out only what needs more turns than there are: one for each piece not home."""
    home = board.home_of(*SOUTH)
    level = {frozenset(holes)}
    for turns in range(most + 1):
        if any(each <= home for each in level):
            return turns
        level = {
            each - {origin} | {target}
            for each in level
            for origin in each
            for target in placed(each).steps_from(origin) + placed(each).chain_from(origin)
            if len((each - {origin} | {target}) - home) < most - turns
        }
    return None


def names(text):
    return [board.NAMES.index(name) for name in text.split()]


def test_ten_pieces_alone_come_home_in_32_turns_at_the_most():
    start = board.start_of(*SOUTH)
    moves = plan(placed(start), 0, widest=WIDEST)
    assert follow(start, moves) == board.home_of(*SOUTH)
    if IS_COMPILED:
        # 27 is the best that anybody can do.
        assert 27 <= len(moves) <= 30
    else:
        assert len(moves) <= 60


def test_a_plan_is_as_short_as_can_be():
    nearly = sorted(board.home_of(*SOUTH))
    for out, turns in (("m5", 1), ("l4", 2), ("m5 m6", 2), ("l4 l5", 4), ("k3 l5", 4)):
        holes = set(nearly[len(out.split()) :]) | set(names(out))
        moves = plan(placed(holes), 0, widest=min(WIDEST, 128))
        assert follow(holes, moves) == board.home_of(*SOUTH)
        assert fewest_turns(holes, turns) == len(moves), out
        assert fewest_turns(holes, turns - 1) is None


def test_plans_are_the_same_each_time():
    holes = names("g3 g5 h4 h6 i5 i6 j4 j6 k5 l6")
    assert plan(placed(holes), 0, widest=8) == plan(placed(holes), 0, widest=8)


def late_race():
    """Two seats that have passed each other, each with some pieces before its home."""
    north = sorted(home_area(2, 1) - {"m5", "m7", "m9"})
    south = sorted(home_area(2, 2) - {"e5", "e6", "e8", "e9"})
    pieces = dict.fromkeys(north, 1) | dict.fromkeys(("k4", "j5", "l8"), 1)
    return position(pieces | dict.fromkeys(south, 2) | dict.fromkeys(("g4", "g6", "f8", "f4"), 2))


def test_seats_are_alone_when_they_have_passed_each_other():
    start: Any = GAME.start()
    assert not is_alone(start.pieces, 0)
    assert plan_home(start, 0.1) is None
    race = late_race()
    assert is_alone(race.pieces, 0)
    assert is_alone(race.pieces, 1)


def test_a_piece_that_has_not_left_keeps_its_opponent_company():
    home = sorted(home_area(2, 1) - {"q1", "p1"})
    guest = position(dict.fromkeys([*home, "l5", "l6"], 1) | {"q1": 2} | dict.fromkeys(sorted(home_area(2, 2))[:14], 2))
    assert not is_alone(guest.pieces, 0)
    assert plan_home(guest, 0.1) is None


def test_planned_moves_win_the_race():
    race = late_race()
    turns = [len(plan(race.pieces, seat, widest=128)) for seat in (0, 1)]
    assert min(turns) >= 3
    while not race.is_over():
        race.play(plan_home(race, 0.2))
    outcome = race.outcome()
    assert outcome.clause == "C4.1"
    assert outcome.winner == (0 if turns[0] <= turns[1] else 1)
    assert race.round <= min(turns) + 1
    assert plan_home(race, 0.2) is None


def test_a_plan_takes_no_more_time_than_it_has():
    pieces = placed(board.start_of(*SOUTH))
    begin = time.monotonic()
    assert plan(pieces, 0, seconds=0.05)
    assert time.monotonic() - begin < (1 if IS_COMPILED else 20)
