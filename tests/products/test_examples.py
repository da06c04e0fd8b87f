"""The programs in `examples/`: their help, the referee with its own bots and with bad players, a learning curve."""

from __future__ import annotations

import asyncio
import csv
import importlib.util
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from importlib import import_module
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import jsonschema
import pytest

from oxideal import doudizhu as dd
from oxideal import rummy
from oxideal.differential import GAMES
from oxideal.schemas import schema

EXAMPLES = Path(__file__).parents[2] / "examples"
FILE = EXAMPLES / "referee.py"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def referee() -> Any:
    return example("referee")


def test_training_saves_its_learning_curve(tmp_path: Path) -> None:
    program = example("train")
    _, curve = program.train(updates=3, games=16, steps=32)
    assert [steps for steps, _ in curve] == [512, 1024, 1536]
    assert all(-60 < mean < 0 for _, mean in curve)
    program.save(curve, tmp_path / "curve.csv")
    with (tmp_path / "curve.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["steps", "mean payoff"]
    assert [(int(steps), float(mean)) for steps, mean in rows] == curve
    program.save(curve, tmp_path / "curve.svg")
    picture = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert "mean payoff of a round" in picture
    program.save(curve, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("game", GAMES)
def test_referee_plays_a_round_of_bots(game: str) -> None:
    command = [sys.executable, str(FILE), game, "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    state = referee().Table(game, 7).state
    bot = referee().RuleBot()
    while state.current_player is not None:
        state.push(bot.choose(state.view(state.current_player)))
    assert sorted(done.stdout.splitlines()) == [
        f"seat {seat} (rule): {payoff:+d}" for seat, payoff in enumerate(state.payoffs)
    ]


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_referee_speaks_the_protocol(game: str) -> None:
    """`oxideal bot` takes a seat over TCP, and every message matches the schema of the protocol."""
    module, sent = referee(), list[dict[str, Any]]()

    async def relay(source: asyncio.StreamReader, target: asyncio.StreamWriter, heard: list[dict[str, Any]]) -> None:
        while line := await source.readline():
            heard.append(json.loads(line))
            target.write(line)
        target.close()

    async def play() -> Any:
        table = module.Table(game, 7)
        command = [sys.executable, "-m", "oxideal", "bot", "rule"]
        pipe = subprocess.PIPE
        async with connected(module, table.state.rules.players) as (streams, seated):
            bots = [await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe) for _ in seated]
            relays = []
            for (reader, writer), each in zip(streams, bots, strict=True):
                assert each.stdin is not None
                assert each.stdout is not None
                relays += [relay(reader, each.stdin, sent), relay(each.stdout, writer, [])]
            tasks = [asyncio.create_task(each) for each in relays]
            payoffs = await table.play(seated)
            assert None not in table.players
            assert [await each.wait() for each in bots] == [0] * len(bots)
        await asyncio.gather(*tasks, return_exceptions=True)
        return payoffs, table.state

    payoffs, state = asyncio.run(asyncio.wait_for(play(), 120))
    bot, own = module.RuleBot(), type(state)(state.rules, seed=7)
    while own.current_player is not None:
        own.push(bot.choose(own.view(own.current_player)))
    assert payoffs == own.payoffs
    check = jsonschema.Draft202012Validator(schema("to_bot", game)).validate
    for message in sent:
        check(message)
    assert {message["kind"] for message in sent} >= {"hello", "new_round", "events", "question", "end_round", "bye"}


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [(["--bots", "rule", "ruel", "rule"], 2, 'unknown bot "ruel"'), (["--join", "1"], 1, "no connection to port 1")],
)
def test_referee_ends_with_a_message(arguments: list[str], status: int, message: str) -> None:
    command = [sys.executable, str(FILE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(module: Any, number: int) -> AsyncIterator[tuple[list[Streams], list[Any]]]:
    """Yield the streams of clients, and the players that the referee has for them."""

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        players.put_nowait(module.Player(reader, writer))

    players: asyncio.Queue[Any] = asyncio.Queue()
    server = await asyncio.start_server(accept, module.ADDRESS, 0)
    address = server.sockets[0].getsockname()
    streams = [await asyncio.open_connection(*address, limit=module.MAX_LINE) for _ in range(number)]
    seated = [await players.get() for _ in range(number)]
    yield streams, seated
    for player in seated:
        player.writer.close()
    server.close()


Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter, list[dict[str, Any]]], Coroutine[Any, Any, None]]


async def leaves(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: list[dict[str, Any]]) -> None:
    await reader.readline()
    writer.close()


async def babbles(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: list[dict[str, Any]]) -> None:
    while line := await reader.readline():
        message = json.loads(line)
        heard.append(message)
        if message["kind"] == "hello":
            writer.write(b'{"kind": "hello", "version": 1, "name": "babbler", "wants": ["legal"], "new": {}}\n')
        if message["kind"] == "question":
            stale = {"kind": "answer", "id": message["id"] - 1, "move": message["legal"][0]["id"]}
            wrong = {"kind": "answer", "id": message["id"], "move": ["no", "move"]}
            writer.write(
                b'{"kind": "gossip"}\n' + b"".join(json.dumps(each).encode() + b"\n" for each in (stale, wrong))
            )
    writer.close()


async def sleeps(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: list[dict[str, Any]]) -> None:
    while await reader.readline():
        pass
    writer.close()


@pytest.mark.parametrize("client", [leaves, babbles, sleeps])
def test_player_who_breaks_the_protocol_is_replaced(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    module, heard = referee(), list[dict[str, Any]]()
    monkeypatch.setattr(module, "SECONDS", 0.5 if client is sleeps else 60)
    state = rummy.State(seed=1)
    bot = module.RuleBot()
    while state.current_player is not None:
        state.push(bot.choose(state.view(state.current_player)))

    async def play() -> Any:
        async with connected(module, 2) as (streams, both):
            clients = [asyncio.create_task(client(*each, heard)) for each in streams]
            payoffs = await module.Table("rummy", 1).play(both)
        await asyncio.gather(*clients, return_exceptions=True)
        return payoffs

    assert asyncio.run(asyncio.wait_for(play(), 60)) == state.payoffs
    if client is babbles:
        refused = [message for message in heard if message["kind"] == "error"]
        assert [message["rule"] for message in refused] == [None] * 2 * module.ATTEMPTS
        for seat in (0, 1):
            begin = next(each for each in heard if each["kind"] == "new_round" and each["seat"] == seat)
            assert (begin["game"], begin["rules"]) == ("rummy", rummy.Rules().to_dict())
            assert begin["names"] == ["babbler"] * 2


sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
small: Any = import_module("exploitability")


class Kuhn:
    """Kuhn poker: two of three cards, an ante of 1, and one bet of 1. Action 0 passes, 1 bets or calls."""

    PAYOFFS: ClassVar = {"00": 1, "010": -1, "011": 2, "10": 1, "11": 2}
    """What seat 0 wins, if it holds the higher card where hands are shown."""

    rules = SimpleNamespace(players=2)

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards, self.history = cards, ""

    @property
    def is_over(self) -> bool:
        return self.history in self.PAYOFFS

    @property
    def payoffs(self) -> tuple[int, int]:
        shown = self.history in ("00", "011", "11")
        won = self.PAYOFFS[self.history] * (-1 if shown and self.cards[0] < self.cards[1] else 1)
        return won, -won

    @property
    def current_player(self) -> int:
        return len(self.history) % 2

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def push(self, action: int) -> None:
        self.history += str(action)

    def pop(self) -> None:
        self.history = self.history[:-1]

    def view(self, seat: int) -> Any:
        return SimpleNamespace(to_bytes=f"{self.cards[seat]} {self.history}".encode)


def last(tree: Any, iterations: int) -> Any:
    *_, policy = tree.cfr(iterations)
    return policy


def test_kuhn_poker_is_solved() -> None:
    """Seat 0 loses 1/18 in any equilibrium. Against random play, seat 0 can win 1/2 and seat 1 5/12."""
    tree = small.Tree((1, Kuhn(cards)) for cards in permutations(range(3), 2))
    assert (len(tree.roots), len(tree.views), len(tree.seats)) == (6, 12, 24)
    random = tree.policy_of(None)
    best = [float(tree.weights @ tree.values(random, seat, best=True)) for seat in (0, 1)]
    assert best == pytest.approx([1 / 2, 5 / 12])
    # Of random play seat 0 expects 1/8: seat 1 gives up in a quarter of the rounds, seat 0 in an eighth, and hands that
    # are shown are as often higher as lower.
    assert tree.gains(random) == pytest.approx([1 / 2 - 1 / 8, 5 / 12 + 1 / 8])
    solved = last(tree, 1000)
    assert sum(tree.gains(solved)) < 1e-3
    assert float(tree.weights @ tree.values(solved, 0)) == pytest.approx(-1 / 18, abs=1e-3)


def test_a_lead_under_uncertainty_is_solved() -> None:
    """The landlord holds 4 5 5, the peasants 6 6 7 7. A lead of the 4 loses: a peasant takes it and goes out, as their
    other card or pair cannot be beaten. A lead of 55 loses only if a peasant has a pair, in 2 of 6 deals: then 4 goes
    out. So it pays 2 · (4 - 2) / 6.
    """
    rules, hands = dd.Rules(auction=False), [(1, ["66", "77"]), (1, ["77", "66"]), (4, ["67", "67"])]
    tree = small.Tree((times, dd.State.from_position(rules, hands=["455", *two], landlord=0)) for times, two in hands)
    solved = last(tree, 30)
    assert float(tree.weights @ tree.values(solved, 0)) == pytest.approx(2 / 3, abs=0.01)
    assert sum(tree.gains(solved)) < 0.02
    assert float(tree.weights @ tree.values(solved, 0, best=True)) >= 2 / 3 - 1e-9
