"""Looking back, analysing and taking back, while other things happen."""

from tests.web.player import Player, send_moves, start_game, start_position

SHUFFLE = ["a1a2", "a10a9", "a2a3", "a9a8", "i1i2", "i10i9", "i2i3", "i9i8", "c4c5", "c7c6", "g4g5", "g7g6"]
DRAG = """async () => {
  const slider = document.querySelector('#slider');
  for (let round = 0; round < 8; round += 1) {
    for (let step = 0; step <= Number(slider.max); step += 1) {
      slider.value = String(round % 2 ? step : slider.max - step);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(done => setTimeout(done, 8));
    }
  }
}"""
COUNT_LOST_CONNECTIONS = """() => {
  window.lost = 0;
  new MutationObserver(() => { window.lost += document.body.dataset.connection === 'open' ? 0 : 1; })
    .observe(document.body, { attributes: true, attributeFilter: ['data-connection'] });
}"""


def play_alone(page, moves, game="xiangqi", **fields):
    """A player on both seats, after some moves."""
    start_game(page, game, {"seats": "me", **fields})
    player = Player(page, start_position(game))
    send_moves(page, moves)
    player.wait_for_moves(len(moves))
    assert player.wait_for_turn()
    return player


def test_dragging_the_slider_and_holding_a_key_keep_the_connection(open_page):
    page = open_page()
    player = play_alone(page, SHUFFLE)
    page.evaluate(COUNT_LOST_CONNECTIONS)
    page.evaluate(DRAG)
    page.locator(".brand").focus()  # On the board arrow keys go from cell to cell.
    for key in ("ArrowLeft", "ArrowRight") * 3:
        for _ in SHUFFLE:
            page.keyboard.press(key)
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('#looking-back').textContent.includes('the first position')")
    player.position = start_position("xiangqi")
    page.wait_for_function("() => document.querySelectorAll('.tint.last').length === 0")
    assert player.board_matches()
    assert page.evaluate("window.lost") == 0


def test_what_is_taken_back_is_not_shown_again(open_page):
    page = open_page()
    player = play_alone(page, SHUFFLE[:4])
    page.locator("#before").click()
    page.locator("#last").click()
    page.locator("#undo").click()
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 3")
    player.sync()
    player.play(player.position.parse_move("h10g8"))
    player.wait_for_turn()
    player.play(player.position.parse_move("h1g3"))
    page.locator("#before").click()
    page.locator("#looking-back").filter(has_text="after move 2 of Black").wait_for()
    player.position.undo()
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 5")
    page.wait_for_timeout(300)
    assert player.board_matches()


def test_one_who_has_both_seats_takes_back_one_move_at_a_time(open_page):
    page = open_page()
    play_alone(page, SHUFFLE[:4])
    for left in (3, 2, 1):
        page.locator("#undo").click()
        page.wait_for_function("left => document.querySelectorAll('#moves li').length === left", arg=left)


def test_taking_back_while_a_move_is_animated_leaves_a_board_to_play_on(open_page):
    page = open_page(speed="slow")
    start_game(page, "xiangqi", {"seats": "me"})
    player = Player(page, start_position("xiangqi"))
    player.play(player.position.parse_move("a1a3"))
    page.locator("#undo").click()
    page.wait_for_function("() => document.querySelectorAll('#moves li').length === 0")
    page.locator('.can-pick .cell[data-pick="origin"]').first.wait_for()
    player.sync()
    assert player.board_matches()


def test_a_hint_is_for_the_position_that_is_shown(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    player = Player(page, start_position("xiangqi"))
    player.play(player.position.parse_move("h3e3"))
    assert player.wait_for_turn()
    page.keyboard.press("Home")
    page.locator("#looking-back").filter(has_text="Looking back").wait_for()
    page.locator("#hint").click()
    page.locator(".arrow-head.analysed").first.wait_for()
    assert page.locator("#looking-back").inner_text() == ""
    assert player.board_matches()


def test_arrows_of_an_analysis_turn_with_the_board(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    page.locator("#analyse").click()
    page.locator(".arrow-head.analysed").first.wait_for()
    before = page.locator(".arrow.analysed").evaluate_all("arrows => arrows.map(arrow => arrow.getAttribute('d'))")
    page.locator("#flip").click()
    after = page.locator(".arrow.analysed").evaluate_all("arrows => arrows.map(arrow => arrow.getAttribute('d'))")
    assert len(after) == len(before) > 0 and after != before


def test_a_word_is_picked_in_place_of_a_unit_that_cannot_move(open_page):
    page = open_page()
    first = str(start_position("tomb-chess")).split()
    text = " ".join([*first[:2], "f2=p2,g2=p2", *first[3:]])
    start_game(page, "tomb-chess", {"start": text, "seats": "me"})
    geometry = start_position("tomb-chess").game.look.sheet({}).geometry
    page.locator(".highlight-origin").first.wait_for()
    page.locator(f'.cell[data-cell="{geometry.cell("f2")}"]').click()
    page.locator("#back").wait_for()
    page.locator('#choices [data-word="rotate"]').click()
    page.locator("#help").filter(has_text="Now pick").wait_for()
    page.locator(f'.cell[data-cell="{geometry.cell("g2")}"]').click()
    page.locator("#choices .picks").filter(has_text="rotate → g2").wait_for(timeout=5000)


def test_why_an_ability_cannot_be_used_there_is_told_by_its_clause(open_page):
    page = open_page()
    start_game(page, "tomb-chess")
    geometry = start_position("tomb-chess").game.look.sheet({}).geometry
    for word, cells, clause in (
        ("rotate", ("l7",), "T14.6"),
        ("rotate", ("b2", "k9"), "T14.6"),
    ):
        page.locator(f'#choices [data-word="{word}"]').click()
        page.locator("#help").filter(has_text="Now pick").wait_for()
        for name in cells:
            page.locator(f'.cell[data-cell="{geometry.cell(name)}"]').click()
        page.locator("#ruling .clause").filter(has_text=clause).wait_for()
        assert "is not a move" not in page.locator("#ruling").inner_text()
        while page.locator("#back").count():
            page.locator("#back").click()


def test_an_analysis_follows_one_who_steps_quickly(open_page):
    page = open_page()
    play_alone(page, SHUFFLE)
    page.locator("#analyse").click()
    page.locator(".arrow-head.analysed").first.wait_for()
    for _ in range(5):
        page.locator("#before").click()
    page.locator("#looking-back").filter(has_text="after move 4 of Red").wait_for()
    page.locator("#analysis .lines li").first.wait_for(timeout=15_000)
    page.locator(".arrow-head.analysed").first.wait_for(timeout=15_000)
    assert page.locator("#analyse").get_attribute("aria-pressed") == "true"


PERCENTS = """async shares => {
  const script = document.querySelector('script[type=module]').src.replace('room.js', 'analysis.js');
  return (await import(script)).wholePercents(shares);
}"""


def test_the_shares_of_an_analysis_add_up(open_page):
    page = open_page()
    start_game(page, "xiangqi")
    assert page.evaluate(PERCENTS, [0.5052, 0.4948]) == [51, 49]
    assert page.evaluate(PERCENTS, [0.505, 0.495]) == [51, 49]
    assert sum(page.evaluate(PERCENTS, [0.1667] * 6)) == 100
    page.locator("#analyse").click()
    shares = page.locator("#analysis .bars li > span:last-child")
    shares.first.wait_for()
    assert sum(int(share.removesuffix("%")) for share in shares.all_inner_texts()) == 100


def test_analysing_ends_when_it_is_refused(open_page):
    """Somebody may sit down: then there is no help any more, and the button says so."""
    page = open_page()
    start_game(page, "xiangqi", {"seats": "me"})
    page.locator("#analyse").click()
    page.locator(".arrow-head.analysed").first.wait_for()
    page.locator(".settings summary").click()
    page.locator("#handover-1").select_option("open")
    page.get_by_role("button", name="Yes").click()
    page.locator('.strip[data-seat="1"] .badge-open').wait_for()
    page.locator("#analyse").wait_for(state="hidden")
    assert page.locator("#analyse").get_attribute("aria-pressed") == "false"
    assert not page.locator("#analysis").is_visible()
