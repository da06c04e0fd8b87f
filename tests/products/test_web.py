"""What pages are sent: pictures, sentences and selections, in both languages."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import repeat
from typing import Any
from xml.etree import ElementTree

import pytest

from helpers import effort
from oxideal.errors import IllegalMoveError, InvalidArgumentError
from oxideal.web import LANGUAGES, Seat, static

GAMES = ("doudizhu", "foursquare", "mexican_train", "rummy")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo")
SIZES = {"wide": (1400, 760), "phone": (390, 640), "phone across": (650, 350)}
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "desc", "g", "rect", "path", "circle", "text"}
HANZI = re.compile("[\u4e00-\u9fff]")
HALF_WIDTH = re.compile("[\u4e00-\u9fff][,:;!?()]|[,:;!?()][\u4e00-\u9fff]")
"""Punctuation that is wrong in Chinese."""


def rules_of(game: str) -> list[Any]:
    """Return rules with few and with many players."""
    module: Any = import_module(f"oxideal.{game}")
    players = {"doudizhu": (3, 4), "mexican_train": (2, 4, 8), "rummy": (2, 3, 6)}.get(game)
    return (
        [module.Rules(players=each) for each in players] if players else [module.Rules(), module.Rules(diagonal=True)]
    )


def rounds(game: str, rules: Any, seed: int) -> Iterator[Any]:
    """Yield the states of a round that is played at random, with a preference for moves that are not passes."""
    module: Any = import_module(f"oxideal.{game}")
    state = module.State(rules, seed=seed)
    chance = random.Random(seed)
    yield state
    for _ in range(120):
        if state.is_over:
            return
        legal = state.legal_moves()
        state.push(chance.choice(legal[1:] if len(legal) > 1 and chance.random() < 0.8 else legal))
        yield state


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def seat_of(state: Any, seat: int = 0, **options: Any) -> tuple[Seat, dict[str, Any]]:
    """Return a seat that has seen everything so far, and the message that it was sent."""
    found = Seat(state.rules, seat, NAMES[: state.rules.players], **options)
    return found, found.see(state.events(seat))


def part(game: str) -> Any:
    return import_module(f"oxideal.web.{game}")


def test_pictures_are_valid_and_safe(game: str) -> None:
    for number, rules in enumerate(rules_of(game)):
        for step, state in enumerate(rounds(game, rules, number)):
            if step % (5 if effort.level else 12) and not state.is_over:
                continue
            for language in LANGUAGES:
                for size in SIZES.values():
                    check(seat_of(state, language=language, size=size)[1]["svg"], size)


def check(svg: str, size: tuple[int, int]) -> None:
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == f"0 0 {size[0]} {size[1]}"
    allowed = {"viewBox", "class", "role", "transform", "x", "y", "width", "height", "rx", "d", "cx", "cy", "r"}
    allowed |= {"font-size", "text-anchor", "textLength", "lengthAdjust", "aria-label"}
    allowed |= {"data-key", "data-from", "data-pick"}
    keys: Counter[str] = Counter()
    for each in root.iter():
        assert each.tag.removeprefix(SVG) in ELEMENTS
        assert {*each.keys()} <= allowed
        keys.update(filter(None, [each.get("data-key")]))
        if (
            each.get("data-pick")
            and "target" in (each.get("class") or "").split()
            and "end" not in each.get("class", "")
        ):
            assert each.get("aria-label"), each.get("data-pick")
    assert {key for key, count in keys.items() if count > 1} == set()


def test_hand_and_players_are_inside_the_picture(game: str) -> None:
    for rules in rules_of(game):
        for step, state in enumerate(rounds(game, rules, 5)):
            if step % 10:
                continue
            for size in SIZES.values():
                root = ElementTree.fromstring(seat_of(state, size=size)[1]["svg"])
                for each in root:
                    kind = (each.get("class") or "").split()
                    if {"mine", "player", "lane", "cell", "pile"} & {*kind}:
                        x, y, wide, high = extent(each)
                        assert x >= 0, (game, size, kind)
                        assert y >= 0
                        assert x + wide <= size[0] + 0.5
                        assert y + high <= size[1] + 0.5


def extent(group: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return the place and the size of the first rectangle of a group."""
    placed = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", group.get("transform", ""))
    assert placed is not None
    x, y, scale = float(placed[1]), float(placed[2]), float(placed[3] or 1)
    shape = next(group.iter(f"{SVG}rect"))
    return x, y, scale * float(shape.get("width", 0)), scale * float(shape.get("height", 0))


def test_every_legal_move_can_be_selected(game: str) -> None:
    chance = random.Random(1)
    for rules in rules_of(game):
        for step, state in enumerate(rounds(game, rules, 3)):
            player = state.current_player
            if step % 4 or player is None:
                continue
            seat, message = seat_of(state, player)
            legal = state.legal_moves()
            shown = {each.get("data-pick") for each in ElementTree.fromstring(message["svg"]).iter()}
            for move in chance.sample(legal, min(len(legal), effort.times(40, 10))):
                picks = part(game).picks(state.view(player), move)
                assert {*picks} <= shown | {*part(game).BUTTONS}, picks
                assert {*picks} <= {*message["next"]}
                described = seat.describe(picks)
                assert int(move) in [each["move"] for each in described["moves"] if each["complete"]]
                assert described["text"]
                assert described["why"] is None


def test_selection_of_an_illegal_move_says_why() -> None:
    from oxideal import doudizhu as dd

    state = dd.State(seed=8)
    while state.landlord is None:
        state.push(state.legal_moves()[-1])
    seat, _ = seat_of(state, state.landlord)
    hand = state.view(state.landlord).hand
    assert seat.describe([hand[0]])["text"] == f"a single {hand[0]}"
    found = seat.describe([hand[0], hand[-1]])
    assert (found["move"], found["moves"]) == (None, [])
    assert found["why"] == f"{hand[0]}{hand[-1]} is not a combination"
    chinese, _ = seat_of(state, state.landlord, language="zh")
    assert chinese.describe([hand[0], hand[-1]])["why"] == "这些牌不成牌型"


def test_selection_that_can_become_a_move_offers_it() -> None:
    from oxideal import rummy

    state = rummy.State(seed=7)
    player = state.current_player
    assert player is not None
    seat, message = seat_of(state, player)
    assert [each["label"] for each in message["moves"]] == ["Draw from the stock", f"Take {card(state.discards[-1])}"]
    assert seat.describe(["stock"])["move"] == 0
    own = state.hands[player][0]
    assert seat.describe([own])["why"] == "Draw a card first [RM-03]"
    state.push("draw")
    seat.see(state.events(player)[-1:])
    own = state.hands[player][0]
    described = seat.describe([own])
    assert described["move"] is None
    assert f"Discard {card(own)}" in [each["label"] for each in described["moves"]]
    assert seat.describe([own, "discards"])["text"] == f"discard {card(own)}"
    assert seat.describe(["stock"])["why"] == "A card has already been drawn [RM-03]"


def card(text: str) -> str:
    return text[0].replace("T", "10") + {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[text[1]]


def test_unknown_tokens_are_refused(game: str) -> None:
    chance = random.Random(3)
    tokens = (
        "",
        "xx",
        "meld 99",
        "meld",
        "@9",
        "@me",
        "9-9",
        "99,99",
        "-",
        "stock",
        "3",
        "AS",
        "\ud800",
        "\x00",
        "pass",
        "0-0",
    )
    for state in [*rounds(game, rules_of(game)[0], 2)][:30:6]:
        for language in LANGUAGES:
            seat, _ = seat_of(state, state.current_player or 0, language=language)
            for _ in range(60):
                described = seat.describe(chance.choices(tokens, k=chance.randrange(5)))
                assert described.keys() == {"text", "why", "move", "moves", "next"}


def test_messages_tell_only_what_is_new(game: str) -> None:
    rules = rules_of(game)[0]
    seat = Seat(rules, 0, NAMES[: rules.players])
    told, sentences = 0, 0
    for state in rounds(game, rules, 4):
        events = state.events(0)
        message = seat.see(events[told:])
        told = len(events)
        assert message["first"] == sentences
        assert len(message["said"]) == len(message["movers"]) <= 1
        sentences += len(message["said"])
        assert message["turn"] == (state.current_player == 0)
        assert message["over"] == state.is_over
        assert (message["result"] is not None) == state.is_over
    assert sentences == len(state.history)
    assert len(seat.look(language="zh")["said"]) == sentences


def test_chinese_pages_speak_chinese(game: str) -> None:
    """No sentence, task, label or name of a selection is left in English."""
    for rules in rules_of(game):
        state = None
        for state in rounds(game, rules, 6):
            player = state.current_player
            if player is None or len(state.history) % 5:
                continue
            seat, message = seat_of(state, player, language="zh")
            texts = [
                message["task"],
                message["game"],
                *message["said"][-4:],
                *(each["label"] for each in message["moves"]),
            ]
            texts += [
                seat.describe(part(game).picks(state.view(player), move))["text"] for move in state.legal_moves()[:12]
            ]
            texts.append(message["svg"])
            for text in texts:
                assert HANZI.search(text), text
                assert not HALF_WIDTH.search(text), text
            for text in texts[:-1]:
                assert english(text) == [], text
        seat, message = seat_of(state, language="zh")
        for text in (*seat.rules_text(), *(message["result"] or {"lines": []})["lines"]):
            assert HANZI.search(text), text
            assert not HALF_WIDTH.search(text), text
            assert english(text) == [], text
    for text in part(game).Chinese.refusals.values():
        assert not HALF_WIDTH.search(text), text


def english(text: str) -> list[str]:
    """Return the English words of a text, without names and rule ids."""
    return [
        word
        for word in re.findall("[A-Za-z]{2,}", re.sub(r"\[.*?\]", "", text))
        if word not in (*NAMES, "JQK", "QK") and not re.fullmatch("[JQKABR2-9]+", word)
    ]


def test_forced_pass_is_told_as_one_in_chinese() -> None:
    """Only to the seat itself: others must not learn that it had nothing to play."""
    from oxideal import doudizhu

    told = set()
    for state in (each for seed in range(8) for each in rounds("doudizhu", doudizhu.Rules(), seed)):
        if state.current_player is None or not state.history or state.view(0).phase == "auction":
            continue
        mover, forced = state.current_player, len(state.legal_moves()) == 1
        if str(state.legal_moves()[0]) != "pass":
            continue
        state.push("pass")
        for seat in range(3):
            said = seat_of(state, seat, language="zh")[1]["said"][-1]
            told.add((seat == mover, forced, "要不起" in said))
        state.pop()
    assert told == {(True, True, True), (True, False, False), (False, True, False), (False, False, False)}


def test_every_tile_of_a_train_is_shown() -> None:
    """Also on a phone, where a long train takes several rows."""
    from oxideal import mexican_train
    from oxideal.bots import RuleBot

    state = mexican_train.State(mexican_train.Rules(players=4), seed=3)
    while (seat := state.current_player) is not None:
        state.push(RuleBot().choose(state.view(seat)))
    view = state.view(0)
    longest = max(len(train) for train in view.trains)
    assert longest > 15
    for size in (SIZES["wide"], SIZES["phone"]):
        svg = seat_of(state, size=size)[1]["svg"]
        tiles = [tile for train in view.trains for tile in train]
        assert all(f'data-key="{tile}"' in svg for tile in tiles), size
        assert "+" not in "".join(ElementTree.fromstring(svg).itertext())


def test_train_that_does_not_fit_shows_its_end() -> None:
    from oxideal.web.mexican_train import _laid, _Train

    train = _Train(0, tuple((f"{k}-{k + 1}", k, k + 1) for k in range(90)), 90)
    first, half, laid = _laid(train, 300, 60, 25)
    assert first > 0
    assert len(laid) == 90 - first + 1
    assert half >= 10
    assert all(at + 2 * half <= 300 for _, at in laid)
    assert {row for row, _ in laid} == {0, 1}


def test_refusals_are_translated(game: str) -> None:
    """Every rule by which a move can be refused has its sentence."""
    chance = random.Random(2)
    seen = set()
    for rules in rules_of(game):
        for state in rounds(game, rules, 9):
            seat, _ = seat_of(state, language="zh")
            for action in chance.sample(range(rules.num_actions), min(rules.num_actions, 60)):
                try:
                    state.copy().push(action)
                except IllegalMoveError as error:
                    seen.add((error.rule, seat.refusal(error)))
    assert len(seen) > 2
    for rule, text in seen:
        assert rule in part(game).Chinese.refusals
        assert text == f"{part(game).Chinese.refusals[rule]} [{rule}]"


def test_spectators_are_not_shown_the_hand() -> None:
    from oxideal import mexican_train, rummy

    for module in (rummy, mexican_train):
        state: Any = module.State(seed=3)
        for _ in range(4):
            state.push(state.legal_moves()[0])
        message = seat_of(state, hidden=True)[1]
        own = seat_of(state)[1]
        hand = [each for each in state.view(0).hand if each not in str(state.view(0).to_dict().get("discards"))]
        assert hand
        for each in hand:
            assert f'data-key="{each}"' in own["svg"]
            assert f'data-key="{each}"' not in message["svg"]
        assert (message["turn"], message["moves"], message["next"]) == (False, [], [])


def test_cards_keep_their_keys_when_they_are_played() -> None:
    from oxideal import doudizhu as dd

    state = dd.State(dd.Rules(auction=False), seed=1)
    seat = state.current_player
    assert seat is not None
    pair = next(move for move in state.legal_moves() if move.kind == "pair")
    before = keys(seat_of(state, seat)[1]["svg"])
    state.push(pair)
    after = keys(seat_of(state, seat)[1]["svg"])
    assert {each for each in before if each[1].isdigit()} <= after | before
    assert sum(key.startswith(f"{seat}:") for key in before & after) == sum(
        key.startswith(f"{seat}:") for key in before
    )


def keys(svg: str) -> set[str]:
    return {each.get("data-key", "") for each in ElementTree.fromstring(svg).iter()} - {""}


def test_names_are_text() -> None:
    from oxideal import rummy

    state = rummy.State(seed=1)
    seat = Seat(state.rules, 0, ["Ada", "<b onload='x'>&\x00"])
    svg = seat.see(state.events(0))["svg"]
    assert "<b" not in svg
    assert "&lt;b onload=" in svg


def test_hint_names_the_move_and_its_picks() -> None:
    from oxideal import foursquare

    state = foursquare.State(seed=7)
    seat, _ = seat_of(state)
    message = seat.advice(["0,0"], 2.25, done=True)
    assert state.card is not None
    assert message["text"] == f"Place {card(state.card)} at 0,0"
    assert (message["picks"], message["move"], message["value"], message["done"]) == (["0,0"], 24, 2.25, True)


def test_size_is_bounded_and_language_checked() -> None:
    from oxideal import foursquare

    state = foursquare.State(seed=7)
    assert 'viewBox="0 0 300 2000"' in seat_of(state, size=(-5, 10**9))[1]["svg"]
    with pytest.raises(InvalidArgumentError, match='unknown language "fr"'):
        seat_of(state, language="fr")
    for size in (1, 2, 3), range(10**12):
        with pytest.raises(InvalidArgumentError, match="size must have 2 items"):
            seat_of(state, size=size)
    with pytest.raises(InvalidArgumentError, match="picks must have at most 40 items"):
        seat_of(state)[0].describe(repeat("0,0"))
    with pytest.raises(InvalidArgumentError, match="has not seen any events"):
        Seat(state.rules, 0, ["Ada"]).look()


def test_page_needs_nothing_else() -> None:
    """The page's files name no other site, and nothing that its content security policy forbids."""
    for name in ("index.html", "table.js", "fair.js", "table.css"):
        found = static(name)
        assert found is not None
        text = found[0].decode("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"(?m)(^|\s)//.*|://\$", "", text), name
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", 'onclick="', 'style="', "@import"):
            assert forbidden not in text, (name, forbidden)
    assert static("seat.py") is None


def test_every_word_of_the_page_is_in_both_languages() -> None:
    page = static("index.html")
    module = static("table.js")
    assert page is not None
    assert module is not None
    text = module[0].decode("utf-8")
    both = [
        {*re.findall(r"(?:^|[\s{])(\w+):", block)} for block in re.findall(r"(?s)\n  (?:en|zh): \{(.*?)\n  \},", text)
    ]
    assert len(both) == 2
    assert both[0] == both[1]
    used = {*re.findall(r'data-t="(\w+)"', page[0].decode("utf-8")), *re.findall(r"\bwords\.(\w+)", text)}
    assert used <= both[0]
