"""Records replay themselves, as one SVG."""

import xml.etree.ElementTree as ElementTree
from random import Random

import pytest

import ludoteca
from ludoteca.core.animation import animate

SVG = "{http://www.w3.org/2000/svg}"


def record(name, count):
    random = Random(1)
    position = ludoteca.game(name).start()
    for _ in range(count):
        position.play(random.choice(position.legal_moves()))
    return ludoteca.Record.of(position)


def frames(drawn):
    root = ElementTree.fromstring(drawn)
    return root, [group for group in root.findall(f"{SVG}g") if group.get("visibility")]


@pytest.mark.parametrize("name", ["xiangqi", "chinese-checkers", "exile", "tomb-chess"])
def test_a_record_has_a_picture_for_every_position(name):
    root, shown = frames(record(name, 5)._repr_html_())
    assert len(shown) == 6
    named = {group.get("id") for group in root.find(f"{SVG}defs")}
    assert {use.get("href")[1:] for use in root.iter(f"{SVG}use")} == named


def test_one_position_at_a_time_is_visible_and_the_last_stays_longer():
    _, shown = frames(record("xiangqi", 3).svg(seconds=2))
    timelines = [group.find(f"{SVG}animate") for group in shown]
    assert {timeline.get("dur") for timeline in timelines} == {"12s"}
    for second in range(12):
        assert [visible(timeline, (second + 0.5) / 12) for timeline in timelines].count(True) == 1
    assert visible(timelines[3], 6.5 / 12) and visible(timelines[3], 11.9 / 12)


def visible(timeline, moment):
    times = [float(time) for time in timeline.get("keyTimes").split(";")]
    values = timeline.get("values").split(";")
    return [value for time, value in zip(times, values, strict=True) if time <= moment][-1] == "visible"


def test_a_record_without_moves_stands_still():
    _, shown = frames(record("xiangqi", 0).svg())
    assert len(shown) == 1 and shown[0].find(f"{SVG}animate") is None


def test_bad_numbers_are_refused():
    with pytest.raises(ValueError, match="some seconds"):
        record("xiangqi", 1).svg(seconds=0)
    with pytest.raises(ValueError, match="no position"):
        animate([])
    with pytest.raises(ValueError, match="seats 0 to 1"):
        record("xiangqi", 1).svg(seat=2)
