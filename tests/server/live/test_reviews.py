"""Reviews of games: hasty at first, then refined, and nobody waits for them who plays."""

import json

import pytest

import ludoteca
from ludoteca.server.live import reviews

BOTH_MATE_NEXT = "3k5/R8/1R7/9/9/9/9/7r1/r8/4K4 w - - 0 1"


@pytest.fixture
def in_a_hurry(monkeypatch):
    monkeypatch.setattr(reviews, "HASTY_SECONDS", 0.005)
    monkeypatch.setattr(reviews, "SECONDS", 0.05)
    monkeypatch.setattr(reviews, "POSITIONS", 1)
    monkeypatch.setattr(reviews, "TELL_SECONDS", 0.0)


def finished_game(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"), start=BOTH_MATE_NEXT)["id"]
    with server.join(room, ada) as player:
        player.move(0, "a9a8")
        assert player.move(1, "h3h1")["outcome"]
    return room, ada


def read_all(player, do="review"):
    """All answers, up to the final one."""
    answers = [player.ask(do)]
    identity = answers[0]["id"]
    while answers[-1]["refined"] < answers[-1]["total"]:
        answers.append(player.receive(lambda message: message.get("id") == identity))
    return answers


def test_a_review_is_refined_and_names_the_mistake_and_what_was_better(server, in_a_hurry):
    room, ada = finished_game(server)
    with server.join(room, ada) as player:
        answers = read_all(player)
    last = answers[-1]
    assert [answer["refined"] for answer in answers] == sorted(answer["refined"] for answer in answers)
    assert any("shares" in answer and answer["refined"] < 3 for answer in answers)
    assert (last["total"], last["assessed"]) == (3, 3)
    assert last["shares"] == [[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    (mistake,) = last["mistakes"]
    assert (mistake["number"], mistake["seat"], mistake["mark"]) == (1, 0, "blunder")
    assert [each["move"] for each in mistake["better"]] == ["b8b10"]
    assert [each["move"] for each in mistake["answer"]] == ["h3h1"]
    assert all(len(each["cells"]) == 2 for each in mistake["better"] + mistake["answer"])


def test_whoever_asks_later_gets_what_was_found(server, in_a_hurry):
    room, ada = finished_game(server)
    with server.join(room, ada) as player, server.join(room) as spectator:
        first = read_all(player)[-1]
        again = read_all(spectator)
    assert len(again) == 1
    assert {**again[0], "id": ""} == {**first, "id": ""}


def test_two_who_ask_at_once_share_one_review(server, in_a_hurry):
    room, ada = finished_game(server)
    with server.join(room, ada) as one, server.join(room) as other:
        one.send({"do": "review", "id": "one"})
        other.send({"do": "review", "id": "other"})
        for player, name in ((one, "one"), (other, "other")):
            final = player.receive(lambda said: said["say"] == "review" and said["refined"] == said["total"])
            assert final["id"] == name


def test_who_has_left_is_waited_for_by_nobody_and_the_next_begins_again(server, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 3.0)
    room, ada = finished_game(server)
    with server.join(room, ada) as player:
        assert player.ask("review")["say"] == "review"
    monkeypatch.setattr(reviews, "SECONDS", 0.05)
    with server.join(room, ada) as player:
        assert read_all(player)[-1]["shares"][0] == [1.0, 0.0]


def test_there_is_no_review_before_a_move_nor_in_a_game_with_others(server):
    room, ada, _ = server.make_for_two()
    with server.join(room, ada) as player:
        player.move(0, "h3e3")
        assert player.ask("review")["why"] == "not-now"
    alone = server.make(ada, seats=("me", "me"))["id"]
    with server.join(alone, ada) as player:
        assert "before the first move" in player.ask("review")["message"]


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [("chinese-checkers", {"players": 3}, 4), ("exile", {}, 4), ("tomb-chess", {}, 3)],
)
def test_games_of_every_kind_are_reviewed(server, in_a_hurry, game, options, moves):
    ada = server.visitor()
    count = 4 if game == "exile" else options.get("players", 2)
    room = server.make(ada, game=game, seats=["me"] * count, options=options)["id"]
    with server.join(room, ada) as player:
        for number in range(moves):
            origin = player.ask("moves", turn=number)["origins"][0][0]
            text = player.ask("moves", turn=number, origin=origin)["moves"][0][0]
            player.move(number, text)
        last = read_all(player)[-1]
    assert len(last["shares"]) == moves + 1
    assert all(len(shares) == count for shares in last["shares"])


def test_a_review_does_not_hold_up_a_game(server, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 1.0)
    monkeypatch.setattr(reviews, "POSITIONS", 1)
    room, ada = finished_game(server)
    bo = server.visitor()
    other = server.make(bo, seats=("me", "machine:1"))["id"]
    with server.join(room, ada) as reviewer, server.join(other, bo) as player:
        reviewer.send({"do": "review", "id": "r"})
        reviewer.receive(lambda said: "shares" in said)
        player.move(0, "h3e3")
        player.event("moved")
        unfinished = [said for said in reviewer.received if said["say"] == "review"]
        assert all(said["refined"] < said["total"] for said in unfinished)


def test_a_line_that_might_be_played_is_shown(server):
    room, ada = finished_game(server)
    with server.join(room, ada) as player:
        answer = player.ask("line", number=0, moves=["b8b10"])
        assert [each["move"] for each in answer["positions"]] == ["b8b10"]
        assert answer["positions"][0]["outcome"]["clause"] == "X2.4"
        assert player.ask("line", number=0, moves=["b8c9"])["why"] == "illegal"
        assert player.ask("line", number=9, moves=["b8b10"])["why"] == "stale"


# Games in studies


def review_of_study(client, game="xiangqi", **line):
    """All events of the answer, or the refusal."""
    answer = client.post(f"/api/study/{game}/review", json=line)
    if answer.status_code != 200:
        return answer.json()
    return [json.loads(event[5:]) for event in answer.text.splitlines() if event]


def test_a_game_in_a_study_is_reviewed_as_in_a_room(server, in_a_hurry):
    room, ada = finished_game(server)
    with server.join(room, ada) as player:
        of_room = read_all(player)[-1]
    events = review_of_study(server.visitor(), start=BOTH_MATE_NEXT, moves=["a9a8", "h3h1"])
    assert (events[0]["total"], events[0]["assessed"]) == (3, 0)
    assert [event["refined"] for event in events] == sorted(event["refined"] for event in events)
    assert events[-1] == {key: value for key, value in of_room.items() if key != "id"}


def test_a_game_that_was_reviewed_is_not_reviewed_again(server, in_a_hurry):
    line = {"start": BOTH_MATE_NEXT, "moves": ["a9a7", "h3h1"]}
    first = review_of_study(server.visitor(), **line)
    assert review_of_study(server.visitor(), **line) == first[-1:]


def test_what_is_no_game_is_not_reviewed(server):
    assert "before the first move" in review_of_study(server.visitor(), moves=[])["message"]
    assert review_of_study(server.visitor(), moves=["h3e3", "a1a9"])["error"] == "unreadable"
    assert server.visitor().post("/api/study/nonesuch/review", json={"moves": []}).status_code == 404


def test_a_game_of_three_seats_in_a_study_is_reviewed(server, in_a_hurry):
    position = ludoteca.game("chinese-checkers").start(players=3)
    moves = []
    for _ in range(4):
        moves.append(position.move_text(position.legal_moves()[0]))
        position.push_text(moves[-1])
    last = review_of_study(server.visitor(), "chinese-checkers", options={"players": 3}, moves=moves)[-1]
    assert [len(shares) for shares in last["shares"]] == [3] * 5 and len(last["accuracies"]) == 3


def test_a_visitor_waits_for_so_many_reviews_of_studies(server, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 5.0)
    monkeypatch.setattr(reviews, "STREAMS_PER_VISITOR", 1)
    ada = server.visitor()
    with ada.stream("POST", "/api/study/xiangqi/review", json={"moves": ["h3e3", "h10g8"]}) as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("data: ")
        other = server.client()
        other.cookies = ada.cookies
        assert review_of_study(other, moves=["b3e3"])["error"] == "busy"
