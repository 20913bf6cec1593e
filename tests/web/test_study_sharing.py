"""Studies from one browser to another, from games and into games."""

import ludoteca
from tests.web.player import send_moves, start_game, start_position
from tests.web.student import (
    CURRENT_ENDS_WITH,
    IS_READY,
    Student,
    exported,
    open_study,
    type_move,
    units_of,
    units_on,
)

KEEP_DRAFT_OF_LENGTH = """async (length) => {
  const { src } = document.querySelector('script[src$="/study.js"]');
  const { Drafts } = await import(src.replace('study.js', 'study-drafts.js'));
  const drafts = new Drafts('xiangqi');
  drafts.keep('', { game: 'xiangqi', nodes: [{ comment: 'x'.repeat(length) }] });
  return drafts.all().filter(({ key }) => key === drafts.key).length;
}"""


def test_play_from_here(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    for text in ("h3e3", "h10g8"):
        type_move(page, text)
    position = start_position("xiangqi")
    for text in ("h3e3", "h10g8"):
        position.push_text(text)
    page.locator("#before").click()
    type_move(page, "b10c8")
    # Red is to move, but Black has tried something else than the main line, and plays it on.
    page.locator("#play-from-here").click()
    assert page.locator("#play-seat").input_value() == "1"
    page.get_by_role("button", name="Cancel").click()
    page.locator("#tree .move", has_text="h10g8").click()
    page.wait_for_function(CURRENT_ENDS_WITH, arg="h10g8")
    page.locator("#play-from-here").click()
    assert page.locator("#play-seat").input_value() == "0"
    page.locator("#play-opponent").select_option("machine:1")
    page.locator("#play-start").click()
    page.wait_for_url("**/room/*")
    page.locator("#status.yours").wait_for()
    assert units_on(page) == units_of(position)
    record = page.request.get(f"{page.url.split('#')[0]}/record").text()
    assert f"start: {position}" in record


def test_saved_opened_elsewhere_and_copied(open_page):
    page = open_page()
    open_study(page, "exile?mode=infinite")
    student = Student(page, start_position("exile", mode="infinite"))
    student.play(student.position.legal_moves()[0])
    page.locator("#title").fill("A first try")
    page.locator("#save").click()
    address = page.locator("#link").input_value()
    page.get_by_role("button", name="Close").click()
    student.play(student.position.legal_moves()[0])
    page.locator("#saving", has_text="Saved.").wait_for()
    other = open_page()
    other.goto(address)
    other.wait_for_function(IS_READY)
    assert other.locator("#title").input_value() == "A first try"
    assert other.locator("#tree .move").count() == 2
    assert other.locator("#saving").inner_text() == "Somebody else's study."
    reader = Student(other, start_position("exile", mode="infinite"))
    reader.play(reader.position.legal_moves()[1])
    other.get_by_role("button", name="Make my own copy").click()
    assert other.locator("#link").input_value() != address
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#tree .move").count() == 2


def test_own_studies_are_listed_and_deleted(open_page):
    page = open_page()
    for title in ("First", "Second"):
        open_study(page, "hex")
        page.locator("#title").fill(title)
        page.locator("#save").click()
        page.locator("#link").wait_for()
        page.get_by_role("button", name="Close").click()
    page.locator("#own-studies summary").click()
    links = page.locator("#own-list a")
    links.nth(1).wait_for()
    assert set(links.all_inner_texts()) == {"First", "Second"}
    page.get_by_role("button", name="Delete: First").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_function("() => document.querySelectorAll('#own-list a').length === 1")
    assert links.all_inner_texts() == ["Second"]


def test_the_list_of_ones_studies_follows_a_save_and_names_the_game(open_page):
    page = open_page()
    open_study(page, "chinese-checkers")
    page.locator("#own-studies summary").click()
    page.locator("#own-list .none").wait_for()
    page.locator("#title").fill("First")
    page.locator("#save").click()
    page.get_by_role("button", name="Close").click()
    page.locator("#own-list a", has_text="First").wait_for()
    assert page.locator("#own-list .hint").inner_text().startswith("Chinese Checkers, ")
    page.locator("#title").fill("Second")
    page.locator("#own-list a", has_text="Second").wait_for()


def test_the_opponent_is_not_cut(open_page):
    page = open_page((1366, 768))
    open_study(page, "xiangqi")
    page.locator("#play-from-here").click()
    widths = """() => {
      const field = document.querySelector('#play-opponent');
      const copy = field.cloneNode(true);
      copy.style.width = 'auto';
      document.querySelector('dialog').append(copy);
      return [copy.getBoundingClientRect().width, field.getBoundingClientRect().width];
    }"""
    needed, given = page.evaluate(widths)
    assert given >= needed


def test_two_tabs_do_not_overwrite_each_other(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#save").click()
    address = page.locator("#link").input_value()
    page.get_by_role("button", name="Close").click()
    other = page.context.new_page()
    other.goto(address)
    other.wait_for_function(IS_READY)
    type_move(page, "h3e3")
    page.locator("#saving", has_text="Saved.").wait_for()
    type_move(other, "b3e3")
    other.locator("#saving", has_text="changed in another window").wait_for()
    other.get_by_role("button", name="Keep mine as a copy").click()
    other.locator("#saving", has_text="Saved.").wait_for()
    assert other.url != address
    page.reload()
    page.wait_for_function(IS_READY)
    assert ludoteca.read_record(exported(page)).moves == ("h3e3",)
    assert ludoteca.read_record(exported(other)).moves == ("b3e3",)


def test_what_was_not_saved_survives_a_reload(open_page):
    page = open_page()
    open_study(page, "hex")
    student = Student(page, start_position("hex"))
    student.play(student.position.legal_moves()[5])
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#tree .move").count() == 1


def test_the_last_words_of_a_saved_study_survive_a_reload(open_page):
    page = open_page()
    open_study(page, "xiangqi")
    page.locator("#save").click()
    page.locator("#dialog").get_by_role("button", name="Close").click()
    page.locator("#comment").fill("The last words.")
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("#comment").input_value() == "The last words."
    page.locator("#saving", has_text="Saved.").wait_for()
    page.locator("#comment").fill("Other words.")
    draft_in_another_language(page)
    assert page.locator("#comment").input_value() == "Other words."


def draft_in_another_language(page):
    page.locator("footer button[value=es]").click()
    page.wait_for_function("() => document.documentElement?.lang === 'es'")
    page.wait_for_function(IS_READY)


def test_what_was_not_saved_survives_another_language(open_page):
    page = open_page()
    open_study(page, "chinese-checkers?players=3")
    student = Student(page, start_position("chinese-checkers", players=3))
    student.play(student.position.legal_moves()[5])
    draft_in_another_language(page)
    assert page.locator("#tree .move[aria-current]").count() == 1
    assert units_on(page) == units_of(student.position)


def test_what_was_not_saved_is_offered_again_until_it_is_discarded(open_page, save_screenshot):
    page = open_page()
    open_study(page, "xiangqi")
    type_move(page, "h3e3")
    page.goto("/privacy")
    open_study(page, "xiangqi")
    assert page.locator("#tree .move").count() == 0
    save_screenshot(page, "study-draft")
    type_move(page, "b3e3")
    page.goto("/privacy")
    open_study(page, "xiangqi")
    page.get_by_role("button", name="Go on with it").click()
    page.locator("#tree .move", has_text="b3e3").wait_for()
    page.get_by_role("button", name="Discard").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_function("() => document.querySelectorAll('#tree .move').length === 0")
    page.get_by_role("button", name="Go on with it").click()
    page.locator("#tree .move", has_text="h3e3").wait_for()
    page.locator("#save").click()
    page.locator("#link").wait_for()
    open_study(page, "xiangqi")
    assert page.get_by_role("button", name="Go on with it").count() == 0


def test_changes_of_somebody_elses_study_are_kept_as_ones_own(open_page):
    page, other = open_page(), open_page()
    open_study(page, "xiangqi")
    page.locator("#save").click()
    address = page.locator("#link").input_value()
    other.goto(address)
    other.wait_for_function(IS_READY)
    type_move(other, "h3e3")
    other.reload()
    other.wait_for_function(IS_READY)
    assert other.locator("#tree .move").count() == 1
    other.get_by_role("button", name="Save and share").click()
    assert other.locator("#link").input_value() != address


def test_drafts_have_a_size_and_a_number(open_page):
    page = open_page()
    count = "() => JSON.parse(localStorage.getItem('ludoteca.drafts.xiangqi') ?? '[]').length"
    for text in ("h3e3", "b3e3", "h1g3", "b1c3"):
        open_study(page, "xiangqi")
        type_move(page, text)
        page.goto("/privacy")
    assert page.evaluate(count) == 3
    open_study(page, "xiangqi")
    assert page.evaluate(KEEP_DRAFT_OF_LENGTH, 1000) == 1
    assert page.evaluate(KEEP_DRAFT_OF_LENGTH, 300_000) == 0


def test_a_link_leads_to_a_position_in_a_variation(open_page):
    page, other = open_page(), open_page()
    open_study(page, "xiangqi")
    for text in ("h3e3", "h10g8"):
        type_move(page, text)
    page.locator("#before").click()
    type_move(page, "b10c8")
    page.locator("#comment").fill("Slower.")
    page.locator("#save").click()
    whole, position = page.locator("#link").input_value(), page.locator("#position-link").input_value()
    other.goto(position)
    other.wait_for_function(IS_READY)
    assert other.locator("#tree .variation [aria-current]").inner_text().endswith("b10c8")
    assert other.locator("#comment").input_value() == "Slower."
    other.goto("/privacy")
    other.goto(whole)
    other.wait_for_function(IS_READY)
    assert other.locator("#before").is_disabled()
    assert other.locator("#tree .move.commented").inner_text().endswith("b10c8")
    other.locator("#after").click()
    other.wait_for_function("() => location.hash === '#1'")
    other.reload()
    other.wait_for_function(IS_READY)
    other.wait_for_function(CURRENT_ENDS_WITH, arg="h3e3")


def test_a_study_is_read_in_its_authors_notation_or_the_readers_own(open_page):
    page, other = open_page(), open_page()
    open_study(page, "xiangqi")
    type_move(page, "h3e3")
    page.locator("details.settings summary").click()
    page.locator("#notation").select_option("wxf")
    page.locator("#tree .move", has_text="C2=5").wait_for()
    page.locator("#save").click()
    address = page.locator("#link").input_value()
    other.goto(address)
    other.locator("#tree .move", has_text="C2=5").wait_for()
    other.locator("details.settings summary").click()
    other.locator("#notation").select_option("iccs")
    other.reload()
    other.locator("#tree .move", has_text="H2-E2").wait_for()


def test_a_replay_and_a_better_line_are_opened_in_a_study(open_page):
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    send_moves(page, ["h3e3", "h10g8", "h1g3"])
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 3")
    page.locator("#before").click()
    page.locator("#open-study").click()
    page.wait_for_function(IS_READY)
    assert page.locator("#tree .move").count() == 3
    assert page.locator("#tree [aria-current]").inner_text().endswith("h10g8")
    page.goto(page.url.split("&")[0] + "&after=2&line=b1c3+b10c8")
    page.wait_for_function(IS_READY)
    page.wait_for_function(CURRENT_ENDS_WITH, arg="b1c3")
    assert page.locator("#tree .variation .move").count() == 2
