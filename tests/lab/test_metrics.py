"""Measures of games that were made by hand, and of a small corpus."""

import math
import re
from collections import Counter
from itertools import islice

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor, PoolExecutor
from ludoteca.core.option import Value
from ludoteca.lab import clause_findings, figures, seat_findings
from ludoteca.lab.analyse import analyse, analyse_games
from ludoteca.lab.analysis import Analysis, Measure
from ludoteca.lab.changed_games import Variant
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.course import course_of, leader_of, moments_of
from ludoteca.lab.facts import ClauseUse, facts_of
from ludoteca.lab.findings import findings
from ludoteca.lab.metrics import board, clauses, course, ends, length, losses, openings, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.refusal_samples import POSITIONS, sample_refusals
from ludoteca.lab.rule_examples import rule_example, rule_position
from ludoteca.lab.study import Study, points_of, turns_of, winner_of
from ludoteca.search import scores
from tests.lab.made_games import made_facts, made_game, made_study
from tests.play import IS_COMPILED

LEAD = 600
"""Seven games of eight, with the opposite for the other seat."""


def ahead(seat: int, score: int = LEAD) -> tuple[int, int]:
    return (score, -score) if seat == 0 else (-score, score)


def measures_of(analysis: Analysis) -> dict[str, Measure]:
    return {measure.name: measure for chapter in analysis.chapters for measure in chapter.measures}


def test_shares_points_and_winners():
    assert points_of(made_game(payoffs=(0.0, 0.0))) == (0.5, 0.5)
    assert points_of(made_game(payoffs=(-0.5, 1.0, -0.5))) == (0.0, 1.0, 0.0)
    assert points_of(made_game(payoffs=())) == (0.0, 0.0)
    assert winner_of(made_game(payoffs=(-1.0, 1.0))) == 1
    assert winner_of(made_game(payoffs=(0.0, 0.0))) is None
    assert winner_of(made_game(payoffs=())) is None
    assert turns_of((0, 0, 1, 0, 0, 0, 2)) == 4
    assert leader_of((0.5, 0.45)) is None
    assert leader_of((0.2, 0.5, 0.3)) == 1


def test_the_course_of_a_game_with_a_comeback():
    """Seat 1 leads at first, seat 0 from the third move on, and wins."""
    course = course_of(made_game(scores=[ahead(1), ahead(1), ahead(0), ahead(0)]))
    share = 1 / (1 + math.exp(-2))
    assert course.lead_changes == 1
    assert course.deficits == pytest.approx((2 * share - 1, 2 * share - 1, 0, 0))
    assert course.decided == 0.5
    assert course.swings == pytest.approx((0, 2 * share - 1, 0))
    # The second move was seat 1's, who lost by it.
    assert [ply for ply, _ in course.gains] == [0, 1, 2]
    assert [gain for _, gain in course.gains] == pytest.approx([0, 1 - 2 * share, 0])
    assert course.half_time is True
    entropy = -(share * math.log2(share) + (1 - share) * math.log2(1 - share))
    assert course.openness == pytest.approx((entropy,) * 4)


def test_a_gain_that_is_answered_is_not_permanent():
    even = (0, 0)
    lost = course_of(made_game(scores=[even, ahead(0), even, even]))
    # The second is the answer's own gain, which is kept.
    assert lost.kept == (False, True)
    held = course_of(made_game(scores=[even, ahead(0), ahead(0), ahead(0)]))
    assert held.kept == (True,)
    assert course_of(made_game(scores=[even] * 4)).kept == ()


def test_draws_and_unsearched_games_have_no_drama():
    drawn = course_of(made_game(scores=[(0, 0), ahead(0)], payoffs=(0.0, 0.0)))
    assert drawn.deficits == () and drawn.decided is None and drawn.half_time is None
    blind = course_of(made_game(scores=[None, None]))
    assert blind.moments == () and blind.decided is None


def test_glances_are_left_out_and_proofs_are_not():
    game = made_game(scores=[(0, 0)] * 3 + [(scores.WIN - 3, 3 - scores.WIN)])
    game = game._replace(nodes=(1000, 100, 1000, 10))
    assert [moment.ply for moment in moments_of(game)] == [0, 2, 3]
    assert moments_of(game)[-1].shares == (1.0, 0.0)


def test_three_seats_are_no_special_case():
    game = made_game(scores=[(0, 0, 0), (LEAD, 0, 0), (0, LEAD, 0)], payoffs=(-0.5, 1.0, -0.5))
    course = course_of(game)
    assert course.openness[0] == pytest.approx(1)
    assert course.lead_changes == 1
    assert course.deficits[0] == 0 and course.deficits[1] > 0.1


def test_shares_of_seats_are_of_finished_games():
    games = [made_game(number, [None] * 4, payoffs) for number, payoffs in enumerate([(1.0, -1.0), (0.0, 0.0), ()])]
    study = made_study(games)
    first, second = seats.seat_shares(study)
    assert (first.value, second.value) == (0.75, 0.25)
    assert first.expected == 0.5
    assert ends.completion(study).value == pytest.approx(2 / 3, rel=1e-5)
    assert ends.draws(study).value == 0.5
    assert {name: measure.value for name, measure in ends.ends(study).items()} == {"X3.1": pytest.approx(0.666667)}


def test_choices_are_counted_where_players_decide():
    game = made_game(counts=(10, 1, 100, 1, 4, 4))._replace(opening_plies=1)
    assert length.choices_of(game) == (1, 100, 1, 4, 4)
    assert length.phase_choices(game, 0) == (1,)
    assert length.phase_choices(game, 2) == (4, 4)
    assert length.tree_size(game) == pytest.approx(2 + 2 * math.log10(4))
    chapter = length.chapter(made_study([game, game._replace(number=1, opening=1)]))
    found = {measure.name: measure.value for measure in chapter.measures}
    assert found["branching"] == 22
    assert found["forced"] == pytest.approx(0.4)
    assert found["branching_median"] == 4
    assert found["branching_most"] == 100
    assert found["branching.beginning"] == 1
    assert found["decisions"] == found["turns"] == 6


def test_the_board_is_compared_from_move_to_move():
    game = ludoteca.game("xiangqi")
    plan = SelfPlayPlan.checked(game, {}, ("random",), 1, 1, opening_plies=0)
    position = game.start()
    moves, counts = [], []
    for text in ("h3h10", "i10h10", "h1g3", "h10h9", "g3h1", "h9h10"):
        legal = position.legal_moves()
        counts.append(len(legal))
        moves.append(legal.index(position.push_text(text)))
    played = made_game(counts=tuple(counts), plan=plan)._replace(moves=tuple(moves), payoffs=(), clause="")
    facts = facts_of(played)
    assert facts.captures == (1, 1, 0, 0, 0, 0)
    assert facts.units[0] == (16, 16) and facts.units[-1] == (15, 15)
    assert board.repeated(facts) == 1
    names = game.look.sheet(position.options).geometry.names
    changed = {names[cell]: count for cell, count in facts.changed.items()}
    assert changed == {"h3": 1, "h10": 4, "i10": 1, "h1": 2, "g3": 2, "h9": 2}
    stood = {names[cell]: count for cell, count in facts.stood.items()}
    assert stood["a1"] == stood["g1"] == 6 and stood["h10"] == 4 and stood["h1"] == 4 and stood["i10"] == 1
    assert facts.clauses["X1.3"].moves == 1 and facts.clauses["X1.3"].first == 1
    with pytest.raises(ludoteca.LudotecaError, match="does not follow the rules"):
        facts_of(played._replace(counts=(45, *counts[1:])))


def test_openings_meet_again_where_positions_are_the_same():
    games = [made_game(number, [None] * 6, opening=number)._replace(moves=(number,) * 6) for number in range(4)]
    begun = [openings.Beginning(tuple(range(10 * number, 10 * number + 7)), "h3e3") for number in range(4)]
    begun[1] = begun[1]._replace(keys=(*begun[1].keys[:4], begun[0].keys[4], *begun[1].keys[5:]))
    found = openings.Openings(made_study(games), begun)
    assert openings.positions_after(found, 4) == Counter({4: 2, 24: 1, 34: 1})
    chapter = openings.chapter(found)
    values = {measure.name: measure.value for measure in chapter.measures}
    assert values["opening_variety"] == values["transpositions"] == values["main_line"] == 0.5
    assert "they have no intervals" in chapter.text


def test_openings_are_of_games_without_random_moves(small):
    _, _, folder, analysis = small
    games = Corpus(folder / "openings")
    assert games.plan.opening_plies == 0 and games.plan.players == ("engine:4,variety",)
    begun = openings.openings_of(Study(list(games)))
    first = next(iter(games))
    assert begun.beginnings[0].keys == tuple(position.key for position in islice(first.positions(), openings.DEPTH + 1))
    assert begun.beginnings[0].first_move == first.record().moves[0]
    assert len({each.keys[0] for each in begun.beginnings}) == 1
    (chapter,) = (each for each in analysis.chapters if each.title == "Openings")
    assert "without random moves" in chapter.text and "level 4 with variety" in chapter.text
    assert openings.openings_of(Study(list(Corpus(folder / "games")))) is None


def test_facts_leave_the_random_opening_out(small):
    _, _, folder, _ = small
    game = next(iter(Corpus(folder / "games")))
    whole, chosen = facts_of(game._replace(opening_plies=0)), facts_of(game)
    plies = game.opening_plies
    assert plies > 0
    assert chosen.keys == whole.keys[plies:]
    assert chosen.units == whole.units[plies:] and chosen.captures == whole.captures[plies:]
    assert sum(chosen.stood.values()) < sum(whole.stood.values())
    for clause, use in chosen.clauses.items():
        assert use.moves <= whole.clauses[clause].moves and use.first > plies


def test_the_stronger_player_gets_points_wherever_he_sits():
    plan = SelfPlayPlan("xiangqi", {}, ("engine:1", "engine:2"), 4, 1)
    games = [
        made_game(0, [None] * 4, (1.0, -1.0), opening=0, plan=plan),
        made_game(1, [None] * 4, (1.0, -1.0), opening=0, plan=plan)._replace(player_of_seat=(1, 0)),
        made_game(2, [None] * 4, (0.0, 0.0), opening=1, plan=plan),
        made_game(3, [None] * 4, (), opening=1, plan=plan)._replace(player_of_seat=(1, 0)),
    ]
    assert skill.higher_points(made_study(games)) == [0.0, 1.0, 0.5, 0.5]
    assert skill.skill_measure(made_study(games)).value == 0.5


def test_a_clause_that_fired_once_is_not_dead():
    games = [made_game(number, [None] * 4) for number in range(20)]
    facts = [made_facts(number) for number in range(20)]
    facts[7] = made_facts(7, 4, {"X1.6": ClauseUse(1, 3)})
    study = made_study(games, facts)
    counted = {each.clause: each for each in clauses.counted(study, ludoteca.game("xiangqi"))}
    assert counted["X1.6"].games == counted["X1.6"].moves == 1
    assert (counted["X1.6"].first.game, counted["X1.6"].first.ply) == (7, 3)
    assert counted["X1.3"].games == 0 and counted["X1.3"].first is None
    analysis = analyse_findings(study)
    assert "dead_clause.X1.3" in analysis and "dead_clause.X1.6" not in analysis
    told = analysis["dead_clause.X1.3"]
    assert "no move of 20 games (so most likely fewer than 16 in 100)" in told.sentence
    assert counted["X1.3"].share.interval[1] == pytest.approx(0.161, abs=0.001)
    (example,) = told.examples
    assert example.part == "rules" and ludoteca.game("xiangqi").examples[example.game].clause == "X1.3"


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
        weights[count] = analyse_findings(made_study(games))["seat_share.1"]
    assert weights[8].weight == "unknown" and weights[800].weight == "problem"
    assert (
        "8 games are too few to say whether the seats are equal within 10\u00a0points: Red (seat 1) wins 75\u00a0% ("
        in (weights[8].sentence)
    )
    assert weights[8].sentence.endswith("-games.html") and " games: ludoteca report xiangqi " in weights[8].sentence
    assert [example.words for example in weights[8].examples] == ["Red (seat 1) wins."]


def test_seats_are_called_equal_only_if_the_whole_interval_is_near_the_fair_share():
    told = {}
    for count in (20, 2000):
        games = [made_game(number, [None] * 4, (1.0, -1.0) if number % 2 else (-1.0, 1.0)) for number in range(count)]
        told[count] = analyse_findings(made_study(games))["seat_share.1"].weight
    assert told == {20: "unknown", 2000: "fine"}


def test_shares_that_hold_halves_of_draws_are_said_to():
    red, black, drawn = (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)
    even, won = "within 10\u00a0points: Red (seat 1) wins 50\u00a0%", "Red (seat 1) wins "
    for payoffs, words in (((red, drawn, black, drawn), even), ((red, drawn, red, red), won)):
        games = [made_game(number, [None] * 4, payoffs[number % 4]) for number in range(2000)]
        study = made_study(games)
        told = analyse_findings(study)["seat_share.1"].sentence
        assert words in told and told.endswith(", draws being shared, where 50\u00a0% is fair.")
        (strength,) = seat_findings.about_strengths([study], study.plan)
        assert " of games, draws being shared, where 50\u00a0% is fair" in strength.sentence
    undrawn = made_study([made_game(number, [None] * 4, (red, black)[number % 2]) for number in range(2000)])
    assert "draws" not in analyse_findings(undrawn)["seat_share.1"].sentence


def analyse_findings(study, ladder=()):
    courses = [course_of(game) for game in study.games]
    found = findings(study, ludoteca.game("xiangqi"), courses, clauses.Refusals(), ladder)
    return {each.name: each for each in found}


def made_level(lower, higher_wins, games=40):
    """Games of one level against the next, of which this one wins so many."""
    plan = SelfPlayPlan("xiangqi", {}, (f"engine:{lower}", f"engine:{lower + 1}"), games, 1, opening_plies=0)
    payoffs = [(-1.0, 1.0) if number < higher_wins else (1.0, -1.0) for number in range(games)]
    return made_study([made_game(number, [None] * 4, each, plan=plan) for number, each in enumerate(payoffs)])


def test_nothing_is_concluded_from_evaluations_of_a_machine_whose_levels_do_not_differ():
    """The winner leads from the middle on: that would be well, if it could be believed."""
    games = [made_game(number, [(0, 0), (0, 0), ahead(0), ahead(0)]) for number in range(200)]
    study = made_study(games)
    clever, lost = [made_level(level, 36) for level in (1, 2)], [made_level(1, 24), made_level(2, 19)]
    opinions = {"half_time_leader", "decision_time"}
    assert opinions <= analyse_findings(study, clever).keys()
    assert "understanding" not in analyse_findings(study, clever)
    for ladder in (lost, ()):
        found = analyse_findings(study, ladder)
        assert not opinions & found.keys()
        assert found["understanding"].weight == "unknown"
        assert found["understanding"].sentence.startswith(
            "The machine does not understand this game well enough to say"
        )
    courses = [course_of(game) for game in games]
    assert "nothing is concluded" in course.chapter(study, courses, is_understood=False).text


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpora")
    game = ludoteca.game("exile" if IS_COMPILED else "tic-tac-toe")
    options: dict[str, Value] = {"mode": "duel-classic", "round_limit": 20} if IS_COMPILED else {}
    analysis = analyse(game, options, ("engine:1",), 16, 3, InlineExecutor(), folder).analysis
    return game, options, folder, analysis


def test_a_report_has_25_measures_with_intervals_and_examples_that_exist(small):
    played, _, folder, analysis = small
    measures = [measure for chapter in analysis.chapters for measure in chapter.measures]
    assert len({measure.name for measure in measures}) == len(measures)
    measured = [measure for measure in measures if measure.value is not None]
    assert len(measured) >= 25
    for measure in measured:
        low, high = measure.interval
        assert low <= measure.value <= high or measure.name == "balance"
        assert measure.meaning.endswith(".")
    assert analysis.findings
    for finding in analysis.findings:
        assert finding.examples or "no drawn example" in finding.sentence
        for example in finding.examples:
            if example.part == "rules":
                assert rule_position(played, example.game).game is played
                continue
            game = Corpus(folder / example.part)[example.game]
            assert 0 <= example.ply <= len(game.moves)
    levels = {finding.name: finding.examples for finding in analysis.findings if finding.name.startswith("skill.")}
    assert all(example.part.startswith("skill-") for examples in levels.values() for example in examples)


def test_what_designers_read_has_no_jargon(small):
    *_, analysis = small
    measures = [measure for chapter in analysis.chapters for measure in chapter.measures]
    told = [*(each.text for each in analysis.chapters), *(f"{each.title} {each.meaning}" for each in measures)]
    told += [each.sentence for each in analysis.findings]
    assert not re.search(r"chi-square|Holm|\bply\b|\bplies\b|permanence|game tree", " ".join(told), re.IGNORECASE)


def test_the_analysis_is_the_same_every_time_and_by_any_worker(small):
    game, options, folder, analysis = small
    with PoolExecutor(2) as executor:
        again = analyse(game, options, ("engine:1",), 16, 3, executor, folder)
    assert again.analysis == analysis


def test_random_play_is_said_to_be(tmp_path):
    game = ludoteca.game("tic-tac-toe")
    analysis = analyse(game, {}, ("random",), 12, 1, InlineExecutor(), tmp_path).analysis
    assert all("random play" in measure.meaning for measure in measures_of(analysis).values())
    assert not any(chapter.title == "Skill" for chapter in analysis.chapters)
    assert [path.name for path in tmp_path.iterdir()] == ["games"]
    games = list(Corpus(tmp_path / "games"))
    assert analyse_games(game, games, InlineExecutor()).analysis.findings == analysis.findings


def test_refusals_are_counted_by_clause_at_positions_of_games(small):
    game, _, folder, _ = small
    games = list(Corpus(folder / "games"))
    found = sample_refusals(games, InlineExecutor())
    assert len(found.samples) == POSITIONS > len(games)
    assert {sample.opening for sample in found.samples} == {game.opening for game in games}
    assert sum(found.counts.values()) > POSITIONS
    assert {clause for sample in found.samples for clause in sample.clauses} == set(found.counts)
    assert set(found.counts) <= set(game.rules.clauses)
    lengths = {each.number: len(each.moves) for each in games}
    for clause, example in found.examples.items():
        assert clause in example.words
        assert 0 <= example.ply < lengths[example.game]


def test_what_was_never_forbidden_is_bounded_by_positions():
    """X2.3 forbade nothing at 190 positions of 38 openings."""
    game = ludoteca.game("xiangqi")
    idle, busy = game.clause_roles.refusals
    study = made_study([made_game(number, [None] * 4) for number in range(38)])
    samples = [clauses.RefusalSample(number % 38, frozenset({busy})) for number in range(190)]
    refusals = clauses.Refusals(tuple(samples), {busy: 400})
    told = {each.name: each for each in findings(study, game, [course_of(each) for each in study.games], refusals)}
    assert f"idle_refusal.{busy}" not in told
    sentence = told[f"idle_refusal.{idle}"].sentence
    assert sentence.startswith(f"{idle} forbade nothing of what we tried in 190 positions")
    measure = clauses.refusing_positions(study, refusals, idle)
    assert measure.value == 0 and 0.019 < measure.interval[1] < 0.025
    assert "fewer than 2.2 in 100" in sentence
    table = clauses.chapter(study, game, refusals).tables["Refusals"]
    assert [row[0] for row in table.rows] == [busy, idle]
    assert table.rows[0][3] == 1 and table.rows[1][3:] == (0, 0, measure.interval[1])


# Examples


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


# Losses


def test_who_loses_most_and_first_is_told_from_the_units_on_the_board():
    """Seat 0 loses a unit in seat 1's first move, seat 1 two in seat 0's second; seat 0 gives one of its own up."""
    units = ((16, 16), (16, 16), (15, 16), (14, 14), (14, 14))
    game, facts = made_game(scores=[None] * 4), made_facts()._replace(units=units)
    assert losses.losses_of(game, facts) == (1, 2)
    assert losses.first_to_lose(game, facts) == 0
    assert losses.first_to_lose(game, made_facts()) is None
    study = made_study([game, made_game(1, [None] * 4, opening=1)], [facts, made_facts(1)])
    assert losses.most_losing(study) == [1, None]
    assert losses.wins_of(study, losses.most_losing(study)) == ([False, False], [True, False])
    assert losses.most_losing_wins(study).value == 0


def test_what_a_loss_changes_is_seen_by_the_seat_that_suffers_it():
    """Seat 1 is taken a unit by seat 0's second move, and sees itself behind on its next turn."""
    game = made_game(scores=[(0, 0), (0, 0), (0, 0), ahead(0), (0, 0), ahead(0)])
    facts = made_facts(length=6)._replace(units=((16, 16),) * 3 + ((16, 15),) * 4)
    found = losses.rounds_of(game, facts, course_of(game))
    share = 1 / (1 + math.exp(-2))
    assert (found.with_loss, found.without_loss) == (1, 3)
    assert found.change_with == pytest.approx(0.5 - share)
    assert found.change_without == pytest.approx(0)


def test_losses_in_a_random_opening_are_nobodys():
    """The first move, a random one, takes a unit of seat 1; the players' moves take one of seat 0."""
    units = ((16, 15), (16, 15), (15, 15), (15, 15))
    game = made_game(scores=[None, (0, 0), (0, 0), ahead(1)])._replace(opening_plies=1)
    facts = made_facts()._replace(units=units, captures=(0, 1, 0))
    assert losses.losses_of(game, facts) == (0, 0)
    game = game._replace(seats=(0, 0, 1, 0))
    assert losses.losses_of(game, facts) == (1, 0) and losses.first_to_lose(game, facts) == 0
    assert losses.rounds_of(game, facts, course_of(game)).with_loss == 1


def test_losses_that_hurt_are_found_to_hurt():
    units = ((16, 16), (16, 15)) + ((16, 15),) * 3
    games = [made_game(number, [None] * 4) for number in range(40)]
    facts = [made_facts(number)._replace(units=units, captures=(1, 0, 0, 0)) for number in range(40)]
    told = analyse_findings(made_study(games, facts))["most_lost_wins"]
    assert told.weight == "fine" and "losses hurt" in told.sentence
    others = [game._replace(payoffs=(-1.0, 1.0)) for game in games]
    told = analyse_findings(made_study(others, facts))["most_lost_wins"]
    assert told.weight == "remark" and "do not hurt" in told.sentence


def test_a_game_without_losses_has_no_such_chapter():
    study = made_study([made_game(number, [None] * 4) for number in range(2)])
    assert losses.chapter(study, [course_of(game) for game in study.games]) is None


# Options


def test_clauses_that_options_switch_off_are_not_called_dead():
    plan = SelfPlayPlan.checked("exile", {}, ("random",), 20, 1, opening_plies=0)
    games = [made_game(number, [None] * 4, (1.0, *(-1 / 3,) * 3), clause="E7.1", plan=plan) for number in range(20)]
    facts = [made_facts(number)._replace(units=((4,) * 4,) * 5) for number in range(20)]
    study, game = made_study(games, facts), ludoteca.game("exile")
    assert clauses.switched_off(study, game) == ("E1.2", "E4.7")
    told = {each.clause for each in clauses.counted(study, game)}
    assert "E4.4" in told and not told & {"E1.2", "E4.7"}
    assert "E1.2 and E4.7 have nothing to rule" in clauses.chapter(study, game, clauses.Refusals()).text


def test_a_finding_and_its_chapter_write_a_share_the_same_way():
    games = [made_game(number, [None] * 4, (1.0, -1.0) if number % 24 else (-1.0, 1.0)) for number in range(240)]
    study = made_study(games)
    measure = seats.seat_shares(study)[0]
    told = figures.with_interval(measure.value, measure.unit, measure.interval)
    assert told == "96\u00a0% (93 to 98)"
    assert told in analyse_findings(study)["seat_share.1"].sentence


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
    command += " --out xiangqi-quiet-limit-off.html"
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


def test_seats_have_the_names_of_the_board():
    study = made_study([made_game(number, [None] * 4) for number in range(4)])
    assert study.seat_names == ("Red (seat 1)", "Black (seat 2)")
    chapter = seats.chapter(study)
    assert chapter.measures[0].title == "Red (seat 1) wins"
    assert [row[0] for row in chapter.charts[0].table.rows] == ["Red (seat 1)", "Black (seat 2)"]
    plan = SelfPlayPlan("exile", ludoteca.game("exile").choose({}), ("random",), 1, 1)
    assert made_study([made_game(0, [None] * 4, (1.0, *(-1 / 3,) * 3), plan=plan)]).seat_names[3] == "Seat 4"


def test_examples_show_what_their_findings_say():
    level = made_level(1, 4)
    found = analyse_findings(made_study([made_game(number, [None] * 4) for number in range(20)]), [level])
    assert [each.words for each in found["skill.engine:2"].examples] == ["Level 1 beats level 2."]
    assert [each.words for each in found["forced"].examples] == ["A usual game."]
    plan = SelfPlayPlan("xiangqi", {}, ("engine:5",), 40, 1, opening_plies=0)
    strength = made_study([made_game(number, [None] * 4, (-1.0, 1.0), plan=plan) for number in range(40)])
    (told,) = seat_findings.about_strengths([strength], plan)
    assert [each.words for each in told.examples] == ["Red (seat 1) does not win."]
