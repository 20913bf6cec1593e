"""Findings about clauses that never did anything: no game shows them, but an example of the rules may."""

from collections.abc import Iterable

from ludoteca.core.game import Game
from ludoteca.core.ruling import LudotecaError
from ludoteca.lab.advice import command_of, in_folder
from ludoteca.lab.analysis import Example, Finding, Measure
from ludoteca.lab.candidate import Candidate
from ludoteca.lab.changed_games import Variant
from ludoteca.lab.figures import SIGNS, figure
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
    games = len(study.games)
    cut = sum(each.is_cut for each in study.games)
    if not game.clause_roles.moves:
        yield Candidate(
            "unmarked_clauses",
            None,
            "The game does not say which clauses take part in its moves: only those that end games are counted.",
            "remark",
        )
    for each in clauses.counted(study, game):
        if each.games or each.share.interval is None:
            continue
        never = "took part in no move" if each.role == "moves" else "ended none"
        shown = _of_rules(game, each.clause)
        early = f" It may have come too late for {cut:,} that were cut." if cut and each.role != "moves" else ""
        yield Candidate(
            f"{DEAD}{each.clause}",
            None,
            f"{each.clause} {never} of {games:,} games (so most likely fewer than "
            f"{_in_100(each.share)}){_but_forbade(each.clause, refusals)}.{early}{_without_example(shown)}"
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
                f"{clause} forbade nothing of what we tried in {len(refusals.samples):,} positions (so most likely it "
                f"does in fewer than {_in_100(of_positions)}).{_without_example(shown)}",
                "remark",
                shown,
            )


def _but_forbade(clause: str, refusals: clauses.Refusals) -> str:
    """What a clause that never did anything is there for after all."""
    count = refusals.counts.get(clause, 0)
    return f", but it forbade {count:,} of the tries" if count else ""


def _in_100(measure: Measure) -> str:
    """The upper end of its range, to two digits."""
    assert measure.interval is not None
    return f"{figure(float(f'{measure.interval[1]:.2g}'), 'share').removesuffix(SIGNS['share'])} in 100"


def _of_rules(game: Game, clause: str, is_refusal: bool = False) -> tuple[Example, ...]:
    """No game shows what never happened, but the rules may."""
    example = rule_example(game, clause, is_refusal)
    return (example,) if example else ()


def _without_example(shown: tuple[Example, ...]) -> str:
    return "" if shown else " So no game can show it, and the rules have no drawn example of it."


def _way_to_drop(study: Study, game: Game, clause: str, compared: Variant | None) -> str:
    """How to try the game without a clause, if an option can switch it off and the page does not do that."""
    if compared and clause in compared.game.clauses_off(compared.game.choose(compared.options)):
        return ""
    for option in game.options:
        try:
            options = game.choose({**study.plan.options, option.name: "off"})
        except LudotecaError:
            continue
        off = game.clauses_off(options)
        if clause in off:
            dropped = Variant("", game, options, study.plan.start)
            command = command_of(study.plan, dropped, f"{game.name}-{option.name.replace('_', '-')}-off.html")
            also = _also_off(game, off, {clause, *clauses.switched_off(study, game)})
            return f" To try the game without it{also}: {in_folder(study.plan, command)}"
    return ""


def _also_off(game: Game, off: tuple[str, ...], known: set[str]) -> str:
    """The other clauses that an option switches off together with the one that is meant."""
    others = tuple(each for each in game.rules.clauses if each in off and each not in known)
    return f", which switches off {clauses.listed(others)}, too" if others else ""
