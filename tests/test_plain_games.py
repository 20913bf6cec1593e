"""Games in plain Python: what is derived for them, and what is said when they go wrong."""

import traceback
from typing import ClassVar, cast

import pytest

import ludoteca
from ludoteca import EMPTY, Outcome, PlainPosition, boards, plain_game
from ludoteca.core.option import Choice
from ludoteca.core.plain_game import PlainGame
from ludoteca.core.text_board import draw
from ludoteca.players import make_player
from ludoteca.search.perft import perft
from ludoteca.search.playout import Playout
from ludoteca.search.think import SEARCHES, Limits, Thinker, sample
from tests.play import everything


class Race(PlainPosition):
    """Two pieces run along a strip of five cells, each player one or two steps a turn; the first at the end wins."""

    board = boards.squares(5, 2)
    pieces = "AB"
    words = ("rest",)

    def set_up(self):
        self.cells = [EMPTY] * 10
        self.cells[0], self.cells[5] = "A", "B"
        self.steps_left = 2
        self.visited = {0, 5}
        self.log = []

    def moves(self):
        origin = self.cells.index(self.pieces[self.to_move])
        yield origin, origin + 1
        yield "rest"

    def apply(self, move):
        self.steps_left -= 1
        self.log.append(move)
        if move == "rest":
            self.steps_left = 0
        else:
            origin, target = move
            self.cells[target], self.cells[origin] = self.cells[origin], EMPTY
            self.visited.add(target)

    def next_seat(self):
        if self.steps_left:
            return self.to_move
        self.steps_left = 2
        return 1 - self.to_move

    def result(self):
        for seat, goal in ((0, 4), (1, 9)):
            if self.cells[goal] != EMPTY:
                return self.win(seat, "R1.1", f"{self.seat_names[seat]} is there")
        return self.draw("R1.1", "everybody is tired") if len(self.log) > 12 else None

    def evaluate(self, seat):
        ahead = self.cells.index("A") - (self.cells.index("B") - 5)
        return 100 * ahead if seat == 0 else -100 * ahead


RACE = plain_game(Race, "race")


def play_first(game):
    position = game.start()
    position.play(position.legal_moves()[0])


def texts(position):
    return [position.move_text(move) for move in position.legal_moves()]


def test_a_turn_of_several_decisions_and_moves_of_several_parts():
    position = RACE.start()
    assert texts(position) == ["a1-b1", "rest"]
    position.push_text("a1-b1")
    assert position.to_move == 0
    position.push_text("rest")
    assert position.to_move == 1
    position.push_text("a2-b2")
    assert str(position) == ".B.../.A... 2 steps_left=1 visited={0,1,5,6} log=[(0,1),'rest',(5,6)]"
    again = RACE.parse(str(position))
    assert everything(again)[:5] == everything(position)[:5]
    for _ in range(3):
        position.undo()
    assert everything(position) == everything(RACE.start())


def test_the_steps_of_a_move_are_what_it_changed():
    position = RACE.start()
    assert position.steps(position.parse_move("a1-b1")) == (("go", "A", (0, 1)),)
    assert position.steps(position.parse_move("rest")) == ()
    assert RACE.look.picks(position, position.parse_move("rest")) == ("rest",)


@pytest.mark.parametrize(
    ("text", "clause", "message"),
    [
        ("z9-b1", "text", "'z9' is not a cell; a move is written like a1-b1"),
        ("a1", "text", "a move is written like a1-b1 here, not like a1"),
        ("c1-d1", "none", "there is no piece on c1"),
        ("a2-b2", "owner", "the piece on a2 is Player 2's"),
        ("a1-d1", "other", "a1-d1 is not possible; from a1 there are a1-b1"),
        ("A1 D1", "other", "a1-d1 is not possible; from a1 there are a1-b1"),
    ],
)
def test_the_obvious_is_refused_by_derived_clauses(text, clause, message):
    assert isinstance(RACE, PlainGame)
    ruling = RACE.start().explain(text)
    assert ruling.message == message
    assert ruling.clause == RACE.derived_clause(clause)
    assert RACE.rules[ruling.clause]


@pytest.mark.parametrize(
    ("text", "meant"),
    [("a1b1", "a1-b1"), ("a1-b1", "a1-b1"), ("rest", "rest"), ("A1 b1", "a1-b1"), ("a1d1", None), ("a1b", None)],
)
def test_hyphens_may_be_left_out(text, meant):
    position = RACE.start()
    if meant:
        assert position.move_text(position.parse_move(text)) == meant
    else:
        assert position.explain(text).clause in RACE.rules
    assert position.explain("a1d1").message == "a1-d1 is not possible; from a1 there are a1-b1"


class Tired(Race):
    """Nobody can do anything but rest."""

    def moves(self):
        yield "rest"


def test_who_can_only_say_a_word_is_told_so():
    assert plain_game(Tired, "tired").start().explain("a1-b1").message == "only rest is possible now"


class Black(Race):
    seat_colours = ((30, 30, 30), (150, 110, 40))


def test_a_game_gives_its_seats_other_colours():
    seats = plain_game(Black, "black").look.sheet({}).seats
    assert [seat.colour for seat in seats] == [(30, 30, 30), (150, 110, 40)]


def test_keys_ignore_the_order_in_which_a_set_was_filled_and_copies_share_nothing():
    one, other = (cast(Race, RACE.start()) for _ in range(2))
    one.visited = {32, 0, 64}
    other.visited = {64, 32, 0}
    assert one.key == other.key != RACE.start().key
    copied = one.copy()
    copied.visited.add(7)
    copied.log.append("rest")
    assert (one.visited, one.log) == ({32, 0, 64}, [])


def test_a_key_is_the_same_in_every_process():
    assert RACE.start().key == 2800311588257373156


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_plays_a_plain_game(search):
    position = RACE.parse(".B.../...A. 1 steps_left=2 visited={0} log=[]")
    report = Thinker(RACE.evaluator, search=search).think(position, Limits(seconds=5, nodes=300, depth=3))
    assert position.move_text(report.best) == "d1-e1"


class Swift(Race):
    """Takes its moves back itself."""

    taken_back: ClassVar[list[object]] = []

    def set_up(self):
        self.cells = [EMPTY] * 10
        self.cells[0], self.cells[5] = "A", "B"

    def moves(self):
        origin = self.cells.index(self.pieces[self.to_move])
        return [(origin, target) for target in (origin + 1, origin + 2) if target // 5 == origin // 5]

    def apply(self, move):
        origin, target = move
        self.cells[target], self.cells[origin] = self.cells[origin], EMPTY

    def take_back(self, move):
        self.taken_back.append(move)
        origin, target = move
        self.cells[origin], self.cells[target] = self.cells[target], EMPTY

    def next_seat(self):
        return 1 - self.to_move

    def result(self):
        goals = ((0, 4), (1, 9))
        return next((self.win(seat, "R1.1", "there") for seat, goal in goals if self.cells[goal] != EMPTY), None)


def test_a_game_may_take_moves_back_itself():
    game = plain_game(Swift, "swift")
    position = game.start()
    position.push_text("a1-c1")
    before = everything(position)
    assert perft(position, 3) == 4
    assert everything(position) == before
    position.undo()
    assert Swift.taken_back[-1] == (0, 2)
    assert everything(position) == everything(game.start())


class Crowd(PlainPosition):
    """Any number of players put marks on a strip; whoever marks the last cell wins."""

    board = boards.points(6, 1)
    pieces = "abcd"

    def set_up(self):
        self.cells = [EMPTY] * 6

    def moves(self):
        return [cell for cell in self.board if self.cells[cell] == EMPTY]

    def apply(self, move):
        self.cells[move] = self.pieces[self.to_move]

    def result(self):
        last = (self.to_move - 1) % self.seats
        return None if EMPTY in self.cells else self.win(last, "R1.1", "the board is full")


def test_the_option_players_sets_the_number_of_seats():
    game = plain_game(Crowd, "crowd", options=(Choice("players", 3, "how many play", (2, 3, 4)),))
    for players in (2, 3, 4):
        sheet = game.look.sheet(game.choose({"players": players}))
        assert len(sheet.seats) == len(sheet.glyphs) == players
        position = game.start(players=players)
        while not position.is_over():
            position.play(position.legal_moves()[0])
        assert len(position.outcome().payoffs) == players
    assert sheet.seats[3].name == "Player 4"
    assert "d" in str(position)
    with pytest.raises(ludoteca.InvalidPosition, match="'d' on d1 is not a piece"):
        game.parse("abcd.. 1", players=3)
    assert Thinker(game.evaluator).think(game.start(), Limits(seconds=5, nodes=50)).best in range(6)


class Doubtful(Crowd):
    """Two pairs of names read the same without hyphens."""

    board = boards.cells(["a", "ab", "bc", "c"], [(0, 0), (1, 0), (2, 0), (3, 0)])

    def set_up(self):
        self.cells = [EMPTY] * 4

    def moves(self):
        return [(0, 2), (1, 3)]

    def result(self):
        return None


def test_a_move_that_is_not_clear_without_its_hyphens_is_refused():
    position = plain_game(Doubtful, "doubtful").start()
    assert position.explain("a-bc") is None
    assert position.explain("abc").message == "'abc' is not a cell; a move is written like a-bc"


class Bare(PlainPosition):
    """A heap of seven matches, and no look at all: whoever takes the last one wins."""

    words = ("one", "two")

    def set_up(self):
        self.matches = 7

    def moves(self):
        return self.words[: self.matches]

    def apply(self, move):
        self.matches -= 1 + self.words.index(move)

    def result(self):
        return None if self.matches else self.win(1 - self.to_move, "R1.1", "the heap is empty")


def test_a_game_without_a_look_can_be_shown_and_played():
    game = plain_game(Bare, "matches")
    position = game.start()
    assert str(position) == "1 matches=7"
    assert game.look.view(position).notes == ("Matches: 7.",)
    assert draw(game.look.sheet({}), game.look.view(position))
    best = Thinker(game.evaluator).think(position, Limits(seconds=10, nodes=3000)).best
    assert position.move_text(best) == "one"
    assert position.explain("three").clause in game.rules


@pytest.mark.parametrize("number", [-1, 11, 12 << 10, 1 << 62, 1 << 63, 1 << 70])
def test_a_number_without_a_move_is_a_value_error(number):
    position = RACE.start()
    assert isinstance(position, PlainPosition)
    for call in (position.move_of, position.parts_of, position.play):
        with pytest.raises(ValueError, match=r"a move|a word"):
            call(number)


# What goes wrong


@pytest.mark.parametrize("missing", ["set_up", "moves", "apply", "result"])
def test_a_method_that_is_forgotten_is_named(missing):
    methods = {name: getattr(Race, name) for name in ("set_up", "moves", "apply", "result") if name != missing}
    given = {**methods, "board": Race.board, "pieces": "AB", "words": Race.words, "next_seat": Race.next_seat}
    incomplete = plain_game(type("Incomplete", (PlainPosition,), given))
    with pytest.raises(NotImplementedError, match=f"Incomplete does not implement {missing}"):
        play_first(incomplete)


class Slip(Race):
    """Goes wrong when a piece has come to the middle."""

    def moves(self):
        if self.cells[2] != EMPTY:
            raise ZeroDivisionError("a slip of the designer")
        yield from super().moves()


SLIP = plain_game(Slip, "slip")


@pytest.mark.parametrize(
    "call",
    [
        lambda position: perft(position, 6),
        lambda position: Playout().run(position.copy()),
        lambda position: sample(position, Limits(seconds=20)),
        lambda position: make_player("engine:8", SLIP, 20).choose(position),
        lambda position: Thinker(SLIP.evaluator, search="mcts", threads=2).think(position, Limits(seconds=20)),
        lambda position: Thinker(SLIP.evaluator, search="paranoid").think(position, Limits(seconds=20)),
    ],
)
def test_an_exception_inside_a_search_ends_it_and_reaches_the_caller(call):
    position = SLIP.start()
    before = everything(position)
    with pytest.raises(ZeroDivisionError, match="a slip of the designer") as raised:
        call(position)
    assert "moves" in [frame.name for frame in traceback.extract_tb(raised.tb)]
    assert everything(position) == before


def broken(**methods):
    return plain_game(type("Broken", (Race,), methods))


def test_a_move_that_fails_halfway_is_undone():
    def apply(self, move):
        self.cells[0] = EMPTY
        raise ZeroDivisionError("halfway")

    position = broken(apply=apply).start()
    before = everything(position)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="halfway"):
            position.play(position.legal_moves()[0])
        assert everything(position) == before


@pytest.mark.parametrize(
    ("methods", "error", "message"),
    [
        ({"moves": lambda self: None}, TypeError, r"Broken.moves\(\) gives None"),
        ({"moves": lambda self: []}, ValueError, r"Broken.moves\(\) finds none, but result\(\) says"),
        ({"moves": lambda self: [77]}, ValueError, "77 in a move of Broken is neither a cell nor one of its words"),
        ({"moves": lambda self: ["jump"]}, ValueError, "'jump' in a move of Broken"),
        ({"moves": lambda self: [(0, -1)]}, ValueError, "-1 in a move of Broken"),
        ({"moves": lambda self: [(0,) * 7]}, ValueError, "1 to 6 parts, not 7"),
        ({"result": lambda self: True}, TypeError, r"Broken.result\(\) gives True, not None, self.win"),
        ({"result": lambda self: Outcome((1.0,), 0, "R1.1", "x")}, ValueError, r"gives 1 payoffs for 2 seats"),
        ({"next_seat": lambda self: 2}, ValueError, r"Broken.next_seat\(\) gives 2"),
        ({"apply": lambda self, move: setattr(self, "late", 1)}, AttributeError, "Broken.apply.* sets late"),
    ],
)
def test_a_mistake_is_told_in_words(methods, error, message):
    with pytest.raises(error, match=message):
        play_first(broken(**methods))


@pytest.mark.parametrize("name", ["make", "play", "steps", "win", "key", "payoff"])
def test_a_method_that_means_something_else_is_refused(name):
    with pytest.raises(TypeError, match=f"Broken defines {name}, which is a part of every position"):
        broken(**{name: lambda self: None})


def test_an_attribute_that_means_something_else_is_refused():
    def set_up(self):
        Race.set_up(self)
        self.words = ["rest"]

    with pytest.raises(AttributeError, match=r"Broken.set_up\(\) sets words"):
        broken(set_up=set_up).start()


def test_a_state_is_made_of_plain_values():
    def set_up(self):
        Race.set_up(self)
        self.clock = object()

    with pytest.raises(TypeError, match="the attribute clock holds a object"):
        broken(set_up=set_up).start()


def test_the_letter_of_the_house_is_not_for_games(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_GAMES", "")
    file = tmp_path / "haste.py"
    file.write_text(
        '"""# Haste\n\n## H1 All\n\n**H1.1** Be quick.\n"""\n'
        "from ludoteca import PlainPosition, plain_game\n"
        "class Haste(PlainPosition): pass\n"
        "GAME = plain_game(Haste)\n"
    )
    with pytest.raises(ludoteca.LudotecaError, match="the letter of the house rules"):
        ludoteca.GAMES.add_file(str(file))


def test_what_is_imported_when_it_is_used_is_listed_too():
    assert {"PlainPosition", "boards", "plain_game"} <= set(dir(ludoteca))
