"""Rooms that began by older rules (H4): carried on if all their moves are still legal, else ended; nothing is lost."""

import ludoteca
from ludoteca.server import events
from ludoteca.server.events import Entry, Flagged, Moved, Offered, Refused, Resigned, TakenBack, decode_event
from ludoteca.server.live.summaries import record_of
from ludoteca.server.rooms import actions, house_rules, payloads
from ludoteca.server.rooms.actions import Move, Offer
from tests.server.old_rooms import ILLEGAL, LEGAL, NOTICE, START
from tests.server.room_driver import ADA, BO, RoomDriver


def old_room(*happened, clock=None):
    """A room of version 1 after moves, given as texts, and other events."""
    driver = RoomDriver(ADA, BO, game="tomb-chess", start=START, rules_version=1, clock=clock)
    seat = 0
    for each in happened:
        event = each
        if isinstance(each, str):
            event, seat = Moved(seat, each), 1 - seat
        elif isinstance(each, TakenBack):
            seat = each.number % 2
        driver.apply(Entry(driver.room.seq + 1, 0.0, 1000, "", event))
    return driver


def test_events_of_the_time_before_versions_are_of_version_1():
    body = '{"what":"created","game":"exile","options":{},"chairs":[],"host":"","clock":null,"public":true,"start":""}'
    created = decode_event(body)
    assert isinstance(created, events.Created) and created.rules_version == 1


def test_an_old_room_whose_moves_are_all_legal_goes_on_and_tells_that_the_rules_were_revised():
    driver = old_room(*LEGAL)
    assert not driver.room.is_over and driver.room.moves == LEGAL
    payload = payloads.room_payload(driver.room, ADA, set(), driver.moment())
    assert (payload["notice"], payload["rules_version"]) == (NOTICE, 1)
    assert driver.refusal(ADA, Move, 4, "d3-d5") == "illegal"
    driver.move("a3-a4")
    assert driver.rebuilt().moves == [*LEGAL, "a3-a4"]
    assert ludoteca.read_record(str(record_of(driver.room))).replay().key == driver.room.position.key


def test_a_room_of_the_present_rules_has_no_notice():
    assert RoomDriver(ADA, BO, game="tomb-chess").room.notice == ""


def test_an_old_room_with_a_move_that_is_illegal_now_ends_there_without_a_result():
    room = old_room(*ILLEGAL, clock=(60, 0)).room
    assert (room.moves, room.movers, room.unplayable) == (ILLEGAL[:2], [0, 1], ILLEGAL[2:])
    outcome = payloads.outcome_payload(room)
    assert outcome.is_house and outcome.words == house_rules.CLAUSES["H4"]
    assert (outcome.clause, outcome.winner, outcome.payoffs) == ("H4", None, ())
    assert outcome.reason == "by version 2 of the rules move 3, d3-d4-d5, is not legal any more"
    assert room.clock.running is None
    assert str(room.position_after(0)) == START
    assert room.seq == 5


def test_nobody_plays_on_in_a_room_that_revised_rules_have_ended():
    driver = old_room(*ILLEGAL)
    assert driver.refusal(ADA, Move, 2, "a2-a3") == "over"
    assert driver.refusal(ADA, Offer, 0, "draw") == "over"
    assert driver.refusal(ADA, Offer, 0, "takeback") == "over"
    driver.do(ADA, Offer, 0, "rematch")
    driver.do(BO, Offer, 1, "rematch")
    assert driver.room.rematch_created().rules_version == 2


def test_the_record_of_such_a_room_has_all_its_moves():
    text = str(record_of(old_room(*ILLEGAL).room))
    assert "\nrules: 1\n" in text and f"\n1. {' '.join(ILLEGAL)}\n\nresult: -\n" in text
    position, fault = ludoteca.read_record(text).replay_legal_part()
    assert len(position.moves_played()) == 2 and "move 3, d3-d4-d5: T4.5" in str(fault)


def test_a_move_that_is_illegal_now_does_not_matter_once_it_was_taken_back():
    driver = old_room(*ILLEGAL, TakenBack(0, 2), "a2-a3")
    assert not driver.room.is_over and driver.room.moves == LEGAL[:3]
    still_there = old_room(*ILLEGAL, TakenBack(1, 3))
    assert still_there.room.outcome.clause == "H4"
    assert still_there.room.unplayable == ILLEGAL[2:3]


def test_nothing_is_played_after_a_move_that_is_illegal_now():
    room = old_room(*ILLEGAL, "a2-a3").room
    assert room.position.explain("a2-a3") is None
    assert (room.moves, room.unplayable) == (ILLEGAL[:2], [*ILLEGAL[2:], "a2-a3"])


def test_a_legal_text_of_the_wrong_seat_is_not_played():
    """A revision may also change whose turn it is."""
    driver = old_room(*LEGAL[:2])
    driver.apply(Entry(4, 0.0, 0, "", Moved(1, "a2-a3")))
    assert driver.room.unplayable == ["a2-a3"]


def test_a_result_that_the_players_made_stands():
    assert old_room(*ILLEGAL, Resigned(0)).room.outcome == house_rules.resigned(0, "South")
    assert old_room(*ILLEGAL, Flagged(1)).room.outcome == house_rules.out_of_time(1, "North")
    assert old_room(*ILLEGAL, events.Drawn(0)).room.outcome == house_rules.agreed(2)


def test_offers_of_a_game_that_went_on_by_older_rules_do_no_harm():
    driver = old_room(*ILLEGAL, Offered(0, "draw"), Refused(1, "draw"), Offered(1, "draw"), events.Agreed(0, "draw"))
    assert driver.room.outcome.clause == "H4"
    assert driver.room.offers == {}
    assert old_room(*ILLEGAL[:2], Offered(1, "takeback", 1), *ILLEGAL[2:]).room.offers == {}


def test_a_game_that_had_ended_by_older_rules_stays_ended():
    driver = old_room(*LEGAL, clock=(60, 0))
    driver.room.stay_ended()
    assert driver.room.outcome.clause == "H4" and driver.room.clock.running is None
    assert driver.room.outcome.reason == "it had ended by version 1 of the rules, but by version 2 it would go on"
    assert driver.refusal(ADA, actions.Move, 4, "a3-a4") == "over"
