"""What a designer should read first: sentences, how sure they are, and a game to look at for each.

Everything that is tested is tested together: Holm's correction is over all of it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from ludoteca.core.game import Game
from ludoteca.lab.analysis import Example, Finding, Measure
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.course import Course
from ludoteca.lab.metrics import board, clauses, ends, length, losses, openings, seats, skill
from ludoteca.lab.statistics import holm, most_of_none, share_above, share_apart, share_below
from ludoteca.lab.study import Study, player_words, winner_of

SURE = 0.05
MANY_DRAWS, MANY_CUT, MANY_FORCED = 0.3, 0.02, 0.3
MANY_REPEATED = 0.1
LONG_DECISIONS = 400
OPEN_AND_SHUT = 0.9
"""Half-time leaders who win more often than this leave little to play for."""
EARLY = 0.3
LITTLE_SKILL = 0.55
"""What the better player gets at least in a game of skill."""
UNFAIR = 0.2
"""By so much of a fair share a seat's may differ and be worth no more than a remark."""
Weight = Literal["problem", "remark", "fine"]


class Candidate(NamedTuple):
    """Something that may be worth a sentence."""

    name: str
    p_value: float | None
    """Before the correction; None if it is a fact and no guess."""
    sentence: str
    weight: Weight
    examples: tuple[Example, ...]
    otherwise: str = ""
    """What to say, as fine, if it is not proved."""


def findings(
    study: Study,
    game: Game,
    courses: Sequence[Course],
    refusals: clauses.Refusals,
    ladder: Sequence[Study] = (),
    strengths: Sequence[Study] = (),
    more: Sequence[Candidate] = (),
) -> tuple[Finding, ...]:
    """The findings of a report, and what `more` there may be: problems first, then remarks, then what is fine."""
    candidates = [
        *more,
        *_about_seats(study),
        *_about_ends(study),
        *_about_length(study),
        *_about_course(study, courses),
        *_about_board(study),
        *_about_losses(study),
        *_about_openings(study),
        *_about_skill(study, ladder, strengths),
        *_about_clauses(study, game, refusals),
    ]
    return settle(candidates)


def settle(candidates: Sequence[Candidate]) -> tuple[Finding, ...]:
    """Correct all p-values together, and keep what is proved, or has something to say otherwise."""
    tested = [each for each in candidates if each.p_value is not None]
    corrected = dict(zip((each.name for each in tested), holm([each.p_value or 0.0 for each in tested]), strict=True))
    found = []
    for each in candidates:
        p_value = corrected.get(each.name)
        if p_value is None or p_value < SURE:
            shown = None if p_value is None else float(f"{p_value:.3g}")
            found.append(Finding(each.name, each.sentence, each.weight, shown, each.examples))
        elif each.otherwise:
            found.append(Finding(each.name, each.otherwise, "fine", float(f"{p_value:.3g}"), each.examples))
    order = {"problem": 0, "remark": 1, "fine": 2}
    return tuple(sorted(found, key=lambda each: order[each.weight]))


def percent(share: float) -> str:
    """A share as a percentage, with a digit after the point where it is small."""
    digits = 0 if 0.1 <= share <= 0.9 or share in (0, 1) else 1
    return f"{100 * share:.{digits}f}"


def _with_interval(measure: Measure) -> str:
    if measure.value is None or measure.interval is None:
        return "unknown"
    low, high = measure.interval
    return f"{percent(measure.value)} % ({percent(low)} to {percent(high)})"


def _at_end(game: CorpusGame, words: str) -> tuple[Example, ...]:
    return (Example(game.number, len(game.moves), words),)


def _usual(study: Study, words: str) -> tuple[Example, ...]:
    return (Example(study.usual_game, 0, words),)


def _shortest(study: Study, wanted: Callable[[CorpusGame], bool], words: str) -> tuple[Example, ...]:
    game = study.example(wanted)
    return _at_end(game, words) if game else _usual(study, "A game of usual length.")


def _about_seats(study: Study) -> Iterable[Candidate]:
    found = seats.balance_of(study)
    if found is None:
        return
    shares = seats.seat_shares(study)
    told = ", ".join(f"seat {seat} wins {_with_interval(each)}" for seat, each in enumerate(shares, 1))
    fair = f"{percent(1 / study.seats)} % is fair"
    nobody = f"No seat is proved to be favoured in {len(study.games)} games: {told}, where {fair}."
    if study.seats > 2:
        yield Candidate(
            "balance",
            found.p_value,
            f"The seats are not equal: the balance is {min(found.value, 1):.2f} where 1 is fair.",
            "problem",
            _usual(study, "A game of usual length."),
            nobody,
        )
    finished = [not game.is_cut for game in study.games]
    # Of two seats one tells all.
    for seat, measure in enumerate(shares[: study.seats if study.seats > 2 else 1]):
        groups = study.groups((points[seat] for points in study.points), finished)
        yield Candidate(
            measure.name,
            share_apart(groups, 1 / study.seats),
            f"Seat {seat + 1} wins {_with_interval(measure)} of games where {fair}.",
            _weight_of_seat(measure),
            _shortest(study, partial(_is_won_by, seat), f"Seat {seat + 1} wins."),
            "" if study.seats > 2 else nobody,
        )


def _weight_of_seat(measure: Measure) -> Weight:
    assert measure.value is not None and measure.expected is not None
    return "problem" if abs(measure.value / measure.expected - 1) >= UNFAIR else "remark"


def _is_won_by(seat: int, game: CorpusGame) -> bool:
    return winner_of(game) == seat


def _about_ends(study: Study) -> Iterable[Candidate]:
    cut, drawn = ends.completion(study), ends.draws(study)
    unfinished = study.groups(game.is_cut for game in study.games)
    longest = study.plan.max_moves
    yield Candidate(
        "completion",
        share_above(unfinished, MANY_CUT),
        f"Only {_with_interval(cut)} of games end within {longest} moves.",
        "problem",
        _shortest(study, lambda game: game.is_cut, "Still not over."),
        f"{_with_interval(cut)} of games end by the rules within {longest} moves.",
    )
    if drawn.value is not None:
        groups = study.groups(
            (not game.is_cut and winner_of(game) is None for game in study.games),
            (not game.is_cut for game in study.games),
        )
        yield Candidate(
            "draws",
            share_above(groups, MANY_DRAWS),
            f"{_with_interval(drawn)} of games are drawn.",
            "problem",
            _shortest(study, lambda game: not game.is_cut and winner_of(game) is None, "A draw."),
            f"{_with_interval(drawn)} of games are drawn, not clearly more than {percent(MANY_DRAWS)} %.",
        )


def _about_length(study: Study) -> Iterable[Candidate]:
    short = f"{_with_interval(length.short_games(study))} of games are over before each seat has had"
    yield Candidate(
        "short_games",
        share_above(study.groups(map(length.is_short, study.games)), 0.5),
        f"{short} {length.FEW_TURNS} turns.",
        "problem",
        _shortest(study, lambda game: not game.is_cut, "The shortest game."),
        f"{short} {length.FEW_TURNS} turns.",
    )
    is_long = [len(game.moves) > LONG_DECISIONS for game in study.games]
    longest = max(study.games, key=lambda game: (len(game.moves), -game.number))
    yield Candidate(
        "long_games",
        share_above(study.groups(is_long), 0.5),
        f"{_with_interval(study.share('', '', '', is_long))} of games need more than {LONG_DECISIONS} decisions.",
        "remark",
        _at_end(longest, "The longest game."),
    )
    counts = [length.choices_of(game) for game in study.games]
    forced, decisions = [each.count(1) for each in counts], [len(each) for each in counts]
    most = max(zip(forced, study.games, strict=True), key=lambda each: (each[0], -each[1].number))[1]
    if sum(decisions):
        yield Candidate(
            "forced",
            share_above(study.groups(forced, decisions), MANY_FORCED),
            f"{_with_interval(study.share('', '', '', forced, decisions))} of decisions are none: one move is legal.",
            "problem",
            _at_end(most, "The game with the most forced moves."),
        )


def _about_course(study: Study, courses: Sequence[Course]) -> Iterable[Candidate]:
    held = [course.half_time is True for course in courses]
    known = [course.half_time is not None for course in courses]
    if any(known):
        comeback = max(zip(courses, study.games, strict=True), key=lambda each: max(each[0].deficits, default=0.0))
        deficits = comeback[0].deficits
        ply = comeback[0].moments[deficits.index(max(deficits))].ply if deficits else 0
        measure = study.share("", "", "", held, known)
        yield Candidate(
            "half_time_leader",
            share_above(study.groups(held, known), OPEN_AND_SHUT),
            f"Who leads at half-time wins {_with_interval(measure)} of games: the second half decides little.",
            "remark",
            (Example(comeback[1].number, ply, "The later winner is furthest behind here."),),
            f"Who leads at half-time wins {_with_interval(measure)} of games: there are comebacks."
            if measure.interval and measure.interval[1] < OPEN_AND_SHUT
            else "",
        )
    early = [course.decided is not None and course.decided < EARLY for course in courses]
    decided = [course.decided is not None for course in courses]
    if any(decided):
        first = min(
            (each for each in zip(courses, study.games, strict=True) if each[0].decided is not None),
            key=lambda each: (each[0].decided, each[1].number),
        )
        yield Candidate(
            "decision_time",
            share_above(study.groups(early, decided), 0.5),
            f"{_with_interval(study.share('', '', '', early, decided))} of games are decided in their first "
            f"{percent(EARLY)} %, and then only played out.",
            "problem",
            (Example(first[1].number, round((first[0].decided or 0) * len(first[1].moves)), "Decided from here on."),),
        )


def _about_board(study: Study) -> Iterable[Candidate]:
    repeated = [board.repeated(facts) for facts in study.facts]
    moves = [len(facts.keys) - 1 for facts in study.facts]
    most = max(zip(repeated, study.games, strict=True), key=lambda each: (each[0], -each[1].number))[1]
    yield Candidate(
        "repetition",
        share_above(study.groups(repeated, moves), MANY_REPEATED),
        f"{_with_interval(study.share('', '', '', repeated, moves))} of moves repeat a position.",
        "remark",
        _at_end(most, "The game with the most repeated positions."),
    )


def _about_losses(study: Study) -> Iterable[Candidate]:
    """Whether the seat that loses most units wins as often as any other would."""
    won, known = losses.wins_of(study, losses.most_losing(study))
    if not any(known):
        return
    measure = losses.most_losing_wins(study)
    assert measure.value is not None and measure.expected is not None
    helps = measure.value > measure.expected
    shown = next(game for game, *found in zip(study.games, won, known, strict=True) if found == [helps, True])
    yield Candidate(
        measure.name,
        share_apart(study.groups(won, known), measure.expected),
        f"The seat that loses the most units wins {_with_interval(measure)} of games, {'more' if helps else 'less'} "
        f"than the {percent(measure.expected)} % of any seat: {'losses do not hurt' if helps else 'losses hurt'}.",
        "remark" if helps else "fine",
        _at_end(shown, f"The seat that lost the most units {'wins' if helps else 'does not win'}."),
    )


def _about_openings(study: Study) -> Iterable[Candidate]:
    finished = [not game.is_cut for game in study.games]
    if not any(finished):
        return
    usual = sum(points[0] for points in study.points) / sum(finished)
    for text, measure in openings.first_move_shares(study).items():
        if measure.value is None or not 0 < usual < 1:
            continue
        begins = [facts.first_move == text for facts in study.facts]
        trials = [begin and is_whole for begin, is_whole in zip(begins, finished, strict=True)]
        hits = [points[0] * trial for points, trial in zip(study.points, trials, strict=True)]
        first = next(game for game, begin in zip(study.games, begins, strict=True) if begin)
        yield Candidate(
            measure.name,
            share_apart(study.groups(hits, trials), usual),
            f"After {text} the first seat gets {_with_interval(measure)}, else {percent(usual)} %.",
            "remark",
            (Example(first.number, 1, f"After {text}."),),
        )


def _about_skill(study: Study, ladder: Sequence[Study], strengths: Sequence[Study]) -> Iterable[Candidate]:
    for each in ladder:
        measure = skill.skill_measure(each)
        lower, higher = each.plan.players
        groups = each.groups(skill.higher_points(each))
        stronger, weaker = player_words(higher), player_words(lower)
        words = f"{stronger} of the machine gets {_with_interval(measure)} of the points against {weaker}"
        yield Candidate(
            f"{measure.name}.pays",
            share_above(groups, 0.5),
            f"Skill pays: {words}.",
            "fine",
            _usual(study, "A game of usual length."),
        )
        yield Candidate(
            measure.name,
            share_below(groups, LITTLE_SKILL),
            f"Thinking longer hardly pays: {words}.",
            "problem",
            _usual(study, "A game of usual length."),
        )
    fair = percent(1 / study.seats)
    for each in strengths:
        measure = skill.first_seat_measure(each)
        if measure.value is None:
            continue
        finished = [not game.is_cut for game in each.games]
        yield Candidate(
            measure.name,
            share_apart(each.groups((points[0] for points in each.points), finished), 1 / each.seats),
            f"At {player_words(each.plan.players[0])} the first seat wins {_with_interval(measure)} of games where "
            f"{fair} % is fair.",
            _weight_of_seat(measure),
            _shortest(study, partial(_is_won_by, 0), "Seat 1 wins."),
        )


def _about_clauses(study: Study, game: Game, refusals: clauses.Refusals) -> Iterable[Candidate]:
    games = len(study.games)
    for each in clauses.counted(study, game):
        if each.games:
            continue
        never = "never took part in a move" if each.role == "moves" else "never ended a game"
        yield Candidate(
            f"dead_clause.{each.clause}",
            None,
            f"{each.clause} {never} in {games:,} games: at most {percent(most_of_none(games))} % of games have it.",
            "remark",
            _usual(study, "A game of usual length, without it."),
        )
    for clause in clauses.forbidding(study, game) if refusals.positions else ():
        if not refusals.counts.get(clause):
            yield Candidate(
                f"idle_refusal.{clause}",
                None,
                f"{clause} forbade nothing of all that was tried at {refusals.positions:,} positions.",
                "remark",
                _usual(study, "A game of usual length."),
            )
