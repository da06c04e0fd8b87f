"""A referee for one table: it deals, checks moves and tells each player what they may know.

    python examples/referee.py                                 # three bots play a round of Dou Dizhu
    python examples/referee.py rummy --bots rule --port 4000   # a bot, and a seat for the first to connect
    python examples/referee.py --join 4000 --bots search:50ms  # take that seat, from another terminal

Referee and players exchange lines over TCP. `docs/how-to/game-server.md` explains the messages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from importlib import import_module
from typing import Any

from oxideal.bots import RuleBot, bot
from oxideal.errors import IllegalMoveError, InvalidMoveError, OxidealError

GAMES = ("doudizhu", "mexican_train", "rummy", "foursquare")
ADDRESS = "127.0.0.1"
SECONDS = 60.0
"""How long a player may take for a move."""

ATTEMPTS = 3
"""How many wrong moves a player may send in a row."""


class Player:
    """The referee's side of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.events = 0
        """How many events the player has been sent."""

    async def send(self, message: dict[str, Any]) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")
        await self.writer.drain()

    async def receive(self) -> str:
        line = await self.reader.readline()  # raises ValueError if it is longer than 64 KiB
        if not line.endswith(b"\n"):
            raise ConnectionError("the player has left")
        return line.decode().strip()


class Table:
    """A round and its players. A player who leaves, is late or sends wrong moves is replaced by a bot."""

    def __init__(self, game: str, seed: int | None = None) -> None:
        module: Any = import_module(f"oxideal.{game}")
        self.game = game
        self.state = module.State(module.Rules(), seed=seed)
        self.players: list[Player | None] = []

    async def play(self, players: list[Player]) -> tuple[int, ...]:
        """Play the round with a player for each seat, and return the payoffs."""
        self.players = [*players]
        for seat in range(len(players)):
            rules = self.state.rules.to_dict()
            await self.send(seat, {"kind": "start", "game": self.game, "rules": rules, "seat": seat})
        await self.send_events()
        while (seat := self.state.current_player) is not None:
            if not await self.ask(seat):
                self.players[seat] = None
                self.state.push(RuleBot().choose(self.state.view(seat)))
            await self.send_events()
        for seat in range(len(players)):
            await self.send(seat, {"kind": "end", "payoffs": self.state.payoffs})
        payoffs: tuple[int, ...] = self.state.payoffs
        return payoffs

    async def ask(self, seat: int) -> bool:
        """Play the move that the player sends. Return False if there is none."""
        player = self.players[seat]
        for _ in range(ATTEMPTS):
            await self.send(seat, {"kind": "ask"})
            if player is None or self.players[seat] is None:
                return False
            try:
                text = await asyncio.wait_for(player.receive(), SECONDS)
                self.state.push(self.state.parse(text))
            except (IllegalMoveError, InvalidMoveError) as error:
                await self.send(seat, {"kind": "refused", "why": str(error)})
            except (OSError, ValueError, TimeoutError):
                return False
            else:
                return True
        return False

    async def send_events(self) -> None:
        """Send each player the events that they have not been sent."""
        for seat, player in enumerate(self.players):
            if player is not None:
                events = self.state.events(seat)
                for text in events[player.events :]:
                    await self.send(seat, {"kind": "event", "text": text})
                player.events = len(events)

    async def send(self, seat: int, message: dict[str, Any]) -> None:
        player = self.players[seat]
        if player is not None:
            try:
                await asyncio.wait_for(player.send(message), SECONDS)
            except (OSError, TimeoutError):
                self.players[seat] = None


async def serve(game: str, bots: list[str], port: int = 0, seed: int | None = None) -> tuple[int, ...]:
    """Play a round with bots in the first seats and whoever connects in the others, and return the payoffs."""
    for name in bots:
        bot(name)  # raises for a wrong name, before anybody waits for this bot
    table = Table(game, seed)
    seats = table.state.rules.players
    waiting: asyncio.Queue[Player] = asyncio.Queue()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await waiting.put(Player(reader, writer))

    server = await asyncio.start_server(connected, ADDRESS, port)
    port = server.sockets[0].getsockname()[1]
    players, joined = [], []
    for name in bots:
        joined.append(asyncio.create_task(join(port, name)))
        players.append(await waiting.get())
    if len(players) < seats:
        print(f"port {port}: waiting for players", flush=True)
    while len(players) < seats:
        players.append(await waiting.get())
    payoffs = await table.play(players)
    for player in players:
        player.writer.close()
    server.close()
    await asyncio.gather(*joined)
    return payoffs


async def join(port: int, name: str) -> None:
    """Take a seat, and let a bot choose the moves."""
    own = bot(name)
    reader, writer = await asyncio.open_connection(ADDRESS, port)
    rules: Any = None
    seat, view_type, events = 0, None, []
    while line := await reader.readline():
        message = json.loads(line)
        if message["kind"] == "start":
            module: Any = import_module(f"oxideal.{message['game']}")
            rules, seat, view_type = module.Rules.from_dict(message["rules"]), message["seat"], module.View
        elif message["kind"] == "event":
            events.append(message["text"])
        elif message["kind"] == "ask" and view_type is not None:
            view = view_type.from_events(rules, seat, events)
            move = await asyncio.to_thread(own.choose, view)
            writer.write(f"{move}\n".encode())
            await writer.drain()
        elif message["kind"] == "end":
            print(f"seat {seat} ({name}): {message['payoffs'][seat]:+d}", flush=True)
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a round over TCP.")
    parser.add_argument("game", nargs="?", choices=GAMES, default="doudizhu")
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="bots in the first seats (default: rule in all seats)")
    parser.add_argument("--port", type=int, help="let players connect to this port")
    parser.add_argument("--seed", type=int, help="seed of the deal (default: random)")
    parser.add_argument("--join", type=int, metavar="PORT", help="take a seat at a table")
    options = parser.parse_args()
    try:
        for name in options.bots or []:
            bot(name)
    except OxidealError as error:
        parser.error(str(error))
    if options.join is not None:
        try:
            asyncio.run(join(options.join, (options.bots or ["rule"])[0]))
        except OSError as error:
            parser.exit(1, f"{parser.prog}: error: no connection to port {options.join}: {error}\n")
        return
    seats = Table(options.game).state.rules.players
    bots = options.bots if options.bots else [] if options.port is not None else ["rule"] * seats
    if len(bots) > seats or (len(bots) < seats and options.port is None):
        parser.error(f"{options.game} has {seats} seats: give {seats} bots, or fewer and a --port")
    asyncio.run(serve(options.game, bots, options.port or 0, options.seed))


if __name__ == "__main__":
    main()
