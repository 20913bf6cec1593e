"""Packed numbers: what is packed comes out again. `test_inline_twins.py` compares the twins."""

from itertools import product
from random import Random

from ludoteca.games.tomb_chess import layout
from ludoteca.games.tomb_chess.moves.parts import decode, encode
from ludoteca.games.tomb_chess.state import stored
from tests.play import IS_COMPILED, walk
from tests.tomb_chess.drawing import place


def test_units_keep_what_is_packed() -> None:
    for kind, side, length in product(range(8), range(2), (1, 2, 12, 99)):
        unit = layout.unit(layout.code(kind, side), length)
        for turns, has_push in product(range(3), range(2)):
            changed = layout.with_paralysis(layout.with_range(unit, 7), turns)
            changed = layout.with_push(changed) if has_push else changed
            assert (layout.kind(changed), layout.side(changed), layout.range_of(changed)) == (kind, side, 7)
            assert (layout.paralysis(changed), layout.is_pushed(changed)) == (turns, bool(has_push))
            assert layout.has_state(changed) == bool(turns or has_push)
            assert layout.with_states_of(unit, changed) == layout.with_range(changed, length)
            after = layout.after_turn_of_side(layout.with_rest(changed))
            assert (layout.paralysis(after), layout.has_state(after)) == (max(0, turns - 1), turns > 1)
        assert layout.after_turn(layout.with_new_push(unit)) == layout.with_push(unit)


def test_legs_keep_what_is_packed() -> None:
    random = Random(4)
    for _ in range(500):
        origin, target, second = (random.randrange(34, 222) for _ in range(3))
        kind, number = random.randrange(8), random.randrange(5)
        move = layout.with_target(layout.move(layout.LEGS, origin, layout.CONTROL), target)
        assert layout.is_plain_leg(move)
        move = layout.with_second_push(layout.with_second_target(layout.with_first_push(move), second))
        move = layout.with_leap_capture(layout.with_promotion(move, kind), number)
        assert (layout.move_type(move), layout.control(move), layout.origin(move)) == (
            layout.LEGS,
            layout.CONTROL,
            origin,
        )
        assert (layout.target(move), layout.second_target(move)) == (target, second)
        assert (layout.first_push(move), layout.second_push(move)) == (1, 1)
        assert (layout.promotion(move), layout.leap_capture(move)) == (kind, number)
        assert not layout.is_plain_leg(move)


def test_bounces_keep_what_is_packed() -> None:
    random = Random(5)
    for _ in range(500):
        direction, count, option, length = (random.randrange(most) for most in (8, 12, 12, 12))
        rights = [random.randrange(2) for _ in range(count)]
        move = layout.with_first_direction(layout.move(layout.BOUNCE, 100, 0), direction)
        for bounce, is_right in enumerate(rights, 1):
            move = layout.with_one_more_bounce(move)
            move = layout.with_right_turn(move, bounce) if is_right else move
        move = layout.with_last_push(layout.with_last_stretch(layout.with_change(move, count, option), length))
        assert (layout.first_direction(move), layout.bounces(move), layout.change(move)) == (direction, count, count)
        assert [layout.turns_right(move, bounce) for bounce in range(1, count + 1)] == rights
        assert (layout.change_option(move), layout.last_stretch(move), layout.last_push(move)) == (option, length, 1)


def test_movements_are_merged_by_the_greater_range() -> None:
    rook, dragon = layout.movement(9, 0, 0), layout.movement(0, 5, 0) | layout.KNIGHT_LEAP
    both = layout.merged(rook, dragon)
    assert (layout.straight_range(both), layout.diagonal_range(both), layout.step_range(both)) == (9, 5, 0)
    assert layout.has_leap(both)
    assert layout.merged(both, layout.movement(12, 2, 1)) == layout.movement(12, 5, 1) | layout.KNIGHT_LEAP


def test_events_and_saved_states_keep_what_is_packed() -> None:
    event = stored.event(stored.EXCHANGED, layout.unit(13, 12), 221, 222)
    assert (stored.event_verb(event), stored.event_code(event)) == (stored.EXCHANGED, 13)
    assert (stored.event_start(event), stored.event_end(event)) == (221, 222)
    unit = layout.with_new_push(layout.unit(13, 99))
    assert stored.unit_of_word(stored.saved_unit(221, unit)) == unit
    assert stored.saved_cell(stored.saved_unit(221, unit)) == 221
    terrain = stored.saved_terrain(50, layout.BLOCKED, 1)
    assert (stored.wall_of_word(terrain), stored.opened_of_word(terrain)) == (layout.BLOCKED, 1)
    assert stored.is_dead(stored.saved_dead(9))
    assert not stored.is_dead(terrain)
    assert stored.code_of_word(stored.saved_dead(9)) == 9
    pusher = stored.saved_pusher(221, 1)
    assert (stored.pusher_of_word(pusher), stored.to_move_of_word(pusher)) == (221, 1)
    assert stored.unit_words(stored.saved_sizes(48, 70)) == 48
    assert stored.terrain_words(stored.saved_sizes(48, 70)) == 70


def test_generated_moves_are_taken_apart_and_put_together_again() -> None:
    forms = set()
    rare = place("De5 pe6", graves="c5:N!")
    for position in (rare, *walk(("tomb-chess", {}), 14, 100 if IS_COMPILED else 8)):
        for move in position.legal_moves():
            parts = decode(position.state, move)
            forms.add(parts.move_type)
            assert encode(parts) == move
    assert forms == set(range(layout.MOVE_TYPES)) or not IS_COMPILED
