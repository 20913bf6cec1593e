"""A report, opened from the disk without a network: its games can be stepped through."""

import pytest

import ludoteca
from ludoteca.lab.report.files import html_of
from tests.lab.analyses import analysis_of, random_game
from tests.web.test_accessibility import serious_faults


@pytest.fixture
def open_report(browser, tmp_path):
    """Opens the report of a game offline; errors and requests of the page fail the test."""
    contexts, faults = [], []

    def open_one(name, size=(1200, 900), theme="light"):
        game = ludoteca.game(name)
        path = tmp_path / f"{name}.html"
        text = html_of(analysis_of(game), game.start(), lambda example: random_game(game, example.game, 40))
        path.write_text(text, encoding="utf-8")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
        contexts.append(context)
        context.set_offline(True)
        context.add_init_script("localStorage.setItem('ludoteca.speed', 'off')")
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on(
            "request",
            lambda request: None if request.url.startswith(("file:", "data:")) else faults.append(request.url),
        )
        page.goto(path.as_uri())
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults


def shown(page):
    return page.locator(".example[open] .steps .number").inner_text()


@pytest.mark.parametrize("name", ["exile", "tomb-chess", "xiangqi", "chinese-checkers", "hex"])
def test_a_game_is_stepped_through_offline(open_report, name):
    page = open_report(name)
    page.locator(".example summary").first.click()
    example = page.locator(".example[open]")
    example.locator("svg.board .unit").first.wait_for()
    assert shown(page) == "12 / 40"
    before = example.locator("svg.board .units").inner_html()
    example.get_by_role("button", name="Next move").click()
    assert shown(page) == "13 / 40"
    assert example.locator("svg.board .units").inner_html() != before
    example.get_by_role("button", name="Move before").click()
    assert example.locator("svg.board .units").inner_html() == before
    example.get_by_role("button", name="Last position").click()
    assert shown(page) == "40 / 40"
    assert example.get_by_role("button", name="Next move").get_attribute("aria-disabled") == "true"
    example.locator(".moves button").nth(4).click()
    assert shown(page) == "5 / 40"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown(page) == "7 / 40"
    page.keyboard.press("Home")
    assert shown(page) == "0 / 40"


def test_the_keys_work_from_the_opening_of_an_example_and_after_its_end(open_report):
    page = open_report("hex")
    page.locator(".example summary").first.focus()
    page.keyboard.press("Enter")
    page.locator(".example[open] svg.board").wait_for()
    page.keyboard.press("ArrowRight")
    assert shown(page) == "13 / 40"
    page.locator(".example[open]").get_by_role("button", name="Last position").click()
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "39 / 40"
    assert page.locator(".example[open] .kept").is_hidden()


def test_a_game_that_is_shortened_says_so(open_report, monkeypatch):
    monkeypatch.setattr("ludoteca.lab.report.replay.MAX_BYTES", 9_000)
    page = open_report("xiangqi")
    page.locator(".example summary").first.click()
    example = page.locator(".example[open]")
    example.get_by_role("button", name="Last position").click()
    last = shown(page).partition(" ")[0]
    example.get_by_role("button", name="First position").click()
    first = int(shown(page).partition(" ")[0])
    assert example.locator(".kept").inner_text() == f"Moves {first + 1} to {last} of 40 are kept here."


def test_the_list_of_moves_goes_to_its_start_with_the_board(open_report):
    page = open_report("xiangqi")
    page.locator(".example summary").first.click()
    example = page.locator(".example[open]")
    moves = example.locator(".moves")
    example.get_by_role("button", name="Last position").click()
    assert moves.evaluate("list => list.scrollTop") > 0
    example.get_by_role("button", name="First position").click()
    assert moves.evaluate("list => list.scrollTop") == 0


def test_the_board_shows_the_position_that_the_rules_give(open_report):
    page = open_report("xiangqi")
    page.locator(".example summary").first.click()
    page.locator(".example[open]").get_by_role("button", name="Last position").click()
    places = page.locator(".example[open] svg.board .units .unit").evaluate_all(
        "units => units.map((unit) => [Number(unit.dataset.cell), unit.dataset.unit])"
    )
    last = random_game(ludoteca.game("xiangqi"), 0, 40)
    assert dict(places) == dict(last.game.look.view(last).units)


def test_a_printer_gets_boards_and_tables(open_report, tmp_path):
    page = open_report("exile")
    page.pdf(path=tmp_path / "report.pdf")
    assert page.locator(".viewer svg.board").count() == page.locator(".example").count() == 4
    assert page.locator(".example[open]").count() == 0


def test_paper_has_all_tables_and_whole_cards(open_report):
    page = open_report("exile")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    table = page.locator("details.long:has(> summary:text('Openings (20 rows)')) table")
    assert table.is_visible() and table.locator("tbody tr").count() == 20
    width = page.evaluate("document.documentElement.clientWidth")
    sides = page.locator(".measures > div, figure").evaluate_all(
        "cards => cards.map((card) => card.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    assert sides and all(left >= 1 and right <= width - 1 for left, right in sides)
    assert not page.locator("figure summary").first.is_visible()


def test_no_table_scrolls_within_a_box_on_a_phone(open_report):
    page = open_report("exile", (390, 844))
    page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    boxes = page.locator(".wide").evaluate_all("boxes => boxes.map((box) => [box.scrollHeight, box.clientHeight])")
    assert len(boxes) > 4 and all(inside <= shown for inside, shown in boxes)


@pytest.mark.parametrize(("theme", "width"), [("light", 1200), ("dark", 360)])
def test_nothing_is_wider_than_the_page_and_axe_finds_no_serious_fault(open_report, axe, save_screenshot, theme, width):
    page = open_report("exile", (width, 800), theme)
    page.locator(".example summary").first.click()
    page.locator(".example[open] svg.board .unit").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    save_screenshot(page, f"report-{theme}", full_page=True)
    assert not serious_faults(page, axe)


def test_the_theme_can_be_chosen(open_report):
    page = open_report("hex")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").click()
    page.locator("#theme").click()
    assert page.locator("#theme").inner_text() == "Theme: dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
