"""Correspondence games: every move has days of its own."""

import json
from random import Random

import pytest

from ludoteca.server.events import Created, Timing, decode_event, encode_event
from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.actions import Hand, Offer
from ludoteca.server.rooms.clock import Moment
from ludoteca.server.rooms.new_room import NewRoom, created_event
from ludoteca.server.rooms.refusal import Refusal
from tests.server.room_driver import ADA, BO, CYD, RoomDriver

DAY = 86400
THREE_DAYS = (3 * DAY, 0, True)


def left(driver):
    return driver.room.clock.seconds_left(driver.moment())


def test_h2_the_time_begins_anew_with_every_move():
    driver = RoomDriver(ADA, BO, clock=THREE_DAYS)
    driver.now += 30 * DAY
    assert driver.room.clock.running is None, "no clock runs before the first move"
    driver.move("h3e3")
    driver.now += 2 * DAY
    assert left(driver) == [3 * DAY, 1 * DAY]
    assert driver.room.clock.deadline(driver.moment()) == driver.now + DAY
    driver.move("h10g8")
    assert left(driver) == [3 * DAY, 3 * DAY] and driver.room.clock.running == 0
    for _ in range(3):
        driver.now += 3 * DAY - 1
        assert driver.room.decide_flag(driver.moment()) is None
        driver.begin()
    assert driver.entries[2].spent == 2 * DAY * 1000


def test_h2_who_lets_the_days_pass_loses():
    driver = RoomDriver(ADA, BO, clock=THREE_DAYS)
    driver.move("h3e3")
    driver.now += 3 * DAY
    driver.apply(driver.room.decide_flag(driver.moment()))
    assert (driver.room.outcome.winner, driver.room.outcome.clause) == (0, "H2")
    assert driver.room.clock.deadline(driver.moment()) is None
    assert driver.rebuilt().outcome == driver.room.outcome


def test_h2_it_begins_anew_with_a_move_that_is_taken_back():
    driver = RoomDriver(ADA, BO, clock=THREE_DAYS)
    driver.begin()
    driver.now += 2 * DAY
    driver.do(ADA, Offer, 0, "takeback")
    driver.do(BO, Offer, 1, "takeback")
    assert driver.room.move_count == 0 and driver.room.clock.running == 0
    assert left(driver) == [3 * DAY, 3 * DAY]


def test_h6_who_takes_a_seat_over_goes_on_with_what_is_left_of_the_move():
    driver = RoomDriver(ADA, BO, clock=THREE_DAYS)
    driver.move("h3e3")
    driver.now += DAY
    driver.do(BO, Hand, 1, "open")
    driver.now += DAY
    assert left(driver) == [3 * DAY, DAY]


def test_whoever_gets_a_seat_back_from_the_machine_has_time_for_its_move():
    driver = RoomDriver(ADA, BO, CYD, game="chinese-checkers", options={"players": 3}, clock=THREE_DAYS)
    driver.begin()
    driver.now += 3 * DAY
    driver.apply(driver.room.decide_flag(driver.moment()))
    driver.do(ADA, Hand, 0, "open")
    for who in (BO, CYD):
        driver.do(who, Offer, driver.room.seats_of(who)[0], "hand")
    assert driver.room.occupants[0].kind == "open" and driver.room.clock.running == 0
    assert left(driver) == [3 * DAY] * 3


def test_days_in_which_nothing_could_be_stored_are_not_counted():
    driver = RoomDriver(ADA, BO, clock=THREE_DAYS)
    driver.outages = ((0.0, 900.0), (1000.0 + DAY, 1000.0 + 2 * DAY), (1000.0 + 2.5 * DAY, 1000.0 + 3 * DAY))
    driver.move("h3e3")
    driver.now += 4 * DAY
    assert left(driver)[1] == 0.5 * DAY
    assert driver.room.clock.deadline(driver.moment()) == driver.now + 0.5 * DAY


def test_every_move_of_a_turn_has_its_days():
    driver = RoomDriver(ADA, BO, game="exile", options={"mode": "duel-classic"}, clock=THREE_DAYS)
    random = Random(0)
    while driver.room.move_count < 2 or driver.room.movers[-1] != driver.room.position.to_move:
        position = driver.room.position
        driver.now += DAY
        driver.move(position.move_text(random.choice(position.legal_moves())))
    assert left(driver) == [3 * DAY, 3 * DAY]


def test_a_clock_for_the_whole_game_has_no_deadline_to_wait_for():
    driver = RoomDriver(ADA, BO, clock=(60, 5))
    driver.begin()
    assert driver.room.clock.deadline(driver.moment()) is None


@pytest.mark.parametrize(
    "clock", [Timing(DAY, 0, True), Timing(14 * DAY, 0, True), Timing(1, 0), Timing(DAY, 600)], ids=str
)
def test_clocks_that_can_be_chosen(clock):
    assert created_event(NewRoom("xiangqi", ("me", "open"), clock=clock), ADA).clock == clock


@pytest.mark.parametrize(
    "clock",
    [Timing(15 * DAY, 0, True), Timing(0, 0, True), Timing(DAY + 1, 0, True), Timing(DAY, 1, True), Timing(2 * DAY, 0)],
    ids=str,
)
def test_clocks_that_cannot(clock):
    with pytest.raises(Refusal) as refused:
        created_event(NewRoom("xiangqi", ("me", "open"), clock=clock), ADA)
    assert refused.value.why == "unreadable"


def test_events_of_other_clocks_are_stored_as_before_and_old_ones_are_read():
    driver = RoomDriver(ADA, BO, clock=(600, 5))
    body = encode_event(driver.entries[0].event)
    assert json.loads(body)["clock"] == {"base": 600, "increment": 5}
    read = decode_event(body)
    assert isinstance(read, Created) and read.clock == Timing(600, 5, False)


def test_a_list_tells_whose_turn_it_is_and_until_when():
    driver = RoomDriver(ADA, BO, clock=THREE_DAYS)
    driver.move("h3e3")
    brief = payloads.summary_payload(driver.room, Moment(driver.now))
    assert (brief["to_move"], brief["deadline"]) == (1, driver.now + 3 * DAY)
