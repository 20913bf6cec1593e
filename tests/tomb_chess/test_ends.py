"""T16: check and the end of the game."""

from collections import Counter
from random import Random

import pytest

from tests.tomb_chess.drawing import GAME, clause, fields, moves, place, played


def test_t16_1_no_move_leaves_the_own_king_attacked():
    position = place("Kb1 rb9 Pf5")
    assert clause(position, "f5-f6") == "T16.1"
    ruling = position.explain("f5-f6")
    assert "rook on b9" in ruling.message


def test_t16_1_a_unit_that_leaves_the_line_leaves_a_wall_there():
    # The rook on b5 goes aside, and its wall keeps the line closed for now.
    assert "b5-e5" in moves(place("Rb5 qb9"))


def test_t16_1_check_by_a_jester_beside_the_king():
    position = place("Kb1 Jc2 rc9")
    assert clause(position, "a2-a3") == "T16.1"
    assert "jester on c2" in position.explain("a2-a3").message


def test_t16_1_check_by_a_tomb_beside_the_king():
    position = place("Kb1 rc9", graves="c2:p")
    assert clause(position, "a2-a3") == "T16.1"
    assert "tomb on c2" in position.explain("a2-a3").message
    # By a jester too, which can land though it captures nothing.
    assert clause(place("Kb1 jd4", graves="c2:p"), "a2-a3") == "T16.1"


def test_t16_1_check_by_a_push_onto_a_tomb():
    position = place("Pa2 Pf2 rl2", graves="c2:p")
    assert "a2-a3" in moves(position)
    position = place("Pa2 Pd2 rl2", graves="c2:p")
    assert clause(position, "a2-a3") == "T16.1"


def test_t16_1_not_if_it_would_kill_the_enemy_s_own_king():
    assert "a2-a3" in moves(place("Kb1 Jc2 kd3 rc9 pl9"))


def test_t16_1_a_dead_king_loses():
    position = place("Re5 kl6 pl9", graves="k5:p")
    after = played(position, "e5-k5")
    outcome = after.outcome()
    assert (outcome.winner, outcome.clause) == (0, "T16.1")
    assert not after.legal_moves()
    assert str(GAME.parse(str(after))) == str(after)


def test_t16_2_no_legal_move_loses():
    # The king in the corner is walled in, and its only friend is attacked and paralysed.
    position = place("Ka1 Pc1 rc7", states="c1=p2", walls="a2:1,b1:1,b2:1")
    outcome = position.outcome()
    assert (outcome.winner, outcome.clause) == (1, "T16.2")
    assert clause(position, "c1-c2") == "T16.2"


def test_t16_3_no_pawn_left_loses():
    after = played(GAME.parse("10k1/12/12/12/4p7/12/12/4R7/12/12/P11/1K10 S - - - - 1"), "e5-e8")
    outcome = after.outcome()
    assert (outcome.winner, outcome.clause) == (0, "T16.3")


def test_t16_3_promoting_the_last_pawn_loses():
    position = GAME.parse("10k1/4P7/12/12/12/12/12/12/12/12/p11/6K5 S - - - - 1")
    assert played(position, "e11-e12=Q").outcome().winner == 1


def test_t16_4_a_king_s_death_counts_before_pawns():
    # The last pawn of North and its king die in one explosion.
    position = GAME.parse("12/3kp7/12/4R7/12/12/12/12/12/12/P11/1K10 S - - e10:n - 1")
    assert played(position, "e9-e10").outcome().clause == "T16.1"


def test_t16_4_if_both_lose_their_pawns_the_mover_loses():
    position = GAME.parse("10k1/3Pp7/12/4R7/12/12/12/12/12/12/12/1K10 S - - e10:n - 1")
    outcome = played(position, "e9-e10").outcome()
    assert (outcome.winner, outcome.clause) == (1, "T16.3")


def test_t16_5_the_third_occurrence_is_a_draw():
    position = place("")
    cycle = ["b1-c1-d1", "k12-j12-i12", "a2-a3", "l11-l10", "d1-c1-b1", "i12-j12-k12", "a3-a2", "l10-l11"]
    seen = Counter([same(position)])
    while position.outcome() is None:
        position.push_text(cycle[len(position.moves_played()) % len(cycle)])
        seen[same(position)] += 1
        assert (position.outcome() is None) == (seen[same(position)] < 3)
    # Where the first walls come from matters, so the first position itself does not come back at once.
    assert position.outcome().clause == "T16.5"
    assert len(position.moves_played()) > 16
    assert not position.legal_moves()
    position.undo()
    assert position.outcome() is None


def same(position):
    """T16.5: all of the text but the pusher and the turn."""
    return tuple(fields(position)[name] for name in ("board", "side", "states", "walls", "graves"))


def test_t16_6_there_is_no_50_move_rule():
    """A walk of two kings without any capture goes on for more than 100 plies."""
    position = place("", turn_limit="off")
    random = Random(6)
    for _ in range(130):
        quiet = [text for text in moves(position) if text.count("-") == 1 and text[0] not in "~r"]
        position.push_text(random.choice(sorted(quiet)))
        assert position.outcome() is None or position.outcome().clause != "T16.6"
        if position.outcome() is not None:
            break


def test_t16_7_the_game_is_drawn_after_turn_500():
    position = place("", side="N", turn=500)
    assert position.outcome() is None
    after = played(position, "l11-l10")
    assert fields(after)["turn"] == "501"
    assert after.outcome().clause == "T16.7"
    assert played(place("", side="N", turn=500, turn_limit="off"), "l11-l10").outcome() is None
    assert played(place("", side="N", turn=3, turn_limit=3), "l11-l10").outcome().clause == "T16.7"


def test_t16_8_a_finished_position_has_no_moves_and_says_why():
    after = place("", turn=501)
    assert not after.legal_moves()
    assert clause(after, "a2-a3") == "T16.7"
    assert clause(after, "nonsense") == "T18"


@pytest.mark.parametrize("seat", [0, 1])
def test_payoffs(seat):
    after = played(GAME.parse("10k1/12/12/12/4p7/12/12/4R7/12/12/P11/1K10 S - - - - 1"), "e5-e8")
    assert after.outcome().payoffs[seat] == (1.0 if seat == 0 else -1.0)
