"""T1 to T3, T5 and T6: set-up, kinds, legs, walls and ranges."""

from tests.tomb_chess.drawing import GAME, clause, ends, fields, moves, place, played, unit


def test_t1_1_the_board_has_12_files_and_ranks():
    geometry = GAME.look.sheet({}).geometry
    assert len(geometry) == 144
    assert geometry.names[0] == "a1"
    assert geometry.names[143] == "l12"


def test_t1_2_both_sides_begin_with_24_units():
    ranks = fields(GAME.start())["board"].split("/")
    assert ranks[0] == "rnbdjqkjdbnr"
    assert ranks[-1] == "RNBDJQKJDBNR"
    assert ranks[1] == "p" * 12
    assert ranks[-2] == "P" * 12


def test_t1_3_south_begins_and_the_sides_alternate():
    position = GAME.start()
    assert fields(position)["side"] == "S"
    assert clause(position, "e11-e10") == "T1.3"
    assert clause(position, "e5-e6") == "T1.3"
    assert fields(played(position, "e2-e3"))["side"] == "N"


def test_t1_4_four_quadrants():
    regions = GAME.look.sheet({}).geometry.regions
    names = GAME.look.sheet({}).geometry.names
    assert set(regions) == {"a1-f6", "g1-l6", "a7-f12", "g7-l12"}
    assert all(len(squares) == 36 for squares in regions.values())
    assert names.index("f6") in regions["a1-f6"]
    assert names.index("g6") in regions["g1-l6"]


def test_t2_1_each_kind_moves_in_its_way():
    straight = {f"{file}5" for file in "abcdfghijkl"} | {f"e{rank}" for rank in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12)}
    diagonal = {
        "d4",
        "c3",
        "b2",
        "f6",
        "g7",
        "h8",
        "i9",
        "j10",
        "k11",
        "a1",
        "l12",
        "d6",
        "c7",
        "b8",
        "a9",
        "f4",
        "g3",
        "h2",
        "i1",
    }
    leaps = {"d3", "f3", "c4", "g4", "c6", "g6", "d7", "f7"}
    assert ends(place("Re5"), "e5") == straight
    assert ends(place("Be5"), "e5") == diagonal
    assert ends(place("Ne5"), "e5") == leaps
    assert ends(place("De5"), "e5") == diagonal | leaps
    assert ends(place("Qe5"), "e5") == straight | diagonal | leaps
    assert ends(place("Je5"), "e5") == leaps
    assert ends(place("Ke5"), "e5") == {"d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"}
    assert clause(place("Re5"), "e5-f6") == "T2.1"


def test_t2_2_a_pawn_goes_and_captures_one_square_in_any_direction():
    position = place("Pe5 pf4")
    assert ends(position, "e5") == {"d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"}
    assert clause(position, "e5-g6") == "T2.2"


def test_t2_3_a_line_runs_up_to_12_squares_and_less_with_less_range():
    assert "a5-l5" in moves(place("Ra5"))
    assert "a5-e5" in moves(place("Ra5", states="a5=4"))
    assert clause(place("Ra5", states="a5=4"), "a5-f5") == "T6.1"


def test_t2_4_a_pawn_with_a_longer_range_goes_along_lines():
    position = place("Pe5 pe8", states="e5=3")
    assert {"e6", "e7", "e8", "f6", "g7", "h8", "b5", "h5"} <= ends(position, "e5")
    assert clause(position, "e5-i9") == "T6.4"
    assert clause(place("Pe5 pe7", states="e5=3"), "e5-e8") == "T3.1"


def test_t3_1_a_line_ends_on_an_empty_square_or_the_first_enemy():
    position = place("Re5 pe8 Pg5")
    assert {"e6", "e7", "e8", "f5"} <= ends(position, "e5")
    assert clause(position, "e5-e9") == "T3.1"
    assert clause(position, "e5-h5") == "T3.1"


def test_t3_2_units_under_a_leap_do_not_hinder_it():
    assert "f7" in ends(place("Ne5 Pe6 Pe7 Pf5 Pf6"), "e5")


def test_t3_3_lent_lines_run_as_far_as_the_lender_s():
    # The rook on e2 alone protects the knight on e5.
    assert {"h5", "e9"} <= ends(place("Ne5 Re2"), "e5")
    short = place("Ne5 Re2", states="e2=3")
    assert "h5" in ends(short, "e5")
    assert "i5" not in ends(short, "e5")
    assert clause(short, "e5-i5") == "T3.3"


def test_t3_4_the_first_square_is_blocked_during_the_turn():
    # Up and back down over e4 is not possible; nor is coming back.
    assert clause(place("Re4"), "e4-e6-e3") == "T3.4"
    assert clause(place("Re4"), "e4-e6-e4") == "T3.4"


def test_t3_4_no_leap_goes_over_the_first_square():
    # From e5 to g4 the paths are f5 g5 and e4 f4; with a wall on f5 the turn's first square closes the other.
    assert clause(place("Ne4 Re2 na6 nb6 nc6", walls="f5:1"), "e4-e5-g4") == "T5.4"
    assert "e4-e5-g4" in moves(place("Ne4 Re2 na6 nb6 nc6"))
    # Jesters leap over it as over a wall.
    assert "e4-e5-g4" in moves(place("Je4 Re2", walls="f5:1"))


def test_t3_4_a_king_is_not_attacked_through_the_square_that_it_leaves():
    # The rook's line ends on e4, where the king's turn began and where a wall stands afterwards.
    position = place("Ke4 ra4")
    assert "e4-f4" in moves(position)


def test_t3_5_no_unit_captures_a_friend():
    assert clause(place("Re5 Be7"), "e5-e7") == "T3.5"


def test_t5_1_no_wall_is_laid_inside_an_explosion():
    after = played(place("Rd1 Kl1", graves="d6:P"), "d1-d6")
    assert fields(after)["walls"] == "d1:2,d2:2,d3:2,d4:2"
    # By a jester's explosion, too.
    after = played(place("Rd1 Kl1 jd6"), "d1-d6")
    assert fields(after)["walls"] == "d1:2,d2:2,d3:2,d4:2"
    # The second leg of a knight explodes around its middle square.
    after = played(place("Nd2 Kl1", graves="d6:P"), "d2-e4-d6")
    assert fields(after)["walls"] == "d2:2,e4:2"


def test_t5_1_the_path_becomes_walls():
    assert fields(played(place("Re2"), "e2-e5"))["walls"] == "e2:2,e3:2,e4:2"
    assert fields(played(place("Re2"), "e2-e4-g4"))["walls"] == "e2:2,e3:2,e4:2,f4:2"
    assert fields(played(place("Bi9"), "i9-k11"))["walls"] == "i9:2,j10:2"


def test_t5_2_a_leap_leaves_a_wall_only_where_it_began():
    assert fields(played(place("Ne5"), "e5-f7"))["walls"] == "e5:2"
    assert fields(played(place("Ne5"), "e5-f7-g9"))["walls"] == "e5:2,f7:2"
    assert fields(played(place("Qe5 Pe8"), "e5/e8"))["walls"] == "-"
    assert fields(played(place("Pe8"), "b1^e8"))["walls"] == "-"
    assert fields(played(place("Pe8"), "rot:e8:2:90"))["walls"] == "-"


def test_t5_3_a_wall_stands_for_two_turns():
    position = played(place("Re2"), "e2-e3")
    assert fields(position)["walls"] == "e2:2"
    position.push_text("k12-j12")
    assert "e2:1" in fields(position)["walls"]
    position.push_text("b1-c1")
    assert "e2" not in fields(position)["walls"]


def test_t5_3_the_wall_of_a_controlled_unit_stands_as_long():
    # North's pawn laid it in South's turn: it stands for a turn of North and one of South.
    position = played(place("Re5 pe8"), "~e8-d7")
    assert fields(position)["walls"] == "e8:2"
    assert "e8:1" in fields(played(position, "k12-j12"))["walls"]
    assert "e8" not in fields(played(position, "k12-j12", "b1-c1"))["walls"]


def test_t5_3_a_wall_covers_a_tomb():
    position = place("Ne5", walls="f7:1", graves="f7:n!")
    assert clause(position, "e5-f7") == "T5.4"


def test_t5_4_walls_are_not_entered():
    assert clause(place("Re5", walls="e7:1"), "e5-e7") == "T5.5"
    assert clause(place("Pe5", walls="e6:1"), "e5-e6") == "T5.4"
    assert clause(place("Ne5", walls="f7:1"), "e5-f7") == "T5.4"


def test_t5_4_a_leap_needs_one_path_free():
    assert "e5-f7" in moves(place("Ne5", walls="e6:1"))
    assert clause(place("Ne5 nb5 nc6", walls="e6:1,f6:1"), "e5-f7") == "T5.4"
    assert clause(place("Ne5 nb5 nc6", walls="e6:1,f5:1"), "e5-f7") == "T5.4"


def test_t5_5_a_line_stops_beside_a_wall():
    position = place("Re5", walls="f7:1")
    assert "e5-e7" in moves(position)
    assert clause(position, "e5-e8") == "T5.5"
    # The square where it starts does not count.
    assert "e5-e8" in moves(place("Re5", walls="f5:1"))


def test_t5_6_no_diagonal_step_between_walls():
    position = place("Pe5", walls="e6:1")
    assert clause(position, "e5-f6") == "T5.6"
    assert "e5-f4" in moves(position)


def test_t5_7_jesters_leap_over_walls():
    assert "e5-f7" in moves(place("Je5", walls="e6:1,e7:1,f5:1,f6:1"))


def test_t5_8_walls_in_one_s_own_quadrant_are_lifted():
    # South has the majority of a1-f6 by the bishop itself.
    position = place("Bb2 Ka12", walls="c2:1")
    assert "b2-e5" in moves(position)
    hostile = place("Bb2 Ka12 nd1 na5", walls="c2:1")
    assert clause(hostile, "b2-e5") == "T5.6"
    assert "e5-f7" in moves(place("Ne5 Pa3", walls="e6:1,f6:1"))
    # Not for straight lines, nor for the steps of pawns.
    assert clause(place("Rb2 Ka12 Pa3", walls="c4:1"), "b2-b5") == "T5.5"
    assert clause(place("Nb5 Pe2", walls="f2:1"), "e2-f3") == "T5.6"


def test_t6_1_a_capture_costs_two_of_range():
    # North has the majority there.
    after = played(place("Re5 ph5 ni3 nj3"), "e5-h5")
    assert fields(after)["states"] == "h5=10"
    assert fields(played(place("Re5 ph5 ni3 nj3", states="e5=3"), "e5-h5"))["states"] == "h5=2"


def test_t6_1_a_capture_by_a_leap_or_with_a_lent_movement_costs_range_too():
    assert fields(played(place("De5 pg4 ni3 nj3"), "e5-g4"))["states"] == "g4=10"
    # The knight on c5 lends its leap to the rook, and loses nothing itself.
    assert fields(played(place("Re6 Nc5 pg5 ni3 nj3"), "e6-g5"))["states"] == "g5=10"


def test_t6_2_it_costs_one_in_one_s_own_quadrant():
    assert fields(played(place("Re5 pe3"), "e5-e3"))["states"] == "e3=11"


def test_t6_3_a_short_range_leaves_the_leap():
    assert "e5-f7" in moves(place("De5", states="e5=2"))


def test_t6_4_a_pawn_gains_range_with_each_pawn():
    after = played(place("Pe5 pe6"), "e5-e6")
    assert fields(after)["states"] == "e6=2"


def test_t6_5_a_respawned_unit_is_as_new():
    position = place("Kd4", graves="c3:R!")
    after = played(position, "+c3")
    assert unit(after, "c3") == "R"
    assert fields(after)["states"] == "-"
