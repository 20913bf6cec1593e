"""Measures of a report, computed once more from the raw Parquet files by DuckDB, which has a reader of its own."""

import pytest

pytest.importorskip("numpy")
pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")

import ludoteca
from ludoteca.arena.executor import InlineExecutor
from ludoteca.core.option import Value
from ludoteca.lab.analyse import analyse_games
from ludoteca.lab.corpus import Corpus
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.selfplay import play_corpus
from tests.play import IS_COMPILED

VIEWS = """
CREATE VIEW game AS
SELECT *, len(moves) AS length,
       CASE WHEN payoffs[1] > payoffs[2] THEN 0 WHEN payoffs[1] < payoffs[2] THEN 1 END AS winner
FROM read_parquet('{folder}/*.parquet');

CREATE VIEW move AS
SELECT number, length, winner, opening_plies, ply, seats[ply + 1] AS seat, counts[ply + 1] AS choices,
       nodes[ply + 1] AS visited, scores[2 * ply + 1] AS first_score, scores[2 * ply + 2] AS second_score
FROM (SELECT *, unnest(range(length)) AS ply FROM game);

CREATE VIEW choice AS SELECT * FROM move WHERE ply >= opening_plies;

CREATE VIEW turn AS
SELECT number, count(*) AS turns
FROM (SELECT number, seat, lag(seat) OVER (PARTITION BY number ORDER BY ply) AS before FROM move)
WHERE before IS NULL OR before <> seat
GROUP BY number;

CREATE VIEW moment AS
SELECT *, lead(first) OVER later AS following, lead(first, 2) OVER later AS answered
FROM (
    SELECT *, CASE WHEN winner = 0 THEN first WHEN winner = 1 THEN 1 - first END AS of_winner
    FROM (
        SELECT *, CASE WHEN greatest(first_score, second_score) >= 29000
                       THEN (first_score >= second_score)::INTEGER::DOUBLE
                       ELSE 1 / (1 + exp((greatest(second_score, -29000) - greatest(first_score, -29000)) / 600))
                  END AS first
        FROM move
        JOIN (SELECT number, median(visited) AS usual FROM move WHERE visited > 0 GROUP BY number) USING (number)
        WHERE first_score IS NOT NULL
          AND (greatest(abs(first_score), abs(second_score)) >= 29000 OR visited >= 0.25 * usual)
    )
)
WINDOW later AS (PARTITION BY number ORDER BY ply);

CREATE VIEW gain AS
SELECT *, CASE WHEN seat = 0 THEN 1 ELSE -1 END * (following - first) AS gained,
       CASE WHEN seat = 0 THEN 1 ELSE -1 END * (answered - first) AS kept
FROM moment WHERE following IS NOT NULL;

CREATE VIEW leader AS
SELECT number, ply, (first < 0.5)::INTEGER AS seat, winner, length FROM moment WHERE abs(2 * first - 1) >= 0.1;

CREATE VIEW decision AS
SELECT number, coalesce(min(ply) FILTER (ply > coalesce(last_open, -1)), any_value(length)) / any_value(length) AS part
FROM moment JOIN (SELECT number, max(ply) FILTER (of_winner < 0.75) AS last_open FROM moment GROUP BY number)
     USING (number)
WHERE winner IS NOT NULL GROUP BY number;
"""
SEARCHED = "(SELECT count(DISTINCT number) FROM moment)"
MEASURES = {
    "completion": "avg((clause <> '')::INTEGER) FROM game",
    "draws": "avg((winner IS NULL)::INTEGER) FROM game WHERE clause <> ''",
    "seat_share.1": "avg((payoffs[1] + 1) / 2) FROM game WHERE clause <> ''",
    "main_end": "max(games) FILTER (clause <> '') / sum(games) "
    "FROM (SELECT clause, count(*) AS games FROM game GROUP BY clause)",
    "decisions": "avg(length) FROM game",
    "decisions_median": "median(length) FROM game",
    "turns": "avg(turns) FROM turn",
    "short_games": "avg((clause <> '' AND turns < 20)::INTEGER) FROM game JOIN turn USING (number)",
    "tree_size": "avg(digits) FROM (SELECT sum(log10(choices)) AS digits FROM choice GROUP BY number)",
    "branching": "avg(choices) FROM choice",
    "branching_median": "median(usual) FROM (SELECT median(choices) AS usual FROM choice GROUP BY number)",
    "branching_most": "avg(most) FROM (SELECT max(choices) AS most FROM choice GROUP BY number)",
    "branching.beginning": "avg(choices) FROM choice WHERE ply < length // 3",
    "branching.middle": "avg(choices) FROM choice WHERE ply >= length // 3 AND ply < 2 * length // 3",
    "branching.end": "avg(choices) FROM choice WHERE ply >= 2 * length // 3",
    "forced": "avg((choices = 1)::INTEGER) FROM choice",
    "uncertainty": "-avg(CASE WHEN first IN (0, 1) THEN 0 ELSE first * log2(first) + (1 - first) * log2(1 - first) END)"
    " FROM moment",
    "drama": "avg(greatest(0, 1 - 2 * of_winner)) FROM moment WHERE winner IS NOT NULL",
    "comeback": "avg(worst) FROM (SELECT max(greatest(0, 1 - 2 * of_winner)) AS worst FROM moment "
    "WHERE winner IS NOT NULL GROUP BY number)",
    "decision_time": "avg(part) FROM decision",
    "stability": "1 - avg(abs(following - first)) FROM gain",
    "killer_moves": f"count(*) / {SEARCHED} FROM gain WHERE gained >= 0.25",
    "blunders": f"count(*) / {SEARCHED} FROM gain WHERE gained <= -0.25",
    "permanence": "avg((kept >= gained / 2)::INTEGER) FROM gain WHERE gained >= 0.1 AND kept IS NOT NULL",
    "lead_changes": f"count(*) / {SEARCHED} FROM (SELECT seat, lag(seat) OVER (PARTITION BY number ORDER BY ply) "
    "AS before FROM leader) WHERE seat <> before",
    "half_time_leader": "avg((seat = winner)::INTEGER) FROM leader JOIN (SELECT number, min(ply) AS ply FROM moment "
    "WHERE 2 * ply >= length GROUP BY number) USING (number, ply) WHERE winner IS NOT NULL",
}
"""By the names of the report, what follows SELECT."""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The report's measures, and a database that reads the same files."""
    folder = tmp_path_factory.mktemp("corpus")
    game = ludoteca.game("exile" if IS_COMPILED else "tic-tac-toe")
    options: dict[str, Value] = {"mode": "duel-classic", "round_limit": 30} if IS_COMPILED else {}
    plies, longest = (4, 67) if IS_COMPILED else (1, 8)
    plan = SelfPlayPlan.checked(game, options, ("engine:2",), 40, 3, opening_plies=plies, max_moves=longest)
    for _ in play_corpus(plan, folder, InlineExecutor()):
        pass
    analysis = analyse_games(game, list(Corpus(folder)), InlineExecutor()).analysis
    database = duckdb.connect()
    database.execute(VIEWS.format(folder=folder))
    return {measure.name: measure.value for chapter in analysis.chapters for measure in chapter.measures}, database


@pytest.mark.parametrize("name", MEASURES)
def test_another_library_finds_the_same_in_the_parquet_files(found, name):
    measures, database = found
    (value,) = database.execute(f"SELECT {MEASURES[name]}").fetchone()
    assert measures[name] == pytest.approx(value, rel=1e-5, abs=1e-9)


def test_the_games_are_of_all_kinds(found):
    """Won, drawn and cut: else nothing would be told by the same numbers."""
    _, database = found
    kinds = "count(*) FILTER (winner IS NOT NULL), count(*) FILTER (winner IS NULL AND clause <> ''), "
    counts = database.execute(f"SELECT {kinds} count(*) FILTER (clause = '') FROM game").fetchone()
    assert min(counts) > 0 if IS_COMPILED else counts[0] > 0
