"""Texts that can be told in several languages: the template, what was put into it, and the English text."""

import copy
import pickle

import ludoteca
from ludoteca.core.message import Message, as_data, from_data, in_context
from ludoteca.core.outcome import drawn
from ludoteca.core.ruling import Ruling
from ludoteca.games.xiangqi import board, look, words


def test_a_message_is_its_english_text():
    message = Message("the {kind} on {point}", kind=in_context("Red", "horse"), point="b1")
    assert message == "the horse on b1"
    assert str(message) == f"{message}" == "the horse on b1"
    assert message.message_id == "the {kind} on {point}"


def test_a_list_in_a_message_is_joined():
    pieces = [Message("the cart"), Message("the horse")]
    assert Message("blocked by {pieces}", pieces=pieces) == "blocked by the cart and the horse"


def test_braces_stay_where_nothing_is_put_in():
    assert Message("{ is not a move") == "{ is not a move"


def test_a_message_is_copied_pickled_and_written_as_data():
    message = Message("{side} lost {pieces}", side=Message("Red"), pieces=[in_context("Red", "horse"), Message("all")])
    data = as_data(message.values)
    for again in (copy.deepcopy(message), pickle.loads(pickle.dumps(message)), from_data(message.message_id, data)):
        assert again == message == "Red lost horse and all"
        assert again.message_id == message.message_id
        assert as_data(again.values) == data


def test_a_ruling_tells_the_template_of_its_message():
    ruling = ludoteca.game("xiangqi").start().explain("b1d2")
    assert ruling.message == "the horse on b1 is hobbled by the elephant on c1"
    assert ruling.message_id == "{horse} is hobbled by {piece}"
    assert as_data(ruling.values)["piece"] == {
        "message_id": "the {kind} on {point}",
        "values": {"kind": {"message_id": "Red\4elephant", "values": {}}, "point": "c1"},
    }


def test_a_plain_message_is_its_own_template():
    assert (Ruling("X1", "no").message_id, Ruling("X1", "no").values) == ("no", {})
    assert (drawn(2, "X1", "over").message_id, drawn(2, "X1", "over").values) == ("over", {})


def test_an_outcome_tells_the_template_of_its_reason():
    outcome = ludoteca.game("xiangqi").parse("3k4R/7R1/9/9/9/9/9/9/9/4K4 b").outcome()
    assert outcome.reason == "Black is checkmated by the cart on i10"
    assert outcome.message_id == "{side} is checkmated by {pieces}"


def test_the_words_of_a_piece_are_those_of_the_board():
    assert [*words.PIECES] == [*board.KIND_NAMES] * 2
    assert [*words.SIDES] == [seat.name for seat in look.SEATS]
