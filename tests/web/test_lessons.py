"""Lessons in a browser: every one is solved by clicks, and wrong tries are answered."""

from typing import Any

import pytest

import ludoteca
from ludoteca.core.lessons import Lesson, position_after
from ludoteca.games import FOLDERS
from tests.web.test_pages import DESKTOP, PHONE, overflow

PLAY_ALL = """async lessons => {
  const wait = async (what, isThere) => {
    for (let count = 0; count < 2000; count += 1) {
      const found = isThere();
      if (found) return found;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    throw new Error(`${document.body.dataset.lesson}: no ${what}`);
  };
  const find = selector => document.querySelector(selector);
  const shown = selector => [...document.querySelectorAll(selector)].find(each => each.checkVisibility());
  const click = element => element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const number = () => find('#task').textContent;
  for (const { id, steps } of lessons) {
    if (document.body.dataset.lesson !== id) location.hash = id;
    await wait('lesson', () => document.body.dataset.lesson === id);
    for (const { move, picks, isRefused, isChoice, needsPlay, isLast } of steps) {
      const task = number();
      if (isChoice) click(await wait('choice', () => shown(`#quiz [data-move="${move}"]`)));
      else {
        await wait('origins', () => find('.highlight-origin') || shown('#choices [data-word]'));
        for (const [index, pick] of picks.entries()) {
          const role = isRefused ? '' : `[data-pick="${index ? 'target' : 'origin'}"]`;
          const isWord = typeof pick === 'string';
          const selector = isWord ? `#choices [data-word="${pick}"]` : `.cell[data-cell="${pick}"]${role}`;
          click(await wait(selector, () => find(selector)));
          if (isRefused) await new Promise(resolve => setTimeout(resolve, 30));
        }
        if (needsPlay) click(await wait('play', () => shown('#play')));
      }
      if (isLast) await wait('end of the lesson', () => find(`a[data-lesson="${id}"].done`));
      else {
        const next = await wait('next step', () => shown('#go-on') || number() !== task);
        if (next !== true) click(next);
        await wait('next task', () => number() !== task);
      }
    }
    await wait('praise', () => shown('#answer.reached'));
  }
  return document.querySelectorAll('a[data-lesson].done').length;
}"""


def picked_steps(name: str, lesson: Lesson) -> list[dict[str, Any]]:
    """What to click in each step."""
    game = ludoteca.game(name)
    found = []
    for number, step in enumerate(lesson.steps):
        position = position_after(game, lesson, [each.solution for each in lesson.steps[:number]])
        geometry = game.look.sheet(position.options).geometry
        picks: list[Any] = []
        longer = False
        if step.goal.refused and not step.choices:
            names = sorted(geometry.names, key=len, reverse=True)
            rest = step.solution
            while rest:
                cell = next((each for each in names if rest.startswith(each)), None)
                if cell:
                    picks.append(geometry.cell(cell))
                rest = rest[len(cell or " ") :]
        elif not step.choices:
            move = position.parse_move(step.solution)
            picks = list(game.look.picks(position, move))
            others = (game.look.picks(position, other) for other in position.legal_moves() if other != move)
            longer = any(list(other[: len(picks)]) == picks for other in others)
        found.append(
            {
                "move": step.solution,
                "picks": picks,
                "isRefused": bool(step.goal.refused),
                "isChoice": bool(step.choices),
                "needsPlay": longer,
                "isLast": step is lesson.steps[-1],
            }
        )
    return found


@pytest.mark.parametrize("game", FOLDERS)
def test_every_lesson_is_solved_by_clicks(open_page, save_screenshot, game):
    page = open_page()
    page.goto("/")
    page.locator(f'a[href="/learn/{game}"]').click()
    page.wait_for_selector("body[data-lesson]")
    lessons = ludoteca.game(game).lessons
    plan = [{"id": lesson.id, "steps": picked_steps(game, lesson)} for lesson in lessons]
    assert page.evaluate(PLAY_ALL, plan) == len(lessons)
    page.locator("#play-now").wait_for()
    save_screenshot(page, f"learn-{game}-desktop")
    page.reload()
    page.wait_for_selector("body[data-lesson]")
    assert page.locator("a[data-lesson].done").count() == len(lessons)


def test_a_wrong_try_is_shown_and_taken_back(open_page):
    page = open_page()
    page.goto("/learn/tomb-chess#first-step")
    page.wait_for_selector("body[data-lesson='first-step']")
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    click(page, cell("d4"), cell("d5"), cell("d5"))
    page.locator("#answer.missed", has_text="pawn of South goes from d4 to d5").wait_for()
    assert page.locator(f'.unit[data-cell="{cell("d5")}"]').count() == 1
    page.locator("#again").click()
    assert page.locator(f'.unit[data-cell="{cell("d4")}"]').count() == 1
    click(page, cell("d4"), cell("h4"))
    page.locator("#ruling .clause", has_text="T6.4").wait_for()
    page.locator("#answer.missed", has_text="Take the pawn from d4 to e5").wait_for()
    page.locator("#show").click()
    page.locator("#answer", has_text="d4-e5 does it. Now you.").wait_for()
    click(page, cell("d4"), cell("e5"), cell("e5"))
    page.locator("#go-on").click()
    page.locator("#task", has_text="2 of 2").wait_for()


TOPS = "() => ['task', 'answer', 'go-on'].map(id => document.getElementById(id).getBoundingClientRect().top)"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_an_answer_stands_below_its_own_task_and_goes_with_it(open_page, save_screenshot, size):
    page = open_page(size)
    page.goto("/learn/tomb-chess#first-step")
    page.wait_for_selector("body[data-lesson='first-step']")
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    click(page, cell("d4"), cell("e5"), cell("e5"))
    page.locator("#go-on").wait_for()
    save_screenshot(page, f"lesson-step-done-{size[0]}")
    assert page.locator("#task.done", has_text="1 of 2").count() == 1
    assert "Well done." in page.locator("#answer").inner_text()
    task, answer, button = page.evaluate(TOPS)
    assert task < answer < button
    assert page.locator("#show").is_hidden()
    page.locator("#go-on").click()
    page.locator("#task:not(.done)", has_text="2 of 2").wait_for()
    assert page.locator("#answer, #go-on").filter(visible=True).count() == 0
    save_screenshot(page, f"lesson-next-step-{size[0]}")


def test_who_goes_on_picking_sees_nothing_of_the_step_before(open_page):
    page = open_page()
    page.goto("/learn/tomb-chess#first-step")
    page.wait_for_selector("body[data-lesson='first-step']")
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    click(page, cell("d4"), cell("h4"))
    page.locator("#answer.missed").wait_for()
    click(page, cell("d4"))
    page.locator("#answer").wait_for(state="hidden")
    assert page.locator("#ruling").is_hidden()
    click(page, cell("e5"), cell("e5"))
    page.locator("#go-on").wait_for()
    click(page, cell("e5"))
    page.locator("#task:not(.done)", has_text="2 of 2").wait_for()
    page.locator(".highlight-picked").wait_for()
    assert page.locator("#answer").is_hidden()


@pytest.mark.parametrize(("lesson", "words"), [("leap", []), ("rotation", ["rotate"])])
def test_abilities_wait_for_their_lesson(open_page, lesson, words):
    page = open_page()
    page.goto(f"/learn/tomb-chess#{lesson}")
    page.wait_for_selector(f"body[data-lesson='{lesson}']")
    page.wait_for_selector(".highlight-origin")
    offered = page.locator("#choices [data-word]").evaluate_all("buttons => buttons.map(each => each.dataset.word)")
    assert offered == words


def test_notes_wait_for_their_lesson(open_page):
    page = open_page()
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    for lesson, is_told in (("second-capture", False), ("push", True)):
        page.goto(f"/learn/tomb-chess#{lesson}")
        page.wait_for_selector(f"body[data-lesson='{lesson}']")
        page.wait_for_selector(".highlight-origin" if is_told else "#quiz button")
        if not is_told:
            page.locator('#quiz [data-move="h2-f2-f8"]').click()
            page.locator("#go-on").click()
            page.wait_for_selector(".highlight-origin")
        click(page, cell("e9" if is_told else "h2"))
        page.locator("#unit-notes .clause", has_text="T2.1").wait_for()
        assert page.locator("#unit-notes .clause", has_text="T10.1").count() == is_told


def test_an_answer_tells_in_plain_words_what_happened(open_page):
    page = open_page()
    page.goto("/learn/tomb-chess#paralysed")
    page.locator('#quiz [data-move="e5-e9"]').click()
    page.locator("#answer.reached", has_text="rook of South is paralysed on e9").wait_for()
    page.goto("/learn/tomb-chess#promotion")
    page.wait_for_selector("body[data-lesson='promotion']")
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    click(page, cell("e5"), cell("f6"))
    page.locator("#answer.reached", has_text="rook of South appears by promotion on f6").wait_for()


def click(page: Any, *cells: int) -> None:
    for cell in cells:
        page.locator(f'.cell[data-cell="{cell}"]').click()
        page.wait_for_timeout(50)


def test_the_keyboard_alone_solves_a_lesson(open_page):
    page = open_page()
    page.goto("/learn/xiangqi#cart")
    page.wait_for_selector(".highlight-origin")
    page.locator(".cell[tabindex='0']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".highlight-capture")
    for _ in range(7):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("#next").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-lesson='cannon']")
    assert page.locator("#title").inner_text() == "The cannon"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_who_lies_in_a_tomb_can_be_read(open_page, size):
    page = open_page(size)
    page.goto("/learn/tomb-chess#respawn")
    page.locator("#quiz button").first.wait_for()
    click(page, ludoteca.game("tomb-chess").look.sheet({}).geometry.cell("h5"))
    words = page.locator("#cell-description", has_text="North's knight, South's bishop")
    words.wait_for()
    assert words.evaluate("line => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_lessons_fit(open_page, save_screenshot, size):
    page = open_page(size)
    for game in FOLDERS:
        page.goto(f"/learn/{game}")
        page.wait_for_selector("body[data-lesson]")
        page.wait_for_selector("#board .unit")
        assert not overflow(page), game
        assert page.locator("header").evaluate("header => header.scrollWidth <= header.clientWidth"), game
        save_screenshot(page, f"learn-{game}-{size[0]}")


def test_a_new_sign_of_the_notation_is_told_in_the_lesson_that_teaches_it(open_page, save_screenshot):
    page = open_page()
    told = {"first-step": [], "double-move": ["-"], "bounce": ["*"], "bounce-off-a-unit": [], "mind-control": ["~"]}
    for lesson, signs in told.items():
        page.goto(f"/learn/tomb-chess#{lesson}")
        page.wait_for_selector(f"body[data-lesson='{lesson}']")
        assert page.locator("#new-signs mark").all_inner_texts() == signs
    page.locator("#signs summary").click()
    page.locator("#sign-list li").first.wait_for()
    assert page.locator("#sign-list mark").all_inner_texts() == [
        sign.sign for sign in ludoteca.game("tomb-chess").look.signs
    ]
    page.locator("#legend summary").click()
    page.locator("#marks li").first.wait_for()
    assert page.locator("#marks .pointed-out, #marks .highlight-origin, #marks .highlight-target").count() == 3
    save_screenshot(page, "lesson-signs")


def test_a_block_that_is_picked_has_a_frame_and_no_arrow(open_page, save_screenshot):
    page = open_page()
    page.goto("/learn/tomb-chess#rotation")
    page.wait_for_selector("body[data-lesson='rotation'] .highlight-origin")
    page.locator('#choices [data-word="rotate"]').click()
    cell = ludoteca.game("tomb-chess").look.sheet({}).geometry.cell
    click(page, cell("d4"), cell("e5"))
    page.locator('#choices [data-word="turn 90°"]').wait_for()
    assert page.locator("#board .block-frame.so-far").count() == 1
    assert page.locator("#board .arrow.so-far").count() == 0
    save_screenshot(page, "lesson-rotation")
