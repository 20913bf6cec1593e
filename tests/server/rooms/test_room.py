"""One live game, without a network: seats, authority and offers."""

from types import SimpleNamespace

import pytest

import ludoteca
from ludoteca.core.drawing import path_cells
from ludoteca.core.outcome import won_by
from ludoteca.core.ruling import IllegalMove, Ruling
from ludoteca.server import events
from ludoteca.server.events import Entry
from ludoteca.server.rooms import actions, house_rules, payloads
from ludoteca.server.rooms.actions import Hand, Leave, Move, Offer, Refuse, Rename, Resign, Sit
from ludoteca.server.rooms.occupants import checked_name
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.rooms.room import Room
from tests.server.room_driver import ADA, BO, CYD, EVE, RoomDriver

MATE = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"


# Authority


def test_a_move_is_checked_against_seat_turn_and_rules():
    driver = RoomDriver(ADA, BO)
    assert driver.refusal(BO, Move, 0, "h10g8") == "seat"
    assert driver.refusal(EVE, Move, 0, "h3e3") == "seat"
    assert driver.refusal(ADA, Move, 1, "h3e3") == "stale"
    assert driver.refusal(ADA, Move, 0, "b1d2") == "illegal"
    assert driver.move("C2=5") == events.Moved(0, "h3e3")
    assert driver.refusal(ADA, Move, 1, "h10g8") == "seat"
    assert driver.room.moves == ["h3e3"]


def test_a_move_that_was_decided_but_not_stored_is_not_played_later():
    driver = RoomDriver(ADA, ADA)
    driver.move("h3e3")
    driver.move("h10g8")
    driver.room.decide(Move("lost", 2, "e3e7"), ADA, driver.moment())
    driver.apply(Entry(4, 0.0, 0, "", events.TakenBack(0, 0)))
    with pytest.raises(IllegalMove):
        driver.apply(Entry(5, 0.0, 0, "", events.Moved(0, "e3e7")))


def test_an_illegal_move_names_its_clause():
    with pytest.raises(Refusal) as refused:
        RoomDriver(ADA, BO).move("b1d2")
    assert refused.value.ruling.clause == "X1.6"


def test_nobody_moves_for_a_machine_or_an_open_seat():
    for other in (3, "open"):
        driver = RoomDriver(other, ADA)
        assert driver.refusal(ADA, Move, 0, "h3e3") == "seat"
        assert driver.refusal("", Move, 0, "h3e3") == "seat"


def test_a_spectator_can_do_nothing():
    driver = RoomDriver(ADA, BO)
    for kind, details in (
        (Move, (0, "h3e3")),
        (Offer, (0, "draw")),
        (Refuse, (0, "draw")),
        (Resign, (0,)),
        (Leave, (0,)),
        (Hand, (0, "open")),
        (Rename, (0, "Eve")),
        (Sit, (7,)),
        (Resign, (7,)),
    ):
        assert driver.refusal(EVE, kind, *details) == "seat"
    assert driver.refusal(EVE, Sit, 1) == "taken"


def test_one_person_may_hold_all_seats():
    driver = RoomDriver(ADA, ADA)
    driver.move("h3e3")
    driver.move("h10g8")
    assert driver.room.move_count == 2
    assert isinstance(driver.do(ADA, Offer, 0, "draw"), events.Drawn)


def test_when_it_is_over_nothing_is_played_any_more():
    driver = RoomDriver(ADA, BO, start=MATE)
    driver.move("b8b10")
    assert driver.room.outcome.clause == "X2.4"
    for kind, details in (
        (Move, (1, "d10d9")),
        (Resign, (1,)),
        (Leave, (1,)),
        (Offer, (1, "draw")),
        (Hand, (1, "open")),
    ):
        assert driver.refusal(BO, kind, *details) == "over"


# Seats


def test_an_open_seat_needs_an_invitation_or_a_public_room():
    assert RoomDriver(ADA, "open").refusal(BO, Sit, 1, "Bo") == "seat"
    driver = RoomDriver(ADA, "open")
    assert driver.do(BO, Sit, 1, "Bo", is_invited=True) == events.Sat(1, BO, "Bo")
    assert driver.refusal(CYD, Sit, 1, "Cyd", is_invited=True) == "taken"
    public = RoomDriver(ADA, "open", public=True)
    assert public.do(BO, Sit, 1) == events.Sat(1, BO, "Black")
    assert RoomDriver(ADA, "open").do(ADA, Sit, 1) == events.Sat(1, ADA, "Black")


def test_seats_are_handed_over_in_mid_game():
    driver = RoomDriver(ADA, BO)
    driver.move("h3e3")
    assert driver.refusal(ADA, Hand, 1, "machine:3") == "seat"
    driver.do(BO, Hand, 1, "machine:3")
    assert driver.room.machine_level_to_move() == 3
    assert driver.refusal(BO, Move, 1, "h10g8") == "seat"
    driver.machine_move()
    assert driver.refusal(BO, Hand, 1, "open") == "seat"
    driver.do(ADA, Hand, 1, "open")
    assert driver.room.has_open_seat()
    driver.do(CYD, Sit, 1, "Cyd", is_invited=True)
    driver.move("h1g3")
    driver.move("i10i9", CYD)
    assert driver.refusal(ADA, Hand, 0, "queen") == "unreadable"
    assert driver.refusal(ADA, Hand, 0, "machine:9") == "unreadable"


def test_of_two_who_resigns_or_leaves_loses():
    for kind in (Resign, Leave):
        driver = RoomDriver(ADA, BO)
        driver.do(BO, kind, 1)
        assert driver.room.outcome.clause == "H1"
        assert driver.room.outcome.payoffs == (1.0, -1.0)


def test_of_three_or_more_the_machine_goes_on():
    driver = RoomDriver(ADA, BO, CYD, game="chinese-checkers", options={"players": 3})
    driver.do(BO, Resign, 1)
    driver.do(CYD, Leave, 2, 5)
    assert [occupant.kind for occupant in driver.room.occupants] == ["person", "machine", "machine"]
    assert [occupant.level for occupant in driver.room.occupants] == [0, 3, 5]
    assert driver.room.outcome is None
    driver.move(driver.room.position.move_text(driver.room.position.legal_moves()[0]))
    assert driver.room.machine_level_to_move() == 3


def test_a_machines_move_that_comes_too_late_is_refused():
    driver = RoomDriver(ADA, 3)
    driver.move("h3e3")
    moves = list(driver.room.moves)
    driver.do(ADA, Offer, 0, "takeback")
    with pytest.raises(Refusal):
        driver.room.decide_machine_move(moves, "h10g8", driver.moment())
    driver.move("b3e3")
    with pytest.raises(Refusal, match="not to move any more"):
        driver.room.decide_machine_move(moves, "h10g8", driver.moment())


@pytest.mark.parametrize("other", [BO, 3])
def test_nobody_agrees_to_a_draw_in_a_game_that_is_over(other):
    """One offers a draw and then mates."""
    driver = RoomDriver(ADA, other, start="3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1")
    driver.do(ADA, Offer, 0, "draw")
    driver.move("b1b10")
    assert driver.room.outcome.winner == 0 and not driver.room.offers
    agree = driver.room.decide_machine_answer if other == 3 else lambda seat, *_: driver.do(BO, Offer, seat, "draw")
    with pytest.raises(Refusal):
        agree(1, True, driver.moment())
    assert driver.room.outcome.winner == 0


# Takebacks, draws, rematches


def test_against_machines_a_takeback_happens_at_once():
    driver = RoomDriver(ADA, 1)
    driver.move("h3e3")
    driver.machine_move()
    driver.move("h1g3")
    driver.machine_move()
    assert driver.do(ADA, Offer, 0, "takeback") == events.TakenBack(0, 2)
    assert driver.room.moves == driver.room.moves[:2]
    assert len(driver.room.position.moves_played()) == 2
    assert driver.room.position.to_move == 0


def test_a_takeback_while_the_machine_thinks_takes_one_move():
    driver = RoomDriver(ADA, 1)
    driver.move("h3e3")
    assert driver.do(ADA, Offer, 0, "takeback") == events.TakenBack(0, 0)
    assert driver.refusal(ADA, Offer, 0, "takeback") == "not-now"


def test_against_people_a_takeback_needs_their_consent():
    driver = RoomDriver(ADA, BO)
    driver.move("h3e3")
    assert driver.do(ADA, Offer, 0, "takeback") == events.Offered(0, "takeback", 0)
    assert driver.room.move_count == 1
    assert driver.do(BO, Refuse, 1, "takeback") == events.Refused(1, "takeback")
    assert driver.refusal(ADA, Offer, 0, "takeback") == "not-now"
    driver.move("h10g8")
    driver.do(ADA, Offer, 0, "takeback")
    assert driver.do(BO, Offer, 1, "takeback") == events.TakenBack(1, 0)
    assert driver.room.moves == []


def test_a_move_ends_an_offer_of_a_takeback():
    driver = RoomDriver(ADA, BO)
    driver.move("h3e3")
    driver.do(ADA, Offer, 0, "takeback")
    driver.move("h10g8")
    assert driver.room.offers == {}


def test_a_mate_can_be_taken_back_but_not_a_resignation():
    driver = RoomDriver(ADA, 1, start=MATE)
    driver.move("b8b10")
    assert driver.room.is_over
    driver.do(ADA, Offer, 0, "takeback")
    assert not driver.room.is_over
    driver.do(ADA, Resign, 0)
    assert driver.refusal(ADA, Offer, 0, "takeback") == "not-now"
    driver = RoomDriver(ADA, 1)
    driver.move("h3e3")
    driver.do(ADA, Resign, 0)
    assert driver.refusal(ADA, Offer, 0, "takeback") == "over"


def test_all_must_agree_to_a_draw():
    driver = RoomDriver(ADA, BO, CYD, game="chinese-checkers", options={"players": 3})
    assert driver.do(ADA, Offer, 0, "draw") == events.Offered(0, "draw")
    assert driver.refusal(ADA, Offer, 0, "draw") == "not-now"
    assert driver.do(CYD, Offer, 2, "draw") == events.Agreed(2, "draw")
    assert not driver.room.is_over
    assert driver.do(BO, Offer, 1, "draw") == events.Drawn(1)
    assert driver.room.outcome is not None
    assert driver.room.outcome.clause == "H3"
    assert driver.room.outcome.payoffs == (0.0, 0.0, 0.0)


def test_who_moves_on_refuses_a_draw():
    driver = RoomDriver(ADA, BO)
    driver.move("h3e3")
    driver.do(ADA, Offer, 0, "draw")
    driver.move("h10g8")
    assert driver.room.offers == {}
    assert driver.refusal(BO, Refuse, 1, "draw") == "not-now"


def test_a_machine_is_asked_about_a_draw():
    driver = RoomDriver(ADA, 3)
    driver.do(ADA, Offer, 0, "draw")
    assert driver.room.asked(driver.room.offers["draw"]) == [1]
    driver.apply(driver.room.decide_machine_answer(1, False, driver.moment()))
    assert driver.room.offers == {}
    driver.move("h3e3")
    driver.machine_move()
    driver.do(ADA, Offer, 0, "draw")
    driver.apply(driver.room.decide_machine_answer(1, True, driver.moment()))
    assert driver.room.outcome.clause == "H3"


def test_in_a_rematch_seats_are_turned():
    driver = RoomDriver(ADA, BO)
    assert driver.refusal(ADA, Offer, 0, "rematch") == "not-now"
    driver.do(ADA, Resign, 0)
    driver.do(BO, Offer, 1, "rematch")
    assert driver.do(ADA, Offer, 0, "rematch", rematch_id="new") == events.Rematched(0, "new")
    assert driver.room.rematch == "new"
    assert [occupant.holder for occupant in driver.room.rematch_created().occupants] == [BO, ADA]
    assert driver.refusal(ADA, Offer, 0, "rematch") == "not-now"


def test_a_rematch_against_machines_begins_at_once():
    driver = RoomDriver(ADA, 2, 4, game="chinese-checkers", options={"players": 3})
    driver.do(ADA, Offer, 0, "draw")
    for seat in (1, 2):
        driver.apply(driver.room.decide_machine_answer(seat, True, driver.moment()))
    assert isinstance(driver.do(ADA, Offer, 0, "rematch"), events.Rematched)
    assert [occupant.level for occupant in driver.room.rematch_created().occupants] == [4, 0, 2]


# Actions and names


def test_a_repeated_action_is_known():
    driver = RoomDriver(ADA, BO)
    driver.do(ADA, Move, 0, "h3e3", action="once")
    assert driver.room.seq_of(ADA, "once") == 2
    assert driver.room.seq_of(BO, "once") == 0
    assert driver.rebuilt().seq_of(ADA, "once") == 2


def test_positions_of_the_past_can_be_seen():
    driver = RoomDriver(ADA, BO)
    for text in ("h3e3", "h10g8", "h1g3"):
        driver.move(text)
    assert str(driver.room.position_after(0)) == driver.room.start
    assert driver.room.position_after(2).moves_played() == driver.room.position.moves_played()[:2]


def test_help_is_for_those_who_play_alone():
    assert RoomDriver(ADA, 3).room.may_ask_engine(ADA)
    assert not RoomDriver(ADA, 3).room.may_ask_engine(EVE)
    assert not RoomDriver(ADA, BO).room.may_ask_engine(ADA)
    assert not RoomDriver(ADA, "open").room.may_ask_engine(ADA)
    over = RoomDriver(ADA, BO)
    over.do(ADA, Resign, 0)
    assert over.room.may_ask_engine(EVE)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a\u202eb", "\x00", "a\u200bb"])
def test_names_are_visible_and_short(name):
    with pytest.raises(Refusal):
        checked_name(name)


def test_every_game_makes_a_room():
    for name in ("xiangqi", "chinese-checkers", "exile", "tomb-chess"):
        driver = RoomDriver(*([ADA] * (4 if name == "exile" else 2)), game=name)
        position = driver.room.position
        driver.move(position.move_text(position.legal_moves()[0]))
        assert isinstance(driver.rebuilt(), Room)


def test_frames_that_do_not_fit_are_unreadable():
    for frame in (b"", b"[]", b"{}", b'{"do":"move"}', b'{"do":"dance","id":"1"}', b'{"do":"ping","id":""}', b"\xff"):
        with pytest.raises(Refusal) as refused:
            actions.decode_message(frame)
        assert refused.value.why == "unreadable"


@pytest.mark.parametrize("written", ["a\\u0000b", "\\u0007", "\\u202e", "line\\nline"])
def test_an_id_has_visible_characters_only(written):
    """A database might keep less of it, and then the same action would have a second effect."""
    with pytest.raises(Refusal, match="visible characters"):
        actions.decode_message(f'{{"do":"ping","id":"{written}"}}'.encode())


def test_an_arrow_follows_a_move_through_all_its_legs():
    position = ludoteca.game("tomb-chess").start()
    names = position.game.look.sheet(position.options).geometry.names
    cells = path_cells(position, position.parse_move("h1-g3-g6"))
    assert [names[cell] for cell in cells] == ["h1", "g3", "g4", "g5", "g6"]


# House rules


def test_the_words_of_a_result_are_those_of_who_decided_it() -> None:
    driver = RoomDriver(ADA, BO)
    driver.do(ADA, Resign, 0)
    resigned = payloads.outcome_payload(driver.room)
    assert resigned is not None and resigned.clause == "H1" and resigned.words == house_rules.CLAUSES["H1"]
    assert resigned.is_house


def test_a_game_may_have_clauses_of_the_letter_h(monkeypatch: pytest.MonkeyPatch) -> None:
    room = RoomDriver(ADA, BO).room
    monkeypatch.setattr(room, "game", SimpleNamespace(rules={"H1": "A hare that stands still loses."}))
    room.outcome = won_by(0, 2, "H1", "the hare stands still")
    decided = payloads.outcome_payload(room)
    assert decided is not None and decided.words == "A hare that stands still loses."
    assert not decided.is_house
    ruling = payloads.ruling_payload(room.game, Ruling("H1", "it stands still", ()))
    assert ruling.words == "A hare that stands still loses."
