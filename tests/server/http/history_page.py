"""The page of one's own games, as a client uses it."""

import html
import re

from sqlalchemy import select

from ludoteca.server.storage import schema

MATE = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"


def page(client, query=""):
    answer = client.get(f"/history{query}")
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def rooms_listed(client, query=""):
    return re.findall(r'<li>\s*<a href="/room/([\w-]+)"', page(client, query))


def new_phrase(client):
    answer = client.post("/history/phrase")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return re.search(r'id="phrase">([a-z ]+)<', answer.text)[1]


def recover(server, phrase, client=None, **choice):
    client = client or server.client()
    return client, client.post("/history/recover", data={"phrase": phrase, **choice})


def everything_stored(server):
    """All rows of all tables, as one text."""
    with server.handlers.store.reading_engine.connect() as connection:
        tables = schema.metadata.sorted_tables
        return "\n".join(str(row) for table in tables for row in connection.execute(select(table)).all())


def study_of(client, title):
    made = client.post("/api/studies", json={"game": "xiangqi", "nodes": [{}], "title": title})
    return made.json()["id"]
