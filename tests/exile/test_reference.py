"""The rules against the same rules written slowly: whole games, and positions where much happens at once."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludoteca.search.perft import perft
from tests.exile.drawing import GAME
from tests.exile.reference import SIZE, Game, write_tile
from tests.perft_data import counts
from tests.play import IS_COMPILED

TABLE = Path(__file__).parent / "perft.txt"
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"edge_rule": True, "quiet_limit": None},
    {"edge_rule": False, "repetition": False, "quiet_limit": 3},
    {"round_limit": 12, "edge_rule": True},
)
RETURNS = (1, 3, 20, 21, 22, 33, 44, 48, 51, 81, 82, 97, 107, 110)
"""Seeds of positions in which pieces come back, with no more paths than the slow rules walk in a moment."""


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("mode", SIZE)
def test_whole_games_agree(mode, options):
    for seed in range(2 if IS_COMPILED else 1):
        random = Random(f"{mode} {options} {seed}")
        position = GAME.start(mode=mode, **options)
        slow = Game(str(position), **options)
        for _ in range(90 if IS_COMPILED else 40):
            following = assert_same(position, slow)
            if slow.result:
                break
            text = choose(sorted(following), random)
            position.push_text(text)
            slow = following[text]


@pytest.mark.parametrize("seed", [*range(15), *range(16, 41)] if IS_COMPILED else range(12))
def test_crowded_positions_agree(seed):
    """Without seed 15: the slow rules walk a hundred thousand paths there."""
    random = Random(seed)
    text = crowded(random)
    options = random.choice(({}, {"edge_rule": True}, {"edge_rule": False}))
    position, slow = GAME.parse(text, **options), Game(text, **options)
    for _ in range(4):
        following = assert_same(position, slow)
        if slow.result:
            break
        for text in random.sample(sorted(following), min(5, len(following))):
            position.push_text(text)
            assert str(position) == str(following[text])
            position.undo()
        text = choose(sorted(following), random)
        position.push_text(text)
        slow = following[text]


@pytest.mark.parametrize("seed", RETURNS)
def test_jumps_that_come_back_agree(seed):
    """E3.4, E3.6: every path that can be walked is a move, or refused for the path that tells the same move."""
    random = Random(seed)
    text = crowded(random, in_step=0.05)
    position, slow = GAME.parse(text), Game(text)
    following = assert_same(position, slow)
    by_situation = {str(after.situation()): path for path, after in slow.jumps().items()}
    for path in slow.paths():
        ruling = position.explain("".join(map(write_tile, path)))
        written = by_situation[slow.after_path(path).situation()]
        if written == "".join(map(write_tile, path)):
            assert ruling is None
            assert written in following
        else:
            assert ruling.clause == "E3.6"
            assert ruling.message.startswith(f"{written} leads")


def assert_same(position, slow):
    """Text, legal moves and outcome; the moves are given back, each with the game after it."""
    assert str(position) == str(slow)
    following = slow.moves()
    assert sorted(position.move_text(move) for move in position.legal_moves()) == sorted(following)
    outcome = position.outcome()
    found = outcome and (outcome.clause, None if outcome.winner is None else slow.seats[outcome.winner])
    assert found == slow.result
    return following


def choose(texts, random):
    """Mostly a spawn or a long jump, for there is more to go wrong in them."""
    if random.random() < 0.6:
        spawns = [text for text in texts if text[0] == "@"]
        texts = spawns or [text for text in texts if len(text) == max(map(len, texts))]
    return random.choice(texts)


def crowded(random, in_step=0.5):
    """A position text with the pieces and flags in one part of the board, often spaced for jumps.

    Tiles an even number of files and ranks from the corner of that part are used with the probability `in_step`.
    """
    mode = random.choice(list(SIZE))
    size, seats = SIZE[mode], [1, 3] if mode.startswith("duel") else [1, 2, 3, 4]
    width, height = random.choice(((5, 5), (4, 6), (6, 4), (9, 3), (3, 8)))
    if mode.endswith("infinite"):
        left, low = random.randrange(size), random.randrange(size)
    else:
        left, low = random.choice((0, size - width)), random.choice((0, size - height))
    area = [((left + x) % size, (low + y) % size) for x in range(width) for y in range(height)]
    free = [tile for tile in area if random.random() < in_step or (tile[0] + left) % 2 or (tile[1] + low) % 2]
    random.shuffle(free)
    pieces: dict[tuple[int, int], int] = {}
    pools = []
    for seat in seats:
        count = random.choice((4, 4, 3, 2))
        pieces.update((free.pop(), seat) for _ in range(min(count, len(free))))
        missing = 4 - list(pieces.values()).count(seat)
        ready = random.randint(0, missing)
        pools.append(f"{ready}+{random.randint(0, missing - ready)}")
    flags = {seat: random.choice(area if random.random() < 0.6 else list(pieces)) for seat in seats}
    held = set()
    for tile, seat in pieces.items():
        begin = seats.index(seat)
        there = [flag for flag in seats[begin:] + seats[:begin] if flags[flag] == tile]
        held.update([flag for flag in there if flag != seat][:1] + [flag for flag in there if flag == seat])
    rows = ["".join(str(pieces.get((x, y), ".")) for x in range(size)) for y in reversed(range(size))]
    told = ",".join(f"{flag}{write_tile(tile)}{'*' if flag in held else ''}" for flag, tile in flags.items())
    counters = f"- {random.choice((0, 79, 159))} {random.choice((1, 400))} {2 if len(seats) == 2 else 3}"
    return f"{mode} {'/'.join(rows)} {random.choice(seats)} {told} {','.join(pools)} {counters}"


@pytest.mark.parametrize("count", counts(TABLE))
def test_perft_agrees_with_the_slow_counts(count):
    position = GAME.parse(count.position)
    assert perft(position, count.depth) == count.leaves
    assert str(position) == count.position
