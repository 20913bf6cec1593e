"""What a page makes of answers that are late, refuse a move or say that the server is busy."""

import json
from collections.abc import Callable
from typing import Any

from tests.web.player import Player, start_game, start_position

Message = dict[str, Any]

RECORD_NOTES = """
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) { window.notes += 1; start.call(this, when); };
"""


class Relay:
    """Stands between a page and the server: keeps what the page sends, and can change, answer or hold it back."""

    def __init__(self, page: Any) -> None:
        self.sent: list[Message] = []
        self.on_sent: Callable[[Message], Message | None] = lambda message: message
        """What to send to the server in place of a message; None for nothing."""
        self.is_holding = False
        self.held: list[str] = []
        page.route_web_socket("**/socket/*", self._connect)

    def _connect(self, socket: Any) -> None:
        self.socket = socket
        server = socket.connect_to_server()

        def forward(text: str) -> None:
            message = json.loads(text)
            self.sent.append(message)
            if changed := self.on_sent(message):
                server.send(json.dumps(changed))

        socket.on_message(forward)
        server.on_message(self._deliver)

    def _deliver(self, text: str) -> None:
        if self.is_holding:
            self.held.append(text)
        else:
            self.socket.send(text)

    def release(self) -> None:
        self.is_holding = False
        for text in self.held:
            self.socket.send(text)

    def answer(self, message: Message) -> None:
        self.socket.send(json.dumps(message))

    def sent_moves(self) -> list[Message]:
        return [message for message in self.sent if message["do"] == "move"]


def start_alone(page: Any, game: str = "xiangqi") -> Player:
    start_game(page, game, {"seats": "me"})
    page.locator(".highlight-origin").first.wait_for()
    return Player(page, start_position(game))


def pick_move(player: Player, text: str) -> None:
    """Click on the cells of a move, without waiting for what becomes of it."""
    look = player.position.game.look
    for number, pick in enumerate(look.picks(player.position, player.position.parse_move(text))):
        player.pick(pick, is_first=number == 0)


def test_an_action_is_sent_again_after_the_server_was_busy(open_page):
    page = open_page()
    relay = Relay(page)
    player = start_alone(page)

    def refuse_once(message: Message) -> Message | None:
        if message["do"] != "move" or len(relay.sent_moves()) > 1:
            return message
        relay.answer({"say": "refused", "why": "busy", "message": "the server is busy", "id": message["id"]})
        return None

    relay.on_sent = refuse_once
    pick_move(player, "h3e3")
    page.locator("#toast").filter(has_text="The server is busy").wait_for()
    assert page.locator("#saved").inner_text() == "saving…"
    page.locator("#moves li").wait_for(timeout=5000)
    page.locator("#saved").filter(has_text="✓ saved").wait_for()
    first, second = relay.sent_moves()
    assert first == second
    player.sync()
    assert player.board_matches()


def test_the_cells_of_a_refused_move_stay_highlighted(open_page):
    """The server, not the page, refuses: the page sends what it was told is legal."""
    page = open_page()
    relay = Relay(page)
    player = start_alone(page)
    relay.on_sent = lambda message: {**message, "move": "b1d2"} if message["do"] == "move" else message
    pick_move(player, "h3e3")
    page.locator("#ruling .clause").filter(has_text="X1.6").wait_for()
    ruling = player.position.explain("b1d2")
    assert ruling is not None
    assert page.locator(".highlight-named").count() == len(ruling.cells) > 0
    assert page.locator("#moves li").count() == 0
    assert player.board_matches()
    # Another move can be entered.
    relay.on_sent = lambda message: message
    player.play(player.position.parse_move("b3e3"))


def test_a_takeback_is_shown_without_asking_for_the_view(open_page):
    page = open_page()
    relay = Relay(page)
    player = start_alone(page)
    player.play(player.position.parse_move("h3e3"))
    assert player.wait_for_turn()
    assert player.board_matches()
    relay.on_sent = lambda message: message if message["do"] != "view" else None
    page.locator("#undo").click()
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 0")
    player.sync()
    assert player.board_matches()
    page.locator(".highlight-origin").first.wait_for()
    assert player.board_matches()


def test_a_word_that_is_picked_before_the_moves_of_a_cell_have_come_counts(open_page):
    page = open_page()
    relay = Relay(page)
    player = start_alone(page, "tomb-chess")
    rotate, picks = page.locator('#choices [data-word="rotate"]'), page.locator("#choices .picks")
    rotate.click()
    picks.filter(has_text="rotate").wait_for()
    page.locator("#back").click()
    page.locator(".highlight-origin").first.wait_for()
    cell = player.position.game.look.sheet({}).geometry.cell("e2")
    relay.is_holding = True
    player.pick(cell, is_first=True)
    rotate.click()
    assert picks.count() == 0
    relay.release()
    picks.filter(has_text="rotate").wait_for()
    assert picks.inner_text() == "rotate"


def test_a_move_that_is_jumped_over_makes_no_sound(open_page):
    page = open_page(speed="slow")
    page.add_init_script(RECORD_NOTES)
    player = start_alone(page)
    player.play(player.position.parse_move("h3e3"))
    page.locator("#undo").click()
    page.locator('.can-pick .cell[data-pick="origin"]').first.wait_for()
    assert page.evaluate("window.notes") == 0
    player.sync()
    player.play(player.position.parse_move("h3e3"))
    page.locator('.can-pick .cell[data-pick="origin"]').first.wait_for()
    assert page.evaluate("window.notes") == 1


def test_the_status_tells_that_the_machine_waits_for_its_turn(open_page):
    page = open_page()
    relay = Relay(page)
    start_game(page, "xiangqi", {"seats": "machine:8"})
    page.locator("#status").filter(has_text="the machine thinks").wait_for()
    relay.is_holding = True
    for place, text in ((12, "12th in its queue"), (3, "3rd in its queue"), (1, "next in its queue"), (0, "thinks")):
        relay.answer({"say": "waiting", "seat": 0, "place": place})
        page.locator("#status").filter(has_text=text).wait_for()
    relay.answer({"say": "waiting", "seat": 0, "place": 22})
    page.locator("#status").filter(has_text="22nd in its queue").wait_for()
    relay.release()
    page.locator("#status").filter(has_text="the machine thinks").wait_for()


def test_who_waits_for_a_hint_is_told_the_place(open_page):
    page = open_page()
    relay = Relay(page)
    start_alone(page)

    def let_wait(message: Message) -> Message | None:
        if message["do"] != "hint":
            return message
        relay.answer({"say": "waiting", "id": message["id"], "place": 3})
        return None

    relay.on_sent = let_wait
    page.locator("#hint").click()
    page.locator("#toast").filter(has_text="The machine is busy; yours is the 3rd request.").wait_for()
    asked = relay.sent[-1]
    relay.answer({"say": "waiting", "id": asked["id"], "place": 0})
    relay.answer({"say": "hint", "id": asked["id"], "turn": 0, "move": "h3e3", "texts": {}, "cells": [25, 22]})
    page.locator("#advice").filter(has_text="The machine would play h3e3.").wait_for()
    page.locator(".arrow-head.analysed").wait_for()


def test_a_pick_that_comes_before_the_moves_waits_for_them(open_page):
    page = open_page()
    relay = Relay(page)
    player = start_alone(page)
    held: list[Message] = []

    def hold_moves(message: Message) -> Message | None:
        if message["do"] != "moves":
            return message
        held.append(message)
        return None

    relay.on_sent = hold_moves
    player.play(player.position.parse_move("h3e3"))
    cell = player.position.game.look.sheet({}).geometry.cell("b10")
    page.locator(f'.cell[data-cell="{cell}"]').click()
    relay.answer(
        {"say": "moves", "id": held[-1]["id"], "turn": 1, "total": 1, "origins": [[cell, 1]], "is_all": True}
        | {"moves": [["b10c8", [cell, player.position.game.look.sheet({}).geometry.cell("c8")]]]}
    )
    page.locator("#choices .picks").filter(has_text="b10").wait_for()
