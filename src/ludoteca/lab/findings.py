"""What a designer should read first: the questions that a report asks of its games, and a game to look at for each.

`candidate` decides what is said of each.
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from statistics import median

from ludoteca.core.game import Game
from ludoteca.lab import clause_findings
from ludoteca.lab.analysis import Example, Finding, Measure, Weight
from ludoteca.lab.candidate import Candidate, Question, Range, measure_words, question, settle
from ludoteca.lab.corpus import CorpusGame
from ludoteca.lab.course import Course
from ludoteca.lab.figures import figure
from ludoteca.lab.metrics import board, clauses, ends, length, losses, openings, seats, skill
from ludoteca.lab.plan import SelfPlayPlan
from ludoteca.lab.statistics import share_above, share_apart, share_below
from ludoteca.lab.study import Study, player_words, winner_of
from ludoteca.lab.study_plan import command_words, games_for

MANY_DRAWS, MANY_CUT, MANY_FORCED = 0.3, 0.02, 0.3
MANY_REPEATED = 0.1
LONG_MOVES = 400
OPEN_AND_SHUT = 0.9
"""Half-time leaders who win more often than this leave little to play for."""
EARLY = 0.3
LITTLE_SKILL = 0.55
"""What the better player gets at least in a game of skill."""
UNFAIR = 0.2
"""By so much of a fair share a seat's may differ and be worth no more than a remark."""


def findings(
    study: Study,
    game: Game,
    courses: Sequence[Course],
    refusals: clauses.Refusals,
    ladder: Sequence[Study] = (),
    strengths: Sequence[Study] = (),
    begun: openings.Openings | None = None,
    more: Sequence[Candidate] = (),
) -> tuple[Finding, ...]:
    """The findings of a report, and what `more` there may be: problems first, what is fine last."""
    candidates = [
        *more,
        *_about_seats(study),
        *_about_ends(study),
        *_about_length(study),
        *_about_course(study, courses),
        *_about_board(study),
        *_about_losses(study),
        *(_about_openings(begun) if begun else ()),
        *_about_skill(ladder),
        *_about_strengths(strengths),
        *clause_findings.candidates(study, game, refusals),
    ]
    return _with_usual_game(study, settle(candidates))


def _with_usual_game(study: Study, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings that have nothing special to show get a game as most are, if possible one that is shown already."""
    shown = {each.game for finding in found for each in finding.examples if each.part == study.part}
    finished = [game for game in study.games if not game.is_cut] or study.games
    usual = median(len(game.moves) for game in finished)
    game = min(
        [game for game in finished if game.number in shown] or finished,
        key=lambda game: (abs(len(game.moves) - usual), game.number),
    )
    example = _at_end(study, game, "A usual game.")
    return tuple(
        finding if finding.examples or _is_of_a_clause(finding) else replace(finding, examples=example)
        for finding in found
    )


def _is_of_a_clause(finding: Finding) -> bool:
    """Whether it is about something that no game has."""
    return finding.name.startswith(("dead_clause.", "idle_refusal."))


def _at_end(study: Study, game: CorpusGame, words: str) -> tuple[Example, ...]:
    return (Example(game.number, len(game.moves), words, part=study.part),)


def _shortest(study: Study, wanted: Callable[[CorpusGame], bool], words: str) -> tuple[Example, ...]:
    """The shortest game of a kind; nothing if there is none to see."""
    game = study.example(wanted)
    return _at_end(study, game, words) if game else ()


def _about_seats(study: Study) -> Iterable[Candidate]:
    found = seats.balance_of(study)
    if found is None:
        return
    finished = [not game.is_cut for game in study.games]
    shares, count = seats.seat_shares(study), sum(finished)
    told = ", ".join(f"seat {seat} wins {measure_words(each)}" for seat, each in enumerate(shares, 1))
    fair = f"{figure(1 / study.seats, 'share')} is fair"
    wins = [sum(points[seat] for points in study.points) for seat in range(study.seats)]
    apart = max(range(study.seats), key=lambda seat: abs(wins[seat] - count / study.seats))
    shared = " (draws are shared)" if any(map(_is_drawn, study.games)) else ""
    about_all = Question(
        tuple((each.value, each.interval) for each in shares if each.value is not None and each.interval is not None),
        1 / study.seats,
        _even(study.seats),
        count,
        f"The seats are about equal: {told}, where {fair}.",
        f"whether the seats are equal: seat {apart + 1} won {wins[apart]:.4g} of {count}{shared}, where "
        f"{count / study.seats:.4g} would be fair",
    )
    if study.seats > 2:
        favoured = wins.index(max(wins))
        yield Candidate(
            "balance",
            found.p_value,
            f"The seats are not equal: {told}, where {fair}.",
            "problem",
            _shortest(study, partial(_is_won_by, favoured), f"Seat {favoured + 1} wins."),
            about_all,
        )
    # Of two seats one tells all.
    for seat, measure in enumerate(shares[: study.seats if study.seats > 2 else 1]):
        groups = study.groups((points[seat] for points in study.points), finished)
        yield Candidate(
            measure.name,
            share_apart(groups, 1 / study.seats),
            f"Seat {seat + 1} wins {measure_words(measure)} of games, where {fair}.",
            _weight_of_seat(measure),
            _shortest(study, partial(_is_won_by, seat), f"Seat {seat + 1} wins."),
            question(measure, 1 / study.seats, None, count) if study.seats > 2 else about_all,
        )


def _even(seats: int) -> Range:
    """Shares that are as good as fair."""
    return (1 - UNFAIR) / seats, (1 + UNFAIR) / seats


def _weight_of_seat(measure: Measure) -> Weight:
    assert measure.value is not None and measure.expected is not None
    return "problem" if abs(measure.value / measure.expected - 1) >= UNFAIR else "remark"


def _is_won_by(seat: int, game: CorpusGame) -> bool:
    return winner_of(game) == seat


def _is_drawn(game: CorpusGame) -> bool:
    return not game.is_cut and winner_of(game) is None


def _about_ends(study: Study) -> Iterable[Candidate]:
    ended, drawn, games = ends.completion(study), ends.draws(study), len(study.games)
    unfinished = study.groups(game.is_cut for game in study.games)
    longest = study.plan.max_moves
    yield Candidate(
        "completion",
        share_above(unfinished, MANY_CUT),
        f"Only {measure_words(ended)} of games end within {longest:,} moves.",
        "problem",
        _shortest(study, lambda game: game.is_cut, "Still not over."),
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
            share_above(study.groups(map(_is_drawn, study.games), finished), MANY_DRAWS),
            f"{measure_words(drawn)} of games are drawn.",
            "problem",
            _shortest(study, _is_drawn, "A draw."),
            question(
                drawn,
                MANY_DRAWS,
                (-inf, MANY_DRAWS),
                sum(finished),
                f"Draws are not too many: {measure_words(drawn)} of games.",
                f"whether draws are too many, which is more than {figure(MANY_DRAWS, 'share')} here: "
                f"{sum(map(_is_drawn, study.games))} of {sum(finished)} games were drawn",
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
        _shortest(study, lambda game: not game.is_cut, "The shortest game."),
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
        _at_end(study, longest, "The longest game."),
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
            _at_end(study, most, "The game with the most forced moves."),
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


def _about_course(study: Study, courses: Sequence[Course]) -> Iterable[Candidate]:
    held = [course.half_time is True for course in courses]
    known = [course.half_time is not None for course in courses]
    if any(known):
        comeback = max(zip(courses, study.games, strict=True), key=lambda each: max(each[0].deficits, default=0.0))
        deficits = comeback[0].deficits
        behind = max(deficits, default=0.0)
        ply = comeback[0].moments[deficits.index(behind)].ply if deficits else 0
        measure = study.share("", "", "", held, known)
        yield Candidate(
            "half_time_leader",
            share_above(study.groups(held, known), OPEN_AND_SHUT),
            f"A seat that leads at half-time wins {measure_words(measure)} of games: the second half decides little.",
            "remark",
            (Example(comeback[1].number, ply, "The later winner is furthest behind here."),) if behind > 0 else (),
            question(
                measure,
                OPEN_AND_SHUT,
                (-inf, OPEN_AND_SHUT),
                len(study.games),
                f"There are comebacks: a seat that leads at half-time wins {measure_words(measure)} of games.",
                f"whether there are comebacks: a seat that led at half-time won {sum(held)} of {sum(known)} games",
            ),
        )
    early = [course.decided is not None and course.decided < EARLY for course in courses]
    decided = [course.decided is not None for course in courses]
    if any(decided):
        first = min(
            (each for each in zip(courses, study.games, strict=True) if each[0].decided is not None),
            key=lambda each: (each[0].decided, each[1].number),
        )
        measure = study.share("", "", "", early, decided)
        when = f"decided in their first {figure(EARLY, 'share')}"
        yield Candidate(
            "decision_time",
            share_above(study.groups(early, decided), 0.5),
            f"{measure_words(measure)} of games are {when}, and then only played out.",
            "problem",
            (Example(first[1].number, round((first[0].decided or 0) * len(first[1].moves)), "Decided from here on."),),
            question(
                measure,
                0.5,
                (-inf, 0.5),
                len(study.games),
                f"Games stay open: {measure_words(measure)} of them are {when}.",
                f"whether games stay open: {measure_words(measure)} of them are {when}",
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
        _at_end(study, most, "The game with the most repeated positions.") if any(repeated) else (),
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
        "remark" if helps else "fine",
        _at_end(study, shown, f"The seat that lost the most units {'wins' if helps else 'does not win'}."),
        question(
            measure,
            measure.expected,
            None,
            len(study.games),
            unclear=f"whether losses hurt: the seat that lost most units won {sum(won)} of {sum(known)} games, "
            f"where {sum(known) * measure.expected:.4g} would be usual",
        ),
    )


def _about_openings(begun: openings.Openings) -> Iterable[Candidate]:
    study = begun.study
    finished = [not game.is_cut for game in study.games]
    if not any(finished):
        return
    usual = sum(points[0] for points in study.points) / sum(finished)
    for text, measure in openings.first_move_shares(begun).items():
        if measure.value is None or not 0 < usual < 1:
            continue
        begins = [beginning.first_move == text for beginning in begun.beginnings]
        trials = [begin and is_whole for begin, is_whole in zip(begins, finished, strict=True)]
        hits = [points[0] * trial for points, trial in zip(study.points, trials, strict=True)]
        first = next(game for game, begin in zip(study.games, begins, strict=True) if begin)
        yield Candidate(
            measure.name,
            share_apart(study.groups(hits, trials), usual),
            f"After {text} the first seat wins {measure_words(measure)}, otherwise {figure(usual, 'share')}.",
            "remark",
            (Example(first.number, 1, f"After {text}.", part=study.part),),
            question(measure, usual, None, len(trials)),
        )


def _about_skill(ladder: Sequence[Study]) -> Iterable[Candidate]:
    for each in ladder:
        measure = skill.skill_measure(each)
        lower, higher = each.plan.players
        stronger, weaker = player_words(higher), player_words(lower)
        words = f"{stronger} of the machine gets {measure_words(measure)} of the points against {weaker}"
        yield Candidate(
            measure.name,
            share_below(each.groups(skill.higher_points(each)), LITTLE_SKILL),
            f"Thinking longer hardly pays: {words}.",
            "problem",
            _shortest(each, partial(_is_won_by_player, 1), f"{stronger.capitalize()} beats {weaker}."),
            question(
                measure,
                LITTLE_SKILL,
                (0.5, inf),
                len(each.games),
                f"Skill pays: {words}.",
                f"whether skill pays: {words}",
                partial(_more_besides, "match", each.plan),
            ),
        )


def _is_won_by_player(place: int, game: CorpusGame) -> bool:
    winner = winner_of(game)
    return winner is not None and game.player_of_seat[winner] == place


def _about_strengths(strengths: Sequence[Study]) -> Iterable[Candidate]:
    for each in strengths:
        measure = skill.first_seat_measure(each)
        if measure.value is None:
            continue
        finished = [not game.is_cut for game in each.games]
        player = each.plan.players[0]
        words = (
            f"the first seat wins {measure_words(measure)} of games, where {figure(1 / each.seats, 'share')} is fair"
        )
        yield Candidate(
            measure.name,
            share_apart(each.groups((points[0] for points in each.points), finished), 1 / each.seats),
            f"At {player_words(player)} {words}.",
            _weight_of_seat(measure),
            _shortest(each, partial(_is_won_by, 0), "Seat 1 wins."),
            question(
                measure,
                1 / each.seats,
                _even(each.seats),
                sum(finished),
                f"At {player_words(player)} no seat is clearly favoured: {words}.",
                f"whether the first seat is favoured at {player_words(player)}: {words}",
                partial(_more_besides, "report", each.plan),
            ),
        )


def _more_besides(command: str, plan: SelfPlayPlan, count: int) -> str:
    """How to get so many games of a set that a report plays besides its own, which has not more than a few."""
    if games := games_for(count):
        return f"Play about {games:,} games (--games {games})."
    plan = replace(plan, games=count, seed=1)
    if command == "report":
        words = [*command_words(command, plan), "--out", "more.html"]
    else:
        # A match takes neither nodes nor a position.
        words = command_words(command, replace(plan, nodes=0, start=""))
    return f"Try: {shlex.join(words)}"
