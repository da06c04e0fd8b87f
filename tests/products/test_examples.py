"""The referee in `examples/` plays rounds with its own bots, and with players who break the protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from oxideal import rummy
from oxideal.differential import GAMES

FILE = Path(__file__).parents[2] / "examples" / "referee.py"


def referee() -> Any:
    spec = importlib.util.spec_from_file_location("referee", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter, list[dict[str, Any]]], Coroutine[Any, Any, None]]


async def leaves(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: list[dict[str, Any]]) -> None:
    await reader.readline()
    writer.close()


async def babbles(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: list[dict[str, Any]]) -> None:
    while line := await reader.readline():
        heard.append(json.loads(line))
        if heard[-1]["kind"] == "ask":
            writer.write(b"no move\n")
    writer.close()


async def floods(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: list[dict[str, Any]]) -> None:
    writer.write(b"\xff" * 2**17 + b"\n")
    await reader.readline()
    writer.close()


async def sleeps(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: list[dict[str, Any]]) -> None:
    while await reader.readline():
        pass
    writer.close()


@pytest.mark.parametrize("client", [leaves, babbles, floods, sleeps])
def test_player_who_breaks_the_protocol_is_replaced(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    module, heard = referee(), list[dict[str, Any]]()
    monkeypatch.setattr(module, "SECONDS", 0.5 if client is sleeps else 60)
    state = rummy.State(seed=1)
    bot = module.RuleBot()
    while state.current_player is not None:
        state.push(bot.choose(state.view(state.current_player)))

    async def play() -> Any:
        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            players.put_nowait(module.Player(reader, writer))

        players: asyncio.Queue[Any] = asyncio.Queue()
        server = await asyncio.start_server(connected, module.ADDRESS, 0)
        streams = [await asyncio.open_connection(*server.sockets[0].getsockname()) for _ in range(2)]
        clients = [asyncio.create_task(client(*each, heard)) for each in streams]
        both = [await players.get() for _ in range(2)]
        payoffs = await module.Table("rummy", 1).play(both)
        for player in both:
            player.writer.close()
        server.close()
        await asyncio.gather(*clients, return_exceptions=True)
        return payoffs

    assert asyncio.run(asyncio.wait_for(play(), 60)) == state.payoffs
    if client is babbles:
        assert sum(message["kind"] == "refused" for message in heard) == 2 * module.ATTEMPTS
        for seat in (0, 1):
            start = heard.index({"kind": "start", "game": "rummy", "rules": rummy.Rules().to_dict(), "seat": seat})
            assert start >= 0
