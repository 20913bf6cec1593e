"""The report as a file: complete, safe, the same every time, and without a network."""

import json
import re
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import ludoteca
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab import figures
from ludoteca.lab.analysis import Chart, Example, Finding, Series, Table
from ludoteca.lab.report import charts, page, replay
from ludoteca.lab.report.drawing import ticks
from ludoteca.lab.report.files import check_places, html_of, json_of, write_whole
from ludoteca.lab.report.replay import AROUND, MAX_GAME_BYTES, Replay, fitting, fitting_game, key_of
from ludoteca.lab.rule_examples import rule_example, rule_position
from tests.lab.analyses import analysis_of, random_game
from tests.play import IS_COMPILED

NAMES = ["exile", "tomb-chess", "xiangqi", "chinese-checkers", "hex", "kalah"]
MOVES = {"tomb-chess": 6}
"""Its thousands of moves are slow to find on the interpreted core."""
MOVES_OF_MANY = {"tomb-chess": 20 if IS_COMPILED else 3}
NAMESPACES = {"http://www.w3.org/2000/svg"}
VOID = {"meta", "link", "br", "img", "input", "path", "rect", "circle", "polygon"}


@lru_cache
def report(name: str) -> str:
    game = ludoteca.game(name)
    return html_of(
        analysis_of(game), game.start(), lambda example: random_game(game, example.game, MOVES.get(name, 60))
    )


class Structure(HTMLParser):
    """Elements that are closed in order, their ids, and the links between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.count: dict[str, int] = {}
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        named = dict(attributes)
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named["href"]] if "href" in named else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_one_small_file_without_a_network(name):
    text = report(name)
    assert len(text.encode()) < 1_000_000
    assert set(re.findall(r"https?://[\w./-]+", text)) <= NAMESPACES
    assert not re.search(r'(?:src|href)="(?!#)|@import\b(?! \{)|url\(', text)


@pytest.mark.parametrize("name", NAMES)
def test_elements_are_closed_ids_are_unique_and_links_lead_somewhere(name):
    found = Structure(report(name))
    assert len(set(found.ids)) == len(found.ids)
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert found.count["svg"] == found.count["figure"] == 4
    assert found.count["title"] > found.count["svg"]


def test_the_same_analysis_gives_the_same_bytes():
    game = ludoteca.game("exile")
    again = html_of(analysis_of(game), game.start(), lambda example: random_game(game, example.game, 60))
    assert again == report("exile")
    assert json_of(analysis_of(game)) == json_of(analysis_of(game))


def test_an_example_of_the_rules_is_shown_as_such():
    game = ludoteca.game("xiangqi")
    example = rule_example(game, "X2.2", is_refusal=True)
    finding = Finding("idle_refusal.X2.2", "X2.2 forbade nothing.", "remark", None, (example,))
    text = html_of(
        replace(analysis_of(game), findings=(finding,)), game.start(), lambda each: rule_position(game, each.game)
    )
    assert "is refused <small>(an example of the rules)</small>" in text
    data = json.loads(text.split('id="examples">')[1].split("</script>")[0])
    (shown,) = data["games"].values()
    assert shown["plies"] == [] and shown["count"] == 0 and len(data["sheets"]) == 1


def test_findings_come_first_in_words_and_by_weight():
    text = report("exile")
    places = [
        text.index(words)
        for words in (
            "Seat 1 wins 31 %",
            "T13.5 never fired",
            "24 games are too few",
            "Every game came",
            'id="chapter-1"',
        )
    ]
    assert places == sorted(places)
    assert "1 thing to look at; 1 remark; 1 thing cannot be told yet; 1 thing is well." in text


def test_what_a_change_does_comes_before_all_else():
    game = ludoteca.game("tic-tac-toe")
    few = analysis_of(game)
    change = Finding("compare.captures", "With more cells, captures: 131 instead of 73.", "unknown")
    text = html_of(
        replace(few, findings=(*few.findings, change)), game.start(), lambda each: random_game(game, each.game)
    )
    assert text.index("What the change does") < text.index("captures: 131") < text.index("Seat 1 wins 31 %")
    assert text.count("captures: 131") == 1
    assert "1 thing is told of the change; 1 thing to look at; 1 remark; 1 thing cannot be told yet; 1 thing" in text
    assert "What the change does" not in report("exile")


def test_many_findings_of_one_weight_are_folded():
    game = ludoteca.game("tic-tac-toe")
    few = analysis_of(game)
    many = tuple(replace(few.findings[1], name=f"dead_clause.{number}") for number in range(11))
    text = html_of(replace(few, findings=many), game.start(), lambda example: random_game(game, example.game))
    assert text.index("dead_clause.7") < text.index("<summary>3 more</summary>") < text.index("dead_clause.8")
    assert "more</summary>" not in report("exile")
    Structure(text)


def test_a_quoted_clause_has_no_marks_of_markdown():
    assert "true: • The first leg captures. • It leaves" in page.plain(ludoteca.game("tomb-chess").rules["T4.3"])


def test_an_option_of_a_command_is_not_broken_between_lines():
    game = ludoteca.game("tic-tac-toe")
    finding = Finding("few", "Play: ludoteca report x --games 50 --compare a=off", "unknown")
    text = html_of(
        replace(analysis_of(game), findings=(finding,)), game.start(), lambda each: random_game(game, each.game)
    )
    assert '<span class="option">--games</span> 50 <span class="option">--compare</span> a=off' in text


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ("games", "game 2, after move 1"),
        ("skill-3-4", "game 2 of levels 4 against 3, after move 1"),
        ("strength-5", "game 2 of level 5, after move 1"),
        ("openings", "game 2 of those without random moves, after move 1"),
    ],
)
def test_an_example_names_the_set_of_its_game(part, place):
    game = ludoteca.game("tic-tac-toe")
    finding = Finding("skill", "Skill pays.", "fine", None, (Example(2, 1, "A win.", part=part),))
    text = html_of(
        replace(analysis_of(game), findings=(finding,)), game.start(), lambda each: random_game(game, each.game)
    )
    assert f"<small>({place})</small>" in text


def test_a_finding_quotes_the_clauses_that_it_names():
    assert re.search(r'class="clause">(<summary>)?T13.5: ', report("tomb-chess"))
    assert '<p class="clause">' not in report("exile")


def test_measures_that_tell_nothing_are_left_out():
    text = report("exile")
    assert 'id="m-known"' in text and 'id="m-unknown"' not in text


def test_texts_are_escaped():
    game = ludoteca.game("exile")
    analysis = replace(analysis_of(game), title="<script>x", command="a && b <c>", facts={"</table>": '"'})
    text = html_of(analysis, game.start(), lambda example: random_game(game, example.game, 20))
    assert "at most 0.3 % &lt;b&gt;&amp; less&lt;/b&gt;" in text
    assert "The games &lt;can&gt; tell." in text
    assert "&lt;script&gt;x" in text and "<script>x" not in text
    assert "a &amp;&amp; b &lt;c&gt;" in text
    Structure(text)


def test_a_text_within_a_script_cannot_end_it():
    game = ludoteca.game("exile")
    texts = report("exile").split('id="examples">')[1].split("</script>")[0]
    data = json.loads(texts)
    assert data["sheets"][0]["game"] == game.name
    assert "<" not in texts


def test_a_flag_does_not_take_but_is_taken():
    told = unquote(report("exile"))
    assert "{unit} is taken on {origin}" in told and "{unit} takes on" not in told


def test_every_module_that_is_imported_is_in_the_file():
    text = report("hex")
    modules = json.loads(text.split('<script type="importmap">')[1].split("</script>")[0])["imports"]
    code = [line for source in modules.values() for line in unquote(source).splitlines() if line.startswith("import")]
    imported = {name for line in code for name in re.findall(r'from "(.*)";', line)}
    assert imported <= modules.keys()
    assert {"ludoteca/board.js", "ludoteca/animate.js"} <= imported


def test_json_has_the_same_numbers():
    game = ludoteca.game("exile")
    data = json.loads(json_of(analysis_of(game)))
    assert data["format"] == 1
    assert data["findings"][0]["p_value"] == 0.0004
    assert data["chapters"][0]["measures"][0] == {
        "name": "seat_share.1",
        "title": "Wins of seat 1",
        "value": 0.31,
        "interval": [0.27, 0.35],
        "meaning": "How often it wins.",
        "unit": "share",
        "expected": 0.25,
    }


def test_json_has_null_for_what_is_no_number():
    game = ludoteca.game("exile")
    analysis = replace(analysis_of(game), facts={"mean": float("nan")})
    assert json.loads(json_of(analysis))["facts"] == {"mean": None}


# Example games


@pytest.mark.parametrize("name", NAMES)
def test_changes_lead_from_view_to_view(name):
    """What the page's script does with the data gives the views of the game."""
    game = ludoteca.game(name)
    last = random_game(game, 5, MOVES.get(name, 40))
    data = fitting_game(Replay("5", game.start(), last.moves_played()), [3], MAX_GAME_BYTES)
    position, units = game.start(), dict(data["start"]["units"])
    marks = {json.dumps(data["marks"][number]) for number in data["start"]["marks"]}
    for ply, move in zip(data["plies"], last.moves_played(), strict=True):
        assert ply["move"] == position.move_text(move)
        position.play(move)
        units.update(ply.get("units", ()))
        units = {cell: unit for cell, unit in units.items() if unit is not None}
        marks -= {json.dumps(data["marks"][number]) for number in ply.get("gone", ())}
        marks |= {json.dumps(data["marks"][number]) for number in ply.get("come", ())}
        view = game.look.view(position)
        assert units == dict(view.units)
        assert len(marks) == len({mark for mark in view.marks if mark.shape != "none"})


def test_of_a_large_game_only_the_moves_around_the_finding_are_kept():
    game = ludoteca.game("xiangqi")
    replayed = Replay("5", game.start(), random_game(game, 5, 150).moves_played())
    count, widest = len(replayed.moves), AROUND[0]

    def span(most, *plies):
        data = fitting_game(replayed, plies, most)
        return data["first"], data["first"] + len(data["plies"]), data["count"]

    assert span(70_000, 70, 75) == (0, count, count)
    assert span(20_000, 70, 75) == (70 - widest, 75 + widest, count)
    assert span(15_000, 70, 3) == (70 - widest, 70 + widest, count)
    assert span(1, 70, 3) == (70 - AROUND[-1], 70 + AROUND[-1], count)


def test_plies_far_apart_in_a_shortened_game_have_a_part_each(monkeypatch):
    game = ludoteca.game("xiangqi")
    replayed = Replay("5", game.start(), random_game(game, 5, 150).moves_played())
    assert list(fitting([(replayed, [70, 3, 72])])) == ["5"]
    monkeypatch.setattr(replay, "MAX_GAME_BYTES", 15_000)
    games = fitting([(replayed, [70, 3, 72])])
    assert [key_of(games, "5", ply) for ply in (70, 3, 72)] == ["5", "5/3", "5"]
    assert key_of(games, "5", 140) is None and key_of(games, "55", 3) is None


def test_what_is_small_leaves_room_to_what_is_large():
    assert replay.fair_size([10, 20, 30], 60) == 30
    assert replay.fair_size([10, 100, 100], 60) == 25
    assert replay.fair_size([90, 90, 90], 60) == 20
    assert replay.fair_size([], 60) == 0


def test_games_are_shortened_before_any_is_left_out(monkeypatch):
    game = ludoteca.game("xiangqi")

    def shown(room):
        monkeypatch.setattr(replay, "MAX_BYTES", room)
        text = html_of(analysis_of(game), game.start(), lambda example: random_game(game, example.game, 150))
        games = json.loads(text.split('id="examples">')[1].split("</script>")[0])["games"]
        assert set(re.findall(r'data-game="([^"]+)"', text)) == {*games}
        return {key: len(each["plies"]) for key, each in games.items()}

    whole, shortened, few = shown(500_000), shown(40_000), shown(5_000)
    assert list(whole.values()) == [150] * 3
    assert {key.partition("/")[0] for key in shortened} == {*whole} and max(shortened.values()) < 150
    assert few and len({key.partition("/")[0] for key in few}) < 3


@pytest.mark.parametrize("name", ["xiangqi", "tomb-chess"])
def test_a_page_with_many_findings_is_below_a_megabyte(name):
    """Thirty games are shown, which are larger than the page may be."""
    game = ludoteca.game(name)
    analysis = analysis_of(game, 30)
    findings = [
        Finding(f"finding.{number}", f"Finding {number}.", "remark", None, (Example(number, 9, "A move."),))
        for number in range(30)
    ]
    analysis = replace(analysis, findings=tuple(findings))
    text = html_of(
        analysis, game.start(), lambda example: random_game(game, example.game, MOVES_OF_MANY.get(name, 150))
    )
    assert len(text.encode()) < 1_000_000
    assert len(re.findall(r'<details class="example"', text)) == 30


# Charts and figures


def bars(labels, values, **more):
    table = Table(("label", "value"), tuple(zip(labels, values, strict=True)))
    return Chart("c", "C", "bars", table, (Series("", tuple(map(float, range(len(values)))), values),), labels, **more)


def draw(chart):
    game = ludoteca.game("exile")
    return charts.draw(chart, game.look.sheet(game.choose({})))


def test_bars_are_as_long_as_their_values():
    drawn = draw(bars(("a", "b"), (10.0, 40.0)))
    widths = [float(width) for width in re.findall(r'width="([\d.]+)" height="15"', drawn)]
    assert widths[1] == pytest.approx(4 * widths[0], rel=0.01)


def test_bars_can_point_below_zero():
    drawn = draw(bars(("a", "b"), (-10.0, 10.0)))
    starts = [float(x) for x in re.findall(r'<rect x="([\d.]+)"', drawn)]
    assert starts[0] < starts[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_board_with_figures_has_all_its_coordinates_inside_and_names_its_unit(name):
    game = ludoteca.game(name)
    sheet = game.look.sheet(game.choose({}))
    (chart,) = (each for each in analysis_of(game).chapters[-1].charts)
    drawn = charts.draw(replace(chart, y_title="share of moves"), sheet)
    left, top, width, height = map(float, re.search(r'viewBox="([^"]+)"', drawn)[1].split())
    for x, y in re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="middle" class="coordinate"', drawn):
        assert left + 8 <= float(x) <= left + width - 8 and top + 20 <= float(y) <= top + height
    assert ">share of moves, in %</text>" in drawn
    words = re.findall(r'class="coordinate">([^<]*)</text>', drawn)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", ["chinese-checkers", "hex"])
def test_a_board_whose_columns_slant_has_the_labels_of_its_own(name):
    game = ludoteca.game(name)
    sheet = game.look.sheet(game.choose({}))
    (chart,) = (each for each in analysis_of(game).chapters[-1].charts)
    words = re.findall(r'class="coordinate">([^<]*)</text>', charts.draw(chart, sheet))
    assert words == [label.text for label in sheet.labels]
    assert 'style="--letters: 1.4"' in charts.draw(chart, sheet) and 'style="--letters: 1.0"' in report("exile")


def test_lines_of_a_grid_leave_long_labels_alone():
    drawn = draw(bars(("a label that is far too long to stand beside a bar", "b"), (10.0, 40.0)))
    labels = [float(y) for y in re.findall(r'<text x="12" y="([\d.]+)"', drawn)]
    rows = [tuple(map(float, row)) for row in re.findall(r"M[\d.]+ ([\d.]+)V([\d.]+)", drawn)]
    assert len(labels) > 1 and rows
    assert not any(top < y < bottom for top, bottom in rows for y in labels)


def test_long_values_have_room():
    series = (Series("", (0.0, 1.0), (1.0, 0.5), (0.99, 0.497), (1.0, 0.503)),)
    drawn = draw(Chart("c", "C", "bars", Table((), ()), series, ("T1.1", "T1.2"), unit="share"))
    ((x, words),) = re.findall(r'<text x="([\d.]+)"[^>]*>(100\.0[^<]*)</text>', drawn)
    assert words == "100.0\u00a0% (99.0 to 100.0)"
    assert float(x) + 7.6 * len(words) <= 440


def test_the_last_label_of_an_axis_is_inside():
    series = (Series("", (0.0, 1.0), (1.0, 2.0)),)
    drawn = draw(Chart("c", "C", "lines", Table((), ()), series, x_unit="share"))
    (x,) = (
        float(x) for x, words in re.findall(r'<text x="([\d.]+)"[^>]*>([^<]*)</text>', drawn) if words == "100\u00a0%"
    )
    assert x + 22 <= 440


def test_a_chart_that_is_too_tall_for_paper_is_marked():
    labels = tuple(f"clause {number} in so many words" for number in range(48))
    assert 'class="chart of-bars tall"' in draw(bars(labels, (1.0,) * 48))
    assert 'class="chart of-bars"' in draw(bars(labels[:20], (1.0,) * 20))


def test_a_chart_of_nothing_is_not_drawn():
    assert draw(bars((), ())) == ""


def test_a_chart_tells_what_it_shows_in_words():
    assert re.search(
        r"<desc [^>]*>Bars: a 10; b 40\. The dashed line is at 25\.",
        draw(bars(("a", "b"), (10.0, 40.0), reference=25.0)),
    )


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0, 87, [0, 20, 40, 60, 80, 100]), (-3, 3, [-4, -2, 0, 2, 4]), (5, 5, [5, 6])],
)
def test_ticks_are_round(low, high, expected):
    assert ticks(low, high) == expected


@pytest.mark.parametrize(
    ("value", "unit", "interval", "told"),
    [
        (0.31, "share", (0.27, 0.35), "31 % (27 to 35)"),
        (0.0123, "share", (0.0101, 0.0161), "1.2 % (1.0 to 1.6)"),
        (84.3, "number", (80.1, 88.9), "84 (80 to 89)"),
        (1234.0, "count", None, "1,234"),
        (0.25, "share", None, "25 %"),
        (1 / 3, "share", None, "33.3 %"),
        (0.05, "points", (-0.021, 0.12), "5 points (-2 to 12)"),
        (None, "share", None, "–"),
        (0.0, "number", None, "0"),
        (3.2e80, "number", None, "3.2 x 10^80"),
    ],
)
def test_figures_have_as_many_digits_as_make_sense(value, unit, interval, told):
    assert figures.with_interval(value, unit, interval).replace("\u00a0", " ") == told


@pytest.mark.parametrize(
    ("p_value", "told"),
    [
        (0.0001, "fewer than 1 of 1,000"),
        (0.0042, "0.4 of 100"),
        (0.049, "5 of 100"),
        (0.2, "20 of 100"),
        (1.0, "100 of 100"),
    ],
)
def test_chances_are_told_in_numbers_of_reports(p_value, told):
    assert figures.chance_words(p_value) == told


# Files


def test_files_are_written_whole_or_not_at_all(tmp_path: Path):
    good, bad = tmp_path / "a.html", tmp_path / "missing" / "b.json"
    with pytest.raises(LudotecaError, match="cannot be written"):
        write_whole({good: "a", bad: "b"})
    assert list(tmp_path.iterdir()) == []
    write_whole({good: "a\n"})
    assert good.read_bytes() == b"a\n"


def test_places_are_checked_before_the_work(tmp_path: Path):
    with pytest.raises(LudotecaError, match="is a folder"):
        check_places(tmp_path)
    with pytest.raises(LudotecaError, match="there is no folder"):
        check_places(tmp_path / "x" / "y.html")
    with pytest.raises(LudotecaError, match="a file each"):
        check_places(tmp_path / "y", tmp_path / "y")
