"""Chapter: whether the better player wins, and what the first seat is worth at different strengths."""

from collections.abc import Mapping, Sequence
from math import fsum

from ludoteca.arena.rating import elo_of
from ludoteca.lab.analysis import Cell, Chapter, Measure, Table
from ludoteca.lab.statistics import share
from ludoteca.lab.study import Study, measure_cells, player_words, rounded
from ludoteca.lab.study_plan import GAMES_ASKED_FOR

LITTLE_SKILL = 0.55
"""What the better player gets at least in a game of skill."""


def skill_measure(study: Study) -> Measure:
    """What the second of two players gets against the first; games that were cut are shared."""
    lower, higher = study.plan.players
    return study.share(
        f"skill.{higher}",
        f"{player_words(higher)} against {player_words(lower)}".capitalize(),
        "The share of the points that the stronger player gets, each opening being played with the seats exchanged.",
        higher_points(study),
        expected=0.5,
    )


def understanding(ladder: Sequence[Study]) -> Measure | None:
    """What a higher level gets against the one below it, over all levels; None without such games."""
    if not ladder:
        return None
    groups = [group for study in ladder for group in study.groups(higher_points(study))]
    return ladder[0].measure("understanding", "Understanding", "", share(groups), "share", 0.5)


def is_understood(ladder: Sequence[Study]) -> bool:
    """Whether the levels prove that the machine knows who is ahead: otherwise its evaluations are no evidence."""
    found = understanding(ladder)
    return found is not None and found.interval is not None and found.interval[0] > LITTLE_SKILL


def doubt(ladder: Sequence[Study]) -> str:
    """Why games tell little about people; nothing if the levels prove that the machine understands the game."""
    if is_understood(ladder):
        return ""
    why = "its levels do not surely differ" if ladder else "no games of its levels against each other were played"
    return f"The machine has not shown that it understands this game, as {why}: its games tell little about people."


def higher_points(study: Study) -> list[float]:
    """What the second player of the plan got of each game."""
    found = []
    for game, points in zip(study.games, study.points, strict=True):
        points = points if not game.is_cut else (1 / study.seats,) * study.seats
        found.append(fsum(each for each, place in zip(points, game.player_of_seat, strict=True) if place == 1))
    return found


def first_seat_measure(study: Study) -> Measure:
    """What the first seat gets where one player has all seats."""
    (player,) = set(study.plan.players)
    return study.share(
        f"first_seat.{player}",
        f"The first seat at {player_words(player)}",
        "Its share of finished games of equal players of this strength, a draw being shared by all.",
        (points[0] for points in study.points),
        (not game.is_cut for game in study.games),
        1 / study.seats,
    )


def chapter(ladder: Sequence[Study], strengths: Sequence[Study]) -> Chapter:
    skill = tuple(skill_measure(study) for study in ladder)
    firsts = tuple(first_seat_measure(study) for study in strengths)
    rows: dict[str, list[tuple[Cell, ...]]] = {"ladder": [], "strengths": []}
    for study, measure in zip(ladder, skill, strict=True):
        elo = rounded(elo_of(measure.value)) if measure.value is not None else None
        lower, higher = (player_words(player).removeprefix("level ") for player in study.plan.players)
        rows["ladder"].append((f"{higher} against {lower}", len(study.games), *measure_cells(measure), elo))
    for study, measure in zip(strengths, firsts, strict=True):
        (player,) = set(study.plan.players)
        rows["strengths"].append(
            (player_words(player), sum(not game.is_cut for game in study.games), *measure_cells(measure))
        )
    tables: Mapping[str, Table] = {
        "Each level against the next": Table(
            ("levels", "games", "share", "from", "to", "Elo"),
            tuple(rows["ladder"]),
            ("share", "share", "share", "share", "share", "number"),
        ),
        "The first seat at different strengths": Table(
            ("players", "games", "share", "from", "to"), tuple(rows["strengths"]), ("share",) * 5
        ),
    }
    same = "".join(f" {_same_games(each)}" for each in (*ladder, *strengths) if each.part == GAMES_ASKED_FOR)
    return Chapter(
        "Skill",
        "Levels of the machine play each other, in games of their own: the higher thinks longer and overlooks less. "
        "The two take the seats by turns, and each opening is played twice, the second time with all seats exchanged, "
        "so that neither gains by where it sits. If thinking does not pay, the game is one of chance, or too hard to "
        "be thought through. Elo, the rating of chess, tells how much stronger one is: 100 are 64 % of the points. "
        "Where the first seat is measured, one level has all seats: a first seat that gains with "
        f"strength is an advantage that good players will feel.{same}",
        (*skill, *firsts),
        (),
        {title: table for title, table in tables.items() if table.rows},
    )


def _same_games(study: Study) -> str:
    """Said of a set that is the games of the report."""
    players = " against ".join(map(player_words, reversed(study.plan.players)))
    return f"The games of {players} are those that this report is about, and no further evidence."
