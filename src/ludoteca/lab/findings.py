"""What a designer should read first: the questions that a report asks of its games, and a game to look at for each.

`candidate` decides what is said of each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from statistics import median

from ludoteca.core.game import Game
from ludoteca.lab import clause_findings
from ludoteca.lab.advice import more_games
from ludoteca.lab.analysis import Finding
from ludoteca.lab.candidate import Candidate, measure_words, question, settle
from ludoteca.lab.changed_games import Variant
from ludoteca.lab.course import Course
from ludoteca.lab.course_findings import about_course, about_skill
from ludoteca.lab.figures import counted_words, figure
from ludoteca.lab.metrics import board, clauses, ends, length, losses, openings, skill
from ludoteca.lab.seat_findings import about_openings, about_seats, about_strengths
from ludoteca.lab.shown_games import at_end, is_drawn, shortest
from ludoteca.lab.statistics import share_above, share_apart
from ludoteca.lab.study import Study

MANY_DRAWS, MANY_CUT, MANY_FORCED = 0.3, 0.02, 0.3
MANY_REPEATED = 0.1
LONG_MOVES = 400


def findings(
    study: Study,
    game: Game,
    courses: Sequence[Course],
    refusals: clauses.Refusals,
    ladder: Sequence[Study] = (),
    strengths: Sequence[Study] = (),
    begun: openings.Openings | None = None,
    more: Sequence[Candidate] = (),
    variant: Variant | None = None,
) -> tuple[Finding, ...]:
    """The findings of a report, and what `more` there may be: problems first, what is fine last."""
    doubt = skill.doubt(ladder)
    candidates = [
        *more,
        *about_seats(study, begun, doubt),
        *_about_ends(study),
        *_about_length(study),
        *about_course(study, courses, ladder),
        *_about_board(study),
        *_about_losses(study),
        *(about_openings(begun, doubt) if begun else ()),
        *about_skill(ladder, study.plan),
        *about_strengths([each for each in strengths if each is not study], study.plan, doubt),
        *clause_findings.candidates(study, game, refusals, variant),
    ]
    return _with_usual_game(study, settle(candidates, more_games(study.plan, variant)))


def _with_usual_game(study: Study, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings that have nothing special to show get a game as most are, if possible one that is shown already."""
    shown = {each.game for finding in found for each in finding.examples if each.part == study.part}
    finished = [game for game in study.games if not game.is_cut] or study.games
    usual = median(len(game.moves) for game in finished)
    game = min(
        [game for game in finished if game.number in shown] or finished,
        key=lambda game: (abs(len(game.moves) - usual), game.number),
    )
    example = at_end(study, game, "A usual game.")
    return tuple(
        finding if finding.examples or clause_findings.is_of_no_game(finding) else replace(finding, examples=example)
        for finding in found
    )


def _about_ends(study: Study) -> Iterable[Candidate]:
    ended, drawn, games = ends.completion(study), ends.draws(study), len(study.games)
    unfinished = study.groups(game.is_cut for game in study.games)
    longest = study.plan.max_moves
    yield Candidate(
        "completion",
        share_above(unfinished, MANY_CUT),
        f"Only {measure_words(ended)} of games end within {longest:,} moves.",
        "problem",
        shortest(study, lambda game: game.is_cut, "Still not over."),
        question(
            ended,
            1 - MANY_CUT,
            (1 - MANY_CUT, inf),
            games,
            f"{measure_words(ended)} of games end by the rules within {longest:,} moves.",
            f"whether nearly all games come to an end: {games - sum(game.is_cut for game in study.games)} of {games} "
            f"did within {longest:,} moves",
        ),
    )
    if drawn.value is not None:
        finished = [not game.is_cut for game in study.games]
        yield Candidate(
            "draws",
            share_above(study.groups(map(is_drawn, study.games), finished), MANY_DRAWS),
            f"{measure_words(drawn)} of games are drawn.",
            "problem",
            shortest(study, is_drawn, "A draw."),
            question(
                drawn,
                MANY_DRAWS,
                (-inf, MANY_DRAWS),
                games,
                f"Draws are not too many: {measure_words(drawn)} of games.",
                f"whether draws are too many, which is more than {figure(MANY_DRAWS, 'share')} here: "
                f"{sum(map(is_drawn, study.games))} of {counted_words(sum(finished), 'game')} that ended were drawn",
                counted=sum(finished),
            ),
        )


def _about_length(study: Study) -> Iterable[Candidate]:
    games = len(study.games)
    short = length.short_games(study)
    before = f"over before each seat has had {length.FEW_TURNS} turns"
    yield Candidate(
        "short_games",
        share_above(study.groups(map(length.is_short, study.games)), 0.5),
        f"Games are short: {measure_words(short)} of them are {before}.",
        "remark",
        shortest(study, lambda game: not game.is_cut, "The shortest game."),
        question(
            short,
            0.5,
            (-inf, 0.5),
            games,
            f"Few games are too short: {measure_words(short)} of them are {before}.",
            f"whether most games are short: {measure_words(short)} of them are {before}",
        ),
    )
    is_long = [len(game.moves) > LONG_MOVES for game in study.games]
    long = study.share("", "", "", is_long)
    longest = max(study.games, key=lambda game: (len(game.moves), -game.number))
    yield Candidate(
        "long_games",
        share_above(study.groups(is_long), 0.5),
        f"Games are long: {measure_words(long)} of them need more than {LONG_MOVES} moves.",
        "remark",
        at_end(study, longest, "The longest game."),
        question(
            long,
            0.5,
            (-inf, 0.5),
            games,
            f"Most games are not long: {measure_words(long)} of them need more than {LONG_MOVES} moves.",
            f"whether most games are long: {measure_words(long)} of them need more than {LONG_MOVES} moves",
        ),
    )
    counts = [length.choices_of(game) for game in study.games]
    forced, decisions = [each.count(1) for each in counts], [len(each) for each in counts]
    most = max(zip(forced, study.games, strict=True), key=lambda each: (each[0], -each[1].number))[1]
    if sum(decisions):
        measure = study.share("", "", "", forced, decisions)
        yield Candidate(
            "forced",
            share_above(study.groups(forced, decisions), MANY_FORCED),
            f"{measure_words(measure)} of moves are forced: there is only one.",
            "problem",
            at_end(study, most, "The game with the most forced moves.") if any(forced) else (),
            question(
                measure,
                MANY_FORCED,
                (-inf, MANY_FORCED),
                games,
                f"Players have a choice: {measure_words(measure)} of moves are forced.",
                f"whether too many moves are forced, which is more than {figure(MANY_FORCED, 'share')} here: "
                f"{measure_words(measure)} are",
            ),
        )


def _about_board(study: Study) -> Iterable[Candidate]:
    repeated = [board.repeated(facts) for facts in study.facts]
    moves = [len(facts.keys) - 1 for facts in study.facts]
    most = max(zip(repeated, study.games, strict=True), key=lambda each: (each[0], -each[1].number))[1]
    measure = study.share("", "", "", repeated, moves)
    yield Candidate(
        "repetition",
        share_above(study.groups(repeated, moves), MANY_REPEATED),
        f"{measure_words(measure)} of moves repeat a position.",
        "remark",
        at_end(study, most, "The game with the most repeated positions.") if any(repeated) else (),
        question(
            measure,
            MANY_REPEATED,
            (-inf, MANY_REPEATED),
            len(study.games),
            unclear=f"whether positions are often repeated: {measure_words(measure)} of moves do",
        ),
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
        f"The seat that loses most units wins {measure_words(measure)} of games, {'more' if helps else 'less'} than "
        f"the {figure(measure.expected, 'share')} of any seat: {'losses do not hurt' if helps else 'losses hurt'}.",
        "remark",
        at_end(study, shown, f"The seat that lost the most units {'wins' if helps else 'does not win'}."),
        question(
            measure,
            measure.expected,
            None,
            len(study.games),
            unclear=f"whether losses hurt: the seat that lost most units won {sum(won)} of "
            f"{counted_words(sum(known), 'game')}, where {sum(known) * measure.expected:.4g} would be usual",
            counted=sum(known),
            counting="have a winner and a seat that lost most",
        ),
    )
