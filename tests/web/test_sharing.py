"""Links to a position, its picture, and the frame for pages of other sites."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from tests.web.test_accessibility import serious_faults
from tests.web.test_looking_back import play_alone

MOVES = ["h3e3", "h10g8", "h1g3"]


@contextmanager
def other_site(body: str) -> Iterator[str]:
    """A page of another origin."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *arguments: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def test_the_address_follows_the_position_and_leads_back_to_it(open_page):
    page = open_page()
    play_alone(page, MOVES)
    assert "#" not in page.url
    page.locator("#before").click()
    page.wait_for_function("() => location.hash === '#2'")
    address = page.url
    page.locator("#last").click()
    page.wait_for_function("() => location.hash === ''")
    visitor = open_page()
    visitor.goto(address)
    visitor.wait_for_function("() => document.querySelector('#looking-back').textContent.includes('move 1 of Black')")
    visitor.goto(address.replace("#2", "#1"))
    visitor.wait_for_function("() => document.querySelector('#looking-back').textContent.includes('move 1 of Red')")
    late = open_page()
    late.goto(address.replace("#2", "#99"))
    late.wait_for_function("() => document.querySelectorAll('.tint.last').length === 2")
    assert late.locator("#looking-back").text_content() == ""


def test_share_gives_a_link_a_picture_and_a_frame(open_page, axe):
    page = open_page()
    play_alone(page, MOVES)
    page.locator("#before").click()
    page.locator("#share").click()
    assert page.locator("#link").input_value() == page.url.split("#")[0]
    assert page.locator("#position-link").input_value().endswith("#2")
    assert serious_faults(page, axe) == []
    for kind in ("SVG", "PNG"):
        path = page.locator("#dialog a", has_text=kind).get_attribute("href")
        assert page.request.get(f"{page.url.split('/room')[0]}{path}").status == 200
    frame = page.locator("#frame").input_value()
    with other_site(f"<h1>My blog</h1>{frame}") as blog:
        reader = open_page()
        reader.goto(blog)
        game = reader.frame_locator("iframe")
        game.locator("img").wait_for()
        assert game.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        game.get_by_label("Next move").click()
        game.get_by_text("3 of 3: h1g3").wait_for()


def test_no_other_page_can_be_framed(open_page, browser):
    page = open_page()
    play_alone(page, MOVES[:1])
    room = page.url.split("#")[0]
    with other_site(f'<iframe src="{room}"></iframe>') as blog:
        reader = browser.new_page()  # Whose errors are what is looked for.
        told: list[str] = []
        reader.on("console", lambda message: told.append(message.text))
        reader.goto(blog)
        reader.wait_for_function("() => !document.querySelector('iframe').contentDocument")
        assert reader.frame_locator("iframe").locator(".board").count() == 0
        assert any("frame-ancestors 'none'" in message for message in told)
        reader.close()
