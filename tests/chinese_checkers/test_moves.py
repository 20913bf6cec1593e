"""C2, C3: steps, jumps, chains, and the areas that are closed."""

from tests.chinese_checkers.drawing import GAME, cells, draw, marked, position, targets

CROWDED = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . x . x . . . .
   . . . . 2 1 . . . .
    . . x 2 1 x . . .
   . . . . x x . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""


def test_c2_1_play_goes_clockwise_one_move_each():
    for players in (2, 3, 4, 6):
        game = GAME.start(players=players)
        turns = []
        for _ in range(2 * players):
            turns.append(game.to_move)
            game.play(game.legal_moves()[0])
        assert turns == [*range(players), *range(players)]
        assert str(game).split()[1:] == ["1", str(players), "3"]


def test_c2_2_and_c2_3_steps_to_empty_neighbours_and_jumps_over_any_piece():
    """Over the 2 to the west; northwest over the other 2; northeast over the own piece; steps elsewhere."""
    assert targets(draw(CROWDED), "i5") == marked(CROWDED)


def test_c2_2_a_step_goes_one_hole():
    lonely = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . x x . . . .
    . . . x 1 x . . .
   . . . . x x . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""
    for players in (2, 3, 4, 6):
        assert targets(draw(lonely, players=players), "i5") == marked(lonely)


def test_c2_3_never_over_two_pieces_and_nothing_is_captured():
    line = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . x x . . . . . . .
    x 1 2 2 . . . . .
   . x x . . . . . . .
  . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""
    assert targets(draw(line), "i2") == marked(line)
    jumped = position({"i2": 1, "i3": 2})
    jumped.push_text("i2i4")
    assert str(jumped).split()[0].count("2") == 15
    assert str(jumped) == str(position({"i4": 1, "i3": 2}, to_move=2))


def test_c2_4_chains_go_on_and_may_stop_after_any_jump():
    ladder = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . . . . x . . .
   . x x . . . 2 2 . .
    x 1 2 x . x . x .
   . x x . 2 2 . 2 . .
  . . . . . x . x . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""
    assert targets(draw(ladder), "i2") == marked(ladder)


def test_c2_4_steps_and_jumps_do_not_mix():
    game = position({"i2": 1, "i3": 2})
    assert "i4" in targets(game, "i2")
    assert "i5" not in targets(game, "i2")


def test_c2_5_the_shortest_path_is_shown_and_the_first_in_the_order_of_holes():
    """From i4 two jumps lead to i6, by g6 or by k6; g6 comes first."""
    diamond = {"i4": 1, "h5": 2, "h6": 2, "j5": 2, "j6": 2}
    game = position(diamond)
    (step,) = game.steps(game.parse_move("i4i6"))
    assert (step.verb, step.unit) == ("go", "1")
    assert step.cells == cells("i4", "g6", "i6")
    del diamond["h5"]
    game = position(diamond)
    (step,) = game.steps(game.parse_move("i4i6"))
    assert step.cells == cells("i4", "k6", "i6")


def test_c2_5_a_chain_may_not_end_where_it_began():
    """A round trip of three jumps around a triangle."""
    game = position({"i4": 1, "i5": 2, "j6": 2, "j5": 2})
    assert targets(game, "i4") == {"i3", "h4", "h5", "j4", "i6", "k6"}
    assert game.explain("i4i4").clause == "C2.5"


def shut_in():
    """Player 1 is walled in at the south point by Player 4, who started at the southeast and came around.

    With 10 pieces in the ten holes of the point only the last two rows can move, and both rows in front are full.
    """
    pieces = {
        f"{row}{number}": 1 for row, count in zip("abcd", (1, 2, 3, 4), strict=True) for number in range(1, count + 1)
    }
    wall = [f"e{number}" for number in range(5, 10)] + [f"f{number}" for number in range(4, 10)]
    seats = [2] * 4 + [3] * 4 + [4] * 3
    return {**pieces, **dict(zip(wall, seats, strict=True))}


def test_c2_6_a_player_without_another_move_passes():
    game = position(shut_in(), players=4)
    assert [game.move_text(move) for move in game.legal_moves()] == ["pass"]
    assert game.explain("pass") is None
    assert game.steps(game.parse_move("pass")) == ()
    before = str(game).split()
    game.push_text("pass")
    assert str(game).split() == [before[0], "2", "4", "1"]
    game.undo()
    assert str(game).split() == before


def test_c2_6_nobody_else_passes():
    for players in (2, 3, 4, 6):
        game = GAME.start(players=players)
        assert "pass" not in map(game.move_text, game.legal_moves())
        assert game.explain("pass").clause == "C2.6"


def test_c3_1_a_piece_that_has_left_never_goes_back():
    """Neither by a step nor by a jump; in a game of two the row at the base belongs to the start."""
    edge = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . . . . . . .
    . . . . . . . . .
   . . . . . . . . . .
  . . . . x x . . . . .
 . . . . x 1 x . . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""
    assert targets(draw(edge), "f6") == marked(edge)
    with_base = targets(draw(edge, players=3), "f6")
    assert with_base == marked(edge) | {"e6", "e7"}
    game = position({"f5": 1, "e6": 2, "i1": 1, "i3": 1, "i5": 1}, players=3)
    assert "d2" not in targets(game, "f5")
    assert game.explain("f5d2").clause == "C3.1"
    assert game.explain("f5d2").cells == cells("d2")


def test_c3_2_no_piece_enters_another_area_used_or_not():
    corner = """
            .
           . .
          . . .
         . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
  . . . . . . . . . . .
   . . . . . . . . . .
    x x . . . . . . .
   . 1 x . . . . . . .
  . . x . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
         . . . .
          . . .
           . .
            .
"""
    for players in (2, 3, 4, 6):
        game = draw(corner, players=players)
        assert targets(game, "h2") == marked(corner)
        assert game.explain("h2g2").clause == ("C2.2" if players == 6 else "C3.2")


def test_c3_2_home_is_open_and_so_is_the_start_until_it_is_left():
    game = position({"m6": 1}, players=3)
    assert {"n1", "n2"} <= targets(game, "m6")
    inside = position({"d2": 1, "i1": 1, "i3": 1, "i5": 1, "i7": 1, "c1": 1, "c2": 1}, players=3)
    assert targets(inside, "d2") == {"d1", "d3", "e6", "e7"}
    assert targets(inside, "c1") == {"c3", "d1", "e7"}, "to c3 by a jump within the start"


def test_c3_3_a_chain_that_has_left_the_start_does_not_land_in_it_again():
    """From c1 over d2 out to e7; over d3 it would come back into the start, to c3."""
    outside = dict.fromkeys(("i1", "i3", "i5", "i7", "i9", "k4", "k8"), 1)
    game = position({"c1": 1, "d2": 1, "d3": 1, **outside}, players=3)
    assert targets(game, "c1") == {"b1", "c2", "d1", "e7"}
    ruling = game.explain("c1c3")
    assert (ruling.clause, ruling.cells) == ("C3.3", cells("c3"))


def test_c3_3_a_chain_does_not_land_in_another_area_on_its_way():
    """From i1 over h1 into the southwest point, and over g2 out of it again."""
    game = position({"i1": 1, "h1": 2, "g2": 2, "i5": 2, "i7": 2, "k5": 2, "k7": 2}, players=6)
    assert targets(game, "i1") == {"h2", "i2", "j2"}
    ruling = game.explain("i1g3")
    assert (ruling.clause, ruling.cells) == ("C3.3", cells("g1"))
    assert game.explain("i1g1").clause == "C3.2"


def test_c3_4_a_piece_may_leave_its_home_again():
    game = position({"n2": 1}, players=3)
    assert {"m6", "m7"} <= targets(game, "n2")
