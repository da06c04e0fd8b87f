"""Rounds set up by hand: with given cards before the auction, or in the middle of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex

from ...._input.checks import integer_within, seat_within
from ....errors import InvalidArgumentError, InvalidStateError
from ...setup import one_a_seat
from . import cards, checks
from .auction import HIGHEST, PASSED, Auction
from .layout import Play, Trick
from .position import Position
from .rules import Rules, to_beat_from_argument

if TYPE_CHECKING:
    from ....interface import Cards
    from .cards import Counts
    from .moves import Move


def deal(
    rules: Rules, hands: Sequence[Cards], kitty: Cards, first_bidder: SupportsIndex, dealer: SupportsIndex | None
) -> Position:
    """The round after a deal of these cards; checked by itself, as without auction the kitty is taken at once."""
    held = _hands("hands", hands, rules.players)
    left = _cards(kitty, rules.players)
    first = seat_within(first_bidder, rules.players, name="first_bidder")
    dealt_by = first if dealer is None else seat_within(dealer, rules.players, name="dealer")
    return Position(rules, dealt_by, first, None, (), None, held, left)


def check_deal(position: Position) -> Position:
    """The same, or the landlord's, where there is no auction."""
    checks.check(position)
    return Position.before_the_auction(
        position.rules, position.dealer, position.first_bidder, None, position.hands, position.kitty
    )


def in_play(
    rules: Rules,
    hands: Sequence[Cards],
    landlord: SupportsIndex,
    bid: SupportsIndex,
    lead: SupportsIndex | None,
    to_beat: Move | str | None,
    by: SupportsIndex | None,
    passes: SupportsIndex,
    played: Sequence[Cards] | None,
    plays: Sequence[SupportsIndex] | None,
    kitty: Cards | None,
    doublings: SupportsIndex,
) -> Position:
    """A position with a landlord. What is not given is made up so that it fits what is."""
    players = rules.players
    held = _hands("hands", hands, players)
    lord = seat_within(landlord, players, name="landlord")
    stake = integer_within("bid", bid, 1, HIGHEST)
    leader = None if lead is None else seat_within(lead, players, name="lead")
    beaten = None if to_beat is None else to_beat_from_argument(to_beat, rules)[1]
    player = None if by is None else seat_within(by, players, name="by")
    passed = integer_within("passes", passes, 0, 3)
    were_played = None if played is None else _hands("played", played, players)
    numbers = None if plays is None else _plays(plays, players)
    taken = None if kitty is None else _cards(kitty, players)
    doubled = integer_within("doublings", doublings, 0, 99)
    if leader is not None and beaten is not None:
        raise InvalidArgumentError('"lead" and "to_beat" are mutually exclusive')
    if (beaten is None) != (player is None):
        given, needed = ("to_beat", "by") if player is None else ("by", "to_beat")
        raise InvalidArgumentError(f'"{given}" requires "{needed}"')
    if not rules.auction and stake != 1:
        raise InvalidStateError(f"bid must be 1 without an auction, got {stake}")

    trick = Trick(lord if leader is None else leader) if player is None else Trick(player, beaten, passed)
    if were_played is None:
        were_played = _in_no_hand(rules, held, lord, trick)
    if numbers is None:
        numbers = _each_a_play(were_played, trick)
    if taken is None:
        taken = _made_up_kitty(rules, held[lord], were_played[lord])
    play = Play(lord, trick, were_played, numbers, doubled)
    position = Position(rules, lord, lord, None, _auction_won_by(rules, lord, stake), play, held, taken)
    checks.check(position)
    return position


def _auction_won_by(rules: Rules, landlord: int, bid: int) -> tuple[int, ...]:
    """The landlord's bid, and the passes of all others as long as anybody is asked."""
    if not rules.auction:
        return ()
    auction = Auction(rules.players, landlord).after(bid)
    while auction.turn is not None:
        auction = auction.after(PASSED)
    return auction.bids


def _in_no_hand(rules: Rules, hands: Sequence[Counts], landlord: int, trick: Trick) -> tuple[Counts, ...]:
    """The cards that are in no hand, as what the seats have played, the lowest to the first seat."""
    rest = cards.deck(rules.players)
    for hand in hands:
        rest = cards.without(rest, hand)
    rest = cards.at_least_none(rest)  # where the hands have too many cards, that is found out later
    played = [cards.NO_CARDS for _ in hands]
    if trick.to_beat is not None:
        played[trick.seat] = cards.both(rest, trick.to_beat.cards)  # where not all are there, likewise
        rest = cards.without(rest, played[trick.seat])
    for seat, hand in enumerate(hands):
        most = cards.largest_hand(rules.players) if seat == landlord else cards.dealt_to_each(rules.players)
        more = cards.first(rest, most - sum(hand) - sum(played[seat]))
        played[seat] = cards.together(played[seat], more)
        rest = cards.without(rest, more)
    return tuple(played)


def _each_a_play(played: Sequence[Counts], trick: Trick) -> tuple[int, ...]:
    """As many combinations as cards, but for what is to be beaten, which was one."""
    plays = [sum(counts) for counts in played]
    if trick.to_beat is not None and cards.has(played[trick.seat], trick.to_beat.cards):
        plays[trick.seat] -= trick.to_beat.number - 1
    return tuple(plays)


def _made_up_kitty(rules: Rules, hand: Counts, played: Counts) -> Counts:
    """The first of the cards that the landlord has played, then of those that are left."""
    size = cards.kitty_size(rules.players)
    from_played = cards.first(played, size)
    return cards.together(from_played, cards.first(hand, size - sum(from_played)))


# Arguments


def _cards(given: Cards, players: int) -> Counts:
    return cards.from_argument(given, players, InvalidStateError)


def _hands(name: str, given: Sequence[Cards], players: int) -> tuple[Counts, ...]:
    return tuple([_cards(each, players) for each in one_a_seat(name, given, players, players)])


def _plays(given: Sequence[SupportsIndex], players: int) -> tuple[int, ...]:
    return tuple([integer_within("plays", each, 0, 99) for each in one_a_seat("plays", given, players, players)])
