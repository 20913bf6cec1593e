"""What holds for every game, over the registry, with random play."""

import copy
import pickle
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.record import Record
from ludoteca.core.rules import Rules
from ludoteca.games import FOLDERS
from ludoteca.search.perft import perft
from ludoteca.search.playout import Playout
from ludoteca.terminal import draw
from tests.play import IS_COMPILED, affordable, after, everything, variant_name, variants, walk

seeds = st.integers(0, 2**32)
plies = st.integers(0, 120 if IS_COMPILED else 40)
WISHES = 20 if IS_COMPILED else 5
"""How many moves of a kind are asked about in a position; without a compiler answers are slow."""
every_game = pytest.mark.parametrize("variant", variants(), ids=variant_name)
every_name = pytest.mark.parametrize("name", list(ludoteca.GAMES))


@every_game
@given(seed=seeds, plies=plies)
def test_undo_restores_everything(variant, seed, plies):
    seen = []
    for position in walk(variant, seed, plies):
        seen.append(everything(position))
    while len(seen) > 1:
        assert everything(position) == seen.pop()
        position.undo()
    assert everything(position) == seen.pop()
    with pytest.raises(IndexError):
        position.undo()


@every_game
@given(seed=seeds, plies=plies)
def test_a_position_text_reads_back_exactly(variant, seed, plies):
    name, options = variant
    position = after(variant, seed, plies)
    again = ludoteca.game(name).parse(str(position), **options)
    assert str(again) == str(position)
    assert again.key == position.key
    assert again.to_move == position.to_move
    if position.outcome() is None:
        assert again.legal_moves() == position.legal_moves()


@every_game
@given(seed=seeds, plies=plies)
def test_moves_and_their_texts_are_unique(variant, seed, plies):
    position = after(variant, seed, plies)
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves)
    assert all(0 <= move < 2**63 for move in moves)
    assert len({position.move_text(move) for move in moves}) == len(moves)
    assert perft(position, 1) == len(moves)


@every_game
@given(seed=seeds, plies=plies)
def test_every_legal_move_explains_to_none_and_reads_back(variant, seed, plies):
    position = after(variant, seed, plies)
    moves = Random(seed).sample(position.legal_moves(), min(2 * WISHES, len(position.legal_moves())))
    for move in moves:
        for notation in position.game.notations:
            text = position.move_text(move, notation)
            assert position.explain(text) is None, (str(position), text)
            assert position.parse_move(text) == move, (str(position), text)
    before = everything(position)
    for move in moves[:5]:
        assert position.push_text(position.move_text(move)) == move
        position.undo()
    assert everything(position) == before


@every_game
@given(seed=seeds, plies=plies)
def test_an_illegal_wish_is_refused_by_a_clause_that_exists(variant, seed, plies):
    position = after(variant, seed, plies)
    legal = {position.move_text(move) for move in position.legal_moves()}
    for text in attempts(variant, position, Random(seed)):
        if text in legal:
            continue
        ruling = position.explain(text)
        if ruling is None:
            assert position.move_text(position.parse_move(text)) in legal
            continue
        assert ruling.clause in position.game.rules, (str(position), text, ruling)
        assert ruling.message
        assert all(0 <= cell < len(names_of(position)) for cell in ruling.cells)
        with pytest.raises(ludoteca.IllegalMove) as refused:
            position.push_text(text)
        assert refused.value.ruling == ruling


def attempts(variant, position, random):
    """Moves of other moments of the game, and moves with their cells changed."""
    names = names_of(position)
    others = after(variant, random.random(), random.randrange(40))
    models = [other.move_text(move) for other in (others, position) for move in other.legal_moves()[:400]]
    found = random.sample(models, min(WISHES, len(models)))
    cell = re.compile("|".join(sorted(names, key=len, reverse=True)))
    for _ in range(WISHES if models else 0):
        found.append(cell.sub(lambda match: random.choice(names), random.choice(models)))
    return found


def names_of(position):
    return position.game.look.sheet(position.options).geometry.names


@every_game
@given(seed=seeds, plies=plies)
def test_copies_share_nothing(variant, seed, plies):
    position = after(variant, seed, plies)
    before = everything(position)
    for twin in (position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert everything(twin) == before
        for move in twin.legal_moves()[:1]:
            twin.play(move)
            assert str(twin) != before[0]
        while twin.moves_played():
            twin.undo()
        assert everything(position) == before


@every_game
@given(seed=seeds, plies=plies)
def test_a_record_reads_back_exactly(variant, seed, plies):
    position = after(variant, seed, plies)
    text = str(Record.of(position, event="a test", date="2020-02-02"))
    record = ludoteca.read_record(text)
    assert str(record) == text
    assert record.headers == {"event": "a test", "date": "2020-02-02"}
    assert everything(record.replay()) == everything(position)


@every_game
@given(seed=seeds)
def test_an_outcome_comes_when_no_move_is_left_and_fits_the_seats(variant, seed):
    for position in walk(variant, seed, 400 if IS_COMPILED else 40):
        outcome = position.outcome()
        assert (outcome is None) == bool(position.legal_moves()) == (not position.is_over())
    if outcome is None:
        return
    assert len(outcome.payoffs) == position.seats
    assert sum(outcome.payoffs) == pytest.approx(0)
    if outcome.winner is None:
        assert set(outcome.payoffs) == {0}
    else:
        assert outcome.payoffs[outcome.winner] == 1
        assert outcome.payoffs.count(1) == 1
    assert outcome.clause in position.game.rules
    assert outcome.reason
    assert position.explain("a1a2").clause in position.game.rules


@every_game
@given(seed=seeds, plies=plies)
def test_steps_tell_of_cells_and_units_that_can_be_drawn(variant, seed, plies):
    position = after(variant, seed, plies)
    sheet = position.game.look.sheet(position.options)
    before = everything(position)
    for move in Random(seed).sample(position.legal_moves(), min(20, len(position.legal_moves()))):
        steps = position.steps(move)
        assert isinstance(steps, tuple)
        for step in steps:
            assert step.verb
            assert step.unit in sheet.glyphs or not step.unit
            assert all(0 <= cell < len(sheet.geometry) for cell in step.cells)
    assert everything(position) == before


@every_game
@given(seed=seeds, plies=plies)
def test_a_view_can_be_drawn(variant, seed, plies):
    position = after(variant, seed, plies)
    sheet, view = position.game.look.sheet(position.options), position.game.look.view(position)
    assert set(view.units) <= set(range(len(sheet.geometry)))
    assert set(view.units.values()) <= set(sheet.glyphs)
    assert len(sheet.seats) == position.seats
    for pool in view.pools:
        assert pool.units and set(pool.units) <= set(sheet.glyphs)
        assert 0 <= pool.seat < position.seats
    for face in position.game.look.faces:
        for is_flipped in (False, True):
            assert draw(sheet, view, True, face, is_flipped)
            assert not any("\x1b" in line for line in draw(sheet, view, False, face, is_flipped))


@every_game
@given(seed=seeds)
def test_random_games_inside_the_core_are_legal_games(variant, seed):
    name, options = variant
    position = ludoteca.game(name).start(**options)
    made = Playout(seed).run(position, affordable(variant, 60 if IS_COMPILED else 15))
    played = position.moves_played()
    assert len(played) == made
    replayed = ludoteca.game(name).start(**options)
    for move in played:
        assert move in replayed.legal_moves()
        replayed.play(move)
    assert everything(replayed) == everything(position)


@every_game
@given(seed=seeds, plies=plies, numbers=st.lists(st.integers(-(2**63), 2**63 - 1), max_size=20))
def test_a_number_that_is_no_move_does_no_harm(variant, seed, plies, numbers):
    position = after(variant, seed, plies)
    before = everything(position)
    for number in numbers:
        try:
            position.play(number)
        except ValueError:
            assert everything(position) == before
        else:
            position.undo()


@every_game
@given(text=st.text(max_size=60), seed=seeds, plies=plies)
def test_any_text_is_answered(variant, text, seed, plies):
    """Whatever comes in, the answer is an error of our own, and nothing is lost."""
    name, options = variant
    position = after(variant, seed, plies)
    before = everything(position)
    random = Random(seed)
    moves = [position.move_text(move) for move in position.legal_moves()[:50]] or ["a1a2"]
    for attempt in (text, mangled(random.choice(moves), text, random), random.choice(moves) + text):
        ruling = position.explain(attempt)
        assert ruling is None or ruling.clause in position.game.rules
        try:
            position.push_text(attempt)
        except ludoteca.IllegalMove:
            assert everything(position) == before
        else:
            position.undo()
    for wrong in (text, mangled(before[0], text, random), before[0] + text, text + before[0]):
        try:
            found = ludoteca.game(name).parse(wrong, **options)
        except ludoteca.InvalidPosition:
            continue
        everything(found)
        assert str(ludoteca.game(name).parse(str(found), **options)) == str(found)


@every_game
@given(text=st.text(max_size=30), seed=seeds)
def test_any_record_is_answered(variant, text, seed):
    position = after(variant, seed, 12)
    random = Random(seed)
    record = str(Record.of(position))
    for wrong in (text, mangled(record, text, random), record.replace("\n", text, 1), record + text):
        try:
            found = ludoteca.read_record(wrong)
        except ludoteca.LudotecaError:
            continue
        assert str(ludoteca.read_record(str(found))) == str(found)


def mangled(text, other, random):
    """A text with some of it cut out, and some other text put in."""
    begin = random.randrange(len(text) + 1)
    end = min(len(text), begin + random.randrange(4))
    return text[:begin] + other[: random.randrange(4)] + text[end:]


@every_name
def test_options_are_checked(name):
    with pytest.raises(ludoteca.InvalidOption, match="no option 'colour'"):
        ludoteca.game(name).start(colour="red")
    for option in ludoteca.game(name).options:
        with pytest.raises(ludoteca.InvalidOption, match=option.name):
            ludoteca.game(name).start(**{option.name: "no such value"})


@every_name
def test_the_rules_page_has_clauses_and_a_notation_chapter(name):
    rules = ludoteca.game(name).rules
    marks = {"seed", "ruling", "house", "seed + ruling", "chapter"}
    assert {clause.mark for clause in rules.clauses.values()} <= marks
    assert all(clause.text for clause in rules.clauses.values() if clause.mark != "chapter")
    chapters = list(rules.chapters)
    assert "notation" in rules.chapters[chapters[-1]].lower()
    assert rules[chapters[-1]]


@pytest.mark.parametrize("name", FOLDERS)
def test_the_rules_page_begins_with_a_summary(name):
    introduction = ludoteca.game(name).rules.introduction
    summary = ("**Goal.** ", "**Your turn.** ", "**Pieces.** ", "**Three things that surprise.** ")
    assert [part for part in introduction if part.startswith(summary)] == list(introduction[: len(summary)])


@every_name
def test_the_rules_page_refers_only_to_clauses_that_are_there(name):
    rules = ludoteca.game(name).rules
    letter = next(iter(rules.chapters))[0]
    assert set(re.findall(rf"\b{letter}\d+(?:\.\d+)?\b", rules.page)) <= set(rules)


@every_name
def test_an_evaluator_is_fair_at_the_start(name):
    position = ludoteca.game(name).start()
    scores = [position.game.evaluator().score(position, seat) for seat in range(position.seats)]
    assert max(scores) - min(scores) <= 100


def test_terms_of_the_rules_are_plain_text():
    rules = Rules("# A game\n\n## A1 Moves\n\n**A1.1** (seed) A **leg** is one *step*: `a1*b2`.\n")
    assert rules["A1.1"] == "A leg is one step: `a1*b2`."
    assert rules.clauses["A1.1"].text == "A **leg** is one *step*: `a1*b2`."
