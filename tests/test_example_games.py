"""The games in examples/: their own rules, their known counts, and a match of each."""

import pytest

import ludoteca
from ludoteca.arena.match import Match, Plan
from ludoteca.search.perft import perft
from tests.play import EXAMPLES, EXAMPLES_FOLDER


def texts(position):
    return {position.move_text(move) for move in position.legal_moves()}


@pytest.mark.parametrize("path", sorted(EXAMPLES_FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_is_one_short_file(path):
    assert len(path.read_text().splitlines()) <= 120


@pytest.mark.parametrize("name", EXAMPLES)
def test_machines_play_a_match(name):
    plan = Plan(ludoteca.game(name), {}, ("random", "engine:1"), 2, seconds=0.05, opening_plies=2, seed=1)
    match = Match(plan)
    list(match.run())
    assert len(match.played) == 2
    assert sum(standing.games for standing in match.seats()) == 2 * ludoteca.game(name).start().seats


@pytest.mark.parametrize(
    ("name", "depth", "leaves"),
    [("tic-tac-toe", 5, 15120), ("tic-tac-toe", 6, 54720), ("hex", 2, 121 * 121), ("amazons", 2, 2176)],
)
def test_known_counts(name, depth, leaves):
    assert perft(ludoteca.game(name).start(), depth) == leaves


# Amazons


def test_amazons_a1_3_the_amazon_that_moved_shoots_and_then_the_turn_passes():
    position = ludoteca.game("amazons").start()
    position.push_text("d1-d7")
    assert position.to_move == 0
    assert position.explain("h8").clause == "A1.3"
    assert {"d1", "g7", "a4"} & texts(position) == {"d1", "g7"}
    position.push_text("g7")
    assert position.to_move == 1
    assert position.explain("d10-d6").message == "the way from d10 to d6 is not free"
    assert position.explain("a7-a4").clause == "A1.2"


def test_amazons_a1_4_whoever_cannot_move_loses():
    position = ludoteca.game("amazons").parse("/".join(["x" * 10] * 9 + ["R.Bxxxxxxx"]) + " 1 archer='a1'")
    assert texts(position) == {"b1"}
    position.push_text("b1")
    assert position.outcome()[:3] == ((1.0, -1.0), 0, "A1.4")


# Four colours


def test_four_colours_a1_3_a_ball_that_turns_others_must_be_put():
    position = ludoteca.game("four-colours").start()
    assert texts(position) == {"f3", "f5", "d3"}
    assert position.explain("c3").clause == "A1.3"
    assert position.explain("a1").clause == "A1.2"
    position.push_text("f5")
    assert str(position).split("/")[3] == "...RRR.."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_colours_a1_4_most_balls_win(players):
    game = ludoteca.game("four-colours")
    full = "/".join(["." + "R" * 7] + ["B" * 8] * 2 + ["R" * 8] * 5)
    position = game.parse(f"{full} 2", players=players)
    position.push_text("a8")
    outcome = position.outcome()
    assert outcome.payoffs == pytest.approx((1, *[-1 / (players - 1)] * (players - 1)))
    assert (outcome.winner, outcome.clause) == (0, "A1.4")


def test_four_colours_a1_4_equal_counts_are_a_draw():
    full = "/".join([".BBBRRRR"] + ["BBBBRRRR"] * 7)
    position = ludoteca.game("four-colours").parse(f"{full} 2")
    position.push_text("a8")
    assert position.outcome().payoffs == (0, 0, 0, 0)


# Kalah


def test_kalah_a1_2_stones_are_sown_past_the_enemys_store():
    position = ludoteca.game("kalah").parse("0,4,4,4,4,4,4/4,4,4,4,4,9,0 1 is_again=False")
    position.push_text("f1")
    assert str(position) == "0,5,5,5,5,5,5/5,5,4,4,4,0,1 2 is_again=False"


def test_kalah_a1_3_a_last_stone_in_the_store_moves_again():
    position = ludoteca.game("kalah").start()
    position.push_text("c1")
    assert position.to_move == 0
    assert position.game.look.view(position).prompt == "Move again."
    assert str(position.explain("c1")).endswith("c1 is empty")
    assert str(position.explain("a2")).endswith("a2 is North's")


def test_kalah_a1_4_a_last_stone_in_an_empty_house_takes_what_is_opposite():
    position = ludoteca.game("kalah").parse("0,4,4,4,4,4,4/1,0,4,4,4,4,0 1 is_again=False")
    position.push_text("a1")
    assert str(position) == "0,4,0,4,4,4,4/0,0,4,4,4,4,5 2 is_again=False"


def test_kalah_a1_5_who_has_more_stones_wins():
    position = ludoteca.game("kalah").parse("20,0,0,0,0,0,3/0,0,0,0,0,1,24 1 is_again=False")
    position.push_text("f1")
    assert position.to_move == 0
    assert position.outcome()[1:3] == (0, "A1.5")


# Nine Men's Morris


def test_morris_a2_1_a_mill_takes_an_enemy_in_the_same_turn():
    position = ludoteca.game("nine-mens-morris").start()
    for text in ("a1", "b2", "a4", "b4", "a7"):
        position.push_text(text)
    assert position.to_move == 0
    assert texts(position) == {"b2", "b4"}
    view = position.game.look.view(position)
    assert view.prompt == "Take an enemy."
    assert view.notes == ("Red: 6 men in hand.", "Blue: 7 men in hand.")
    assert position.explain("d1").clause == "A2.1"
    position.push_text("b2")
    assert position.to_move == 1
    assert position.game.look.view(position).prompt == ""


def test_morris_a2_2_a_man_in_a_mill_is_safe_while_another_is_not():
    rows = "BBB/.../.../B...../.../.../.RR"
    position = ludoteca.game("nine-mens-morris").parse(f"{rows} 1 in_hand=[1,0] has_mill=False quiet_moves=0")
    position.push_text("a1")
    assert position.to_move == 0
    assert texts(position) == {"a4"}
    assert position.explain("d7").clause == "A2.2"


def test_the_pace_goes_by_the_length_of_a_random_game_unless_it_is_given():
    paces = {name: ludoteca.game(name).nodes_a_second for name in EXAMPLES}
    assert paces["tic-tac-toe"] == paces["amazons"] == 20_000
    assert 5_000 < paces["hex"] < 9_000
    assert paces["four-colours"] == 3_000
