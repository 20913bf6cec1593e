"""How moves are picked by hand, in every game: each legal move has picks of its own, and they mean that move."""

import pytest

import ludoteca
from ludoteca.core.ruling import Ruling
from tests.play import IS_COMPILED, variant_name, variants, walk


@pytest.mark.parametrize("variant", variants(), ids=variant_name)
def test_picks_tell_moves_apart_and_mean_their_move(variant):
    look = ludoteca.game(variant[0]).look
    for position in walk(variant, seed=7, plies=40):
        moves = position.legal_moves()[::7]
        picks = [look.picks(position, move) for move in moves]
        assert len(set(picks)) == len(moves)
        for move, picked in zip(moves, picks, strict=True):
            assert look.text_of_picks(position, picked) == position.move_text(move)


@pytest.mark.parametrize("variant", variants(), ids=variant_name)
def test_any_picks_are_answered_with_a_clause(variant):
    look = ludoteca.game(variant[0]).look
    for position in walk(variant, seed=3, plies=6):
        cells = range(len(look.sheet(position.options).geometry))
        words = ["", "pass", *look.clauses]
        for cell in cells[:: 9 if IS_COMPILED else 36]:
            for word in words[:30]:
                for picks in ((cell,), (word, cell), (cell, word), (cell, word, cells[-1 - cell]), (word,)):
                    text = look.text_of_picks(position, picks)
                    ruling = text if isinstance(text, Ruling) else position.explain(text)
                    assert ruling is None or ruling.clause in position.game.rules


def test_half_an_ability_of_tomb_chess_is_answered_by_its_own_clause():
    """Who has picked a first square only hears why nothing can follow, and nothing about how moves are written."""
    position = ludoteca.game("tomb-chess").start()
    look = position.game.look
    legal = {look.picks(position, move)[:2] for move in position.legal_moves()}
    for word in ("rotate", "control"):
        for cell in range(0, 144, 1 if IS_COMPILED else 5):
            if (word, cell) not in legal:
                text = look.text_of_picks(position, (word, cell))
                ruling = position.explain(text) if isinstance(text, str) else text
                assert ruling is not None and ruling.clause != "T18", (word, cell, ruling)
    for far in (20, 40, 143):
        far_ruling = look.text_of_picks(position, ("rotate", 13, far))
        assert isinstance(far_ruling, Ruling) and far_ruling.clause == "T14.6"


def test_words_that_can_be_picked_name_clauses():
    for name in ludoteca.GAMES:
        game = ludoteca.game(name)
        for word, clause in game.look.clauses.items():
            assert clause in game.rules, word
