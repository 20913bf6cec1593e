"""The fast rules beside the slow ones: positions, legal moves and ends of whole games, of all kinds and sizes."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chinese_checkers.drawing import GAME, TIPS, distance, ends, text
from tests.chinese_checkers.reference import ACROSS, BASE, HOLES, SEATS, TEN, Reference
from tests.play import IS_COMPILED

seeds = st.integers(0, 2**32)
every_size = pytest.mark.parametrize("players", [2, 3, 4, 6])
either_way = pytest.mark.parametrize("anti_blocking", [False, True])


def check(position, reference):
    """Position, legal moves and outcome agree; the moves, sorted."""
    assert str(position) == str(reference)
    moves = sorted(reference.legal())
    assert sorted(map(position.move_text, position.legal_moves())) == moves
    outcome = position.outcome()
    told = outcome and (outcome.clause, 0 if outcome.winner is None else outcome.winner + 1)
    assert told == reference.end, str(position)
    return moves


def play_both(position, choose, most, **options):
    """One game in both, moves chosen from the sorted texts; the last position."""
    reference = Reference(str(position), **options)
    moves = check(position, reference)
    for _ in range(most):
        if reference.end:
            break
        move = choose(reference, moves)
        position.push_text(move)
        reference.play(move)
        moves = check(position, reference)
    return position


def at_random(random):
    return lambda reference, moves: random.choice(moves)


def greedily(random):
    """Mostly the move that comes nearest to the tip of home."""

    def choose(reference, moves):
        tip = TIPS[ACROSS[SEATS[reference.players][reference.to_move - 1]]]
        if moves == ["pass"] or random.random() < 0.1:
            return random.choice(moves)
        random.shuffle(moves)
        return min(moves, key=lambda move: distance(ends(move)[1], tip) - distance(ends(move)[0], tip))

    return choose


def back_and_forth(random):
    """Mostly the move that takes the player's last one back."""
    last: dict[int, str] = {}

    def choose(reference, moves):
        back = "".join(reversed(ends(last[reference.to_move]))) if reference.to_move in last else ""
        move = back if back in moves and random.random() < 0.9 else random.choice(moves)
        last[reference.to_move] = move
        return move

    return choose


@every_size
@either_way
@settings(max_examples=20)
@given(seed=seeds)
def test_random_games_agree(players, anti_blocking, seed):
    options = {"anti_blocking": anti_blocking, "round_limit": 15}
    play_both(GAME.start(players=players, **options), at_random(Random(seed)), 60 if IS_COMPILED else 30, **options)


@every_size
@either_way
def test_greedy_games_agree_and_end(players, anti_blocking):
    clauses = set()
    for seed in range(3 if IS_COMPILED else 1):
        options = {"anti_blocking": anti_blocking, "round_limit": 60}
        last = play_both(GAME.start(players=players, **options), greedily(Random(seed)), 1000, **options)
        clauses.add(last.outcome().clause)
    assert clauses <= {"C4.1", "C4.2", "C4.3", "C4.4"}


@every_size
def test_games_back_and_forth_agree_and_are_drawn(players):
    for seed in range(2 if IS_COMPILED else 1):
        last = play_both(GAME.start(players=players), back_and_forth(Random(seed)), 400)
        assert last.outcome().clause == "C4.2"


@every_size
@either_way
@settings(max_examples=20)
@given(seed=seeds)
def test_scattered_positions_agree(players, anti_blocking, seed):
    """Pieces thrown onto the board, most of them where chains are long or the game is nearly over."""
    random = Random(seed)
    options = {"anti_blocking": anti_blocking}
    position = GAME.parse(scattered(random, players), **options)
    play_both(position, at_random(random), 3, **options)


def scattered(random, players):
    areas = {point: TEN[point] | (BASE.get(point, set()) if players == 2 else set()) for point in TEN}
    middle = {hole for hole in HOLES if not any(hole in area for area in areas.values())}
    nearly_home = random.randint(1, players)
    pieces: dict[str, int] = {}
    for seat, point in enumerate(SEATS[players], 1):
        home, start = areas[ACROSS[point]], areas[point]
        share = random.choice([0.1, 0.9, 1]) if seat == nearly_home else 0.3
        for _ in range(15 if players == 2 else 10):
            wanted = home if random.random() < share else random.choice([start, middle])
            free = sorted(wanted - pieces.keys()) or sorted((home | start | middle) - pieces.keys())
            pieces[random.choice(free)] = seat
    return text(pieces, random.randint(1, players), players, random.randint(1, 500))
