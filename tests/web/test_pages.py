"""Every page in both themes and on a phone, saved as screenshots; page weight, names of games, colours."""

import itertools
import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.core.examples import Example
from ludoteca.games import FOLDERS
from tests.play import after, variant_name, variants
from tests.web.player import THEMES, Player, send_moves, some_games, start_game, start_position, themes

WEB = Path(__file__).parents[2] / "src" / "ludoteca" / "web"
MAX_BYTES = 300_000
PHONE, DESKTOP = (375, 700), (1280, 860)


def test_no_game_is_named_under_web():
    """Neither titles nor names nor folders of games."""
    names = {word for name in ludoteca.GAMES for word in (name, name.replace("-", "_"), name.replace("-", " "))}
    names |= {ludoteca.game(name).title for name in ludoteca.GAMES}
    files = [path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html", ".ts", ".svg", ".json", ".py")]
    assert len(files) > 15
    for path in files:
        text = path.read_text(encoding="utf-8").lower()
        for name in names:
            assert not re.search(rf"\b{re.escape(name.lower())}\b", text), f"{path.name} names {name}"


def test_a_page_weighs_little(open_page):
    """All that the first visit to a room loads, uncompressed and with the frames of the socket."""
    for game in ludoteca.GAMES:
        page = open_page()
        frames: list[int] = []
        page.on(
            "websocket", lambda socket, sizes=frames: socket.on("framereceived", lambda data: sizes.append(len(data)))
        )
        start_game(page, game)
        page.locator(".highlight-origin").first.wait_for()
        loaded = page.evaluate(
            "() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
            ".map(entry => entry.decodedBodySize)"
        )
        assert frames
        assert 30_000 < sum(loaded) + sum(frames) < MAX_BYTES


def overflow(page) -> Any:
    """Elements that stick out of the page at the side, and buttons whose text is cut off."""
    return page.evaluate("""() => {
      const width = document.documentElement.clientWidth;
      const seen = [...document.querySelectorAll('main *')].filter(each => each.checkVisibility?.() ?? true);
      const isOut = each => each.getBoundingClientRect().right > width + 1;
      const isCut = each => each.scrollWidth > each.clientWidth + 1;
      const out = seen.filter(each => !each.closest('svg, .visually-hidden, pre, .moves') && isOut(each));
      const cut = seen.filter(each => each.matches('button, .button, .status, .who') && isCut(each));
      return [...out, ...cut].map(each => each.outerHTML.slice(0, 120));
    }""")


@some_games
def test_pictures_of_every_page(open_page, save_screenshot, games):
    page = open_page()
    for size, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        paths = {"lobby": "/", "error": "/no-such-page"}
        paths |= {f"{each}-{game}": f"/{each}/{game}" for each in ("new", "rules") for game in games}
        for name, path in paths.items():
            page.goto(path)
            for place in page.locator(".preview").all():
                place.locator("svg").wait_for()
            for theme in themes(page):
                assert not overflow(page), (name, kind, theme)
                save_screenshot(page, f"{name}-{kind}-{theme}", full_page=name.startswith(("lobby", "new")))


@pytest.mark.parametrize("system", THEMES)
def test_a_visitor_chooses_the_theme_or_follows_the_system(open_page, system):
    page = open_page(theme=system)
    page.goto("/no-such-page")
    other = "dark" if system == "light" else "light"
    backgrounds = {"light": "rgb(250, 247, 241)", "dark": "rgb(25, 22, 19)"}
    for choice in ("auto", "light", "dark", "auto"):
        page.locator("#theme").filter(has_text=f"Theme: {choice}").wait_for()
        for is_after_reload in (False, True):
            if is_after_reload:
                page.reload()
                page.locator("#theme").filter(has_text=f"Theme: {choice}").wait_for()
            for scheme in (other, system):
                page.emulate_media(color_scheme=scheme)
                expected = backgrounds[scheme if choice == "auto" else choice]
                assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == expected
        page.locator("#theme").click()


BOARDS = [(name, options) for name, options in variants() if set(options) <= {"players", "mode"}]
"""The variants that look different."""


@pytest.mark.parametrize("variant", BOARDS, ids=variant_name)
def test_pictures_of_every_board(open_page, save_screenshot, variant):
    """A mid-game position on a desktop; for the default variant on a phone, where a move is played."""
    game, options = variant
    page = open_page(DESKTOP if options else PHONE)
    text = str(after(variant, 11, 60))
    fields = {f"option.{name}": str(value) for name, value in options.items()}
    start_game(page, game, {**fields, "start": text, "seats": "me"})
    player = Player(page, start_position(game, text, **options))
    assert player.board_matches()
    for theme in themes(page):
        assert not overflow(page), theme
        save_screenshot(page, f"board-{variant_name(variant)}-{theme}")
    near = page.locator("#near .strip").bounding_box()
    if options:
        assert near["y"] + near["height"] <= DESKTOP[1]
        return
    board, window = page.locator("#board svg").bounding_box(), page.viewport_size
    assert board["width"] > 0.85 * window["width"]
    if player.wait_for_turn():
        player.play(player.position.legal_moves()[-1])
        player.sync()
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        for theme in themes(page):
            assert not overflow(page), theme
            save_screenshot(page, f"board-{variant_name(variant)}-desktop-{theme}")


def test_rules_are_drawn_and_linked(open_page):
    page = open_page()
    for game in ludoteca.GAMES:
        page.goto(f"/rules/{game}")
        rules = ludoteca.game(game).rules
        page.locator("#start-position svg").wait_for()
        has_figures = bool(ludoteca.game(game).examples)
        assert (page.locator("figure svg").count() >= 1) == has_figures
        for number in rules:
            assert page.locator(f'[id="{number}"]').count() == 1
        ids = set(page.locator("[id]").evaluate_all("found => found.map(each => each.id)"))
        clause_links = page.locator(':is(.chapter, .introduction) a[href^="#"]')
        links = clause_links.evaluate_all("found => found.map(each => each.hash.slice(1))")
        assert len(links) >= len(rules.clauses) - len(rules.chapters)
        assert set(links) <= ids


DRAWN_EXAMPLES = """figures => figures.map(figure => {
  const count = selector => figure.querySelectorAll(`:scope > svg ${selector}`).length;
  return {
    label: figure.querySelector(':scope > svg')?.ariaLabel,
    text: figure.innerText,
    hasUnits: count('.units > .unit') > 0,
    crosses: count('.refusal-cross.stroke'),
    targets: count(':is(.highlight-target, .highlight-capture:not(.refused))'),
    rings: count('.ring.pointed-out'),
  };
})"""


@pytest.mark.parametrize("game", FOLDERS)
def test_every_example_is_drawn_when_it_is_looked_at(open_page, save_screenshot, game):
    page = open_page(PHONE)
    page.goto(f"/rules/{game}")
    page.locator("#start-position svg").wait_for()
    figures = page.locator("figure.example")
    examples = [example for number in ludoteca.game(game).rules for example in examples_of(game, number)]
    assert figures.count() == len(examples) > 0
    assert figures.locator("> svg").count() < len(examples)
    figures.last.scroll_into_view_if_needed()
    figures.last.locator("> svg").wait_for()
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function("() => !document.querySelector('figure.undrawn')")
    for example, drawn in zip(examples, figures.evaluate_all(DRAWN_EXAMPLES), strict=True):
        assert drawn["label"] == f"Drawing: {example.caption}"
        assert drawn["hasUnits"]
        assert drawn["crosses"] == (1 if has_cells(example.refused) else 0), example
        assert drawn["rings"] == len(example.marks), example
        if example.origin:
            assert drawn["targets"] == len(example.reaches), example
        if example.refused:
            assert f"{example.refused} is refused. {example.by}: " in drawn["text"]
    for theme in themes(page):
        assert not overflow(page), theme
        save_screenshot(page, f"examples-{game}-phone-{theme}")


def test_drawings_do_not_move_the_clause_that_a_link_leads_to(open_page):
    page = open_page()
    page.goto("/rules/tomb-chess#T10.1")
    page.locator('[id="T10.1"] figure > svg').first.wait_for()
    page.wait_for_timeout(200)
    assert 0 <= page.locator('[id="T10.1"]').bounding_box()["y"] < 40


def examples_of(game: str, clause: str) -> list[Example]:
    return [example for example in ludoteca.game(game).examples if example.clause == clause]


def has_cells(move: str) -> bool:
    """Whether the text of a move names a cell; `pass` does not."""
    return re.search(r"[a-z]\d", move) is not None


def test_a_game_may_number_its_chapters_as_the_house_does(open_page):
    page = open_page()

    def rename_chapter(route: Any) -> None:
        text = re.sub(r'(id="E2\.1".*?)</p>', r"\1 (E1, H2)</p>", route.fetch().text(), count=1, flags=re.DOTALL)
        text = text.replace("A game is drawn", "But for H1 a game is drawn")
        route.fulfill(body=re.sub(r"\bE1\b", "H1", text), content_type="text/html")

    page.route("**/rules/exile", rename_chapter)
    page.goto("/rules/exile")
    page.locator("#start-position svg").wait_for()
    ids = page.locator("[id]").evaluate_all("found => found.map(each => each.id)")
    assert len(ids) == len(set(ids))
    assert {"H1", "H1.4", "house-H1"} <= set(ids)
    shown = "found => found.map(each => [each.textContent.split(' ')[0], each.hash])"
    chapters = page.locator("nav ol a").evaluate_all(shown)
    assert ["H1", "#H1"] in chapters and ["H", "#house-H"] in chapters
    links = page.locator('.chapter[data-prefix=""] a').evaluate_all(shown)
    assert ["H1", "#H1"] in links and ["H2", "#house-H2"] in links
    links = page.locator('.chapter[data-prefix="house-"] a').evaluate_all(shown)
    assert ["H1", "#house-H1"] in links and ["H1", "#H1"] not in links


def test_the_lobby_shows_games_to_join_and_to_watch(open_page, server):
    host, guest = open_page(), open_page()
    start_game(
        host, "exile", {"seat.1": "open", "seat.2": "machine:1", "seat.3": "machine:1", "name": "Ada", "public": "on"}
    )
    guest.goto("/")
    guest.locator("#lists section", has_text="Open games").get_by_role("link", name="Look at Exile").first.click()
    guest.get_by_role("button", name="Sit here").first.click()
    guest.locator("#near .strip", has_text="(you)").wait_for()
    host.goto("/")
    host.locator("#lists section", has_text="Your games").get_by_role("link", name="Go on with Exile").first.wait_for()
    with urllib.request.urlopen(f"{server.url}/api/rooms") as answer:
        rooms = json.load(answer)
    assert rooms["live"]


# Colour vision deficiencies, simulated after Machado, Oliveira and Fernandes (2009)

EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deutan": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
LEAST_DIFFERENCE = 25
"""Distance in CIELAB; about 2 is just noticeable."""


def seen(colour: tuple[int, int, int], eyes: str) -> tuple[float, float, float]:
    """A colour in CIELAB."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1.0, max(0.0, sum(factor * part for factor, part in zip(row, linear, strict=True)))) for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("variant", variants(), ids=variant_name)
def test_seat_colours_are_apart_for_all_eyes(variant):
    game = ludoteca.game(variant[0])
    seats = game.look.sheet(game.choose(variant[1])).seats
    for eyes in EYES:
        for one, other in itertools.combinations(seats, 2):
            pairs = zip(seen(one.colour, eyes), seen(other.colour, eyes), strict=True)
            difference = sum((a - b) ** 2 for a, b in pairs) ** 0.5
            assert difference > LEAST_DIFFERENCE, (one.name, other.name, eyes, difference)


def test_a_finished_game_is_listed_with_its_result(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    page.locator("#resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator("#status.over").wait_for()
    page.goto("/")
    listed = page.locator("#lists section").first.locator("li").first
    assert "Black wins" in listed.inner_text() and "Look at" in listed.inner_text()


def test_a_game_that_one_has_left_stays_in_ones_list(open_page):
    page = open_page()
    start_game(page, "exile")
    address = page.url
    page.locator("#leave").click()
    page.get_by_role("button", name="Yes").click()
    page.locator("#spectating").wait_for()
    page.goto("/")
    page.locator(f'#lists section:first-child a[href="/room/{address.split("/")[-1]}"]').wait_for()


def test_pages_and_scripts_are_compressed(open_page):
    page = open_page()
    encodings = {}
    page.on("response", lambda answer: encodings.update({answer.url: answer.headers.get("content-encoding")}))
    page.goto("/rules/tomb-chess")
    page.wait_for_load_state()
    names = {url.rpartition("/")[2]: encoding for url, encoding in encodings.items()}
    assert names["tomb-chess"] == names["examples.js"] == names["page.css"] == "gzip"


def test_every_tab_stop_of_a_room_has_a_name(open_page):
    page = open_page()
    start_game(page, "tomb-chess")
    page.locator(".highlight-origin").first.wait_for()
    for _ in range(14):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.tagName") != "svg"


@pytest.mark.parametrize("size", [PHONE, PHONE[::-1]])
def test_the_form_has_its_button_in_view_on_a_phone(open_page, save_screenshot, size):
    page = open_page(size)
    page.goto("/new/chinese-checkers")
    page.locator(".preview .board").first.wait_for()
    start = page.get_by_role("button", name="Start the game").bounding_box()
    assert start["y"] + start["height"] <= size[1]
    seat = page.locator("label[data-seat]").first.bounding_box()
    assert seat["height"] < 40
    save_screenshot(page, f"form-phone-{size[0]}")


@pytest.mark.parametrize("game", FOLDERS)
def test_the_form_has_its_button_in_view_and_asks_about_open_seats_where_there_are_any(
    open_page, save_screenshot, game
):
    page = open_page((1366, 768))
    page.goto(f"/new/{game}")
    page.locator(".preview .board").first.wait_for()
    if game == "chinese-checkers":
        page.locator('[name="option.players"]').select_option("6")
    start = page.get_by_role("button", name="Start the game").bounding_box()
    assert start["y"] + start["height"] <= 768
    save_screenshot(page, f"form-{game}")
    about_seats = page.get_by_text("open seat").filter(visible=True)
    assert about_seats.count() == 0
    page.locator('[name="seat.1"]:not(:disabled)').select_option("open")
    assert about_seats.count() == 2


def test_all_lessons_are_listed_without_a_list_that_scrolls(open_page):
    page = open_page((1366, 768))
    page.goto("/learn/tomb-chess")
    page.wait_for_selector("body[data-lesson]")
    assert page.locator("#lesson-links").evaluate("list => list.scrollHeight <= list.clientHeight + 1")


def test_nothing_is_kept_free_below_the_board_on_a_phone(open_page, save_screenshot):
    page = open_page(PHONE)
    page.goto("/learn/tomb-chess#first-step")
    page.wait_for_selector("body[data-lesson='first-step'] .highlight-origin")
    save_screenshot(page, "lesson-below-the-board")
    board, button = (page.locator(each).bounding_box() for each in ("#board .board", "#show"))
    assert button["y"] - board["y"] - board["height"] < 60


def test_a_move_in_the_list_is_not_broken_on_a_phone_held_sideways(open_page, save_screenshot):
    page = open_page((844, 390), has_touch=True, is_mobile=True)
    start_game(page, "tomb-chess", {"seats": "me"})
    moves = ["b1-c3-d5", "b12-c10-d8", "k1-j3-i5", "k12-j10-i8"]
    send_moves(page, moves)
    page.wait_for_function("count => document.querySelectorAll('#moves li').length === count", arg=len(moves))
    page.locator("#moves").scroll_into_view_if_needed()
    save_screenshot(page, "moves-sideways")
    heights = page.locator("#moves .move").evaluate_all("moves => moves.map(each => each.offsetHeight)")
    assert max(heights) < 40
