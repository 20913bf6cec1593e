"""Studies: stored, saved by their owners alone, never overwritten in silence, and within limits."""

import json
import threading
import time
from typing import Any

import pytest

import ludoteca
from ludoteca.server.limits import ServerLimits
from ludoteca.server.rooms.study import MAX_NODES, MAX_STUDY_BYTES
from tests.server.running_server import GENEROUS, running

EMPTY = {"game": "xiangqi", "nodes": [{}]}
TWO_MOVES = {"game": "xiangqi", "nodes": [{"comment": "Here."}, {"move": "h3e3"}, {"parent": 1, "move": "h10g8"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(f"sqlite:///{tmp_path_factory.mktemp('studies')}/games.db", GENEROUS) as server:
        yield server


def create(client, study=EMPTY):
    answer = client.post("/api/studies", json=study)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def ask(client, game="xiangqi", **question):
    return client.post(f"/api/study/{game}", json=question)


# What is stored


def test_an_owner_saves_and_others_read(server):
    ada, bo = server.visitor(), server.visitor()
    study_id = create(ada)
    saved = ada.post(f"/api/studies/{study_id}", json={"revision": 1, "study": TWO_MOVES})
    assert saved.json() == {"id": study_id, "revision": 2}
    read = bo.get(f"/api/studies/{study_id}").json()
    assert (read["revision"], read["is_own"]) == (2, False)
    assert read["study"]["nodes"] == TWO_MOVES["nodes"]
    refused = bo.post(f"/api/studies/{study_id}", json={"revision": 2, "study": EMPTY})
    assert refused.status_code == 403 and "copy" in refused.json()["message"]
    assert bo.delete(f"/api/studies/{study_id}").status_code == 403
    assert [each["id"] for each in ada.get("/api/studies").json()] == [study_id]
    assert bo.get("/api/studies").json() == []
    assert bo.get(f"/study/{study_id}").status_code == 200
    assert ada.delete(f"/api/studies/{study_id}").status_code == 204
    assert bo.get(f"/study/{study_id}").status_code == 404


def test_of_two_saves_of_one_revision_one_is_refused(server):
    ada = server.visitor()
    study_id = create(ada)
    answers = []

    def save():
        answers.append(ada.post(f"/api/studies/{study_id}", json={"revision": 1, "study": TWO_MOVES}).status_code)

    threads = [threading.Thread(target=save) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409]


def test_a_study_stays_with_its_game(server):
    ada = server.visitor()
    study_id = create(ada)
    moved = ada.post(f"/api/studies/{study_id}", json={"revision": 1, "study": {**EMPTY, "game": "exile"}})
    assert moved.status_code == 422


@pytest.mark.parametrize(
    ("study", "status"),
    [
        ({**EMPTY, "game": "chess"}, 404),
        ({**EMPTY, "nodes": []}, 422),
        ({**EMPTY, "nodes": [{"move": "h3e3"}]}, 422),
        ({**EMPTY, "nodes": [{}, {"parent": 1, "move": "h3e3"}]}, 422),
        ({**EMPTY, "nodes": [{}, {"parent": 0}]}, 422),
        ({**EMPTY, "nodes": [{"arrows": [["e3", "z9", "green"]]}]}, 422),
        ({**EMPTY, "nodes": [{"arrows": [["e3", "e4", "pink"]]}]}, 422),
        ({**EMPTY, "nodes": [{}] + [{"parent": 0, "move": "h3e3"}] * (MAX_NODES + 1)}, 422),
        ({**EMPTY, "start": "nonsense"}, 422),
        ({**EMPTY, "options": {"players": 3}}, 422),
        ({**EMPTY, "title": "x" * 81}, 422),
        ({**EMPTY, "more": 1}, 422),
        ({**EMPTY, "nodes": [{"comment": "x" * 4001}]}, 422),
        ({**EMPTY, "nodes": [{"comment": "x" * 3900}] * (MAX_STUDY_BYTES // 3900)}, 422),
    ],
)
def test_what_is_no_study_is_refused(server, study, status):
    answer = server.visitor().post("/api/studies", json=study)
    assert answer.status_code == status and answer.json()["message"]


def test_a_study_has_a_size(server):
    ada = server.visitor()
    full: list[dict[str, Any]] = [{}] + [{"parent": 0, "move": "h3e3", "comment": "x" * 100}] * MAX_NODES
    assert len(json.dumps({**EMPTY, "nodes": full})) > MAX_STUDY_BYTES
    assert ada.post("/api/studies", json={**EMPTY, "nodes": full}).status_code == 413
    largest: list[dict[str, Any]] = [{}] + [
        {"parent": number, "move": "h3e3", "comment": "x" * 60} for number in range(MAX_NODES)
    ]
    study_id = create(ada, {**EMPTY, "nodes": largest})
    assert len(ada.get(f"/api/studies/{study_id}").json()["study"]["nodes"]) == MAX_NODES + 1


def test_bytes_that_are_no_json_are_refused(server):
    ada = server.visitor()
    for path in ("/api/studies", "/api/studies/x", "/api/study/xiangqi", "/api/study/xiangqi/analysis"):
        for body in (b"", b"{", b"[]", b"null", b'{"do": 1}', b"\xff\xfe", b"[" * 3000):
            answer = ada.post(path, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code in (400, 422), (path, body)
        assert ada.post(path, content=b"x").status_code == 415


def test_a_visitor_has_so_many_studies(tmp_path):
    limits = ServerLimits(studies_per_visitor=2, requests_at_once=1000)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as server:
        ada = server.visitor()
        first = create(ada)
        create(ada)
        refused = ada.post("/api/studies", json=EMPTY)
        assert refused.status_code == 409 and "delete one" in refused.json()["message"]
        ada.delete(f"/api/studies/{first}")
        create(ada)
        create(server.visitor())


# Questions


def test_views_of_a_line_come_together(server):
    client = server.client()
    moves = ["h3e3", "h10g8", "h1g3"]
    answer = ask(client, do="views", moves=moves, since=1).json()["positions"]
    position = ludoteca.game("xiangqi").start()
    for text, shown in zip(moves, answer, strict=True):
        position.push_text(text)
        assert (shown["text"], shown["to_move"]) == (str(position), position.to_move)
    assert ask(client, do="views", moves=moves, since=4).status_code == 422
    refused = ask(client, do="views", moves=["h3e3", "h3e3"], since=0)
    assert refused.status_code == 422 and refused.json()["message"].startswith("move 2, h3e3:")


def test_a_line_is_answered_alike_whether_it_is_known_or_not(server):
    client = server.client()
    position = ludoteca.game("xiangqi").start()
    moves = []
    for number in range(80):
        legal = position.legal_moves()
        moves.append(position.move_text(legal[(7 * number) % len(legal)]))
        position.play(legal[(7 * number) % len(legal)])
    for count in (80, 79, 30, 1, 0, 80, 64):
        positions = ask(client, do="views", moves=moves[:count], since=max(0, count - 20)).json()["positions"]
        assert len(positions) == min(count, 20) + 1
        replayed = ludoteca.game("xiangqi").start()
        for text in moves[:count]:
            replayed.push_text(text)
        assert positions[-1]["text"] == str(replayed)


def test_a_position_of_three_and_more_seats(server):
    shown = ask(server.client(), "chinese-checkers", do="views", options={"players": 6}).json()["positions"]
    assert len(shown[0]["view"]["units"]) == 60


def test_reading_and_writing_a_record(server):
    client = server.client()
    record = "ludoteca record 1\ngame: xiangqi\nrules: 1\n\n1. h3e3 {Yes.} [arrow e3 e7] ( b3e3 )\n\nresult: -\n"
    study = ask(client, do="read", text=record).json()["study"]
    written = ask(client, do="write", nodes=study["nodes"]).json()["record"]
    assert written == record
    bad = ask(client, do="write", nodes=[{}, {"move": "a1a9"}])
    assert bad.status_code == 422 and bad.json()["message"].startswith("X")


def test_moves_in_another_notation(server):
    nodes = [{}, {"move": "h3e3"}, {"parent": 0, "move": "b1c3"}, {"parent": 2, "move": "no move"}]
    answer = ask(server.client(), do="texts", nodes=nodes, notation="wxf").json()
    assert answer["texts"] == ["", "C2=5", "H8+7", "no move"]
    assert answer["seats"] == [None, 0, 0, None]


def test_an_analysis_comes_in_several_events_and_the_last_question_counts(server):
    client, other = server.visitor(), server.client()
    other.cookies = client.cookies
    answers = []

    def first():
        answers.append(client.post("/api/study/xiangqi/analysis", json={"asker": "a"}).text)

    thread = threading.Thread(target=first)
    thread.start()
    time.sleep(0.3)
    whole = other.post("/api/study/xiangqi/analysis", json={"asker": "a", "moves": ["h3e3"], "lines": 2}).text
    thread.join()
    events = [json.loads(line[5:]) for line in whole.splitlines() if line]
    assert [event["is_final"] for event in events] == [*[False] * (len(events) - 1), True] and len(events) > 1
    assert all(len(event["lines"]) == 2 and event["seat"] == 1 for event in events)
    assert "stale" in answers[0] and '"is_final":true' not in answers[0]


def test_a_finished_game_is_not_analysed(server):
    over = server.client().post(
        "/api/study/xiangqi/analysis", json={"asker": "a", "start": "3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "moves": ["b8b10"]}
    )
    assert over.status_code == 409 and over.json()["error"] == "over"


# Files from elsewhere

FAMOUS = '[Red "Hu Ronghua"]\n[Black "Yang Guanlin"]\n[Date "1960.??.??"]\n\n1. C2.5 H8+7 1-0\n'


def answer(client, **question):
    found = ask(client, **question)
    assert found.status_code == 200, found.text
    return found.json()


def test_headers_of_an_imported_game_fill_the_title_and_come_out_again(server):
    client = server.visitor()
    study = answer(client, do="read", text=FAMOUS)["study"]
    assert study["title"] == "Hu Ronghua - Yang Guanlin, 1960"
    assert study["headers"] == {
        "red": "Hu Ronghua",
        "black": "Yang Guanlin",
        "date": "1960.??.??",
        "stated-result": "1-0",
    }
    made = client.post("/api/studies", json=study).json()
    without = {name: value for name, value in study.items() if name != "headers"}
    saved = {"revision": made["revision"], "study": {**without, "title": "Mine"}}
    assert client.post(f"/api/studies/{made['id']}", json=saved).status_code == 200
    kept = client.get(f"/api/studies/{made['id']}").json()["study"]
    assert kept["headers"] == study["headers"] and kept["title"] == "Mine"
    nodes, headers = study["nodes"], study["headers"]
    record = answer(client, do="write", nodes=nodes, title="Mine", headers=headers)["record"]
    assert "title: Mine\nred: Hu Ronghua\n" in record
    assert answer(client, do="read", text=record)["study"]["headers"] == headers


def test_of_several_games_one_is_chosen(server):
    client = server.visitor()
    text = FAMOUS + '\n[Red "Second"]\n1. C8.5\n'
    assert answer(client, do="games", text=text)["games"] == [
        {"number": 1, "title": "Hu Ronghua - Yang Guanlin, 1960"},
        {"number": 2, "title": "Second"},
    ]
    assert answer(client, do="read", text=text, number=2)["study"]["nodes"][1]["move"] == "b3e3"
    for number, words in ((0, "choose one of them"), (3, "has 2 games, no more")):
        question = {"do": "read", "text": text, "number": number}
        refused = client.post("/api/study/xiangqi", json=question)
        assert refused.status_code == 422 and words in refused.json()["message"]


def test_a_download_of_all_games_is_read_for_those_of_the_study(server):
    client = server.visitor()
    for game, seats in (("xiangqi", 2), ("exile", 4)):
        server.make(client, game=game, seats=("me",) * seats)
    text = client.get("/history/records").text
    assert len(answer(client, do="games", text=text)["games"]) == 1
    assert answer(client, do="read", text=text)["study"]["game"] == "xiangqi"


@pytest.mark.parametrize("headers", [{"result": "1-0"}, {"a b": "c"}, {"red": ""}, {"red": "a\nb"}, {"x" * 41: "y"}])
def test_bad_headers_are_refused(server, headers):
    study = {"game": "xiangqi", "nodes": [{}], "headers": headers}
    assert server.visitor().post("/api/studies", json=study).status_code == 422


def test_a_study_and_a_game_are_written_for_other_programs(server):
    client = server.visitor()
    study = answer(client, do="read", text=FAMOUS)["study"]
    told = {name: study[name] for name in ("nodes", "title", "headers")}
    pgn = answer(client, do="write", format="pgn", **told)["record"]
    assert '[Red "Hu Ronghua"]' in pgn and "1. H2-E2 H9-G7 1-0" in pgn
    assert answer(client, do="read", text=pgn)["study"]["nodes"] == study["nodes"]
    room = server.make(client, seats=("me", "me"))["id"]
    found = client.get(f"/room/{room}/record?format=pgn-chinese")
    assert found.headers["content-disposition"].endswith('.pgn"') and '[Format "Chinese"]' in found.text
    refused = client.get(f"/api/rooms/{room}/record?format=sgf")
    assert refused.status_code == 422 and "Xiangqi is not written as 'sgf'" in refused.json()["message"]
