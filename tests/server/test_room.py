"""One live game, without a network: seats, authority, clocks and offers."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteca
from ludoteca.server import actions, events, wire
from ludoteca.server.actions import Hand, Leave, Move, Offer, Refuse, Rename, Resign, Sit
from ludoteca.server.refusal import Refusal
from ludoteca.server.room import Room, checked_name
from tests.server.table import ADA, BO, CYD, EVE, Table

MATE = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"


# Authority


def test_a_move_is_checked_against_seat_turn_and_rules():
    table = Table(ADA, BO)
    assert table.refusal(BO, Move, 0, "h10g8") == "seat"
    assert table.refusal(EVE, Move, 0, "h3e3") == "seat"
    assert table.refusal(ADA, Move, 1, "h3e3") == "stale"
    assert table.refusal(ADA, Move, 0, "b1d2") == "illegal"
    assert table.move("C2=5") == events.Moved(0, "h3e3")
    assert table.refusal(ADA, Move, 1, "h10g8") == "seat"
    assert table.room.moves == ["h3e3"]


def test_an_illegal_move_names_its_clause():
    with pytest.raises(Refusal) as refused:
        Table(ADA, BO).move("b1d2")
    assert refused.value.ruling.clause == "X1.6"


def test_nobody_moves_for_a_machine_or_an_open_seat():
    for other in (3, "open"):
        table = Table(other, ADA)
        assert table.refusal(ADA, Move, 0, "h3e3") == "seat"
        assert table.refusal("", Move, 0, "h3e3") == "seat"


def test_a_spectator_can_do_nothing():
    table = Table(ADA, BO)
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
        assert table.refusal(EVE, kind, *details) == "seat"
    assert table.refusal(EVE, Sit, 1) == "taken"


def test_one_person_may_hold_all_seats():
    table = Table(ADA, ADA)
    table.move("h3e3")
    table.move("h10g8")
    assert table.room.number == 2
    assert isinstance(table.do(ADA, Offer, 0, "draw"), events.Drawn)


def test_when_it_is_over_nothing_is_played_any_more():
    table = Table(ADA, BO, start=MATE)
    table.move("b8b10")
    assert table.room.outcome.clause == "X2.4"
    for kind, details in (
        (Move, (1, "d10d9")),
        (Resign, (1,)),
        (Leave, (1,)),
        (Offer, (1, "draw")),
        (Hand, (1, "open")),
    ):
        assert table.refusal(BO, kind, *details) == "over"


# Seats


def test_an_open_seat_needs_an_invitation_or_a_public_room():
    assert Table(ADA, "open").refusal(BO, Sit, 1, "Bo") == "seat"
    table = Table(ADA, "open")
    assert table.do(BO, Sit, 1, "Bo", is_invited=True) == events.Sat(1, BO, "Bo")
    assert table.refusal(CYD, Sit, 1, "Cyd", is_invited=True) == "taken"
    public = Table(ADA, "open", public=True)
    assert public.do(BO, Sit, 1) == events.Sat(1, BO, "Black")
    assert Table(ADA, "open").do(ADA, Sit, 1) == events.Sat(1, ADA, "Black")


def test_seats_are_handed_over_in_mid_game():
    table = Table(ADA, BO)
    table.move("h3e3")
    assert table.refusal(ADA, Hand, 1, "machine:3") == "seat"
    table.do(BO, Hand, 1, "machine:3")
    assert table.room.machine_to_move() == 3
    assert table.refusal(BO, Move, 1, "h10g8") == "seat"
    table.machine_move()
    assert table.refusal(BO, Hand, 1, "open") == "seat"
    table.do(ADA, Hand, 1, "open")
    assert table.room.has_open_seat()
    table.do(CYD, Sit, 1, "Cyd", is_invited=True)
    table.move("h1g3")
    table.move("i10i9", CYD)
    assert table.refusal(ADA, Hand, 0, "queen") == "unreadable"
    assert table.refusal(ADA, Hand, 0, "machine:9") == "unreadable"


def test_of_two_who_resigns_or_leaves_loses():
    for kind in (Resign, Leave):
        table = Table(ADA, BO)
        table.do(BO, kind, 1)
        assert table.room.outcome.clause == "H1"
        assert table.room.outcome.payoffs == (1.0, -1.0)


def test_of_three_or_more_the_machine_goes_on():
    table = Table(ADA, BO, CYD, game="chinese-checkers", options={"players": 3})
    table.do(BO, Resign, 1)
    table.do(CYD, Leave, 2, 5)
    assert [chair.kind for chair in table.room.chairs] == ["person", "machine", "machine"]
    assert [chair.level for chair in table.room.chairs] == [0, 3, 5]
    assert table.room.outcome is None
    table.move(table.room.position.move_text(table.room.position.legal_moves()[0]))
    assert table.room.machine_to_move() == 3


def test_a_machines_move_that_comes_too_late_is_refused():
    table = Table(ADA, 3)
    table.move("h3e3")
    moves = list(table.room.moves)
    table.do(ADA, Offer, 0, "takeback")
    with pytest.raises(Refusal):
        table.room.decide_machine_move(moves, "h10g8", table.moment())
    table.move("b3e3")
    with pytest.raises(Refusal, match="not to move any more"):
        table.room.decide_machine_move(moves, "h10g8", table.moment())


@pytest.mark.parametrize("other", [BO, 3])
def test_nobody_agrees_to_a_draw_in_a_game_that_is_over(other):
    """One offers a draw and then mates."""
    table = Table(ADA, other, start="3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1")
    table.do(ADA, Offer, 0, "draw")
    table.move("b1b10")
    assert table.room.outcome.winner == 0 and not table.room.offers
    agree = table.room.decide_machine_answer if other == 3 else lambda seat, *_: table.do(BO, Offer, seat, "draw")
    with pytest.raises(Refusal):
        agree(1, True, table.moment())
    assert table.room.outcome.winner == 0


# Takebacks, draws, rematches


def test_against_machines_a_takeback_happens_at_once():
    table = Table(ADA, 1)
    table.move("h3e3")
    table.machine_move()
    table.move("h1g3")
    table.machine_move()
    assert table.do(ADA, Offer, 0, "takeback") == events.TakenBack(0, 2)
    assert table.room.moves == table.room.moves[:2]
    assert len(table.room.position.moves_played()) == 2
    assert table.room.position.to_move == 0


def test_a_takeback_while_the_machine_thinks_takes_one_move():
    table = Table(ADA, 1)
    table.move("h3e3")
    assert table.do(ADA, Offer, 0, "takeback") == events.TakenBack(0, 0)
    assert table.refusal(ADA, Offer, 0, "takeback") == "not-now"


def test_against_people_a_takeback_needs_their_consent():
    table = Table(ADA, BO)
    table.move("h3e3")
    assert table.do(ADA, Offer, 0, "takeback") == events.Offered(0, "takeback", 0)
    assert table.room.number == 1
    assert table.do(BO, Refuse, 1, "takeback") == events.Refused(1, "takeback")
    assert table.refusal(ADA, Offer, 0, "takeback") == "not-now"
    table.move("h10g8")
    table.do(ADA, Offer, 0, "takeback")
    assert table.do(BO, Offer, 1, "takeback") == events.TakenBack(1, 0)
    assert table.room.moves == []


def test_a_move_ends_an_offer_of_a_takeback():
    table = Table(ADA, BO)
    table.move("h3e3")
    table.do(ADA, Offer, 0, "takeback")
    table.move("h10g8")
    assert table.room.offers == {}


def test_a_mate_can_be_taken_back_but_not_a_resignation():
    table = Table(ADA, 1, start=MATE)
    table.move("b8b10")
    assert table.room.is_over
    table.do(ADA, Offer, 0, "takeback")
    assert not table.room.is_over
    table.do(ADA, Resign, 0)
    assert table.refusal(ADA, Offer, 0, "takeback") == "not-now"
    table = Table(ADA, 1)
    table.move("h3e3")
    table.do(ADA, Resign, 0)
    assert table.refusal(ADA, Offer, 0, "takeback") == "over"


def test_all_must_agree_to_a_draw():
    table = Table(ADA, BO, CYD, game="chinese-checkers", options={"players": 3})
    assert table.do(ADA, Offer, 0, "draw") == events.Offered(0, "draw")
    assert table.refusal(ADA, Offer, 0, "draw") == "not-now"
    assert table.do(CYD, Offer, 2, "draw") == events.Agreed(2, "draw")
    assert table.room.outcome is None
    assert table.do(BO, Offer, 1, "draw") == events.Drawn(1)
    outcome: Any = table.room.outcome
    assert outcome.clause == "H3"
    assert outcome.payoffs == (0.0, 0.0, 0.0)


def test_who_moves_on_refuses_a_draw():
    table = Table(ADA, BO)
    table.move("h3e3")
    table.do(ADA, Offer, 0, "draw")
    table.move("h10g8")
    assert table.room.offers == {}
    assert table.refusal(BO, Refuse, 1, "draw") == "not-now"


def test_a_machine_is_asked_about_a_draw():
    table = Table(ADA, 3)
    table.do(ADA, Offer, 0, "draw")
    assert table.room.asked(table.room.offers["draw"]) == [1]
    table.apply(table.room.decide_machine_answer(1, False, table.moment()))
    assert table.room.offers == {}
    table.move("h3e3")
    table.machine_move()
    table.do(ADA, Offer, 0, "draw")
    table.apply(table.room.decide_machine_answer(1, True, table.moment()))
    assert table.room.outcome.clause == "H3"


def test_in_a_rematch_seats_are_turned():
    table = Table(ADA, BO)
    assert table.refusal(ADA, Offer, 0, "rematch") == "not-now"
    table.do(ADA, Resign, 0)
    table.do(BO, Offer, 1, "rematch")
    assert table.do(ADA, Offer, 0, "rematch", fresh="new") == events.Rematched(0, "new")
    assert table.room.rematch == "new"
    assert [chair.holder for chair in table.room.rematch_created().chairs] == [BO, ADA]
    assert table.refusal(ADA, Offer, 0, "rematch") == "not-now"


def test_a_rematch_against_machines_begins_at_once():
    table = Table(ADA, 2, 4, game="chinese-checkers", options={"players": 3})
    table.do(ADA, Offer, 0, "draw")
    for seat in (1, 2):
        table.apply(table.room.decide_machine_answer(seat, True, table.moment()))
    assert isinstance(table.do(ADA, Offer, 0, "rematch"), events.Rematched)
    assert [chair.level for chair in table.room.rematch_created().chairs] == [4, 0, 2]


# Clocks


def test_thinking_costs_time_and_a_turn_adds_the_increment():
    table = Table(ADA, BO, clock=(60, 5))
    table.now += 10
    table.move("h3e3")
    assert table.room.clock.showing(table.now) == [55.0, 60.0]
    table.now += 3.5
    assert table.room.clock.showing(table.now) == [55.0, 56.5]
    table.move("h10g8")
    assert table.room.clock.showing(table.now) == [55.0, 61.5]
    assert table.room.clock.running == 0


def test_what_happens_in_mid_thought_is_not_charged_twice():
    table = Table(ADA, BO, clock=(60, 0))
    table.now += 10
    table.do(BO, Offer, 1, "draw")
    table.now += 5
    assert table.room.clock.showing(table.now) == [45.0, 60.0]
    table.do(ADA, Refuse, 0, "draw")
    table.move("h3e3")
    assert table.room.clock.showing(table.now) == [45.0, 60.0]
    assert table.again().clock.left == table.room.clock.left


def test_a_flag_falls_when_the_time_is_used_up_and_not_before():
    table = Table(ADA, BO, clock=(10, 0))
    table.now += 9.9
    assert table.room.decide_flag(table.moment()) is None
    table.now += 0.2
    table.apply(table.room.decide_flag(table.moment()))
    assert table.room.outcome.clause == "H2"
    assert table.room.outcome.winner == 1
    assert table.room.clock.showing(table.now + 100) == [0.0, 10.0]
    assert table.room.decide_flag(table.moment()) is None


def test_of_three_a_machine_takes_over_who_is_out_of_time():
    table = Table(ADA, BO, CYD, game="chinese-checkers", options={"players": 3}, clock=(10, 0))
    table.now += 11
    table.apply(table.room.decide_flag(table.moment()))
    assert table.room.machine_to_move() == 3
    assert table.room.outcome is None
    assert table.room.clock.running is None


def test_no_clock_runs_for_machines_nor_while_a_seat_is_open():
    table = Table(ADA, "open", clock=(10, 0))
    table.now += 100
    assert table.room.decide_flag(table.moment()) is None
    table.move("h3e3")
    table.do(BO, Sit, 1, is_invited=True)
    assert table.room.clock.running == 1
    table.do(BO, Hand, 1, "machine:1")
    assert table.room.clock.running is None


def test_a_turn_of_several_moves_gets_one_increment():
    table = Table(ADA, ADA, ADA, ADA, game="exile", clock=(600, 5))
    chosen = Random(1)
    while True:
        position = table.room.position
        texts = [position.move_text(move) for move in position.legal_moves()]
        spawns = [text for text in texts if text.startswith("@")]
        if spawns:
            break
        table.move(chosen.choice(texts))
    seat = position.to_move
    before = table.room.clock.left[seat]
    table.now += 1
    table.move(spawns[0])
    assert table.room.position.to_move == seat
    assert table.room.clock.left[seat] == before - 1000
    assert table.room.clock.running == seat


def test_a_room_made_again_charges_nothing_for_the_time_between():
    table = Table(ADA, BO, clock=(60, 0))
    table.now += 10
    table.move("h3e3")
    table.now += 20
    table.move("h10g8")
    table.now += 7  # Thought about when the server dies.
    again = table.again(now=99_999.0)
    assert again.clock.showing(99_999.0) == [50.0, 40.0]
    assert again.clock.running == 0
    assert again.decide_flag(type(table.moment())(99_999.0 + 49.9, 0.0)) is None


# Made again from its entries


def state(room):
    now = 0.0 if room.clock is None else room.clock.since
    return wire.encode(wire.room_of(room, ADA, set(), now)), room.done, str(room.position)


choices = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 200), st.floats(0, 5)), max_size=60)


@settings(max_examples=60, deadline=None)
@given(choices=choices, is_timed=st.booleans())
def test_whatever_happens_a_room_made_again_is_the_same(choices, is_timed):
    table = Table(ADA, BO, 2, game="chinese-checkers", options={"players": 3}, clock=(100, 2) if is_timed else None)
    people = [ADA, BO, CYD, EVE]
    for kind, who, number, seconds in choices:
        table.now += seconds
        position = table.room.position
        legal = position.legal_moves()
        wishes: list[Callable[..., object]] = [
            lambda n=number, legal=legal: table.move(table.room.position.move_text(legal[n % len(legal)])),
            lambda n=number, w=who: table.do(people[w], Offer, n % 3, ("draw", "takeback", "rematch")[n % 3]),
            lambda n=number, w=who: table.do(people[w], Refuse, n % 3, ("draw", "takeback")[n % 2]),
            lambda n=number, w=who: table.do(people[w], Hand, n % 3, ("open", "machine:2")[n % 2]),
            lambda n=number, w=who: table.do(people[w], Sit, n % 3, is_invited=True),
            lambda n=number, w=who: table.do(people[w], Leave, n % 3),
            lambda: table.machine_move(),
        ]
        try:
            wishes[kind if kind < len(wishes) else 0]()
        except (Refusal, ZeroDivisionError):
            continue
        due = table.room.decide_flag(table.moment())
        if due:
            table.apply(due)
    assert state(table.again()) == state(table.room)


def test_a_repeated_action_is_known():
    table = Table(ADA, BO)
    table.do(ADA, Move, 0, "h3e3", action="once")
    assert table.room.seq_of(ADA, "once") == 2
    assert table.room.seq_of(BO, "once") == 0
    assert table.again().seq_of(ADA, "once") == 2


def test_positions_of_the_past_can_be_seen():
    table = Table(ADA, BO)
    for text in ("h3e3", "h10g8", "h1g3"):
        table.move(text)
    assert str(table.room.position_after(0)) == table.room.start
    assert table.room.position_after(2).moves_played() == table.room.position.moves_played()[:2]


def test_help_is_for_those_who_play_alone():
    assert Table(ADA, 3).room.may_ask_machine(ADA)
    assert not Table(ADA, 3).room.may_ask_machine(EVE)
    assert not Table(ADA, BO).room.may_ask_machine(ADA)
    assert not Table(ADA, "open").room.may_ask_machine(ADA)
    over = Table(ADA, BO)
    over.do(ADA, Resign, 0)
    assert over.room.may_ask_machine(EVE)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a\u202eb", "\x00", "a\u200bb"])
def test_names_are_visible_and_short(name):
    with pytest.raises(Refusal):
        checked_name(name)


def test_every_game_makes_a_room():
    for name in ("xiangqi", "chinese-checkers", "exile", "tomb-chess"):
        table = Table(*([ADA] * (4 if name == "exile" else 2)), game=name)
        position = table.room.position
        table.move(position.move_text(position.legal_moves()[0]))
        assert isinstance(table.again(), Room)


def test_frames_that_do_not_fit_are_unreadable():
    for frame in (b"", b"[]", b"{}", b'{"do":"move"}', b'{"do":"dance","id":"1"}', b'{"do":"ping","id":""}', b"\xff"):
        with pytest.raises(Refusal) as refused:
            actions.read_frame(frame)
        assert refused.value.why == "unreadable"


@pytest.mark.parametrize("written", ["a\\u0000b", "\\u0007", "\\u202e", "line\\nline"])
def test_an_id_has_visible_characters_only(written):
    """A database might keep less of it, and then the same action would have a second effect."""
    with pytest.raises(Refusal, match="visible characters"):
        actions.read_frame(f'{{"do":"ping","id":"{written}"}}'.encode())


def test_an_arrow_follows_a_move_through_all_its_legs():
    position = ludoteca.game("tomb-chess").start()
    names = position.game.look.sheet(position.options).geometry.names
    cells = wire.cells_of(position, position.parse_move("h1-g3-g6"))
    assert [names[cell] for cell in cells] == ["h1", "g3", "g4", "g5", "g6"]
