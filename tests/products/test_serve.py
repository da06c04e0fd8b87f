"""The server of tables: play, seats, rounds, fairness, limits."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from html import unescape
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from xml.etree import ElementTree

import pytest
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request

from helpers.effort import some_in_quick
from helpers.tables import ALL_GAMES, UPGRADE, Client, client, get, new_table, run, serving
from oxideal import doudizhu
from oxideal._registry import module_of
from oxideal.cli.serve import hosts
from oxideal.commitment import verify
from oxideal.record import Record, loads
from oxideal.serve.connection import Rate
from oxideal.serve.http import network
from oxideal.serve.live import LiveTable
from oxideal.serve.store import Store, StoreError
from oxideal.serve.table import Table, created

# Play


@pytest.mark.parametrize("game", ALL_GAMES)
async def test_match_of_a_person_and_bots_with_fair_deals(game: str, tmp_path: Path) -> None:
    """Each round's record is that of the deal that the server had committed to before it, also in a rematch."""
    async with serving(tmp_path) as (server, port), client(port) as ada:
        table = await ada.create(game, rounds=2)
        assert (table["seat"], table["names"][0], table["round"]) == (0, "Ada", 0)
        published, totals = table["commitment"], None
        over: list[Any] = []
        for number in (1, 2, 3):
            begun = await ada.until("new_round")
            if number == 3:
                assert begun["totals"] == [0] * len(table["seats"])
                totals = None
            assert (begun["round"], begun["commitment"], begun["contributions"]) == (number, published, [])
            ended = await ada.play_round()
            record = loads((await ada.ask("record", "record"))["record"])
            assert verify(published, ended["revealed"], record)
            assert list(record.payoffs or ()) == ended["payoffs"]
            assert record.names == tuple(table["names"])
            assert (record.info or {})["seats"] == table["seats"]
            totals = ended["payoffs"] if totals is None else list(map(sum, zip(totals, ended["payoffs"], strict=True)))
            assert ended["totals"] == totals
            published = ended["next"]
            matches = [message["totals"] for message in ada.all if message["kind"] == "end_match"]
            over = [totals] if number == 2 else over
            assert matches == over
            await ada.send("next_round")
        await ada.until("new_round")
        stored = await server.store.run(lambda db: db.execute("SELECT record FROM records").fetchall())
        assert len(stored) == 3


async def test_players_swap_seats_between_rounds(tmp_path: Path) -> None:
    """Names, tokens, totals and contributions go along, also after a restart; records name those who played."""
    seats = ["person", "rule", "person", "random"]
    async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as ben:
        name = (await ada.create("rummy", seats, rules={"players": 4}, contribute=True))["table"]
        token = (await ben.ask("join", "table", table=name, name="Ben"))["token"]

        async def deal() -> list[dict[str, Any]]:
            for each, contribution in ((ada, "of Ada"), (ben, "of Ben")):
                await each.send("next_round", contribution=contribution)
            return [await each.until("new_round") for each in (ada, ben)]

        async def resigned(loser: Client) -> dict[str, Any]:
            await loser.send("resign")
            await (ada if loser is ben else ben).until("end_round")
            return await loser.until("end_round")

        await deal()
        first = await resigned(ben)
        assert len({*first["totals"]}) > 1
        names = ben.table["names"]
        async with client(port) as eve:
            await eve.ask("join", "end_round", table=name, spectate=True)
            for each, seat, refusal in ((eve, 1, "spectators have no seat"), (ada, 4, "seat 4 out of range")):
                assert refusal in (await each.ask("swap", "error", seat=seat))["text"]
        for fields, wishes in (({"seat": 0}, [None, None, 0, None]), ({}, [None] * 4)):
            assert (await ben.ask("swap", "table", **fields))["wishes"] == wishes
        await ben.ask("swap", "table", seat=1)  # a bot agrees
        await ada.ask("swap", "table", seat=2)  # Ben does not
        begun = await deal()
        assert [each["seat"] for each in begun] == [0, 1]
        assert ben.table["seat"] == 1
        assert begun[1]["contributions"] == ["of Ada", "of Ben", "seat 2", "seat 3"]
        order = [0, 2, 1, 3]
        assert begun[1]["names"] == ben.table["names"] == [names[old] for old in order]
        assert ben.table["seats"] == ["person", "person", "rule", "random"]
        assert begun[1]["totals"] == [first["totals"][old] for old in order]
        assert "round is not over" in (await ada.ask("swap", "error", seat=1))["text"]
        second = await resigned(ada)
        await ada.ask("swap", "table", seat=1)
        await ben.ask("swap", "table", seat=0)
        record = loads((await ada.ask("record", "record"))["record"])
        assert (record.names, (record.info or {})["seats"]) == (tuple(begun[1]["names"]), ben.table["seats"])
        begun = await deal()
        assert [each["seat"] for each in begun] == [1, 0]
        assert begun[0]["totals"] == [second["totals"][old] for old in (1, 0, 2, 3)]
        assert (await ben.ask("join", "table", table=name, token=token))["seat"] == 0
        kept, live = Table(await server.store.entries(name)), server.live[name].table
        assert (kept.names, kept.tokens, kept.seats) == (live.names, live.tokens, live.seats)
        assert kept.totals_before_this_round == begun[0]["totals"]


async def test_persons_contribute_to_the_seed(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("game", ALL_GAMES)
def test_first_dealer_is_drawn_from_the_seed(game: str) -> None:
    """The server does not choose who deals: the contributions decide, and the next dealer follows from the first."""
    module = module_of(game)
    players = module.Rules().players
    dealers = set()
    for number in range(40):
        table = Table([created(game, {}, ["person"] * players, contribute=True)])
        for seat in range(players):
            table.apply({"kind": "seat", "seat": seat, "name": f"P{seat}", "token": ""})
        secret = FIXED.format(game, json.dumps(module.Rules().to_dict(), sort_keys=True, separators=(",", ":")))
        table.apply({"kind": "commit", "dealer": None, "secret": secret})
        assert table.commit()["dealer"] is None
        table.apply({"kind": "round", "contributions": [str(number)] * players})
        dealers.add(table.match.dealer)
        assert getattr(table.state, "dealer", table.match.dealer) == table.match.dealer
        assert Record.of(table.state).dealer is None
        assert verify(str(table.dealt and table.dealt.digest), secret, table.state, [str(number)] * players)
    assert dealers == set(range(players))


FIXED = f'{{{{"commitment":1,"dealer":null,"game":"{{}}","match":false,"rules":{{}},"secret":"{"7" * 64}"}}}}'


async def test_contribution_of_a_person_who_leaves_is_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada:
        table = await ada.create("rummy", ["person", "person"], contribute=True)
        async with client(port) as ben:
            token = (await ben.ask("join", "table", table=table["table"], name="Ben"))["token"]
            assert (await ben.ask("next_round", "table", contribution="4711"))["ready"] == [1]
        while (await ada.until("table"))["connected"] != [True, False]:
            pass
        await ada.send("next_round", contribution="blue 17")
        assert (await ada.until("new_round"))["contributions"] == ["blue 17", "4711"]
        async with client(port) as again:
            await again.send("join", table=table["table"], token=token)
            assert (await again.until("new_round"))["contributions"] == ["blue 17", "4711"]


async def test_next_round_waits_for_all_who_are_connected(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada:
        async with client(port) as ben:
            table = await ada.create("rummy", ["person", "person"], rules={"turn_limit": 10})
            await ben.ask("join", "table", table=table["table"], name="Ben")
            await asyncio.gather(ada.play_round(), ben.play_round())
            assert (await ada.ask("next_round", "table"))["ready"] == [0]
            assert all(message["kind"] != "new_round" for message in ada.all[-1:])
        assert (await ada.until("new_round"))["round"] == 2  # Ben has left


async def test_illegal_move_is_refused_with_its_rule_and_the_question_asked_again(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben:
        table = await ada.create("rummy", ["person", "person"])
        await ben.ask("join", "table", table=table["table"], name="Ben")
        mover, question = await first_question(ada, ben)
        hand = next(event for event in mover.events if event.startswith("hand")).split()[1]
        await mover.answer(question, f"discard {hand}")
        refused = await mover.until("error")
        assert (refused["rule"], "[RM-03]" in refused["text"]) == ("RM-03", True)
        assert await mover.until("question") == question
        await mover.answer(question, "nonsense")
        assert (await mover.until("error"))["rule"] is None
        assert await mover.until("question") == question
        await mover.answer(question, 0)
        assert (await mover.until("events"))["events"][0]["kind"] == "draw"


async def test_answer_to_another_question_is_ignored(tmp_path: Path) -> None:
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


async def test_moves_can_be_taken_back_at_practice_tables_only(tmp_path: Path) -> None:
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


async def test_moves_against_people_are_taken_back_once_all_agree(tmp_path: Path) -> None:
    """All are told who would take back how many moves; also persons who are not connected must agree."""
    async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as eve:
        table = await ada.create("rummy", ["person", "person"], practice=True)
        await eve.ask("join", "table", table=table["table"], spectate=True)
        async with client(port) as ben:
            back = await ben.ask("join", "table", table=table["table"], name="Ben")
            players, (mover, question) = (ada, ben), await first_question(ada, ben)
            await mover.answer(question)
            following = await first_question(ada, ben)
            other = players[1 - players.index(mover)]
            proposal = await mover.ask("take_back", "take_back")
            seat = mover.table["seat"]
            assert proposal == {"kind": "take_back", "seat": seat, "moves": 1, "agreed": [seat]}
            assert [await each.until("take_back") for each in (other, eve)] == [proposal] * 2
            length = server.live[table["table"]].table.length
            assert (await mover.ask("take_back", "take_back")) == proposal  # twice is not agreed
            assert server.live[table["table"]].table.length == length
            assert await other.until("take_back") == proposal
            assert (await other.ask("take_back", "take_back"))["agreed"] == [0, 1]
            assert (await mover.until("take_back", "new_round"))["kind"] == "take_back"
            await mover.until("new_round")
            again = await mover.until("question")
            assert (again["legal"], again["id"] > following[1]["id"]) == (question["legal"], True)
            await mover.answer(again)
            await first_question(ada, ben)
            if mover is ben:
                await ben.send("take_back")
        length = server.live[table["table"]].table.length
        if mover is ada:
            await ada.ask("take_back", "take_back")
            assert server.live[table["table"]].table.length == length
        async with client(port) as ben:
            await ben.ask("join", "new_round", table=table["table"], token=back["token"])


async def test_persons_say_phrases_to_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxideal.serve.connection.monotonic", lambda: 0.0)
    words = ("legal", "words")
    async with serving(tmp_path) as (_, port), client(port, words) as ada, client(port, words) as eve:
        table = (await ada.create("rummy", ["person", "person"]))["table"]
        await eve.ask("join", "table", table=table, spectate=True)
        async with client(port) as program:
            await program.ask("join", "table", table=table, name="Ben")
            mover, _ = await first_question(ada, program)
            other = program if mover is ada else ada
            for each, phrase, refusal in (
                (mover, "nudge", "no other person is to move"),
                (other, "Hi!", "phrase must be one of hello, "),
                (eve, "hello", "spectators have no seat"),
            ):
                assert refusal in (await each.ask("say", "error", phrase=phrase))["text"].lower()
            await other.send("say", phrase="nudge")
            heard = [await each.until("say") for each in (ada, eve)]
            assert heard == [{"kind": "say", "seat": other.table["seat"], "phrase": "nudge"}] * 2
            refused = (await other.ask("say", "error", phrase="hello"))["text"]
            assert "at most one phrase in 2 seconds" in refused.lower()
            await mover.send("say", phrase="👍")
            assert (await ada.until("say"))["phrase"] == "👍"
            assert "say" not in {message["kind"] for message in program.all}  # it is for people


async def test_page_is_sent_a_review_of_its_moves(tmp_path: Path) -> None:
    async with serving(tmp_path, think=0.25) as (_, port), client(port, ("legal", "words")) as ada:
        await ada.create("rummy", rules={"turn_limit": 40})
        assert "once it is over" in (await ada.ask("review", "error"))["text"]
        await ada.play_round()
        told = [await ada.ask("review", "review")]
        while "found" not in told[-1]:
            told.append(await ada.until("review"))
        shares = [message["share"] for message in told[:-1]]
        assert shares == sorted(shares) != []
        found = told[-1]["found"]
        assert found["finished"]
        seat = ada.table["seat"]
        assert {each["seat"] for each in found["decisions"]} == {seat}
        assert any(each["deals"] for each in found["decisions"])
        for each in found["decisions"]:
            assert each["named"].keys() >= {"played", *(["better"] if each["better"] else [])}
            assert not each["reasons"] or each["better"]
        spoken = [(await ada.ask("look", "review", language=language))["found"] for language in ("zh", "en")]
        assert spoken[1] == found
        assert spoken[0]["decisions"][0]["named"] != found["decisions"][0]["named"]


async def test_review_can_be_stopped(tmp_path: Path) -> None:
    async with serving(tmp_path, think=60) as (_, port), client(port, ("legal", "words")) as ada, client(port) as ben:
        await ada.create("foursquare")
        await ada.play_round()
        assert "share" in await ada.ask("review", "review")
        message = await ada.ask("review", "review", stop=True)
        while "found" not in message:
            message = await ada.until("review")
        assert not message["found"]["finished"]
        await ben.create("foursquare")
        await ben.play_round()
        assert "this is for pages" in (await ben.ask("review", "error"))["text"]


async def test_bot_plays_for_a_person_who_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once all others agree; the person plays again on returning."""
    async with serving(tmp_path) as (server, port), client(port) as ada, client(port) as ben:
        name = (await ada.create("rummy", ["person", "person", "person", "rule"], rules={"players": 4}))["table"]
        await ben.ask("join", "table", table=name, name="Ben")
        async with client(port) as cleo:
            token = (await cleo.ask("join", "table", table=name, name="Cleo"))["token"]
            assert "nobody has been away" in (await ada.ask("stand_in", "error"))["text"]
        while (await ada.until("table"))["connected"] != [True, True, False, True]:
            pass
        assert "nobody has been away for 20 seconds" in (await ada.ask("stand_in", "error"))["text"]
        monkeypatch.setattr("oxideal.serve.live.AWAY_SECONDS", 0.0)
        await ada.send("stand_in")
        while (await ada.until("table"))["consent"] != [0]:
            pass
        assert ada.table["stand_ins"] == []  # Ben does not agree yet
        await ben.send("stand_in")
        while (await ada.until("table"))["stand_ins"] != [2]:
            pass
        assert Table(await server.store.entries(name)).stand_ins == {2: "rule"}

        async def play(each: Client) -> None:
            await each.send("hint")  # it is refused, and the question asked again
            while True:
                await each.answer(await each.until("question"))

        playing = [asyncio.create_task(play(each)) for each in (ada, ben)]
        live = server.live[name]
        while 2 not in live.table.helped:
            await asyncio.sleep(0.01)
        async with client(port) as cleo:
            await cleo.send("join", table=name, token=token)
            while (await cleo.until("table"))["stand_ins"] != []:
                pass
            await cleo.until("question", "end_round")
            await cleo.send("resign")
            await cleo.until("end_round")
            for each in playing:
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            assert (loads((await cleo.ask("record", "record"))["record"]).info or {})["stand_ins"] == [2]


async def test_bot_plays_for_a_person_who_lets_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a move without a clock, or for the next round, until that person asks to play again."""
    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben:
        name = (await ada.create("rummy", ["person", "person"], rounds=2))["table"]
        await ben.ask("join", "table", table=name, name="Ben")
        slow, _ = await first_question(ada, ben)
        other = ben if slow is ada else ada
        assert "let others wait for 180" in (await other.ask("stand_in", "error"))["text"]
        monkeypatch.setattr("oxideal.serve.live.IDLE_SECONDS", 0.0)
        assert "nobody has been away" in (await slow.ask("stand_in", "error"))["text"]  # not for oneself
        await other.send("stand_in")
        while other.table["stand_ins"] != [slow.table["seat"]]:
            await other.until("table")
        await other.answer(await other.until("question"))  # the bot has moved
        await slow.ask("stand_in", "table")
        while slow.table["stand_ins"]:
            await slow.until("table")
        await slow.send("resign")
        await other.until("end_round")
        await other.send("next_round")
        while other.table["ready"] != [other.table["seat"]]:
            await other.until("table")
        await other.send("stand_in")
        assert (await other.until("new_round"))["round"] == 2


async def first_question(*clients: Client) -> tuple[Client, dict[str, Any]]:
    """Return the next question, and who is asked it."""
    tasks = [asyncio.create_task(each.until("question")) for each in clients]
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    (asked,) = done
    return clients[tasks.index(asked)], asked.result()


async def doudizhu_of_three(clients: tuple[Client, ...], **fields: Any) -> str:
    """Seat three people at a table, and return its name."""
    name = (await clients[0].create("doudizhu", ["person"] * 3, **fields))["table"]
    for number, each in enumerate(clients[1:]):
        await each.ask("join", "table", table=name, name=f"P{number}")
    return str(name)


@pytest.mark.parametrize("clicks", [True, False])
async def test_forced_moves_of_people_wait(clicks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table of people they are asked like others, and played after a pause unless the person plays them."""
    monkeypatch.setattr(LiveTable, "_pause", lambda *_: 1e6 if clicks else 0.0)
    forced = 0

    async def play(player: Client) -> None:
        nonlocal forced
        while (message := await player.until("question", "end_round"))["kind"] == "question":
            forced += len(message["legal"]) == 1
            if clicks or len(message["legal"]) > 1:
                await player.answer(message)

    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben, client(port) as cleo:
        await doudizhu_of_three((ada, ben, cleo))
        assert ada.table["pause"]
        await asyncio.gather(*map(play, (ada, ben, cleo)))
        assert forced > 10


async def test_forced_move_of_a_person_who_is_away_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveTable, "_pause", lambda *_: 1e6)
    async with serving(tmp_path) as (server, port), client(port) as eve:
        async with client(port) as ada:
            table = await ada.create("foursquare", pause=True)
            assert len((await ada.until("question"))["legal"]) == 1
            await eve.ask("join", "table", table=table["table"], spectate=True)
        while server.live[table["table"]].seated:
            await asyncio.sleep(0.01)
        live = server.live[table["table"]]
        live._play_forced(0, live.table.turn)
        assert not live.tasks
        monkeypatch.setattr(LiveTable, "_pause", lambda *_: 0.0)
        async with client(port) as ada:
            await ada.ask("join", "question", table=table["table"], token=table["token"])
            assert len((await ada.until("question"))["legal"]) > 1  # the next one


async def test_hint_has_lines_and_values(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    "clock", some_in_quick([{"move": 500, "bank": 500}, {"move": 1000}, {"bank": 1000, "increment": 5000}])
)
async def test_round_is_forfeited_when_the_time_is_over(clock: dict[str, int], tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as ben:
        table = await ada.create("rummy", ["person", "person"], clock=clock)
        await ben.send("join", table=table["table"], name="Ben")
        assert (await ada.until("new_round"))["clock"] == {"move": 0, "bank": 0, "increment": 0, **clock, "grace": 100}
        late, question = await first_question(ada, ben)
        other, seat = (ben, 0) if late is ada else (ada, 1)
        assert 0 < question["time"] <= 1000
        assert question["bank"] == min(clock.get("bank", 0), question["time"])
        told = next((each for each in other.all if each["kind"] == "clock"), None) or await other.until("clock")
        assert (told["seat"], told["banks"]) == (seat, [clock.get("bank", 0)] * 2)
        assert 0 < told["time"] <= 1000
        assert (await late.until("stop", "events"))["kind"] == "stop"
        for each in (ada, ben):
            ended = await each.until("end_round")
            assert each.events[-1] == f"forfeit {seat} time"
            assert ended["payoffs"] == ([0, 100] if seat == 0 else [100, 0])
        record = loads((await ada.ask("record", "record"))["record"])
        assert record.forfeited == (seat, "time")


async def test_person_resigns(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada, client(port) as eve:
        table = await ada.create("rummy", rounds=1)
        await ada.until("question")
        await eve.send("join", table=table["table"], spectate=True)
        assert "no seat" in (await eve.ask("resign", "error"))["text"]
        await ada.send("resign")
        ended = await ada.until("end_round")
        assert (ada.events[-1], ended["winners"]) == ("forfeit 0 resigned", [1])
        await eve.until("end_round")
        assert eve.events[-1] == "forfeit 0 resigned"
        assert await ada.until("end_match")
        assert "no round is being played" in (await ada.ask("resign", "error"))["text"]


def test_log_keeps_the_time_of_each_person() -> None:
    """A restart makes the table from its log: the banks are what they were."""
    entries = [
        created("foursquare", {}, ["person"], clock={"move": 1000, "bank": 60_000, "increment": 500}),
        {"kind": "seat", "seat": 0, "name": "Ada", "token": ""},
    ]
    table = Table(entries)
    for entry in (
        table.commit(),
        {"kind": "round", "contributions": []},
        {"kind": "move", "seat": 0, "move": 24, "used": 900},
        {"kind": "move", "seat": 0, "move": 25, "used": 21_000},
        {"kind": "move", "seat": 0, "move": 26},
    ):
        table.apply(entry)
        entries.append(entry)
    for each in (table, Table(entries), table.copy()):
        assert each.clock is not None
        assert each.clock.banks == (41.0,)
    other = table.copy()
    other.apply({"kind": "move", "seat": 0, "move": 27, "used": 5000})
    assert table.clock is not None
    assert table.clock.banks == (41.0,)


@pytest.mark.parametrize("slow", ["search", "python"])
async def test_bot_that_thinks_delays_no_other_table(
    slow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table with bots plays a whole round while the bots of two other tables think all the time."""
    bots = tmp_path / "slow.py"
    code = "class Slow:\n    def choose(self, view, limit=None):\n        while True: pass\n"
    bots.write_text(code, encoding="utf-8")
    ended = threading.Event()
    if slow == "search":
        monkeypatch.setattr("oxideal.bots.SearchBot.choose", lambda *_: ended.wait())
    name = "search:1s" if slow == "search" else f"{bots}:Slow"
    async with (
        serving(tmp_path, bots=(name,), threads=2) as (_, port),
        client(port) as ada,
        client(port) as ben,
        client(port) as cleo,
    ):
        for waiting in (ada, ben):
            await waiting.create("rummy", ["Slow" if slow == "python" else name, "person"])
            await waiting.until("events")
        await cleo.create("doudizhu", rounds=1)
        await cleo.play_round()
        for waiting in (ada, ben):
            await waiting.ask("rules", "error")  # everything that it has been sent has been read
            assert not any(text.startswith("0 ") for text in waiting.events)
        ended.set()


# Seats


async def test_client_returns_to_its_seat_by_the_token(tmp_path: Path) -> None:
    """Also after a restart of the server: it is told the same events, and asked the same question."""
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


async def test_wrong_token_takes_no_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Any] = []
    same = hmac.compare_digest

    def compare(*texts: Any) -> bool:
        compared.append(texts)
        return same(*texts)

    monkeypatch.setattr(hmac, "compare_digest", compare)
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


async def test_second_client_with_a_token_replaces_the_first(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as first, client(port) as second:
        table = await first.create("foursquare")
        question = await first.until("question")
        await second.send("join", table=table["table"], token=table["token"])
        assert await second.until("question") == question
        assert (await first.until("error"))["text"] == "another client has taken this seat"
        assert (await first.until("bye"))["reason"] == "replaced"
        await first.answer(question, "0,1")
        assert (await first.until("error"))["text"] == "join a table first"
        await second.answer(question, "1,0")
        await second.until("question")
        assert [text for text in second.events if text.startswith("place")] == ["place 0,0", "place 1,0"]


# Limits


async def test_pages_of_other_sites_may_not_connect(tmp_path: Path) -> None:
    async with serving(tmp_path, origins=("https://cards.example.org",)) as (_, port):
        assert (await get(port, "/ws", *UPGRADE, "Origin: https://cards.example.org"))[0] == 101
        for origin in ("null", "http://evil.example", f"http://127.0.0.1:{port + 1}", "http://["):
            status, why = await get(port, "/ws", *UPGRADE, f"Origin: {origin}")
            assert (status, why.strip().split(";")[0]) == (403, "pages of this site may not connect")
        # A name of another site that leads here, as in DNS rebinding:
        for name in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1:1"):
            rebound = f"Origin: http://{name}:{port}"
            assert (await get(port, "/ws", *UPGRADE, rebound, host=f"{name}:{port}"))[0] == 403
        own = f"Origin: http://127.0.0.1:{port}"
        assert (await get(port, "/ws", *UPGRADE, own))[0] == 101
        assert (await get(port, "/ws", *UPGRADE, own, "Origin: http://evil.example"))[0] == 403
        assert (await get(port, "/ws", *UPGRADE, own, f"Host: 127.0.0.1:{port}"))[0] in (400, 403)


async def test_own_page_may_connect_at_every_address_of_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path, allow_hosts=("cards.example.org", "tables.example.org")) as (_, port):
        for host, origin in (
            (f"192.168.1.7:{port}", f"http://192.168.1.7:{port}"),  # another machine of the network
            (f"[fd00::7]:{port}", f"http://[fd00::7]:{port}"),
            ("localhost:9999", "http://localhost:9999"),  # a port that is forwarded
            ("192.168.1.7", "http://192.168.1.7"),  # port 80
            ("192.168.1.7", "http://192.168.1.7:80"),
            ("192.168.1.7", "https://192.168.1.7"),
            ("LocalHost:443", "https://localhost"),
            ("cards.example.org", "http://cards.example.org"),
            ("cards.example.org", "https://cards.example.org"),
            (f"tables.example.org:{port}", f"http://tables.example.org:{port}"),
        ):
            assert (await get(port, "/ws", *UPGRADE, f"Origin: {origin}", host=host))[0] == 101, (host, origin)


def test_addresses_are_printed_as_browsers_open_them() -> None:
    assert hosts("127.0.0.1") == ["127.0.0.1"]
    assert hosts("0.0.0.0")[0] == "127.0.0.1"
    assert hosts("::")[0] == "[::1]"


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        ("GET //[", 400),
        ("GET http://[::1", 400),
        ("GET /ws?origin=http://[", 403),
        ("GET /ws?%ff=%&;&&=", 426),
        ("GET http://example.org/health", 200),
        ("GET /%00", 404),
        ("POST /", 405),
        ("OPTIONS *", 405),
        ("HEAD /", 200),
    ],
)
def test_request_is_answered_without_a_fault(
    request_line: str, status: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    method, path = request_line.split(" ")

    async def scenario() -> None:
        async with serving(tmp_path) as (_, port):
            if method != "GET" and not hasattr(Request("/", Headers()), "method"):  # an old version of websockets
                with pytest.raises(asyncio.IncompleteReadError):
                    await get(port, path, method=method)
                caplog.clear()
                return
            found, body = await get(port, path, method=method)
            assert found == status
            assert (body == "") == (method == "HEAD")

    run(scenario())
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize(
    ("limit", "refusal"),
    [
        ({"tables": 2}, "this server has its 2 tables"),
        ({"tables_per_minute": 2}, "at most 2 tables in a minute"),
        ({"tables_per_address": 2}, "at most 2 tables for each address"),
    ],
)
async def test_tables_are_bounded(limit: dict[str, int], refusal: str, tmp_path: Path) -> None:
    async with serving(tmp_path, **limit) as (server, port), client(port) as ada:
        for _ in range(2):
            assert (await ada.create("foursquare"))["kind"] == "table"
        assert (await ada.create("foursquare"))["text"].startswith(refusal)
        assert len(server.names) == 2


async def test_table_with_a_preset(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada:
        table = await ada.create("doudizhu", ["person", "rule", "rule"], preset="huanle", rules={"spring": False})
        assert table["rules"] == doudizhu.Rules.preset("huanle").to_dict() | {"spring": False}
        for game, known in (("doudizhu", "douzero, huanle, openspiel, rlcard"), ("rummy", "none")):
            refused = await ada.ask("create", "error", game=game, seats=["person"], name="Ada", preset="x")
            assert refused["text"] == f'preset must be one of {known}, got "x"'
        assert len(server.names) == 1


async def test_invitation_as_qr_code(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada:
        table = (await ada.create("rummy", ["person", "person"]))["table"]
        link = "/code.svg?link=http%3A%2F%2F192.0.2.7%3A8000%2F%23table%3D"
        status, body = await get(port, link + table)
        assert status == 200
        assert ElementTree.fromstring(body).get("viewBox") == "0 0 33 33"  # 29 modules, and 2 at each side are free
        for wrong in ("", "?link=", f"?link=javascript:x/%23table={table}", "?link=http://" + "x" * 201, "?other=1"):
            assert await get(port, f"/code.svg{wrong}") == (400, "a link must be that of an invitation\n")
        assert await get(port, link + "other") == (404, "this server has no such table\n")
        server.http.codes.rate = 1e-9  # none, however slowly this test runs
        assert await get(port, link + table) == (503, "too many codes; try again later\n")


async def test_refused_table_deletes_none(tmp_path: Path) -> None:
    async with serving(tmp_path, tables_per_address=2) as (server, port), client(port) as ada, client(port) as ben:
        open_one = (await ada.create("foursquare"))["table"]
        unused = (await ben.create("foursquare"))["table"]
        assert (await ben.create("foursquare"))["text"] == "at most 2 tables for each address"
        for kept in server.names.values():
            kept.last -= 3601
        server.names[open_one].last -= 1  # the oldest is one that somebody plays at
        limits: list[dict[str, Any]] = [{"tables": 1}, {"tables_per_minute": 2}]
        for limit in limits:
            server.settings = replace(server.settings, tables=1000, tables_per_minute=30)
            server.settings = replace(server.settings, **limit)
            await ada.ask("create", "error", game="foursquare", seats=["person"], name="Ada")
            assert set(server.names) == {open_one, unused}
        server.settings = replace(server.settings, tables=1000, tables_per_minute=30)
        await ben.send("bye")
        while unused in server.live:
            await asyncio.sleep(0)
        server.names[unused].last -= 3601
        created = (await ada.create("foursquare"))["table"]
        assert set(server.names) == {open_one, created}


async def test_tables_of_an_address_count_after_a_restart(tmp_path: Path) -> None:
    limit = {"tables_per_address": 2}
    async with serving(tmp_path, **limit) as (_, port), client(port) as ada:
        for _ in range(2):
            await ada.create("foursquare")
    async with serving(tmp_path, **limit) as (server, port), client(port) as ada:
        first, second = sorted(server.names, key=lambda name: server.names[name].last)
        assert (await ada.create("foursquare"))["text"] == "at most 2 tables for each address"
        server.names[first].last -= 3601  # it has been unused for an hour
        created = await ada.create("foursquare")
        assert set(server.names) == {second, created["table"]}
        assert await server.store.entries(first) == []
        assert server.names[created["table"]].address == "127.0.0.1"


async def test_table_that_is_full_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path, entries=10) as (_, port), client(port) as ada:
        await ada.create("foursquare", practice=True)
        await ada.play_round()
        assert (await ada.ask("next_round", "error"))["text"].startswith("this table is full: it has ")
        await ada.ask("take_back", "error")


def test_oldest_records_are_deleted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, records=2) as (server, port), client(port) as ada:
            await ada.create("foursquare")
            for _ in range(3):
                await ada.play_round()
                await ada.send("next_round")
            await server._sweep()
            kept = await server.store.run(lambda db: db.execute("SELECT id FROM records").fetchall())
            assert kept == [(2,), (3,)]
            assert "the oldest 1 records are deleted" in caplog.text

    caplog.set_level("INFO", "oxideal.serve")
    run(scenario())


def test_addresses_of_a_network_count_as_one() -> None:
    assert network("203.0.113.7") == "203.0.113.7"
    assert network("::ffff:203.0.113.7") == "203.0.113.7"
    assert network("2001:db8::1") == network("2001:db8:0:0:ffff::2") == "2001:db8::/64"
    assert network("2001:db8:0:1::1") != network("2001:db8::1")
    assert network("unknown") == "unknown"


@pytest.mark.parametrize(
    ("limit", "status", "refusal"),
    [
        ({"connections": 2}, 503, "too many connections;"),
        ({"connections_per_address": 2}, 429, "too many connections from this address"),
    ],
)
async def test_connections_are_bounded(limit: dict[str, int], status: int, refusal: str, tmp_path: Path) -> None:
    async with serving(tmp_path, **limit) as (_, port), client(port), client(port):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{port}/ws")
        assert refused.value.response.status_code == status
        assert refused.value.response.body.decode().startswith(refusal)
        assert (await get(port, "/health"))[0] == 200


async def test_proxy_names_the_address(tmp_path: Path) -> None:
    """The last address is the one that the proxy has added; a client can invent those before."""
    async with serving(tmp_path, proxy=True, connections_per_address=1) as (_, port):
        headers = {"X-Forwarded-For": "1.1.1.1, 2.2.2.2"}
        async with client(port, additional_headers=headers):
            status, _ = await get(port, "/ws", *UPGRADE, "X-Forwarded-For: 3.3.3.3, 2.2.2.2")
            assert status == 429
            assert (await get(port, "/ws", *UPGRADE, "X-Forwarded-For: 2.2.2.2, 4.4.4.4"))[0] == 101


async def test_spectators_are_bounded(tmp_path: Path) -> None:
    async with serving(tmp_path, spectators=1) as (_, port), client(port) as ada, client(port) as one:
        table = await ada.create("foursquare")
        assert (await one.ask("join", "table", table=table["table"], spectate=True))["seat"] is None
        async with client(port) as two:
            refused = await two.ask("join", "error", table=table["table"], spectate=True)
            assert refused["text"] == "this table has 1 spectators already"
        assert (await one.ask("next_round", "error"))["text"] == "spectators have no seat"


async def test_client_that_says_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxideal.serve.server.HELLO_SECONDS", 0.01)
    async with serving(tmp_path) as (_, port), connect(f"ws://127.0.0.1:{port}/ws") as socket:
        kinds = [json.loads(await socket.recv()) for _ in range(3)]
        assert [each["kind"] for each in kinds] == ["hello", "error", "bye"]
        assert kinds[-1]["reason"] == "silent"


async def test_messages_are_bounded(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada:
        await ada.socket.send("x" * 65_537)
        with pytest.raises(ConnectionClosed) as closed:
            await ada.until("bye")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_messages_that_come_too_fast_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("oxideal.serve.connection.monotonic", lambda: now[0])
    rate = Rate(10)
    assert [rate.delay() for _ in range(20)] == [0.0] * 20  # two seconds' worth at once
    assert rate.delay() == pytest.approx(0.1)
    assert rate.delay() == pytest.approx(0.2)
    now[0] += 0.5
    assert rate.delay() == 0.0


async def test_connections_of_an_address_share_a_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times that of a connection; who connects again has no new one."""
    monkeypatch.setattr("oxideal.serve.connection.monotonic", lambda: 100.0)
    waits: dict[float, list[float]] = {}
    counted = Rate.delay

    def delay(rate: Rate) -> float:
        waits.setdefault(rate.rate, []).append(counted(rate))
        return 0.0

    monkeypatch.setattr(Rate, "delay", delay)
    async with serving(tmp_path, rate=2, proxy=True) as (_, port):
        for _ in range(12):
            async with client(port, additional_headers={"X-Forwarded-For": "1.1.1.1"}) as one:
                for _ in range(3):  # after the hello
                    assert (await one.ask("x", "error"))["text"] == "unknown kind 'x'"
        assert max(waits[2]) == 0
        assert waits[20] == pytest.approx([0.0] * 40 + [number / 20 for number in range(1, 9)])
        async with client(port, additional_headers={"X-Forwarded-For": "2.2.2.2"}) as other:
            await other.ask("x", "error")
        assert waits[20][48:] == [0.0] * 2


async def flood(reader: Client) -> None:
    """Send messages that are refused; each time the server repeats the question with the view."""
    while True:
        await reader.send("x")
        await asyncio.sleep(0)


async def test_slow_reader_is_dropped_and_delays_nobody(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"rules": {"players": 9}}, "players"),
        ({"seats": ["person"]}, "seats must have 2 items, got 1"),
        ({"seats": ["rule", "rule"]}, "at least one"),
        ({"seats": ["person", "search:3s"]}, "at most 2s"),
        ({"seats": ["person", "search:1s:8"]}, "one thread"),
        ({"seats": ["person", "os:system"]}, "no bot"),
        ({"seats": ["person", "exec:sh"]}, "no bot"),
        ({"name": "x" * 25}, "name"),
        ({"name": "\u3164\u200b\xad"}, "name must have a visible character"),
        ({"clock": {"move": 500, "bank": 499}}, "clock must have 1 second or more"),
        ({"clock": {"move": 1000, "grace": 1}}, "unknown field"),
        ({"rounds": 0}, "rounds"),
        ({"practice": 1}, "practice must be true or false"),
        ({"language": "xx"}, "unknown language"),
    ],
)
async def test_table_that_cannot_be_is_refused(fields: dict[str, Any], refusal: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, port), client(port) as ada:
        refused = await ada.ask("create", "error", "table", **{**new_table("rummy"), **fields})
        assert refused["kind"] == "error"
        assert refusal in refused["text"]
        assert not server.names
        assert (await ada.create("rummy"))["kind"] == "table"


# The server


async def test_health_figures_and_files(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada:
        await ada.create("foursquare")
        await ada.until("question")  # the first card has only one place, and lies there
        assert await get(port, "/health") == (200, "ok\n")
        status, body = await get(port, "/figures")
        figures = json.loads(body)
        assert status == 200
        assert (figures["tables"], figures["connections"], figures["tables_since_start"]) == (1, 1, 1)
        assert figures["moves_since_start"] == 1
        for path, start in (("/", "<!doctype html>"), ("/table.js", ""), ("/table.css", "")):
            status, body = await get(port, path)
            assert status == 200
            assert body.lower().startswith(start)
        for path in ("/x", "/../serve/server.py", "/seat.py", "/table.js/"):
            assert (await get(port, path))[0] == 404


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
def test_only_the_owner_can_read_the_database(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as (_, port), client(port) as ada:
            await ada.create("foursquare")
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
            assert modes == {"tables.sqlite": 0o600, "tables.sqlite-wal": 0o600}

    before = os.umask(0)
    try:
        run(scenario())
    finally:
        os.umask(before)
    database = tmp_path / "tables.sqlite"
    Store(str(database)).close()
    assert caplog.messages == []
    database.chmod(0o640)
    Store(str(database)).close()
    assert caplog.messages == [f"{database} has mode 0640; whoever can read it knows all cards: chmod 600"]


def test_files_that_cannot_be_the_database_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "text").write_text("x" * 1000, encoding="utf-8")
    later = sqlite3.connect(tmp_path / "later")
    later.execute("PRAGMA user_version = 2")
    later.close()
    first = Store(str(tmp_path / "used"))
    for path, why in (
        ("", None),
        ("none/tables.sqlite", None),
        ("file/tables.sqlite", None),
        ("later", "unsupported format 2"),
        ("text", "not a database"),
        ("used", "another server has it"),
    ):
        with pytest.raises(StoreError, match=why):
            Store(str(tmp_path / path) if path else "")
    first.close()
    Store(str(tmp_path / "used")).close()


async def test_old_tables_are_deleted_and_their_records_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, port), client(port) as ada:
        await ada.create("foursquare")
        await ada.play_round()
    async with serving(tmp_path, keep=1) as (server, port):
        assert len(server.names) == 1
    async with serving(tmp_path, keep=-1) as (server, port), client(port) as ada:
        assert not server.names
        count = await server.store.run(lambda db: db.execute("SELECT count(*) FROM records").fetchone())
        assert count == (1,)


async def test_tables_that_are_not_started_are_deleted_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "oxideal.serve")
    async with serving(tmp_path) as (server, port):
        async with client(port) as ada:
            started = (await ada.create("foursquare"))["table"]
            await ada.until("question")
        async with client(port) as ben, client(port) as ada:
            monkeypatch.setattr("oxideal.serve.server.UNSTARTED_SECONDS", -1)
            left = (await ben.create("rummy", ["person", "person"]))["table"]
            await ben.socket.close()
            waiting = (await ada.create("rummy", ["person", "person"]))["table"]
            while {left, started} & server.live.keys():
                await asyncio.sleep(0.01)
            await server._sweep()
            assert {*server.names} == {started, waiting}  # somebody is connected to one of them
            assert f"table {left} is deleted" in caplog.text
            assert waiting not in caplog.text
    async with serving(tmp_path) as (server, port):
        assert {*server.names} == {started}


async def test_clients_are_told_names_of_bots_and_not_their_commands(tmp_path: Path) -> None:
    bots = tmp_path / "hush.py"
    bots.write_text("class Slow:\n    def choose(self, view, limit=None):\n        return 0\n", encoding="utf-8")
    commands = ("exec:false --hush", "exec:1s:false hush", f"{bots}:Slow")
    async with serving(tmp_path, bots=commands) as (_, port), client(port) as ada:
        own = ["false", "false 2", "Slow"]
        async with connect(f"ws://127.0.0.1:{port}/ws") as socket:
            assert json.loads(await socket.recv())["bots"][:3] == own
        assert (await ada.create("rummy", ["person", "Slow"]))["seats"] == ["person", "Slow"]
        table = await ada.create("rummy", ["person", *own[:2]], rules={"players": 3}, rounds=1)
        await ada.play_round()
        record = (await ada.ask("record", "record"))["record"]
        assert (loads(record).info or {})["seats"] == table["seats"]
        assert "hush" not in json.dumps(ada.all)


def start(*options: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "oxideal", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
async def test_sigterm_ends_the_server_cleanly(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    process = start("serve", "--port", "0", "--database", str(database), "--json-log")
    assert process.stdout is not None
    port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
    async with client(port) as ada:
        await ada.create("foursquare")
        process.send_signal(signal.SIGTERM)
        assert (await ada.until("bye"))["reason"] == "stopping"
    _, log = await asyncio.to_thread(process.communicate)
    assert process.returncode == 0
    assert [json.loads(line)["message"] for line in log.splitlines()] == ["stopping"]
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite"]  # no journal is left


async def test_play_in_a_browser_prints_the_address_of_the_table(tmp_path: Path) -> None:
    process = start("play", "rummy", "--web", "--no-browser", "--bots", "search:5s", "--practice", cwd=tmp_path)
    assert process.stdout is not None
    address, _, fragment = process.stdout.readline().strip().partition("#")
    fields = dict(each.split("=") for each in fragment.split("&"))
    async with client(int(address.rstrip("/").rpartition(":")[2])) as ada:
        table = await ada.ask("join", "table", **fields)
        assert (table["seat"], table["seats"], table["practice"]) == (0, ["person", "search:5s"], True)
        await ada.send("next_round", contribution="blue 17")
        assert (await ada.until("new_round"))["contributions"] == ["blue 17", "seat 1"]
    process.send_signal(signal.SIGINT)
    _, log = await asyncio.to_thread(process.communicate)
    assert process.returncode == 0, log


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
def test_arguments_of_the_browser_do_not_have_the_token(tmp_path: Path) -> None:
    """All users of the machine see them; the file that they name is the user's alone, and leads to the table."""
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/part\nmv {tmp_path}/part {tmp_path}/given\n', encoding="utf-8"
    )
    browser.chmod(0o755)
    process = start("play", "foursquare", "--web", cwd=tmp_path, env={**os.environ, "BROWSER": f"{browser} %s"})
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    end = monotonic() + 60
    while not (tmp_path / "given").exists():
        assert process.poll() is None
        assert monotonic() < end
        sleep(0.02)
    given = (tmp_path / "given").read_text(encoding="utf-8").strip()
    assert given.startswith("file://")
    assert "token" not in given
    page = Path(given.removeprefix("file://"))
    assert (page.stat().st_mode & 0o777, page.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert unescape(page.read_text(encoding="utf-8")).count(address) == 3
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert not page.exists()
