"""The lessons over the network: the page, its data, and tries that nothing is kept of."""

import logging
import shutil
from pathlib import Path

import pytest

import ludoteca
from ludoteca.games import FOLDERS
from ludoteca.server.rooms import lesson_payloads
from tests.test_puzzle_files import WITH_PUZZLES

GAME = "tomb-chess"
LESSON = ludoteca.game(GAME).lessons[0]
PATH = f"/api/lessons/{GAME}/{LESSON.id}"
SOLUTION = LESSON.steps[0].solution


def test_a_game_with_lessons_has_a_page_and_links_to_it(server):
    client = server.client()
    assert LESSON.title in client.get(f"/learn/{GAME}").text
    for path in ("/", f"/new/{GAME}", f"/rules/{GAME}"):
        assert f'href="/learn/{GAME}"' in client.get(path).text
    assert [each["id"] for each in client.get(f"/api/lessons/{GAME}").json()] == [
        lesson.id for lesson in ludoteca.game(GAME).lessons
    ]


def test_every_solution_is_accepted_step_by_step(server):
    client = server.client()
    for name in FOLDERS:
        for lesson in ludoteca.game(name).lessons:
            tries: list[str] = []
            for step in lesson.steps:
                body = {"do": "try", "tries": tries, "move": step.solution}
                answer = client.post(f"/api/lessons/{name}/{lesson.id}", json=body).json()
                assert answer["is_reached"], (lesson.id, answer)
                assert bool(answer["ruling"]) == bool(step.goal.refused)
                assert bool(answer["reply"]) == bool(step.replies)
                tries.append(answer["move"])
            after = client.post(f"/api/lessons/{name}/{lesson.id}", json={"do": "show", "tries": tries})
            assert after.status_code == 409


def test_a_legal_try_shows_what_it_does_and_a_refused_one_tells_why(server):
    client = server.client()
    listed = client.post(PATH, json={"do": "moves"}).json()
    moves = client.post(PATH, json={"do": "moves", "origin": listed["origins"][0][0]}).json()["moves"]
    missed = client.post(PATH, json={"do": "try", "picks": moves[0][1]}).json()
    assert missed["move"] == moves[0][0] and missed["steps"] and not missed["is_reached"]
    assert missed["words"] == LESSON.steps[0].hint and missed["ruling"] is None
    refused = client.post(PATH, json={"do": "try", "picks": [1, 100]}).json()
    assert refused["ruling"]["clause"] in ludoteca.game(GAME).rules
    assert refused["steps"] == [] and not refused["is_reached"] and refused["words"] == LESSON.steps[0].hint
    shown = client.post(PATH, json={"do": "show"}).json()
    assert shown["move"] == SOLUTION and shown["is_reached"]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_puzzles_have_a_page_a_list_by_difficulty_and_answers(server, name):
    client = server.client()
    puzzles = client.get(f"/api/puzzles/{name}").json()
    assert [puzzle["level"] for puzzle in puzzles] == sorted(puzzle["level"] for puzzle in puzzles)
    page = client.get(f"/puzzles/{name}").text
    assert all(f'href="#{puzzle["id"]}"' in page for puzzle in puzzles)
    for path in ("/", f"/learn/{name}"):
        assert f'href="/puzzles/{name}"' in client.get(path).text
    path = f"/api/puzzles/{name}/{puzzles[0]['id']}"
    assert client.post(path, json={"do": "show"}).json()["is_reached"]
    assert client.post(f"/api/lessons/{name}/{puzzles[0]['id']}", json={"do": "show"}).status_code == 404
    assert client.post(path, json={"do": "try", "move": "nonsense"}).json()["ruling"]["clause"]


def test_a_game_without_puzzles_has_no_page_of_them(server):
    client = server.client()
    assert "hex" in [game["name"] for game in client.get("/api/games").json()]
    assert client.get("/puzzles/hex").status_code == 404
    assert client.get("/api/puzzles/hex").json() == []
    assert 'href="/puzzles/hex"' not in client.get("/").text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"do": "try", "move": "a1", "tries": ["z"]}, 422),
        ({"do": "try", "move": "a1", "tries": ["a1-a2"] * 16}, 409),
        ({"do": "try", "move": "a1", "tries": ["a1-a2"] * 17}, 422),
        ({"do": "try"}, 422),
        ({"do": "try", "move": "a1", "picks": [1]}, 422),
        ({"do": "try", "picks": [144]}, 422),
        ({"do": "try", "picks": [-1]}, 422),
        ({"do": "try", "picks": [1] * 41}, 422),
        ({"do": "try", "move": "x" * 401}, 422),
        ({"do": "dance"}, 422),
        ({"do": "moves", "colour": 1}, 422),
        ([], 422),
        ({"do": "try", "move": "x" * 9000}, 413),
    ],
)
def test_what_cannot_be_a_try_is_refused(server, body, status):
    answer = server.client().post(PATH, json=body)
    assert answer.status_code == status, answer.text
    assert {"error", "message"} <= set(answer.json())


@pytest.mark.parametrize("text", ["nonsense", "é", "\u0000", "a1-" * 100, "rot:z1:9:45", "💥"])
def test_any_text_may_be_tried(server, text):
    answer = server.client().post(PATH, json={"do": "try", "move": text})
    assert answer.status_code == 200
    assert answer.json()["ruling"]["clause"] in ludoteca.game(GAME).rules


def test_what_is_not_there_is_not_found(server):
    client = server.client()
    for path in ("/api/lessons/chess/x", f"/api/lessons/{GAME}/no-such-lesson"):
        assert client.post(path, json={"do": "show"}).status_code == 404
    assert client.get("/learn/chess").status_code == 404
    assert client.get(PATH).status_code == 405
    assert client.post(PATH, content=b"x").status_code == 415


def test_lessons_that_the_rules_contradict_are_left_out(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    shutil.copy(Path("examples/tictactoe.py"), tmp_path)
    page = Path("examples/tictactoe.lessons.toml").read_text().replace("A1.2", "A7.2")
    (tmp_path / "tictactoe.lessons.toml").write_text(page)
    name = ludoteca.GAMES.add_file(str(tmp_path / "tictactoe.py")).name
    lesson_payloads.lessons_of.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert lesson_payloads.lessons_of(name, "lessons") == {}
    assert "there is no clause A7.2" in caplog.text
    lesson_payloads.lessons_of.cache_clear()
