"""One HTML file that tells what was found: needs no network, and has nothing in it but what the games decide."""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from string import Template
from typing import Any

from ludoteca.core.look import Sheet
from ludoteca.core.rules import Rules
from ludoteca.lab.analysis import RULES, Analysis, Cell, Chapter, Chart, Example, Finding, Measure, Table, Unit
from ludoteca.lab.figures import cell_text, chance_words, counted_words, figure, interval_words
from ludoteca.lab.report import charts
from ludoteca.lab.report.drawing import shortened
from ludoteca.lab.report.replay import key_of
from ludoteca.lab.report.scripts import MAIN, PREFIX, embedded_json, import_map, styles
from ludoteca.lab.report.texts import BRACKETS, CHANGES, HOW_TO_READ, WEIGHTS

Games = Mapping[str, Mapping[str, Any]]
"""The data of example games by key."""
SHORT_TABLE = 12
"""A table with more rows than these is folded."""
OPEN = 8
"""More findings of the same weight than these are folded."""
CLAUSE = re.compile(r"\b[A-Z]+\d+(?:\.\d+)*\b")
LONG_CLAUSE = 200
MARKS = re.compile(r"[`*]")
"""Of Markdown, in the texts of clauses."""
BULLET = re.compile(r"(?:^|(?<=[:.;,]))\s+-\s+")
WORD_OF_COMMAND = re.compile(r"(?<!\S)(?:--\S+|\S+\.html)")
PAGE = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title: design report</title>
<style>
$styles
</style>
<script type="importmap">$modules</script>
</head>
<body>
<a class="skip" href="#findings">To the findings</a>
<header>
<button type="button" id="theme" hidden></button>
<p class="over">Design report</p>
<h1>$title</h1>
<p class="lead">$lead</p>
<nav aria-label="Chapters">$contents</nav>
</header>
<main>
<section id="findings" aria-labelledby="h-findings">
<h2 id="h-findings">What was found</h2>
<p class="verdict">$verdict</p>
<p class="about">$brackets</p>
$findings
</section>
<details class="guide"><summary>How to read this page</summary>$guide</details>
$chapters
<section id="made" aria-labelledby="h-made">
<h2 id="h-made">How this report was made</h2>
<p>The same command$place gives the same report, to the last byte:</p>
<pre><code>$command</code></pre>
$facts
</section>
</main>
<template id="viewer">$viewer</template>
<script type="application/json" id="examples">$examples</script>
<script type="module">import "$main";</script>
</body>
</html>
""")
VIEWER = """\
<div class="game" tabindex="0" role="group" aria-label="Game: the arrow keys step through it">
<div class="place" data-part="place"></div>
<div class="beside">
<div class="steps">
<button type="button" class="first" data-part="first" aria-label="First position">«</button>
<button type="button" class="before" data-part="before" aria-label="Move before">‹</button>
<span class="number" data-part="number"></span>
<button type="button" class="after" data-part="after" aria-label="Next move">›</button>
<button type="button" class="last" data-part="last" aria-label="Last position">»</button>
</div>
<p class="kept" data-part="kept"></p>
<p class="told" data-part="told" aria-live="polite"></p>
<ol class="moves" data-part="moves" aria-label="Moves"></ol>
<div class="notes" data-part="notes"></div>
</div>
</div>"""


def page(analysis: Analysis, rules: Rules, sheet: Sheet, sheets: Sequence[object], games: Games) -> str:
    """The whole file. `games` are the example games that can be shown, on the boards `sheets`."""
    measures = {measure.name for chapter in analysis.chapters for measure in chapter.measures if _tells(measure)}
    return PAGE.substitute(
        title=escape(analysis.title),
        styles=styles(),
        modules=import_map(),
        lead=escape(_lead(analysis)),
        contents=_contents(analysis),
        verdict=escape(_verdict(analysis.findings)),
        brackets=escape(BRACKETS),
        findings=_findings(analysis.findings, games, measures, rules),
        guide="".join(f"<h3>{escape(title)}</h3><p>{escape(text)}</p>" for title, text in HOW_TO_READ),
        chapters="\n".join(
            _chapter(number, chapter, sheet, rules) for number, chapter in enumerate(analysis.chapters, 1)
        ),
        command=_unbroken(analysis.command),
        place=escape(_place_of(analysis.command)),
        facts=_facts(analysis),
        viewer=VIEWER,
        examples=embedded_json({"sheets": sheets, "games": games}),
        main=PREFIX + MAIN,
    )


def _lead(analysis: Analysis) -> str:
    """What was played, in one sentence."""
    told = {name: cell_text(value, "number") for name, value in analysis.facts.items()}
    players = [_player(name) for name in told.get("players", "").split()]
    against = (
        " against ".join(players) if len(players) > 1 else f"{players[0] if players else 'players'} against itself"
    )
    games = analysis.facts.get("games")
    played = counted_words(games, "game") if isinstance(games, int) else "Games"
    sentence = f"{played} of {against}, measured: is this game any good?"
    if "compared with" in told:
        sentence += f" And what would change with {told['compared with']}?"
    return sentence


def _place_of(command: str) -> str:
    """Where the command has to be given, if the game is a file."""
    file = shlex.split(command)[2]
    return f", in the folder of {file}," if file.endswith(".py") else ""


def _player(name: str) -> str:
    kind, _, level = name.partition(":")
    return f"the machine at level {level}" if kind == "engine" and level.isdigit() else f"the player “{name}”"


def _verdict(findings: Iterable[Finding]) -> str:
    every = list(findings)
    changes = sum(map(_is_about_change, every))
    weights = [finding.weight for finding in every if not _is_about_change(finding)]
    problems = weights.count("problem")
    counts = [
        *([_counted(changes, "thing is told of the change", "things are told of the change")] if changes else []),
        _counted(problems, "thing to look at", "things to look at") if problems else "No problem is proved",
        _counted(weights.count("remark"), "remark", "remarks"),
        _counted(weights.count("unknown"), "thing cannot be told yet", "things cannot be told yet"),
        _counted(weights.count("fine"), "thing is well", "things are well"),
    ]
    return f"{'; '.join(counts)}."


def _counted(count: int, one: str, many: str) -> str:
    return f"{count or 'no'} {one if count == 1 else many}"


def _contents(analysis: Analysis) -> str:
    links = [f'<a href="#chapter-{n}">{escape(chapter.title)}</a>' for n, chapter in enumerate(analysis.chapters, 1)]
    return " ".join(['<a href="#findings">What was found</a>', *links, '<a href="#made">How it was made</a>'])


# Findings


def _findings(findings: Iterable[Finding], games: Games, measures: set[str], rules: Rules) -> str:
    """All findings, with those example games that can be shown."""
    every = list(findings)
    changes = [finding for finding in every if _is_about_change(finding)]
    found = [finding for finding in every if finding not in changes]
    parts = []
    if changes:
        surest = sorted(changes, key=lambda finding: (list(WEIGHTS).index(finding.weight), finding.p_value or 0))
        told = "".join(_finding(finding, games, measures, rules) for finding in surest)
        parts.append(f'<section class="change">{_heading(*CHANGES)}<ul class="list">{told}</ul></section>')
    for weight, (heading, meaning) in WEIGHTS.items():
        same = [finding for finding in found if finding.weight == weight]
        if same:
            items = [_finding(finding, games, measures, rules) for finding in same]
            listed = f'<ul class="list">{"".join(items[:OPEN])}</ul>'
            if items[OPEN:]:
                folded = f'<ul class="list">{"".join(items[OPEN:])}</ul>'
                listed += f"<details><summary>{len(items[OPEN:])} more</summary>{folded}</details>"
            parts.append(f'<section class="{weight}">{_heading(heading, meaning)}{listed}</section>')
    return "\n".join(parts)


def _is_about_change(finding: Finding) -> bool:
    """Whether it is about changed rules: these are told before all others."""
    return finding.name.startswith("compare.")


def _heading(words: str, meaning: str) -> str:
    return f"<h3>{escape(words)} <small>{escape(meaning)}</small></h3>"


def _finding(finding: Finding, games: Games, measures: set[str], rules: Rules) -> str:
    more = []
    if finding.p_value is not None and finding.weight in ("problem", "remark"):
        more.append(f"by chance: {chance_words(finding.p_value)}")
    if finding.name in measures:
        more.append(f'<a href="#m-{escape(finding.name)}">the numbers</a>')
    about = f" <small>({'; '.join(more)})</small>" if more else ""
    keys = {example: key_of(games, example.key, example.ply) for example in finding.examples}
    examples = "".join(_example(example, key, games[key]["count"]) for example, key in keys.items() if key)
    said = f"<p>{_unbroken(finding.sentence)}{about}</p>{_clauses(finding.sentence, rules)}"
    return f'<li id="f-{escape(finding.name)}" class="{finding.weight}">{said}{examples}</li>'


def _clauses(sentence: str, rules: Rules) -> str:
    """The clauses that a sentence names; long ones are folded after their first words."""
    named = dict.fromkeys(clause for clause in CLAUSE.findall(sentence) if clause in rules)
    return "".join(_clause(clause, plain(rules[clause])) for clause in named)


def _clause(clause: str, text: str) -> str:
    if len(text) <= LONG_CLAUSE:
        return f'<p class="clause">{escape(clause)}: {escape(text)}</p>'
    begin = f"{escape(clause)}: {escape(shortened(text, LONG_CLAUSE))} <u>more</u>"
    return f'<details class="clause"><summary>{begin}</summary>{escape(text)}</details>'


def plain(text: str) -> str:
    """The text of a clause without marks, on one line."""
    return " ".join(BULLET.sub(" • ", MARKS.sub("", text)).split())


def _unbroken(text: str) -> str:
    """A text for HTML in which no line ends within an option of a command."""
    return WORD_OF_COMMAND.sub(r'<span class="option">\g<0></span>', escape(text))


def _example(example: Example, key: str, count: int) -> str:
    """A board that is built when it is opened, for the game with a key, which has so many moves."""
    return (
        f'<details class="example" data-game="{escape(key)}" data-ply="{example.ply}">'
        f'<summary><span class="on-screen">See it on the board: </span>{escape(example.words.rstrip("."))} '
        f"<small>({_place(example, count)})</small></summary>"
        '<div class="viewer"></div></details>'
    )


def _place(example: Example, count: int) -> str:
    if example.part == RULES:
        return "an example of the rules"
    at_end, at_start = "at the end", "from the start"
    where = at_end if example.ply >= count else f"after move {example.ply}" if example.ply else at_start
    return f"game {example.game}{_set_words(example)}, {where}"


def _set_words(example: Example) -> str:
    """Which games it is one of, as each set has a game of this number."""
    kind, *levels = example.part.split("-")
    if example.is_changed:
        return " by the changed rules"
    if kind in ("skill", "strength"):
        return f" of level{'s' if len(levels) > 1 else ''} {' against '.join(reversed(levels))}"
    return " of those without random moves" if kind == "openings" else ""


# Chapters


def _chapter(number: int, chapter: Chapter, sheet: Sheet, rules: Rules) -> str:
    drawn = "".join(_chart(chart, sheet, rules) for chart in chapter.charts)
    measures = "".join(_measure(measure) for measure in chapter.measures if _tells(measure))
    parts = [
        f'<section id="chapter-{number}" aria-labelledby="h-{number}">',
        f'<h2 id="h-{number}">{escape(chapter.title)}</h2>',
        f'<p class="about">{escape(chapter.text)}</p>' if chapter.text else "",
        f'<dl class="measures">{measures}</dl>' if measures else "",
        f'<div class="charts">{drawn}</div>' if drawn else "",
        *(_titled_table(title, table) for title, table in chapter.tables.items()),
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _tells(measure: Measure) -> bool:
    """Whether there is something to tell: a game without captures needs no line about them."""
    return measure.value is not None and (measure.value != 0 or measure.interval != (0, 0))


def _measure(measure: Measure) -> str:
    value = figure(measure.value, measure.unit, measure.interval)
    told = f"<b>{escape(value)}</b>"
    if measure.interval:
        told += f" <span>({escape(interval_words(measure.interval, measure.unit))})</span>"
    if measure.expected is not None:
        told += f" <small>fair: {escape(figure(measure.expected, measure.unit))}</small>"
    return (
        f'<div id="m-{escape(measure.name)}"><dt>{escape(measure.title)}</dt>'
        f"<dd>{told}</dd><dd>{escape(measure.meaning)}</dd></div>"
    )


def _chart(chart: Chart, sheet: Sheet, rules: Rules) -> str:
    labels = tuple(f"{label} {plain(rules[label])}" if label in rules else label for label in chart.labels)
    drawn = charts.draw(replace(chart, labels=labels), sheet)
    table = _table(chart.table, chart.unit)
    long = ' class="long"' if len(chart.table.rows) > SHORT_TABLE else ""
    return (
        f'<figure id="c-{escape(chart.name)}"><figcaption>{escape(chart.title)}</figcaption>{drawn}'
        f"<details{long}><summary>The same as a table</summary>{table}</details></figure>"
    )


def _titled_table(title: str, table: Table) -> str:
    if len(table.rows) <= SHORT_TABLE:
        return f"<h3>{escape(title)}</h3>{_table(table, 'number')}"
    summary = f"<summary>{escape(title)} ({len(table.rows)} rows)</summary>"
    return f'<details class="long">{summary}{_table(table, "number")}</details>'


def _table(table: Table, unit: Unit) -> str:
    units = table.units or (unit,) * len(table.columns)
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = "".join(
        f"<tr>{''.join(_cell(cell, of) for cell, of in zip(row, units, strict=True))}</tr>" for row in table.rows
    )
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cell(cell: Cell, unit: Unit) -> str:
    kind = "" if isinstance(cell, str) else ' class="figure"'
    return f"<td{kind}>{escape(cell_text(cell, unit))}</td>"


def _option_word(value: Cell) -> Cell:
    """A switch is on or off, and so is what has no limit."""
    return {None: "off", False: "off", True: "on"}[value] if value is None or isinstance(value, bool) else value


def _facts(analysis: Analysis) -> str:
    options = {f"option {name}": _option_word(value) for name, value in analysis.options.items()}
    rows: tuple[tuple[Cell, ...], ...] = tuple({"game": analysis.game, **analysis.facts, **options}.items())
    return _table(Table(("", ""), rows), "number")
