"""The numbered clauses of a game, read from its rules page."""

import os
import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

CHAPTER = re.compile(r"^## ([A-Z]\d+) +(.+)$", re.MULTILINE)
CLAUSE = re.compile(r"^\*\*([A-Z]\d+\.\d+)\*\*(?: \(([a-z +]+)\))? (.*)$")


class Clause(NamedTuple):
    """One clause of the rules.

    Attributes:
        number: Its number, such as `X1.6`.
        mark: Where it comes from: `seed`, which it is without a mark, `ruling` or `house`.
        text: Its text, with the terms that it defines between stars, as a page of Markdown has them.
        diagram: A drawing in characters, often empty.
    """

    number: str
    mark: str
    text: str
    diagram: str


class Rules(Mapping[str, str]):
    """Clause number to plain text; a chapter's number, such as `X4`, gives the chapter's own text.

    Examples:
        >>> rules = ludoteca.game("xiangqi").rules
        >>> rules["X1.8"]
        'A general goes one point straight. It stays in its palace.'
        >>> rules.chapters["X1"], rules.clauses["X1.8"].mark
        ('Board and pieces', 'seed')
    """

    def __init__(self, page: str) -> None:
        self.page = page
        self.introduction = _introduction(page)
        self.summary = _summary(self.introduction)
        self.clauses: dict[str, Clause] = {}
        self.chapters: dict[str, str] = {}
        for number, mark, lines in _sections(page):
            if mark == "chapter":
                self.chapters[number] = lines.pop(0)
            prose = " ".join(line.strip() for line in lines if not line.startswith("    ")).strip()
            diagram = "\n".join(line[4:] for line in lines if line.startswith("    "))
            self.clauses[number] = Clause(number, mark, " ".join(prose.split()), diagram)

    @classmethod
    def beside(cls, module_file: str) -> "Rules":
        """The rules in the folder of a module."""
        return cls(page_beside(module_file))

    def __getitem__(self, number: str) -> str:
        return _without_stars(self.clauses[number].text)

    def __iter__(self) -> Iterator[str]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)


def page_beside(module_file: str) -> str:
    """The text of rules.md in the folder of a module; nothing if there is none."""
    path = os.path.join(os.path.dirname(module_file), "rules.md")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as page:
        return page.read()


def _without_stars(text: str) -> str:
    """A text without the stars around terms; between backquotes a star is notation and stays."""
    parts = text.split("`")
    parts[::2] = [part.replace("*", "") for part in parts[::2]]
    return "`".join(parts)


def _introduction(page: str) -> tuple[str, ...]:
    """The headings, paragraphs and tables between the title and the first chapter; only tables keep their lines."""
    before = CHAPTER.split(page, maxsplit=1)[0].partition("\n")[2]
    parts = (part.strip() for part in before.split("\n\n"))
    return tuple(part if part.startswith("|") else " ".join(part.split()) for part in parts if part)


def _summary(introduction: tuple[str, ...]) -> tuple[str, ...]:
    """The paragraphs before the first heading; where some begin with a term (`**Goal.**`), these alone."""
    paragraphs = list(takewhile(lambda part: not part.startswith(("#", "|")), introduction))
    return tuple(part for part in paragraphs if part.startswith("**")) or tuple(paragraphs)


def _sections(page: str) -> Iterator[tuple[str, str, list[str]]]:
    """Number, mark and lines of each clause and of each chapter's own words."""
    number, mark = "", ""
    lines: list[str] = []
    for line in page.splitlines():
        chapter, clause = CHAPTER.match(line), CLAUSE.match(line)
        if chapter or clause or line.startswith("#"):
            if number:
                yield number, mark, lines
            number, mark, lines = "", "", []
        if chapter:
            number, mark, lines = chapter[1], "chapter", [chapter[2]]
        elif clause:
            number, mark, lines = clause[1], clause[2] or "seed", [clause[3]]
        elif number:
            lines.append(line)
    if number:
        yield number, mark, lines
