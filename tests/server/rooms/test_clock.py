"""The clocks of a live game: when they run, what they charge, and when a flag falls."""

from random import Random

from ludoteca.server import events
from ludoteca.server.rooms.actions import Hand, Offer, Refuse, Sit
from tests.server.room_driver import ADA, BO, CYD, RoomDriver


def test_h2_no_clock_runs_before_the_first_move():
    driver = RoomDriver(ADA, BO, clock=(60, 5))
    driver.now += 1000
    assert driver.room.clock.running is None
    assert driver.room.decide_flag(driver.moment()) is None
    driver.move("h3e3")
    assert driver.room.clock.seconds_left(driver.moment()) == [60.0, 60.0]
    assert driver.room.clock.running == 1
    driver.now += 61
    assert driver.apply(driver.room.decide_flag(driver.moment())) == events.Flagged(1, 3)


def test_thinking_costs_time_and_a_turn_adds_the_increment():
    driver = RoomDriver(ADA, BO, clock=(60, 5))
    driver.begin()
    driver.now += 10
    driver.move("h3e3")
    assert driver.room.clock.seconds_left(driver.moment()) == [55.0, 65.0]
    driver.now += 3.5
    assert driver.room.clock.seconds_left(driver.moment()) == [55.0, 61.5]
    driver.move("h10g8")
    assert driver.room.clock.seconds_left(driver.moment()) == [55.0, 66.5]
    assert driver.room.clock.running == 0


def test_what_happens_in_mid_thought_is_not_charged_twice():
    driver = RoomDriver(ADA, BO, clock=(60, 0))
    driver.begin()
    driver.now += 10
    driver.do(BO, Offer, 1, "draw")
    driver.now += 5
    assert driver.room.clock.seconds_left(driver.moment()) == [45.0, 60.0]
    driver.do(ADA, Refuse, 0, "draw")
    driver.move("h3e3")
    assert driver.room.clock.seconds_left(driver.moment()) == [45.0, 60.0]
    assert driver.rebuilt().clock.left == driver.room.clock.left


def test_a_flag_falls_when_the_time_is_used_up_and_not_before():
    driver = RoomDriver(ADA, BO, clock=(10, 0))
    driver.begin()
    driver.now += 9.9
    assert driver.room.decide_flag(driver.moment()) is None
    driver.now += 0.2
    driver.apply(driver.room.decide_flag(driver.moment()))
    assert driver.room.outcome.clause == "H2"
    assert driver.room.outcome.winner == 1
    driver.now += 100
    assert driver.room.clock.seconds_left(driver.moment()) == [0.0, 10.0]
    driver.now -= 100
    assert driver.room.decide_flag(driver.moment()) is None


def test_of_three_a_machine_takes_over_who_is_out_of_time():
    driver = RoomDriver(ADA, BO, CYD, game="chinese-checkers", options={"players": 3}, clock=(10, 0))
    driver.begin()
    driver.now += 11
    driver.apply(driver.room.decide_flag(driver.moment()))
    assert driver.room.machine_level_to_move() == 3
    assert driver.room.outcome is None
    assert driver.room.clock.running is None


def test_no_clock_runs_for_machines_nor_while_a_seat_is_open():
    driver = RoomDriver(ADA, "open", clock=(10, 0))
    driver.now += 100
    assert driver.room.decide_flag(driver.moment()) is None
    driver.move("h3e3")
    driver.do(BO, Sit, 1, is_invited=True)
    assert driver.room.clock.running is None
    driver.move("h10g8")
    assert driver.room.clock.running == 0
    driver.do(ADA, Hand, 0, "machine:1")
    assert driver.room.clock.running is None


def test_a_turn_of_several_moves_gets_one_increment():
    driver = RoomDriver(ADA, ADA, ADA, ADA, game="exile", clock=(600, 5))
    chosen = Random(1)
    while True:
        position = driver.room.position
        texts = [position.move_text(move) for move in position.legal_moves()]
        spawns = [text for text in texts if text.startswith("@")]
        if spawns:
            break
        driver.move(chosen.choice(texts))
    seat = position.to_move
    before = driver.room.clock.left[seat]
    driver.now += 1
    driver.move(spawns[0])
    assert driver.room.position.to_move == seat
    assert driver.room.clock.left[seat] == before - 1000
    assert driver.room.clock.running == seat


def test_a_room_made_again_charges_the_present_thought_but_no_outage():
    driver = RoomDriver(ADA, BO, clock=(60, 0))
    driver.begin()
    driver.now += 10
    driver.move("h3e3")
    driver.now += 20
    driver.move("h10g8")
    driver.now += 7
    died = driver.now  # Thought about for seven seconds when the server dies.
    driver.now += 90_000
    driver.outages = ((0.0, 5.0), (died, driver.now))
    again = driver.rebuilt()
    assert again.clock.seconds_left(driver.moment()) == [43.0, 40.0]
    assert again.clock.running == 0
    driver.now += 42.9
    assert again.decide_flag(driver.moment()) is None
    driver.now += 0.1
    assert again.decide_flag(driver.moment()).event.seat == 0


def test_an_outage_within_a_thought_is_not_charged():
    driver = RoomDriver(ADA, BO, clock=(6, 0))
    driver.begin()
    driver.now += 2
    begin = driver.now
    driver.now += 10
    driver.outages = ((begin, driver.now),)
    driver.now += 1
    assert driver.room.decide_flag(driver.moment()) is None
    driver.move("h3e3")
    assert driver.room.clock.left == [3000, 6000]
    # It was before the next thought.
    driver.now += 1
    driver.move("h10g8")
    assert driver.room.clock.left == [3000, 5000]
