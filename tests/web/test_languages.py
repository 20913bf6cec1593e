"""The pages in every language: switched and kept, told to the end, within the layout, and with no English left."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import Running, running
from tests.web.player import IS_READY, send_moves, themes
from tests.web.student import open_study
from tests.web.test_accessibility import serious_faults
from tests.web.test_pages import MAX_BYTES, overflow

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import words

SIZES = {"desk": (1366, 768), "phone": (390, 844), "landscape": (844, 390)}
BROWSERS = {"es": "es-MX", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
"""What a browser asks for to be shown each language."""
HOBBLED = {
    "es": "El caballo de b1 está trabado por el elefante de c1.",
    "zh-Hans": "b1 的马被 c1 的相蹩住马腿。",
    "zh-Hant": "b1 的馬被 c1 的相蹩住馬腿。",
}
RESIGNED = {
    "es": "Negro gana: Rojo se ha rendido.",
    "zh-Hans": "黑方胜：红方认输。",
    "zh-Hant": "黑方勝：紅方認輸。",
}
CHECKMATED = {"es": "jaque mate", "zh-Hans": "将死", "zh-Hant": "將死"}

every_language = pytest.mark.parametrize("tag", BROWSERS)


def start(page: Any, seats: str = "") -> None:
    page.goto("/new/xiangqi")
    for seat in page.locator('[name^="seat."]:not(:disabled)').all() if seats else []:
        seat.select_option(seats)
    page.locator("#new button.big").click()
    page.wait_for_url("**/room/*")
    page.wait_for_function(IS_READY)


def type_move(page: Any, text: str) -> None:
    page.locator("#move-text").fill(text)
    page.locator("#move-form button").click()


@every_language
def test_no_page_breaks(open_page, save_screenshot, tag):
    page = open_page(locale=BROWSERS[tag])
    for name, path in (("lobby", "/"), ("new", "/new/xiangqi"), ("room", ""), ("learn", "/learn/xiangqi")):
        if path:
            page.goto(path)
        else:
            start(page)
            type_move(page, "b1d2")
            page.locator("#ruling").wait_for()
            for summary in page.locator("aside details:visible > summary").all():
                summary.click()
        assert page.locator("html").get_attribute("lang") == tag
        for kind, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert not overflow(page), (name, kind)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, kind)
            for theme in themes(page):
                save_screenshot(page, f"language-{tag}-{name}-{kind}-{theme}", full_page=True)


@every_language
def test_a_refusal_and_the_end_of_a_game_are_told(open_page, tag):
    page = open_page(locale=BROWSERS[tag])
    start(page, "me")
    type_move(page, "b1d2")
    page.locator("#ruling p", has_text=HOBBLED[tag]).wait_for()
    assert page.locator("#ruling a.clause").inner_text() == "X1.6"
    page.locator("#resign").click()
    page.locator("#dialog button.primary").click()
    page.locator("#status", has_text=RESIGNED[tag]).wait_for()
    assert page.locator("#status a.clause").inner_text() == "H1"


@every_language
def test_mate_is_told(open_page, tag):
    page = open_page(locale=BROWSERS[tag])
    page.goto("/new/xiangqi")
    page.locator("#new .more > summary").first.click()
    page.locator("#start").fill("3k5/7R1/8R/9/9/9/9/9/9/4K4 w")
    page.locator('[name="seat.1"]').select_option("me")
    page.locator("#new button.big").click()
    page.wait_for_url("**/room/*")
    page.wait_for_function(IS_READY)
    send_moves(page, ["i8i10"])
    page.locator("#status", has_text=CHECKMATED[tag]).wait_for()


@every_language
def test_a_room_weighs_little(open_page, tag):
    """With the words of its language, uncompressed."""
    page = open_page(locale=BROWSERS[tag])
    start(page)
    page.locator(".highlight-origin").first.wait_for()
    loaded = page.evaluate(
        "() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(entry => [entry.name, entry.decodedBodySize])"
    )
    assert any("/words/" in name for name, _ in loaded)
    assert sum(size for _, size in loaded) < MAX_BYTES, loaded


def test_a_language_is_switched_and_kept(open_page):
    page = open_page()
    start(page)
    page.locator('.foot button[value="es"]').click()
    page.wait_for_function(IS_READY)
    page.locator("#status", has_text="Tu turno.").wait_for()
    page.reload()
    page.wait_for_function(IS_READY)
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.locator("#resign").inner_text() == "Rendirse"
    page.locator(".settings summary").click()
    page.locator('.settings button[value="zh-Hant"]').click()
    page.locator("#status", has_text="輪到你了。").wait_for()
    page.goto("/")
    assert page.locator('.foot button[value="zh-Hant"]').get_attribute("aria-current") == "true"


def test_what_was_chosen_last_is_offered_in_the_present_language(open_page):
    page = open_page()
    start(page)
    page.goto("/")
    assert "again, against level 1 (beginner)" in page.locator("#quick button").inner_text()
    page.locator('.foot button[value="es"]').click()
    page.locator("#quick button", has_text="Jugar a Xiangqi otra vez").wait_for()


@every_language
def test_pages_are_accessible(open_page, axe, tag):
    page = open_page(locale=BROWSERS[tag])
    page.route("**/health", lambda route: route.abort())  # Or the page without a network would go on.
    start(page)
    embedded = f"/embed/{page.url.rpartition('/')[2].partition('#')[0]}"
    others = (
        "/",
        "/new/xiangqi",
        "/learn/xiangqi",
        "/rules/xiangqi",
        "/privacy",
        "/study/xiangqi",
        "/history",
        "/offline",
    )
    for path in ("", *others, embedded):
        if path:
            page.goto(path)
        assert not serious_faults(page, axe), path


# A language in which every word is marked

MARKED = "de"
"""A language that there is not: its words are the English ones between brackets."""
UNMARKED_TEXTS = """() => {
  const found = [];
  // A text may go on within a tag: what is open in one node is closed in a later one.
  let depth = 0;
  const isMarked = text => {
    const before = depth;
    for (const sign of text) depth += Number(sign === '⟦') - Number(sign === '⟧');
    return before > 0 || text.includes('⟦') || !/[A-Za-z]{2}/.test(text);
  };
  // Games of others have no catalogue.
  const isOthers = element => element.closest('.card')?.querySelector('h2')?.textContent.includes('⟦') === false;
  const isForeign = element => element.closest('script, style, svg, [lang]:not(html)') || isOthers(element);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!isForeign(parentElement) && !isMarked(data.trim())) found.push(data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name) ?? '';
      if (!isForeign(element) && !element.closest('svg') && !isMarked(text)) found.push(`${name}=${text}`);
    }
  }
  return found;
}"""
NAMES = {"Ludoteca", "ICCS", "WXF", "PGN", "SVG", "PNG"}


@pytest.fixture(scope="module")
def marked_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("marked")
    catalogue = words.extract()
    catalogue.locale = MARKED
    for message in catalogue:
        if message.id:
            message.string = (
                f"⟦{message.id}⟧" if isinstance(message.id, str) else tuple(f"⟦{each}⟧" for each in message.id)
            )
    language = folder / "languages" / MARKED
    language.mkdir(parents=True)
    language.joinpath("ludoteca.mo").write_bytes(words.compiled(catalogue))
    for name, text in words.scripts_of(catalogue).items():
        language.joinpath(name).write_text(text, encoding="utf-8")
    with running(f"sqlite:///{folder}/games.db", languages=language.parent) as started:
        yield started


def unmarked(page: Any) -> list[str]:
    return [text for text in page.evaluate(UNMARKED_TEXTS) if text not in NAMES]


def test_every_word_on_the_pages_comes_from_the_catalogue(open_page, marked_server):
    page = open_page(base=marked_server.address, locale=MARKED)
    paths = ["/", "/new/xiangqi", "/rules/xiangqi", "/learn/xiangqi", "/puzzles/xiangqi", "/offline"]
    for path in [*paths, "/privacy", "/nothing"]:
        page.goto(path)
        if path.startswith(("/learn", "/puzzles")):
            page.locator("#board svg").wait_for()
        page.locator("#theme").filter(has_text="Theme" if path == "/offline" else "auto").wait_for()
        assert unmarked(page) == [], path


def test_every_word_in_a_room_comes_from_the_catalogue(open_page, marked_server):
    page = open_page(base=marked_server.address, locale=MARKED)
    start(page, "me")
    assert unmarked(page) == []
    type_move(page, "b1d2")
    page.locator("#ruling").wait_for()
    type_move(page, "h3e3")
    page.locator("#moves li").first.wait_for()
    page.locator("#hint").click()
    page.locator("#advice").wait_for()
    page.locator("#analyse").click()
    page.locator("#analysis h2").wait_for()
    page.locator("#share").click()
    assert unmarked(page) == []
    page.locator("#dialog .row button").last.click()
    page.locator("#before").click()
    page.locator("#looking-back", has_text="⟦").wait_for()
    page.locator("#resign").click()
    page.locator("#dialog button.primary").click()
    page.locator("#status.over").wait_for()
    page.locator("#ask-review").click()
    page.locator("#review h2").wait_for()
    assert unmarked(page) == []
    page.goto("/")
    page.locator("#lists .rooms").first.wait_for()
    assert unmarked(page) == []


@pytest.mark.parametrize(
    ("tag", "face", "notation", "move"),
    [
        ("zh-Hant", "chinese", "traditional chinese", "馬二進三"),
        ("zh-Hans", "chinese", "chinese", "马二进三"),
        ("es", "pictures", "coordinates", "h1g3"),
    ],
)
def test_pieces_and_moves_are_in_the_language_of_the_page(open_page, tag, face, notation, move):
    page = open_page(locale=BROWSERS[tag])
    start(page, "me")
    assert (page.locator("#face").input_value(), page.locator("#notation").input_value()) == (face, notation)
    type_move(page, move)
    page.locator("#moves .move", has_text=move).wait_for()
    page.locator("#announcements p", has_text=move).wait_for()
    # What was chosen in one script is read in that of the page.
    page.evaluate("() => localStorage.setItem('ludoteca.notation.xiangqi', 'chinese')")
    open_study(page, "xiangqi")
    expected = "chinese" if tag == "es" else notation
    assert (page.locator("#face").input_value(), page.locator("#notation").input_value()) == (face, expected)
