"""What a report says of games, and when they are too few or too poor to say it."""

from dataclasses import replace

import pytest

pytest.importorskip("numpy")

import ludoteca
from ludoteca.lab.metrics import board, clauses, openings
from ludoteca.lab.metrics.clauses import Refusals, RefusalSample
from ludoteca.lab.metrics.openings import Beginning, Openings
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.study import Study
from tests.lab.findings_of import LOST, findings_of
from tests.lab.made_games import PLAN, made_facts, made_game, made_study

RED, BLACK = (1.0, -1.0), (-1.0, 1.0)
HEX = SelfPlayPlan("hex", {}, ("engine:3",), 4, 1, opening_plies=0)
DOUBT = "The machine has not shown that it understands this game, as its levels do not surely differ"


def won_by_red(games: int, plies: int = 0) -> Study:
    plan = replace(PLAN, opening_plies=plies)
    return made_study([made_game(number, [None] * 4, plan=plan) for number in range(games)])


# Balance


def test_games_of_a_machine_that_does_not_understand_are_no_fault_of_the_rules():
    study = won_by_red(60)
    assert findings_of(study)["seat_share.1"].weight == "problem"
    doubted = findings_of(study, LOST)["seat_share.1"]
    assert doubted.weight == "remark" and doubted.sentence.startswith("Red (seat 1) wins 100")
    assert DOUBT in doubted.sentence and doubted.sentence.endswith("its games tell little about people.")
    few = findings_of(won_by_red(9), LOST)["seat_share.1"]
    assert few.weight == "unknown" and DOUBT not in few.sentence
    assert "no games of its levels" in findings_of(study, ())["seat_share.1"].sentence


def test_nor_do_they_show_that_seats_are_equal():
    even = made_study([made_game(number, [None] * 4, (RED, BLACK)[number % 2]) for number in range(2000)])
    assert findings_of(even)["seat_share.1"].weight == "fine"
    doubted = findings_of(even, LOST)["seat_share.1"]
    assert doubted.weight == "remark" and DOUBT in doubted.sentence


def test_the_first_seat_at_each_strength_is_judged_alike():
    plan = replace(PLAN, players=("engine:4",), opening_plies=3)
    strength = made_study([made_game(number, [None] * 4, plan=plan) for number in range(60)])
    study = won_by_red(60)
    told = findings_of(study, strengths=[strength])["first_seat.engine:4"]
    assert told.weight == "problem" and " of games after 3 random moves, where 50" in told.sentence
    doubted = findings_of(study, LOST, [strength])["first_seat.engine:4"]
    assert doubted.weight == "remark" and DOUBT in doubted.sentence


def test_a_verdict_about_seats_says_that_games_begin_with_random_moves():
    begun = Openings(won_by_red(20), [Beginning((number,), "h3e3") for number in range(20)])
    told = findings_of(won_by_red(60, 6), begun=begun)["seat_share.1"]
    assert told.weight == "problem"
    assert (
        "Games begin with 6 random moves, in which players chose nothing: rules about the opening, such as a swap, do "
        "not act there. In 20 games without random moves Red (seat 1) wins 100" in told.sentence
    )
    assert "begin with 1 random move, in" in findings_of(won_by_red(60, 1))["seat_share.1"].sentence
    assert "random" not in findings_of(won_by_red(60))["seat_share.1"].sentence


def test_a_start_that_favours_the_first_seat_is_told():
    begun = Openings(won_by_red(60), [Beginning((number,), "h3e3") for number in range(60)])
    even = made_study([made_game(number, [None] * 4, (RED, BLACK)[number % 2]) for number in range(60)])
    told = findings_of(even, begun=begun)["first_seat_from_start"]
    assert told.weight == "problem" and told.examples
    assert told.sentence.startswith("Without random moves Red (seat 1) wins 100")
    assert DOUBT in findings_of(even, LOST, begun=begun)["first_seat_from_start"].sentence
    fair = Openings(even, begun.beginnings)
    assert "first_seat_from_start" not in findings_of(even, begun=fair)


def test_the_chapter_on_openings_says_who_wins_without_random_moves():
    begun = Openings(won_by_red(20), [Beginning((number,), "h3e3") for number in range(20)])
    measure = openings.chapter(begun).measures[0]
    assert measure.name == "first_seat_from_start" and measure.value == 1
    assert measure.title == "Red (seat 1) wins from the first position"


# Few games


@pytest.mark.parametrize("games", [1, 5, 9])
def test_a_few_games_prove_nothing(games):
    cut = made_study([made_game(number, [None] * 4, ()) for number in range(games)])
    told = findings_of(cut)
    tested = {name: each for name, each in told.items() if each.p_value is not None and not name.startswith("skill")}
    assert {each.weight for each in tested.values()} == {"unknown"}
    assert not any(name.startswith("dead_clause") for name in told)
    words = "1 game is" if games == 1 else f"{games} games are"
    assert told["completion"].sentence.startswith(f"{words} too few to say whether nearly all games come to an end")
    assert findings_of(made_study([made_game(number, [None] * 4, ()) for number in range(10)]))[
        "completion"
    ].weight == ("problem")


def test_advice_after_one_game_asks_for_enough_to_prove_something():
    (sentence,) = (each.sentence for each in findings_of(won_by_red(1)).values() if each.name == "short_games")
    count = int(sentence.split("--games ")[1].split()[0])
    assert count >= 10


def test_the_games_that_count_are_named():
    """Of 40 games 12 came to an end."""
    games = [made_game(number, [None] * 4, (RED, BLACK)[number % 2] if number < 12 else ()) for number in range(40)]
    told = findings_of(made_study(games))
    begin = "12 of 40 games came to an end, too few to say whether "
    assert told["seat_share.1"].sentence.startswith(f"{begin}the seats are equal")
    assert told["draws"].sentence == "Draws are not too many: 0\u00a0% (0 to 24) of games."


# Words


def test_a_lead_at_half_time_that_often_wins_is_not_called_a_comeback():
    scores = [(0, 0), (0, 0), (600, -600), (600, -600)]
    games = [made_game(number, scores, BLACK if number % 5 == 0 else RED) for number in range(400)]
    told = findings_of(made_study(games))["half_time_leader"]
    assert told.weight == "fine" and told.sentence.startswith(
        "The second half matters: a seat that leads at half-time wins 80"
    )
    assert told.sentence.endswith(" of games, less than the 90\u00a0% from which on little would be left to play for.")


def test_units_at_the_end_are_counted_where_they_are_placed():
    games = [made_game(number, [None] * 4) for number in range(4)]
    placed = [made_facts(number)._replace(units=((1, 1), (2, 1), (2, 2), (3, 2), (20, 14))) for number in range(4)]
    found = {each.name: each for each in board.chapter(made_study(games, placed)).measures}
    assert (found["units_at_end"].value, found["units_at_end"].unit) == (34, "number") and "units_left" not in found
    found = {each.name: each for each in board.chapter(made_study(games)).measures}
    assert (found["units_left"].value, found["units_left"].unit) == (1, "share") and "units_at_end" not in found


def test_clauses_that_are_not_in_the_game_itself_are_explained():
    game = ludoteca.game("hex")
    study = made_study([made_game(number, [None] * 4, clause="A1.4", plan=HEX) for number in range(2)])
    sample = RefusalSample(0, frozenset({"A1.2", "A2.5"}))
    text = clauses.chapter(study, game, Refusals((sample,), {"A1.2": 5, "A2.5": 1})).text
    assert "A2.5, which forbade something, Ludoteca adds to the rules of every game in plain Python" in text
    assert "adds" not in clauses.chapter(study, game, Refusals((sample,), {"A1.2": 5})).text


# First moves


def test_first_moves_tell_how_many_games_ended_and_how_many_are_others():
    texts = ["h3e3"] * 12 + ["c4c5"] * 5 + ["a1a2", "a1a3", "i1i2"]
    games = [made_game(number, [None] * 4, () if number in (0, 1, 19) else RED) for number in range(20)]
    begun = Openings(made_study(games), [Beginning((1,), text) for text in texts])
    table = openings.chapter(begun).tables["First moves"]
    assert table.columns[:3] == ("first move", "games", "of them ended")
    assert [row[:3] for row in table.rows] == [("h3e3", 12, 10), ("c4c5", 5, 5), ("others", 3, 2)]
    assert table.rows[-1][3:] == (None, None, None)
    begun = Openings(made_study(games[:12]), [Beginning((1,), "h3e3")] * 12)
    assert [row[0] for row in openings.chapter(begun).tables["First moves"].rows] == ["h3e3"]
