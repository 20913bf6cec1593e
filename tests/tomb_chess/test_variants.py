"""The options that switch rules off: T4.9, T5.9, T7.9, T8.10, T14.10 and T14.11."""

import pickle
from random import Random
from typing import Any

import pytest

import ludoteca
from ludoteca.core.ruling import InvalidPosition
from ludoteca.core.usage import Usage
from ludoteca.games.tomb_chess import picking
from ludoteca.games.tomb_chess.board import GEOMETRY
from ludoteca.search.playout import Playout
from tests.play import IS_COMPILED
from tests.tomb_chess.comparison import GAME, choose, crowded, form, game

SWITCHES = ("double_moves", "bounces", "walls", "tombs", "rotations", "mind_control")
every_variant = pytest.mark.parametrize("without", [*((name,) for name in SWITCHES), SWITCHES], ids="+".join)


def off(*names: str) -> dict[str, bool]:
    return dict.fromkeys(names, False)


def refused_only_without(text: str, move: str, option: str) -> ludoteca.Ruling:
    """The ruling against a move with an option off, which is legal by default."""
    assert GAME.parse(text).explain(move) is None
    position = GAME.parse(text, **off(option))
    ruling = position.explain(move)
    assert ruling
    assert GAME.parse(text).parse_move(move) not in position.legal_moves()
    return ruling


def test_t4_9_without_double_moves_a_turn_has_one_leg():
    start = str(GAME.start())
    assert refused_only_without(start, "e2-e3-e4", "double_moves").clause == "T4.9"
    position = GAME.start(double_moves=False)
    assert position.explain("e2-e3") is None
    assert {form(position.move_text(move)) for move in position.legal_moves()} >= {"single", "rotation", "swap"}
    assert "double" not in {form(position.move_text(move)) for move in position.legal_moves()}


def test_t4_9_a_rook_still_pushes_after_its_leg():
    text = "5k6/12/p11/12/12/12/12/12/p11/12/12/RP3K6 S - - - - 1"
    assert GAME.parse(text, double_moves=False).explain("a1-a3>") is None


def test_t5_9_without_walls_a_path_stays_free():
    text = "5k6/11p/12/12/12/12/12/12/12/12/P11/R4K6 S - - - - 1"
    walled, free = GAME.parse(text), GAME.parse(text, walls=False)
    for position in (walled, free):
        position.push_text("a2-a3")
        position.push_text("f12-f11")
    assert str(walled).split()[3] == "a2:1,f12:2"
    assert str(free).split()[3] == "-"
    assert walled.explain("a1-a2").clause == "T5.4"
    assert free.explain("a1-a2") is None


def test_t5_9_without_walls_a_pinned_unit_may_not_leave_its_line():
    """The wall that it leaves behind would keep its king safe."""
    text = "4kr6/p11/12/12/12/12/12/12/12/5N6/P11/5K6 S - - - - 1"
    assert refused_only_without(text, "f3-d4", "walls").clause == "T16.1"


def test_t5_9_walls_that_were_set_up_stand_for_their_turns():
    text = "5k6/p11/12/12/12/12/12/12/12/12/P11/R4K6 S - c1:2 - - 1"
    position = GAME.parse(text, walls=False)
    assert position.explain("a1-d1").clause in ("T5.4", "T5.5")
    position.push_text("a2-a3")
    position.push_text("a11-a10")
    assert str(position).split()[3] == "-"


def test_t7_9_without_bounces_a_line_ends_before_what_it_meets():
    text = "5k6/p11/12/12/12/12/12/12/12/12/P11/2B2K6 S - - - - 1"
    assert refused_only_without(text, "c1-l10*k11", "bounces").clause == "T7.9"
    position: Any = GAME.parse(text, bounces=False)
    picked = picking.text_of(position, (GEOMETRY.cell("c1"), "bounce", GEOMETRY.cell("l10")))
    assert isinstance(picked, ludoteca.Ruling)
    assert picked.clause == "T7.9"


def test_t8_10_without_tombs_the_dead_vanish():
    text = "5k6/p11/12/12/12/12/12/12/3p8/12/P11/3R1K6 S - - - - 1"
    with_tombs, without = GAME.parse(text), GAME.parse(text, tombs=False)
    for position in (with_tombs, without):
        position.push_text("d1-d4")
        position.push_text("f12-f11")
        position.push_text("d4-d6")
    assert str(with_tombs).split()[4] == "d4:p"
    assert str(without).split()[4] == "-"


def test_t8_10_nobody_respawns():
    text = "5k6/p11/12/12/12/12/12/12/12/12/P11/5K6 S - - c5:R! - 1"
    assert GAME.parse(text).explain("+c5") is None
    with pytest.raises(InvalidPosition, match=r"T8\.10"):
        GAME.parse(text, tombs=False)
    assert GAME.parse(text.replace("c5:R!", "-"), tombs=False).explain("+c5").clause == "T8.10"


def test_t8_10_a_finished_game_without_a_king_can_be_written_and_read():
    text = "5k6/p11/12/12/12/12/12/12/12/12/P11/12 S - - - - 1"
    position = GAME.parse(text, tombs=False)
    assert (position.outcome().clause, position.outcome().winner) == ("T16.1", 1)
    assert str(position) == text
    with pytest.raises(InvalidPosition):
        GAME.parse(text)
    with pytest.raises(InvalidPosition):
        GAME.parse(text.replace("k", "1"), tombs=False)


def test_t8_10_a_captured_jester_explodes_all_the_same():
    text = "5k6/p11/12/12/12/12/12/12/2pjp7/12/P11/3R1K6 S - - - - 1"
    position = GAME.parse(text, tombs=False)
    position.push_text("d1-d4")
    assert str(position).split()[0] == "5k6/p11/12/12/12/12/12/12/12/12/P11/5K6"


def test_t14_10_without_rotations_no_block_turns():
    assert refused_only_without(str(GAME.start()), "rot:b2:2:90", "rotations").clause == "T14.10"


def test_t14_11_without_mind_control_nobody_moves_an_enemy():
    text = "5k6/p11/12/12/12/12/12/12/3n8/12/P11/3R1K6 S - - - - 1"
    ruling = refused_only_without(text, "~d4-e6", "mind_control")
    assert ruling.clause == "T14.11"


@every_variant
def test_random_games_agree_with_the_reference(without):
    for seed in range(4 if IS_COMPILED else 1):
        random = Random(f"{without} {seed}")
        for position, found in game(random, 2, crowded(random, without), without):
            assert not found, position


@every_variant
def test_the_fast_judgement_is_the_slow_one(without):
    random = Random("+".join(without))
    for _ in range(8 if IS_COMPILED else 2):
        position: Any = GAME.parse(crowded(random, without), **off(*without))
        for _ in range(4):
            legal = position.legal_moves()
            position.test_every_move(True)
            assert position.legal_moves() == legal, str(position)
            position.test_every_move(False)
            if not legal:
                break
            position.play(position.parse_move(choose([position.move_text(move) for move in legal], random)))


@every_variant
def test_what_is_switched_off_never_happens_and_copies_keep_it(without):
    position = GAME.start(**off(*without))
    Playout(3).run(position, 60 if IS_COMPILED else 8)
    record = ludoteca.read_record(str(ludoteca.Record.of(position)))
    for other in (position.copy(), pickle.loads(pickle.dumps(position)), record.replay()):
        assert other.options == position.options
        assert other.legal_moves() == position.legal_moves()
    replayed = GAME.start(**off(*without))
    absent = {"double_moves": "double", "bounces": "bounce", "rotations": "rotation", "mind_control": "mind control"}
    for move in position.moves_played():
        kind = form(replayed.move_text(move)).removesuffix(" with push")
        assert kind not in {absent[name] for name in without if name in absent}
        replayed.play(move)
        fields = str(replayed).split()
        assert "walls" not in without or fields[3] == "-"
        assert "tombs" not in without or fields[4] == "-"


@every_variant
def test_no_clause_takes_part_that_is_switched_off(without):
    chapters = {
        "double_moves": ("T4.",),
        "bounces": ("T7.",),
        "walls": ("T5.",),
        "tombs": ("T8.1", "T8.2", "T8.3", "T8.4", "T8.5", "T8.6", "T8.7", "T9."),
        "rotations": ("T14.6",),
        "mind_control": ("T14.3", "T14.4"),
    }
    position = GAME.start(**off(*without))
    usage = Usage(GAME.usage_clauses)
    position.attach_usage(usage)
    Playout(5).run(position, 80 if IS_COMPILED else 12)
    fired = [clause for clause, count in usage.counts().items() if count]
    assert fired
    for name in without:
        assert [clause for clause in fired if clause.startswith(chapters[name])] == []
