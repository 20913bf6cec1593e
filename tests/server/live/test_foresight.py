"""Notes about a unit, and previews of moves, over the socket: the rules' own answers, and nothing changes by them."""

import ludoteca


def test_notes_of_a_cell_tell_clauses(server):
    ada = server.visitor()
    room = server.make(ada, game="xiangqi", seats=("me", "me"))["id"]
    with server.join(room, ada) as player:
        answer = player.ask("notes", number=0, cell=1)
        hobbled = {"clause": "X1.6", "words": "is hobbled by the elephant on c1", "cell": 1, "cells": [2]}
        assert answer["say"] == "notes" and any(hobbled.items() <= note.items() for note in answer["notes"])
        assert player.ask("notes", number=0, cell=10)["notes"] == []
        assert player.ask("notes", number=0, cell=90)["why"] == "unreadable"
        assert player.ask("notes", number=1, cell=1)["why"] == "stale"


def test_a_preview_shows_what_a_move_would_do_and_plays_nothing(server):
    ada = server.visitor()
    room = server.make(ada, game="xiangqi", seats=("me", "me"))["id"]
    with server.join(room, ada) as player:
        shown = player.ask("preview", turn=0, move="h3h10")
        position = ludoteca.game("xiangqi").start()
        position.push_text("h3h10")
        units = position.game.look.view(position).units
        assert (shown["say"], shown["move"], shown["seat"]) == ("preview", "h3h10", 0)
        assert [step["verb"] for step in shown["steps"]] == ["go", "die"]
        assert dict(shown["view"]["units"]) == units
        assert shown["outcome"] is None
        refused = player.ask("preview", turn=0, move="b1d2")
        assert refused["why"] == "illegal" and refused["ruling"]["clause"] == "X1.6"
        assert player.ask("preview", turn=1, move="h3h10")["why"] == "stale"
    assert server.visitor().get(f"/api/rooms/{room}").json()["number"] == 0


def test_a_preview_tells_that_the_game_would_be_over(server):
    ada = server.visitor()
    text = "3k5/R8/9/9/9/9/9/9/8R/4K4 w - - 0 1"
    room = server.make(ada, game="xiangqi", seats=("me", "me"), start=text)["id"]
    with server.join(room, ada) as player:
        assert player.ask("preview", turn=0, move="i2i10")["outcome"]["clause"] == "X2.4"


def test_moves_are_told_in_any_notation_of_the_game(server):
    ada = server.visitor()
    room = server.make(ada, game="xiangqi", seats=("me", "me"))["id"]
    with server.join(room, ada) as player:
        for turn, move in enumerate(("h3e3", "h10g8", "h1g3")):
            player.ask("move", turn=turn, move=move)
        assert player.ask("texts", notation="wxf")["texts"] == ["C2=5", "H8+7", "H2+3"]
        assert player.ask("texts", notation="chinese", since=2)["texts"] == ["马二进三"]
        assert player.ask("texts", notation="wxf", since=4)["why"] == "stale"
        assert player.ask("texts", notation="runes")["why"] == "unreadable"
    record = ada.get(f"/room/{room}/record").text
    assert "h3e3" in record and "C2=5" not in record
