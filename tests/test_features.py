"""What learned evaluations see of a position: the same for all seats, and complete."""

import pytest

import ludoteca
from ludoteca.core.plain_features import turned_places
from ludoteca.games.chinese_checkers.encoding import grid_place
from tests.networks import features_of
from tests.play import after, variant_name, variants, walk

EXAMPLES = ("amazons", "four-colours", "hex", "kalah", "nine-mens-morris", "tic-tac-toe")
every_variant = pytest.mark.parametrize("variant", variants(), ids=variant_name)
XIANGQI = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R b - - 0 1",
    "3k5/4a4/4b1n2/p3p1R1p/9/2P3r2/P3P3P/2N1B4/5K3/3A1AB2 w - - 0 1",
]


def names_seen(position, seat):
    features = features_of((position.game.name, position.options))
    return {features.names[each] for each in features.of(position, seat) if each < features.count}


# All games


@every_variant
def test_features_are_within_what_was_told(variant):
    features = features_of(variant)
    assert len(features.names) == len(set(features.names)) == features.count
    for position in walk(variant, 3, 40):
        assert 0 <= features.bucket_of(position) < features.buckets
        for seat in range(position.seats):
            seen = features.of(position, seat)
            assert len(seen) == features.slots
            assert all(0 <= each <= features.count for each in seen)
            told = [each for each in seen if each < features.count]
            grouped = 0
            for most, first, last in features.groups:
                within = sum(first <= each < last for each in seen)
                assert within <= most
                grouped += within
            assert grouped == len(told)


@every_variant
def test_one_feature_tells_whose_turn_it_is(variant):
    features = features_of(variant)
    turns = [number for number, name in enumerate(features.names) if name.endswith(" turn") or "turn of " in name]
    for position in walk(variant, 5, 12):
        for seat in range(position.seats):
            seen = [turns.index(each) for each in features.of(position, seat) if each in turns]
            own_view = seat * position.seats if len(turns) > position.seats else 0
            assert seen == [own_view + (position.to_move - seat) % position.seats]


@every_variant
def test_the_same_position_has_the_same_features(variant):
    position = after(variant, 7, 30)
    features = features_of(variant)
    seen = [features.of(position, seat) for seat in range(position.seats)]
    twin = position.copy()
    if not twin.is_over():
        twin.play(twin.legal_moves()[0])
        assert [features.of(twin, seat) for seat in range(position.seats)] != seen
        twin.undo()
    assert [features_of(variant).of(twin, seat) for seat in range(position.seats)] == seen


@every_variant
def test_a_seat_that_is_not_there_is_refused(variant):
    position, features = after(variant, 1, 0), features_of(variant)
    for seat in (-1, position.seats, 1 << 40):
        with pytest.raises(ValueError, match="seat"):
            features.of(position, seat)


@pytest.mark.parametrize("name", ludoteca.GAMES)
def test_positions_of_others_are_refused(name):
    other = ludoteca.game("hex" if name != "hex" else "xiangqi").start()
    with pytest.raises(ValueError, match="other features"):
        features_of((name, {})).of(other, 0)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("chinese-checkers", {"players": 2}, {"players": 6}),
        ("exile", {"mode": "classic"}, {"mode": "infinite"}),
        ("four-colours", {"players": 4}, {"players": 2}),
    ],
)
def test_positions_with_other_options_are_refused(name, one, other):
    assert features_of((name, one)).digest != features_of((name, other)).digest
    for mine, theirs in ((one, other), (other, one)):
        with pytest.raises(ValueError, match="other features"):
            features_of((name, mine)).of(ludoteca.game(name).start(**theirs), 0)


# All seats see alike


@pytest.mark.parametrize("name", ["xiangqi", "chinese-checkers", "exile", "tomb-chess", *EXAMPLES])
def test_all_seats_see_the_start_alike(name):
    position = ludoteca.game(name).start()
    views = [
        {each for each in names_seen(position, seat) if "turn" not in each and "looks" not in each}
        for seat in range(position.seats)
    ]
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("text", XIANGQI)
def test_xiangqi_with_the_colours_swapped_looks_the_same(text):
    game, (board, to_move, rest) = ludoteca.game("xiangqi"), text.split(" ", 2)
    swapped = f"{board[::-1].swapcase()} {'b' if to_move == 'w' else 'w'} {rest}"
    for seat in (0, 1):
        assert names_seen(game.parse(text), seat) == names_seen(game.parse(swapped), 1 - seat)


def test_xiangqi_is_mirrored_by_the_own_general():
    game, (board, rest) = ludoteca.game("xiangqi"), XIANGQI[2].split(" ", 1)
    position = game.parse(XIANGQI[2])
    image = game.parse("/".join(row[::-1] for row in board.split("/")) + " " + rest)
    for seat in (0, 1):
        assert names_seen(position, seat) == names_seen(image, seat)
    assert {"own general d2", "own horse g3", "own elephant e3", "enemy general f10"} <= names_seen(position, 0)
    assert {"own general d1", "own guard e2", "enemy cart g4"} <= names_seen(image, 1)


def test_xiangqi_has_a_bucket_for_every_four_pieces():
    features = features_of(("xiangqi", {}))
    found = [features.bucket_of(ludoteca.game("xiangqi").parse(text)) for text in XIANGQI]
    assert found == [7, 7, (sum(each.isalpha() for each in XIANGQI[2].split()[0]) - 1) // 4]


# The same pieces as planes show


@pytest.mark.parametrize("name", ["xiangqi", "tomb-chess"])
def test_units_are_where_planes_show_them(name):
    game, features = ludoteca.game(name), features_of((name, {}))
    encoding = game.encoding({})
    area = encoding.shape[1] * encoding.shape[2]
    whose = 2 * len({plane.name for plane in encoding.planes if plane.name.startswith("own ")})
    names = [plane.name for plane in encoding.planes[:whose]]
    cells = [each.rpartition(" ")[2] for each in features.names[:area]]
    for position in walk((name, {}), 11, 60):
        for seat in (0, 1):
            planes = encoding.observe(position, seat)
            shown = {f"{names[place // area]} {cells[place % area]}" for place in range(whose * area) if planes[place]}
            seen = {each for each in names_seen(position, seat) if each.rpartition(" ")[0] in names}
            if seat if name == "tomb-chess" else not any("own general" in each and each in shown for each in seen):
                shown = {mirrored(each, "abcdefghijkl"[: encoding.shape[2]]) for each in shown}
            assert seen == shown


def mirrored(name, files):
    unit, _, cell = name.rpartition(" ")
    return f"{unit} {files[::-1][files.index(cell[0])]}{cell[1:]}"


@pytest.mark.parametrize("mode", ["classic", "infinite", "duel-classic", "duel-infinite"])
def test_exile_is_told_as_planes_show_it(mode):
    game, options = ludoteca.game("exile"), {"mode": mode}
    encoding, features = game.encoding(game.choose(options)), features_of(("exile", options))
    area = encoding.shape[1] * encoding.shape[2]
    for position in walk(("exile", options), 13, 120):
        for seat in range(position.seats):
            planes = encoding.observe(position, seat)
            seen = features.of(position, seat)
            pieces = position.seats * area
            assert {each for each in seen if each < pieces} == {place for place in range(pieces) if planes[place]}
            for after_own in range(position.seats):
                flag = planes[pieces + after_own * area : pieces + (after_own + 1) * area]
                (tile,) = (tile for tile in range(area) if flag[tile])
                (name,) = (
                    features.names[each]
                    for each in seen
                    if pieces + after_own * (position.seats + 1) * area
                    <= each
                    < pieces + (after_own + 1) * (position.seats + 1) * area
                )
                assert name.endswith(f" {position.game.look.sheet(position.options).geometry.names[tile]}")
                assert ("nobody" in name) == (flag[tile] == 1)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_chinese_checkers_is_told_as_planes_show_it(players):
    game, options = ludoteca.game("chinese-checkers"), {"players": players}
    encoding, features = game.encoding(game.choose(options)), features_of(("chinese-checkers", options))
    for position in walk(("chinese-checkers", options), 17, 60):
        for seat in range(players):
            planes = encoding.observe(position, seat)
            seen = {each % (players * 121) for each in features.of(position, seat)[:121] if each < features.count}
            shown = {
                whose * 121 + hole
                for whose in range(players)
                for hole in range(121)
                if planes[(1 + whose) * 289 + grid_place(hole)]
            }
            assert seen == shown


def test_tomb_chess_tells_of_walls_graves_and_states():
    told = set()
    game = ludoteca.game("tomb-chess")
    for example in game.examples:
        for seat in (0, 1):
            told |= names_seen(game.parse(example.position, **example.options), seat)
    for part in (
        "wall of one turn",
        "wall of two turns",
        "closed tomb",
        "open tomb",
        "grave under a unit",
        "last pusher",
    ):
        assert any(each.startswith(part) for each in told), part
    for part in ("resting", "paralysed", "pushed", "beside an enemy jester"):
        assert any(part in each for each in told), part
    assert {"dead own pawn 1", "dead enemy pawn 1", "own pawns 12", "quadrant 0, lead 0"} <= told


# Plain games


def test_hex_is_mirrored_for_the_second_seat():
    position = ludoteca.game("hex").start()
    position.push_text("b1")
    assert "b1 unit 0 of own seat" in names_seen(position, 0)
    assert "a2 unit 0 of seat 1 after" in names_seen(position, 1)


def test_kalah_is_turned_and_its_stones_are_counted():
    position = ludoteca.game("kalah").start()
    position.push_text("c1")
    assert {"d1 5", "e1 5", "f1 5", "south 1", "f2 4"} <= names_seen(position, 0)
    assert {"c2 5", "b2 5", "a2 5", "north 1", "a1 4"} <= names_seen(position, 1)
    assert not any(each.startswith("c1 ") for each in names_seen(position, 0))


def test_morris_tells_of_the_men_in_hand():
    position = ludoteca.game("nine-mens-morris").start()
    position.play(position.legal_moves()[0])
    assert {"in_hand own seat 8", "in_hand seat 1 after 9"} <= names_seen(position, 0)
    assert {"in_hand own seat 9", "in_hand seat 1 after 8"} <= names_seen(position, 1)


def test_amazons_tell_who_shoots():
    *_, position = walk(("amazons", {}), 1, 1)
    (archer,) = (each for each in names_seen(position, 0) if each.startswith("archer "))
    assert archer == f"archer {position.state()['archer']}"


def test_seats_without_symmetry_have_features_of_their_own():
    features = features_of(("four-colours", {"players": 3}))
    position = ludoteca.game("four-colours").start(players=3)
    views = [set(features.of(position, seat)) - {features.count} for seat in range(3)]
    assert not views[0] & views[1] and not views[1] & views[2]


def test_a_board_is_turned_only_where_it_fits():
    geometry = ludoteca.boards.squares(3, 4).geometry
    assert turned_places(geometry, (1.0, 1.0), 180, False) == list(reversed(range(12)))
    assert turned_places(geometry, (1.0, 1.0), 90, False) is None
    assert turned_places(ludoteca.boards.squares(3, 3).geometry, (1.0, 1.0), 60, False) is None
