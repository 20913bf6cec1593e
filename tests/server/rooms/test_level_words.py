"""The words for the machine's levels are as true as its figures."""

from ludoteca.players.engine import FULL, LEVEL_NAMES, LEVELS
from ludoteca.server.live.machine_seats import MOVE_SECONDS
from ludoteca.server.rooms.actions import MAX_LEVEL
from ludoteca.server.rooms.level_words import LEVEL_WORDS

GLANCES = {
    "three moves of four": 3 / 4,
    "two moves of three": 2 / 3,
    "three moves of five": 3 / 5,
    "every other move": 1 / 2,
    "two moves of five": 2 / 5,
    "every third move": 1 / 3,
    "every fourth move": 1 / 4,
}


def test_every_level_has_words_of_its_own():
    assert list(LEVEL_WORDS) == list(range(1, FULL + 1)) and FULL == MAX_LEVEL
    assert len({words.name for words in LEVEL_WORDS.values()}) == FULL
    assert {level: words.name for level, words in LEVEL_WORDS.items()} == LEVEL_NAMES


def test_how_often_a_level_guesses_is_told_as_it_is():
    told = {level: share for level in LEVELS for words, share in GLANCES.items() if words in LEVEL_WORDS[level].play}
    assert list(told) == list(LEVELS) == list(range(1, FULL))
    for level, share in told.items():
        assert abs(LEVELS[level].slips - share) < 0.04


def test_how_long_a_level_thinks_is_told_as_it_is():
    """Levels are counted in nodes; a machine three times as slow as usual still answers as it is told."""
    for level, words in LEVEL_WORDS.items():
        seconds = LEVELS[level].seconds if level in LEVELS else MOVE_SECONDS
        match words.time:
            case "moves at once":
                assert 3 * seconds < 0.1
            case _:
                assert words.time == "thinks for a second" and seconds == 1
