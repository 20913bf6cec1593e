"""Rules against changed rules, and findings: what is planted is found, and nothing else is."""

from random import Random

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")

import ludoteca
from ludoteca.arena.executor import InlineExecutor, PoolExecutor
from ludoteca.core.option import Value
from ludoteca.lab.compare import Variant, common_opening, compare
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.facts import facts_of_all
from ludoteca.lab.findings import Candidate, settle
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from ludoteca.lab.sequential import judge
from ludoteca.lab.study import Study, turns_of
from tests.play import IS_COMPILED

GAME = ludoteca.game("exile" if IS_COMPILED else "tic-tac-toe")
OPTIONS: dict[str, Value] = {"mode": "duel-classic", "round_limit": 12} if IS_COMPILED else {}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    plan = SelfPlayPlan.checked(GAME, OPTIONS, ("engine:1",), 20, 5, opening_plies=2)
    for _ in play_corpus(plan, folder, InlineExecutor()):
        pass
    games = list(Corpus(folder))
    return Study(games, facts_of_all(games, InlineExecutor()))


def shorter() -> Variant:
    """Rules by which games are over sooner."""
    if IS_COMPILED:
        return Variant("round_limit=4", GAME, {**OPTIONS, "round_limit": 4})
    begun = GAME.start()
    for _ in range(4):
        begun.play(begun.legal_moves()[0])
    return Variant("a game half played", GAME, {}, str(begun))


def test_the_same_rules_give_the_same_games(study):
    found = compare(study, Variant("nothing", GAME, OPTIONS), InlineExecutor())
    assert [game.moves for game in found.games] == [game.moves for game in study.games[: len(found.games)]]
    assert all(each.change.value == 0 and each.p_value == 1 for each in found.differences)
    assert all(finding.weight == "fine" for finding in settle(found.candidates))


def test_a_change_that_matters_is_found(study):
    variant = shorter()
    found = compare(study, variant, InlineExecutor())
    turns = next(each for each in found.differences if each.name == "turns")
    assert turns.after < turns.before
    assert turns.change.high < 0
    told = {finding.name: finding for finding in settle(found.candidates)}
    assert told["compare.turns"].p_value < 0.05
    changed, same = told["compare.turns"].examples
    assert changed.is_changed and not same.is_changed and changed.game == same.game
    after, before = found.games[changed.game], study.games[same.game]
    assert turns_of(after.seats) < turns_of(before.seats)
    assert (changed.ply, same.ply) == (len(after.moves), len(before.moves))
    assert variant.words in found.chapter.title
    assert {game.opening for game in found.games} <= {game.opening for game in study.games}


def test_a_comparison_is_the_same_by_any_worker(study):
    if not IS_COMPILED:
        pytest.skip("workers are slow to start uncompiled; the compiled tests have them")
    with PoolExecutor(2) as executor:
        assert compare(study, shorter(), executor) == compare(study, shorter(), InlineExecutor())


def test_openings_are_the_same_where_both_rules_allow_them(study):
    game = study.games[0]
    opening = common_opening(game.plan, game)
    assert len(opening.moves_played()) == game.opening_plies
    if not IS_COMPILED:
        # The first four cells are taken in the other start.
        plan = SelfPlayPlan.checked(GAME, {}, ("engine:1",), 20, 5, opening_plies=2, start=shorter().start)
        assert any(common_opening(plan, each) is None for each in study.games)


def test_games_of_other_seats_are_not_compared(study):
    other = Variant("chinese-checkers", ludoteca.game("chinese-checkers"), {"players": 3})
    with pytest.raises(ludoteca.LudotecaError, match="another number of seats"):
        compare(study, other, InlineExecutor())


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
    assert settle(candidates) == ()
    sure = settle([*candidates, Candidate("sure", 1e-6, "Surely.", "remark", (), "Fine.")])
    assert [finding.name for finding in sure] == ["sure"]
    fact = Candidate("fact", None, "A fact.", "remark", ())
    assert [finding.p_value for finding in settle([fact])] == [None]
    assert settle([Candidate("fine", 0.5, "Bad.", "problem", (), "Good.")])[0].sentence == "Good."
