"""Rules against changed rules, and findings: what is planted is found, and nothing else is."""

import re
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import Executor, InlineExecutor, PoolExecutor
from ludoteca.core.option import Value
from ludoteca.lab.analysis import Unit
from ludoteca.lab.candidate import Candidate, Question, most_in_100, settle
from ludoteca.lab.changed_games import ChangedGames, Variant, common_opening
from ludoteca.lab.compare import Comparison, Difference, compare, quantities
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.facts import facts_of_all
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.sequential import judge
from ludoteca.lab.statistics import Estimate
from ludoteca.lab.study import Study, turns_of
from tests.lab.made_games import made_game, made_study
from tests.play import IS_COMPILED

GAME = ludoteca.game("exile" if IS_COMPILED else "tic-tac-toe")
UNITS: dict[str, Unit] = {"turns": "number", "forced": "share", "drama": "points"}
OPTIONS: dict[str, Value] = {"mode": "duel-classic", "round_limit": 12} if IS_COMPILED else {}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    plan = SelfPlayPlan.checked(GAME, OPTIONS, ("engine:1",), 20, 5, opening_plies=2)
    for _ in play_corpus(plan, folder, InlineExecutor()):
        pass
    games = list(Corpus(folder))
    return Study(games, facts_of_all(games, InlineExecutor()))


def compared(study: Study, variant: Variant, folder: Path, executor: Executor | None = None) -> Comparison:
    """A study compared with what is played by changed rules; games in the folder are not played again."""
    executor = executor or InlineExecutor()
    changed = ChangedGames(study.games, variant, folder)
    for _ in changed.play(executor):
        pass
    return compare(study, changed, executor)


def shorter() -> Variant:
    """Rules by which games are over sooner."""
    if IS_COMPILED:
        return Variant("round_limit=4", GAME, {**OPTIONS, "round_limit": 4})
    begun = GAME.start()
    for _ in range(4):
        begun.play(begun.legal_moves()[0])
    return Variant("a game half played", GAME, {}, str(begun))


def test_the_same_rules_give_the_same_games(study, tmp_path):
    found = compared(study, Variant("nothing", GAME, OPTIONS), tmp_path)
    assert [game.moves for game in found.games] == [game.moves for game in study.games[: len(found.games)]]
    assert all(each.change.value == 0 and each.p_value == 1 for each in found.differences)
    (told,) = settle(found.candidates, "play {}".format)
    begin = f"nothing changed none of {len(found.games)} games (so most likely it matters in fewer than "
    assert told.sentence.startswith(begin) and told.sentence.endswith(" in 100 games).")
    assert told.weight == "remark" and not told.examples
    assert all(row[3:] == ("unchanged", "", "", "") for table in found.chapter.tables.values() for row in table.rows)


def test_a_change_that_matters_is_found(study, tmp_path):
    variant = shorter()
    found = compared(study, variant, tmp_path)
    turns = next(each for each in found.differences if each.name == "turns")
    assert turns.after < turns.before
    assert turns.change.high < 0
    told = {finding.name: finding for finding in settle(found.candidates, "play {}".format)}
    assert told["compare.turns"].p_value < 0.05
    changed, same = told["compare.turns"].examples
    assert changed.is_changed and not same.is_changed and changed.game == same.game
    after, before = found.games[changed.game], study.games[same.game]
    assert turns_of(after.seats) < turns_of(before.seats)
    assert (changed.ply, same.ply) == (len(after.moves), len(before.moves))
    assert variant.words in found.chapter.title
    assert {game.opening for game in found.games} <= {game.opening for game in study.games}


def test_games_by_changed_rules_are_kept_and_an_interrupted_comparison_goes_on(study, tmp_path):
    whole = ChangedGames(study.games, shorter(), tmp_path / "whole")
    progress = list(whole.play(InlineExecutor()))
    assert progress[0] == (0, 20, 0) and progress[-1] == (20, 20, 20)
    assert list(Corpus(whole.folder)) == whole.games

    interrupted = ChangedGames(study.games, shorter(), tmp_path / "other")
    for told in interrupted.play(InlineExecutor()):
        if told.played == 5:
            break
    files = sorted(interrupted.folder.glob("*.parquet"))
    assert len(files) == 5
    files[0].write_bytes(b"damaged")

    again = ChangedGames(study.games, shorter(), tmp_path / "other")
    assert [each.played for each in again.play(InlineExecutor())][-1] == 16
    assert again.games == whole.games
    assert sorted(path.name for path in again.folder.iterdir()) == sorted(path.name for path in whole.folder.iterdir())
    assert [
        each.played for each in ChangedGames(study.games, shorter(), tmp_path / "other").play(InlineExecutor())
    ] == [0]


def test_each_change_has_a_folder_of_its_own(study, tmp_path):
    same = Variant("nothing", GAME, OPTIONS)
    folders = {ChangedGames(study.games, variant, tmp_path).folder for variant in (same, same, shorter())}
    assert len(folders) == 2
    assert all(folder.parent == tmp_path and folder.name.startswith("changed-") for folder in folders)


def test_a_comparison_is_the_same_by_any_worker(study, tmp_path):
    if not IS_COMPILED:
        pytest.skip("workers are slow to start uncompiled; the compiled tests have them")
    with PoolExecutor(2) as executor:
        found = compared(study, shorter(), tmp_path / "a", executor)
    assert found == compared(study, shorter(), tmp_path / "b")


def test_openings_are_the_same_where_both_rules_allow_them(study):
    game = study.games[0]
    opening = common_opening(game.plan, game)
    assert len(opening.moves_played()) == game.opening_plies
    if not IS_COMPILED:
        # The first four cells are taken in the other start.
        plan = SelfPlayPlan.checked(GAME, {}, ("engine:1",), 20, 5, opening_plies=2, start=shorter().start)
        assert any(common_opening(plan, each) is None for each in study.games)


def test_games_of_other_seats_are_not_compared(study, tmp_path):
    other = Variant("chinese-checkers", ludoteca.game("chinese-checkers"), {"players": 3})
    with pytest.raises(ludoteca.LudotecaError, match="another number of seats"):
        ChangedGames(study.games, other, tmp_path)


def test_a_sequential_test_raises_no_alarm_and_finds_what_matters():
    random = Random(1)
    experiments, alarms, found, openings = 300, 0, 0, 0
    for _ in range(experiments):
        alarms += _run(random, 0.0)[0] == "changed"
        words, length = _run(random, 0.12)
        found += words == "changed"
        openings += length
    # Three standard errors above one in twenty.
    assert alarms <= 0.088 * experiments
    # A difference of 12 % of the games is found with a power of 0.99, after 250 openings on average.
    assert found >= 0.92 * experiments
    assert openings / experiments < 350


def _run(random: Random, change: float) -> tuple[str, int]:
    """Looks after every 16 openings; the two games of an opening share its luck."""
    differences: list[float] = []
    while len(differences) < 2000:
        for _ in range(16):
            chance = random.choice((0.25, 0.6))
            differences.append((random.random() < chance + change) - (random.random() < chance))
        if words := judge(differences).words:
            return words, len(differences)
    return "", len(differences)


def test_holm_is_over_all_findings():
    candidates = [Candidate(f"measure.{index}", 0.01, "Something.", "problem", ()) for index in range(10)]
    assert settle(candidates, "play {}".format) == ()
    sure = settle([*candidates, Candidate("sure", 1e-6, "Surely.", "remark")], "play {}".format)
    assert [finding.name for finding in sure] == ["sure"]
    fact = Candidate("fact", None, "A fact.", "remark", ())
    assert [finding.p_value for finding in settle([fact], "play {}".format)] == [None]


@pytest.mark.parametrize(
    ("interval", "p_value", "weight"),
    [
        ((0.1, 0.25), 0.9, "fine"),
        ((0.1, 0.35), 0.9, "unknown"),
        ((0.35, 0.6), 0.001, "problem"),
        ((0.35, 0.6), 0.2, "unknown"),
        ((0.29, 0.6), 0.001, "unknown"),
    ],
)
def test_the_whole_interval_decides(interval, p_value, weight):
    value = sum(interval) / 2
    asked = Question(((value, interval),), 0.3, (0.0, 0.3), 100, "Good.", "whether it is")
    (found,) = settle([Candidate("draws", p_value, "Bad.", "problem", (), asked)], "play {}".format)
    assert found.weight == weight
    told = {"fine": "Good.", "problem": "Bad.", "unknown": "100 games are too few to say whether it is. It takes "}
    assert found.sentence.startswith(told[weight])


def test_the_number_of_games_that_would_settle_it_goes_by_the_interval():
    def needed(value: float, low: float, high: float) -> float:
        return Question(((value, (low, high)),), 0.3, (float("-inf"), 0.3), 100).games_needed()[0]

    # Half as wide takes four times as many.
    assert needed(0.2, 0.1, 0.4) == pytest.approx(400)
    # What is beyond the limit has to stand the correction, too.
    assert 1000 < needed(0.4, 0.2, 0.6) < 1200
    # The interval of what never happens shrinks faster.
    assert needed(0.0, 0.0, 0.6) == pytest.approx(200)
    assert needed(0.3, 0.2, 0.4) == float("inf")


def test_the_number_of_games_holds_if_the_truth_is_as_awkward_as_is_likely():
    asked = Question(((0.79, (0.6, 0.91)),), 0.5, (0.4, 0.6), 24, unclear="who is favoured", likely="Seat 1 wins more")
    usual, awkward = asked.games_needed()
    assert awkward > 1.5 * usual
    (found,) = settle([Candidate("seat", 0.02, "", "problem", (), asked), *unproved(11)], "play {}".format)
    assert found.sentence.startswith("Seat 1 wins more. Among the 12 questions that this page asks at once, that is no")
    assert re.search(r"It takes about (\d+) games to tell: play \1$", found.sentence)
    close = Question(((0.28, (0.1, 0.45)),), 0.3, (float("-inf"), 0.3), 24, unclear="whether")
    (found,) = settle([Candidate("draws", 0.5, "", "problem", (), close)], "play {}".format)
    assert "or many more if it is as close as it may be" in found.sentence or "too close" in found.sentence


def test_few_games_at_the_limit_do_not_say_that_no_number_is_enough():
    """Five of 20 games, where five would be usual."""
    told = {}
    for games in (20, 30_000):
        asked = Question(((0.25, (0.11, 0.47)),), 0.25, None, games, unclear="whether losses hurt")
        (found,) = settle([Candidate("losses", 1.0, "", "remark", (), asked)], "play {}".format)
        told[games] = found.sentence
    assert told[20].endswith("too close to say how many would tell. Four times as many halve the range: play 80")
    assert told[30_000].endswith("Even 100,000 games may not be enough: it is too close.")


def test_the_number_of_games_is_the_same_on_every_page():
    """A report asks 12 questions, a comparison of the same games 30."""
    asked = Question(((0.29, (0.25, 0.34)),), 0.25, (0.2, 0.3), 400, unclear="who is favoured")
    seat = Candidate("seat", 0.06, "", "problem", (), asked)
    report, comparison = (settle([seat, *unproved(others)], "play {}".format) for others in (11, 29))
    assert "400 games are too few to say who is favoured. It takes about " in report[0].sentence
    assert report[0].sentence == comparison[0].sentence


def test_a_comparison_that_ends_early_asks_for_no_more_games(study, tmp_path, monkeypatch):
    likely = Estimate(5.0, 1.0, 9.0, 2.0)
    made = [Difference("turns", "Turns", "number", 20.0, 25.0, likely, 0.01, 0.01, 0)]
    monkeypatch.setattr("ludoteca.lab.compare.differences", lambda before, after: made)
    for is_settled in (False, True):
        monkeypatch.setattr("ludoteca.lab.changed_games.settled", lambda before, after, says=is_settled: says)
        found = compared(study, shorter(), tmp_path / str(is_settled))
        (told,) = settle([*found.candidates, *unproved(100)], "play {}".format)
        assert (
            re.search(r" games to tell: play \d+$", told.sentence)
            if not is_settled
            else (
                told.sentence.endswith(
                    " games to tell: more than are played, as a comparison ends when it is clear who wins"
                )
            )
        )


def test_the_clearest_differences_are_told_even_if_they_are_no_proof(study, tmp_path, monkeypatch):
    likely = Estimate(5.0, 1.0, 9.0, 2.0)
    names = ("turns", "decisions", "captures", "lead_changes")
    made = [Difference(name, name, "number", 20.0, 25.0, likely, 0.01, 0.01, 0) for name in names]
    monkeypatch.setattr("ludoteca.lab.compare.differences", lambda before, after: made)
    found = compared(study, shorter(), tmp_path)
    told = settle([*found.candidates, *unproved(10**6)], "play {}".format)
    named = [each for each in told if "that is no proof yet" in each.sentence]
    assert len(named) == 3
    assert all(" instead of " in each.sentence and each.weight == "unknown" for each in named)


def test_the_table_has_the_chance_that_goes_with_the_interval(study, tmp_path, monkeypatch):
    real = compared(study, shorter(), tmp_path).differences
    assert all(each.chance == each.p_value for each in real if not (each.is_of_a_seat or each.name == "draws"))
    change = Estimate(-0.27, -0.54, -0.001, 0.13)
    made = [Difference("seat_share.3", "Seat 3 wins", "share", 0.5, 0.23, change, 0.349, 0.049, 0)]
    monkeypatch.setattr("ludoteca.lab.compare.differences", lambda before, after: made)
    found = compared(study, shorter(), tmp_path)
    assert found.chapter.tables["Shares"].rows[0][3:] == (-0.27, -0.54, -0.001, 0.049)
    assert [each.p_value for each in found.candidates] == [0.349]


def test_a_small_but_clear_difference_is_told_of_all_but_seats(study, tmp_path, monkeypatch):
    small = Estimate(0.05, 0.03, 0.07, 0.01)
    names = ("seat_share.1", "forced", "uncertainty")
    made = [Difference(name, name, "share", 0.2, 0.25, small, 0.001, 0.001, 0) for name in names]
    monkeypatch.setattr("ludoteca.lab.compare.differences", lambda before, after: made)
    candidates = compared(study, shorter(), tmp_path).candidates
    told = {each.name: each.weight for each in settle([*candidates, *unproved(1000)], "play {}".format)}
    assert told == {
        "compare.seat_share.1": "fine",
        "compare.forced": "unknown",
        "compare.uncertainty": "unknown",
    }


def test_seats_are_called_as_the_board_does():
    found = list(quantities(made_study([made_game(number, [None] * 4) for number in range(4)])))
    assert [each.title for each in found[:2]] == ["Red (seat 1) wins", "Black (seat 2) wins"]
    none = Estimate(0.0, 0.0, 0.0, 0.0)
    told = [Difference(each.name, each.title, each.unit, 0.5, 0.5, none, 1.0, 1.0, 0).words for each in found[:3]]
    assert told == ["Red (seat 1) wins", "Black (seat 2) wins", "draws"]


def unproved(count: int) -> list[Candidate]:
    return [Candidate(f"other.{number}", 0.9, "", "problem") for number in range(count)]


def test_options_are_told_by_their_clause_where_they_change_nothing(tmp_path):
    game = ludoteca.game("xiangqi")
    plan = SelfPlayPlan.checked(game, {}, ("random",), 2, 1, opening_plies=2, max_moves=4)
    for _ in play_corpus(plan, tmp_path, InlineExecutor()):
        pass
    games = list(Corpus(tmp_path))
    study = Study(games, facts_of_all(games, InlineExecutor()))
    options = {**plan.options, "quiet_limit": None}
    (told,) = settle(compared(study, Variant("quiet_limit=off", game, options), tmp_path).candidates, "play {}".format)
    (clause,) = set(game.clauses_off(game.choose(options))) - set(game.clauses_off(plan.options))
    assert (
        told.sentence
        == f"quiet_limit=off changed none of 2 games, of which none came to an end: {clause} never came up."
    )


def test_what_changed_nothing_and_what_never_happened_have_one_number(study, tmp_path, monkeypatch):
    """Four games were cut: nobody knows what would have changed later."""
    monkeypatch.setattr("ludoteca.lab.compare.facts_of_all", lambda games, executor: study.facts)
    games = [game._replace(payoffs=(), clause="") if place < 4 else game for place, game in enumerate(study.games)]
    base = Study(games, study.facts)
    changed = ChangedGames(games, Variant("nothing", GAME, OPTIONS), tmp_path)
    changed.games = games
    (told,) = settle(compare(base, changed, InlineExecutor()).candidates, "play {}".format)
    dead = most_in_100(base.share("", "", "", [False] * 20, [not game.is_cut for game in games]))
    assert told.sentence == (
        f"nothing changed none of 20 games, of which 16 came to an end (so most likely it matters in fewer than {dead} "
        "games)."
    )


def test_points_of_winning_chance_are_not_told_as_shares(study, tmp_path, monkeypatch):
    change = Estimate(0.05, 0.03, 0.07, 0.01)
    made = [Difference(name, name, unit, 0.2, 0.25, change, 0.001, 0.001, 0) for name, unit in UNITS.items()]
    monkeypatch.setattr("ludoteca.lab.compare.differences", lambda before, after: made)
    tables = compared(study, shorter(), tmp_path).chapter.tables
    assert {title: (table.rows[0][0], table.units[1], table.units[3]) for title, table in tables.items()} == {
        "Shares": ("forced", "share", "points"),
        "Points of winning chance": ("drama", "points", "points"),
        "Numbers": ("turns", "number", "number"),
    }
