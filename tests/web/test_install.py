"""Installing the site, and what is shown without a network."""

from tests.web.test_accessibility import serious_faults

IS_CONTROLLED = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


def test_without_a_network_the_shell_is_shown_and_goes_on(open_page, axe):
    page = open_page()
    page.goto("/")
    page.wait_for_function(IS_CONTROLLED)
    page.context.set_offline(True)
    page.goto("/rules/exile")
    page.get_by_role("heading", name="No network").wait_for()
    assert page.locator(".brand img").evaluate("image => image.naturalWidth") > 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert serious_faults(page, axe) == []
    page.context.set_offline(False)
    page.wait_for_function("() => document.title.startsWith('Rules of Exile')")


def test_the_shell_goes_on_when_a_server_that_was_away_answers(open_page):
    """The network is there all the while, so that no event tells that the server is back."""
    page = open_page()
    page.goto("/offline")
    page.wait_for_url("/")


def test_the_manifest_names_icons_that_are_there(open_page):
    page = open_page()
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(address).json()
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.status == 200
        assert answer.headers["content-type"] == icon["type"]


def test_nothing_of_a_game_is_kept(open_page):
    page = open_page()
    page.goto("/")
    page.wait_for_function(IS_CONTROLLED)
    page.goto("/new/xiangqi")
    kept = page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
      }
      return found;
    }""")
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)
