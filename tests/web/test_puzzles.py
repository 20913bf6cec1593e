"""Puzzles in a browser: solved by clicks and by keys, wrong tries answered, chosen by difficulty."""

import pytest

import ludoteca
from ludoteca.core.lessons import position_after
from tests.test_puzzle_files import WITH_PUZZLES
from tests.web.test_lessons import PLAY_ALL, click, picked_steps
from tests.web.test_pages import DESKTOP, PHONE, overflow

COUNT = 10


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_ten_puzzles_of_each_game_are_solved_by_clicks(open_page, save_screenshot, game):
    page = open_page()
    page.goto("/")
    page.locator(f'a[href="/puzzles/{game}"]').click()
    page.wait_for_selector("body[data-lesson]")
    puzzles = ludoteca.game(game).puzzles
    # Of all difficulties.
    chosen = puzzles[:: len(puzzles) // COUNT][:COUNT]
    assert len(chosen) == COUNT
    plan = [{"id": puzzle.id, "steps": picked_steps(game, puzzle)} for puzzle in chosen]
    assert page.evaluate(PLAY_ALL, plan) == COUNT
    page.locator("#answer.reached", has_text="Solved!").wait_for()
    assert f"{COUNT} solved" in page.locator("#progress").inner_text()
    save_screenshot(page, f"puzzles-{game}-desktop")
    page.reload()
    page.wait_for_selector("body[data-lesson]")
    assert page.locator("a[data-lesson].done").count() == COUNT
    page.goto(f"/learn/{game}")
    page.wait_for_selector("body[data-lesson]")
    assert page.locator("a[data-lesson].done").count() == 0


def test_a_wrong_try_is_answered_and_taken_back(open_page):
    game = ludoteca.game("xiangqi")
    puzzle = game.puzzles[0]
    position = position_after(game, puzzle, ())
    page = open_page()
    page.goto(f"/puzzles/xiangqi#{puzzle.id}")
    page.wait_for_selector(".highlight-origin")
    solution = position.parse_move(puzzle.steps[0].solution)
    wrong = next(move for move in position.legal_moves() if move != solution)
    click(page, *map(int, game.look.picks(position, wrong)))
    page.locator("#answer.missed", has_text=puzzle.steps[0].hint).wait_for()
    page.locator("#again").click()
    page.wait_for_selector(".highlight-origin")
    click(page, *map(int, game.look.picks(position, solution)))
    page.locator("#answer.reached").wait_for()


def test_puzzles_are_chosen_by_difficulty(open_page):
    page = open_page()
    page.goto("/puzzles/xiangqi")
    page.wait_for_selector("body[data-lesson]")
    page.get_by_label("Difficulty").select_option("7-8")
    hard = [puzzle.id for puzzle in ludoteca.game("xiangqi").puzzles if puzzle.level >= 7]
    page.wait_for_selector(f"body[data-lesson='{hard[0]}']")
    listed = page.locator("a[data-lesson]:visible").evaluate_all("links => links.map(link => link.dataset.lesson)")
    assert listed == hard
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_selector(f"body[data-lesson='{hard[1]}']")
    page.reload()
    page.wait_for_selector("body[data-lesson]")
    assert page.get_by_label("Difficulty").input_value() == "7-8"


def test_the_keyboard_alone_solves_a_puzzle(open_page):
    game = ludoteca.game("xiangqi")
    puzzle = next(each for each in game.puzzles if len(each.steps) == 1)
    position = position_after(game, puzzle, ())
    cells = game.look.picks(position, position.parse_move(puzzle.steps[0].solution))
    page = open_page()
    page.goto(f"/puzzles/xiangqi#{puzzle.id}")
    page.wait_for_selector(".highlight-origin")
    page.locator(".cell[tabindex='0']").focus()
    for cell in cells:
        for _ in range(100):
            if page.evaluate("document.activeElement.dataset.cell") == str(cell):
                break
            page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    page.locator("#answer.reached").wait_for()
    assert page.evaluate("document.activeElement.id") == "next"
    page.keyboard.press("Enter")
    page.wait_for_function("id => document.body.dataset.lesson !== id", arg=puzzle.id)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_puzzles_fit(open_page, save_screenshot, size):
    page = open_page(size)
    for game in WITH_PUZZLES:
        page.goto(f"/puzzles/{game}")
        page.wait_for_selector("#board .unit")
        assert not overflow(page), game
        save_screenshot(page, f"puzzles-{game}-{size[0]}")
