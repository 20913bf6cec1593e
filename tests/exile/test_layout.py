"""Packed numbers give back what was packed; `tests/test_layouts.py` compares them with their compiled form."""

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games.exile import layout

tiles = st.integers(0, layout.MAX_TILES - 1)
tiles_or_outside = st.integers(0, layout.OUTSIDE)
ways = st.integers(0, 7)
counts = st.integers(0, 4)


def kinds(move):
    return move == layout.PASS, layout.is_spawn(move), layout.is_slide(move), layout.is_jump(move)


@given(
    tile=tiles,
    target=tiles,
    way=ways,
    enemies=st.sets(st.integers(0, layout.MAX_ENEMIES - 1)),
    flags=st.lists(tiles, min_size=4, max_size=4),
)
def test_a_move_is_of_one_kind_and_tells_its_parts(tile, target, way, enemies, flags):
    assert kinds(layout.PASS) == (True, False, False, False)
    spawn, slide = layout.spawn(tile), layout.slide(tile, way)
    assert kinds(spawn) == (False, True, False, False)
    assert layout.tile(spawn) == tile
    assert kinds(slide) == (False, False, True, False)
    assert (layout.tile(slide), layout.slide_way(slide)) == (tile, way)
    jump = layout.land(layout.stand(layout.NO_JUMP, tile), target)
    for flag, place in enumerate(flags):
        jump = layout.put_flag(layout.put_flag(jump, flag, layout.MAX_TILES - 1), flag, place)
    for enemy in enemies:
        jump = layout.add_exiled(jump, enemy)
    assert 0 <= jump < 2**63
    assert kinds(jump) == (False, False, False, True)
    assert (layout.tile(jump), layout.target(jump)) == (tile, target)
    assert [layout.flag_target(jump, flag) for flag in range(4)] == flags
    assert {enemy for enemy in range(layout.MAX_ENEMIES) if layout.is_exiled(jump, enemy)} == enemies
    assert (layout.exiled(jump) == 0) == (not enemies)


@given(seat=st.integers(0, 3))
def test_the_enemies_of_a_seat_are_numbered_by_their_places(seat):
    places = [layout.enemy_place(seat, enemy) for enemy in range(layout.MAX_ENEMIES)]
    assert sorted(places) == [place for place in range(16) if layout.seat_of_place(place) != seat]
    assert [layout.enemy_index(seat, place) for place in places] == list(range(layout.MAX_ENEMIES))


@given(members=st.sets(ways))
def test_a_set_of_ways_has_its_members(members):
    found = sum(layout.way_bit(way) for way in members)
    assert {way for way in range(8) if layout.has_way(found, way)} == members
    assert sum(layout.way_back(way) for way in range(8)) == layout.ALL_WAYS
    assert all(layout.way_back(way) == layout.way_bit(7 - way) for way in range(8))


@given(members=st.sets(tiles))
def test_a_set_of_tiles_has_its_members(members):
    words = [0] * layout.WORDS
    for tile in members:
        words[layout.word_index(tile)] |= layout.tile_bit(tile)
    found = {tile for tile in range(layout.MAX_TILES) if layout.has_tile(words[layout.word_index(tile)], tile)}
    assert found == members


def test_the_lowest_bits_of_a_word_have_different_indices():
    assert sorted(layout.lowest_index(layout.tile_bit(tile)) for tile in range(64)) == list(range(64))
    assert layout.lowest_index(0b1100) == layout.lowest_index(0b0100)


@given(
    places=st.lists(tiles_or_outside, min_size=8, max_size=8),
    pools=st.lists(st.tuples(counts, counts, counts), min_size=4, max_size=4),
    flags=st.lists(st.tuples(tiles, st.integers(0, layout.NOBODY)), min_size=4, max_size=4),
    spawns=st.tuples(tiles_or_outside, tiles_or_outside),
    counters=st.tuples(st.integers(0, 999999999), st.integers(1, 999999999), st.integers(0, 3)),
)
def test_what_undoes_a_move_gives_everything_back(places, pools, flags, spawns, counters):
    word = sum(layout.place_tile(index, tile) for index, tile in enumerate(places))
    assert [layout.tile_at(word, index) for index in range(8)] == places
    word = sum(layout.place_pool(seat, *pool) for seat, pool in enumerate(pools))
    reads = layout.count_at, layout.ready_at, layout.waiting_at
    assert [tuple(read(word, seat) for read in reads) for seat in range(4)] == pools
    word = layout.place_spawns(*spawns) + sum(layout.place_flag(flag, *held) for flag, held in enumerate(flags))
    assert [(layout.flag_tile_at(word, flag), layout.flag_holder_at(word, flag)) for flag in range(4)] == flags
    assert (layout.first_spawn(word), layout.second_spawn(word)) == spawns
    word = layout.counters(*counters)
    assert word < 2**64
    assert (layout.quiet_turns(word), layout.round_number(word), layout.seat_to_move(word)) == counters
