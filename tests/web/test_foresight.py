"""What a page shows before a move: the notes of the unit that is picked, and what a move would do."""

import pytest

from tests.tomb_chess.drawing import place
from tests.web.player import IS_READY, Player, start_game, start_position
from tests.web.test_accessibility import serious_faults
from tests.web.test_entering_moves import cell

MOVES = {
    "xiangqi": ("h3", "h10"),
    "chinese-checkers": ("e5", "f4"),
    "exile": ("b1", "b2"),
    "tomb-chess": ("b1", "c3"),
}
"""A unit and where it can go in the first move."""


def start(page, game, position=None):
    position = position or start_position(game)
    start_game(page, game, {"start": str(position), "seats": "me"})
    return position


def pick(page, position, name):
    page.locator(cell(position, name) + '[data-pick="origin"]').click()
    page.locator(".highlight-picked").wait_for()


@pytest.mark.parametrize("game", MOVES)
def test_a_target_that_is_pointed_at_shows_what_would_happen(open_page, game):
    page = open_page()
    position = start(page, game)
    origin, target = MOVES[game]
    pick(page, position, origin)
    page.locator(cell(position, target)).hover()
    page.locator("#outlook").wait_for()
    geometry = position.game.look.sheet(position.options).geometry
    unit = position.game.look.view(position).units[geometry.cell(origin)]
    assert page.locator(".unit.preview.coming").count() == 1
    assert page.locator(f'.units .unit.leaving[data-unit="{unit}"]').count() == 1
    page.locator(".brand").hover()
    page.locator("#outlook").wait_for(state="hidden")
    assert page.locator(".preview, .leaving").count() == 0
    assert page.locator("#moves li").count() == 0
    page.locator(cell(position, target)).click()
    if page.locator("#play").count():
        page.locator("#play").click()
    player = Player(page, position)
    player.wait_for_moves(1)
    player.wait_for_turn()
    assert player.board_matches() and page.locator(".preview, .leaving").count() == 0


def test_a_game_in_plain_python_shows_what_would_happen_too(open_page):
    page = open_page()
    position = start(page, "tic-tac-toe")
    page.locator('.cell[data-pick="origin"]').first.wait_for()
    page.locator('.cell[data-cell="4"]').hover()
    page.locator("#outlook").wait_for()
    assert page.locator(".unit.preview.coming").count() == 1
    page.locator('.cell[data-cell="4"]').click()
    Player(page, position).wait_for_moves(1)
    page.locator('.cell[data-cell="0"]').hover()
    page.locator("#outlook").wait_for()


def test_a_picked_unit_is_told_what_it_may_do_by_which_clause(open_page, save_screenshot, axe):
    page = open_page()
    position = start(page, "tomb-chess", place("Be5 Qe2 Nb4 Pg3 re9 rl7 Jl8 ph9"))
    pick(page, position, "e5")
    note = page.locator("#unit-notes li").filter(has_text="Moves as a queen, too: lent by the queen on e2.")
    note.wait_for()
    assert note.locator(".clause").inner_text() == "T12.1"
    assert page.locator("#board .ring.cause").count() == 1
    assert page.locator("#board .area.seat-0").count() == 36
    save_screenshot(page, "notes")
    assert not serious_faults(page, axe)
    page.locator("#back").click()
    page.locator("#unit-notes").wait_for(state="hidden")
    assert page.locator("#board .note").count() == 0


def test_a_shield_tells_who_guards(open_page):
    page = open_page()
    position = start(page, "tomb-chess", place("Nb4 pe8 re11 qh8"))
    pick(page, position, "b4")
    page.locator('#board .shield[data-cell="88"]').wait_for()
    page.locator(cell(position, "e8")).hover()
    words = "is guarded and cannot be captured: protected by the rook on e11 and the queen on h8 (T12.3)"
    page.locator("#cell-description").filter(has_text=words).wait_for()


def test_a_unit_that_cannot_move_is_told_why(open_page):
    page = open_page()
    position = start(page, "tomb-chess", place("Re5 Nb4 jf6 Bg2", states="g2=r"))
    page.locator(".highlight-origin").first.wait_for()
    page.locator(cell(position, "e5")).click()
    page.locator("#unit-notes .clause").filter(has_text="T13.4").wait_for()
    page.locator("#back").click()
    page.locator(cell(position, "g2")).click()
    page.locator("#unit-notes .clause").filter(has_text="T4.5").wait_for()


def test_ones_own_death_is_shown_in_red_before_the_move(open_page, save_screenshot):
    page = open_page()
    position = start(page, "tomb-chess", place("Bc3 pf7 Pg2", graves="f6:p"))
    pick(page, position, "c3")
    page.locator(cell(position, "f6")).hover()
    page.locator("#outlook").filter(has_text="Your bishop on f6 dies").wait_for()
    assert page.locator("#board .ring.own-death").count() == 1
    assert page.locator("#board .strike.death.stroke").count() == 1
    assert page.locator("#board .burst.preview").count() == 1
    save_screenshot(page, "own-death")


def test_walls_and_a_turned_block_are_shown_before_the_move(open_page):
    page = open_page()
    position = start(page, "tomb-chess", place("Rd4 Be5 Pg2"))
    pick(page, position, "d4")
    page.locator(cell(position, "d7")).hover()
    page.locator("#outlook").filter(has_text="walls rise on d4, d5, d6").wait_for()
    assert page.locator("#board .mark.block.preview").count() == 3
    page.locator("#back").click()
    page.locator('#choices [data-word="rotate"]').click()
    for name in ("d4", "e5"):
        page.locator(cell(position, name) + '[data-pick="target"]').click()
    page.locator('#choices [data-word="turn 90°"]').hover()
    page.locator("#outlook").filter(has_text="rot:d4:2:90").wait_for()
    assert page.locator("#board .block-frame.preview").count() == 1
    geometry = position.game.look.sheet({}).geometry
    after = position.copy()
    after.push_text("rot:d4:2:90")
    came = [name for name in ("d4", "e4", "d5", "e5") if geometry.cell(name) in after.game.look.view(after).units]
    drawn = page.locator("#board .unit.preview.coming").count()
    assert 0 < drawn <= len(came)


def test_the_keyboard_alone_shows_notes_and_what_would_happen(open_page):
    page = open_page()
    position = start(page, "xiangqi")
    page.locator(".highlight-origin").first.wait_for()
    page.locator(cell(position, "h3")).focus()
    page.keyboard.press("Enter")
    page.locator("#unit-notes .clause").filter(has_text="X1.3").wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.locator("#outlook").filter(has_text="h3e3").wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    for _ in range(7):
        page.keyboard.press("ArrowUp")
    page.locator("#announcements").filter(has_text="horse of Black dies on h10").wait_for(state="attached")
    page.keyboard.press("Enter")
    page.locator("#moves li").wait_for()


def test_a_long_press_shows_what_would_happen_and_plays_nothing(open_page):
    page = open_page(size=(390, 780), has_touch=True, is_mobile=True)
    position = start(page, "xiangqi")
    page.locator(".highlight-origin").first.wait_for()
    page.locator(cell(position, "h3")).tap()
    box = page.locator(cell(position, "h10")).bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.locator("#outlook").filter(has_text="horse of Black dies on h10").wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    assert page.locator("#outlook").is_visible() and page.locator("#moves li").count() == 0
    page.locator(cell(position, "h10")).tap()
    page.locator("#moves li").wait_for()


def test_previews_can_be_switched_off(open_page):
    page = open_page()
    position = start(page, "xiangqi")
    page.locator(".settings summary").click()
    page.locator("#previews").uncheck()
    pick(page, position, "h3")
    page.locator(cell(position, "h10")).hover()
    page.wait_for_timeout(500)
    assert page.locator(".preview").count() == 0 and not page.locator("#outlook").is_visible()


def test_a_hover_in_an_animation_does_no_harm(open_page):
    page = open_page(speed="slow")
    position = start(page, "xiangqi")
    player = Player(page, position)
    pick(page, position, "h3")
    page.locator(cell(position, "h10")).hover()
    page.locator("#outlook").wait_for()
    page.locator(cell(position, "h10")).click()
    page.wait_for_function("() => document.querySelector('.board').getAnimations({ subtree: true }).length > 0")
    page.locator(cell(position, "i10")).hover()
    page.locator(cell(position, "i10")).click()
    page.locator(cell(position, "h10")).hover()
    page.locator("#outlook").filter(has_text="i10h10").wait_for()
    page.locator(cell(position, "h10")).click()
    player.wait_for_moves(2)
    player.wait_for_turn()
    page.locator(".highlight-origin").first.wait_for()
    assert player.board_matches()


def test_lessons_show_notes_and_what_would_happen(open_page):
    page = open_page()
    page.goto("/learn/xiangqi")
    page.locator(".highlight-origin").first.wait_for()
    page.locator('.cell[data-pick="origin"]').first.click()
    page.locator("#unit-notes li").first.wait_for()
    page.locator('.cell[data-pick="target"]').first.hover()
    page.locator("#outlook").wait_for()
    assert page.locator("#answer").is_hidden()


def test_notes_and_previews_are_not_asked_faster_than_the_server_allows(open_page):
    page = open_page()
    position = start(page, "tomb-chess")
    pick(page, position, "b1")
    for _ in range(4):
        for name in ("a3", "c3", "d2", "b4", "c5", "e4"):
            page.locator(cell(position, name)).hover()
    page.wait_for_function(IS_READY)
    page.locator(cell(position, "c3")).hover()
    page.locator("#outlook").filter(has_text="b1-c3").wait_for()


def test_who_controls_a_unit_is_told_before_and_after_the_move(open_page, save_screenshot):
    page = open_page()
    position = start(page, "tomb-chess", place("Re5 Qb8 pe8 ph9"))
    page.locator('#choices [data-word="control"]').click()
    page.locator(cell(position, "e8") + '[data-pick="target"]').click()
    page.locator(cell(position, "e9")).hover()
    words = "rook of South on e5 or queen of South on b8 takes control of e8 (T14.3)"
    page.locator("#outlook").filter(has_text=words[1:]).wait_for()
    assert page.locator("#board .control.preview").count() == 2
    assert page.locator("#board .ring.cause.preview").count() == 2
    save_screenshot(page, "mind-control")
    page.locator(cell(position, "e9")).click()
    if page.locator("#play").count():
        page.locator("#play").click()
    Player(page, position).wait_for_moves(1)
    page.locator("#shown-move").filter(has_text=words).wait_for()
    move = page.locator("#moves .move").first
    move.hover()
    page.wait_for_function("words => document.querySelector('#moves .move').title.includes(words)", arg=words)
    page.locator("#move-text").fill("h9-h8")
    page.locator("#move-text").press("Enter")
    Player(page, position).wait_for_moves(2)
    page.locator("#shown-move").filter(has_text="pawn of North goes from h9 to h8").wait_for()
    page.locator("#before").click()
    page.locator("#shown-move").filter(has_text=words).wait_for()


def test_who_controls_is_told_while_the_move_is_shown(open_page):
    page = open_page(speed="slow")
    start(page, "tomb-chess", place("Re5 pe8 ph9"))
    page.locator("#move-text").fill("~e8-e9")
    page.locator("#move-text").press("Enter")
    page.locator("#board .control.controlling").wait_for(state="attached")
    assert "rook of South on e5 takes control of e8 (T14.3)" in page.locator("#status").inner_text()
    page.locator("#board .control.controlling").wait_for(state="detached")
