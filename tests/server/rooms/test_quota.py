"""H7: nobody fills a room with events that are no moves, and every game can still end."""

import pytest

from ludoteca.server import events
from ludoteca.server.rooms import quota
from ludoteca.server.rooms.actions import Hand, Leave, Offer, Refuse, Rename, Resign, Sit
from ludoteca.server.rooms.refusal import Refusal
from tests.server.room_driver import ADA, BO, CYD, RoomDriver


def do_until_refused(driver, *turn):
    """Do some actions again and again, and give the Refusal of the last one."""
    for number in range(quota.MAX_IN_ROOM + 1):
        for who, kind, seat, *words in turn:
            try:
                driver.do(who, kind, seat, *(word.format(number) for word in words))
            except Refusal as refusal:
                return refusal
    raise AssertionError("nothing was refused")


def test_the_same_name_again_is_no_event():
    driver = RoomDriver(ADA, BO)
    assert driver.do(ADA, Rename, 0, "Ada") is None
    assert driver.do(ADA, Rename, 0, " Ada ") is None
    assert driver.room.seq == 1
    assert driver.do(ADA, Rename, 0, "Ann") == events.Sat(0, ADA, "Ann")


def test_handing_a_seat_to_whom_it_has_is_no_event():
    driver = RoomDriver(ADA, 3)
    assert driver.do(ADA, Hand, 1, "machine:3") is None
    driver.do(ADA, Hand, 1, "open")
    assert driver.do(ADA, Hand, 1, "open") is None
    assert driver.room.seq == 2


def test_h7_names_are_counted_for_each_person():
    driver = RoomDriver(ADA, BO)
    refusal = do_until_refused(driver, (ADA, Rename, 0, "Ada {}"))
    assert refusal.why == "not-now" and "50 times" in refusal.message and "H7" in refusal.message
    assert driver.room.seq == 1 + quota.MAX_SEAT_CHANGES
    assert driver.do(BO, Rename, 1, "Bob") == events.Sat(1, BO, "Bob")


def test_h7_sitting_down_and_getting_up_has_an_end():
    driver = RoomDriver(ADA, BO)
    assert "H7" in do_until_refused(driver, (ADA, Hand, 0, "open"), (ADA, Sit, 0)).message


def test_h7_taking_back_has_an_end(monkeypatch):
    monkeypatch.setattr(quota, "MAX_OFFERS", 20)
    driver = RoomDriver(ADA, 3)
    for _ in range(20):
        driver.move("h3e3")
        assert isinstance(driver.do(ADA, Offer, 0, "takeback"), events.TakenBack)
    driver.move("h3e3")
    assert driver.refusal(ADA, Offer, 0, "takeback") == "not-now"
    driver.machine_move()
    driver.do(ADA, Resign, 0)
    assert driver.room.is_over


def test_h7_all_people_together_have_a_limit(monkeypatch):
    monkeypatch.setattr(quota, "MAX_IN_ROOM", 60)
    driver = RoomDriver(ADA, BO)
    do_until_refused(driver, (ADA, Rename, 0, "Ada {}"))
    refusal = do_until_refused(driver, (BO, Rename, 1, "Bo {}"))
    assert "60 times" in refusal.message


def test_h7_a_game_can_always_go_on_and_end(monkeypatch):
    monkeypatch.setattr(quota, "MAX_IN_ROOM", 1)
    driver = RoomDriver(ADA, BO, CYD, game="chinese-checkers", options={"players": 3}, clock=(60, 0))
    driver.do(ADA, Offer, 0, "draw")
    assert driver.refusal(ADA, Rename, 0, "Ann") == "not-now"
    assert driver.do(BO, Offer, 1, "draw") == events.Agreed(1, "draw")
    assert driver.do(CYD, Refuse, 2, "draw") == events.Refused(2, "draw")
    position = driver.room.position
    driver.move(position.move_text(position.legal_moves()[0]))
    driver.now += 61
    assert isinstance(driver.apply(driver.room.decide_flag(driver.moment())), events.Flagged)
    assert isinstance(driver.do(CYD, Leave, 2), events.Left)
    assert isinstance(driver.do(ADA, Resign, 0), events.Resigned)


def test_h7_a_draw_can_always_be_agreed(monkeypatch):
    driver = RoomDriver(ADA, BO)
    driver.do(ADA, Offer, 0, "draw")
    monkeypatch.setattr(quota, "MAX_OFFERS", 0)
    assert driver.do(BO, Offer, 1, "draw") == events.Drawn(1)


def test_h7_a_room_that_is_rebuilt_has_counted():
    driver = RoomDriver(ADA, BO)
    do_until_refused(driver, (ADA, Rename, 0, "Ada {}"))
    with pytest.raises(Refusal, match="H7"):
        driver.rebuilt().decide(Rename("again", 0, "Ann"), ADA, driver.moment())
