"""What pages are sent: positions, sentences, the names of moves and refusals, in both languages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import repeat
from typing import Any

import pytest

from oxideal import doudizhu, foursquare, rummy
from oxideal._registry import module_of
from oxideal.differential import GAMES as RULES
from oxideal.errors import InvalidArgumentError
from oxideal.web import Seat, static
from oxideal.web.seat import MAX_LABELS, PUBLIC
from oxideal.words import LANGUAGES

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo")
HANZI = re.compile("[\u4e00-\u9fff]")
HALF_WIDTH = re.compile("[\u4e00-\u9fff][,:;!?()]|[,:;!?()][\u4e00-\u9fff]")
"""Punctuation that is wrong in Chinese."""


def rules_of(game: str) -> list[Any]:
    """Return some rules, with few and with many players."""
    return [module_of(game).Rules.from_dict(fields) for fields in RULES[game][::4]]


def rounds(game: str, rules: Any, seed: int) -> Iterator[Any]:
    """Yield the states of a round that is played at random, with a preference for moves that are not passes."""
    module: Any = module_of(game)
    state = module.State(rules, seed=seed)
    chance = random.Random(seed)
    yield state
    for _ in range(120):
        if state.is_over:
            return
        legal = state.legal_moves()
        state.push(chance.choice(legal[1:] if len(legal) > 1 and chance.random() < 0.8 else legal))
        yield state


def seat_of(state: Any, seat: int = 0, **options: Any) -> tuple[Seat, dict[str, Any]]:
    """Return a seat that has seen everything so far, and the message that it was sent."""
    found = Seat(state.rules, seat, NAMES[: state.rules.players], **options)
    return found, found.see(state.events(seat))


def part(game: str) -> Any:
    return import_module(f"oxideal.web.{game}")


def test_positions_tell_only_what_is_new(game: str) -> None:
    rules = rules_of(game)[0]
    seat = Seat(rules, 0, NAMES[: rules.players])
    told, sentences = 0, 0
    for state in rounds(game, rules, 4):
        events = state.events(0)
        message = seat.see(events[told:])
        told = len(events)
        assert message["view"] == state.view(0).to_dict()
        assert json.loads(json.dumps(message)) == message
        assert message["first"] == sentences
        assert len(message["said"]) <= 1
        for said in message["said"]:
            last = state.view(0).recent[-1]
            assert (said["seat"], message["last"]["move"]["id"]) == (last[0], last[1])
        sentences += len(message["said"])
        assert (seat.legal() != []) == (state.current_player == 0)
        assert (message["result"] is not None) == state.is_over
    assert sentences == len(state.history)
    assert len(seat.look(language="zh")["said"]) == sentences


def test_earlier_positions_are_those_that_were_seen(game: str) -> None:
    rules = rules_of(game)[0]
    seat = Seat(rules, 0, NAMES[: rules.players])
    told, seen = 0, []
    for state in rounds(game, rules, 4):
        seen.append(seat.see(state.events(0)[told:]))
        told = len(state.events(0))
    for moves, message in enumerate(seen):
        past = seat.past(moves)
        assert {name: message[name] for name in ("view", "last", "lines")} == {
            name: past[name] for name in ("view", "last", "lines")
        }
        assert past["moves"] == moves
    for wrong in (-1, len(seen), 10**30):
        with pytest.raises(InvalidArgumentError, match=f"moves must be 0 to {len(seen) - 1}, got"):
            seat.past(wrong)


def test_legal_moves_have_names(game: str) -> None:
    for rules in rules_of(game):
        for state in rounds(game, rules, 3):
            player = state.current_player
            if player is None:
                continue
            seat, _ = seat_of(state, player)
            legal = seat.legal()
            assert [(each["id"], each["text"]) for each in legal] == [(int(m), str(m)) for m in state.legal_moves()]
            assert len(legal) > MAX_LABELS or all(each["label"] for each in legal)
            for other in range(rules.players):
                if other != player:
                    assert seat_of(state, other)[0].legal() == []


def test_of_very_many_moves_a_page_asks_for_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxideal.web.seat.MAX_LABELS", 10)
    state = doudizhu.State(doudizhu.Rules(auction=False), seed=1)
    assert state.current_player is not None
    seat, _ = seat_of(state, state.current_player)
    legal = seat.legal()
    assert len(legal) == len(state.legal_moves()) > 10
    assert not any("label" in each for each in legal)
    assert seat.explain([legal[-1]["text"]])["text"]


def test_selection_of_an_illegal_move_says_why() -> None:
    state = doudizhu.State(seed=8)
    while state.landlord is None:
        state.push(state.legal_moves()[-1])
    seat, _ = seat_of(state, state.landlord)
    hand = state.view(state.landlord).hand
    assert seat.explain([hand[0]]) == {"text": f"a single {hand[0]}", "why": None}
    assert seat.explain([hand[0] + hand[-1]]) == {"text": "", "why": f"{hand[0]}{hand[-1]} is not a combination"}
    chinese, _ = seat_of(state, state.landlord, language="zh")
    assert chinese.explain([hand[0] + hand[-1]])["why"] == f"{hand[0]}{hand[-1]} 不成牌型"


def test_the_first_meaning_that_is_a_move_is_explained() -> None:
    state = rummy.State(seed=7)
    player = state.current_player
    assert player is not None
    seat, _ = seat_of(state, player)
    top = card(state.discards[-1])
    assert [each["label"] for each in seat.legal()] == ["draw from the stock", f"take {top}"]
    own = state.hands[player][0]
    assert seat.explain([f"discard {own}"])["why"] == "Draw a card first [RM-03]"
    state.push("draw")
    seat.see(state.events(player)[-1:])
    own = state.hands[player][0]
    assert seat.explain([f"discard {own}"]) == {"text": f"discard {card(own)}", "why": None}
    assert seat.explain(["draw"])["why"] == "A card has already been drawn [RM-03]"
    assert seat.explain([f"{own}@group", "draw"])["why"].endswith("[RM-10]")


def card(text: str) -> str:
    return text[0].replace("T", "10") + {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[text[1]]


def test_unknown_moves_are_refused(game: str) -> None:
    chance = random.Random(3)
    texts = ("", "xx", "meld 99", "meld", "@9", "@me", "9-9", "99,99", "-", "draw", "3", "AS", "\ud800", "\x00", "pass")
    for state in [*rounds(game, rules_of(game)[0], 2)][:30:6]:
        for language in LANGUAGES:
            seat, _ = seat_of(state, state.current_player or 0, language=language)
            for _ in range(60):
                found = seat.explain(chance.choices(texts, k=chance.randrange(5)))
                assert found.keys() == {"text", "why"}


def test_chinese_pages_speak_chinese(game: str) -> None:
    """No sentence, task, label or name of a move is left in English."""
    for rules in rules_of(game):
        state = None
        for state in rounds(game, rules, 6):
            player = state.current_player
            if player is None or len(state.history) % 5:
                continue
            seat, message = seat_of(state, player, language="zh")
            texts = [message["task"], message["title"], *(each["text"] for each in message["said"][-4:])]
            texts += [each["label"] for each in seat.legal()[:12]]
            for text in texts:
                assert HANZI.search(text), text
                assert not HALF_WIDTH.search(text), text
                assert english(text) == [], text
            assert not any(english(text) for text in (*message["lines"], *(each["label"] for each in message["said"])))
        seat, message = seat_of(state, language="zh")
        for text in (*seat.rules_text(), *(message["result"] or {"lines": []})["lines"]):
            assert HANZI.search(text), text
            assert not HALF_WIDTH.search(text), text
            assert english(text) == [], text


def english(text: str) -> list[str]:
    """Return the English words of a text, without names, rule ids and trains."""
    return [
        word
        for word in re.findall("[A-Za-z]{2,}", re.sub(r"\[.*?\]|@\w+", "", text))
        if word not in (*NAMES, "JQK", "QK") and not re.fullmatch("[JQKABR2-9]+", word)
    ]


def test_forced_pass_is_told_as_one_in_chinese() -> None:
    """Only to the seat itself: others must not learn that it had nothing to play."""
    told = set()
    for state in (each for seed in range(8) for each in rounds("doudizhu", doudizhu.Rules(), seed)):
        if state.current_player is None or not state.history or state.view(0).phase == "auction":
            continue
        mover, forced = state.current_player, len(state.legal_moves()) == 1
        if str(state.legal_moves()[0]) != "pass":
            continue
        state.push("pass")
        for seat in range(3):
            said = seat_of(state, seat, language="zh")[1]["said"][-1]["text"]
            told.add((seat == mover, forced, "要不起" in said))
        state.pop()
    assert told == {(True, True, True), (True, False, False), (False, True, False), (False, False, False)}


def test_spectators_are_sent_what_everybody_knows(game: str) -> None:
    """Whatever differs between two seats is not sent, so it can't depend on a hand."""
    differ = set()
    for rules in rules_of(game):
        for state in rounds(game, rules, 5):
            views = [state.view(seat).to_dict() for seat in range(rules.players)]
            seat, message = seat_of(state, hidden=True)
            assert seat.legal() == []
            for name, value in views[0].items():
                same = all(view[name] == value for view in views)
                assert not (name in message["view"] and not same), name
                differ |= set() if same else {name}
            assert message["view"].items() <= views[0].items()
            assert {*PUBLIC} <= message["view"].keys()
            past = seat.past(len(state.history))
            assert past["view"] == message["view"]
            assert not any("You" in line for line in past["lines"])
    assert game == "foursquare" or {"text", "hand", "unseen"} <= differ


def test_hint_names_the_move() -> None:
    state = foursquare.State(seed=7)
    seat, _ = seat_of(state)
    assert state.card is not None
    assert seat.advice(["0,0"]) == f"Place {card(state.card)} at 0,0"
    assert seat.advice([]) == ""
    assert seat_of(state, hidden=True)[0].advice(["0,0"]) == ""


def test_language_is_checked_and_meanings_are_bounded() -> None:
    state = foursquare.State(seed=7)
    with pytest.raises(InvalidArgumentError, match='unknown language "fr"'):
        seat_of(state, language="fr")
    assert seat_of(state)[0].explain(repeat("9,9"))["why"]
    unseen = Seat(state.rules, 0, ["Ada"])
    with pytest.raises(InvalidArgumentError, match="has not seen any events"):
        unseen.look()
    with pytest.raises(InvalidArgumentError, match="has not seen any events"):
        unseen.past(0)


def test_page_needs_nothing_else() -> None:
    """The page's files name no other site, and nothing that its content security policy forbids."""
    files = static()
    assert {"/index.html", "/page.js", "/table.js", "/games/rummy.js", "/table.css"} <= files.keys()
    for name, (data, _) in files.items():
        text = data.decode("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"(?m)(^|\s)//.*|://\$", "", text), name
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", 'onclick="', 'style="', "@import"):
            assert forbidden not in text, (name, forbidden)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["You resigned.", "Ben ran out of time.", "You left.", "Ben broke the rules."]),
        ("zh", ["你认输了。", "Ben超时了。", "你离开了。", "Ben犯规了。"]),
    ],
)
def test_forfeit_is_told(language: str, sentences: list[str]) -> None:
    for place, why in enumerate(("resigned", "time", "left", "rules")):
        state: Any = rummy.State(seed=7)
        state.push("draw")
        state.forfeit(place % 2, why)
        _, message = seat_of(state, language=language)
        assert message["result"]["lines"] == [sentences[place]]
        assert message["result"]["won"] is (place % 2 == 1)
        assert message["view"]["forfeited"] == {"seat": place % 2, "why": why}
        assert (message["task"], message["view"]["hand_sizes"]) == ("", list(state.hand_sizes))


@pytest.mark.parametrize(
    ("game", "rules", "choice"), [("doudizhu", {"all_pass": "void"}, 0), ("rummy", {"turn_limit": 3}, -1)]
)
def test_void_round_shows_no_hand(game: str, rules: dict[str, Any], choice: int) -> None:
    module: Any = module_of(game)
    state = module.State(module.Rules(**rules), seed=7)
    while not state.is_over:
        state.push(state.legal_moves()[choice])
    assert not state.winners
    for seat in range(state.rules.players):
        assert seat_of(state, seat)[1]["view"] == state.view(seat).to_dict()
    _, message = seat_of(state, hidden=True)
    assert message["result"]["payoffs"] == [0] * state.rules.players
    assert not {"hand", "hands"} & message["view"].keys()
