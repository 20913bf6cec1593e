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
from ludoteca.lab.analyse import analyse, analyse_games
from ludoteca.lab.analysis import Analysis, Measure
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.course import course_of, leader_of, moments_of
from ludoteca.lab.facts import facts_of
from ludoteca.lab.findings import findings
from ludoteca.lab.metrics import board, clauses, ends, length, openings, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.refusal_samples import POSITIONS, sample_refusals
from ludoteca.lab.rule_examples import rule_position
from ludoteca.lab.study import Study, points_of, turns_of, winner_of
from ludoteca.search import scores
from tests.lab.made_games import LEAD, ahead, made_facts, made_game, made_study
from tests.play import IS_COMPILED


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
    assert games.plan.opening_plies == 0 and games.plan.players == ("engine:7,variety",)
    begun = openings.openings_of(Study(list(games)))
    first = next(iter(games))
    assert begun.beginnings[0].keys == tuple(position.key for position in islice(first.positions(), openings.DEPTH + 1))
    assert begun.beginnings[0].first_move == first.record().moves[0]
    assert len({each.keys[0] for each in begun.beginnings}) == 1
    (chapter,) = (each for each in analysis.chapters if each.title == "Openings")
    assert "without random moves" in chapter.text and "level 7 with variety" in chapter.text
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


def test_games_that_were_cut_have_a_bar_of_their_own():
    games = [made_game(number, seats=(0, 1) * (5 + number)) for number in range(20)]
    cut = made_game(20, seats=(0, 1) * 500, payoffs=())
    chapter = length.chapter(made_study([*games, cut]))
    lengths = chapter.charts[0]
    assert lengths.labels[0] == "10 to 13" and lengths.labels[-2:] == ("46 to 49", "cut at 1,000")
    assert lengths.table.rows[-1] == ("cut at 1,000", 1) and lengths.series[0].y[-1] == 1
    assert sum(lengths.series[0].y) == 21
    assert "1 of 21 games was cut after 1,000 moves, and counted as if that were the end." in chapter.text
    chapter = length.chapter(made_study(games))
    assert "cut" not in chapter.text and "cut" not in " ".join(chapter.charts[0].labels)
    assert length.chapter(made_study([cut])).charts[0].labels == ("cut at 1,000",)


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
        wish, number, ply = re.fullmatch(r"(.+) in game (\d+), after (\d+) moves", example).groups()
        assert 0 <= int(ply) < lengths[int(number)]
        position = next(islice(next(each for each in games if each.number == int(number)).positions(), int(ply), None))
        assert position.explain(wish).clause == clause
    (table,) = (table for chapter in small[3].chapters for name, table in chapter.tables.items() if name == "Refusals")
    assert {row[0]: row[-1] for row in table.rows if row[-1]} == found.examples


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
    assert table.rows[0][3] == 1 and table.rows[1][3:] == (0, 0, measure.interval[1], None)


def test_clauses_that_options_switch_off_are_not_called_dead():
    plan = SelfPlayPlan.checked("exile", {}, ("random",), 20, 1, opening_plies=0)
    games = [made_game(number, [None] * 4, (1.0, *(-1 / 3,) * 3), clause="E7.1", plan=plan) for number in range(20)]
    facts = [made_facts(number)._replace(units=((4,) * 4,) * 5) for number in range(20)]
    study, game = made_study(games, facts), ludoteca.game("exile")
    assert clauses.switched_off(study, game) == ("E1.2", "E4.7")
    told = {each.clause for each in clauses.counted(study, game)}
    assert "E4.4" in told and not told & {"E1.2", "E4.7"}
    assert "E1.2 and E4.7 have nothing to rule" in clauses.chapter(study, game, clauses.Refusals()).text


def test_the_chapter_says_why_its_chance_is_smaller_than_that_of_the_finding():
    games = [made_game(number, [None] * 4, (1.0, -1.0) if number % 4 else (-1.0, 1.0)) for number in range(48)]
    text = seats.chapter(made_study(games)).text
    assert "equal seats, fewer than 1 of 1,000 reports" in text and "if this were all that they asked" in text
    assert "allows for all other questions of this page, too: a chance that is told there is larger." in text


def test_seats_have_the_names_of_the_board():
    study = made_study([made_game(number, [None] * 4) for number in range(4)])
    assert study.seat_names == ("Red (seat 1)", "Black (seat 2)")
    chapter = seats.chapter(study)
    assert chapter.measures[0].title == "Red (seat 1) wins"
    assert [row[0] for row in chapter.charts[0].table.rows] == ["Red (seat 1)", "Black (seat 2)"]
    plan = SelfPlayPlan("exile", ludoteca.game("exile").choose({}), ("random",), 1, 1)
    assert made_study([made_game(0, [None] * 4, (1.0, *(-1 / 3,) * 3), plan=plan)]).seat_names[3] == "Seat 4"
