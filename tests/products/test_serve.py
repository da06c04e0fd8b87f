"""The server of tables: play, seats, rounds, fairness, limits."""

from __future__ import annotations

import asyncio
import hmac
import json
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from helpers.tables import ALL_GAMES, UPGRADE, Client, client, get, new_table, run, serving
from oxideal.commitment import verify
from oxideal.record import loads
from oxideal.serve.connection import Connection
from oxideal.serve.settings import Settings
from oxideal.serve.store import Store, StoreError
from oxideal.serve.table import Table, created

# Play


@pytest.mark.parametrize("game", ALL_GAMES)
def test_match_of_a_person_and_bots_with_fair_deals(game: str, tmp_path: Path) -> None:
    """Each round's record is that of the deal that the server had committed to before it."""

    async def scenario() -> None:
        async with serving(tmp_path) as (server, port), client(port) as ada:
            table = await ada.create(game, rounds=2)
            assert (table["seat"], table["names"][0], table["round"]) == (0, "Ada", 0)
            published, totals = table["commitment"], None
            for number in (1, 2):
                begun = await ada.until("new_round")
                assert (begun["round"], begun["commitment"], begun["contributions"]) == (number, published, [])
                ended = await ada.play_round()
                record = loads((await ada.ask("record", "record"))["record"])
                assert verify(published, ended["revealed"], record)
                assert list(record.payoffs or ()) == ended["payoffs"]
                assert record.names == tuple(table["names"])
                assert (record.info or {})["seats"] == table["seats"]
                totals = (
                    ended["payoffs"] if totals is None else list(map(sum, zip(totals, ended["payoffs"], strict=True)))
                )
                assert ended["totals"] == totals
                published = ended["next"]
                if number == 1:
                    await ada.send("next_round")
            assert published is None
            assert any(message["kind"] == "end_match" and message["totals"] == totals for message in ada.all)
            assert (await ada.ask("next_round", "error"))["text"] == "the match is over"
            stored = await server.store.run(lambda db: db.execute("SELECT record FROM records").fetchall())
            assert len(stored) == 2

    run(scenario())


def test_bots_have_names_that_no_person_has() -> None:
    table = Table([created("rummy", {"players": 4}, ["rule", "person", "rule", "person"])])
    assert table.names == ["Ada", None, "Ben", None]
    table.apply({"kind": "seat", "seat": 3, "name": "ada", "token": ""})
    assert table.names == ["Ben", None, "Cleo", "ada"]
    table.apply({"kind": "seat", "seat": 1, "name": "Cleo", "token": ""})
    assert table.names == ["Ben", "Cleo", "Dan", "ada"]
    most = [created("mexican_train", {"players": 8}, ["person", *["rule"] * 7])]
    assert len({*Table(most).names}) == 8


def test_persons_contribute_to_the_seed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben:
            seats = ["person", "rule", "person"]
            table = await ada.create("doudizhu", seats, contribute=True, rounds=1)
            joined = await ben.ask("join", "table", table=table["table"], name="Ben")
            assert joined["seat"] == 2
            assert joined["commitment"] == table["commitment"]
            await ada.send("next_round", contribution="blue 17")
            assert (await ben.until("table"))["ready"] == [0]
            await ben.send("next_round", contribution="4711")
            begun = await ben.until("new_round")
            assert begun["contributions"] == ["blue 17", "seat 1", "4711"]
            ended, _ = await asyncio.gather(ada.play_round(), ben.play_round())
            record = loads((await ada.ask("record", "record"))["record"])
            assert verify(table["commitment"], ended["revealed"], record, begun["contributions"])

    run(scenario())


def test_next_round_waits_for_all_who_are_connected(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            async with client(port) as ben:
                table = await ada.create("rummy", ["person", "person"])
                await ben.ask("join", "table", table=table["table"], name="Ben")
                await asyncio.gather(ada.play_round(), ben.play_round())
                assert (await ada.ask("next_round", "table"))["ready"] == [0]
                assert all(message["kind"] != "new_round" for message in ada.all[-1:])
            assert (await ada.until("new_round"))["round"] == 2  # Ben has left

    run(scenario())


def test_illegal_move_is_refused_with_its_rule_and_the_question_asked_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("rummy", ["person", "person"])
            async with client(port) as ben:
                await ben.ask("join", "table", table=ada.table["table"], name="Ben")
                first = await asyncio.wait(
                    [asyncio.create_task(each.until("question")) for each in (ada, ben)],
                    return_when=asyncio.FIRST_COMPLETED,
                )
                question = first[0].pop().result()
                for task in first[1]:
                    task.cancel()
                mover = ada if question in ada.all else ben
                hand = next(event for event in mover.events if event.startswith("hand")).split()[1]
                await mover.answer(question, f"discard {hand}")
                refused = await mover.until("error")
                assert refused["rule"] == "RM-03"
                assert "[RM-03]" in refused["text"]
                assert await mover.until("question") == question
                await mover.answer(question, "nonsense")
                assert (await mover.until("error"))["rule"] is None
                assert await mover.until("question") == question
                await mover.answer(question, 0)
                assert (await mover.until("events"))["events"][0]["kind"] == "draw"

    run(scenario())


def test_answer_to_another_question_is_ignored(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("foursquare")
            question = await ada.until("question")
            await ada.answer(question, "0,1")
            following = await ada.until("question")
            await ada.answer(question, "0,-1")  # again, as after a lost connection
            await ada.answer({"id": following["id"] + 1}, "0,-1")
            await ada.answer(following, "1,0")
            await ada.until("question")
            places = [text for text in ada.events if text.startswith("place")]
            assert places == ["place 0,0", "place 0,1", "place 1,0"]  # the first is forced

    run(scenario())


def test_moves_can_be_taken_back_at_practice_tables_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("foursquare", practice=True)
            first = await ada.until("question")
            assert "no move of yours" in (await ada.ask("take_back", "error"))["text"]
            await ada.answer(await ada.until("question"), "0,1")
            after = await ada.until("question")
            await ada.send("take_back")
            await ada.until("new_round")
            again = await ada.until("question")
            assert again["legal"] == first["legal"]
            assert again["id"] > after["id"]
            assert [text for text in ada.events if text.startswith("place")] == ["place 0,0"]  # the first is forced
            await ada.answer(again)
            await ada.play_round()
            record = loads((await ada.ask("record", "record"))["record"])
            assert (record.info or {})["taken_back"] == 1
            await ada.create("foursquare")
            await ada.answer(await ada.until("question"), "0,1")
            assert "practice" in (await ada.ask("take_back", "error"))["text"]

    run(scenario())


def test_hint_has_lines_and_values(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, hint=0.05) as (_, port), client(port) as ada:
            await ada.create("foursquare")
            question = await ada.until("question")
            info = await ada.ask("hint", "info")
            while not info["done"]:
                info = await ada.until("info")
            assert info["line"][0] in [move["text"] for move in question["legal"]]
            assert info["id"] == question["id"]
            assert type(info["value"]) is float
            await ada.create("rummy", ["person", "person"])
            assert "one person" in (await ada.ask("hint", "error"))["text"]

    run(scenario())


def test_late_person_is_played_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("foursquare", clock=1000)
            assert (await ada.until("new_round"))["clock"] == {"move": 1000, "grace": 100}
            question = await ada.until("question")
            assert 0 < question["time"] <= 1000
            assert (await ada.until("stop", "events"))["kind"] == "stop"
            following = await ada.until("question")
            assert following["id"] == question["id"] + 1
            assert any(text.startswith("place") for text in ada.events)

    run(scenario())


@pytest.mark.parametrize("slow", ["search", "python"])
def test_bot_that_thinks_delays_no_other_table(slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with bots plays a whole round while the bots of two other tables think all the time."""
    bots = tmp_path / "slow.py"
    code = "class Slow:\n    def choose(self, view, limit=None):\n        while True: pass\n"
    bots.write_text(code, encoding="utf-8")
    ended = threading.Event()
    if slow == "search":
        monkeypatch.setattr("oxideal.bots.SearchBot.choose", lambda *_: ended.wait())
    name = "search:1s" if slow == "search" else f"{bots}:Slow"

    async def scenario() -> None:
        async with (
            serving(tmp_path, bots=(name,), threads=2) as (_, port),
            client(port) as ada,
            client(port) as ben,
            client(port) as cleo,
        ):
            for waiting in (ada, ben):
                await waiting.create("rummy", [name, "person"])
                await waiting.until("events")
            await cleo.create("doudizhu", rounds=1)
            await cleo.play_round()
            for waiting in (ada, ben):
                await waiting.ask("rules", "error")  # everything that it has been sent has been read
                assert not any(text.startswith("0 ") for text in waiting.events)
            ended.set()

    run(scenario())


# Seats


def test_client_returns_to_its_seat_by_the_token(tmp_path: Path) -> None:
    """Also after a restart of the server: it is told the same events, and asked the same question."""

    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            table = await ada.create("mexican_train")
            for _ in range(3):
                await ada.answer(await ada.until("question"))
            question = await ada.until("question")
        for _ in range(2):
            async with serving(tmp_path) as (server, port):
                async with client(port) as again:
                    back = await again.ask("join", "table", table=table["table"], token=table["token"])
                    assert back["seat"] == table["seat"]
                    assert await again.until("question") == question
                    assert again.events == ada.events
                while server.live:
                    await asyncio.sleep(0.01)

    run(scenario())


def test_wrong_token_takes_no_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Any] = []
    same = hmac.compare_digest

    def compare(*texts: Any) -> bool:
        compared.append(texts)
        return same(*texts)

    monkeypatch.setattr(hmac, "compare_digest", compare)

    async def scenario() -> None:
        async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as eve:
            table = await ada.create("rummy", ["person", "person"])
            for token in ("", table["token"][:-1], table["token"] + "x", "ä" * 100, "\ud800"):
                refused = await eve.ask("join", "error", "table", table=table["table"], token=token)
                assert refused["text"] == "no seat of this table has this token"
            assert "no table" in (await eve.ask("join", "error", table="x" * 1000, token=""))["text"]
            assert len(compared) == 5
            stored = await server.store.run(lambda db: str(db.execute("SELECT * FROM log").fetchall()))
            assert table["token"] not in stored
            taken = await eve.ask("join", "table", table=table["table"], name="Eve")
            assert taken["seat"] == 1
            assert table["token"] not in json.dumps(eve.all)
            async with client(port) as late:
                refused = await late.ask("join", "error", table=table["table"], name="Late")
                assert "no free seat" in refused["text"]

    run(scenario())


def test_second_client_with_a_token_replaces_the_first(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as first, client(port) as second:
            table = await first.create("foursquare")
            question = await first.until("question")
            await second.send("join", table=table["table"], token=table["token"])
            assert await second.until("question") == question
            assert (await first.until("error"))["text"] == "another client has taken this seat"
            await first.until("bye")
            await first.answer(question, "0,1")
            assert (await first.until("error"))["text"] == "join a table first"
            await second.answer(question, "1,0")
            await second.until("question")
            assert [text for text in second.events if text.startswith("place")] == ["place 0,0", "place 1,0"]

    run(scenario())


# Limits


def test_pages_of_other_sites_may_not_connect(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, origins=("https://cards.example.org",)) as (_, port):
            own = (f"http://127.0.0.1:{port}", f"http://localhost:{port}", "https://cards.example.org")
            for origin in own:
                assert (await get(port, "/ws", *UPGRADE, f"Origin: {origin}"))[0] == 101
            for origin in ("null", "http://evil.example", f"http://127.0.0.1:{port + 1}", f"https://127.0.0.1:{port}"):
                status, why = await get(port, "/ws", *UPGRADE, f"Origin: {origin}")
                assert (status, why.split(";")[0]) == (403, "pages of this site may not connect")
            # A name of another site that leads here, as in DNS rebinding:
            rebound = (*UPGRADE, "Host: evil.example", f"Origin: http://evil.example:{port}")
            assert (await get(port, "/ws", *rebound))[0] in (400, 403)
            assert (await get(port, "/ws", *UPGRADE, f"Origin: {own[0]}", "Origin: http://evil.example"))[0] == 403

    run(scenario())


@pytest.mark.parametrize(
    ("limit", "refusal"),
    [
        ({"tables": 2}, "this server has its 2 tables"),
        ({"tables_per_minute": 2}, "at most 2 tables in a minute"),
    ],
)
def test_tables_are_bounded(limit: dict[str, int], refusal: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, **limit) as (server, port), client(port) as ada:
            for _ in range(2):
                assert (await ada.create("foursquare"))["kind"] == "table"
            assert (await ada.create("foursquare"))["text"].startswith(refusal)
            assert len(server.names) == 2

    run(scenario())


@pytest.mark.parametrize(
    ("limit", "status", "refusal"),
    [
        ({"connections": 2}, 503, "too many connections;"),
        ({"connections_per_address": 2}, 429, "too many connections from this address"),
    ],
)
def test_connections_are_bounded(limit: dict[str, int], status: int, refusal: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, **limit) as (_, port), client(port), client(port):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://127.0.0.1:{port}/ws")
            assert refused.value.response.status_code == status
            assert refused.value.response.body.decode().startswith(refusal)
            assert (await get(port, "/health"))[0] == 200

    run(scenario())


def test_proxy_names_the_address(tmp_path: Path) -> None:
    """The last address is the one that the proxy has added; a client can invent those before."""

    async def scenario() -> None:
        async with serving(tmp_path, proxy=True, connections_per_address=1) as (_, port):
            headers = {"X-Forwarded-For": "1.1.1.1, 2.2.2.2"}
            async with client(port, additional_headers=headers):
                status, _ = await get(port, "/ws", *UPGRADE, "X-Forwarded-For: 3.3.3.3, 2.2.2.2")
                assert status == 429
                assert (await get(port, "/ws", *UPGRADE, "X-Forwarded-For: 2.2.2.2, 4.4.4.4"))[0] == 101

    run(scenario())


def test_spectators_are_bounded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, spectators=1) as (_, port), client(port) as ada, client(port) as one:
            table = await ada.create("foursquare")
            assert (await one.ask("join", "table", table=table["table"], spectate=True))["seat"] is None
            async with client(port) as two:
                refused = await two.ask("join", "error", table=table["table"], spectate=True)
                assert refused["text"] == "this table has 1 spectators already"
            assert (await one.ask("next_round", "error"))["text"] == "spectators have no seat"

    run(scenario())


def test_messages_are_bounded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.socket.send("x" * 65_537)
            with pytest.raises(ConnectionClosed) as closed:
                await ada.until("bye")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    run(scenario())


def test_messages_that_come_too_fast_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("oxideal.serve.connection.monotonic", lambda: now[0])
    connection = Connection(None, "", Settings(rate=10))  # type: ignore[arg-type]  # no socket
    assert [connection.delay() for _ in range(20)] == [0.0] * 20  # two seconds' worth at once
    assert connection.delay() == pytest.approx(0.1)
    assert connection.delay() == pytest.approx(0.2)
    now[0] += 0.5
    assert connection.delay() == 0.0


async def flood(reader: Client) -> None:
    """Send messages that are refused; each time the server repeats the question with the view."""
    while True:
        await reader.send("x")
        await asyncio.sleep(0)


def test_slow_reader_is_dropped_and_delays_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, unsent=50_000) as (server, port), client(port) as ada:
            await ada.create("foursquare")
            async with client(port, ("legal", "view"), max_queue=1) as slow:
                await slow.create("mexican_train")
                await slow.until("question")
                with pytest.raises(ConnectionClosed):
                    await flood(slow)
                while len(server.connections) > 1:
                    await asyncio.sleep(0.01)
            await ada.play_round()

    run(scenario())


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"rules": {"players": 9}}, "players"),
        ({"rules": []}, "rules must be an object"),
        ({"seats": ["person"]}, "seats must have 2 items, got 1"),
        ({"seats": ["rule", "rule"]}, "at least one"),
        ({"seats": ["person", "search:3s"]}, "at most 2s"),
        ({"seats": ["person", "search:1s:8"]}, "one thread"),
        ({"seats": ["person", "search:1000it"]}, "a time"),
        ({"seats": ["person", "os:system"]}, "no bot"),
        ({"seats": ["person", "exec:sh"]}, "no bot"),
        ({"seats": ["person", 7]}, "a string"),
        ({"name": ""}, "name"),
        ({"name": "x" * 25}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"clock": 999}, "clock must be 1000"),
        ({"rounds": 0}, "rounds"),
        ({"target": -1}, "target"),
        ({"practice": 1}, "practice must be true or false"),
        ({"size": [1]}, "size"),
    ],
)
def test_table_that_cannot_be_is_refused(fields: dict[str, Any], refusal: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (server, port), client(port) as ada:
            refused = await ada.ask("create", "error", "table", **{**new_table("rummy"), **fields})
            assert refused["kind"] == "error"
            assert refusal in refused["text"]
            assert not server.names
            assert (await ada.create("rummy"))["kind"] == "table"

    run(scenario())


# Spectators


@pytest.mark.parametrize("game", ALL_GAMES)
def test_spectator_sees_the_moves_and_no_hand(game: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as eve:
            table = await ada.create(game, rounds=1)
            await eve.ask("join", "table", table=table["table"], spectate=True)
            ended, seen = await asyncio.gather(ada.play_round(), eve.play_round())
            assert ended == seen
            assert not any(text.startswith("hand") for text in eve.events)
            moves = [text for text in ada.events if text[0].isdigit() or text.startswith("place")]
            assert len(moves) > 5
            public = [text for text in moves if "draw" not in text and "holds" not in text]
            assert [text for text in eve.events if text in public] == public

    run(scenario())


# The server


def test_health_figures_and_files(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("foursquare")
            assert await get(port, "/health") == (200, "ok\n")
            status, body = await get(port, "/figures")
            figures = json.loads(body)
            assert status == 200
            assert (figures["tables"], figures["connections"], figures["tables_since_start"]) == (1, 1, 1)
            for path, start in (("/", "<!doctype html>"), ("/table.js", ""), ("/table.css", "")):
                status, body = await get(port, path)
                assert status == 200
                assert body.lower().startswith(start)
            for path in ("/x", "/../serve/server.py", "/seat.py", "/table.js/"):
                assert (await get(port, path))[0] == 404

    run(scenario())


def test_second_server_with_a_database_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    first = Store(path)
    with pytest.raises(StoreError, match="another server has it"):
        Store(path)
    first.close()
    Store(path).close()


def test_other_databases_are_refused(tmp_path: Path) -> None:
    later = tmp_path / "later.sqlite"
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 2")
    database.close()
    with pytest.raises(StoreError, match="unsupported format 2"):
        Store(str(later))
    (tmp_path / "text").write_text("x" * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match="not a database"):
        Store(str(tmp_path / "text"))


def test_old_tables_are_deleted_and_their_records_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("foursquare")
            await ada.play_round()
        async with serving(tmp_path, keep=1) as (server, port):
            assert len(server.names) == 1
        async with serving(tmp_path, keep=-1) as (server, port), client(port) as ada:
            assert not server.names
            count = await server.store.run(lambda db: db.execute("SELECT count(*) FROM records").fetchone())
            assert count == (1,)

    run(scenario())


def start(*options: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "oxideal", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_sigterm_ends_the_server_cleanly(tmp_path: Path) -> None:
    async def scenario() -> None:
        database = tmp_path / "tables.sqlite"
        process = start("serve", "--port", "0", "--database", str(database), "--json-log")
        assert process.stdout is not None
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        async with client(port) as ada:
            await ada.create("foursquare")
            process.send_signal(signal.SIGTERM)
            await ada.until("bye")
        _, log = await asyncio.to_thread(process.communicate)
        assert process.returncode == 0
        assert [json.loads(line)["message"] for line in log.splitlines()] == ["stopping"]
        assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite"]  # no journal is left

    run(scenario())


def test_play_in_a_browser_prints_the_address_of_the_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        process = start("play", "rummy", "--web", "--no-browser", "--bots", "search:5s", "--practice", cwd=tmp_path)
        assert process.stdout is not None
        address, _, fragment = process.stdout.readline().strip().partition("#")
        fields = dict(each.split("=") for each in fragment.split("&"))
        async with client(int(address.rstrip("/").rpartition(":")[2])) as ada:
            table = await ada.ask("join", "table", **fields)
            assert (table["seat"], table["seats"], table["practice"]) == (0, ["person", "search:5s"], True)
            await ada.until("new_round")
        process.send_signal(signal.SIGINT)
        _, log = await asyncio.to_thread(process.communicate)
        assert process.returncode == 0, log

    run(scenario())


def test_table_is_the_same_after_each_entry_of_its_log(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (server, port), client(port) as ada:
            table = await ada.create("mexican_train", rounds=3)
            for _ in range(2):
                await ada.play_round()
                await ada.send("next_round")
            await ada.until("question")
            live = server.live[table["table"]].table
            again = Table(await server.store.entries(table["table"]))
            assert (again.state, again.state.history) == (live.state, live.state.history)
            assert (again.turn, again.length, again.round) == (live.turn, live.length, 3)
            assert again.match.totals == live.match.totals

    run(scenario())
