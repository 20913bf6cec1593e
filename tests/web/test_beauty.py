"""How boards look: their size, materials, pieces and goals, and the list of moves in rows."""

import pytest

from ludoteca.games import FOLDERS
from tests.play import after
from tests.tomb_chess.drawing import place
from tests.web.player import IS_READY, Player, start_game, start_position, themes
from tests.web.test_accessibility import serious_faults
from tests.web.test_room import COVERED_PICTURES, FITS

DRAWN_SIZE = """() => {
  const svg = document.querySelector('#board svg');
  const [box, view] = [svg.getBoundingClientRect(), svg.viewBox.baseVal];
  const scale = Math.min(box.width / view.width, box.height / view.height);
  return [view.width * scale, view.height * scale];
}"""


@pytest.mark.parametrize("game", FOLDERS)
def test_the_board_is_as_large_as_a_laptop_allows(open_page, game):
    page = open_page((1366, 768))
    start_game(page, game, {"option.players": "6"} if game == "chinese-checkers" else {})
    page.locator(".highlight-origin").first.wait_for()
    assert min(page.evaluate(DRAWN_SIZE)) >= 600
    assert page.evaluate(FITS)


def test_the_visitor_chooses_what_boards_are_made_of(open_page, save_screenshot, axe):
    page = open_page()
    start_game(page, "exile")
    page.locator(".settings summary").click()
    colours = set()
    for material in ("wood", "slate", "jade"):
        page.locator("#board-theme").select_option(material)
        for theme in themes(page):
            colours.add(page.locator(".square.dark").first.evaluate("each => getComputedStyle(each).fill"))
            save_screenshot(page, f"board-{material}-{theme}")
            assert not serious_faults(page, axe), (material, theme)
    assert len(colours) == 6
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.evaluate("() => document.documentElement.dataset.board") == "jade"


def test_t17_1_every_range_is_shown_unless_the_visitor_wants_the_changed_ones(open_page):
    page = open_page()
    position = place("Re5 Nd7 Qh5 bg4", states="h5=10,e5=8")
    start_game(page, "tomb-chess", {"start": str(position), "seats": "me"})
    units = page.locator("#board .units > .unit").count()
    shown = "#board .mark.number:visible"
    assert page.locator(shown).count() == units
    page.locator(".settings summary").click()
    page.locator("#number-place").select_option("changed")
    assert page.locator(shown).all_text_contents() == ["8", "10"]
    assert page.evaluate(COVERED_PICTURES) == 0


def test_pieces_of_both_sides_are_round_and_their_points_marked(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    outlines = page.locator("#board .units .token").evaluate_all(
        "tokens => tokens.map(token => token.getAttribute('d'))"
    )
    assert len(set(outlines)) == 1
    path = page.locator("#board .line.corner").get_attribute("d")
    assert path.count("M") == 4 * 14 - 2 * 4


def test_marbles_differ_in_more_than_colour(open_page):
    page = open_page()
    start_game(page, "chinese-checkers", {"option.players": "6"})
    assert page.locator("#board .units .marble").count() == 60
    shapes = page.locator("#board .units .inlay").evaluate_all("inlays => inlays.map(inlay => inlay.getAttribute('d'))")
    assert len(set(shapes)) == 6
    assert page.locator("#board .body").count() == 1 and page.locator("#board .zone").count() == 6


def test_goals_are_drawn_beside_the_seats(open_page, save_screenshot):
    page = open_page()
    position = after(("exile", {}), 5, 60)
    text = str(position)
    start_game(page, "exile", {"start": text, "seats": "me"})
    for goal in position.game.look.view(position).goals:
        drawn = page.locator(f'.strip[data-seat="{goal.seat}"] .goal')
        assert drawn.get_attribute("aria-label") == f"{len(goal.units)} of 3 flags"
        assert drawn.locator("svg").count() == len(goal.units)
        assert drawn.locator(".lacking").count() == 3 - len(goal.units)
    save_screenshot(page, "goals")
    start_game(page, "chinese-checkers")
    assert page.locator("#near .goal").inner_text() == "0 of 15 home"


def test_moves_stand_in_rows_with_the_colours_of_their_seats(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    player = Player(page, start_position("xiangqi"))
    for text in ("h3e3", "h10g8", "h1g3"):
        assert player.wait_for_turn()
        player.play(player.position.parse_move(text))
    first, second, third = (page.locator("#moves li").nth(number) for number in range(3))
    boxes = [each.bounding_box() for each in (first, second, third)]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] and boxes[0]["x"] == boxes[2]["x"] < boxes[1]["x"]
    colours = [each.evaluate("item => getComputedStyle(item).borderLeftColor") for each in (first, second, third)]
    assert colours[0] == colours[2] == "rgb(200, 40, 40)" != colours[1]
    assert page.locator("#moves .move[aria-current]").inner_text() == "h1g3"
    page.locator("#before").click()
    page.locator("#moves .move[aria-current]").filter(has_text="h10g8").wait_for()
