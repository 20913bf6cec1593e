"""Records with variations, comments and arrows: docs/records.md."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.record import Record
from ludoteca.core.variations import COLOURS, MAX_NESTING, Arrow, Node

HEAD = "ludoteca record 1\ngame: xiangqi\nrules: 1\n\n"
END = "\n\nresult: -\n"


def read(moves):
    return ludoteca.read_record(HEAD + moves + END)


def test_a_variation_replaces_the_move_before_it():
    record = read("1. h3e3 ( b3e3 h10g8 ( h8e8 ) b1c3 ) h10g8 ( b10c8 )")
    assert record.moves == ("h3e3", "h10g8")
    first = record.tree.children
    assert [node.move for node in first] == ["h3e3", "b3e3"]
    assert [node.move for node in first[0].children] == ["h10g8", "b10c8"]
    assert [node.move for node in first[1].children] == ["h10g8", "h8e8"]
    assert first[1].children[0].children[0].move == "b1c3"
    assert record.tree.size() == 7


def test_a_move_with_more_to_it_ends_its_line():
    text = HEAD + "0. {Two cannons.}\n1. h3e3 {The centre.} [arrow e3 e7]\n2. h10g8 h1g3 ( b1c3 )\n4. i10h10" + END
    record = ludoteca.read_record(text)
    assert str(record) == text
    assert record.tree.comment == "Two cannons."
    assert record.tree.children[0].arrows == [Arrow("e3", "e7", "green")]


def test_circles_and_colours():
    record = read("1. h3e3 [circle e3] [arrow e3 e7 red]")
    assert record.tree.children[0].arrows == [Arrow("e3", "e3", "green"), Arrow("e3", "e7", "red")]
    assert "1. h3e3 [circle e3] [arrow e3 e7 red]\n" in str(record)


def test_moves_alone_have_no_tree():
    assert read("1. h3e3\n2. h10g8").tree is None


def test_a_record_with_variations_replays_its_main_line():
    assert read("1. h3e3 ( b3e3 ) h10g8").replay().moves_played() == read("1. h3e3 h10g8").replay().moves_played()


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        ("1. h3e3 ( b3e4 )", "a variation, move 1, b3e4: X"),
        ("1. h3e3 ( b3e3 h10h8 )", "a variation, move 2, h10h8: X"),
        ("1. h3e3 ( b3e3", "line 5: a variation has no end"),
        ("1. h3e3 )", "line 5: \\) ends no variation"),
        ("1. h3e3 ( )", "line 5: \\) ends no variation"),
        ("1. ( h3e3 )", "stands behind the move that it replaces"),
        ("1. h3e3 ( ( b3e3 ) )", "stands behind the move that it replaces"),
        ("1. h3e3 {no end", "has no end: '{no end'"),
        ("1. h3e3 [arrow e3", "has no end"),
        ("1. h3e3 {one} {two}", "a move has one comment"),
        ("1. h3e3 [arrow e3]", r"a drawing is \[arrow CELL CELL\]"),
        ("1. h3e3 [line e3 e4]", r"a drawing is \[arrow CELL CELL\]"),
        ("1. h3e3 [circle e3 pink]", "colours are green, red, blue, yellow, not 'pink'"),
        ("1. h3e3 [circle z9]", "an arrow at h3e3: there is no cell 'z9'"),
        ("0. [circle z9]\n1. h3e3", "an arrow at the start: there is no cell 'z9'"),
        ("0. h3e3", "the first move is number 1"),
        ("1. h3e3 ( b3e3 )\n3. h10g8", "should begin with move 2"),
        ("1. h3e3 " + "( b3e3 h10g8 " * (MAX_NESTING + 1), f"at most {MAX_NESTING} deep"),
    ],
)
def test_what_is_wrong_is_told(moves, complaint):
    with pytest.raises(ludoteca.InvalidRecord, match=complaint):
        read(moves)


def test_a_tree_that_could_not_be_read_back_is_not_written():
    record = read("1. h3e3 ( b3e3 )")
    node = record.tree.children[1]
    for _ in range(MAX_NESTING + 1):
        node.children = [Node("h10g8"), Node("b10c8")]
        node = node.children[1]
    with pytest.raises(ludoteca.InvalidRecord, match=f"at most {MAX_NESTING} deep"):
        str(record)


def test_a_tree_whose_main_line_is_another_is_refused():
    record = read("1. h3e3 ( b3e3 )")
    record.tree.children.reverse()
    with pytest.raises(ludoteca.InvalidRecord, match="differs from the moves"):
        record.replay()


def random_tree(game, seed, comments):
    """A record of random moves, half of them with a variation, some with words and drawings."""
    chance = random.Random(seed)
    names = game.look.sheet(game.choose({})).geometry.names
    position = game.start()
    root = Node(comment=chance.choice(comments))

    def grow(node, plies):
        depth = 0
        while depth < plies and (moves := position.legal_moves()):
            texts = [position.move_text(move) for move in chance.sample(moves, min(len(moves), chance.choice((1, 2))))]
            node.children = [Node(text, chance.choice(comments)) for text in texts]
            for other in node.children[1:]:
                position.push_text(other.move)
                grow(other, plies // 3)
                position.undo()
            node = node.children[0]
            position.push_text(node.move)
            if chance.random() < 0.3:
                start, end = chance.sample(names, 2)
                node.arrows = [Arrow(start, end, chance.choice(COLOURS))]
            depth += 1
        for _ in range(depth):
            position.undo()

    grow(root, 12)
    for node in root.line():
        position.push_text(node.move)
    record = Record.of(position)
    record.tree = root
    return record


@pytest.mark.parametrize("game", ludoteca.GAMES.values(), ids=lambda game: game.name)
def test_what_is_written_is_read_back(game):
    for seed in range(3):
        text = str(random_tree(game, seed, ["", "good", "two\nlines {and} \\n signs"]))
        again = ludoteca.read_record(text)
        assert str(again) == text


@given(st.lists(st.text(max_size=30), min_size=1, max_size=4))
def test_any_comment_is_read_back(comments):
    record = random_tree(ludoteca.game("xiangqi"), 1, comments)
    again = ludoteca.read_record(str(record))
    assert (again.tree or Node()).comment == record.tree.comment
    assert [node.comment for node in (again.tree or Node()).line()] == [
        node.comment for node in record.tree.line() if again.tree
    ]


@given(st.text(alphabet="(){}[] \\\n1.h3e3b10g8c:arrowcircle", max_size=80))
def test_any_text_is_read_or_refused(moves):
    try:
        record = read(f"1. h3e3 {moves}")
    except ludoteca.LudotecaError:
        return
    assert str(ludoteca.read_record(str(record))) == str(record)
