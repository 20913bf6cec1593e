"""The house rules on what people could do to each other: a machine's seat, a draw alone, and the clock of a seat."""

import pytest

from ludoteca.server import events
from ludoteca.server.rooms import payloads
from ludoteca.server.rooms.actions import Hand, Leave, Offer, Refuse, Resign, Sit
from tests.server.room_driver import ADA, BO, CYD, EVE, RoomDriver

TRIO = {"game": "chinese-checkers", "options": {"players": 3}}


def some_move(driver):
    position = driver.room.position
    return position.move_text(position.legal_moves()[0])


def ada_lets_the_machine_play():
    """The host plays Bo, and has handed her seat to the machine, which has moved."""
    driver = RoomDriver(ADA, BO)
    driver.do(ADA, Hand, 0, "machine:8")
    driver.machine_move()
    return driver


# H5: a machine's seat


def test_h5_the_host_does_not_take_a_seat_back_from_the_machine_against_a_person():
    driver = ada_lets_the_machine_play()
    assert driver.do(ADA, Hand, 0, "open") == events.Offered(0, "hand", 0)
    assert driver.room.occupants[0].kind == "machine"
    assert driver.refusal(ADA, Sit, 0) == "taken"
    assert payloads.offers_payload(driver.room) == [payloads.OfferPayload("hand", 0, [], [1], 0)]


def test_h5_with_the_consent_of_the_others_the_seat_is_opened():
    driver = ada_lets_the_machine_play()
    driver.do(ADA, Hand, 0, "open")
    assert driver.do(BO, Offer, 1, "hand") == events.Handed(0, "open")
    assert driver.do(ADA, Sit, 0) == events.Sat(0, ADA, "Red")
    assert not driver.room.offers


def test_h5_all_other_people_have_to_agree():
    driver = RoomDriver(ADA, BO, CYD, **TRIO)
    driver.move(some_move(driver))
    driver.do(ADA, Leave, 0, 5)
    assert driver.do(ADA, Hand, 0, "machine:8") == events.Offered(0, "hand", 8)
    assert driver.refusal(EVE, Offer, 1, "hand") == "seat"
    assert driver.do(CYD, Offer, 2, "hand") == events.Agreed(2, "hand")
    assert driver.refusal(CYD, Offer, 2, "hand") == "not-now"
    assert driver.do(BO, Offer, 1, "hand") == events.Handed(0, "machine", 8)


def test_h5_who_refuses_or_moves_on_is_not_asked_again_and_again():
    driver = ada_lets_the_machine_play()
    driver.do(ADA, Hand, 0, "open")
    assert driver.refusal(ADA, Hand, 0, "open") == "not-now"
    driver.do(BO, Refuse, 1, "hand")
    assert driver.refusal(ADA, Hand, 0, "open") == "not-now"
    driver.move("h10g8")
    driver.do(ADA, Hand, 0, "open")
    driver.machine_move()
    assert "hand" in driver.room.offers, "a move of the machine is no answer"
    driver.move("g8h10")
    assert not driver.room.offers
    assert driver.refusal(BO, Offer, 1, "hand") == "not-now"


def test_h5_who_plays_with_machines_alone_changes_them_freely():
    driver = RoomDriver(ADA, 3)
    driver.move("h3e3")
    assert driver.do(ADA, Hand, 1, "machine:5") == events.Handed(1, "machine", 5)
    assert driver.do(ADA, Hand, 0, "machine:1") == events.Handed(0, "machine", 1)
    assert driver.do(ADA, Hand, 0, "open") == events.Handed(0, "open")


def test_h5_before_the_first_move_a_machine_makes_way_for_a_person():
    driver = RoomDriver(ADA, BO, 3, **TRIO)
    assert driver.do(ADA, Hand, 2, "open") == events.Handed(2, "open")


def test_h5_a_game_that_ends_asks_nobody_any_more():
    driver = ada_lets_the_machine_play()
    driver.do(ADA, Hand, 0, "open")
    driver.do(BO, Resign, 1)
    assert not driver.room.offers


def test_h5_a_room_with_such_an_offer_is_rebuilt():
    driver = ada_lets_the_machine_play()
    driver.do(ADA, Hand, 0, "machine:2")
    rebuilt = driver.rebuilt()
    assert payloads.offers_payload(rebuilt) == payloads.offers_payload(driver.room) != []


# H3: draws


@pytest.mark.parametrize("seats", [(ADA, "open"), ("open", ADA)])
def test_h3_nobody_agrees_to_a_draw_alone(seats):
    driver = RoomDriver(*seats)
    assert driver.refusal(ADA, Offer, seats.index(ADA), "draw") == "not-now"


def test_h3_there_is_no_draw_while_a_seat_is_open():
    driver = RoomDriver(ADA, BO, CYD, **TRIO)
    driver.do(ADA, Offer, 0, "draw")
    driver.do(CYD, Hand, 2, "open")
    assert not driver.room.offers
    assert driver.refusal(BO, Offer, 1, "draw") == "not-now"
    driver.do(ADA, Hand, 2, "machine:1")
    driver.do(BO, Offer, 1, "draw")
    driver.do(ADA, Offer, 0, "draw")
    assert driver.apply(driver.room.decide_machine_answer(2, True, driver.moment())) == events.Drawn(2)


def test_moves_of_who_has_gone_are_not_taken_back_alone():
    driver = RoomDriver(ADA, "open")
    driver.move("h3e3")
    assert isinstance(driver.do(ADA, Offer, 0, "takeback"), events.TakenBack), "nobody has answered it"
    driver.move("h3e3")
    driver.do(BO, Sit, 1, is_invited=True)
    driver.move("h10g8")
    driver.do(BO, Hand, 1, "open")
    assert driver.refusal(ADA, Offer, 0, "takeback") == "not-now"


# H6: clocks


def test_h6_who_hands_a_seat_away_and_back_has_thought_meanwhile():
    driver = RoomDriver(ADA, BO, clock=(60, 0))
    driver.move("h3e3")
    driver.move("h10g8")
    driver.now += 10
    driver.do(ADA, Hand, 0, "open")
    driver.now += 30
    driver.do(ADA, Sit, 0)
    assert driver.room.clock.seconds_left(driver.moment()) == [20.0, 60.0]
    driver.now += 1
    driver.move("h1g3")
    assert driver.room.clock.seconds_left(driver.moment()) == [19.0, 60.0]
    assert driver.rebuilt().clock.left == driver.room.clock.left


def test_h6_the_flag_of_an_open_seat_falls():
    driver = RoomDriver(ADA, BO, clock=(60, 0))
    driver.move("h3e3")
    driver.do(BO, Hand, 1, "open")
    driver.now += 61
    driver.apply(driver.room.decide_flag(driver.moment()))
    assert (driver.room.outcome.clause, driver.room.outcome.winner) == ("H2", 0)


def test_h6_a_machine_leaves_the_time_of_its_seat_as_it_was():
    driver = RoomDriver(ADA, BO, clock=(60, 5))
    driver.begin()
    driver.now += 20
    driver.do(ADA, Hand, 0, "machine:3")
    driver.now += 30
    driver.machine_move()
    driver.do(ADA, Hand, 0, "open")
    driver.do(BO, Offer, 1, "hand")
    driver.do(ADA, Sit, 0)
    assert driver.room.clock.left[0] == 40_000


def test_h6_a_guest_who_goes_before_moving_starts_no_clock():
    driver = RoomDriver(ADA, "open", clock=(60, 0), public=True)
    driver.move("h3e3")
    driver.do(EVE, Sit, 1)
    driver.do(EVE, Hand, 1, "open")
    driver.now += 1000
    assert driver.room.clock.running is None
    assert driver.room.decide_flag(driver.moment()) is None
