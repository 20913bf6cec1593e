"""The spaces of actions: flat numbers, and picks that lead to every legal move and to nothing else."""

import numpy
import pytest

import ludoteca
from ludoteca.core.encoding import END, turned_cells
from ludoteca.lab import Batch
from tests.lab.test_batch import affordable_variants, play
from tests.play import IS_COMPILED, variant_name, variants, walk

every_variant = pytest.mark.parametrize("variant", affordable_variants, ids=variant_name)
PLIES = {"tomb-chess": 4 if IS_COMPILED else 1}


def plies_of(variant):
    return PLIES.get(variant[0], 25 if IS_COMPILED else 5)


def seen_picks(position, encoding, move):
    """The picks of the page, as the seat to move sees the board."""
    sheet = position.game.look.sheet(position.options)
    turned = turned_cells(sheet.geometry, sheet.scale, sheet.seats[position.to_move].turn)
    found = []
    for pick in position.game.look.picks(position, move):
        if isinstance(pick, int):
            found.append(turned[pick])
        elif pick.startswith("capture "):
            name = sheet.geometry.names[turned[sheet.geometry.cell(pick.removeprefix("capture "))]]
            found.append(encoding.picks.index(f"capture {name}"))
        else:
            found.append(encoding.picks.index(pick))
    return found


@every_variant
def test_picks_are_those_of_the_page(variant):
    game = ludoteca.game(variant[0])
    encoding = game.encoding(game.choose(variant[1]))
    assert encoding.picks[-1] == END
    for position in walk(variant, 7, plies_of(variant)):
        moves = position.legal_moves()
        picked = [encoding.picks_of(position, move) for move in moves]
        assert picked == [seen_picks(position, encoding, move) for move in moves]
        assert len({tuple(picks) for picks in picked}) == len(moves)


def leaves(batch, steps):
    """Every move that picks lead to, found by trying every pick that the mask allows."""
    found = []
    waiting = [batch.clone()]
    while waiting:
        node = waiting.pop()
        for action in numpy.flatnonzero(node.mask[0]):
            child = node.clone()
            child.act([action])
            if child.picked(0):
                waiting.append(child)
            else:
                found.append(child.position(0).moves_played()[steps])
    return found


@pytest.mark.parametrize("name", ["xiangqi", "chinese-checkers", "exile", "amazons"])
def test_the_leaves_of_picks_are_the_legal_moves(name):
    steps = 25 if IS_COMPILED else 4
    batch = play(Batch(name, 1, seed=2, mask=True, actions="picks", restart=False), steps)
    assert sorted(leaves(batch, steps)) == sorted(batch.position(0).legal_moves())


@pytest.mark.parametrize("steps", range(4))
def test_the_leaves_of_picks_are_the_legal_moves_of_tomb_chess(steps):
    if not IS_COMPILED and steps:
        pytest.skip("takes long")
    batch = play(Batch("tomb-chess", 1, seed=steps, mask=True, actions="picks"), 6 * steps)
    position = batch.position(0)
    encoding = position.game.encoding({})
    picked = {move: tuple(encoding.picks_of(position, move)) for move in position.legal_moves()}
    # The masks of each depth, against the prefixes of all picks.
    for prefix in sorted({picks[:length] for picks in picked.values() for length in range(len(picks))})[::37]:
        node = batch.clone()
        for pick in prefix:
            node.act([pick])
        going = {
            picks[len(prefix)] if len(picks) > len(prefix) else 305
            for picks in picked.values()
            if picks[: len(prefix)] == prefix
        }
        assert node.picked(0) == list(prefix)
        assert set(numpy.flatnonzero(node.mask[0])) == going


def test_tomb_chess_has_a_small_space_of_picks():
    assert Batch("tomb-chess", 1, actions="picks").action_count == 306


@pytest.mark.parametrize(
    "variant", [variant for variant in variants() if variant[0] in ("xiangqi", "chinese-checkers")], ids=variant_name
)
def test_flat_masks_have_the_legal_moves(variant):
    name, options = variant
    batch = Batch(name, 3, seed=1, mask=True, actions="flat", **options)
    encoding = batch.game.encoding(batch.options)
    for _ in range(100 if IS_COMPILED else 10):
        for lane in range(3):
            position = batch.position(lane)
            numbers = sorted(encoding.flat_of(position, move) for move in position.legal_moves())
            assert numpy.flatnonzero(batch.mask[lane]).tolist() == numbers
        play(batch, 1)


def test_a_flat_number_of_xiangqi_is_origin_and_target_as_the_side_to_move_counts():
    batch = Batch("xiangqi", 1, mask=True)
    position = batch.position(0)
    red = position.parse_move("h3e3")
    cells = position.game.look.sheet({}).geometry
    assert batch.actions == "flat" and batch.action_count == 8100
    batch.act([90 * cells.cell("h3") + cells.cell("e3")])
    assert batch.position(0).moves_played() == [red]
    position.play(red)
    # Black's h8 is as far to the left of Black as Red's b3 is to the left of Red.
    batch.act([90 * cells.cell("b3") + cells.cell("e3")])
    assert batch.position(0).moves_played() == [red, position.parse_move("h8e8")]


@every_variant
def test_acting_plays_the_move_that_was_picked(variant):
    name, options = variant
    batch = Batch(name, 2, seed=5, mask=True, observations=True, **options)
    for _ in range(3 * plies_of(variant)):
        actions = batch.random_actions().copy()
        assert batch.mask[numpy.arange(2), actions].all()
        before = [batch.position(lane) for lane in range(2)]
        batch.act(actions)
        for lane in range(2):
            if not batch.picked(lane) and not batch.terminated[lane]:
                after = batch.position(lane)
                assert len(after.moves_played()) == len(before[lane].moves_played()) + 1
                assert before[lane].allows(after.moves_played()[-1])


def test_the_picks_made_so_far_are_observed():
    batch = Batch("xiangqi", 1, observations=True, mask=True, actions="picks")
    planes = [plane.name for plane in batch.planes]
    origin = int(numpy.flatnonzero(batch.mask[0])[0])
    batch.act([origin])
    shown = batch.observations[0][planes.index("picked 1") :].reshape(-1)
    assert batch.picked(0) == [origin] and shown[origin] == 1 and shown.sum() == 1
    batch.act([int(numpy.flatnonzero(batch.mask[0])[0])])
    assert not batch.picked(0) and not batch.observations[0][planes.index("picked 1") :].any()
