"""One's own games: the list, its filters, records to download."""

import ludoteca
from ludoteca.core.record import split_records
from ludoteca.server.http.security import COOKIE
from tests.server.http.history_page import MATE, page, recover, rooms_listed, study_of
from tests.server.running_server import wait_until


def test_a_newcomer_has_no_games(server):
    client = server.client()
    assert "None yet." in page(client)
    assert client.cookies.get(COOKIE)


def test_results_are_told_as_the_visitor_sees_them(server):
    room, ada, bo = server.make_for_two(start=MATE, name="Ada")
    with server.join(room, ada) as player:
        player.move(0, "a2d2")
    for client, words in ((ada, "You won"), (bo, "You lost")):
        shown = page(client)
        assert words in shown and "#X2.4" in shown and "checkmated" in shown and "1 move" in shown
        assert rooms_listed(client) == [room]
    assert "Red: you, Black: Bo" in page(ada)
    assert "Red: Ada, Black: you" in page(bo)
    assert f'href="/room/{room}/record"' in page(ada)


def test_games_are_told_in_the_language(server):
    room, ada, _ = server.make_for_two(start=MATE, name="Ada")
    with server.join(room, ada) as player:
        player.move(0, "a2d2")
    ada.cookies.set("language", "zh-Hans")
    in_memory = page(ada)
    assert "你赢了" in in_memory and "黑方被 d2 的车将死" in in_memory and "红方：你" in in_memory
    server.handlers.live_rooms.rooms.clear()
    assert "黑方被 d2 的车将死" in page(ada)
    assert "恢复短语有 9 个词" in recover(server, "some words", ada)[1].text


def test_house_rules_lead_to_the_house_rules(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, bo) as player:
        player.ask("resign", seat=1)
    assert "You won" in page(ada) and "#house-H1" in page(ada)


def test_filters(server):
    ada = server.visitor()
    alone = server.make(ada, seats=("me", "me"))["id"]
    machine = server.make(ada, seats=("me", "machine:1"), start=MATE)["id"]
    with server.join(machine, ada) as player:
        player.move(0, "a2d2")
    waiting = server.make(ada, game="exile", seats=("me", "open", "open", "machine:2"))["id"]
    lost = server.make(ada, seats=("me", "machine:1"))["id"]
    with server.join(lost, ada) as player:
        player.ask("resign", seat=0)
    # Summaries are stored after the moves.
    wait_until(lambda: set(rooms_listed(ada, "?state=over")) == {machine, lost})
    for query, expected in {
        "": {alone, machine, waiting, lost},
        "?game=exile": {waiting},
        "?game=xiangqi&state=over": {machine, lost},
        "?state=going-on": {alone, waiting},
        "?result=won": {machine},
        "?result=lost": {lost},
        "?result=drawn": set(),
        "?against=machines": {machine, lost, waiting},
        "?against=oneself": {alone},
        "?against=people": set(),
        "?game=nonsense&result=%00&page=x": {alone, machine, waiting, lost},
    }.items():
        assert set(rooms_listed(ada, query)) == expected, query
    assert "None of your games is like that." in page(ada, "?result=drawn")


def test_a_seat_that_was_left_to_the_machine_is_told_so(server):
    ada = server.visitor()
    room = server.make(ada, game="exile", seats=("me", "machine:1", "machine:1", "machine:1"))["id"]
    with server.join(room, ada) as player:
        player.ask("leave", seat=0)
    assert "You left the game" in page(ada) and rooms_listed(ada, "?result=left") == [room]


def test_many_games_have_pages(server):
    ada = server.visitor()
    made = [server.make(ada, seats=("me", "me"))["id"] for _ in range(23)]
    assert "23 games" in page(ada) and "Page 1 of 2" in page(ada)
    first, second = rooms_listed(ada), rooms_listed(ada, "?page=2")
    assert (len(first), len(second)) == (20, 3)
    assert set(first) | set(second) == set(made)
    assert rooms_listed(ada, "?page=99999") == second
    assert "game=xiangqi&page=2" in page(ada, "?game=xiangqi")


def test_all_records_in_one_file_are_read_back(own):
    ada = own.visitor()
    for number, game in enumerate(("xiangqi", "exile", "chinese-checkers")):
        options = {"mode": "duel-classic"} if game == "exile" else {}
        room = own.make(ada, game=game, seats=("me", "me"), options=options)["id"]
        with own.join(room, ada) as player:
            for turn in range(number):
                player.move(turn, player.ask("moves", turn=turn)["moves"][0][0])
    answer = ada.get("/history/records")
    assert "attachment" in answer.headers["content-disposition"]
    records = [ludoteca.read_record(each) for each in split_records(answer.text)]
    assert [(record.game.name, len(record.moves)) for record in records] == [
        ("chinese-checkers", 2),
        ("exile", 1),
        ("xiangqi", 0),
    ]
    assert "".join(f"{record}\n" for record in records) == answer.text
    one = split_records(ada.get("/history/records?game=exile").text)
    assert one == [str(records[1])]
    # Rooms that are not in memory are read from the database.
    own.handlers.live_rooms.rooms.clear()
    assert ada.get("/history/records").text == answer.text
    assert own.client().get("/history/records").text == ""
    assert ada.get("/history/records").status_code == 200
    assert ada.get("/history/records").status_code == 429


def test_the_record_of_a_game_that_was_given_up_tells_so_and_is_read_back(server):
    room, ada, bo = server.make_for_two()
    with server.join(room, ada) as player:
        player.move(0, "h3e3")
        player.ask("resign", seat=0)
    text = bo.get(f"/room/{room}/record").text
    assert text.endswith("result: -1 1 H1 Red has resigned\n")
    assert str(ludoteca.read_record(text)) == text
    drawn, ada, bo = server.make_for_two()
    with server.join(drawn, ada) as player, server.join(drawn, bo) as other:
        player.ask("offer", seat=0, offer="draw")
        other.ask("offer", seat=1, offer="draw")
    text = bo.get(f"/room/{drawn}/record").text
    assert text.endswith("result: 0 0 H3 all have agreed to a draw\n")
    assert str(ludoteca.read_record(text)) == text


def test_studies_are_listed_too(server):
    ada = server.visitor()
    assert "My studies" not in page(ada)
    study = study_of(ada, "Two cannons")
    shown = page(ada)
    assert f'<a href="/study/{study}"><strong>Two cannons</strong>' in shown and "Xiangqi, <time" in shown
    ada.delete(f"/api/studies/{study}")
    gone = ada.get(f"/study/{study}")
    assert gone.status_code == 404 and "this study is not here: it was deleted" in gone.text
