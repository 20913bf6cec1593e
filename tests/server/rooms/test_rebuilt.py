"""A room that is made again, from its entries or from a snapshot, is the same."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.actions import Hand, Leave, Offer, Refuse, Sit
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.snapshot import restore_room, take_snapshot
from tests.server.room_driver import ADA, BO, CYD, EVE, RoomDriver


def state(room):
    now = Moment(0.0 if room.clock is None else room.clock.since)
    return payloads.encode(payloads.room_payload(room, ADA, set(), now)), room.seq_by_action, str(room.position)


def attributes(room):
    """All that a room consists of, but for objects that are compared by what they tell."""
    values = dict(vars(room), clock=room.clock and vars(room.clock), quota=vars(room.quota))
    return {name: value for name, value in values.items() if name not in ("position", "sheet", "game", "_parsed")}


def test_a_snapshot_of_another_program_is_not_read():
    driver = RoomDriver(ADA, BO)
    driver.move("h3e3")
    text = take_snapshot(driver.room)
    assert restore_room("room", text).moves == ["h3e3"]
    for before, after in (('"program":"', '"program":"x'), ('"numbers":[', '"numbers":[99999,'), ("{", "[")):
        assert before in text
        assert restore_room("room", text.replace(before, after, 1)) is None


choices = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 200), st.floats(0, 5)), max_size=60)


@settings(max_examples=60, deadline=None)
@given(choices=choices, clock=st.sampled_from([None, (100, 2), (100, 0, True)]))
def test_whatever_happens_a_room_made_again_is_the_same(choices, clock):
    driver = RoomDriver(ADA, BO, 2, game="chinese-checkers", options={"players": 3}, clock=clock)
    people = [ADA, BO, CYD, EVE]
    for kind, who, number, seconds in choices:
        driver.now += seconds
        position = driver.room.position
        legal = position.legal_moves()
        attempts: list[Callable[..., Any]] = [
            lambda n=number, legal=legal: driver.move(driver.room.position.move_text(legal[n % len(legal)])),
            lambda n=number, w=who: driver.do(people[w], Offer, n % 3, ("draw", "takeback", "rematch")[n % 3]),
            lambda n=number, w=who: driver.do(people[w], Refuse, n % 3, ("draw", "takeback")[n % 2]),
            lambda n=number, w=who: driver.do(people[w], Hand, n % 3, ("open", "machine:2")[n % 2]),
            lambda n=number, w=who: driver.do(people[w], Sit, n % 3, is_invited=True),
            lambda n=number, w=who: driver.do(people[w], Leave, n % 3),
            lambda: driver.machine_move(),
        ]
        try:
            attempts[kind if kind < len(attempts) else 0]()
        except (Refusal, ZeroDivisionError):
            continue
        due = driver.room.decide_flag(driver.moment())
        if due:
            driver.apply(due)
    assert state(driver.rebuilt()) == state(driver.room)
    restored = restore_room("room", take_snapshot(driver.room))
    assert state(restored) == state(driver.room)
    assert attributes(restored) == attributes(driver.room)
