"""Studies in a real browser: a tree of moves with comments and drawings, an editor, the machine's lines."""

import random

import pytest

import ludoteca
from ludoteca.core.record import Record
from ludoteca.core.variations import Node
from ludoteca.server.rooms.study import MAX_NODES
from tests.web.player import start_position
from tests.web.student import (
    CURRENT_ENDS_WITH,
    IS_READY,
    PRESS_AFTER,
    Student,
    cell,
    exported,
    import_text,
    open_study,
    type_move,
    units_of,
    units_on,
)
from tests.web.test_accessibility import serious_faults

GAMES_STUDIED = [
    ("xiangqi", {}),
    ("chinese-checkers", {"players": 6}),
    ("exile", {"mode": "infinite"}),
    ("tomb-chess", {}),
    ("hex", {}),
]
NO_RECORD = "ludoteca record 1\ngame: xiangqi\n\n1. h3e3 a1a9\n\nresult: -\n"


@pytest.mark.parametrize(("game", "options"), GAMES_STUDIED)
def test_every_game_is_studied_by_clicks_and_analysed(open_page, save_screenshot, game, options):
    page = open_page()
    query = "&".join(f"{name}={value}" for name, value in options.items())
    open_study(page, f"{game}?{query}")
    student = Student(page, start_position(game, **options))
    for _ in range(3):
        student.play(student.position.legal_moves()[-1])
        assert units_on(page) == units_of(student.position)
    page.locator("#analyse").click()
    page.locator("#analysis .lines li").first.wait_for()
    assert page.locator("#analysis .bars li").count() == student.position.seats
    page.locator("#analysis .depth", has_text="Depth").wait_for()
    save_screenshot(page, f"study-{game}")
    page.locator("#first").click()
    page.wait_for_function("() => document.querySelector('#before').disabled")
    assert units_on(page) == units_of(start_position(game, **options))


def test_branch_comment_arrow_export_and_import_round_trip(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    for text in ("h3e3", "h10g8", "h1g3"):
        type_move(page, text)
    page.locator("#tree").press("ArrowLeft")
    page.wait_for_function(CURRENT_ENDS_WITH, arg="h10g8")
    type_move(page, "b1c3")
    page.locator("#comment").fill("Quieter {here}.\nAnd slower.")
    page.locator("#comment").press("Tab")
    start, end = cell(page, "xiangqi", "e3").bounding_box(), cell(page, "xiangqi", "e7").bounding_box()
    middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    page.mouse.move(*middle[0])
    page.mouse.down(button="right")
    page.mouse.move(*middle[1])
    page.mouse.up(button="right")
    page.locator(".arrow.drawn.green").wait_for(state="attached")
    cell(page, "xiangqi", "a1").click(button="right")
    page.locator(".highlight-capture.drawn").wait_for()
    record = ludoteca.read_record(exported(page))
    assert record.moves == ("h3e3", "h10g8", "h1g3")
    variation = record.tree.children[0].children[0].children[1]
    assert (variation.move, variation.comment) == ("b1c3", "Quieter {here}.\nAnd slower.")
    assert [arrow[:2] for arrow in variation.arrows] == [("e3", "e7"), ("a1", "a1")]
    other = open_page()
    open_study(other, "xiangqi")
    import_text(other, str(record))
    other.locator("#tree .variation .move").wait_for()
    assert ludoteca.read_record(exported(other)).tree == record.tree
    other.locator("#tree .variation .move").click()
    other.locator(".arrow.drawn.green").wait_for(state="attached")
    assert other.locator("#comment").input_value().startswith("Quieter")


def test_promote_and_delete(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    for text in ("h3e3", "h10g8"):
        type_move(page, text)
    page.locator("#first").click()
    type_move(page, "b3e3")
    page.locator("#promote").click()
    page.locator("#tree > .line .move", has_text="b3e3").first.wait_for()
    page.locator("#tree .variation .move").first.click()
    page.wait_for_function(CURRENT_ENDS_WITH, arg="h3e3")
    page.locator("#delete").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 1")
    assert ludoteca.read_record(exported(page)).moves == ("b3e3",)


def test_drawing_by_keys_and_by_touch_needs_no_right_button(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#draw").click()
    page.locator("#colour").select_option("red")
    cell(page, "xiangqi", "a1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator(".arrow.drawn.red").wait_for(state="attached")
    cell(page, "xiangqi", "c4").click()
    cell(page, "xiangqi", "c4").click()
    page.locator(".highlight-capture.drawn.red").wait_for()
    assert page.locator("#tree .move").count() == 0
    page.locator("#erase").click()
    assert page.locator(".drawn.red").count() == 0


def test_lines_of_the_machine_are_played_by_a_click(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#analyse").click()
    moves = page.locator("#analysis .lines li").first.locator(".move")
    moves.first.wait_for()
    page.locator("#analysis .depth", has_text="thinking").wait_for(state="detached")
    texts = moves.all_inner_texts()[:3]
    moves.nth(2).click()
    page.wait_for_function(CURRENT_ENDS_WITH, arg=texts[2])
    assert ludoteca.read_record(exported(page)).moves == tuple(texts)
    page.locator("#analyse").click()
    assert page.locator("#analysis").is_hidden()


def test_a_refused_move_is_explained(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#move-text").fill("b1b5")
    page.locator("#move-text").press("Enter")
    page.locator("#ruling", has_text="X").wait_for()


@pytest.mark.parametrize(
    ("text", "words"),
    [("hello", "'hello' is not a move"), (NO_RECORD, "Move 2, a1a9"), ("", "nothing to import")],
)
def test_a_bad_import_is_told_in_one_sentence_and_loses_nothing(open_page, text, words):
    page = open_page()
    open_study(page, "xiangqi")
    type_move(page, "h3e3")
    import_text(page, text)
    fault = page.locator("#import-fault [role=alert]")
    fault.wait_for()
    assert words in fault.inner_text() and "\n" not in fault.inner_text().strip()
    assert page.locator("#import-text").input_value() == text
    page.get_by_role("button", name="Cancel").click()
    assert page.locator("#tree .move").count() == 1


def test_a_position_of_more_players_is_imported_with_its_board(open_page):
    page = open_page()
    open_study(page, "chinese-checkers")
    position = start_position("chinese-checkers", players=6)
    import_text(page, str(position))
    page.wait_for_function("count => document.querySelectorAll('.units > .unit').length === count", arg=60)
    assert units_on(page) == units_of(position)
    assert ludoteca.read_record(exported(page)).options["players"] == 6


def test_the_editor_refuses_in_words_of_the_rules(open_page, save_screenshot):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#edit").click()
    page.locator('#palette [data-unit="K"]').click()
    cell(page, "xiangqi", "d1").click()
    page.locator("#verdict", has_text="A red general too many").wait_for()
    assert page.locator("#editor-use").is_disabled()
    save_screenshot(page, "study-editor")
    cell(page, "xiangqi", "d1").click()
    page.locator("#verdict").wait_for(state="hidden")
    page.locator("#editor-clear").click()
    page.locator("#verdict", has_text="no general").wait_for()
    for unit, name in (("K", "e1"), ("k", "d10"), ("R", "a1")):
        page.locator(f'#palette [data-unit="{unit}"]').click()
        cell(page, "xiangqi", name).click()
    page.locator("#verdict").wait_for(state="hidden")
    page.wait_for_function("() => document.querySelector('#position-text').value.includes('/R3K4 ')")
    page.locator("#editor-use").click()
    page.locator("#editor").wait_for(state="hidden")
    assert ludoteca.read_record(exported(page)).start == "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
    page.locator("#edit").click()
    page.locator("#position-text").fill("nonsense")
    page.locator("#verdict", has_text="A FEN has 2 to 6 fields").wait_for()
    assert page.locator("#editor-use").is_disabled()
    page.locator("#position-text").fill("3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1")
    page.locator("#verdict").wait_for(state="hidden")
    page.locator("#status", has_text="Black to move").wait_for()
    assert page.locator(".units > .unit").count() == 2


def test_units_are_dragged_in_the_editor_and_the_captions_follow(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#edit").click()
    cell(page, "xiangqi", "a1").drag_to(cell(page, "xiangqi", "a2"))
    page.wait_for_function("() => document.querySelector('#position-text').value.includes('/R8/1NBAKABNR')")
    assert (9, "R") in units_on(page)
    assert "a2" in page.locator("#cell-description").inner_text()
    assert "empty" not in page.locator("#cell-description").inner_text()
    page.locator("#editor-seat").select_option("1")
    assert page.locator("#status").inner_text() == "Black to move."
    page.locator("#editor-cancel").click()
    assert page.locator("#status").inner_text() == "Red to move."


def test_a_button_that_cannot_be_used_looks_so(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#edit").click()
    colour = "() => getComputedStyle(document.querySelector('#editor-use')).backgroundColor"
    enabled = page.evaluate(colour)
    page.locator("#editor-clear").click()
    page.locator("#editor-use:disabled").wait_for()
    assert page.evaluate(colour) != enabled


def test_a_study_with_other_options_is_begun(open_page, save_screenshot):
    page = open_page()
    open_study(page, "chinese-checkers")
    page.locator("#begin-new").click()
    save_screenshot(page, "study-new")
    page.locator("#option-players").select_option("6")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**players=6**")
    page.wait_for_function(IS_READY)
    assert units_on(page) == units_of(start_position("chinese-checkers", players=6))


def test_the_form_for_a_new_game_leads_to_a_study_with_its_options(open_page):
    page = open_page()
    page.goto("/new/exile")
    page.locator("#option-mode").select_option("infinite")
    page.locator("main").get_by_role("button", name="Study").click()
    page.wait_for_function(IS_READY)
    assert page.url.endswith("/study/exile?mode=infinite")
    page.goto("/new/xiangqi")
    page.locator("main").get_by_role("button", name="Study").click()
    page.wait_for_function(IS_READY)
    assert page.url.endswith("/study/xiangqi")


TWO_GAMES = """[Game "Chinese Chess"]
[Red "Ada"]
[Black "Bo"]
[Date "1960.01.02"]

1. C2=5 H8+7 1-0

[Game "Chinese Chess"]
[Result "*"]

1. C8=5 *
"""


def test_one_of_several_games_is_chosen_and_keeps_its_headers(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    import_text(page, TWO_GAMES)
    choices = page.locator("#import-games button")
    choices.nth(1).wait_for()
    assert choices.all_inner_texts() == ["Ada - Bo, 1960-01-02", "Game 2"]
    choices.nth(0).click()
    page.locator("#tree .move", has_text="h3e3").wait_for()
    assert page.locator("#title").input_value() == "Ada - Bo, 1960-01-02"
    page.locator("#export").click()
    assert "red: Ada" in page.locator("#record-text").input_value()


def test_a_study_is_exported_as_other_programs_read_it(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    import_text(page, TWO_GAMES)
    page.locator("#import-games button").nth(0).click()
    page.locator("#tree .move", has_text="h3e3").wait_for()
    page.locator("#export").click()
    page.locator("#record-format").select_option(label="PGN (wxf)")
    page.wait_for_function("() => document.querySelector('#record-text').value.includes('C2=5')")
    exported = page.locator("#record-text").input_value()
    assert '[Red "Ada"]' in exported and page.locator("#download").get_attribute("download") == "xiangqi-study.pgn"
    page.keyboard.press("Escape")
    open_study(page, "xiangqi")
    import_text(page, exported)
    page.locator("#tree .move", has_text="h3e3").wait_for()
    assert page.locator("#title").input_value() == "Ada - Bo, 1960-01-02"


def test_a_game_without_other_formats_offers_none(open_page):
    page = open_page()
    open_study(page, "exile")
    page.locator("#export").click()
    page.locator("#record-text").wait_for()
    assert not page.locator("#record-format").is_visible()


def test_a_game_of_counts_is_edited_as_text(open_page):
    page = open_page()
    open_study(page, "kalah")
    page.locator("#edit").click()
    page.locator("#text-only").wait_for()
    assert page.locator("#palette").is_hidden()
    text = page.locator("#position-text").input_value().replace("4,0 1", "4,7 2", 1)
    page.locator("#position-text").fill(text)
    page.locator("#editor-use").click()
    page.wait_for_function("() => document.querySelector('#editor').hidden")
    assert ludoteca.read_record(exported(page)).start == text


def large_record():
    """A game with so many variations that the study is as large as it may be."""
    position, choose = start_position("xiangqi"), random.Random(5)
    root = node = Node()
    count = 0
    while count < MAX_NODES:
        moves = choose.sample(position.legal_moves(), min(6, len(position.legal_moves()), MAX_NODES - count))
        node.children = [Node(position.move_text(move)) for move in moves]
        count += len(moves)
        position.play(moves[0])
        node = node.children[0]
        assert not position.is_over()
    texts = tuple(each.move for each in root.line())
    return Record(position.game, 1, {}, "", texts, "-", tree=root)


def test_two_thousand_moves_are_stepped_through(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    record = large_record()
    import_text(page, str(record))
    page.wait_for_function("count => document.querySelectorAll('#tree .move').length === count", arg=MAX_NODES)
    page.evaluate(PRESS_AFTER, [100, 10])
    page.wait_for_function(CURRENT_ENDS_WITH, arg=record.moves[99])
    position = start_position("xiangqi")
    for move in record.moves[:100]:
        position.push_text(move)
    page.wait_for_function("() => document.querySelector('#board .board').classList.contains('can-pick')")
    assert units_on(page) == units_of(position)
    known = {child.move for child in list(record.tree.line())[99].children}
    texts = {position.move_text(move) for move in position.legal_moves()}
    page.locator("#move-text").fill(min(texts - known))
    page.locator("#move-text").press("Enter")
    page.locator("#toast", has_text="at most 2000 moves").wait_for()
    page.locator("#last").click()
    page.locator("#delete").click()
    page.wait_for_function(CURRENT_ENDS_WITH, arg=record.moves[-2])
    last = list(record.tree.line())[-2].children[0].move
    page.locator("#move-text").fill(last)
    page.locator("#move-text").press("Enter")
    page.wait_for_function(CURRENT_ENDS_WITH, arg=last)
    page.locator("#save").click()
    page.goto(page.locator("#link").input_value())
    page.wait_for_function(IS_READY)
    assert page.locator("#tree .move").count() == MAX_NODES


def test_an_analysis_follows_sixty_quick_steps(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    position = start_position("xiangqi")
    choose = random.Random(3)
    while len(position.moves_played()) < 60:
        position.play(choose.choice(position.legal_moves()))
    import_text(page, str(Record.of(position)))
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 60")
    page.locator("#analyse").click()
    page.locator("#analysis .lines li").first.wait_for()
    page.evaluate(PRESS_AFTER, [60, 20])
    page.wait_for_function("() => document.querySelector('#after').disabled")
    page.locator("#analysis:not(.outdated) .lines li").first.wait_for()
    first = page.locator("#analysis .lines .move").first.inner_text()
    assert first in {position.move_text(move) for move in position.legal_moves()}


@pytest.mark.parametrize("size", [(1280, 860), (390, 844)])
def test_the_page_is_accessible(open_page, axe, save_screenshot, size):
    page = open_page(size)
    open_study(page, "xiangqi")
    for text in ("h3e3", "h10g8"):
        type_move(page, text)
    page.locator("#before").click()
    type_move(page, "h8e8")
    page.locator("#comment").fill("Cannon against cannon.")
    page.locator("#analyse").click()
    page.locator("#analysis .lines li").first.wait_for()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for opened in ("", "edit", "draw", "import"):
            if opened:
                page.locator(f"#{opened}").click()
            assert not serious_faults(page, axe), (theme, opened)
            save_screenshot(page, f"study-{size[0]}-{theme}-{opened or 'plain'}")
            if opened == "import":
                page.get_by_role("button", name="Cancel").click()
            elif opened:
                page.locator(f"#{opened}").click()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
