"""Logs of Dou Dizhu: matches of Botzone."""

from __future__ import annotations

from typing import Any

from ... import doudizhu
from ..._arguments.checks import quoted
from ...bots.botzone.doudizhu import RULES, ranks
from ...errors import InvalidRecordError
from ...schemas.values import Fields, array, maybe, natural, text


def botzone(log: object) -> tuple[Any, str | None]:
    """Read a match of FightTheLandlord, without an auction, or of FightTheLandlord2, with one.

    The outputs of the judge name each play that counted, also where it played for a bot that failed.
    """
    items = log if type(log) is list else _fields("log", log).get("log", array)
    displays = [_display(f"log[{place}]", items[place]) for place in range(0, len(items), 2)]
    if not displays:
        raise InvalidRecordError("the log is empty")
    state, note = _dealt(displays)
    for display in displays:
        if display.optional("errorInfo", maybe(text)) is not None:  # the last play did not count
            return state, "Botzone ended the round because of an error"
        event = display.optional("event", _any)
        if event is not None:
            given = _fields("event", event)
            cards = ranks(_cards("event.action", given.get("action")))
            _play(state, given.get("player", natural), cards or "pass")
    return state, note


def _display(name: str, item: object) -> Fields:
    output = _fields(name, item).get("output")
    return _fields(f"{name}.output.display", _fields(f"{name}.output", output).get("display"))


def _dealt(displays: list[Fields]) -> tuple[Any, str | None]:
    """Return the state before the landlord leads, and a remark if it has no auction."""
    kitty = _cards("publiccard", displays[0].get("publiccard"))
    hands = [_cards("allocation", hand) for hand in displays[0].get("allocation", array)]
    texts = [ranks({*hand} - {*kitty}) for hand in hands]  # FightTheLandlord gives the kitty to the landlord
    decided = next((each for each in displays if each.optional("landlord", natural) is not None), None)
    landlord, bids = (0, []) if decided is None else (decided.get("landlord"), decided.items("bid", natural))
    auction = any(bids)  # if nobody bids, position 0 is the landlord at a bid of 1
    rules = RULES.replace(auction=auction, spring=decided is not None)
    state = doudizhu.State.from_deal(rules, hands=texts, kitty=ranks(kitty), first_bidder=0 if auction else landlord)
    if not auction:
        return state, None
    for bid in bids:
        state.push(f"bid {bid}" if bid else "pass")
    if state.landlord is None:
        # A player of Botzone bids at most once, ours until all others pass (DD-07). These passes were not decided by
        # anyone, so the round starts after them.
        while state.landlord is None:
            state.push("pass")
        state = doudizhu.State.from_text(state.to_text())
        note = "starts after the auction, in which each player bid at most once"
    else:
        note = None
    if state.landlord != landlord:
        raise InvalidRecordError(f"the landlord is {state.landlord} by the bids, but the log has {landlord}")
    return state, note


PROGRAMS = {"botzone": botzone}


def _fields(name: str, value: object) -> Fields:
    return Fields(name, value, InvalidRecordError)


def _any(_: object) -> None:
    return None


def _cards(name: str, value: object) -> list[int]:
    found: list[int] = value if type(value) is list else []
    if type(value) is not list or not all(type(card) is int and 0 <= card < 54 for card in found):
        raise InvalidRecordError(f"{name} must be a list of cards, 0 to 53, got {quoted(str(value))}")
    return found


def _play(state: Any, seat: int, cards: str) -> None:
    if state.current_player != seat:
        raise InvalidRecordError(f"action {len(state.history)}: the log has a move of seat {seat} out of turn")
    state.push(cards)
