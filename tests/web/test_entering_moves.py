"""Entering moves while something else goes on: animations, slow answers, abilities, the opponent's turn."""

import pytest

from tests.tomb_chess.drawing import place
from tests.web.player import IS_READY, Player, send_moves, start_game, start_position

SOON = 8_000
"""Milliseconds for what should take a moment: much less than a test waits otherwise."""


def cell(position, name):
    geometry = position.game.look.sheet(position.options).geometry
    return f'.cell[data-cell="{geometry.cell(name)}"]'


def wait_for_moves(page, count):
    page.wait_for_function("count => document.querySelectorAll('#moves li').length >= count", arg=count, timeout=SOON)


def drag(page, position, origin, target):
    def middle(name):
        box = page.locator(cell(position, name)).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.move(*middle(origin))
    page.mouse.down()
    page.mouse.move(*middle(target), steps=4)
    page.mouse.up()


def start_with_slow_animation(page):
    start_game(page, "xiangqi", {"seats": "me"})
    position = start_position("xiangqi")
    page.locator('.cell[data-pick="origin"]').first.wait_for()
    send_moves(page, ["a1a3"])
    page.wait_for_function("() => document.querySelector('.board').getAnimations({ subtree: true }).length > 0")
    return position


def test_clicks_in_an_animation_on_ones_turn_are_taken(open_page):
    page = open_page(speed="slow")
    position = start_with_slow_animation(page)
    page.locator(cell(position, "h10")).click()
    page.locator(cell(position, "g8")).click()
    wait_for_moves(page, 2)
    player = Player(page, position)
    player.wait_for_turn()
    page.locator('.cell[data-pick="origin"]').first.wait_for()
    assert player.board_matches()


def test_a_drag_in_an_animation_on_ones_turn_is_taken(open_page):
    page = open_page(speed="slow")
    position = start_with_slow_animation(page)
    drag(page, position, "h10", "g8")
    wait_for_moves(page, 2)


def test_the_turn_is_told_once_the_move_before_it_was_shown(open_page):
    page = open_page(speed="slow")
    start_with_slow_animation(page)
    page.locator("#status", has_text="plays").wait_for()
    page.locator("#status.yours", has_text="to move.").wait_for()


def start_with_a_rook_that_bounces(page):
    position = start_position("tomb-chess", str(place("Rb2 Kl1 kl12 Pd2 pd11")))
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    page.locator(cell(position, "b2") + '[data-pick="origin"]').click()
    page.locator('#choices [data-word="bounce"]').click()
    page.locator("#choices .picks").filter(has_text="b2 → bounce").wait_for()
    return position


def test_a_click_beside_the_targets_of_an_ability_plays_no_other_move(open_page):
    page = open_page()
    position = start_with_a_rook_that_bounces(page)
    page.locator(cell(position, "b5")).click()
    page.locator("#ruling .clause").filter(has_text="T7.1").wait_for()
    assert page.locator("#moves li").count() == 0
    assert page.locator("#choices .picks").inner_text() == "b2 → bounce"


def test_a_square_on_which_a_bounce_would_give_check_is_told(open_page):
    page = open_page()
    position = start_position("tomb-chess", str(place("Re5 Kb1 kl12 Pa2 pa11 nl2")))
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    page.locator(cell(position, "e5") + '[data-pick="origin"]').click()
    page.locator('#choices [data-word="bounce"]').click()
    page.locator("#choices .picks").filter(has_text="e5 → bounce").wait_for()
    page.locator(cell(position, "l5")).click()
    page.locator("#ruling .clause").filter(has_text="T7.5").wait_for()


def test_a_click_on_an_open_tomb_begins_a_respawn(open_page):
    page = open_page()
    position = start_position("tomb-chess", "10k1/11p/12/12/4p7/12/12/12/12/12/P11/1K10 S - - h3:B!,e7:R! - 1")
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    page.locator(".cell[data-pick=origin]").first.wait_for()
    page.locator(cell(position, "h3")).click()
    page.locator("#choices .picks").filter(has_text="respawn").wait_for()
    assert page.locator("#moves li").count() == 0
    page.locator(cell(position, "h3")).click()
    page.locator("#moves li").filter(has_text="+h3").wait_for()


def test_a_click_on_an_own_unit_does_not_give_up_an_ability(open_page):
    page = open_page()
    position = start_with_a_rook_that_bounces(page)
    page.locator(cell(position, "d2")).click()
    page.locator("#ruling .clause").wait_for()
    assert page.locator("#choices .picks").inner_text() == "b2 → bounce"
    page.locator("#back").click()
    page.locator(cell(position, "d2")).click()
    page.locator("#choices .picks").filter(has_text="d2").wait_for()


def test_the_cells_to_blame_stay_lit_for_a_unit_without_a_move(open_page):
    page = open_page()
    board, side, _, *rest = str(start_position("tomb-chess")).split()
    position = start_position("tomb-chess", " ".join([board, side, "f2=p2", *rest]))
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    page.locator(".highlight-origin").first.wait_for()
    page.locator(cell(position, "f2")).click()
    page.locator("#back").wait_for()
    page.locator(cell(position, "f4")).click()
    page.locator("#ruling .clause").wait_for()
    assert page.locator(".refusal.highlight-attempted").count() == 2
    assert page.locator(".refusal.highlight-named").count() > 0


DELAY = """milliseconds => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) { setTimeout(() => send.call(this, message), milliseconds); };
}"""
"""As a slow network would."""


@pytest.mark.parametrize("milliseconds", [200, 1000])
@pytest.mark.parametrize("game", ["xiangqi", "chinese-checkers", "exile", "tomb-chess"])
def test_a_game_is_played_over_a_slow_network(open_page, game, milliseconds):
    page = open_page()
    start_game(page, game, {"seats": "me"})
    player = Player(page, start_position(game))
    page.locator(".highlight-origin").first.wait_for()
    page.evaluate(DELAY, milliseconds)
    for number in range(1, 4):
        move = player.position.legal_moves()[number]
        player.play(move)
        player.wait_for_moves(number)
        player.wait_for_turn()
        assert player.board_matches()


def test_a_unit_that_cannot_move_is_told_so(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    position = start_position("xiangqi")
    page.locator(".highlight-origin").first.wait_for()
    page.locator(cell(position, "h10")).click()
    page.locator("#help", has_text="No move begins here.").wait_for()
    page.locator(cell(position, "g8")).click()
    page.locator("#ruling .clause").wait_for()
    assert page.locator("#help").is_hidden()


def test_escape_goes_back_from_a_choice_too(open_page):
    page = open_page()
    start_game(page, "tomb-chess", {"seats": "me"})
    page.locator(".highlight-origin").first.wait_for()
    page.locator("#choices button", has_text="Rotate").click()
    page.locator("#choices .picks").wait_for()
    page.keyboard.press("Escape")
    page.locator("#choices .picks").wait_for(state="detached")


def units_on(page, position, name):
    number = position.game.look.sheet(position.options).geometry.cell(name)
    return page.locator(f'.units > .unit[data-cell="{number}"]').count()


def test_a_dragged_unit_stays_where_it_was_dropped(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    position = start_position("xiangqi")
    page.locator(".highlight-origin").first.wait_for()
    page.evaluate(DELAY, 1000)
    drag(page, position, "h3", "e3")
    page.locator("#saved").filter(has_text="saving").wait_for()
    assert units_on(page, position, "e3") == 1 and units_on(page, position, "h3") == 0
    wait_for_moves(page, 1)
    player = Player(page, position)
    player.wait_for_turn()
    page.locator(".highlight-origin").first.wait_for()
    assert player.board_matches()


def test_a_dragged_unit_goes_back_if_it_is_refused(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    position = start_position("xiangqi")
    page.locator(".highlight-origin").first.wait_for()
    page.evaluate(DELAY, 1000)
    drag(page, position, "h3", "d4")
    page.wait_for_timeout(200)
    assert units_on(page, position, "d4") == 1 and units_on(page, position, "h3") == 0
    page.locator("#ruling .clause").wait_for()
    assert Player(page, position).board_matches()
    drag(page, position, "h3", "e3")
    wait_for_moves(page, 1)


def open_both_seats(open_page):
    """Two visitors, one on each seat of a game of Xiangqi; the second is not on turn."""
    host, guest = open_page(), open_page()
    start_game(host, "xiangqi", {"seat.1": "open", "public": "on"})
    guest.goto(host.url)
    guest.wait_for_function(IS_READY)
    guest.locator('.strip[data-seat="1"]').get_by_role("button", name="Sit here").click()
    guest.locator('.strip[data-seat="1"] .who').filter(has_text="you").wait_for()
    return Player(host, start_position("xiangqi")), Player(guest, start_position("xiangqi"))


def test_a_premove_is_played_when_the_turn_comes(open_page, save_screenshot):
    first, second = open_both_seats(open_page)
    position = second.position.copy()
    for name in ("h10", "g8"):
        second.page.locator(cell(position, name)).click()
    second.page.locator("#choices").filter(has_text="Premove: h10 → g8").wait_for()
    save_screenshot(second.page, "premove")
    first.play(first.position.parse_move("h3e3"))
    wait_for_moves(first.page, 2)
    assert first.page.locator("#moves li").nth(1).get_attribute("data-text") == "h10g8"
    second.wait_for_moves(2)
    assert second.page.locator(".arrow.so-far").count() == 0


def test_a_premove_is_cancelled_by_a_click_and_by_the_rules(open_page):
    first, second = open_both_seats(open_page)
    position = second.position.copy()
    for name in ("h10", "g8", "a7"):
        second.page.locator(cell(position, name)).click()
    second.page.locator("#choices .picks").wait_for(state="detached")
    for name in ("e7", "e5"):
        second.page.locator(cell(position, name)).click()
    second.page.locator("#choices").filter(has_text="Premove: e7 → e5").wait_for()
    first.play(first.position.parse_move("h3e3"))
    second.page.locator("#toast").filter(has_text="premove").wait_for()
    assert second.wait_for_turn()
    assert second.page.locator("#moves li").count() == 1
    second.play(second.position.parse_move("h10g8"))


def test_what_is_picked_before_ones_turn_is_picked_when_it_comes(open_page):
    first, second = open_both_seats(open_page)
    second.page.locator(cell(second.position, "h10")).click()
    second.page.locator(".highlight-picked").wait_for()
    first.play(first.position.parse_move("h3e3"))
    second.page.locator(cell(second.position, "g8") + '[data-pick="target"]').click()
    wait_for_moves(first.page, 2)


LEFT_BEHIND = """() => [...document.querySelectorAll('#board .mark.number')].filter(mark => {
  const near = each => Math.hypot(
    each.getBoundingClientRect().x - mark.getBoundingClientRect().x,
    each.getBoundingClientRect().y - mark.getBoundingClientRect().y);
  const size = document.querySelector('.cell').getBoundingClientRect().width;
  return ![...document.querySelectorAll('#board .unit')].some(each => near(each) < 1.5 * size);
}).length"""


def test_a_badge_moves_with_its_unit(open_page):
    page = open_page(speed="slow")
    position = start_position("tomb-chess", str(place("Rb2 Kl1 kl12 Pd2 pd11")))
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    page.locator(cell(position, "b2") + '[data-pick="origin"]').click()
    page.locator(cell(position, "b10") + '[data-pick="target"]').click()
    if page.locator("#play").count():
        page.locator("#play").click()
    page.wait_for_function("() => document.querySelector('.board').getAnimations({ subtree: true }).length > 1")
    page.wait_for_function("""() => document.querySelector('.board').getAnimations({ subtree: true })
      .every(each => each.effect.getComputedTiming().progress > 0.5)""")
    assert page.evaluate(LEFT_BEHIND) == 0


def test_a_click_where_no_stone_can_be_put_is_answered_by_its_clause(open_page):
    page = open_page()
    start_game(page, "hex", {"seats": "me"})
    position = start_position("hex")
    page.locator('.cell[data-pick="origin"]').first.wait_for()
    page.locator(cell(position, "f6")).click()
    wait_for_moves(page, 1)
    page.locator('.cell[data-pick="origin"]').first.wait_for()
    page.locator(cell(position, "f6")).click()
    page.locator("#ruling:not([hidden])").wait_for(timeout=SOON)
    assert "A1.2" in page.locator("#ruling").inner_text()
    drag(page, position, "f6", "g7")
    page.locator(cell(position, "a1")).click()
    wait_for_moves(page, 2)
    assert page.locator("#moves li").all_inner_texts()[1].endswith("a1")


def test_a_piece_that_another_replaces_is_told_in_one_sentence(open_page):
    page = open_page()
    start_game(page, "hex", {"seats": "me"})
    send_moves(page, ["f6", "swap"])
    shown = page.locator("#shown-move").filter(has_text="swap")
    shown.wait_for()
    assert shown.inner_text() == "Blue played swap: stone of Blue takes the place of stone of Red on f6."


def test_cells_where_one_puts_or_takes_are_not_said_to_move(open_page):
    page = open_page()
    start_game(page, "nine-mens-morris", {"seats": "me"})
    position = start_position("nine-mens-morris")
    page.locator(cell(position, "d1") + '[data-pick="origin"]').wait_for()
    assert page.locator(cell(position, "d1")).get_attribute("aria-label") == "d1, empty, possible"
    send_moves(page, ["a1", "b2", "a4", "b4", "a7"])
    page.locator(cell(position, "b2") + '[data-pick="origin"]').wait_for()
    assert page.locator(cell(position, "b2")).get_attribute("aria-label") == "b2, man of Blue, possible"
    assert page.locator("#status").inner_text() == "Red to move. Take an enemy."
    assert page.locator("#notes").inner_text().split("\n")[0] == "Red: 6 men in hand."


def test_the_moves_of_a_turn_are_listed_as_one(open_page, save_screenshot):
    page = open_page()
    start_game(page, "nine-mens-morris", {"seats": "me"})
    send_moves(page, ["a1", "b2", "a4", "b4", "a7", "b2", "d1"])
    wait_for_moves(page, 7)
    assert sorted(page.locator(".coordinate").all_text_contents()) == [*"1234567", *"abcdefg"]
    goes_on = page.locator("#moves li").evaluate_all("items => items.map(item => item.dataset.goesOn)")
    assert goes_on == [*["false"] * 5, "true", "false"]
    assert page.locator("#moves li > .seat-token").count() == 6
    assert page.locator("#moves button").nth(5).get_attribute("aria-label") == "Move 3, Red, in the same turn: b2"
    page.locator("#before").click()
    page.wait_for_function("() => document.querySelectorAll('.tint.last').length === 2")
    assert page.locator("#moves .move[aria-current]").inner_text() == "b2"
    page.locator("#before").click()
    page.locator("#moves .move[aria-current]").filter(has_text="a7").wait_for()
    save_screenshot(page, "room-morris")


def test_numbers_on_cells_are_drawn_and_told(open_page, save_screenshot):
    page = open_page()
    start_game(page, "kalah", {"seats": "me"})
    position = start_position("kalah")
    page.locator(cell(position, "c1") + '[data-pick="origin"]').click()
    page.locator("#status").filter(has_text="Move again.").wait_for()
    assert page.locator(".mark.count text").all_text_contents() == ["4", "4", "0", "5", "5", "5", "1", *["4"] * 6, "0"]
    assert page.locator(cell(position, "d1")).get_attribute("aria-label") == "d1, holds 5, possible"
    save_screenshot(page, "room-kalah")


def test_a_refusal_offers_the_ability_that_leads_there(open_page):
    page = open_page()
    text = "10k1/11p/12/1r10/12/12/12/12/12/9P2/P11/1K10 S - - - - 1"
    start_game(page, "tomb-chess", {"start": text, "seats": "me"})
    player = Player(page, start_position("tomb-chess", text))
    assert player.wait_for_turn()
    cell = player.position.game.look.sheet({}).geometry.cell
    player.pick(cell("b1"), is_first=True)
    page.locator(f'.cell[data-cell="{cell("j3")}"]').click()
    page.locator("#ruling").get_by_role("button", name="Exchange").click()
    player.pick(cell("j3"), is_first=False)
    page.locator('#moves li[data-text="b1^j3"]').wait_for()


def test_the_clause_of_an_ability_is_told_in_a_sentence(open_page):
    page = open_page()
    start_game(page, "tomb-chess")
    page.locator('#choices [data-word="rotate"]').click()
    told = page.locator("#help")
    first, second, *_ = start_position("tomb-chess").game.rules["T14.6"].split(". ")
    told.filter(has_text=first).wait_for()
    assert second not in told.inner_text()
    told.locator("summary").click()
    assert second in told.inner_text()


def test_how_a_turn_ends_is_told_wherever_it_may_go_on(open_page):
    page = open_page()
    start_game(page, "tomb-chess", {"seats": "me"})
    player = Player(page, start_position("tomb-chess"))
    assert player.wait_for_turn()
    cell = player.position.game.look.sheet({}).geometry.cell
    player.pick(cell("e2"), is_first=True)
    assert page.locator("#choices .picks").inner_text() == "e2"
    player.pick(cell("e3"), is_first=False)
    page.locator("#choices .picks", has_text="To end here, click e3 again, or").wait_for()
    page.locator(f'.cell[data-cell="{cell("e3")}"]').click()
    player.wait_for_moves(1)


def test_a_hint_is_told_in_words_off_the_board_and_can_be_played(open_page):
    page = open_page()
    start_game(page, "tomb-chess", {"seats": "me"})
    page.locator("#hint").click()
    page.locator("#advice", has_text="The machine would play").wait_for()
    assert " of South " in page.locator("#advice").inner_text()
    page.locator("#play-hint").click()
    page.locator("#moves li").wait_for()
    assert page.locator("#advice").is_hidden()


def test_a_notice_covers_no_cell_of_the_board(open_page):
    page = open_page((1366, 768))
    start_game(page, "tomb-chess")
    page.evaluate("() => { document.querySelector('#toast').hidden = false; }")
    page.locator("#toast").evaluate("toast => { toast.textContent = 'A notice'; }")
    toast, board = page.locator("#toast").bounding_box(), page.locator("#board").bounding_box()
    assert toast["y"] + toast["height"] <= board["y"]


def test_many_graves_are_folded(open_page):
    page = open_page()
    text = "10k1/11p/12/12/12/12/12/12/12/12/P11/1K10 S - - c5:P,e5:R!,h5:nB!,c8:N - 1"
    start_game(page, "tomb-chess", {"start": text, "seats": "me"})
    notes = page.locator("#notes")
    notes.locator("summary", has_text="Graves, oldest first (4)").wait_for()
    assert "North's knight" not in notes.inner_text()
    notes.locator("summary").click()
    assert notes.locator("li").all_inner_texts()[2] == "h5 (open): North's knight, South's bishop"


def test_a_unit_that_is_clicked_again_after_a_refusal_stays_picked(open_page):
    page = open_page()
    start_game(page, "tomb-chess", {"seats": "me"})
    player = Player(page, start_position("tomb-chess"))
    assert player.wait_for_turn()
    pawn, far = cell(player.position, "e2"), cell(player.position, "e8")
    page.locator(f'{pawn}[data-pick="origin"]').click()
    page.locator("#choices .picks", has_text="e2").wait_for()
    page.locator(far).click()
    page.locator("#ruling .clause").wait_for()
    page.locator(pawn).click()
    page.locator("#ruling").wait_for(state="hidden")
    assert page.locator("#choices .picks").inner_text() == "e2"
    page.locator(pawn).click()
    page.locator("#choices .picks").wait_for(state="detached")


def test_a_refusal_offers_to_go_in_two_legs(open_page):
    page = open_page()
    start_game(page, "tomb-chess", {"seats": "me"})
    player = Player(page, start_position("tomb-chess"))
    assert player.wait_for_turn()
    page.locator(f'{cell(player.position, "e2")}[data-pick="origin"]').click()
    page.locator("#choices .picks", has_text="e2").wait_for()
    page.locator(cell(player.position, "e4")).click()
    page.locator("#ruling").get_by_role("button", name="First to e3").click()
    page.locator("#play").wait_for()
    page.locator(cell(player.position, "e4")).click()
    page.locator('#moves li[data-text="e2-e3-e4"]').wait_for()


LOOK = "each => [getComputedStyle(each).backgroundColor, getComputedStyle(each).fontWeight, each.offsetHeight].join()"


def test_to_capture_under_a_leap_and_not_to_are_equal_choices(open_page, save_screenshot):
    page = open_page()
    position = place("Nd3 qd4")
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    page.locator(cell(position, "d3") + '[data-pick="origin"]').click()
    page.locator(cell(position, "e5") + '[data-pick="target"]').click()
    capture = page.locator('#choices [data-word="capture d4"]')
    assert page.locator("#play").inner_text() == "Only play d3-e5"
    assert capture.evaluate(LOOK) == page.locator("#play").evaluate(LOOK)
    page.locator("#play").hover()
    page.locator("#outlook").filter(has_text="d3-e5:").wait_for()
    capture.hover()
    page.locator("#outlook").filter(has_text="d3-e5xd4:").wait_for()
    save_screenshot(page, "equal-choices")
    capture.click()
    page.locator("#moves li").filter(has_text="d3-e5xd4").wait_for()
