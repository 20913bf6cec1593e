"""Pictures of positions as SVG."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import board_drawing, drawing
from ludoteca.core.pictures import PICTURES
from tests.play import after, variant_name, variants
from tests.tomb_chess.drawing import place

COLOURS = Path(ludoteca.__file__).parent / "web" / "static" / "colours.css"
MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)$")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("variant", variants(), ids=variant_name)
@pytest.mark.parametrize("plies", [0, 25])
def test_a_picture_of_every_game_shows_all_units(variant, plies):
    position = after(variant, 3, plies)
    text = str(position)
    for seat in range(position.seats):
        root = ElementTree.fromstring(position.svg(seat=seat))
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        moved = [each.attrib.get("transform", "") for each in root.iter(f"{SVG}g")]
        points = [tuple(map(float, found.groups())) for each in moved if (found := re.match(MOVED, each))]
        assert len(set(points)) >= len(position.game.look.view(position).units)
        is_inside = [left < x < left + width and top < y < top + height for x, y in points]
        assert all(is_inside)
        assert root.find(f"{SVG}title").text.startswith(position.game.title)
    assert str(position) == text


def test_pictures_differ_by_position_face_and_seat():
    position = ludoteca.game("xiangqi").start()
    first = position.svg()
    assert PICTURES["cart"] in first
    assert "俥" in position.svg(face="chinese")
    assert PICTURES["cart"] not in position.svg(face="chinese")
    assert position.svg(seat=1) != first
    position.push_text("h3e3")
    assert position.svg() != first
    assert position._repr_svg_() == position.svg()


def test_a_move_and_arrows_are_drawn():
    position = ludoteca.game("xiangqi").start()
    plain = position.svg()
    shown = position.svg(position.parse_move("h3e3"), [("a1", "a3", "red"), ("e1", "e1", "yellow")])
    added = shown.count("<path") + shown.count("<circle") - plain.count("<path") - plain.count("<circle")
    assert added == 2 + 2 + 1
    assert drawing.ARROWS["red"] in shown
    assert drawing.ARROWS["yellow"] in shown


@pytest.mark.parametrize(
    ("units", "text", "way"),
    [("Rd4 Be5", "rot:d4:3:90", "d4 d6 f6 f4 d4"), ("Re5 pe8", "~e8-e9-f10", "e8 e9 f10")],
)
def test_an_arrow_of_a_rotation_goes_around_the_block_and_one_of_mind_control_with_the_controlled(units, text, way):
    position = place(units)
    names = position.game.look.sheet({}).geometry.names
    assert " ".join(names[cell] for cell in drawing.path_cells(position, position.parse_move(text))) == way


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"arrows": [("a1", "z9")]}, "there is no cell 'z9'"),
        ({"arrows": [("a1", "a2", "pink")]}, "an arrow is green, red, blue, yellow, not 'pink'"),
        ({"seat": 2}, "there are seats 0 to 1, not 2"),
        ({"face": "greek"}, "Xiangqi has no face 'greek'; there are: pictures"),
        ({"move": 123456789}, "123456789 is not a move in this position"),
    ],
)
def test_what_cannot_be_drawn_is_told(arguments, message):
    with pytest.raises(ValueError, match=message):
        ludoteca.game("xiangqi").start().svg(**arguments)


def test_names_are_escaped():
    position = ludoteca.game("tomb-chess").start()
    root = ElementTree.fromstring(
        drawing.Drawing(position.game.look.sheet({}), 0, "text").whole(
            position.game.look.view(position), [], "a < b & c > d"
        )
    )
    assert root.find(f"{SVG}title").text == "a < b & c > d"


def test_pictures_have_the_colours_of_the_page():
    page = COLOURS.read_text(encoding="utf-8")
    named = dict(re.findall(r"--([a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})", page.split("data-board")[0]))
    ours = {
        name.lower().replace("_", "-"): value for each in (board_drawing, drawing) for name, value in vars(each).items()
    }
    same = ("square-light", "square-dark", "plank", "line", "hole", "hole-edge", "board-name", "paper", "token-edge")
    for name in (*same, "badge-ink", "stone", "green", "page", "wall", "mortar", "last", "check"):
        assert ours[name] == named[name], name
    assert ours["blue"] == named["path"]


def test_an_arrow_over_the_seam_leads_off_the_edge():
    game = ludoteca.game("exile")
    sheet = game.look.sheet(game.choose({"mode": "infinite"}))
    drawn = drawing.Drawing(sheet, 0, "pictures")
    names = sheet.geometry.names
    way = tuple(names.index(name) for name in ("a1", "l1"))
    (x, _), (beyond, _) = drawn.points_along(way)
    assert beyond == x - 100
