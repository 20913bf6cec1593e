"""The key of the signs in the texts of moves: it is true and complete."""

import re

import pytest

import ludoteca
from tests.play import after, variant_name, variants

WITH_SIGNS = [name for name, game in ludoteca.GAMES.items() if game.look.signs]


@pytest.mark.parametrize("name", WITH_SIGNS)
def test_a_sign_stands_in_its_example_and_in_no_name_of_a_cell(name):
    game = ludoteca.game(name)
    names = game.look.sheet(game.choose({})).geometry.names
    for sign in game.look.signs:
        assert sign.sign in sign.example
        assert sign.clause in game.rules
        assert not any(sign.sign in cell for cell in names)
        assert sign.example in game.rules.page or sign.sign == "="


@pytest.mark.parametrize("variant", [each for each in variants() if each[0] in WITH_SIGNS], ids=variant_name)
def test_every_sign_in_a_move_is_in_the_key(variant):
    for seed, plies in ((1, 8), (2, 25), (3, 60)):
        position = after(variant, seed, plies)
        names = sorted(position.game.look.sheet(position.options).geometry.names, key=len, reverse=True)
        signs = [sign.sign for sign in position.game.look.signs]
        known = re.compile("|".join(map(re.escape, [*signs, *names, "pass"])) + r"|(?<==)[A-Z]|:\d+")
        for move in position.legal_moves()[:2000]:
            assert re.sub(known, "", position.move_text(move)) == ""


def test_quadrants_have_one_name():
    """T1.4 calls them so."""
    game = ludoteca.game("tomb-chess")
    texts = [mark.words for mark in game.look.sheet({}).legend]
    texts += [text for lesson in game.lessons for text in (lesson.title, lesson.text)]
    texts += [text for lesson in game.lessons for step in lesson.steps for text in (step.task, step.hint, step.done)]
    assert not [text for text in texts if "quarter" in text]
    assert [text for text in texts if "quadrant" in text]
