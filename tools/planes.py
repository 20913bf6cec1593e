"""Writes the tables of planes in docs/lab.md from the games' encodings; --check only tells if they are right."""

import sys
from pathlib import Path

import ludoteca
from ludoteca.core.option import Value

PAGE = Path(__file__).parent.parent / "docs/lab.md"
BEGIN, END = "<!-- planes -->\n", "<!-- end of planes -->\n"
OPTIONS: dict[str, dict[str, Value]] = {
    "xiangqi": {},
    "chinese-checkers": {"players": 2},
    "exile": {"mode": "duel-classic"},
    "tomb-chess": {},
}


def tables() -> str:
    """A table for each game."""
    parts = []
    for name, chosen in OPTIONS.items():
        game = ludoteca.game(name)
        encoding = game.encoding(game.choose(chosen))
        said = ", ".join(f"{key}={value}" for key, value in chosen.items())
        size = " x ".join(map(str, encoding.shape))
        parts.append(f"### {game.title}{f', {said}' if said else ''}: {size}\n\n| | plane | |\n| --- | --- | --- |\n")
        parts += [f"| {number} | {plane.name} | {plane.words} |\n" for number, plane in enumerate(encoding.planes)]
        parts.append("\n")
    return "".join(parts)


def main() -> int:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    text = before + BEGIN + "\n" + tables() + END + rest.partition(END)[2]
    if "--check" in sys.argv:
        return 0 if text == PAGE.read_text(encoding="utf-8") else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
