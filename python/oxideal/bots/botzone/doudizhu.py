"""Botzone's Dou Dizhu: FightTheLandlord, without an auction, and FightTheLandlord2, with one.

Botzone starts a bot for each turn. It writes all requests and responses so far as one line of JSON. `respond` lets one
of our bots answer such a line. `Bridge` speaks our protocol and asks a bot that was written for Botzone.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from ... import doudizhu
from ..._arguments.checks import quoted
from ..._internal.json import object_of
from ...cards.doudizhu import RANKS
from ...errors import OxidealError
from ...protocol.lines import MAX_BOT_LINE, ProtocolError, fields
from ...schemas.values import array, integer, mapping
from ..protocol_server import Server

if TYPE_CHECKING:
    from .. import Bot

RULES = doudizhu.Rules(all_pass="void", kicker_both_jokers=True)
"""The rules of Botzone as far as ours can express them; see `docs/how-to/botzone.md`."""

END_SECONDS = 1
"""How long a bot may run on after its response."""

MAX_INPUT = 2**20
"""The maximum length of a line of Botzone's, in bytes."""

Play = tuple[int, list[int]]
"""A seat and the cards it plays, none for a pass."""


def rank(card: int) -> int:
    """Return the number of a card's rank. Cards are 0 to 53, four of each rank, then the two jokers."""
    return min(card // 4, 13) + (card == 53)


def ranks(cards: Iterable[int]) -> str:
    return "".join(RANKS[each] for each in sorted(map(rank, cards)))


# Our bots answer Botzone


def respond(bot: Bot[Any], line: bytes) -> bytes:
    """Return the response of a bot to the input of one turn. Raises `ProtocolError`."""
    given = fields({**object_of(line, "the input", ProtocolError), "kind": "input"})
    requests, responses = given.items("requests", mapping), given.get("responses", array)
    if not requests or len(responses) != len(requests) - 1:
        raise ProtocolError("input: requests must be one more than responses")
    first = requests[0]
    if "bid" not in first:
        made = _respond_with_cards(bot, requests, responses)
    elif len(requests) == 1:
        made = _respond_with_bid(bot, first)
    else:
        made = _respond_with_cards(bot, requests[1:], responses[1:])
    return json.dumps({"response": made}).encode() + b"\n"


def answer_turn(bot: Bot[Any], reader: BinaryIO, writer: BinaryIO) -> int:
    """Read the input of one turn, write the response and return the exit status."""
    writer.write(respond(bot, reader.readline(MAX_INPUT)))
    writer.flush()
    return 0


def _respond_with_bid(bot: Bot[Any], request: dict[str, Any]) -> Any:
    given = fields({**request, "kind": "request"})
    bids = given.items("bid", integer)
    seat = len(bids)
    builder = doudizhu.ViewBuilder(RULES, seat)
    for event in ("dealer 0", "first 0", f"hand {ranks(_cards(request, 'own'))}"):
        builder.push(event)
    best = 0
    for place, bid in enumerate(bids):
        builder.push(f"{place} bid {bid}" if bid > best else f"{place} pass")
        best = max(best, bid)
    view = builder.view()
    chosen: Any = bot.choose(view)
    return view.rules.move(view.rules.action(chosen)).bid or 0


def _respond_with_cards(bot: Bot[Any], requests: Sequence[dict[str, Any]], responses: Sequence[Any]) -> list[int]:
    own, kitty = _cards(requests[0], "own"), _cards(requests[0], "publiccard")
    histories = [_history(request) for request in requests]
    if "landlord" in requests[0]:
        given = fields({**requests[0], "kind": "request"})
        landlord, seat = given.get("landlord", _position), given.get("pos", _position)
    else:  # the landlord has position 0, and the others see that it has played
        landlord, seat = 0, 2 if histories[0][0] else 1 if histories[0][1] else 0
    before = (seat - landlord) % 3
    plays: list[Play] = []
    for turn, history in enumerate(histories):
        seen = list(zip(((seat + 1) % 3, (seat + 2) % 3), history, strict=True))
        plays += seen[2 - before :] if turn == 0 else seen
        if turn < len(responses):
            plays.append((seat, _card_list("response", responses[turn])))
    hand = sorted(
        {*own, *(kitty if seat == landlord else [])} - {card for at, cards in plays for card in cards if at == seat}
    )
    view = _view(seat, landlord, own, kitty, plays)
    if view is None:
        return []
    move = view.rules.move(view.rules.action(bot.choose(view)))
    wanted = Counter(move.cards or ())
    return [card for card in hand if _take(wanted, RANKS[rank(card)])]


def _take(wanted: Counter[str], name: str) -> bool:
    wanted[name] -= 1
    return wanted[name] >= 0


def _view(seat: int, landlord: int, own: Sequence[int], kitty: Sequence[int], plays: Sequence[Play]) -> Any:
    """Return the view of the seat after these plays; None if our rules do not know the play to beat."""
    rules = RULES.replace(auction=False)
    start = set(own) - set(kitty) if seat == landlord else set(own)
    builder: Any = doudizhu.ViewBuilder(rules, seat)
    for event in ("dealer 0", f"first {landlord}", f"hand {ranks(start)}", f"kitty {ranks(kitty)}"):
        builder.push(event)
    name = builder.view().to_text().partition(";")[0]  # with the rules
    hand = {*start, *(kitty if seat == landlord else ())}
    played: list[list[int]] = [[], [], []]
    numbers, doubled = [0, 0, 0], 0
    for place, (at, cards) in enumerate(plays):
        played[at] += cards
        numbers[at] += bool(cards)
        doubled += ranks(cards) == "BR" or (len(cards) == 4 and len({*map(rank, cards)}) == 1)
        try:
            if builder is not None:
                builder.push(f"{at} {ranks(cards) or 'pass'}")
                continue
        except OxidealError:
            builder = None
        leads = place > 0 and not cards and not plays[place - 1][1]
        if leads:  # nothing is to be beaten, so the position can be told without that play
            builder = doudizhu.ViewBuilder(rules, seat)
            builder.push(
                f"position {name}; dealer 0; first {landlord}; seat {seat}; "
                f"hand {ranks(hand - set(played[seat])) or '-'}; kitty {ranks(kitty)}; "
                f"played {' '.join(ranks(each) or '-' for each in played)}; plays {' '.join(map(str, numbers))}; "
                f"doubled {doubled}; lead {(at + 1) % 3}"
            )
    return None if builder is None else builder.view()


def _position(value: object) -> str | None:
    return None if type(value) is int and 0 <= value < 3 else "a position, 0 to 2"


def _cards(request: dict[str, Any], name: str) -> list[int]:
    return _card_list(name, fields({**request, "kind": "request"}).get(name))


def _history(request: dict[str, Any]) -> list[list[int]]:
    found = fields({**request, "kind": "request"}).items("history", array)
    if len(found) != 2:
        raise ProtocolError(f"request: history must have 2 items, got {len(found)}")
    return [_card_list("history", each) for each in found]


def _card_list(name: str, value: Any) -> list[int]:
    if type(value) is not list or not all(type(card) is int and 0 <= card < 54 for card in value):
        raise ProtocolError(f"{name} must be a list of cards, 0 to 53, got {quoted(str(value))}")
    if len(set(value)) != len(value):
        raise ProtocolError(f"{name} must not have a card twice, got {quoted(str(value))}")
    return value


# A bot for Botzone plays by our protocol


class Bridge(Server):
    """A server of our protocol whose moves are the responses of a bot for Botzone."""

    def __init__(self, command: Sequence[str], reader: BinaryIO, writer: BinaryIO) -> None:
        super().__init__(_Named(command[0]), reader, writer)
        self.command = command
        self.games = ["doudizhu"]
        self.texts: list[str] = []
        """The events of the round."""
        self.saved: dict[str, Any] = {}
        """What the bot has saved for its next turn."""
        self.answers: dict[int, list[int]] = {}
        """The cards that the bot has played, by the number of plays before."""

    def on_new_round(self, message: dict[str, Any]) -> None:
        super().on_new_round(message)
        self.texts, self.saved, self.answers = [], {}, {}
        if message["game"] != "doudizhu" or message["rules"].get("players") == 4:
            self.builder = None
            raise ProtocolError("a bot for Botzone plays Dou Dizhu with three players")

    def on_events(self, message: dict[str, Any]) -> None:
        super().on_events(message)
        if not self.failed:
            self.texts += [event["text"] for event in message["events"]]

    def _answer(self, number: int, view: Any, limit: Any) -> list[dict[str, Any]]:  # noqa: ARG002 (the host keeps the time)
        seen = Seen(view.seat, self.texts, self.answers)
        requests, responses = seen.dialogue(view.rules.auction)
        if view.phase == "auction" and responses:  # a player of Botzone bids once
            return [{"kind": "answer", "id": number, "move": "pass"}]
        if not responses:
            self.saved = {}
        found = self._ask({"requests": requests, "responses": responses, **self.saved})
        self.saved = {name: found[name] for name in ("data", "globaldata") if name in found}
        response = fields({**found, "kind": "output"}).get("response")
        if view.phase == "auction":
            return [{"kind": "answer", "id": number, "move": _bid_text(response)}]
        cards = _card_list("response", response)
        if not set(cards) <= set(seen.hand):
            raise ProtocolError(f"response has cards that the bot does not hold: {quoted(str(response))}")
        self.answers[len(seen.plays)] = cards
        return [{"kind": "answer", "id": number, "move": _play_text(view, ranks(cards))}]

    def _ask(self, given: dict[str, Any]) -> dict[str, Any]:
        """Start the bot, and return its output for this turn."""
        with subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                try:
                    process.stdin.write(json.dumps(given).encode() + b"\n")
                    process.stdin.close()
                except BrokenPipeError:
                    pass  # it can answer without reading
                line = process.stdout.readline(MAX_BOT_LINE + 1)
                process.stdout.close()
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                pass
            finally:
                process.kill()
        if len(line) > MAX_BOT_LINE:
            raise ProtocolError(f"a line must have at most {MAX_BOT_LINE} bytes")
        return object_of(line, "the bot's output", ProtocolError)


class _Named:
    """The name that a bridge tells."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: Any, limit: Any = None) -> Any:
        raise NotImplementedError


def _bid_text(response: Any) -> str:
    """Return the move of a bid: a number, as text too, as in Botzone's own example bot."""
    if str(response) not in ("0", "1", "2", "3"):
        raise ProtocolError(f"the response to a bid must be 0 to 3, got {quoted(str(response))}")
    return "pass" if str(response) == "0" else f"bid {response}"


def _play_text(view: Any, cards: str) -> str:
    """Return the move that these cards make: the legal reading, where they have several."""
    if not cards:
        return "pass"
    legal = [str(each) for each in doudizhu.readings(cards, view.rules) if view.is_legal(each)]
    return legal[0] if legal else cards


class Seen:
    """What a seat has seen since the deal, with the cards of Botzone.

    Our cards have no suits, so a card gets the first number of its rank that is free when the seat sees it.
    """

    def __init__(self, seat: int, events: Iterable[str], answers: Mapping[int, list[int]]) -> None:
        self.seat = seat
        self.own: list[int] = []
        self.kitty: list[int] = []
        self.bids: list[tuple[int, int]] = []
        self.plays: list[Play] = []
        self._free: list[int] = []
        for event in events:
            name, _, rest = event.partition(" ")
            if name == "hand":  # also after a redeal
                self._free = list(range(54))
                self.own, self.bids = [self._new(each) for each in rest], []
            elif name == "kitty":
                self.kitty = [self._new(each) for each in rest]
            elif name == "position":
                raise ProtocolError("a bot for Botzone cannot begin in a position")
            elif name.isdecimal() and not self.kitty:
                self.bids.append((int(name), 0 if rest == "pass" else int(rest.removeprefix("bid "))))
            elif name.isdecimal():
                names = "" if rest == "pass" else rest.removesuffix(" alone").replace(" ", "")
                self._play(int(name), names, answers.get(len(self.plays)))

    def _new(self, name: str) -> int:
        card = next(card for card in self._free if RANKS[rank(card)] == name)
        self._free.remove(card)
        return card

    def _play(self, seat: int, names: str, answer: list[int] | None) -> None:
        self.plays.append((seat, []))
        known = self.hand if seat == self.seat else self._left(self.kitty) if seat == self.landlord else []
        cards: list[int] = []
        if answer is not None and seat == self.seat and ranks(answer) == "".join(sorted(names, key=RANKS.index)):
            cards, names = answer, ""  # unless the host has replaced the move, these are the cards
        for name in names:
            held = [card for card in known if RANKS[rank(card)] == name and card not in cards]
            cards.append(held[0] if held else self._new(name))
        self.plays[-1] = (seat, cards)

    def _left(self, cards: Iterable[int]) -> list[int]:
        gone = {card for _, played in self.plays for card in played}
        return [card for card in cards if card not in gone]

    @property
    def landlord(self) -> int:
        """The seat that has led first; before that, it is this seat's turn to lead."""
        return self.plays[0][0] if self.plays else self.seat

    @property
    def hand(self) -> list[int]:
        return self._left([*self.own, *(self.kitty if self.seat == self.landlord else [])])

    def dialogue(self, auction: bool) -> tuple[list[dict[str, Any]], list[Any]]:
        """Return the requests and responses up to now, when the seat is to move."""
        requests: list[dict[str, Any]] = []
        responses: list[Any] = []
        bids = [bid for _, bid in self.bids]
        mine = [place for place, (seat, _) in enumerate(self.bids) if seat == self.seat]
        if auction and (mine or not self.kitty):
            place = mine[0] if mine else len(bids)
            requests.append({"own": self.own, "bid": bids[:place]})
            responses += bids[place : place + 1]
        if not self.kitty:
            return requests, responses
        first: dict[str, Any] = {"own": self.own, "publiccard": self.kitty}
        if auction:
            opener = self.bids[0][0]
            first |= {"landlord": (self.landlord - opener) % 3, "pos": (self.seat - opener) % 3, "finalbid": max(bids)}
        elif self.seat == self.landlord:
            first["own"] = [*self.own, *self.kitty]
        turns = [place for place, (seat, _) in enumerate(self.plays) if seat == self.seat]
        for place in [*turns, len(self.plays)]:
            before: list[list[int]] = [[], [], *(cards for _, cards in self.plays[:place])]
            requests.append({**first, "history": before[-2:]})
            first = {}
        return requests, responses + [self.plays[place][1] for place in turns]
