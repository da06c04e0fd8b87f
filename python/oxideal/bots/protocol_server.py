"""Let a bot of this package, or a user's own, speak the protocol."""

from __future__ import annotations

import queue
import sys
import threading
import traceback
from contextlib import redirect_stdout
from typing import Any, BinaryIO

from .. import _registry
from .._arguments.checks import printable
from .._arguments.foreign import class_name, detail_of
from ..errors import OxidealError
from ..protocol import VERSION
from ..protocol.lines import MAX_HOST_LINE, ProtocolError, fields, read, write
from ..schemas.values import array, integer, mapping, maybe, natural, text
from . import Bot, Limit, SearchBot
from .limit import MAX_SECONDS

STOP_SECONDS = 0.01
"""How often a search is told to stop: it may only just be starting."""

MAX_STOPS = 100

BANK_PARTS = 20
"""A bot thinks about a decision for this part of the time that it has for the rest of the round."""


class Server:
    """A bot that reads messages from one stream and writes to another. It reads while it thinks."""

    def __init__(self, bot: Bot[Any], reader: BinaryIO, writer: BinaryIO) -> None:
        self.bot = bot
        self.reader = reader
        self.writer = writer
        self.writing = threading.Lock()
        self.questions: queue.SimpleQueue[tuple[int, Any, Limit | None]] = queue.SimpleQueue()
        self.thinking: int | None = None
        """The id of the question that the bot thinks about; None also for a question of a round that is over."""
        self.idle = threading.Event()
        self.idle.set()
        self.builder: Any = None
        self.failed = False  # whether an event of this round was wrong
        self.limit = getattr(bot, "limit", None)
        self.games: list[str] = list(_registry.NAMES)

    def run(self) -> int:
        """Answer messages until `bye` or the end of the input, and return the exit status."""
        threading.Thread(target=self._think, daemon=True, name="oxideal-bot").start()
        try:
            with redirect_stdout(sys.stderr):  # what the bot prints must not look like messages
                while line := self.reader.readline(MAX_HOST_LINE + 1):
                    try:
                        if len(line) > MAX_HOST_LINE:
                            self._skip_line()
                            raise ProtocolError(f"a line must have at most {MAX_HOST_LINE} bytes")
                        message = read(line)
                        if message["kind"] == "bye":
                            break
                        handle = getattr(self, f"on_{message['kind']}", None)
                        if handle is not None:
                            handle(message)
                    except (OxidealError, TypeError) as error:
                        self._send_error(error)
        except BrokenPipeError:
            return 1
        self._cancel()
        return 0

    def _skip_line(self) -> None:
        while (part := self.reader.readline(MAX_HOST_LINE)) and not part.endswith(b"\n"):
            pass

    def _send(self, *made: dict[str, Any]) -> None:
        with self.writing:
            self.writer.write(write(*made))
            self.writer.flush()

    def _send_error(self, error: Exception | str, number: int | None = None) -> None:
        about = {} if number is None else {"id": number}
        self._send({"kind": "error", **about, "rule": getattr(error, "rule", None), "text": str(error)})

    # Messages

    def on_hello(self, message: dict[str, Any]) -> None:
        if VERSION not in fields(message).get("versions", array):
            raise ProtocolError(f"this bot speaks version {VERSION} of the protocol")
        hello = {"kind": "hello", "version": VERSION, "name": str(getattr(self.bot, "name", class_name(self.bot)))}
        options = {} if self.limit is None else {"limit": str(self.limit)}
        self._send({**hello, "games": self.games, "wants": [], "options": options})

    def on_options(self, message: dict[str, Any]) -> None:
        given = fields(message).get("values", mapping)
        for name, value in given.items():
            if name != "limit" or self.limit is None:
                raise ProtocolError(f"unknown option; expected {'limit' if self.limit is not None else 'none'}")
            self.limit = Limit.parse(value)

    def on_ping(self, message: dict[str, Any]) -> None:
        self._send({"kind": "pong", "id": fields(message).get("id", natural)})

    def on_new_round(self, message: dict[str, Any]) -> None:
        self._cancel()
        self.builder, self.failed = None, False
        given = fields(message)
        module = _registry.module_of(given.get("game", text))
        rules = module.Rules.from_dict(given.get("rules", mapping))
        self.builder = module.ViewBuilder(rules, given.get("seat", integer))

    def on_events(self, message: dict[str, Any]) -> None:
        if self.builder is None:
            raise ProtocolError("events outside a round")
        if self.failed:
            return  # one error for a round is enough
        self.failed = True
        for event in fields(message).items("events", mapping):
            self.builder.push(fields({**event, "kind": "events"}).get("text", text))
        self.failed = False

    def on_question(self, message: dict[str, Any]) -> None:
        given = fields(message)
        number = given.get("id", natural)
        try:
            if not self.idle.is_set():
                raise ProtocolError("this bot still thinks about another question")
            if self.builder is None or self.failed:
                raise ProtocolError("a question outside a round, or after a wrong event")
            view = self.builder.view()
            if view.current_player != view.seat:
                raise ProtocolError("a question to a seat that is not to move")
            limit = self._limit(given.optional("time", maybe(natural)), given.optional("bank", maybe(natural)))
        except (OxidealError, TypeError) as error:
            self._send_error(error, number)
            return
        self.thinking = number
        self.idle.clear()
        self.questions.put((number, view, limit))

    def on_stop(self, message: dict[str, Any]) -> None:
        if self.thinking is not None and fields(message).get("id", natural) == self.thinking:
            self._stop()

    def on_end_round(self, _: dict[str, Any]) -> None:
        self._cancel()
        self.builder = None

    def on_error(self, message: dict[str, Any]) -> None:
        print(printable(str(message.get("text"))[:1000]), file=sys.stderr)

    # Thinking

    def _limit(self, time: int | None, bank: int | None) -> Limit | None:
        """Return the bot's limit, with a tenth of the time left for the way of the answer.

        Of the time for the whole round it takes a part only.
        """
        if time is None:
            return self.limit
        time -= (bank or 0) * (BANK_PARTS - 1) // BANK_PARTS
        seconds = min(max(time * 0.0009, 0.0005), MAX_SECONDS)
        if self.limit is None:
            return Limit(time=seconds)
        return Limit(min(seconds, self.limit.time or seconds), self.limit.iterations, self.limit.nodes)

    def _stop(self) -> None:
        stop = getattr(self.bot, "stop", None)
        if not callable(stop):
            return
        for _ in range(MAX_STOPS):
            stop()
            if self.idle.wait(STOP_SECONDS):
                break

    def _cancel(self) -> None:
        """End the thinking; its answer is not sent."""
        if self.thinking is not None:
            self.thinking = None
            self._stop()

    def _think(self) -> None:
        while True:
            number, view, limit = self.questions.get()
            try:
                made = self._answer(number, view, limit)
            except BaseException as error:  # a user's bot can raise anything
                made = [
                    {"kind": "error", "id": number, "rule": None, "text": f"{class_name(error)}: {detail_of(error)}"}
                ]
                traceback.print_exception(error)
            with self.writing:
                wanted, self.thinking = self.thinking == number, None
                self.idle.set()
                try:
                    if wanted:
                        self.writer.write(write(*made))
                        self.writer.flush()
                except (OSError, ValueError):  # the host has closed the pipe
                    return

    def _answer(self, number: int, view: Any, limit: Limit | None) -> list[dict[str, Any]]:
        made: list[dict[str, Any]] = []
        if isinstance(self.bot, SearchBot):
            thinking = self.bot.think(view, limit)
            value, line = thinking.choices[0].mean, [str(move) for move in thinking.line]
            made.append({"kind": "info", "id": number, "line": line, "value": value, "nodes": thinking.nodes})
            chosen: Any = thinking.move
        else:
            chosen = self.bot.choose(view, limit)
        action = view.rules.action(chosen)
        if not view.is_legal(action):
            raise ProtocolError(f"the bot chose an illegal move: {view.rules.move(action)}")
        return [*made, {"kind": "answer", "id": number, "move": action}]
