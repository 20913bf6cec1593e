"""Findings about clauses that never did anything: no game shows them, but an example of the rules may."""

from collections.abc import Iterable

from ludoteca.core.game import Game
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.advice import command_of, in_folder, page_of
from ludoteca.lab.analysis import Example, Finding
from ludoteca.lab.candidate import LEAST_GAMES, Candidate, most_in_100
from ludoteca.lab.changed_games import Variant
from ludoteca.lab.figures import counted_words
from ludoteca.lab.metrics import clauses
from ludoteca.lab.rule_examples import rule_example
from ludoteca.lab.study import Study

DEAD, IDLE = "dead_clause.", "idle_refusal."


def is_of_no_game(finding: Finding) -> bool:
    """Whether it is about something that none of the games has."""
    return finding.name.startswith((DEAD, IDLE))


def candidates(
    study: Study, game: Game, refusals: clauses.Refusals, variant: Variant | None = None
) -> Iterable[Candidate]:
    """Clauses that never did anything in these games."""
    if not game.clause_roles.moves:
        yield Candidate(
            "unmarked_clauses",
            None,
            "The game does not say which clauses take part in its moves: only those that end games are counted.",
            "remark",
        )
    for each in clauses.counted(study, game):
        telling = len(study.games) - (0 if each.role == "moves" else study.cut_games)
        if each.games or telling < LEAST_GAMES:
            continue
        shown = _of_rules(game, each.clause)
        yield Candidate(
            f"{DEAD}{each.clause}",
            None,
            f"{each.clause} {_never(study, each)} (so most likely fewer than {most_in_100(each.chance)})"
            f"{_but_forbade(each.clause, refusals)}.{_unseen(study, each)}{_without_example(shown)}"
            f"{_way_to_drop(study, game, each.clause, variant)}",
            "remark",
            shown,
        )
    for clause in clauses.forbidding(study, game):
        of_positions = clauses.refusing_positions(study, refusals, clause)
        if of_positions.value == 0 and of_positions.interval is not None:
            shown = _of_rules(game, clause, is_refusal=True)
            yield Candidate(
                f"{IDLE}{clause}",
                None,
                f"{clause} forbade nothing of what we tried in {counted_words(len(refusals.samples), 'position')} (so "
                f"most likely it does in fewer than {most_in_100(of_positions)}).{_without_example(shown)}",
                "remark",
                shown,
            )


def _never(study: Study, each: clauses.ClauseCount) -> str:
    """What a clause never did. One that ends games had no chance to end those that were cut."""
    if each.role == "moves":
        return f"took part in no move of {study.games_words}"
    return f"ended none of {counted_words(len(study.games) - study.cut_games, 'game')}"


def _unseen(study: Study, each: clauses.ClauseCount) -> str:
    """What the games could not show as they are cut."""
    words = "".join(f" {clauses.late_words(study, late)}" for late in study.late_limits if late.clause == each.clause)
    if study.cut_games:
        which = "of them" if each.role == "moves" else "more"
        words += f" {study.cut_games:,} {which} {clauses.cut_words(study)}"
    return words


def _but_forbade(clause: str, refusals: clauses.Refusals) -> str:
    """What a clause that never did anything is there for after all."""
    count = refusals.counts.get(clause, 0)
    return f", but it forbade {count:,} of the tries" if count else ""


def _of_rules(game: Game, clause: str, is_refusal: bool = False) -> tuple[Example, ...]:
    """No game shows what never happened, but the rules may."""
    example = rule_example(game, clause, is_refusal)
    return (example,) if example else ()


def _without_example(shown: tuple[Example, ...]) -> str:
    return "" if shown else " So no game can show it, and the rules have no drawn example of it."


def _way_to_drop(study: Study, game: Game, clause: str, compared: Variant | None) -> str:
    """How to try the game without a clause, if an option can switch it off and the page does not do that.

    Without a limit that no game can come to nothing would change.
    """
    if compared and clause in compared.game.clauses_off(compared.game.choose(compared.options)):
        return ""
    late = {each.option for each in study.late_limits}
    for option in game.options:
        if option.name in late:
            continue
        try:
            options = game.choose({**study.plan.options, option.name: "off"})
        except LudotecaError:
            continue
        off = game.clauses_off(options)
        if clause in off:
            dropped = Variant("", game, options, study.plan.start)
            command = command_of(study.plan, dropped, page_of(study.plan, dropped))
            also = _also_off(game, off, {clause, *clauses.switched_off(study, game)})
            return f" To try the game without it{also}: {in_folder(study.plan, command)}"
    return ""


def _also_off(game: Game, off: tuple[str, ...], known: set[str]) -> str:
    """The other clauses that an option switches off together with the one that is meant."""
    others = tuple(each for each in game.rules.clauses if each in off and each not in known)
    return f", which switches off {clauses.listed(others)}, too" if others else ""
