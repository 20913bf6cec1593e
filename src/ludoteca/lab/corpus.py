"""Games of self-play as Parquet files, a row a game; `docs/corpus.md` has the whole format.

Moves are places in the list of legal moves, which the rules give in a fixed order: a corpus is replayed by the rules
that made it.
"""

import hashlib
import io
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from operator import ge
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow
from pyarrow import parquet

from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.core.record import Record
from ludoteca.core.ruling import LudotecaError
from ludoteca.games import GAMES
from ludoteca.lab.plan import SelfPlayPlan, Unit
from ludoteca.search.scores import WIN

PLAN_FILE = "plan.json"
PLAN_KEY = b"ludoteca.plan"
"""The plan in the metadata of each file, as JSON."""
FILE_NAME = re.compile(r"games-(\d{7,8})-(\d{7,8})-([0-9a-f]{16})\.parquet")
SCHEMA = pyarrow.schema(
    [
        pyarrow.field("number", pyarrow.int32(), nullable=False),
        pyarrow.field("opening", pyarrow.int32(), nullable=False),
        pyarrow.field("player_of_seat", pyarrow.list_(pyarrow.int8()), nullable=False),
        pyarrow.field("opening_plies", pyarrow.int16(), nullable=False),
        pyarrow.field("seats", pyarrow.list_(pyarrow.int8()), nullable=False),
        pyarrow.field("moves", pyarrow.list_(pyarrow.uint32()), nullable=False),
        pyarrow.field("counts", pyarrow.list_(pyarrow.uint32()), nullable=False),
        pyarrow.field("scores", pyarrow.list_(pyarrow.int32()), nullable=False),
        pyarrow.field("nodes", pyarrow.list_(pyarrow.uint32()), nullable=False),
        pyarrow.field("payoffs", pyarrow.list_(pyarrow.float64()), nullable=False),
        pyarrow.field("clause", pyarrow.string(), nullable=False),
    ]
)


class CorpusGame(NamedTuple):
    """One game, move by move."""

    number: int
    opening: int
    """The number of its opening: games with the same one differ in who sits where."""
    player_of_seat: tuple[int, ...]
    """By place among the plan's players."""
    opening_plies: int
    """So many of the moves are random, before the players take over; none of an opening that could not be fair."""
    seats: tuple[int, ...]
    """Who decided each move."""
    moves: tuple[int, ...]
    """The place of each move in the list of legal moves."""
    counts: tuple[int, ...]
    """How many legal moves there were at each."""
    scores: tuple[tuple[int, ...] | None, ...]
    """For each move what the search of the seat to move found each seat's score to be; None where none searched.

    Scores are those of `ludoteca.search.scores`: above PROVEN, 29,000, a win is proved, WIN less the plies to it; below
    -29,000 a loss. Otherwise 600, against -600, wins about seven games of eight (`Variation.shares`). A level of the
    machine that slips looks at some moves only, with few nodes: its score is of the best of those.
    """
    nodes: tuple[int, ...]
    """How many nodes, or tries, the search for each move took; 0 where there was none."""
    payoffs: tuple[float, ...]
    """For each seat; empty if the game was cut."""
    clause: str
    """Of the rules, by which the game ended; empty if it was cut."""
    plan: SelfPlayPlan

    @property
    def is_cut(self) -> bool:
        """Whether it was ended by the plan's longest game, and by no rule."""
        return not self.clause

    def positions(self) -> Iterator[Position]:
        """The first position and that after each move, each a copy; the last has the whole history."""
        position = self.plan.first_position()
        yield position.copy()
        for _ in self.replay(position):
            yield position.copy()

    def replay(self, position: Position) -> Iterator[int]:
        """Play the game on its first position; yields each move when it has been played.

        LudotecaError if the rules say anything else than the corpus: who moves, among how many moves, how it ends.
        """
        last = len(self.moves) - 1
        for ply, (seat, place, count) in enumerate(zip(self.seats, self.moves, self.counts, strict=True)):
            legal = position.legal_moves()
            self._agree(position.to_move == seat and len(legal) == count and place < count)
            position.play(legal[place])
            if ply == last:
                outcome = position.outcome()
                ended = (outcome.payoffs, outcome.clause) if outcome else ((), "")
                self._agree(ended == (self.payoffs, self.clause))
            yield legal[place]

    def _agree(self, is_by_the_rules: bool) -> None:
        if not is_by_the_rules:
            raise LudotecaError(f"game {self.number} of the corpus does not follow the rules of {self.plan.game}")

    def last_position(self) -> Position:
        """The position at the end, with the whole history."""
        *_, last = self.positions()
        return last

    def record(self) -> Record:
        """The game as a record."""
        names = {f"seat{seat + 1}": self.plan.players[place] for seat, place in enumerate(self.player_of_seat)}
        return Record.of(self.last_position(), number=str(self.number), seed=str(self.plan.seed), **names)


class CorpusFile(NamedTuple):
    """One file of a corpus, and the games in it."""

    path: Path
    unit: Unit


class Corpus:
    """The games in a folder, in order of their numbers. Games may still be missing: see `missing`.

    Raises LudotecaError if the folder or a file in it is not what it should be. Files are read as they are needed.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.plan = read_plan(self.folder)
        self.files = find_files(self.folder, self.plan)

    @property
    def game(self) -> Game:
        return GAMES[self.plan.game]

    @property
    def missing(self) -> int:
        """How many games of the plan are not there."""
        return self.plan.games - len(self)

    def __len__(self) -> int:
        return sum(each.unit.last - each.unit.first + 1 for each in self.files)

    def __iter__(self) -> Iterator[CorpusGame]:
        for each in self.files:
            yield from read_games(each, self.plan)

    def __getitem__(self, number: int) -> CorpusGame:
        """The game with a number; KeyError if it is missing."""
        for each in self.files:
            if each.unit.first <= number <= each.unit.last:
                return read_games(each, self.plan)[number - each.unit.first]
        raise KeyError(number)

    def table(self) -> Any:
        """All games as one pyarrow table."""
        tables = [read_table(each, self.plan) for each in self.files]
        return pyarrow.concat_tables(tables) if tables else SCHEMA.empty_table()


# Writing


def write_games(plan: SelfPlayPlan, games: Sequence[CorpusGame]) -> bytes:
    """Games as the bytes of a Parquet file; the same games give the same bytes."""
    rows = [{**game._asdict(), "scores": _flat(game)} for game in games]
    columns = [pyarrow.array([row[each.name] for row in rows], each.type) for each in SCHEMA]
    written = io.BytesIO()
    with parquet.ParquetWriter(
        written, SCHEMA, compression="zstd", compression_level=9, write_statistics=False, store_schema=False
    ) as writer:
        writer.write_table(pyarrow.Table.from_arrays(columns, schema=SCHEMA))
        writer.add_key_value_metadata({PLAN_KEY: plan.to_json().encode()})
    return written.getvalue()


def _flat(game: CorpusGame) -> list[int | None]:
    seats = len(game.player_of_seat)
    return [score for scores in game.scores for score in (scores or (None,) * seats)]


def keep_file(folder: Path, unit: Unit, content: bytes) -> Path:
    """Write a file of a corpus under its name: whole or not at all, even if this process is killed meanwhile."""
    path = folder / f"games-{unit.first:07}-{unit.last:07}-{_digest(content)}.parquet"
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)
    return path


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def begin_folder(folder: Path, plan: SelfPlayPlan) -> None:
    """Make a folder that holds the corpus of a plan, or see that it is one already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / PLAN_FILE
        if not path.exists():
            # Another shard of the same plan may begin at this moment.
            if not all(each.name.startswith(PLAN_FILE) for each in folder.iterdir()):
                raise LudotecaError(f"{folder} holds other things than a corpus; choose another folder")
            part = folder / f"{PLAN_FILE}.{os.getpid()}.part"
            part.write_text(plan.to_json() + "\n", encoding="utf-8")
            part.replace(path)
    except OSError as error:
        raise LudotecaError(f"{folder} cannot be written: {error.strerror}") from error
    differences = ", ".join(plan.differences(read_plan(folder)))
    if differences:
        raise LudotecaError(
            f"{folder} holds the games of another plan, which differs in {differences}; choose another folder"
        )


# Reading


def read_plan(folder: Path) -> SelfPlayPlan:
    """The plan of the corpus in a folder."""
    path = folder / PLAN_FILE
    try:
        plan = SelfPlayPlan.from_json(path.read_text(encoding="utf-8"))
        game = GAMES[plan.game]
        plan.first_position()
    except OSError as error:
        raise LudotecaError(f"{folder} is not a corpus: {PLAN_FILE} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LudotecaError(f"{path} is not text") from error
    except LudotecaError as error:
        raise LudotecaError(f"{path}: {error}") from error
    if plan.rules_version != game.rules_version:
        raise LudotecaError(
            f"{folder} was played by version {plan.rules_version} of the rules of {plan.game}, "
            f"and the present ones are version {game.rules_version}"
        )
    return plan


def find_files(folder: Path, plan: SelfPlayPlan) -> list[CorpusFile]:
    """The files of a corpus in order; LudotecaError if one is not of the plan or there twice. They are not read yet."""
    units = set(plan.units())
    found: dict[Unit, CorpusFile] = {}
    for path in sorted(folder.glob("*.parquet")):
        name = FILE_NAME.fullmatch(path.name)
        unit = Unit(int(name[1]), int(name[2])) if name else None
        if unit not in units:
            raise LudotecaError(f"{path} is not a file of this corpus")
        if unit in found:
            raise LudotecaError(f"{path} and {found[unit].path.name} hold the same games")
        found[unit] = CorpusFile(path, unit)
    return [found[unit] for unit in sorted(found)]


def is_damaged(file: CorpusFile) -> bool:
    """Whether the content of a file is not what its name says."""
    return _digest(read_content(file)) not in file.path.name


def read_content(file: CorpusFile) -> bytes:
    """The bytes of a file as they are."""
    try:
        return file.path.read_bytes()
    except OSError as error:
        raise LudotecaError(f"{file.path} cannot be read: {error.strerror}") from error


def read_table(file: CorpusFile, plan: SelfPlayPlan) -> Any:
    """The rows of a file, after it was checked."""
    return _table_of(file, read_content(file), plan)


def _table_of(file: CorpusFile, content: bytes, plan: SelfPlayPlan) -> Any:
    path = file.path
    if _digest(content) not in path.name:
        raise LudotecaError(f"{path} is damaged: its content is not what its name says")
    try:
        # Threads of Arrow that are still there when Python ends may abort the process.
        table = parquet.ParquetFile(pyarrow.BufferReader(content)).read(use_threads=False)
        table.validate(full=True)
    except (pyarrow.ArrowException, OSError) as error:
        raise LudotecaError(f"{path} is not a Parquet file") from error
    metadata = table.schema.metadata or {}
    if metadata.get(PLAN_KEY) != plan.to_json().encode():
        raise LudotecaError(f"{path} is of another corpus")
    numbers = list(range(file.unit.first, file.unit.last + 1))
    if not table.schema.equals(SCHEMA) or table["number"].to_pylist() != numbers:
        raise LudotecaError(f"{path} does not have the columns and games of a corpus file")
    return table


def read_games(file: CorpusFile, plan: SelfPlayPlan) -> list[CorpusGame]:
    """The games in a file, after it was checked."""
    return games_of(file, read_content(file), plan)


def games_of(file: CorpusFile, content: bytes, plan: SelfPlayPlan) -> list[CorpusGame]:
    """The games in the content of a file, which need not be there any more, after it was checked."""
    seats = plan.first_position().seats
    games = []
    for row in _table_of(file, content, plan).to_pylist():
        fault = _fault_of(row, plan, seats)
        if fault:
            raise LudotecaError(f"{file.path}: game {row['number']} {fault}")
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
        }
        values["scores"] = _by_move(row["scores"], seats)
        games.append(CorpusGame(**values, plan=plan))
    return games


def _fault_of(row: Mapping[str, Any], plan: SelfPlayPlan, seats: int) -> str:
    """Why a row cannot be a game of the plan, or nothing; whether it follows the rules, a replay tells."""
    if any(None in row[name] for name in ("player_of_seat", "seats", "moves", "counts", "nodes", "payoffs")):
        return "has gaps"
    length = len(row["moves"])
    if any(len(row[name]) != length for name in ("seats", "counts", "nodes")) or len(row["scores"]) != seats * length:
        return "has columns of different lengths"
    if not 1 <= length <= plan.max_moves:
        return f"has {length} moves, and the plan allows 1 to {plan.max_moves}"
    if row["opening"] != plan.opening_of(row["number"]):
        return "has another opening than the plan says"
    if tuple(row["player_of_seat"]) != plan.player_of_seat(row["number"], seats):
        return "has its players on other seats than the plan says"
    if row["opening_plies"] not in (0, plan.opening_plies) or row["opening_plies"] > length:
        return "has an opening of another length than the plan says"
    if min(row["seats"]) < 0 or max(row["seats"]) >= seats:
        return "has moves of a seat that there is not"
    if any(map(ge, row["moves"], row["counts"])):
        return "has a move that is not among the legal ones"
    return _fault_of_result(row, plan, seats) or _fault_of_scores(_by_move(row["scores"], seats))


def _fault_of_result(row: Mapping[str, Any], plan: SelfPlayPlan, seats: int) -> str:
    payoffs = row["payoffs"]
    if bool(payoffs) != bool(row["clause"]):
        return "has payoffs without a clause, or a clause without payoffs"
    if not payoffs and len(row["moves"]) != plan.max_moves:
        return "has no result, and is shorter than one that was cut"
    if payoffs and (len(payoffs) != seats or not all(-1 <= payoff <= 1 for payoff in payoffs)):
        return f"does not have {seats} payoffs from -1 to 1"
    return ""


def _fault_of_scores(found: Sequence[tuple[int, ...] | None]) -> str:
    searched = [scores for scores in found if scores]
    if any(None in scores for scores in searched):
        return "has scores of some seats only"
    if any(max(scores) > WIN or min(scores) < -WIN for scores in searched):
        return f"has scores beyond {WIN}"
    return ""


def _by_move(found: Sequence[int], seats: int) -> tuple[tuple[int, ...] | None, ...]:
    """The scores of all seats at each move; None where nobody searched."""
    nobody = (None,) * seats
    return tuple(None if scores == nobody else scores for scores in zip(*[iter(found)] * seats, strict=True))
