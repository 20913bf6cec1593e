"""What a designer is told whose methods give what cannot be used, before other code stumbles over it."""

import traceback

from ludoteca.core.game import module_named
from ludoteca.core.outcome import Outcome
from ludoteca.core.position import Position


def no_moves_given(position: Position) -> TypeError:
    """The error that `moves` has neither returned nor yielded anything."""
    return TypeError(f"{type(position).__name__}.moves() gives None: return a list, or yield each move")


def refuse_bad_cells(position: Position, cells: object, count: int) -> None:
    """Refuse what is not a list with a piece or a number for each of so many cells."""
    if cells is None or _are_alike(cells, count):
        return
    kinds = set(map(type, cells)) if isinstance(cells, list) else set()
    if not isinstance(cells, list):
        fault = f"a {type(cells).__name__}"
    elif kinds & {list, tuple}:
        fault = "a list of lists"
    elif len(cells) != count:
        fault = f"a list of {len(cells)}"
    elif len(kinds) > 1 or not isinstance(cells[0], str | int):
        fault = f"a list of {' and '.join(sorted(kind.__name__ for kind in kinds))}"
    else:
        return
    raise TypeError(
        f"{type(position).__name__}.set_up() sets cells to {fault}: it must be one list with a piece or EMPTY, or a "
        f"number, for each of the {count} cells of the board"
    )


def _are_alike(cells: object, count: int) -> bool:
    """Whether all cells hold the same, as on an empty board: that is seen faster than the kinds of so many things."""
    if type(cells) is not list or not cells or len(cells) != count or type(cells[0]) not in (str, int):
        return False
    return cells.count(cells[0]) == count


def refuse_bad_result(position: Position, ending: object) -> None:
    """Refuse a result that is not an outcome with a payoff for each seat."""
    name = type(position).__name__
    if not isinstance(ending, Outcome):
        raise TypeError(f"{name}.result() gives {ending!r}, not None, self.win(...) or self.draw(...)")
    if len(ending.payoffs) != position.seats:
        raise ValueError(f"{name}.result() gives {len(ending.payoffs)} payoffs for {position.seats} seats")


def refuse_bad_clause(position: Position, clauses: tuple[str, ...], clause: str) -> None:
    """Refuse a clause that takes part in a move, but not by what the class says."""
    if clause not in clauses:
        raise ValueError(f"{type(position).__name__}.apply() fires {clause!r}, which clauses_in_moves does not have")


def as_score(position: Position, value: object) -> int:
    """What `evaluate` gives, as the whole number that a search takes."""
    if not isinstance(value, int | float):
        raise TypeError(f"{type(position).__name__}.evaluate() gives {value!r}, not a number")
    return round(value)


def in_words(error: Exception, module: str) -> str:
    """An exception, with the function and the line of the game's own file where it came from."""
    file = module_named(module).__file__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    where = f"{frames[-1].name}() in line {frames[-1].lineno} raises " if frames else ""
    return " ".join(f"{where}{type(error).__name__}: {error}".split())
