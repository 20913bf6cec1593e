"""Which game to show for a finding, and whether there are draws to tell of."""

from collections.abc import Callable

from ludoteca.lab.analysis import Example
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.study import Study, winner_of


def at_end(study: Study, game: CorpusGame, words: str) -> tuple[Example, ...]:
    return (Example(game.number, len(game.moves), words, part=study.part),)


def shortest(study: Study, wanted: Callable[[CorpusGame], bool], words: str) -> tuple[Example, ...]:
    """The shortest game of a kind; nothing if there is none to see."""
    game = study.example(wanted)
    return at_end(study, game, words) if game else ()


def is_won_by(seat: int, game: CorpusGame) -> bool:
    return winner_of(game) == seat


def is_won_by_player(place: int, game: CorpusGame) -> bool:
    winner = winner_of(game)
    return winner is not None and game.player_of_seat[winner] == place


def is_drawn(game: CorpusGame) -> bool:
    return not game.is_cut and winner_of(game) is None


def draws_shared(*studies: Study) -> str:
    """What is said behind shares of points that are told as wins."""
    return ", draws being shared" if any(is_drawn(game) for study in studies for game in study.games) else ""
