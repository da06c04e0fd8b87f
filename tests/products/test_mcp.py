"""The server for language models: JSON-RPC, the tools, their refusals and bounds, and hostile clients."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.effort import times
from oxideal import _registry
from oxideal.differential import GAMES
from oxideal.errors import OxidealError
from oxideal.mcp import server, tables, tools
from oxideal.mcp.server import Server
from oxideal.mcp.tables import Tables

OFFICIAL = """\
{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":\
"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},\
"io.modelcontextprotocol/clientCapabilities":{}}}}
{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
"clientInfo":{"name":"mcp","version":"0.1.0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":3,"method":"tools/list"}
{"jsonrpc":"2.0","id":4,"method":"ping"}
{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"start","arguments":{"game":"rummy"}}}
{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"legal_moves","arguments":{"table":1}}}
{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"move","arguments":{"table":1,"turn":1,"move":"draw"}}}
"""
"""What the client of the official Python SDK, version 2.3.0, writes."""


class Client:
    """Calls the tools of a server, one line at a time."""

    def __init__(self, seed: int = 7) -> None:
        self.tables = Tables(seed)
        self.number = 0

    def send(self, data: bytes | str) -> list[Any]:
        """Return what the server answers to these bytes."""
        output = io.BytesIO()
        given = data.encode() if isinstance(data, str) else data
        assert Server(self.tables, io.BytesIO(given), output).run() == 0
        return [json.loads(line) for line in output.getvalue().splitlines()]

    def request(self, method: str, params: Any = None) -> Any:
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params or {}}
        (answer,) = self.send(json.dumps(message) + "\n")
        assert answer["id"] == self.number
        return answer

    def call(self, tool: str, **arguments: Any) -> Any:
        """Return the JSON of a result. Raises the refusal."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})["result"]
        if result["isError"]:
            assert "structuredContent" not in result
            raise OxidealError(result["content"][0]["text"])
        return result["structuredContent"]

    def refusal(self, tool: str, **arguments: Any) -> str:
        with pytest.raises(OxidealError) as caught:
            self.call(tool, **arguments)
        return str(caught.value)

    def texts(self, tool: str, **arguments: Any) -> list[str]:
        result = self.request("tools/call", {"name": tool, "arguments": arguments})["result"]
        return [each["text"] for each in result["content"]]


# JSON-RPC


def test_official_client_is_served() -> None:
    answers = {answer["id"]: answer for answer in Client().send(OFFICIAL)}
    assert list(answers) == [1, 2, 3, 4, 5, 6, 7]
    assert answers[1]["error"]["code"] == -32601  # this makes the client fall back to initialize
    assert answers[2]["result"]["protocolVersion"] == "2025-11-25"
    assert answers[2]["result"]["capabilities"] == {"tools": {}}
    assert answers[4]["result"] == {}
    assert sorted(answers[6]["result"]["structuredContent"]["moves"]) == ["draw", "take"]
    assert answers[7]["result"]["structuredContent"]["turn"] == 2


@pytest.mark.parametrize(
    ("wanted", "chosen"), [*((each, each) for each in server.VERSIONS), ("2099-01-01", server.VERSIONS[-1])]
)
def test_version_is_negotiated(wanted: str, chosen: str) -> None:
    assert Client().request("initialize", {"protocolVersion": wanted})["result"]["protocolVersion"] == chosen


def test_tools_are_listed_with_schemas() -> None:
    import jsonschema

    listed = Client().request("tools/list")["result"]["tools"]
    assert [each["name"] for each in listed] == list(tools.TOOLS)
    for each in listed:
        jsonschema.Draft202012Validator.check_schema(each["inputSchema"])
        assert each["description"].endswith(".")
        assert all(field["description"] for field in each["inputSchema"]["properties"].values())


BAD_LINES: list[tuple[bytes, int]] = [
    (b"rubbish", -32700),
    (b'{"jsonrpc": "2.0", "id": 1', -32700),
    (b"\xff\xfe\x00", -32700),
    (b"[" * 100_000, -32700),
    (b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', -32700),
    (b'{"jsonrpc": "2.0", "id": 1' + b"0" * 5000 + b', "method": "ping"}', -32700),
    (b"x" * (server.MAX_LINE + 1), -32700),
    (b" " * server.MAX_LINE + b'  {"jsonrpc": "2.0", "id": 1, "method": "ping"}', -32700),
    (b"7", -32600),
    (b"[]", -32600),
    (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": ["ping"]}', -32600),
    (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}', -32600),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32602),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "run"}', -32601),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}', -32602),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "__class__"}}', -32602),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "games", "arguments": 1}}', -32602),
]


@pytest.mark.parametrize(("line", "code"), BAD_LINES, ids=range(len(BAD_LINES)))
def test_bad_line_gets_an_error_and_the_next_is_answered(line: bytes, code: int) -> None:
    bad, good = Client().send(line + b'\n\n{"jsonrpc": "2.0", "id": "a", "method": "ping"}\n')
    assert bad["error"]["code"] == code
    assert len(json.dumps(bad)) < 400
    assert good == {"jsonrpc": "2.0", "id": "a", "result": {}}


def test_notifications_and_answers_are_not_answered() -> None:
    lines = [
        {"jsonrpc": "2.0", "method": "notifications/cancelled"},
        {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "start", "arguments": {"game": "rummy"}}},
        {"jsonrpc": "2.0", "id": 4, "result": {}},
        {"jsonrpc": "2.0", "id": 4, "error": {}},
    ]
    client = Client()
    assert client.send("".join(json.dumps(line) + "\n" for line in lines)) == []
    assert client.refusal("view", table=1) == "unknown table 1; open tables: none; start one"


def test_batch_has_a_list_of_answers() -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    (answers,) = Client().send(json.dumps([ping, {"jsonrpc": "2.0", "method": "x"}, 5]) + "\n")
    assert answers[0] == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, -32600]


def test_fault_of_ours_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Tables, "get", lambda *_: 1 / 0)
    client = Client()
    assert client.request("tools/call", {"name": "view", "arguments": {"table": 1}})["error"]["code"] == -32603
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert client.request("ping")["result"] == {}


# The tools


@pytest.mark.parametrize("game", GAMES)
def test_client_plays_a_round(game: str) -> None:
    chance = random.Random(game)
    client = Client()
    found = client.call("start", game=game, opponents="rule" if game != "foursquare" else [])
    assert found["table"] == 1
    events = found["events"]
    module: Any = _registry.module_of(game)
    turns = 0
    while not found["is_over"]:
        assert found["current_player"] == found["seat"] == 0
        turns += 1
        assert found["turn"] == turns
        view = module.View.from_dict(client.call("view", table=1)["view"])
        assert client.texts("view", table=1) == [str(view), json.dumps(view.to_dict())]
        listed = client.call("legal_moves", table=1)
        assert sorted(listed["moves"]) == sorted(map(str, view.legal_moves()))
        found = client.call("move", table=1, turn=turns, move=chance.choice(listed["moves"]))
        events += found["events"]
    result = client.call("result", table=1)
    view = module.View.from_events(view.rules, 0, [event["text"] for event in events])
    assert view.is_over
    assert (result["payoffs"], result["winners"]) == (list(view.payoffs), list(view.winners))
    assert client.call("wait", table=1, since=0)["events"] == events
    assert client.refusal("legal_moves", table=1) == "the round is over: call result"
    assert client.refusal("move", table=1, turn=turns + 1, move="pass") == "the round is over: call result"
    client.call("leave", table=1)
    assert client.refusal("result", table=1) == "unknown table 1; open tables: none; start one"


def test_no_move_is_made_that_the_model_did_not_choose() -> None:
    """Not an illegal one, by a number, twice by a request sent again, or because it is the only legal one."""
    client = Client()
    client.call("start", game="rummy")
    before = client.call("view", table=1)
    assert client.refusal("move", table=1, turn=1, move="discard KS") == "draw a card first [RM-03]"
    assert client.refusal("move", table=1, turn=1, move="0").startswith('invalid move "0"; expected "draw"')
    assert client.call("view", table=1) == before
    client.call("start", game="foursquare")
    assert client.call("legal_moves", table=2)["moves"] == ["0,0"]
    assert client.call("view", table=2)["events_so_far"] == 1
    client.call("move", table=2, turn=1, move="0,0")
    before = client.call("view", table=2)
    assert client.refusal("move", table=2, turn=1, move="0,1") == "this is turn 2, not 1: no move was made"
    assert client.refusal("move", table=2, turn=3, move="0,1") == "this is turn 2, not 3: no move was made"
    assert client.refusal("move", table=2, move="0,1") == 'arguments: missing field "turn"'
    for move in (0, None, ["0,1"], {"id": 0}, True):
        assert "move must be a string" in client.refusal("move", table=2, turn=2, move=move)
    assert client.call("view", table=2) == before


def test_moves_out_of_turn_are_refused_and_wait_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ADVANCE_SECONDS", 0)  # one decision in a call
    client = Client()
    found = client.call("start", game="mexican_train", rules={"players": 12, "hand_size": 5})
    waits = 0
    while (player := found["current_player"]) != 0:
        refused = f"seat {player} is to move, not you: call wait"
        assert client.refusal("move", table=1, turn=1, move="draw") == refused
        assert client.refusal("legal_moves", table=1) == refused
        assert client.refusal("result", table=1) == "the round is not over"
        found = client.call("wait", table=1)
        assert len(found["events"]) > 0
        waits += 1
    assert waits > 1
    assert client.call("wait", table=1)["events"] == []  # it never plays the model's turn


def test_listing_is_shuffled_but_stable() -> None:
    client = Client()
    rules = {"auction": False}
    orders = []
    for number in range(1, 17):
        found = client.call("start", game="doudizhu", rules=rules, seat=0, opponents="random")
        if found["current_player"] == 0 and client.call("legal_moves", table=number)["total"] > 9:
            listed = client.call("legal_moves", table=number)["moves"]
            assert client.call("legal_moves", table=number)["moves"] == listed
            orders.append(listed)
        client.call("leave", table=number)
    module: Any = _registry.module_of("doudizhu")
    assert len(orders) > 2
    for listed in orders:
        ids = [module.Rules.from_dict(rules).action(text) for text in listed]
        assert ids != sorted(ids)
        assert listed != sorted(listed)


def test_long_listing_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "MAX_MOVES", 3)
    client = Client()
    client.call("start", game="doudizhu", opponents="random")
    view = client.call("view", table=1)["view"]
    module: Any = _registry.module_of("doudizhu")
    wanted = sorted(map(str, module.View.from_dict(view).legal_moves()))
    assert len(wanted) > 3
    moves: list[str] = []
    while len(moves) < len(wanted):
        page = client.call("legal_moves", table=1, offset=len(moves))
        assert 0 < len(page["moves"]) <= 3
        moves += page["moves"]
    assert sorted(moves) == wanted
    assert client.call("legal_moves", table=1, offset=2**53 - 1)["moves"] == []


def test_long_reports_continue_in_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "MAX_EVENTS", 2)
    client = Client()
    found = client.call("start", game="mexican_train", rules={"players": 12, "hand_size": 5}, seat=5)
    events = list(found["events"])
    assert "there are more events: call wait" in client.texts("wait", table=1, since=0)[0]
    while len(events) < found["events_so_far"]:
        more = client.call("wait", table=1, since=len(events))["events"]
        assert 0 < len(more) <= 2
        events += more
    assert events[1]["kind"] == "hand"
    assert client.call("wait", table=1)["events"] == []
    assert client.call("wait", table=1, since=2**53 - 1)["events"] == []
    assert client.call("wait", table=1, since=0)["events"] == events[:2]


# Refusals and bounds

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("start", {}, 'arguments: missing field "game"'),
    ("start", {"game": "bridge"}, 'unknown game "bridge"; expected ' + ", ".join(_registry.NAMES)),
    ("start", {"game": 7}, "arguments: game must be a string, got 7"),
    ("start", {"game": "rummy", "seed": 7}, 'unknown argument "seed"; expected game, rules, seat, opponents'),
    ("start", {"game": "rummy", "rules": {"players": 10**400}}, "players must be 2 to 6, got 1000"),
    ("start", {"game": "rummy", "rules": {"cheat": True}}, 'unknown field "cheat"'),
    ("start", {"game": "rummy", "rules": []}, "arguments: rules must be an object, not list"),
    ("start", {"game": "rummy", "seat": 2}, "seat 2 out of range: this game has seats 0 to 1"),
    ("start", {"game": "rummy", "opponents": []}, "opponents must name one bot for each of the other 1 seats, got 0"),
    ("start", {"game": "rummy", "opponents": [1]}, "arguments: opponents must be a string or a list of strings"),
    ("start", {"game": "rummy", "opponents": "exec:touch x"}, 'unknown opponent "exec:touch x"; expected level:1'),
    ("start", {"game": "rummy", "opponents": "os:system"}, 'unknown opponent "os:system"; expected level:1'),
    ("start", {"game": "rummy", "opponents": "search:x"}, 'invalid limit "x"'),
    ("view", {"table": 10**400}, "arguments: table must be 0 to 2**53 - 1"),
    ("view", {"table": 2}, "unknown table 2; open tables: none; start one"),
    ("view", {"table": 1.0}, "arguments: table must be 0 to 2**53 - 1, got 1.0"),
    ("games", {"x" * 10_000: 1}, "unknown argument"),
]


@pytest.mark.parametrize(("tool", "arguments", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_arguments_are_refused(tool: str, arguments: dict[str, Any], message: str) -> None:
    client = Client()
    refused = client.refusal(tool, **arguments)
    assert refused.startswith(message)
    assert len(refused) < 500
    assert client.refusal("view", table=1) == "unknown table 1; open tables: none; start one"


def test_number_of_tables_is_bounded() -> None:
    client = Client()
    for number in range(1, tables.MAX_TABLES + 1):
        assert client.call("start", game="rummy")["table"] == number
    message = f"there are {tables.MAX_TABLES} tables already; leave one of 1, 2, 3"
    assert client.refusal("start", game="rummy").startswith(message)
    client.call("leave", table=3)
    assert client.call("start", game="rummy")["table"] == tables.MAX_TABLES + 1


def test_finished_round_makes_room() -> None:
    client = Client()
    found = client.call("start", game="foursquare")
    while not found["is_over"]:
        moves = client.call("legal_moves", table=1)["moves"]
        found = client.call("move", table=1, turn=found["turn"], move=moves[0])
    for _ in range(tables.MAX_TABLES):
        client.call("start", game="foursquare")
    assert client.refusal("view", table=1).startswith("unknown table 1; open tables: 2, 3")


def test_opponents_have_a_time_limit() -> None:
    limits = [tables.opponent(name, b"\0" * 32) for name in ("search", "search:60s", "search:500it")]
    assert [bot.limit.time for bot in limits] == [0.05, tables.MAX_BOT_SECONDS, tables.MAX_BOT_SECONDS]  # type: ignore[attr-defined]


def test_same_seed_gives_the_same_tables() -> None:
    one, two, three = Client(7), Client(7), Client(8)
    calls = [client.call("start", game="rummy")["events"] for client in (one, two, one, three)]
    assert calls[0] == calls[1]
    assert calls[0] != calls[2]
    assert calls[0] != calls[3]


JUNK: list[Any] = [None, True, -1, 0, 1, 2**53, 10**400, 1e300, "", "x" * 9999, "\ud800", "\0", [], {}, [[]], {"": []}]


def damaged(message: Any, chance: random.Random) -> Any:
    """Return a message in which one value, or one name, is another."""
    if type(message) is not dict or not message or chance.random() < 0.3:
        return chance.choice(JUNK)
    name = chance.choice(list(message))
    value = damaged(message[name], chance) if chance.random() < 0.8 else message[name]
    rest = {key: each for key, each in message.items() if key != name}
    return {**rest, name if chance.random() < 0.9 else str(chance.choice(JUNK)): value}


def test_damaged_messages_get_documented_answers() -> None:
    chance = random.Random(1)
    client = Client()
    lines = [line.encode() for line in OFFICIAL.splitlines()]
    codes = set()
    for _ in range(times(3000, quick=1000)):
        line = bytearray(chance.choice(lines))
        if chance.random() < 0.5:
            line = bytearray(json.dumps(damaged(json.loads(line), chance)).encode())
        else:
            place = chance.randrange(len(line))
            line[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3)).replace(b"\n", b"")
        for answer in client.send(bytes(line) + b"\n"):
            for each in answer if type(answer) is list else [answer]:
                assert each["jsonrpc"] == "2.0"
                codes.add(each["error"]["code"] if "error" in each else each["result"].get("isError"))
                assert len(json.dumps({**each, "id": 1})) < 20_000
        assert len(client.tables._open) <= tables.MAX_TABLES
    assert codes == {-32700, -32600, -32601, -32602, None, True, False}


# The page


def test_page_has_the_tools_and_the_limits() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "language-models.md").read_text(encoding="utf-8")
    for name, tool in tools.TOOLS.items():
        arguments = ", ".join(f"`{each}`" for each in tool.parameters)
        assert f"| `{name}` | {arguments} | ".replace("|  |", "| |") in page
    text = " ".join(page.split())
    for shown in (
        f"up to {tools.MAX_MOVES} legal moves, in random order",
        f"at most {tables.MAX_BOT_SECONDS} s for a decision",
        f"the bots play for up to {tables.ADVANCE_SECONDS} s",
        f"At most {tables.MAX_TABLES} tables are open",
        f"the versions {server.VERSIONS[0]} to {server.VERSIONS[-1]} of the protocol",
        f"at most {server.MAX_LINE // 2**20} MiB",
    ):
        assert shown in text


# The command


def test_command_serves_over_standard_input_and_output() -> None:
    command = [sys.executable, "-m", "oxideal", "mcp", "--seed", "7"]
    done = subprocess.run(command, input=OFFICIAL.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    assert [json.loads(line) for line in done.stdout.splitlines()] == Client(7).send(OFFICIAL)


def test_closed_output_ends_the_server() -> None:
    class Closed(io.BytesIO):
        def write(self, _: Any, /) -> int:
            raise BrokenPipeError

    assert Server(Tables(7), io.BytesIO(OFFICIAL.encode()), Closed()).run() == 1
