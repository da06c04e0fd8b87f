"""The bridge to Botzone's Dou Dizhu: its requests, our responses, and whole rounds both ways."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.effort import some_in_quick, times
from oxideal import doudizhu as dd
from oxideal.arena import arena
from oxideal.bots import Limit, ProgramBot, ProgramError, RandomBot, RuleBot
from oxideal.bots.botzone.doudizhu import Bridge, Seen, ranks, respond
from oxideal.cli import main
from oxideal.protocol.lines import ProtocolError

CARDS = dd.Rules(auction=False, kicker_both_jokers=True)
AUCTION = dd.Rules(kicker_both_jokers=True)


def answer(bot: Any, requests: list[Any], responses: list[Any]) -> Any:
    line = json.dumps({"requests": requests, "responses": responses, "time_limit": "1.0"})
    return json.loads(respond(bot, line.encode()))["response"]


class Recorder:
    """A rule bot that keeps the views it is asked about."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def choose(self, view: Any, _: Any = None) -> Any:
        self.views.append(view)
        return RuleBot().choose(view)


# Our bots answer Botzone. Fields and their order are those of Botzone's description of the games.

OWN = [0, 1, 2, 3, 4, 9, 10, 16, 17, 21, 25, 33, 37, 41, 45, 49, 52]
KITTY = [29, 8, 14]


def test_bid_request() -> None:
    bot = Recorder()
    assert answer(bot, [{"own": OWN, "bid": [0, 2]}], []) in (0, 3)
    (view,) = bot.views
    assert (view.seat, view.phase, view.bid) == (2, "auction", 2)
    assert "".join(view.hand) == ranks(OWN) == "33334557789JQKA2B"


def test_first_request_after_the_auction() -> None:
    bot = Recorder()
    request = {"history": [[], [5, 6]], "publiccard": KITTY, "own": OWN, "landlord": 2, "pos": 0, "finalbid": 1}
    cards = answer(bot, [{"own": OWN, "bid": []}, request], [0])
    (view,) = bot.views
    assert (view.seat, view.landlord, str(view.to_beat), view.to_beat_seat) == (0, 2, "44", 2)
    assert "".join(view.kitty) == "56T"
    assert set(cards) <= set(OWN)
    assert view.is_legal(ranks(cards) or "pass")


@pytest.mark.parametrize(
    ("history", "seat", "beat"), [([[], []], 0, "None"), ([[], [5, 6]], 1, "44"), ([[5, 6], []], 2, "44")]
)
def test_position_without_auction(history: list[list[int]], seat: int, beat: str) -> None:
    """FightTheLandlord does not say which position a bot has: the history of its first request does."""
    own = [*OWN, *KITTY] if seat == 0 else OWN
    bot = Recorder()
    cards = answer(bot, [{"own": own, "history": history, "publiccard": KITTY}], [])
    (view,) = bot.views
    assert (view.seat, view.landlord, str(view.to_beat)) == (seat, 0, beat)
    assert set(cards) <= set(own)
    assert len("".join(view.hand)) == len(own)


def test_example_of_the_page_is_answered() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "botzone.md").read_text(encoding="utf-8")
    found = re.search(r"^```json\n(.*?)^```$", page, re.M | re.S)
    assert found
    bot = Recorder()
    assert "response" in json.loads(respond(bot, found[1].replace("\n", "").encode()))
    assert (bot.views[0].seat, bot.views[0].landlord, str(bot.views[0].to_beat)) == (0, 2, "44")


SHUTTLE = [*range(5 * 4, 7 * 4)]
"""Two quadruples in a row, which our rules do not know."""


def test_unknown_play_is_passed_and_the_round_goes_on() -> None:
    own = [0, 1, 2, 3, 4, 9, 10, 16, 17, 32, 36, 33, 37, 41, 45, 49, 52]
    first = {"own": own, "history": [[], SHUTTLE], "publiccard": [29, 8, 14]}
    bot = Recorder()
    assert answer(bot, [first], []) == []
    assert bot.views == []
    assert answer(bot, [first, {"history": [[], [12]]}], [[]])  # landlord leads with a 6 after two passes
    view = bot.views[0]
    assert (str(view.to_beat), view.to_beat_seat, view.hand_sizes) == ("6", 0, (11, 17, 17))
    assert "".join(view.played[0]) == "688889999"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"7",
        b"[]",
        b"{}",
        b'{"requests": [], "responses": []}',
        b'{"requests": [{}], "responses": []}',
        b'{"requests": [{"own": [], "bid": []}], "responses": [1]}',
        b'{"requests": [{"own": [54], "bid": []}], "responses": []}',
        b'{"requests": [{"own": [true], "bid": []}], "responses": []}',
        b'{"requests": [{"own": [1, 1], "bid": []}], "responses": []}',
        b'{"requests": [{"own": [1], "bid": [0, 0, 0]}], "responses": []}',
        b'{"requests": [{"own": [1], "bid": ["x"]}], "responses": []}',
        b'{"requests": [{"own": [1], "publiccard": [2], "history": [[], []]}], "responses": []}',
        b'{"requests": [{"own": [1], "publiccard": [2], "history": [[]]}], "responses": []}',
        b'{"requests": [{"own": [1], "publiccard": [2], "history": [[], []], "landlord": 3}], "responses": []}',
        b"[" * 100_000,
    ],
    ids=range(16),
)
def test_bad_input_is_refused(line: bytes) -> None:
    from oxideal.errors import OxidealError

    with pytest.raises(OxidealError):
        respond(RuleBot(), line)


def test_command_answers_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"requests": [{"own": OWN, "bid": []}], "responses": []}) + "\nnot read"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, write_through=True))
    assert main(["bot", "rule", "--botzone", "doudizhu"]) == 0
    assert json.loads(output.getvalue())["response"] in (0, 1, 2, 3)


def test_other_games_have_no_bridge(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["bot", "rule", "--botzone", "rummy"], ["protocol", "botzone", "rummy", "python my_bot.py"]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert "there is no bridge to Botzone for rummy" in capsys.readouterr().err


# A bot for Botzone plays by our protocol


class InProcess(Bridge):
    """A bridge to a bot of ours that answers Botzone's input, and a check of that input."""

    def __init__(self, bot: Any) -> None:
        super().__init__(["bot"], io.BytesIO(), io.BytesIO())
        self.inner = bot
        self.inputs: list[dict[str, Any]] = []

    def _ask(self, given: dict[str, Any]) -> dict[str, Any]:
        self.inputs.append(given)
        found: dict[str, Any] = json.loads(respond(self.inner, json.dumps(given).encode()))
        return found


def told(bridge: Bridge, state: Any, seat: int, known: int) -> None:
    """Tell a bridge the events that it does not know."""
    events = [state.rules.event_to_dict(text) for text in state.events(seat)[known:]]
    bridge.on_events({"kind": "events", "events": events})


@pytest.mark.all_rules
@pytest.mark.parametrize("rules", [CARDS, AUCTION], ids=["cards", "auction"])
def test_round_trip_keeps_every_view(rules: dd.Rules) -> None:
    """The view that a bot has behind both translations is that of the state, but for suits and the stake."""
    chance = random.Random(str(rules))
    asked = 0
    for number in range(times(60, quick=10)):
        state = dd.State(rules, seed=number)
        bots = [InProcess(Recorder()) for _ in range(3)]
        known = [0, 0, 0]
        for seat, bridge in enumerate(bots):
            bridge.on_new_round({"kind": "new_round", "game": "doudizhu", "rules": rules.to_dict(), "seat": seat})
        while (player := state.current_player) is not None:
            bridge, view = bots[player], state.view(player)
            told(bridge, state, player, known[player])
            known[player] = len(state.events(player))
            inner: Any = bridge.inner
            views = len(inner.views)
            (made,) = bridge._answer(1, view, None)
            assert view.is_legal(made["move"])
            if len(inner.views) > views:
                asked += 1
                behind = inner.views[-1]
                turn = behind.seat - player
                order = [(seat + turn) % 3 for seat in range(3)]
                for name in ("hand", "to_beat", "phase", "kitty"):
                    assert str(getattr(view, name)) == str(getattr(behind, name)), name
                assert list(view.hand_sizes) == [behind.hand_sizes[seat] for seat in order]
                if view.phase != "auction":
                    assert list(view.played) == [behind.played[seat] for seat in order]
                    assert list(view.plays) == [behind.plays[seat] for seat in order]
                    assert (view.landlord + turn) % 3 == behind.landlord
                    assert (view.passes, view.doublings) == (behind.passes, behind.doublings)
                    assert made["move"] == str(RuleBot().choose(behind))
            state.push(made["move"] if chance.random() < 0.8 else RandomBot(number).choose(view))
    assert asked > 100


PLAYER = """
import json, sys
given = json.loads(sys.stdin.readline())
requests, responses = given["requests"], given["responses"]
assert len(requests) == len(responses) + 1
asked = given.get("data", 0)  # it is not asked where it can only pass
assert asked <= len(responses) and (asked or not any(responses))
if "history" not in requests[-1]:
    response = "3"  # a text, as in Botzone's own example
else:
    first = next(each for each in requests if "history" in each)
    own = set(first["own"])
    if "pos" not in first or first["pos"] == first["landlord"]:
        own |= set(first["publiccard"]) if "pos" in first else set()
    for each in responses:
        own -= set(each) if isinstance(each, list) else set()
    response = [] if any(requests[-1]["history"]) else [max(own)]
print(json.dumps({"response": response, "debug": "x", "data": asked + 1}))
print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
sys.stdin.readline()
"""
"""A bot for Botzone that leads with its highest card, and otherwise passes."""


def program(folder: Path, text: str) -> str:
    (folder / "player.py").write_text(text, encoding="utf-8")
    return f"exec:60s:{sys.executable} -m oxideal protocol botzone doudizhu '{sys.executable} {folder}/player.py'"


@pytest.mark.full
@pytest.mark.all_rules
@pytest.mark.parametrize("rules", [CARDS, AUCTION], ids=["cards", "auction"])
def test_bot_for_botzone_plays_in_an_arena(rules: dd.Rules, tmp_path: Path) -> None:
    found = arena("doudizhu", [program(tmp_path, PLAYER), "rule", "rule"], 1, 7, rules=rules)
    assert [row.forfeits for row in found.rows] == [{}] * 3


@pytest.mark.parametrize(
    ("text", "detail"),
    some_in_quick(
        [
            ("print('rubbish')", "the bot's output must be JSON, got "),
            ("print('[1]')", "the bot's output must be a JSON object, got "),
            ("raise SystemExit(3)", "the bot's output must be JSON, got "),
            ("print('{}')", 'missing field "response"'),
            ("print('{\"response\": [54]}')", "response must be a list of cards, 0 to 53, got "),
            ("print('{\"response\": [0, 0]}')", "response must not have a card twice"),
            ("print('{\"response\": ' + str([*range(54)]) + '}')", "response has cards that the bot does not hold"),
            ("print('x' * 99999)", "a line must have at most 65536 bytes"),
        ]
    ),
    ids=range(8),
)
def test_wrong_response_loses_the_round(text: str, detail: str, tmp_path: Path) -> None:
    command = program(tmp_path, text).removeprefix("exec:60s:")
    state = dd.State(CARDS, seed=7)
    seat = state.current_player
    assert seat is not None
    with ProgramBot(command, Limit(time=60)) as bot, pytest.raises(ProgramError, match="reported an error") as caught:
        bot.seat(CARDS, seat).ask(state.view(seat), state.events(seat))
    assert detail in str(caught.value)


def test_bridge_plays_only_what_botzone_has() -> None:
    bridge = InProcess(RuleBot())
    for game, fields in (("doudizhu", {"players": 4}), ("rummy", {})):
        with pytest.raises(ProtocolError, match="plays Dou Dizhu with three players"):
            bridge.on_new_round({"kind": "new_round", "game": game, "rules": fields, "seat": 0})
        with pytest.raises(ProtocolError, match="events outside a round"):
            bridge.on_events({"kind": "events", "events": []})
    with pytest.raises(ProtocolError, match="cannot begin in a position"):
        Seen(0, ["position doudizhu"], {})


def test_second_bid_is_a_pass_without_the_bot() -> None:
    bridge = InProcess(RuleBot())
    bridge.on_new_round({"kind": "new_round", "game": "doudizhu", "rules": AUCTION.to_dict(), "seat": 0})
    state = dd.State(AUCTION, seed=next(seed for seed in range(99) if dd.State(AUCTION, seed=seed).current_player == 0))
    for text in ("pass", "bid 1", "pass"):
        state.push(text)
    told(bridge, state, 0, 0)
    assert bridge._answer(1, state.view(0), None)[0]["move"] == "pass"
    assert bridge.inputs == []


def test_response_keeps_the_cards_that_the_bot_named() -> None:
    """Of equal ranks, the next input has the cards that the bot has played."""
    events = ["dealer 0", "first 0", "hand 333456789TJQKA22B", "kitty 45R", "0 3", "1 4", "2 pass"]
    cards = Seen(0, events, {0: [2]}).dialogue(auction=False)[1]
    assert cards == [[2]]
    assert Seen(0, events, {}).dialogue(auction=False)[1] == [[0]]
    assert Seen(0, events, {0: [4]}).dialogue(auction=False)[1] == [[0]]  # the host has replaced the move
    assert 2 not in Seen(0, events, {0: [2]}).hand


def test_requests_have_the_fields_of_botzone() -> None:
    hand = "hand 333456789TJQKA22B"
    own = [0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 49, 52]
    requests, responses = Seen(0, ["dealer 0", "first 0", hand, "kitty 45R"], {}).dialogue(auction=False)
    assert requests == [{"own": [*own, 5, 9, 53], "publiccard": [5, 9, 53], "history": [[], []]}]
    assert responses == []
    events = ["dealer 0", "first 1", hand, "1 bid 1", "2 bid 2", "0 pass", "1 pass", "kitty 45R", "2 4"]
    requests, responses = Seen(0, events, {}).dialogue(auction=True)
    later = {"landlord": 1, "pos": 2, "finalbid": 2, "history": [[], [5]]}  # positions begin with the first bidder
    assert requests == [{"own": own, "bid": [1, 2]}, {"own": own, "publiccard": [5, 9, 53], **later}]
    assert responses == [0]


def test_saved_data_is_for_one_deal() -> None:
    class Saving(InProcess):
        def _ask(self, given: dict[str, Any]) -> dict[str, Any]:
            return {**super()._ask(given), "data": "d", "globaldata": "g", "debug": "x"}

    bridge = Saving(RuleBot())
    bridge.on_new_round({"kind": "new_round", "game": "doudizhu", "rules": AUCTION.to_dict(), "seat": 0})
    state = dd.State(AUCTION, seed=next(seed for seed in range(99) if dd.State(AUCTION, seed=seed).current_player == 0))
    told(bridge, state, 0, 0)
    bridge._answer(1, state.view(0), None)
    assert bridge.saved == {"data": "d", "globaldata": "g"}
    known = len(state.events(0))
    while state.redeals == 0 or state.current_player != 0:
        state.push("pass")
    told(bridge, state, 0, known)
    bridge._answer(2, state.view(0), None)
    assert [set(given) for given in bridge.inputs] == [{"requests", "responses"}] * 2
    assert bridge.saved
    bridge.on_new_round({"kind": "new_round", "game": "doudizhu", "rules": AUCTION.to_dict(), "seat": 0})
    assert bridge.saved == {}
