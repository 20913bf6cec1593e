"""The language of a page: chosen by the visitor, else by the browser; and messages that know their templates."""

import gettext

import pytest
from starlette.requests import HTTPConnection

import ludoteca
from ludoteca.core.message import Message
from ludoteca.server.http.languages import LANGUAGES, Language, Languages, close_up

ALL = Languages(LANGUAGES)


def chosen(accepted="", cookie=""):
    headers = [(b"accept-language", accepted.encode()), (b"cookie", f"language={cookie}".encode())]
    return ALL.of(HTTPConnection({"type": "http", "headers": headers})).tag


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "en"),
        ("fr", "en"),
        ("es", "es"),
        ("es-MX, en;q=0.5", "es"),
        ("ES-mx", "es"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh-hans-tw", "zh-Hans"),
        ("en, zh-TW;q=0.9", "en"),
        ("en;q=0.8, zh-TW;q=0.9", "zh-Hant"),
        ("fr-CA, zh-TW;q=0.3, es;q=0.2", "zh-Hant"),
        ("es;q=0, en", "en"),
        ("es;q=many", "en"),
        ("*", "en"),
        (",;,=;q=", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_the_browser_says_what_is_read(accepted, tag):
    assert chosen(accepted) == tag


def test_what_the_visitor_has_chosen_comes_first():
    assert chosen("es", "zh-Hant") == "zh-Hant"
    assert chosen("es", "en") == "en"
    assert chosen("es", "tlh") == "es"


def test_every_language_tells_its_own_name():
    names = {language.tag: language.name for language in ALL.by_tag.values()}
    assert names["en"] == "English" and len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("template", "name", "closed"),
    [
        ("{name} 提议和棋。", "Ada", "Ada 提议和棋。"),
        ("{name} 提议和棋。", "阿达", "阿达提议和棋。"),
        ("电脑会走 {name}。", "炮二平五", "电脑会走炮二平五。"),
        ("电脑会走 {name}。", "h3e3", "电脑会走 h3e3。"),
        ("{name} is checked", "炮", "炮 is checked"),
    ],
)
def test_chinese_has_spaces_beside_latin_words_alone(template, name, closed):
    assert close_up(template, {"name": name}).format(name=name) == closed
    spelled = template.replace("{name}", "%(name)s")
    assert close_up(spelled, {"name": name}) % {"name": name} == closed


def test_a_message_within_a_message_is_told_too():
    ruling = ludoteca.game("xiangqi").start().explain("b1d2")
    assert ALL.by_tag["en"].tell(ruling.message) == ruling.message
    assert ALL.by_tag["zh-Hant"].tell(ruling.message) == "b1 的馬被 c1 的相蹩住馬腿"
    assert ALL.by_tag["es"].tell(ruling.message) == "el caballo de b1 está trabado por el elefante de c1"


def test_lists_are_joined():
    message = Message("{side} is checkmated by {pieces}", side=Message("Red"), pieces=[Message("a"), Message("b")])
    assert ALL.by_tag["es"].tell(message) == "Rojo queda en jaque mate por a y b"


def test_what_is_not_translated_stays_english():
    language = Language("xx", gettext.NullTranslations())
    assert language.tell("") == "" and language.tell("A {brace}") == "A {brace}"


@pytest.mark.parametrize("tag", ALL.by_tag)
def test_every_ruling_and_outcome_can_be_told(tag):
    """Whatever the games say: no template lacks a value."""
    language = ALL.by_tag[tag]
    position = ludoteca.game("xiangqi").start()
    for text in ("a1a2", "a1a9", "b1c2", "b3b9", "c1e5", "e1e4", "d1d2", "a4b4", "a4a3", "e5e6", "a10a9", "C9+9", "?"):
        ruling = position.explain(text)
        assert ruling is None or language.tell(ruling.message)


def page(server, path="/", **headers):
    return server.client().get(path, headers=headers)


def test_pages_are_told_in_the_language_of_the_browser(server):
    answer = page(server, **{"accept-language": "zh-TW"})
    assert '<html lang="zh-Hant"' in answer.text and "象棋" in answer.text
    assert answer.headers["content-language"] == "zh-Hant"
    assert "Accept-Language" in answer.headers["vary"] and "Cookie" in answer.headers["vary"]


def test_lists_of_games_are_told(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "machine:3"), clock={"base": 300, "increment": 3})["id"]
    with server.join(room, ada) as player:
        player.move(0, "h3e3")
        player.ask("resign", seat=0)
    lobby = ada.get("/", headers={"accept-language": "es"}).text
    assert "Rojo, Negro: máquina, nivel 3 (fácil); 5 min + 3 s por jugada" in lobby
    assert "gana Negro" in lobby and ("1 jugada" in lobby or "2 jugadas" in lobby)


def test_a_language_is_chosen_by_a_form_and_kept(server):
    visitor = server.client()
    answer = visitor.post("/language", data={"language": "es", "path": "/rules/xiangqi"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules/xiangqi")
    assert '<html lang="es"' in visitor.get("/rules/xiangqi").text
    assert "Reglas de la casa" in visitor.get("/rules/xiangqi").text
    assert visitor.get("/nothing").text.count("aquí no hay nada") == 1


@pytest.mark.parametrize("path", ["//example.org", "/\\example.org", "https://example.org", "x", "/\n"])
def test_nobody_is_sent_elsewhere(server, path):
    answer = server.client().post("/language", data={"language": "es", "path": path})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_an_unknown_language_is_refused(server):
    assert server.client().post("/language", data={"language": "tlh"}).status_code == 422


def test_the_words_of_scripts_are_served_for_ever(server):
    address = server.handlers.languages.words_folder(ALL.by_tag["zh-Hans"]) + "/scripts.js"
    answer = server.client().get(address)
    assert answer.status_code == 200 and answer.text.startswith("export default {")
    assert "immutable" in answer.headers["cache-control"]
    assert address in page(server, **{"accept-language": "zh"}).text
    assert "/words/" not in page(server).text


def test_the_page_that_is_kept_for_later_is_in_the_language_of_the_visitor(server):
    """A browser takes a worker that differs for a new one, and that one fetches the page again."""
    workers = {tag: page(server, "/service-worker.js", **{"accept-language": tag}).text for tag in ("en", "es", "zh")}
    assert len(set(workers.values())) == 3
    assert "Sin red" in page(server, "/offline", **{"accept-language": "es"}).text


def test_a_refusal_tells_its_template(server):
    ada = server.visitor()
    room = server.make(ada, seats=("me", "me"))["id"]
    with server.join(room, ada) as player:
        refusal = player.move(0, "b1d2")
        assert refusal["ruling"]["message"] == "the horse on b1 is hobbled by the elephant on c1"
        assert refusal["ruling"]["message_id"] == "{horse} is hobbled by {piece}"
        assert refusal["ruling"]["values"]["piece"]["values"]["point"] == "c1"
        assert player.move(3, "h3e3")["message_id"] == "the game has {count} moves, not {turn}"
        move = player.move(0, "h3e3")
        assert "message_id" not in str(move)
        outcome = player.ask("resign", seat=1)["outcome"]
        assert (outcome["reason"], outcome["message_id"]) == ("Black has resigned", "{seat} has resigned")
        assert outcome["values"] == {"seat": {"message_id": "Black", "values": {}}}


def test_messages_without_values_are_their_own_templates(server):
    answer = server.client().get("/api/rooms/none")
    assert set(answer.json()) == {"error", "message"}


def test_a_study_tells_its_templates(server):
    client = server.client()

    def ask(**question):
        return client.post("/api/study/xiangqi", json=question).json()

    fault = ask(do="views", moves=["b1d2"], since=1)
    assert fault["message_id"] == "move {number}, {text}: {error}"
    assert fault["values"]["error"]["values"]["clause"] == "X1.6"
    assert ask(do="read", text="1. h3e3 {")["message_id"].startswith("line {line}: a comment has no end")
    verdict = ask(do="edit", units=[], to_move=0)
    assert (verdict["fault"], verdict["fault_id"]) == ("Red has no general", "{side} has no general")
