"""Random play: everything happens, the fast judgement is the slow one, nothing is lost."""

from collections import Counter
from random import Random

import pytest

from ludoteca.core.look import Step
from ludoteca.core.text_board import draw
from ludoteca.games.tomb_chess.look import GREEN
from tests.play import IS_COMPILED
from tests.tomb_chess.drawing import GAME, NAMES, moves, place, played

PLIES = 700 if IS_COMPILED else 50
GAMES = 3 if IS_COMPILED else 1
RICH = "k11/ppp3n5/3r8/2b3j5/4d7/5q6/12/3R2P5/2B4J4/4D3N3/PPP9/K4Q6 S - - e4:pN!,h6:rP!,g9:Bn - 1"
"""A position in which everything is near."""
MOVE_TYPES = set("~+!/^x=>*")
"""Signs by which the notation tells the forms of a move."""


def test_t0_every_definition_is_drawn():
    definitions = {number for number in GAME.rules.clauses if number.startswith("T0.")}
    assert definitions
    assert definitions <= {example.clause for example in GAME.examples}


def plays(seed: int, plies: int):
    """Positions of random games that like captures and abilities, each with its legal moves."""
    random = Random(seed)
    position = GAME.parse(RICH)
    for _ in range(plies):
        legal = position.legal_moves()
        yield position, legal
        if not legal:
            position = GAME.parse(RICH) if random.random() < 0.5 else GAME.start()
            continue
        sample = random.sample(legal, min(25, len(legal)))
        sample.sort(key=lambda move: liking(position.move_text(move), random))
        position.play(sample[-1])


def liking(text: str, random: Random) -> float:
    score = random.random()
    if any(mark in text for mark in "~+!/x=>"):
        score += 0.35
    return score + (0.3 if text.count("-") == 1 and "*" not in text else 0.0)


def test_everything_happens_in_random_play():
    verbs: Counter[str] = Counter()
    forms: Counter[str] = Counter()
    for position, legal in plays(1, PLIES):
        for move in legal[:: max(1, len(legal) // 4)]:
            verbs.update({step.verb.split()[0] for step in position.steps(move)})
        forms.update(MOVE_TYPES & set("".join(map(position.move_text, legal))))
    expected = {"go", "leap", "bounce", "die", "wall", "raze", "rest", "turn"}
    if IS_COMPILED:
        expected |= {
            "range",
            "explode",
            "open",
            "promote",
            "swap",
            "exchange",
            "push",
            "lock",
            "paralyse",
            "pour",
            "appear",
        }
        assert set(forms) == MOVE_TYPES
    assert expected <= set(verbs)


@pytest.mark.parametrize("seed", range(GAMES))
def test_t16_1_the_fast_judgement_is_the_slow_one(seed):
    """Every move made on a copy and judged by the definition of check, and only those that can matter."""
    for position, legal in plays(seed + 10, PLIES // 3):
        position.test_every_move(True)
        assert position.legal_moves() == legal, str(position)
        position.test_every_move(False)


@pytest.mark.parametrize("seed", range(GAMES))
def test_positions_moves_and_undoing_are_exact(seed):
    random = Random(seed)
    for position, legal in plays(seed + 50, PLIES // 3):
        text = str(position)
        again = GAME.parse(text)
        assert str(again) == text
        assert again.key == position.key
        assert len({position.move_text(move) for move in legal}) == len(legal)
        for move in random.sample(legal, min(5, len(legal))):
            position.play(move)
            after = str(position)
            assert GAME.parse(after).key == position.key
            position.undo()
            assert str(position) == text
            assert position.key == again.key
            assert str(played(again, position.move_text(move))) == after


def test_no_unit_is_lost():
    """Every unit is on the board or in a grave, as long as the game lasts."""
    for position, legal in plays(3, PLIES // 2):
        del legal
        board, *_, graves, _, _ = str(position).split(" ")
        dead = [item.partition(":")[2] for item in graves.split(",")]
        total = sum(map(str.isalpha, board)) + sum(sum(map(str.isalpha, letters)) for letters in dead)
        assert total in (27, 48)


def test_steps_tell_everything_in_order():
    position = place("Re3 pe6 Pd8", graves="e7:B")
    told = position.steps(position.parse_move("e3-e5>"))
    cell = NAMES.index
    assert told == (
        Step("go", "R", (cell("e3"), cell("e4"), cell("e5"))),
        Step("push", "R", (cell("e5"), cell("e6"))),
        Step("lock", "p", (cell("e6"), cell("e7"))),
        Step("explode", "", (cell("e7"),)),
        Step("die", "p", (cell("e7"),)),
        Step("die", "P", (cell("d8"),)),
        Step("open", "", (cell("e7"),)),
        Step("wall", "", (cell("e3"),)),
        Step("wall", "", (cell("e4"),)),
    )


def test_steps_of_a_bounce_and_of_a_double_move():
    position = place("Re5")
    told = position.steps(position.parse_move("e5-l5*l6"))
    assert [step.verb for step in told][:3] == ["go", "bounce", "go"]
    told = position.steps(position.parse_move("e5-e6-f6"))
    assert [step.verb for step in told] == ["go", "go", "rest", "wall", "wall"]


def test_steps_of_a_rotation_and_of_a_capture():
    position = place("Re5 ph5", walls="f6:2", graves="e6:n")
    told = position.steps(position.parse_move("rot:e5:2:90"))
    cell = NAMES.index
    assert told[1:] == (
        Step("carry", "R", (cell("e5"), cell("e6"))),
        Step("carry-grave", "", (cell("e6"), cell("f6"))),
        Step("carry-wall", "", (cell("f6"), cell("f5"))),
    )
    position = place("Re5 pe8 nb9 nc9")
    told = position.steps(position.parse_move("e5-e8"))
    assert [step.verb for step in told][:3] == ["go", "die", "range 10"]


def test_the_explosion_of_a_jester_names_the_square_and_no_side():
    position = place("Re5 je8")
    told = position.steps(position.parse_move("e5-e8"))
    assert Step("explode", "", (NAMES.index("e8"),)) in told


def test_t17_1_ranges_and_paralysis_are_shown():
    view = GAME.look.view(place("Re5 Ne8", states="e5=9,e8=p2", walls="c3:2", graves="d4:pB!"))
    marks = {(mark.kind, NAMES[mark.cell]): mark.text for mark in view.marks}
    assert marks["range", "e5"] == "9"
    assert marks["range", "e8"] == "3"
    assert marks["paralysis", "e8"] == "●●"
    assert marks["wall", "c3"] == "#2#"
    assert marks["open tomb", "d4"] == "†!"
    assert any("d4 (open): North's pawn, South's bishop" in note for note in view.notes)


def paralysis_circles(position):
    """The number of green circles on each square that has any."""
    marks = [mark for mark in GAME.look.view(position).marks if mark.kind == "paralysis"]
    assert all(mark.shape == "dots" and mark.text == "●" * mark.amount and mark.colour == GREEN for mark in marks)
    return {NAMES[mark.cell]: mark.amount for mark in marks}


def test_t17_1_a_unit_beside_an_enemy_jester_has_one_green_circle():
    assert paralysis_circles(place("Re5 jf6 nf7")) == {"e5": 1}
    assert paralysis_circles(place("Re5 jg6 nf7")) == {}
    assert paralysis_circles(place("Re5 Jf6 Kg7 jh8")) == {}
    assert paralysis_circles(place("Re5 jf6", side="N")) == {"e5": 1}


def test_t17_1_the_circle_goes_with_the_jester():
    position = place("Re5 jf6", side="N")
    position.push_text("f6-h7")
    assert paralysis_circles(position) == {}
    position.undo()
    assert paralysis_circles(position) == {"e5": 1}


def test_t17_1_turns_of_paralysis_count_before_a_jester_beside_the_unit():
    assert paralysis_circles(place("Re5 jf6 Nb8", states="e5=p2,b8=p1")) == {"e5": 2, "b8": 1}


def test_t17_1_every_range_is_shown():
    ranges = {"P": 1, "N": 3, "B": 12, "R": 12, "D": 12, "J": 3, "Q": 12, "K": 1}
    marks = [mark for mark in GAME.look.view(GAME.start()).marks if mark.kind == "range"]
    assert len(marks) == 48
    units = GAME.look.view(GAME.start()).units
    assert {units[mark.cell].upper(): mark.amount for mark in marks} == ranges
    assert all(mark.text == str(mark.amount) and mark.shape == "number" for mark in marks)


def test_t17_1_the_terminal_draws_them():
    position = place("Re5 Ne8", states="e5=9,e8=p2", walls="c3:2", graves="d4:pB!")
    lines = draw(GAME.look.sheet({}), GAME.look.view(position))
    rows = {line.split()[0]: line for line in lines if line.strip()[:1].isdigit()}
    assert "R9" in rows["5"]
    assert "●●N3" in rows["8"]
    assert "#2#" in rows["3"]
    assert "†!" in rows["4"]
    assert not any("\x1b" in line for line in lines)


def test_t17_2_the_squares_keep_their_places_after_a_rotation():
    position = place("Re5")
    sheet = GAME.look.sheet({})
    played(position, "rot:e5:2:90")
    assert GAME.look.sheet({}) == sheet


def test_a_number_that_is_no_move_is_refused():
    position = GAME.start()
    random = Random(4)
    for number in [-1, 0, 2**62, 2**47, *(random.getrandbits(random.randrange(1, 63)) for _ in range(3000))]:
        try:
            position.play(number)
        except (ValueError, OverflowError):
            continue
        position.undo()
        assert str(position) == str(GAME.start())


def test_the_evaluator_likes_material_and_lives():
    evaluator = GAME.evaluator()
    assert evaluator.score(GAME.start(), 0) == evaluator.score(GAME.start(), 1) == 0
    assert evaluator.score(place("Qe5"), 0) > 0 > evaluator.score(place("qe5"), 0)
    assert evaluator.score(place("Re5"), 0) > evaluator.score(place("Re5", states="e5=2"), 0)
    assert evaluator.score(place("Re5"), 0) > evaluator.score(place("Re5", states="e5=p2"), 0)


def test_kings_exchange_and_rotation_are_there_from_the_start():
    found = moves(GAME.start())
    assert sum(text.startswith("rot:") for text in found) > 50
    assert sum("^" in text for text in found) == 23
