"""`oxideal play`: what the screen shows, the commands, practice, records, and the rules of each game."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import oxideal
from helpers.cases import module_of
from helpers.effort import times
from helpers.messages import says
from oxideal import bots
from oxideal._internal.text import width
from oxideal._registry import GAMES, GameInfo
from oxideal.cli import main
from oxideal.cli.play import session
from oxideal.cli.play.screen import Screen
from oxideal.differential import GAMES as RULES
from oxideal.errors import InvalidRulesError
from oxideal.narration.base import NAMES, Base, seated
from oxideal.record import read
from oxideal.words import words as words_of

ROOT = Path(__file__).parent.parent.parent

PACKAGE = str(Path(oxideal.__file__).parent)

ANSI = "\x1b["

PAUSE = "Enter: go on > "


def plain(text: str) -> str:
    """Return a text without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


class Terminal(io.StringIO):
    """Standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Person(io.StringIO):
    """Standard input that types these lines, and then random moves by number, up to a number of lines.

    At a pause it types the lines in `waiting`, and then Enter.
    """

    def __init__(self, lines: tuple[str, ...], more: int, terminal: bool, waiting: tuple[str, ...] = ()) -> None:
        self.lines = list(lines)
        self.waiting = list(waiting)
        self.more = more
        self.terminal = terminal
        self.chance = random.Random(7)
        super().__init__()

    def isatty(self) -> bool:
        return self.terminal

    def readline(self, _: int | None = -1, /) -> str:  # type: ignore[override]  # typeshed mixes text and bytes
        if isinstance(sys.stdout, Terminal) and sys.stdout.getvalue().endswith(PAUSE):
            line = f"{self.waiting.pop(0) if self.waiting else ''}\n"
        elif self.lines:
            line = f"{self.lines.pop(0)}\n"
        else:
            self.more -= 1
            line = f"#{self.chance.choice((1, 1, 2, 3, 5))}\n" if self.more >= 0 else ""
        if self.terminal:
            sys.stdout.write(line)  # as a terminal does
        return line


class Played:
    """What a run of the command printed, split at its prompts."""

    def __init__(self, status: int, out: str) -> None:
        self.status = status
        self.raw = out
        self.out = plain(out)
        self.turns = re.split(r"your move> |^> ", self.out, flags=re.MULTILINE)

    def longest(self) -> int:
        """Return the most lines of the screen that a turn takes, with the line of the prompt."""
        first, *others = [part for turn in self.turns for part in turn.split(PAUSE)]
        return max(first.count("\n") + 1, *(turn.count("\n") for turn in others))


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that plays: it types lines, then `more` random moves, on a terminal of this size or into a pipe."""

    def played(
        arguments: str,
        *lines: str,
        more: int = 0,
        size: tuple[int, int] | None = None,
        rules: str = "{}",
        waiting: tuple[str, ...] = (),
    ) -> Played:
        out = io.StringIO() if size is None else Terminal()
        columns, rows = size or (80, 24)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(rows))
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stdin", Person(lines, more, size is not None, waiting))
        status = main(["play", *arguments.split(), *(["--rules", rules] if rules != "{}" else [])])
        return Played(status, out.getvalue())

    return played


def started(game: str, more: str = "") -> str:
    """Return the arguments for a game that is the same each time."""
    return f"{game} --seed 7 {'' if GAMES[game].solitaire else '--bots rule'} {more}"


# The screen


@pytest.mark.parametrize(
    ("size", "language"), [((80, 24), "en"), ((40, 24), "en"), ((24, 10), "en"), ((80, 24), "zh")], ids=str
)
def test_whole_rounds_fit_the_screen(game: str, size: tuple[int, int], language: str, play: Any) -> None:
    """No line is wider than the terminal; on 80 x 24 each turn fits, with all that was said since the last one."""
    done = play(started(game, f"--language {language}"), more=120, size=size)
    assert max(map(width, done.out.splitlines())) <= size[0]
    if language == "en":
        assert len(done.turns) > 20
    if (size, language) == ((80, 24), "en"):
        assert done.longest() <= 24


def test_twelve_trains_fit_the_screen(play: Any) -> None:
    done = play("mexican_train --seed 8 --bots rule", more=12, size=(80, 24), rules='{"players": 12, "set": 15}')
    turn = done.turns[1]
    assert max(part.count("\n") for part in turn.split(PAUSE)) <= 24
    assert set(NAMES) <= set(re.findall(r"\w+", turn))


def test_move_typed_at_a_pause_is_played_at_the_prompt(play: Any) -> None:
    out = play("mexican_train --seed 7 --bots rule", size=(80, 24), waiting=("/undo", "12-2 cleo")).out
    assert f"{PAUSE}/undo\nmoves can be taken back in" in out
    before, _, after = out.partition(f"{PAUSE}12-2 cleo\n")
    assert "your move>" not in before
    table, _, answer = after.partition("your move> 12-2 cleo\n")
    assert "Mexican" in table
    assert "You play 2-12 on Cleo's train." in answer


def test_move_typed_where_there_is_no_choice(play: Any) -> None:
    """The person is told so, and the round continues with Enter."""
    out = play("doudizhu --bots rule --seed 0", *["pass"] * 12, size=(80, 24), waiting=("9", "/table") * 12).out
    told = out.partition(f"{PAUSE}9\nYou have only one move now; Enter plays it.\n")[2]
    assert told.startswith(f"{PAUSE}/table\n")
    assert PAUSE in told[len(PAUSE) :]


def test_red_cards_are_red_on_a_terminal_only(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = play("rummy --seed 7 --bots rule", size=(80, 24)).raw
    assert re.search(r"\x1b\[[0-9;]*31m7♥", coloured)
    assert not re.search(r"\x1b\[[0-9;]*31m7♣", coloured)
    assert ANSI not in play("rummy --seed 7 --bots rule").raw
    assert ANSI not in play("rummy --seed 7 --bots rule --plain", size=(80, 24)).raw
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("NO_COLOR", "1")
    Screen().line("A♥")
    assert out.getvalue() == "A♥\n"
    monkeypatch.setenv("TERM", "dumb")
    assert not Screen().boxes


def test_plain_screen_has_ascii_only(game: str, play: Any) -> None:
    done = play(started(game, "--plain"), "/rules", "/table", "/help", more=60, size=(80, 24))
    assert done.out.isascii()
    assert len(done.turns) > 10


def test_works_without_rich(game: str, play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is that of the plain screen."""
    with_rich = play(started(game, "--plain"), more=30, size=(80, 24))
    for name in ("rich", "rich.console", "rich.highlighter", "rich.theme"):
        monkeypatch.setitem(sys.modules, name, None)
    assert play(started(game), more=30, size=(80, 24)).raw == with_rich.raw


def test_page_shows_the_first_screen(play: Any) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    block = re.search(r"^    \$ oxideal play (.*)\n((?:    .*\n|\n)+)", page, re.MULTILINE)
    assert block is not None
    shown = re.sub("^    ", "", block[2], flags=re.MULTILINE).rstrip("\n")
    assert shown == f"{play(block[1], size=(100, 24)).turns[0]}your move>"


def test_words_get_views_of_the_own_seat_only(game: str, play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """So no word on the screen can depend on what is hidden from the person."""
    kind: Any = GAMES[game].part("narration").Words
    seen = []
    methods = [name for name in vars(Base) if callable(getattr(Base, name)) and not name.startswith("__")]
    for name in methods:
        method = getattr(kind, name)

        def spied(*given: Any, _method: Any = method, **values: Any) -> Any:
            for value in (*given, *values.values()):
                assert not hasattr(value, "copy") or isinstance(value, list | tuple | dict), "a state"
                if hasattr(value, "seat"):
                    seen.append(value.seat)
            return _method(*given, **values)

        monkeypatch.setattr(kind, name, spied)
    own = "" if GAMES[game].solitaire else "--seat 1"
    play(started(game, own), "/table", more=60)
    assert len(seen) > 20
    assert set(seen) == {0 if GAMES[game].solitaire else 1}


# Typed moves


def test_play_by_numbers_to_the_end(game: str, play: Any) -> None:
    rules = {"rummy": '{"turn_limit": 30}', "doudizhu": '{"auction": false}'}.get(game, "{}")
    done = play(started(game), *["#1"] * 300, rules=rules)
    assert done.status == 0
    assert "your move> #1" in done.out
    assert re.search(r"^(You (win|lose|get)|Nobody wins).*\.$", done.out, re.MULTILINE)
    assert re.search(r"^ +round +total$", done.out, re.MULTILINE)


def test_no_command_is_a_card(play: Any) -> None:
    """Plain letters are cards: q is a queen, after a question."""
    done = play("doudizhu --seed 7 --bots rule", "3", "q", "", "k", "a", "/quit")
    assert "You play Q." in done.turns[3]
    assert "You left the game.\n" in done.turns[-1]
    for game in GAMES:
        rules = module_of(game, "rust").Rules()
        texts = {str(rules.move(action)).casefold() for action in range(rules.num_actions)}
        assert not texts & {*session.COMMANDS}


DOUDIZHU, TRAIN, RUMMY, SQUARE = (
    "doudizhu --bots rule --seed",
    "mexican_train --bots rule --seed",
    "rummy --bots rule --seed",
    "foursquare --seed",
)


@pytest.mark.parametrize(
    ("start", "lines", "answer"),
    [
        # Numbers of the list of moves
        (f"{SQUARE} 7", ["1"], "You place 5C at -1,0"),
        (f"{SQUARE} 7", ["7"], "move number must be 1 to 5, got 7"),
        (f"{DOUDIZHU} 8", ["#0"], "move number must be 1 to"),
        *((f"{game} 7", ["3", "11"], "is called 11; for move number 11 type #11") for game in (RUMMY, DOUDIZHU)),
        # Texts, and parts of them
        (f"{TRAIN} 6", ["12-2"], "You play 2-12 on your own train."),
        (f"{DOUDIZHU} 7", ["3", "triplet"], "triplet:   #19: 777   #20: JJJ\n"),
        (f"{DOUDIZHU} 7", ["3", "9 10 j q k"], "You play 9 10 J Q K, a sequence."),
        (f"{RUMMY} 28", ["draw", "k"], "discard:   #13: KC   #14: KH\n"),
        (f"{RUMMY} 28", ["draw", "5"], "meld:   #2: 3C 4C 5C   #3: 2C 3C 4C 5C\ndiscard:   #7: 5C\n"),
        (f"{RUMMY} 2", ["draw", "8d"], "lay off:   #1: 8D on 9D 10D JD QD\ndiscard:   #"),
        (f"{RUMMY} 2", ["draw", "discard 8d"], "You discard 8D."),
        (f"{RUMMY} 2", ["draw", "lay off 8d"], "You lay off 8D on "),
        *((f"{RUMMY} 7", ["draw", text], "You meld 7C 7H 7S.") for text in ("7s 7h 7c", "7♠7♥7♣", "meld 7C 7H 7S")),
        # What else is said
        (f"{DOUDIZHU} 7", ["3", "/moves"], ": 5 6 7 8 9 10 J Q K A"),
        (f"{DOUDIZHU} 7 --hint 200it", ["3", "/hint"], "%. +100% is to win always, -100% to lose always."),
        (f"{DOUDIZHU} 3", ["pass"], "Nobody has bid: new cards are dealt."),
        (f"{SQUARE} 7 --hint 1000000it", ["0,0", "/hint"], "The search ended early"),
        # Commands that do not apply
        (f"{RUMMY} 7", ["/next"], "the round is not over"),
        (f"{RUMMY} 7", ["/undo"], "in practice only: oxideal play rummy --practice"),
        (f"{RUMMY} 7", ["/score"], "no round is over yet"),
        *((f"{SQUARE} 7", [*["1"] * 40, text], "the round is over") for text in ("/hint", "/moves", "/table", "#1")),
        # Refusals
        (f"{DOUDIZHU} 7", ["xyz"], 'no move is called "xyz"; expected "pass", "bid 1" to "bid 3", or the cards of'),
        (f"{DOUDIZHU} 7", ["3", "xyz"], 'no move is called "xyz"; expected "pass", or the cards of'),
        *((f"{game} 7", ["出牌\x07"], '"出牌?"') for game in (DOUDIZHU, TRAIN, RUMMY, SQUARE)),
        (f"{RUMMY} 7", ["/出"], '"/出"'),
        (f"{DOUDIZHU} 7", ["3", "TT9"], "9 10 10 is not a combination"),
        (f"{DOUDIZHU} 7", ["3", "TTT"], "the play needs 3 of rank 10, but the hand has 2 [DD-11]"),
        (f"{TRAIN} 3", ["2-10 ada"], "[MT-09]"),
        (f"{RUMMY} 3", ["5d 5h 5s"], "[RM-03]"),
        (f"{TRAIN} 3", ["9-12 qq"], 'invalid move "9-12 qq"; expected "draw"'),
        (f"{RUMMY} 3", ["x"], 'invalid move "x"; expected "draw", "take", "meld 7C 7D 7S"'),
        (f"{RUMMY} 3", ["KC 2D"], "KC 2D is not a meld: a group is three or four cards of one rank [RM-08]"),
        (f"{SQUARE} 7", ["10,0"], 'invalid cell "10,0"'),
        (f"{SQUARE} 7", ["3,3"], "[FS-03]"),
    ],
)
def test_typed_text_is_a_move_or_a_question(start: str, lines: list[str], answer: str, play: Any) -> None:
    turn = play(start, *lines).turns[len(lines)]
    assert answer.replace("\n", " ") in turn.replace("\n", " ")


def test_tile_that_fits_two_trains_is_asked_for(play: Any) -> None:
    start, rules = f"{TRAIN} 8", '{"players": 12, "set": 15}'
    turns = play(start, "13-15", "13-15 Hugo", rules=rules).turns
    assert turns[1] == "13-15\nYour train (15):   #1: 13-15\nHugo's train (15):   #2: 13-15\n"
    assert "You play 13-15 on Hugo's train." in turns[2].replace("\n", " ")


def test_enter_plays_the_only_match(play: Any) -> None:
    done = play("rummy --seed 7 --bots rule", "draw", "q", "", "/quit")
    assert done.turns[2] == "q\n/quit leaves the game.\ndiscard:   #11: QC\nEnter plays it.\n"
    assert "You discard QC." in done.turns[3]
    done = play("rummy --seed 28 --bots rule", "stock", "", "k", "", "/quit")
    assert "You draw 2C." in done.turns[1]
    assert done.turns[2] == done.turns[4] == "\n"  # nothing was offered, or two moves
    done = play("rummy --seed 7 --bots rule", "draw", "q", "/score", "", "q", "nonsense", "", "/quit")
    assert done.turns[4] == done.turns[7] == "\n"  # another command came between


# Commands


def test_help_lists_every_command(game: str, play: Any) -> None:
    for command in ("/help", "help", "/h"):
        done = play(started(game), command, size=(80, 24))
        assert set(re.findall(r"^(/\w+) ", done.turns[1], re.MULTILINE)) == {f"/{name}" for name in session.COMMANDS}
        assert done.turns[1].count("\n") < 24


def test_hint_names_a_legal_move_and_its_result(game: str, play: Any) -> None:
    for command in ("/hint", "?"):
        done = play(started(game, "--hint 200it"), command)
        assert re.search(r"^Hint: .+\. Average\sresult\sin\s\d+", done.turns[1], re.MULTILINE), done.turns[1]


def test_commands_can_be_shortened(play: Any) -> None:
    done = play("rummy --seed 7 --bots rule", "/ru", "/n", "/what", "/", "/q")
    assert done.turns[1].startswith("/ru\nIn one minute: ")
    assert done.turns[2] == '/n\n"/n" could be /next or /new\n'
    assert done.turns[3] == '/what\nunknown command "/what"; /help lists the commands\n'
    assert 'unknown command "/"' in done.turns[4]
    assert done.out.endswith("You left the game.\n")


def test_new_match(play: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = play(f"foursquare --seed 7 --records {file}", "1", "/new", "y", "1", "/quit", rules='{"diagonal": true}')
    assert done.out.count("FourSquare, seed ") == 2
    first, second = read(file)
    assert first.seed == 7 != second.seed
    assert second.rules == first.rules == {"diagonal": True}


def test_new_match_asks_before_it_leaves_one(play: Any) -> None:
    question = "Leave this match? yes or no > "
    assert question not in play("foursquare --seed 7", "/new").out  # nothing has been played
    kept = play("foursquare --seed 7", "1", "/new", "", "/new", "no", "/new", "2", "/quit").out
    assert kept.count(f"{question}\nThe match continues.") == kept.count(f"{question}no\nThe match continues.") == 1
    assert kept.count("FourSquare, seed ") == 1
    assert "The match continues.\nyour move> 2\nYou place" in kept  # a move, not an answer


# Rounds and results


def test_match_ends(play: Any, tmp_path: Path) -> None:
    """With Mexican Train's rounds: 0 and 1 for the highest double 1."""
    done = play(
        f"mexican_train --seed 7 --bots rule --records {tmp_path / 'games.jsonl'}",
        *["#1", ""] * 20,
        rules='{"players": 2, "set": 1, "hand_size": 1}',
    )
    assert "The match is over. Won by: " in done.out
    assert "/new: new match, /quit: leave" in done.out
    first, second = read(tmp_path / "games.jsonl")
    assert (first.rules["engine"], second.rules["engine"]) == (1, 0)
    totals = [a + b for a, b in zip(first.scores or (), second.scores or (), strict=True)]
    assert re.search(rf"^You +{(second.scores or [])[0]} +{totals[0]}$", done.out, re.MULTILINE)


def test_end_of_a_round_shows_open_hands_only_where_the_rules_do(play: Any) -> None:
    train = play("mexican_train --seed 8 --bots rule", *["#1"] * 60).out
    assert re.search(r"^(Ada|Ben|Cleo) holds \d", train, re.MULTILINE)
    state: Any = module_of("doudizhu", "rust").Match(seed=8).state
    cards = play("doudizhu --seed 8 --bots rule", *["pass"] * 30).out
    assert "Ben has no cards left: the landlord wins. The bid was 3." in cards
    assert "Ada holds" not in cards
    assert state.hands[1] not in cards


# Practice


def test_undo_takes_the_last_decision_back(play: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = play(
        f"rummy --seed 7 --bots rule --practice --records {file}", "/undo", "draw", "kc", "/undo", "qc", "/quit"
    )
    assert "no move of yours to take back" in done.turns[1]
    assert "You take back: discard KC.\n" in done.turns[4]
    assert "You discard QC." in done.turns[5]
    (record,) = read(file)
    assert record.actions[:2] == ("draw", "discard QC")
    assert record.info == {"play": {"seat": 0, "bots": ["rule"], "practice": True, "undone": 1}}


def test_undo_skips_moves_without_a_choice(play: Any) -> None:
    start = "doudizhu --seed 8 --bots rule --practice"
    turns = play(start, *["pass"] * 10).turns
    after = next(number for number, turn in enumerate(turns) if "(your only move)" in turn and "Ada  peasant" in turn)
    undone = play(start, *["pass"] * after, "/undo").turns[after + 1]
    assert "You take back: pass." in undone
    assert undone.partition("\n\n")[2] == turns[after - 1].partition("\n\n")[2]


# Records


def test_round_is_recorded_when_the_output_pipe_closes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Left(io.StringIO):
        def write(self, text: str) -> int:
            if "To place" in text:
                raise BrokenPipeError
            return super().write(text)

    file = tmp_path / "games.jsonl"
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    monkeypatch.setattr(sys, "stdout", Left())
    assert main(["play", "foursquare", "--seed", "7", "--records", str(file)]) == 1
    assert capsys.readouterr().err == ""
    assert next(read(file)).actions == ("0,0",)


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ("return view.nothing", ["Traceback", "return view.nothing", "AttributeError", "raised an error"]),
        ("return 1.5", ["did not return a legal move: a move must be a Move of this game, its text or its id"]),
        ("return 5", [f"did not return a legal move: {says('must_draw_card_first', rule='RM-03')}"]),
    ],
)
def test_bot_that_fails(
    body: str,
    messages: list[str],
    play: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The round is recorded, and the error is that of the bot."""
    name = f"failing_{len(body)}.py"  # a module of its own
    (tmp_path / name).write_text(f"class Bot:\n    def choose(self, view, limit=None):\n        {body}\n")
    monkeypatch.chdir(tmp_path)
    done = play(f"rummy --seed 7 --bots {name}:Bot --records game.jsonl", "draw", "kc")
    assert done.status == 1
    assert done.out.endswith("You left the game.\n")
    assert next(read(tmp_path / "game.jsonl")).actions == ("draw", "discard KC")
    error = capsys.readouterr().err
    assert all(message in error for message in messages), error
    assert error.splitlines()[-1].startswith(f"oxideal play: Ada ({name}:Bot) ")
    assert "session.py" not in error


# Leaving


class Interrupting(Person):
    """A person who presses Ctrl-C where the line is ^C."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as above
        line = super().readline(size)
        if line == "^C\n":
            raise KeyboardInterrupt
        return line


@pytest.mark.parametrize(
    ("lines", "terminal", "status", "warnings"),
    [
        (("^C", "^C"), True, 130, 1),
        (("^C", "draw", "^C", "/quit"), True, 0, 2),
        (("^C",), False, 130, 0),
    ],
)
def test_ctrl_c_leaves_the_second_time(
    lines: tuple[str, ...], terminal: bool, status: int, warnings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", Interrupting(lines, 0, terminal))
    assert main(["play", "rummy", "--seed", "7", "--bots", "rule"]) == status
    assert out.getvalue().count("Ctrl-C again, or /quit, leaves the game.") == warnings
    assert plain(out.getvalue()).endswith("You left the game.\n")


class Interrupted:
    """Presses Ctrl-C at the line of this number of the package, from 1 on, and counts the lines since play began."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.lines = 0
        self.has_begun = False

    def __call__(self, frame: FrameType, event: str, _: object) -> Interrupted | None:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        self.has_begun |= frame.f_code is session.Session.play.__code__
        if event == "line" and self.has_begun:
            self.lines += 1
            if self.lines == self.number:
                signal.raise_signal(signal.SIGINT)
        return self


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_at_any_line_leaves_and_loses_no_record(play: Any, tmp_path: Path) -> None:
    """It never ends in a traceback, and the round is recorded exactly once."""
    records = tmp_path / "games.jsonl"

    def run(number: int) -> tuple[Any, int]:
        records.unlink(missing_ok=True)
        tracing = Interrupted(number)
        before = sys.gettrace()
        sys.settrace(tracing)
        try:
            done = play(f"rummy --seed 7 --bots rule --records {records}", "draw", "foo", "/quit")
        finally:
            sys.settrace(before)
            if hasattr(signal, "setitimer"):  # pressed while `waking` ends, Ctrl-C leaves a timer that does nothing
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
        return done, tracing.lines

    run(0)  # imports
    done, lines = run(0)
    assert (done.status, lines > 1000) == (0, True)
    after = 25  # in which `main` returns; there the program handles Ctrl-C otherwise
    for number in range(1, lines - after, 1 if times(1, quick=0) else 97):
        done, _ = run(number)
        assert (done.status, len([*read(records)])) == (130, 1), number


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts a read")
def test_ctrl_c_just_before_a_read_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python then notices it after the read. The same happens if another thread gets the signal, as here."""
    end, begin = os.pipe()
    out = io.StringIO()
    left, found = threading.Event(), []

    def press() -> None:
        while not out.getvalue().endswith("your move> "):
            time.sleep(0.001)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        found.append(left.wait(20))
        os.close(begin)

    presser = threading.Thread(target=press)
    with os.fdopen(end) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", out)
        presser.start()
        status = main(["play", "rummy", "--seed", "7", "--bots", "rule"])
        left.set()
        presser.join()
    assert (status, found) == (130, [True])
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_resigning_ends_the_round_and_is_taken_back(play: Any) -> None:
    sure = ("/resign", "no", "/resign", "yes")
    done = play("rummy --seed 7 --bots rule --practice", *sure, "/undo", "draw", *sure[2:], "/quit")
    assert done.out.count("You resigned.\nYou lose.\n") == 2
    assert "no\nThe match continues.\nyour move> " in done.out


def test_a_person_can_play_in_chinese(game: str, play: Any) -> None:
    """What is printed has no English word but what is typed: moves, commands, and the names of players and bots."""
    moves = "pass|bid|me|mexican|draw|take|meld|group|high|discard"
    typed = rf"/\w+|\S+\.jsonl|level:5|Ctrl|--\S+|\b({moves}|yes|no|oxideal|play)\b"
    done = play(f"{game} --seed 7 --language zh", "/rules", "", "", "", "/help", "", "", "xx", "/hint", more=60)
    said = re.sub("|".join([typed, game, *map(re.escape, NAMES)]), "", done.out)
    assert re.findall(r"[A-Za-z]{4,}", said) == []
    assert re.search('"xx"[^"]*请', done.out)  # what is accepted


def test_answers_are_understood_in_chinese_at_any_time(play: Any) -> None:
    out = play("doudizhu --bots rule --seed 3 --preset huanle --language zh", "叫地主", "抢地主", "xyz").out
    assert out.count("[DD-36]") == 1
    assert '"加倍"、或' in out


def test_ctrl_c_ends_a_hint_only(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(bots.SearchBot, "think", interrupted)
    done = play("rummy --seed 7 --bots rule", "/hint", "draw", "/quit")
    assert done.turns[1] == "/hint\nNo hint.\n"
    assert "You draw 3D." in done.turns[2]


# Rules


def narrated(game: str, rules: Any) -> Any:
    names = seated(0, rules.players)
    return GAMES[game].part("narration").Words(words_of(game), Screen(plain=True), rules, 0, names)


def page(game: str, fields: dict[str, Any]) -> str:
    module: Any = module_of(game, "rust")
    rules = module.Rules.from_dict(fields)
    return "\n".join(narrated(game, rules).rules())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (24, 10)], ids=str)
def test_rules_are_shown_in_pages(game: str, size: tuple[int, int], play: Any) -> None:
    shown = play(started(game), "/rules", size=size).turns[1]
    pages = shown.removeprefix("/rules\n").split(f"{PAUSE}\n")
    assert all(part.count("\n") < size[1] for part in pages)
    assert (len(pages) > 1) is (sum(part.count("\n") for part in pages) > size[1] - 2)
    plain_text = " ".join("".join(pages).split())
    assert plain_text == " ".join(page(game, {}).split())
    assert play(started(game), "/rules").turns[1].count(PAUSE) == 0  # not into a pipe


def test_every_option_changes_the_rules_page(game: str, play: Any) -> None:
    default = module_of(game, "rust").Rules().to_dict()
    told = set()
    for fields in RULES[game]:
        changed = {name for name, value in fields.items() if value != default[name]}
        for name in changed:
            with suppress(InvalidRulesError):
                if page(game, fields) != page(game, {**fields, name: default[name]}):
                    told.add(name)
        shown = play(started(game), "/rules", rules=json.dumps(fields)).turns[1].replace("\n", " ")
        assert all(f"{name}={fields[name]!r}" in shown for name in changed), shown
    assert told == {*default}


# A game that only the engine describes


def test_game_without_words(game: str, play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    part = GameInfo.part
    monkeypatch.setattr(GameInfo, "part", lambda self, name: None if name == "narration" else part(self, name))
    done = play(started(game), "/rules", "/moves", more=40)
    assert done.status == 0
    assert len(done.turns) > 20
    assert re.search(r"#1: \S+", done.out)
