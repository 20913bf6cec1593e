"""What a report says of games that were made by hand."""

import re
from dataclasses import replace

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor
from ludoteca.lab import advice, clause_findings, figures, seat_findings
from ludoteca.lab.changed_games import Variant
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.course import course_of
from ludoteca.lab.facts import ClauseUse, facts_of_all
from ludoteca.lab.findings import findings
from ludoteca.lab.metrics import clauses, course, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.rule_examples import rule_example, rule_position
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.study import Study
from tests.lab.findings_of import findings_of
from tests.lab.made_games import ahead, made_facts, made_game, made_level, made_study
from tests.play import IS_COMPILED


def test_a_clause_that_fired_once_is_not_dead():
    games = [made_game(number, [None] * 4) for number in range(20)]
    facts = [made_facts(number) for number in range(20)]
    facts[7] = made_facts(7, 4, {"X1.6": ClauseUse(1, 3)})
    study = made_study(games, facts)
    counted = {each.clause: each for each in clauses.counted(study, ludoteca.game("xiangqi"))}
    assert counted["X1.6"].games == counted["X1.6"].moves == 1
    assert (counted["X1.6"].first.game, counted["X1.6"].first.ply) == (7, 3)
    assert counted["X1.3"].games == 0 and counted["X1.3"].first is None
    analysis = findings_of(study)
    assert "dead_clause.X1.3" in analysis and "dead_clause.X1.6" not in analysis
    told = analysis["dead_clause.X1.3"]
    assert "no move of 20 games (so most likely fewer than 16 in 100)" in told.sentence
    assert counted["X1.3"].share.interval[1] == pytest.approx(0.161, abs=0.001)
    (example,) = told.examples
    assert example.part == "rules" and ludoteca.game("xiangqi").examples[example.game].clause == "X1.3"


def test_a_clause_that_ends_games_is_judged_by_those_that_ended():
    """Of 20 games two were cut: nobody knows what would have ended them."""
    games = [made_game(number, [None] * 4, (1.0, -1.0) if number > 1 else ()) for number in range(20)]
    told = findings_of(made_study(games))
    unseen = "were cut after 1,000 moves: what comes only later could not be seen."
    ended = told["dead_clause.X3.2"].sentence
    assert ended.startswith("X3.2 ended none of 18 games (so most likely fewer than 18 in 100)")
    assert f". 2 more {unseen}" in ended
    moved = told["dead_clause.X1.3"].sentence
    assert moved.startswith("X1.3 took part in no move of 20 games") and f". 2 of them {unseen}" in moved
    game = ludoteca.game("xiangqi")
    assert f"2 of 20 games {unseen}" in clauses.chapter(made_study(games), game, clauses.Refusals()).text
    whole = made_study(games[2:])
    assert "cut after" not in findings_of(whole)["dead_clause.X3.2"].sentence
    assert "cut after" not in clauses.chapter(whole, game, clauses.Refusals()).text


def test_a_limit_that_comes_after_the_cut_is_told_as_that(tmp_path):
    """Of two players 30 rounds take 60 moves, and 20 rounds 40."""
    game, found = ludoteca.game("chinese-checkers"), {}
    for limit in (20, 30):
        plan = SelfPlayPlan.checked(game, {"round_limit": limit}, ("random",), 10, 1, max_moves=50)
        folder = tmp_path / str(limit)
        for _ in play_corpus(plan, folder, InlineExecutor()):
            pass
        games = list(Corpus(folder))
        found[limit] = Study(games, facts_of_all(games, InlineExecutor()))
    assert found[20].late_limits == ()
    assert found[30].late_limits == (("C4.3", "round_limit", 30, 60),)
    words = (
        "No game could come to the limit of C4.3 (round_limit, 30): it takes some 60 moves, and games are cut after 50."
    )
    assert words in clauses.chapter(found[30], game, clauses.Refusals()).text
    finished = made_study([each._replace(payoffs=(1.0, -1.0), clause="C4.1") for each in found[30].games])
    told = {each.name: each.sentence for each in clause_findings.candidates(finished, game, clauses.Refusals())}
    assert words in told["dead_clause.C4.3"] and "To try the game without it" not in told["dead_clause.C4.3"]
    assert words not in told["dead_clause.C4.2"]


def test_the_chapter_about_skill_says_who_sits_where():
    text = skill.chapter([made_level(1, 30)], []).text
    assert "each opening is played twice, the second time with all seats exchanged" in text


def test_no_two_commands_of_advice_write_the_same_page():
    game = ludoteca.game("exile")
    plan = SelfPlayPlan("exile", game.choose({}), ("engine:7",), 60, 1)
    position = str(game.start())
    plans = [
        plan,
        replace(plan, players=("engine:4",)),
        replace(plan, options=game.choose({"quiet_limit": None})),
        replace(plan, options=game.choose({"round_limit": 9})),
        replace(plan, seed=2),
        replace(plan, games=61),
        replace(plan, start=position),
    ]
    pages = [advice.page_of(each) for each in plans]
    variants = [game.choose({"quiet_limit": None}), game.choose({"round_limit": 9})]
    pages += [advice.page_of(plan, Variant("", game, options)) for options in variants]
    pages += [advice.page_of(plan, Variant("", game, plan.options, position))]
    assert len(set(pages)) == len(pages) and all(re.fullmatch(r"exile-[a-z0-9-]+\.html", page) for page in pages)
    assert pages[0] == "exile-60-games.html" and pages[1] == "exile-engine-4-60-games.html"


def test_advice_tells_the_games_of_a_report_apart_from_those_beside_them():
    report = SelfPlayPlan("xiangqi", {}, ("engine:4",), 60, 1)
    strength = SelfPlayPlan("xiangqi", {}, ("engine:5",), 24, 1)
    few, many = advice.more_of_a_seat(report, strength)(80), advice.more_of_a_seat(report, strength)(470)
    assert " --games 240 " in few and few.endswith(" (which plays as many such games beside its own 240)")
    assert many.startswith("ludoteca report xiangqi engine:5 --games 470 ")


def test_a_clause_that_only_forbids_is_not_called_useless():
    study = made_study([made_game(number, [None] * 4) for number in range(20)])
    refusals = clauses.Refusals((clauses.RefusalSample(0, frozenset({"X1.3"})),), {"X1.3": 1200})
    found = clause_findings.candidates(study, ludoteca.game("xiangqi"), refusals)
    told = {each.name: each.sentence for each in found}
    assert "(so most likely fewer than 16 in 100), but it forbade 1,200 of the tries." in told["dead_clause.X1.3"]
    assert "forbade" not in told["dead_clause.X1.6"]


def test_few_games_cannot_tell_what_many_can():
    """Three of four games won by the first seat: no proof in eight of them, one in eight hundred."""
    weights = {}
    for count in (8, 800):
        games = [made_game(number, [None] * 4, (1.0, -1.0) if number % 4 else (-1.0, 1.0)) for number in range(count)]
        weights[count] = findings_of(made_study(games))["seat_share.1"]
    assert weights[8].weight == "unknown" and weights[800].weight == "problem"
    assert (
        "8 games are too few to say whether the seats are equal within 10\u00a0points: Red (seat 1) wins 75\u00a0% ("
        in (weights[8].sentence)
    )
    assert (
        weights[8].sentence.endswith("-games.html")
        and " games to tell: ludoteca report xiangqi " in weights[8].sentence
    )
    assert [example.words for example in weights[8].examples] == ["Red (seat 1) wins."]


def test_seats_are_called_equal_only_if_the_whole_interval_is_near_the_fair_share():
    told = {}
    for count in (20, 2000):
        games = [made_game(number, [None] * 4, (1.0, -1.0) if number % 2 else (-1.0, 1.0)) for number in range(count)]
        told[count] = findings_of(made_study(games))["seat_share.1"].weight
    assert told == {20: "unknown", 2000: "fine"}


def test_shares_that_hold_halves_of_draws_are_said_to():
    red, black, drawn = (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)
    even, won = "within 10\u00a0points: Red (seat 1) wins 50\u00a0%", "Red (seat 1) wins "
    for payoffs, words in (((red, drawn, black, drawn), even), ((red, drawn, red, red), won)):
        games = [made_game(number, [None] * 4, payoffs[number % 4]) for number in range(2000)]
        study = made_study(games)
        told = findings_of(study)["seat_share.1"].sentence
        assert words in told and told.endswith(", draws being shared, where 50\u00a0% is fair.")
        (strength,) = seat_findings.about_strengths([study], study.plan)
        assert " of games, draws being shared, where 50\u00a0% is fair" in strength.sentence
    undrawn = made_study([made_game(number, [None] * 4, (red, black)[number % 2]) for number in range(2000)])
    assert "draws" not in findings_of(undrawn)["seat_share.1"].sentence


def test_nothing_is_concluded_from_evaluations_of_a_machine_whose_levels_do_not_differ():
    """The winner leads from the middle on: that would be well, if it could be believed."""
    games = [made_game(number, [(0, 0), (0, 0), ahead(0), ahead(0)]) for number in range(200)]
    study = made_study(games)
    clever, lost = [made_level(level, 36) for level in (1, 2)], [made_level(1, 24), made_level(2, 19)]
    opinions = {"half_time_leader", "decision_time"}
    assert opinions <= findings_of(study, clever).keys()
    assert "understanding" not in findings_of(study, clever)
    for ladder in (lost, ()):
        found = findings_of(study, ladder)
        assert not opinions & found.keys()
        assert found["understanding"].weight == "unknown"
        assert found["understanding"].sentence.startswith(
            "It is not proved that the machine understands this game well enough to say"
        )
    courses = [course_of(game) for game in games]
    assert "nothing is concluded" in course.chapter(study, courses, is_understood=False).text


def test_every_finding_has_a_game_or_an_example_of_the_rules():
    game = ludoteca.game("tomb-chess" if IS_COMPILED else "xiangqi")
    plan = SelfPlayPlan.checked(game, {}, ("random",), 20, 1, opening_plies=0)
    study = made_study([made_game(number, [None] * (4 + number), plan=plan) for number in range(20)])
    refusals = clauses.Refusals((clauses.RefusalSample(0, frozenset()),) * 50)
    found = findings(study, game, [course_of(each) for each in study.games], refusals)
    assert {each.name.partition(".")[0] for each in found} >= {"dead_clause", "idle_refusal", "draws"}
    for each in found:
        assert each.examples or "no game can show it, and the rules have no drawn example of it." in each.sentence
    without = {clause for each in found if not each.examples for clause in [each.name.partition(".")[2]]}
    assert without == {each.name.partition(".")[2] for each in found} & (
        set(game.rules.clauses) - {example.clause for example in game.examples}
    )
    (usual,) = next(each.examples for each in found if each.name == "completion")
    assert usual.words == "A usual game." and usual.ply == len(study.games[usual.game].moves)


def test_examples_of_the_rules_show_what_a_clause_does_or_forbids():
    game = ludoteca.game("xiangqi")
    does = rule_example(game, "X1.6")
    assert game.examples[does.game].clause == "X1.6"
    forbids = rule_example(game, "X2.2", is_refusal=True)
    shown = game.examples[forbids.game]
    assert shown.by == "X2.2" and f"{shown.refused} is refused" in forbids.words
    assert str(rule_position(game, forbids.game)) == str(game.parse(shown.position))
    assert rule_example(game, "X9.9") is None
    moved = next(number for number, each in enumerate(game.examples) if each.move)
    assert len(rule_position(game, moved).moves_played()) == 1


def test_a_finding_and_its_chapter_write_a_share_the_same_way():
    games = [made_game(number, [None] * 4, (1.0, -1.0) if number % 24 else (-1.0, 1.0)) for number in range(240)]
    study = made_study(games)
    measure = seats.seat_shares(study)[0]
    told = figures.with_interval(measure.value, measure.unit, measure.interval)
    assert told == "96\u00a0% (93 to 98)"
    assert told in findings_of(study)["seat_share.1"].sentence


def test_a_comparison_does_not_advise_itself():
    game = ludoteca.game("xiangqi")
    options = game.choose({"quiet_limit": None})
    (clause,) = set(game.clauses_off(options)) - set(game.clauses_off(game.choose({})))
    plan = SelfPlayPlan("xiangqi", game.choose({}), ("engine:3",), 20, 1, opening_plies=0)
    study = made_study([made_game(number, [None] * 4, plan=plan) for number in range(20)])

    def told(variant):
        found = clause_findings.candidates(study, game, clauses.Refusals(), variant)
        return next(each.sentence for each in found if each.name == f"dead_clause.{clause}")

    command = "ludoteca report xiangqi engine:3 --games 20 --seed 1 --compare quiet_limit=off"
    command += " --out xiangqi-engine-3-with-quiet-limit-off-20-games.html"
    assert told(None).endswith(f"To try the game without it: {command}")
    assert "To try" not in told(Variant("quiet_limit=off", game, options))


def test_advice_to_drop_a_clause_names_what_else_goes_with_it():
    game = ludoteca.game("xiangqi")
    plan = SelfPlayPlan("xiangqi", game.choose({}), ("engine:3",), 20, 1, opening_plies=0)
    study = made_study([made_game(number, [None] * 4, clause="X3.4", plan=plan) for number in range(20)])
    found = clause_findings.candidates(study, game, clauses.Refusals())
    told = {each.name: each.sentence for each in found}
    without = "To try the game without it, which switches off X3.1 and X3.3, too: ludoteca report xiangqi "
    assert without in told["dead_clause.X3.2"] and "--compare repetition=off" in told["dead_clause.X3.2"]


def test_examples_show_what_their_findings_say():
    level = made_level(1, 4)
    found = findings_of(made_study([made_game(number, [None] * 4) for number in range(20)]), [level])
    assert [each.words for each in found["skill.engine:2"].examples] == ["Level 1 beats level 2."]
    assert [each.words for each in found["forced"].examples] == ["A usual game."]
    plan = SelfPlayPlan("xiangqi", {}, ("engine:5",), 40, 1, opening_plies=0)
    strength = made_study([made_game(number, [None] * 4, (-1.0, 1.0), plan=plan) for number in range(40)])
    (told,) = seat_findings.about_strengths([strength], plan)
    assert [each.words for each in told.examples] == ["Red (seat 1) does not win."]
