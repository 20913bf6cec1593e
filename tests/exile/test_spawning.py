"""E5 and E6: exile, spawning, the corner rule."""

from tests.exile.drawing import GAME, cells, draw, flag, moves, piece, play, pool, spawns, steps, told


def all_tiles():
    return {f"{file}{rank}" for file in "abcdefghi" for rank in range(1, 10)}


def around(tile):
    x, y = ord(tile[0]), int(tile[1])
    return {f"{chr(a)}{b}" for a in (x - 1, x, x + 1) for b in (y - 1, y, y + 1)} & all_tiles()


def test_e5_1_only_exiled_pieces_spawn():
    position = draw("1")
    assert spawns(position) == set()
    assert position.explain("@e5").clause == "E5.1"
    assert "e5" in spawns(draw("1", exile="1:1+0"))


def test_e5_2_an_exiled_piece_waits_for_a_whole_turn_of_its_player():
    position = draw(
        """
        . . .
        . 2 .
        1 . .
        """,
    )
    play(position, "a1c3")
    assert pool(position, 2) == "0+1"
    assert position.explain("@e1").clause == "E5.2"
    play(position, "pass")
    assert pool(position, 2) == "1+0"
    play(position, "pass pass pass")
    assert "@e1" in moves(position)
    assert pool(play(position, "@e1"), 2) == "0+0"


def test_e5_2_whom_the_corner_rule_exiles_in_its_own_turn_waits():
    """Seat 1 passes: its waiting piece becomes ready, and the one in the corner begins to wait."""
    position = draw("2 3 .\n1 2 .", exile="1:0+1")
    play(position, "pass")
    assert pool(position, 1) == "1+1"


def test_e5_3_one_spawn_in_a_turn():
    position = draw("1", exile="1:2+0", flags="1c3")
    play(position, "@f5")
    assert spawns(position) == set()
    ruling = position.explain("@g5")
    assert (ruling.clause, ruling.cells) == ("E5.3", cells(position, "f5", "c3"))


def test_e5_3_two_spawns_beside_the_own_flag():
    position = draw(
        """
        . . . .
        . . . .
        . 1 . .
        . . . .
        """,
        flags="1b2*",
        exile="1:3+0",
    )
    play(position, "@b1")
    assert spawns(position) == around("b2") - {"a1", "b1", "b2"}
    assert position.explain("@a1").clause == "E8"
    far = position.explain("@e5")
    assert (far.clause, far.cells) == ("E5.3", cells(position, "e5", "b2"))
    play(position, "@c3")
    assert (told(position, "spawned"), pool(position, 1), position.to_move) == ("b1,c3", "1+0", 0)
    ruling = position.explain("@a3")
    assert (ruling.clause, ruling.cells) == ("E5.3", cells(position, "b1", "c3"))
    assert spawns(position) == set()
    play(position, "pass")
    assert told(position, "spawned") == "-"


def test_e5_4_no_spawn_on_pieces_and_flags_or_beside_free_flags_and_enemies():
    position = draw(
        """
        . . . . . . .
        . . . . . . .
        1 . . . . . .
        . . . . . 2 .
        . . . . . . .
        """,
        exile="1:1+0",
        flags="1i9 2c1 3i8 4i7",
    )
    closed = {"a3"} | around("c1") | around("f2") | around("i9") | around("i8") | around("i7")
    assert spawns(position) == all_tiles() - closed
    rulings = {tile: position.explain(f"@{tile}") for tile in ("a3", "c1", "b2", "e1")}
    assert {ruling.clause for ruling in rulings.values()} == {"E5.4"}
    assert rulings["a3"].cells == cells(position, "a3")
    assert rulings["c1"].cells == cells(position, "c1")
    assert rulings["b2"].cells == cells(position, "c1")
    assert rulings["e1"].cells == cells(position, "f2")
    assert "flag 2 on c1" in rulings["b2"].message
    assert "seat 2 on f2" in rulings["e1"].message


def test_e5_4_on_the_infinite_board_adjacent_goes_across_the_edge():
    position = draw("2", exile="1:1+0", mode="infinite", flags="1f5 2f6 3f7 4f8")
    assert {"l12", "l1", "a12", "b12", "l2"}.isdisjoint(spawns(position))
    assert {"k12", "k1", "c1"} <= spawns(position)


def test_e5_5_beside_the_own_flag_only_while_a_friend_stands_on_it():
    picture = """
        . . .
        . {} .
        . . .
    """
    on_flag = draw(picture.format("1"), flags="1b2*", exile="1:1+0")
    assert around("b2") - {"b2"} <= spawns(on_flag)
    free = draw(picture.format("."), flags="1b2", exile="1:1+0")
    assert around("b2").isdisjoint(spawns(free))
    enemy = draw(picture.format("3"), flags="1b2*", exile="1:1+0")
    assert around("b2").isdisjoint(spawns(enemy))


def test_e5_exile_pools_can_be_full():
    position = draw("2", exile="1:4+0 3:0+4 4:1+3", flags="1i9 2h9 3i8 4i7")
    for tile in ("e5", "e3"):
        play(position, f"@{tile} pass pass pass pass")
    assert (pool(position, 1), pool(position, 3), pool(position, 4)) == ("2+0", "4+0", "4+0")
    assert told(position, "pieces").count("1") == 2


def test_e6_1_a_piece_without_slide_and_friend_is_exiled():
    position = draw(
        """
        . . .
        2 3 .
        1 . 3
        """,
        to_move=3,
        flags="2a1*",
    )
    assert steps(position, "c1b1") == ["go 3 c1b1", "die 1 a1", "leave flag2 a1"]
    play(position, "c1b1")
    assert (piece(position, "a1"), pool(position, 1), flag(position, 2)) == (".", "0+1", "a1")


def test_e6_1_a_friend_beside_saves():
    position = draw(
        """
        . . .
        2 1 .
        1 . 3
        """,
        to_move=3,
    )
    assert piece(play(position, "c1b1"), "a1") == "1"


def test_e6_2_all_at_once():
    """b1 was the last way of a1 and of a2: they fall together, though each would free the other."""
    position = draw(
        """
        2 4 .
        1 4 .
        2 . 4
        """,
        to_move=4,
    )
    play(position, "c1b1")
    assert [piece(position, tile) for tile in ("a1", "a2", "a3")] == [".", ".", "2"]
    assert (pool(position, 1), pool(position, 2)) == ("0+1", "0+1")


def test_e6_2_the_movers_own_piece_can_fall():
    """The piece that leaves b1 was the only friend of a1, and with its own flag b1 is barred to a1."""
    position = draw(
        """
        . . . .
        3 3 . .
        1 1 . .
        """,
        mode="duel-classic",
        flags="1a1*",
    )
    assert steps(position, "b1c1") == ["go 1 b1c1", "die 1 a1", "leave flag1 a1"]
    play(position, "b1c1")
    assert (piece(position, "a1"), pool(position, 1), flag(position, 1)) == (".", "0+1", "a1")


def test_e6_2_is_judged_before_victory():
    """It holds the second flag, but the friend it leaves held the first and is exiled at the end of the turn."""
    position = draw(
        """
        . . . .
        3 3 . .
        1 1 . .
        """,
        mode="duel-classic",
        flags="1a1* 3c1",
    )
    play(position, "b1c1")
    assert flag(position, 3) == "c1*"
    assert position.outcome() is None
    off = draw(
        """
        . . . .
        3 3 . .
        1 1 . .
        """,
        mode="duel-classic",
        flags="1a1* 3c1",
        edge_rule=False,
    )
    assert play(off, "b1c1").outcome().clause == "E7.1"


def test_e6_on_the_infinite_board_the_corner_is_no_corner():
    position = draw("2 3 .\n1 2 .", mode="infinite", to_move=2)
    assert piece(play(position, "pass"), "a1") == "1"
    assert GAME.start(mode="infinite").explain("pass") is None
