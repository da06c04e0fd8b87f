"""A match between a person and bots: the prompt, its commands and what is printed."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

from ..._arguments.checks import printable
from ..._internal.progress import is_open
from ..._internal.text import aligned, typed
from ..._registry import GAMES
from ...arena.interrupt import CtrlC
from ...bots import Bot, ProgramBot, ProgramError, SearchBot, bot, bot_seed
from ...errors import InvalidArgumentError, InvalidMoveError, InvalidStateError, OxidealError
from ...narration.base import Base, seated
from ...words import words

if TYPE_CHECKING:
    from ...bots import Limit, Thinking
    from ...bots.program import ProgramSeat
    from ...record import Writer
    from .screen import Screen
    from .setup import Setup

LINES_OF_A_HEADING = (10**6, 4, 3, 2, 1)
"""How many lines of moves to show under a heading: the first number with which all fit the screen."""

MAX_ITEMS_OF_A_LINE = 60
"""The largest number of moves in a line of a shortened list."""

MIN_LINES = 4
"""The minimum number of lines for moves, even if the table and the hand fill the screen."""

MAX_NEWS = 2
"""The number of lines about the moves of others after which a turn without a choice waits for the person."""

WAKE_SECONDS = 0.1
"""How long a Ctrl-C can go unnoticed at the prompt."""


class Leave(Exception):  # noqa: N818 (not an error)
    """The person leaves the game."""


class NewMatch(Exception):  # noqa: N818 (not an error)
    """The person wants a new match."""


class BotFailed(Exception):  # noqa: N818 (not an error of the command)
    """A bot raised an error, which is the cause of this one, or returned no legal move, or a program failed.

    `stderr` is the end of what the program wrote to standard error.
    """

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr


class Session:
    """A match between a person and bots, at the terminal."""

    def __init__(self, setup: Setup, screen: Screen, hint: Limit, records: Writer | None, language: str) -> None:
        self.setup = setup
        self.match = setup.match
        self.own = setup.seat
        self.screen = screen
        self.records = records  # where the rounds are recorded
        self.recorded = False  # whether the current round is
        seed = self.match.seed
        others = setup.others()
        self.bots: dict[int, Bot[Any]] = {
            seat: bot(text, seed=bot_seed(seed, seat)) for seat, text in zip(others, setup.bots, strict=True)
        }
        self.programs: dict[int, ProgramSeat] = {}  # the seats of programs in the current round
        self.hints = SearchBot(hint, seed=bot_seed(seed, self.own))
        self.language = language
        self.say = words("terminal", language).say  # what all games say alike
        self.words = self.words_of_round()
        self.found: list[int] = []  # the moves that match what was typed last, as indices of the legal moves
        self.typed = ""  # at a pause, for the next prompt
        self.shown = False  # whether this turn's table has been shown
        self.has_chosen = False  # whether the person has chosen a move in this match

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def position(self) -> Any:
        """What changes when a move is made or taken back, or the round is over."""
        return self.state.history, self.state.is_over

    def view(self) -> Any:
        return self.state.view(self.own)

    def words_of_round(self) -> Base:
        """Return the words of the current round, whose rules can differ from those of the last one."""
        part = GAMES[self.setup.game].part("narration")
        kind: type[Base] = Base if part is None else part.Words
        rules = self.state.rules
        return kind(
            words(self.setup.game, self.language), self.screen, rules, self.own, seated(self.own, rules.players)
        )

    # The match

    def play(self) -> None:
        """Play rounds until the person leaves. Raises `Leave` or `NewMatch`."""
        self.greet()
        while True:
            self.round()
            self.show_result()
            self.ask_after_round()

    def greet(self) -> None:
        setup, words = self.setup, self.words
        self.screen.line(self.say("session.begin", title=words.say("names.title"), seed=self.match.seed), "bold")
        bots = dict(zip(setup.others(), setup.bots, strict=True))
        players = [f"{words.names[seat]} ({printable(bots[seat])})" for seat in words.others()]
        if players:
            self.screen.line(self.say("session.players", players=self.say("lists.comma").join(players)))
        self.screen.line(words.help)
        self.screen.line(self.say("session.commands", practice=setup.practice))
        self.start_round()

    def start_round(self) -> None:
        number = len(self.match.results) + (not self.state.is_over)
        if number > 1:
            self.screen.gap()
            self.screen.line(self.say("page_in_browser.roundOf", n=number), "bold")

    def round(self) -> None:
        self.screen.gap()
        names = self.setup.names()
        self.programs = {
            seat: bot.seat(self.state.rules, seat, names, totals=self.match.totals)
            for seat, bot in self.bots.items()
            if isinstance(bot, ProgramBot)
        }
        while (seat := self.state.current_player) is not None:
            legal = self.state.legal_moves()
            if forced := len(legal) == 1:
                move = legal[0]
                others = any(last != self.own for last, _ in self.state.recent[-1:])
                if seat == self.own and others and is_typed() and self.screen.told >= MAX_NEWS:
                    self.pause(choice=False)
                    continue
            elif seat == self.own:
                chosen = self.ask(legal)
                if chosen is None:
                    continue
                move, self.has_chosen = chosen, True
            else:
                move = self.chosen(seat)
            self.push(seat, move, forced=forced and seat == self.own)
        for seat, program in self.programs.items():
            program.end(self.state.view(seat), self.state.events(seat))
            if self.match.winners is not None:
                program.end_match(self.match.totals, self.match.winners)
        self.screen.end_sentences()

    def chosen(self, seat: int) -> Any:
        """Return the move that a bot chooses. Raises `BotFailed`."""
        name = f"{self.words.names[seat]} ({printable(self.setup.bots[self.setup.others().index(seat)])})"
        view, program = self.state.view(seat), self.programs.get(seat)
        try:
            move = self.bots[seat].choose(view) if program is None else program.ask(view, self.state.events(seat))[0]
        except ProgramError as error:
            raise BotFailed(f"{name} {error}", error.stderr) from None
        except Exception as error:
            raise BotFailed(f"{name} raised an error") from error
        try:
            move = self.state.rules.move(self.state.rules.action(move))
            self.state.copy().push(move)
        except (OxidealError, TypeError) as error:
            if program is not None:
                program.refuse(error)
            raise BotFailed(f"{name} did not return a legal move: {error}") from None
        return move

    def pause(self, *, choice: bool) -> None:
        """Wait, so that the moves of several turns do not scroll away.

        With a choice, the person can type a move: the next prompt takes it.
        """
        before = self.position
        while self.position == before and not (choice and self.shown) and (text := self.read("pause")):
            try:
                if self.command(text):
                    continue
            except OxidealError as error:
                self.screen.line(self.words.refusal(error))
                continue
            if choice:
                self.typed = text
                return
            self.screen.line(self.say("session.only_move"))

    def push(self, seat: int, move: Any, *, forced: bool) -> None:
        before = self.view()
        self.state.push(move)
        for sentence in self.words.tell(before, move, self.view(), seat):
            if forced:
                sentence, forced = self.say("session.forced", sentence=sentence[:-1]), False
            self.screen.sentence(sentence, self.say("lists.sentence"))

    def ask(self, legal: list[Any]) -> Any | None:
        """Ask the person for a move. Return None if the position has changed instead."""
        self.screen.end_sentences()
        before = self.position
        self.found = []
        self.shown = False
        if self.screen.told and is_typed() and not self.fits():
            self.pause(choice=True)
            if self.position != before:
                return None
        if not self.shown:
            self.show()
        while True:
            text = self.read("prompt")
            try:
                move = self.answer(text, legal)
            except OxidealError as error:
                self.screen.line(self.words.refusal(error))
                continue
            if move is not None:
                return move
            if self.position != before:
                return None

    def answer(self, text: str, legal: list[Any]) -> Any | None:
        """Return the move that a text names; otherwise do what it says and return None."""
        if not text:
            return legal[self.found[0]] if len(self.found) == 1 else None
        self.found = []
        if self.command(text):
            return None
        leaving = text == "q"  # also a card, but many programs are left with q
        if leaving:
            self.screen.line(self.say("session.quit"))
        self.found = self.matching(text, legal)
        if len(self.found) == 1 and self.is_name(text, legal[self.found[0]]) and not leaving:
            return legal[self.found[0]]
        self.show_moves([(place + 1, legal[place]) for place in self.found], self.screen.height - 3, numbered=True)
        if len(self.found) == 1:
            self.screen.line(self.say("session.enter"))
        return None

    def is_name(self, text: str, move: Any) -> bool:
        """Return whether a text is a complete name of a move, not a part of it."""
        view = self.view()
        number = text.removeprefix("#")
        key = self.words.key
        if _is_number(number) and (number != text or self.words.numbered):
            return True
        if key(text) in [key(name) for name in self.names(view, move)]:
            return True
        try:
            return bool(self.state.parse(self.words.fold(text)) == move)
        except InvalidMoveError:
            return False

    def names(self, view: Any, move: Any) -> list[str]:
        return [str(move), self.words.label(view, move), *self.words.texts(view, move)]

    def matching(self, text: str, legal: list[Any]) -> list[int]:
        """Return the legal moves that a text names or, if none, those that it is a part of.

        Raises an error that says why the text names no legal move.
        """
        number = text.removeprefix("#")
        if _is_number(number) and (number != text or self.words.numbered):
            chosen = int(number.lstrip("0")[:20] or 0)  # twenty digits are more than any number of moves
            if not 1 <= chosen <= len(legal):
                raise InvalidArgumentError(self.say("errors.move_number", most=len(legal), number=chosen))
            return [chosen - 1]
        words, view = self.words, self.view()
        key = words.key(text)
        named = [place for place, move in enumerate(legal) if key in map(words.key, self.names(view, move))]
        if named:
            return named
        try:
            move = self.meant(text, view)
        except InvalidMoveError as error:
            refusal: OxidealError = error
        else:
            if move in legal:
                return [legal.index(move)]
            refusal = self.refusal(move)
        found = self.part_of(text, legal, headings=isinstance(refusal, InvalidMoveError))
        if isinstance(refusal, InvalidMoveError):
            if not found:
                raise InvalidArgumentError(words.unknown(text, view, refusal))
        elif not found:
            raise refusal
        else:
            self.screen.line(words.refusal(refusal))
        return found

    def meant(self, text: str, view: Any) -> Any:
        """Return the move, legal or not, that a text most likely means. Raises `InvalidMoveError` if it is none."""
        return self.state.parse(self.words.meaning(view, self.words.fold(text)))

    def refusal(self, move: Any) -> OxidealError:
        """Return the error that says why a move is not legal."""
        try:
            self.state.copy().push(move)
        except OxidealError as error:
            return error
        raise AssertionError(f"{move} is legal")

    def part_of(self, text: str, legal: list[Any], *, headings: bool) -> list[int]:
        """Return the legal moves with all words of a text in their names or, if so desired, their heading."""
        words, view = self.words, self.view()
        wanted = words.fold(text).casefold()
        titles = [words.heading(view, move) if headings else "" for move in legal]
        single = wanted.removesuffix("s")
        same = [place for place, title in enumerate(titles) if title and title.casefold().removesuffix("s") == single]
        if same:
            return same
        found = []
        for place, move in enumerate(legal):
            name = " ".join([titles[place], *self.names(view, move)])
            if all(word in words.fold(name).casefold() for word in wanted.split()):
                found.append(place)
        return found

    # Commands

    def command(self, text: str) -> bool:
        """Run a command, and return whether the text is one."""
        word, _, rest = text.partition(" ")
        name = word.removeprefix("/").casefold()
        if word.startswith("/"):
            found = [each for each in COMMANDS if each == name] or [each for each in COMMANDS if each.startswith(name)]
            if not name or not found:
                raise InvalidArgumentError(self.say("errors.command", text=f'"{typed(word)}"'))
            if len(found) > 1 and name not in ("h", "he"):  # help rather than hint
                could = self.say("errors.or").join(f"/{each}" for each in found)
                raise InvalidArgumentError(self.say("errors.ambiguous", text=f'"{typed(word)}"', commands=could))
            name = "help" if len(found) > 1 else found[0]
        elif word == "?" and not rest:
            name = "hint"
        elif name not in COMMANDS:
            return False
        COMMANDS[name](self, rest.strip())
        return True

    def hint(self, _: str) -> None:
        view = self.view()
        if view.is_over:
            raise InvalidStateError(self.say("errors.no_hint"))
        try:
            thinking = self.hints.think(view)
        except KeyboardInterrupt:
            self.screen.line(self.say("hints.none"))
            return
        words = self.words
        best, *others = [choice for choice in thinking.choices if choice.visits]
        found = {"move": words.spoken(view, best.move)}
        if not others:
            self.screen.line(self.say("hints.only", **found))
            return
        found |= {"other": words.spoken(view, others[0].move), "other_value": words.value(view, others[0].mean)}
        found |= {"value": words.value(view, best.mean), "unit": words.unit(view)}
        text = [self.say("hints.best", n=best.visits, **found)]
        if self.is_early(thinking):
            text.append(self.say("hints.early"))
        self.screen.line(self.say("lists.sentence").join(text))

    def is_early(self, thinking: Thinking[Any]) -> bool:
        """Return whether a search ended long before each of its limits."""
        limit = self.hints.limit
        spent = (
            (thinking.seconds, limit.time),
            (thinking.iterations, limit.iterations),
            (thinking.nodes, limit.nodes),
        )
        return all(most is None or used < most / 2 for used, most in spent)

    def list_moves(self, _: str) -> None:
        legal = self.state.legal_moves()
        if self.state.is_over:
            raise InvalidStateError(self.say("errors.no_moves"))
        self.show_moves([*enumerate(legal, 1)], 10**6, numbered=True)

    def show_table(self, _: str) -> None:
        if self.state.is_over:
            raise InvalidStateError(self.say("errors.no_table"))
        self.screen.start()
        for line in self.words.details(self.view()):
            self.screen.line(line)
        self.screen.start()
        self.show()

    def show_rules(self, _: str) -> None:
        rules = self.state.rules
        page = self.words.rules()
        changed = {name: value for name, value in rules.to_dict().items() if value != type(rules)().to_dict()[name]}
        if changed:
            page.append(f"--rules: {', '.join(f'{name}={value!r}' for name, value in changed.items())}")
        self.show_page(page)

    def show_page(self, paragraphs: Sequence[str]) -> None:
        """Print paragraphs; on a terminal, wait after each screen. What is typed there ends the page."""
        screen = self.screen
        screen.start()
        for paragraph in paragraphs:
            for line in screen.wrapped(paragraph):
                if is_typed() and screen.used >= screen.height - 2 and (text := self.read("pause")):
                    self.typed = text
                    return
                screen.line(line)

    def show_score(self, _: str) -> None:
        results = self.match.results
        if not results:
            raise InvalidStateError(self.say("errors.no_score"))
        last, totals = results[-1].scores, self.match.scores
        seats = (self.own, *self.words.others())
        rows = [
            ["", self.say("page_in_browser.round"), self.say("page_in_browser.total")],
            *([self.words.names[seat], str(last[seat]), str(totals[seat])] for seat in seats),
        ]
        for line in aligned(rows):
            self.screen.line(line)
        if self.words.low_wins:
            self.screen.line(self.say("session.low_wins"))

    def undo(self, _: str) -> None:
        if not self.setup.practice:
            again = f"oxideal play {self.setup.game} --practice"
            raise InvalidStateError(self.say("errors.no_practice", command=again))
        past = self.state.copy()
        while past.history or past.forfeited:
            past.pop()
            if past.current_player == self.own and len(past.legal_actions()) > 1:
                break
        else:
            raise InvalidStateError(self.say("errors.no_move"))
        undone = self.state.history[len(past.history) :]
        while self.state != past:
            self.state.pop()
        for program in self.programs.values():  # events cannot be taken back: the round begins again
            program.end(None)
        self.setup.undone += 1
        self.recorded = False
        self.screen.start()
        if undone:
            spoken = self.words.spoken(self.view(), self.state.rules.move(undone[0]))
            self.screen.line(self.say("session.taken_back", move=spoken))

    def next_round(self, _: str) -> None:
        if not self.state.is_over:
            raise InvalidStateError(self.say("errors.not_over"))
        self.write_record()
        self.match.next_round()
        self.words = self.words_of_round()
        self.setup.undone = 0
        self.recorded = False
        self.screen.start()
        self.start_round()

    def new_match(self, _: str) -> None:
        if self.has_chosen and not self.match.is_over and not self.is_sure("leave_match"):
            return
        raise NewMatch

    def resign(self, _: str) -> None:
        if self.state.is_over:
            raise InvalidStateError(self.say("errors.no_moves"))
        if self.is_sure("resign"):
            self.state.forfeit(self.own, "resigned")

    def is_sure(self, question: str) -> bool:
        """Ask a question. Any answer but yes is no, and one that is neither is taken as the next input."""
        answer = self.read(question)
        if answer.casefold() in ("y", "yes"):
            return True
        self.typed = answer if answer.casefold() not in ("n", "no") else ""
        self.screen.line(self.say("session.continues"))
        return False

    def show_help(self, _: str) -> None:
        wide = max(map(len, COMMANDS)) + 4
        lines = [self.screen.wrapped(f"{'/' + name:{wide}}{self.say(f'commands.{name}')}", wide) for name in COMMANDS]
        self.show_page([self.words.help, *chain.from_iterable(lines)])

    def leave(self, _: str) -> None:
        raise Leave

    # Leaving

    def end(self) -> None:
        """Record the round and end the programs. It can be called again."""
        self.write_record()
        for program in self.programs.values():
            program.end(None)
        for each in self.bots.values():
            if isinstance(each, ProgramBot):
                each.close()

    def write_record(self) -> None:
        """Append the record of the current round to the file of records, once."""
        if self.records is not None and not self.recorded:
            with CtrlC() as ctrl_c, ctrl_c.defer():  # so that it never comes between the two
                self.records.write(self.setup.record())
                self.recorded = True

    def say_goodbye(self) -> None:
        self.screen.end_sentences()
        self.screen.line(self.say("session.left"))

    # Output and input

    def fits(self) -> bool:
        """Return whether the screen has room for the table, the hand and two lines of moves after the news."""
        view = self.view()
        lines = [part for line in self.laid_out(view) for part in self.screen.wrapped(line) or [""]]
        others = 3 if self.words.moves_on_table else 5  # a blank line, the task and the prompt, and moves
        return self.screen.used + len(lines) + others <= self.screen.height

    def laid_out(self, view: Any) -> list[str]:
        return [*self.words.table(view), *self.words.hand(view)]

    def show(self) -> None:
        """Print what the person needs for their move: table, hand and moves, within the height of the screen."""
        screen, words, view = self.screen, self.words, self.view()
        screen.gap()
        for line in self.laid_out(view):
            screen.line(line)
        screen.line(self.say("session.task", task=words.task(view)), "bold")
        legal = self.state.legal_moves()
        if not words.moves_on_table:
            self.show_moves([*enumerate(legal, 1)], max(screen.height - screen.used - 1, MIN_LINES), words.numbered)
        screen.start()
        self.shown = True

    def show_moves(self, moves: Sequence[tuple[int, Any]], height: int, numbered: bool) -> None:
        """Print moves under their headings, in at most this number of lines if that is possible."""
        groups = self.words.listed(self.view(), moves, numbered)
        for most in LINES_OF_A_HEADING:
            lines = [line for heading, items in groups.items() for line in self.cut(heading, items, most)]
            if len(lines) <= height:
                break
        else:
            view = self.view()
            headings = Counter(self.words.heading(view, move) or self.words.label(view, move) for _, move in moves)
            counts = [f"{heading}: {number}" if number > 1 else heading for heading, number in headings.items()]
            lines = self.screen.items("", [*counts, self.say("session.kinds")], 0)
        for line in lines:
            self.screen.line(line)

    def cut(self, heading: str, items: Sequence[str], most: int) -> list[str]:
        """Return moves under a heading, as many as fit into this number of lines."""
        title = f"{heading}:" if heading else ""
        for few in range(min(len(items), most * MAX_ITEMS_OF_A_LINE), 0, -1):
            rest = len(items) - few
            more = [self.say("session.more", n=rest)] if rest else []
            lines = self.screen.items(title, [*items[:few], *more], 2)
            if len(lines) <= most:
                break
        return lines

    def show_result(self) -> None:
        view = self.view()
        self.screen.gap()
        for sentence in (*self.words.ended(view), *self.words.shown_hands(view)):
            self.screen.line(sentence)
        self.screen.line(self.say("session.result", title=self.words.title(view)), "bold")
        self.show_score("")
        if not self.setup.practice:  # in practice the last move can be taken back
            self.write_record()
        if self.match.is_over:
            winners = self.words.listing(self.match.winners)
            self.screen.line(self.say("session.match_over", who=winners), "bold")

    def ask_after_round(self) -> None:
        first = self.say("session.new" if self.match.is_over else "session.next")
        self.screen.line(self.say("session.after", first=first, practice=self.setup.practice))
        while True:
            text = self.read()
            try:
                if not text and self.match.is_over:
                    continue
                if not self.command(text or "/next"):
                    values = {"text": f'"{typed(text)}"', "match_over": self.match.is_over}
                    raise InvalidStateError(self.say("errors.not_a_move", **values))
            except OxidealError as error:
                self.screen.line(self.words.refusal(error))
            else:
                if not self.state.is_over:
                    return

    def read(self, asked: str = "") -> str:
        """Read a line, after the prompt of this name.

        Raises `Leave` at the end of the input, `KeyboardInterrupt` for a second Ctrl-C in a row.
        """
        prompt = self.say(f"session.{asked}") if asked else "> "
        self.screen.end_sentences()
        warned = False
        if self.typed:
            text, self.typed = self.typed, ""
            self.screen.line(f"{prompt}{text}")
            self.screen.start()
            return text
        while True:
            if not is_open(sys.stdin):
                raise Leave
            try:
                with waking():
                    text = ask(prompt).strip()
            except EOFError:
                print()
                raise Leave from None
            except KeyboardInterrupt:
                if warned or not is_typed():
                    raise
                warned = True
                print(f"\n{self.say('session.ctrl_c')}")
                continue
            if not is_typed():
                print(text)
            self.screen.start()
            self.screen.blank = False
            return text


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "hint": Session.hint,
    "moves": Session.list_moves,
    "table": Session.show_table,
    "rules": Session.show_rules,
    "undo": Session.undo,
    "score": Session.show_score,
    "resign": Session.resign,
    "next": Session.next_round,
    "new": Session.new_match,
    "help": Session.show_help,
    "quit": Session.leave,
}


def ask(prompt: str) -> str:
    """Read a line as `input` does, which forgets a Ctrl-C while it writes what is not written yet."""
    by_input = is_typed() and sys.stdout.isatty()  # it needs the prompt to edit the line
    print("" if by_input else prompt, end="", flush=True)
    return input(prompt if by_input else "")


@contextmanager
def waking() -> Iterator[None]:
    """Interrupt a read now and then, so that Python looks for signals.

    Otherwise it notices a Ctrl-C that comes just before the read only after it, at the next line.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    try:
        signal.signal(signal.SIGALRM, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, WAKE_SECONDS, WAKE_SECONDS)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)


def is_typed() -> bool:
    """Return whether the input comes from a terminal."""
    return is_open(sys.stdin) and sys.stdin.isatty()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
