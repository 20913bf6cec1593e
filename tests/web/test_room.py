"""Everything in a room besides plain moves."""

import re

import pytest

import ludoteca
from tests.tomb_chess.drawing import place
from tests.web.player import IS_READY, Player, fill_in_form, start_game, start_position

ILLEGAL = {
    "xiangqi": ("b1", "d2", "X1.6"),
    "chinese-checkers": ("d1", "h5", "C2.4"),
    "exile": ("b1", "e4", "E3"),
    "tomb-chess": ("b1", "b6", "T3.1"),
}
"""A unit's cell, a cell where it cannot go, and the start of the clause's number."""


def cell(game: str, name: str) -> str:
    geometry = ludoteca.game(game).look.sheet(ludoteca.game(game).choose({})).geometry
    return f'.cell[data-cell="{geometry.cell(name)}"]'


@pytest.mark.parametrize("game", ILLEGAL)
def test_an_illegal_attempt_is_answered_by_its_clause(open_page, save_screenshot, game):
    page = open_page()
    start_game(page, game)
    origin, target, clause = ILLEGAL[game]
    page.locator(".highlight-origin").first.wait_for()
    page.locator(cell(game, origin)).click()
    page.locator(cell(game, target)).click()
    link = page.locator("#ruling .clause")
    link.wait_for()
    number = link.inner_text()
    assert number.startswith(clause)
    assert page.locator("#ruling summary").count() == 1
    told = page.locator("#ruling details").locator("p, li").all_text_contents()
    assert " ".join(told).split() == [word for word in ludoteca.game(game).rules[number].split() if word != "-"]
    assert page.locator(".highlight-named").count() >= 1
    save_screenshot(page, f"why-{game}")
    page.goto(link.get_attribute("href"))
    assert page.locator(f'[id="{number}"]').evaluate("clause => clause.matches(':target')")
    assert page.locator(f'[id="{number}"]').is_visible()


def test_hexagons_lie_side_by_side(open_page):
    page = open_page()
    start_game(page, "hex")
    cells = page.locator("#board polygon.hole")
    boxes = cells.evaluate_all("cells => cells.map(cell => [cell.getBBox().x, cell.getBBox().width])")
    assert len(boxes) == 121
    (first, width), (second, _) = boxes[:2]
    assert second - first == pytest.approx(width, abs=1)


def test_undo_hint_analysis_replay_and_flip(open_page, save_screenshot):
    page = open_page()
    start_game(page, "xiangqi")
    player = Player(page, start_position("xiangqi"))
    for text in ("h3e3", "i4i5"):  # Legal whatever the machine answers.
        assert player.wait_for_turn()
        player.play(player.position.parse_move(text))
    assert player.wait_for_turn()
    assert page.locator("#moves li").count() == 4
    page.locator("#hint").click()
    page.locator(".arrow-head.analysed").first.wait_for()
    assert page.locator("#advice").inner_text().startswith("The machine would play")
    page.locator("#analyse").click()
    page.locator("#analysis .bar").first.wait_for()
    shares = [int(re.sub(r"\D", "", text)) for text in page.locator(".bars li > span:last-child").all_inner_texts()]
    assert sum(shares) == 100
    assert page.locator("#analysis .lines li").count() >= 1
    assert page.locator(".arrow-head.analysed").count() >= 1
    save_screenshot(page, "analysis")
    page.locator("#analyse").click()

    page.locator("body").press("ArrowLeft")
    page.locator("#looking-back").filter(has_text="after move 2 of Red").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.cell[data-pick]').length === 0")
    page.locator("#first").click()
    page.locator("#looking-back").filter(has_text="the first position").wait_for()
    page.wait_for_function("() => document.querySelector('.unit[data-cell=\"25\"]')?.dataset.unit === 'C'")
    page.locator("#slider").fill("2")
    page.locator("#looking-back").filter(has_text="after move 1 of Black").wait_for()
    page.locator("body").press("End")
    page.wait_for_function("() => document.querySelector('#looking-back').textContent === ''")
    assert player.board_matches()

    before = page.locator('.cell[data-cell="0"]').bounding_box()
    page.locator("#flip").click()
    after = page.locator('.cell[data-cell="0"]').bounding_box()
    assert after["y"] < before["y"] and after["x"] > before["x"]
    assert player.board_matches()
    page.locator("#flip").click()

    page.locator("#undo").click()
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 2")
    player.sync()
    assert player.wait_for_turn()
    assert player.board_matches()
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Record").click()
    record = downloaded.value.path().read_text(encoding="utf-8")
    assert [player.position.game.name in record, "h3e3" in record] == [True, True]
    page.locator("#resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator("#status.over .clause").filter(has_text="H1").wait_for()
    page.goto(page.locator("#status .clause").get_attribute("href"))
    assert page.locator('[id="house-H1"]').evaluate("clause => clause.matches(':target')")


def test_pieces_have_faces_to_choose_and_a_reload_changes_nothing(open_page, save_screenshot):
    page = open_page()
    start_game(page, "xiangqi")
    player = Player(page, start_position("xiangqi"))
    assert player.wait_for_turn()
    assert page.locator(".units .picture").count() == 32
    page.locator(".settings summary").click()
    page.locator("#face").select_option("chinese")
    assert page.locator(".units .character").filter(has_text="帥").count() == 1
    save_screenshot(page, "xiangqi-characters")
    player.play(player.position.parse_move("b3e3"))
    page.reload()
    assert player.wait_for_turn()
    assert player.board_matches()
    assert page.locator(".units .character").filter(has_text="帥").count() == 1


def test_steps_are_animated_in_their_order(open_page):
    page = open_page(speed="slow")
    start_game(page, "exile")
    player = Player(page, start_position("exile"))
    assert player.wait_for_turn()
    page.evaluate("""() => {
      window.seen = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, how) {
        window.seen.push([this.dataset.unit ?? '', frames.length]);
        return animate.call(this, frames, how);
      };
    }""")
    player.play(player.position.parse_move("b1d3" if player.position.explain("b1d3") is None else "b3b2"))
    page.wait_for_function("() => window.seen.some(([unit]) => unit === '1')")
    page.wait_for_function("() => window.seen.some(([unit]) => unit === '2')")
    units = [unit for unit, _ in page.evaluate("window.seen") if unit in "1234" and unit]
    assert units.index("1") < units.index("2")


def test_moves_of_several_steps_and_abilities_by_buttons(open_page, save_screenshot):
    page = open_page()
    text = "rnbdjqkjdbnr/pppp1ppppppp/12/12/12/12/4p7/12/12/3D8/PPP1PPPPPPPP/RNB1JQKJDBNR S - - - - 1"
    start_game(page, "tomb-chess", {"start": text, "seat.1": "me"})
    player = Player(page, start_position("tomb-chess", text))
    assert player.wait_for_turn()
    names = player.position.game.look.sheet({}).geometry
    dragon = f'.cell[data-cell="{names.cell("d3")}"]'
    page.locator(dragon).click()
    page.locator('#choices [data-word="bounce"]').wait_for()
    words = set(page.locator("#choices [data-word]").evaluate_all("buttons => buttons.map(each => each.dataset.word)"))
    assert {"bounce"} <= words
    assert page.locator(".highlight-target, .highlight-capture").count() > 5
    page.locator(f'.cell[data-cell="{names.cell("f4")}"]').click()
    assert page.locator("#play").inner_text() == "Play d3-f4"
    assert page.locator(".arrow.so-far").count() == 1
    save_screenshot(page, "several-steps")
    page.locator("#back").click()
    assert page.locator(".arrow.so-far").count() == 0
    page.locator(f'.cell[data-cell="{names.cell("f4")}"]').click()
    page.locator("#play").click()
    player.wait_for_moves(1)
    assert player.wait_for_turn()
    page.locator('#choices [data-word="rotate"]').click()
    assert page.locator("#help .clause").inner_text() == "T14.6"
    page.locator("#back").click()
    assert not page.locator("#help").is_visible()
    player.play(player.position.parse_move("rot:b10:2:90"))
    assert player.wait_for_turn()
    assert player.board_matches()


def test_drag_and_touch(open_page):
    page = open_page(has_touch=True)
    start_game(page, "xiangqi", {"seat.1": "me"})
    player = Player(page, start_position("xiangqi"))
    assert player.wait_for_turn()
    page.locator(".highlight-origin").first.wait_for()
    names = player.position.game.look.sheet({}).geometry
    boxes = {name: page.locator(f'.cell[data-cell="{names.cell(name)}"]').bounding_box() for name in ("h3", "e3")}
    middles = {name: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for name, box in boxes.items()}
    page.mouse.move(*middles["h3"])
    page.mouse.down()
    page.mouse.move(*middles["e3"], steps=6)
    page.mouse.up()
    player.wait_for_moves(1)
    assert player.wait_for_turn()
    page.locator(".highlight-origin").first.wait_for()
    page.locator(f'.cell[data-cell="{names.cell("h10")}"][data-pick="origin"]').tap()
    page.locator(f'.cell[data-cell="{names.cell("g8")}"][data-pick="target"]').tap()
    player.wait_for_moves(2)
    player.sync()
    assert [player.position.seats, len(player.position.moves_played())] == [2, 2]


def test_clocks_run_and_seats_are_handed_over(open_page):
    page = open_page()
    start_game(page, "exile", {"seat.1": "me", "seat.2": "open", "minutes": "10", "increment": "5", "name": "Ada"})
    assert page.locator("#near .clock").inner_text() == "10:00"
    page.get_by_label("give the seat to the machine").select_option("machine:1")
    page.locator('.strip[data-seat="2"] .who', has_text="Machine").wait_for()
    player = Player(page, start_position("exile"))
    assert player.wait_for_turn()
    assert page.locator(".clock.running").count() == 0
    player.play(player.position.parse_move("b1a1"))
    assert player.wait_for_turn()
    page.locator(".clock.running").filter(has_text="9:5").wait_for()
    player.play(player.position.parse_move("pass"))
    assert player.wait_for_turn()
    assert re.fullmatch(r"9:[345]\d|10:0\d", page.locator("#near .clock").inner_text())
    page.locator(".settings summary").click()
    page.locator("#handover-1").select_option("machine:2")
    page.get_by_role("button", name="Yes").click()
    page.locator('.strip[data-seat="1"] .who', has_text="Machine").wait_for()
    page.locator("#leave").click()
    page.get_by_role("button", name="Yes").click()
    page.locator('.strip[data-seat="0"] .who', has_text="Machine").wait_for()


def test_a_large_screen_holds_the_whole_table(open_page, save_screenshot):
    page = open_page((1920, 1080))
    start_game(page, "chinese-checkers", {"option.players": "6"})
    page.locator(".highlight-origin").first.wait_for()
    board, near = page.locator("#board svg").bounding_box(), page.locator("#near .strip").bounding_box()
    assert board["height"] > 600
    assert near["y"] + near["height"] <= 1080
    save_screenshot(page, "large")


def test_a_move_over_the_seam_of_the_torus(open_page):
    """A piece on the left edge slides off the board, by a click on the copy of the cell beyond it."""
    page = open_page(speed="fast")
    start_game(page, "exile", {"option.mode": "duel-infinite", "seats": "me"})
    player = Player(page, start_position("exile", mode="duel-infinite"))
    geometry = player.position.game.look.sheet(player.position.options).geometry
    for text in ("b3a3", "pass"):
        assert player.wait_for_turn()
        player.play(player.position.parse_move(text))
    assert player.wait_for_turn()
    page.locator(f'.cell[data-cell="{geometry.cell("a3")}"][data-pick="origin"]').click()
    ghosts = page.locator(f'.square.ghost[data-cell="{geometry.cell("l3")}"]')
    boxes = [ghost.bounding_box() for ghost in ghosts.all()]
    left = min(boxes, key=lambda box: box["x"])
    page.mouse.click(left["x"] + left["width"] / 2, left["y"] + left["height"] / 2)
    player.wait_for_moves(3)
    assert player.wait_for_turn()
    assert page.locator("#moves li").nth(2).get_attribute("data-text") == "a3l3"
    page.locator(".highlight-origin").first.wait_for()
    assert player.board_matches()


COVERED_PICTURES = """() => {
  const isBefore = (one, other) => one.right <= other.left + 1 || one.bottom <= other.top + 1;
  const overlap = (one, other) => !isBefore(one, other) && !isBefore(other, one);
  const boxes = selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
  const badges = boxes('#board .badge, #board .dot');
  return boxes('#board .units .picture').filter(picture => badges.some(badge => overlap(picture, badge))).length;
}"""
OFF_CENTRE_NUMBERS = """() => {
  const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const boxes = selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
  const centres = selector => boxes(selector).map(middle);
  const tokens = centres('#board .units .token');
  return centres('#board .mark.number text').filter(([x, y]) => {
    return !tokens.some(([tokenX, tokenY]) => Math.hypot(x - tokenX, y - tokenY) < 4);
  }).length;
}"""


def test_t17_1_badges_do_not_cover_units_unless_the_visitor_wants_them_in_the_centre(open_page):
    page = open_page()
    text = str(place("Re5 jf6 Nd7 Qh5 bg4 Db6 rj3", states="d7=p2,h5=10r,b6=6x,e5=9r", pusher="j3"))
    start_game(page, "tomb-chess", {"start": text, "seats": "me"})
    units = page.locator("#board .units > .unit").count()
    assert page.locator("#board .mark.number").count() == units
    assert page.locator("#board .mark.dots .dot").count() == 3
    assert page.locator("#board .mark.sleep").count() == 2
    assert page.evaluate(COVERED_PICTURES) == 0
    assert page.evaluate(OFF_CENTRE_NUMBERS) == units
    page.locator(".settings summary").click()
    page.locator("#number-place").select_option("centre")
    assert page.evaluate(OFF_CENTRE_NUMBERS) == 0
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#number-place").input_value() == "centre"
    assert page.evaluate(OFF_CENTRE_NUMBERS) == 0


def test_a_game_without_numbers_offers_no_place_for_them(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    page.locator(".settings summary").click()
    assert page.locator("#speed").is_visible() and not page.locator("#number-place").is_visible()


FITS = """() => {
  const boxes = ['#board svg', '#near', '#far'].map(each => document.querySelector(each).getBoundingClientRect());
  const isInside = box => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return boxes.every(isInside) && document.documentElement.scrollWidth <= innerWidth;
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390), (667, 375)])
@pytest.mark.parametrize("game", ["chinese-checkers", "exile", "xiangqi", "tomb-chess"])
def test_board_and_seats_fit_a_phone(open_page, save_screenshot, game, size):
    page = open_page(size)
    start_game(page, game, {"option.players": "6"} if game == "chinese-checkers" else {})
    page.locator(".highlight-origin").first.wait_for()
    save_screenshot(page, f"phone-{game}-{size[0]}")
    assert page.evaluate(FITS)
    board = page.locator("#board svg").bounding_box()
    assert min(board["width"], board["height"]) > 300


def test_each_seat_has_a_name_of_its_own(open_page):
    page = open_page()
    start_game(page, "chinese-checkers", {"option.players": "6"})
    names = page.locator(".strip .who strong").all_inner_texts()
    assert len(set(names)) == 6


def test_the_last_move_of_every_seat_is_shown(open_page, save_screenshot):
    page = open_page()
    start_game(page, "chinese-checkers", {"option.players": "6"})
    player = Player(page, start_position("chinese-checkers", players=6))
    assert player.wait_for_turn()
    player.play(player.position.legal_moves()[0])
    player.wait_for_moves(6)
    assert player.wait_for_turn()
    page.locator(".highlight-origin").first.wait_for()
    assert page.locator(".tint.last").count() == 2
    for seat in range(1, 5):
        assert page.locator(f".tint.earlier.seat-{seat}").count() == 2
    assert page.locator(".tint.earlier.seat-0").count() == 0
    assert page.locator("#moves li > svg.seat-token").count() == 6
    save_screenshot(page, "many-seats")


def test_two_seats_have_one_last_move(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    player = Player(page, start_position("xiangqi"))
    for text in ("h3e3", "h10g8"):
        assert player.wait_for_turn()
        player.play(player.position.parse_move(text))
    page.locator(".tint.last").first.wait_for()
    assert page.locator(".tint.earlier").count() == 0


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_reason_of_a_refusal_is_in_sight(open_page, size):
    page = open_page(size)
    start_game(page, "tomb-chess")
    page.locator("#understood").click()
    page.locator(cell("tomb-chess", "b1")).click()
    page.locator("#unit-notes li").first.wait_for()
    page.locator(cell("tomb-chess", "b6")).click()
    reason = page.locator("#ruling .clause")
    reason.wait_for()
    box = reason.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]


TOPS = """() => ['#flip', '#moves', '#slider', '#move-form'].map(
  each => Math.round(document.querySelector(each).getBoundingClientRect().top))"""


def test_the_panel_beside_the_board_does_not_jump(open_page, save_screenshot):
    page = open_page((1366, 768))
    start_game(page, "xiangqi")
    page.locator("#understood").click()
    player = Player(page, start_position("xiangqi"))
    page.locator(".highlight-origin").first.wait_for()
    tops = page.evaluate(TOPS)
    page.locator(cell("xiangqi", "b1")).click()
    page.locator(cell("xiangqi", "d2")).click()
    page.locator("#ruling .clause").wait_for()
    assert page.evaluate(TOPS) == tops
    save_screenshot(page, "panel")
    page.locator("#hint").click()
    page.locator("#advice").wait_for()
    assert page.evaluate(TOPS) == tops
    page.locator("#analyse").click()
    page.locator("#analysis").wait_for()
    assert page.evaluate(TOPS) == tops
    player.play(player.position.parse_move("h3e3"))
    assert page.evaluate(TOPS) == tops
    page.keyboard.press("Home")
    page.locator("#looking-back").filter(has_text="Looking back").wait_for()
    assert page.evaluate(TOPS) == tops


def test_handing_over_ones_own_seat_is_asked_about(open_page):
    page = open_page()
    start_game(page, "exile")
    page.locator(".settings summary").click()
    page.locator("#handover-0").select_option("machine:2")
    page.get_by_role("button", name="No").click()
    assert page.locator("#handover-0").input_value() == ""
    assert "you" in page.locator('.strip[data-seat="0"] .who').inner_text()
    page.locator("#handover-0").select_option("machine:2")
    page.get_by_role("button", name="Yes").click()
    page.locator('.strip[data-seat="0"] .who', has_text="Machine").wait_for()


OFF_CENTRE_CHARACTERS = """() => [...document.querySelectorAll('.unit-token')].filter(icon => {
  const text = icon.querySelector('text');
  if (!text) return false;
  const [outer, inner] = [icon, text].map(each => each.getBoundingClientRect());
  const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [x, y] = middle(outer), [a, b] = middle(inner);
  return Math.hypot(x - a, y - b) > 0.15 * outer.width;
}).length"""


@pytest.mark.parametrize("face", ["pictures", "text", "chinese"])
def test_captured_pieces_are_drawn_as_on_the_board(open_page, save_screenshot, face):
    page = open_page()
    page.add_init_script(f"localStorage.setItem('ludoteca.face.xiangqi', '{face}')")
    start_game(page, "xiangqi", {"seats": "me"})
    player = Player(page, start_position("xiangqi"))
    for text in ("b3b10", "h8h1"):
        assert player.wait_for_turn()
        player.play(player.position.parse_move(text))
    assert player.wait_for_turn()
    page.locator(".unit-token").nth(1).wait_for()
    assert page.evaluate(OFF_CENTRE_CHARACTERS) == 0
    save_screenshot(page, f"captured-{face}")


def test_the_form_remembers_who_plays(open_page):
    page = open_page()
    fill_in_form(page, "xiangqi", {"seat.0": "machine:3", "seat.1": "me"})
    fill_in_form(page, "chinese-checkers", {"option.players": "3", "seat.2": "machine:5"})
    page.goto("/new/xiangqi")
    assert page.locator('[name="seat.0"]').input_value() == "machine:3"
    assert page.locator('[name="seat.1"]').input_value() == "me"
    page.goto("/new/chinese-checkers")
    page.locator('[name="option.players"]').select_option("3")
    assert page.locator('[name="seat.2"]:not(:disabled)').input_value() == "machine:5"


def test_machines_alone_play_at_the_pace_of_the_slider(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "machine:1"})
    page.locator("#moves li").nth(1).wait_for()
    before = page.locator("#moves li").count()
    page.wait_for_timeout(3000)
    assert page.locator("#moves li").count() - before <= 5
    page.locator("#pace").fill("0")
    page.wait_for_function(
        "before => document.querySelectorAll('#moves li').length > before + 25", arg=before, timeout=60_000
    )


def test_a_hint_goes_when_the_game_is_given_up(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seat.1": "machine:1"})
    page.locator("#hint").click()
    page.locator("#play-hint").wait_for()
    page.locator("#resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator("#status.over .clause").filter(has_text="H1").wait_for()
    assert not page.locator("#advice").is_visible()
    assert page.locator("#board .analysed").count() == 0
