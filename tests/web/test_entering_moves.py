"""Entering moves while something else goes on: animations, slow answers, abilities, the opponent's turn."""

from tests.web.player import Player, send_moves, start_game, start_position

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
