"""C4: how games end."""

import pytest

import ludoteca
from tests.chinese_checkers.drawing import GAME, home_area, position, size, text
from tests.chinese_checkers.reference import ACROSS, SEATS

SIZES = (2, 3, 4, 6)
every_size = pytest.mark.parametrize("players", SIZES)

GATES = {"N": "m5n1", "S": "e5d1", "NE": "m9m10", "SW": "e5e4", "NW": "m5m4", "SE": "e9e10"}
"""A step into each area of ten holes, and below into those of fifteen."""
GATES_OF_FIFTEEN = {"N": "l4m5", "S": "f4e5"}
MIDDLE = [f"{row}{number}" for row in "ghik" for number in range(3, 9)]


def one_step_from_home(players, seat, **options):
    """All pieces of a seat are home but one, which stands in front; whoever starts there has gone to the middle."""
    goal = ACROSS[SEATS[players][seat - 1]]
    move = GATES_OF_FIFTEEN[goal] if players == 2 else GATES[goal]
    pieces = dict.fromkeys(home_area(players, seat), seat)
    pieces[move[:2]] = pieces.pop(move[2:])
    if goal in SEATS[players]:
        pieces |= dict.fromkeys(MIDDLE[: size(players)], SEATS[players].index(goal) + 1)
    return position(pieces, seat, players, **options), move


@every_size
def test_c4_1_the_first_to_be_home_wins(players):
    for seat in range(1, players + 1):
        game, move = one_step_from_home(players, seat)
        assert game.outcome() is None
        game.push_text(move)
        outcome = game.outcome()
        assert (outcome.clause, outcome.winner) == ("C4.1", seat - 1)
        share = -1 / (players - 1)
        assert outcome.payoffs == tuple(1 if other == seat - 1 else share for other in range(players))
        assert game.legal_moves() == []
        assert game.to_move == seat % players
        assert game.explain("a1b1").clause == game.explain("pass").clause == "C4.1"
        game.undo()
        assert game.outcome() is None
        assert game.legal_moves()


def test_c4_1_a_set_up_position_may_be_over():
    game, move = one_step_from_home(2, 1)
    game.push_text(move)
    again = GAME.parse(str(game))
    assert again.outcome() == game.outcome()
    assert again.legal_moves() == []
    with pytest.raises(ValueError, match="not a move"):
        again.play(0)


def test_c4_1_two_players_cannot_both_be_home():
    pieces = dict.fromkeys(home_area(2, 1), 1) | dict.fromkeys(home_area(2, 2), 2)
    with pytest.raises(ludoteca.InvalidPosition, match="both home"):
        GAME.parse(text(pieces, 1, 2))


TO_AND_FRO = (("g4", "g5"), ("g7", "g8"), ("i2", "i3"), ("i7", "i8"), ("k4", "k5"), ("k7", "k8"))


@every_size
def test_c4_2_the_third_time_is_a_draw(players):
    """Everybody goes to and fro twice."""
    game = position({TO_AND_FRO[seat][0]: seat + 1 for seat in range(players)}, players=players)
    for turn in range(4 * players):
        assert game.outcome() is None
        one, other = TO_AND_FRO[turn % players]
        game.push_text(other + one if turn // players % 2 else one + other)
    outcome = game.outcome()
    assert (outcome.clause, outcome.winner, outcome.payoffs) == ("C4.2", None, (0,) * players)
    assert game.legal_moves() == []
    game.undo()
    assert game.outcome() is None


def test_c4_2_only_turns_of_the_same_player_count():
    """One walks around a triangle in three turns while the other goes to and fro in two; then the other way round."""
    game = position({"g4": 1, "i7": 2})
    around_and_to_and_fro = ["g4g5", "i7i8", "g5h4", "i8i7", "h4g4"]
    to_and_fro_and_around = ["i7i8", "g4g5", "i8j8", "g5g4", "j8i7"]
    begin = str(game).split()[0]
    for turn in range(4):
        assert str(game).split()[0] == begin
        assert game.outcome() is None
        for move in to_and_fro_and_around if turn % 2 else around_and_to_and_fro:
            game.push_text(move)
    assert str(game).split()[:2] == [begin, "1"]
    assert game.outcome().clause == "C4.2"


def test_c4_2_pieces_of_a_seat_are_all_alike():
    """Two pieces of a seat that change places leave the position the same."""
    one = position({"i4": 1, "i6": 1, "i8": 2})
    other = position({"i6": 1, "i4": 1, "i8": 2})
    assert one.key == other.key
    assert one.key != position({"i4": 1, "i6": 1, "i8": 2}, to_move=2).key


@every_size
def test_c4_3_the_round_after_the_last_is_a_draw(players):
    game = position({"i5": 1}, to_move=players, players=players, number=500)
    assert game.outcome() is None
    game.play(game.legal_moves()[0])
    assert str(game).endswith(f" 1 {players} 501")
    assert game.outcome().clause == "C4.3"
    assert game.outcome().payoffs == (0,) * players
    assert game.outcome().reason == "500 rounds have been played"


def test_c4_3_the_limit_can_be_changed_and_switched_off():
    start = str(position({"i5": 1}, to_move=2, number=7))
    for limit, is_over in ((7, True), (8, False), (None, False), ("off", False)):
        game = GAME.parse(start, round_limit=limit)
        game.play(game.legal_moves()[0])
        assert game.is_over() == is_over
    assert GAME.parse(start.replace(" 7", " 501")).outcome().clause == "C4.3"
    assert GAME.parse(start.replace(" 7", " 501"), round_limit="off").outcome() is None


def blocked_home(own, others, **options):
    """Player 1 has so many pieces in the north area of 15, and Player 2 so many that never left it."""
    holes = sorted(home_area(2, 1))
    pieces = dict.fromkeys(holes[:own], 1) | dict.fromkeys(holes[own : own + others], 2)
    pieces |= dict.fromkeys(MIDDLE[: 15 - own], 1)
    pieces |= dict.fromkeys([hole for hole in MIDDLE if hole not in pieces][: 15 - others], 2)
    return position(pieces, to_move=2, **options)


def test_c4_4_blockers_do_not_keep_a_player_from_winning_if_so_chosen():
    outcome = blocked_home(8, 7, anti_blocking=True).outcome()
    assert (outcome.clause, outcome.winner) == ("C4.4", 0)
    assert "8 of its pieces and 7 that never left" in outcome.reason
    assert blocked_home(8, 7).outcome() is None
    assert blocked_home(7, 8, anti_blocking=True).outcome() is None, "less than half"
    assert blocked_home(8, 6, anti_blocking=True).outcome() is None, "a hole is empty"


def test_c4_4_at_least_five_of_ten():
    def home_of_ten(own):
        holes = sorted(home_area(6, 1))
        pieces = dict.fromkeys(holes[:own], 1) | dict.fromkeys(holes[own:], 4)
        pieces |= dict.fromkeys(MIDDLE[: 10 - own], 1) | dict.fromkeys(MIDDLE[10 - own : 10], 4)
        return position(pieces, to_move=2, players=6, anti_blocking=True)

    assert home_of_ten(5).outcome().clause == "C4.4"
    assert home_of_ten(4).outcome() is None


def test_c4_4_means_nothing_where_nobody_starts_across():
    game = position(dict.fromkeys(sorted(home_area(3, 1))[:9], 1), players=3, anti_blocking=True)
    assert game.outcome() is None


def test_c4_5_home_counts_before_all_draws():
    """The last move of round 500 brings Player 2 home."""
    game, move = one_step_from_home(2, 2, number=500)
    game.push_text(move)
    assert str(game).endswith(" 501")
    assert game.outcome().clause == "C4.1"


def test_c4_5_repetition_counts_before_the_round_limit():
    game = GAME.start(round_limit=5)
    for move in ["e5f4", "m5l4", "f4g4", "l4k4", "g4f4", "k4l4", "f4g4", "l4k4", "g4f4", "k4l4"]:
        game.push_text(move)
    assert str(game).endswith(" 1 2 6")
    assert game.outcome().clause == "C4.2"
