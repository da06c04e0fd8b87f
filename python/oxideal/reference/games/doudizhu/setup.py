"""Rounds set up by hand: with given cards before the auction, or in the middle of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, Self, SupportsIndex

from ...._arguments.checks import boolean, integer_within, seat_within
from ....errors import InvalidArgumentError, InvalidStateError
from ... import state as _state
from ...random import Stream
from ...setup import one_per_seat
from ...view import ViewT
from . import cards, checks
from .auction import CALLED, HIGHEST, PASSED, ROBBED, auction_of
from .layout import Play, Trick
from .moves import Move
from .position import Position
from .rules import Rules, to_beat_from_argument

if TYPE_CHECKING:
    from ....interface import CardsLike, Seed
    from .cards import Counts


class SetUp(_state.State[Rules, Move, Position, ViewT], Generic[ViewT]):
    # The constructors of `State` for rounds that are not dealt.
    __slots__ = ()

    @classmethod
    def from_deal(
        cls,
        rules: Rules,
        *,
        hands: Sequence[CardsLike],
        kitty: CardsLike,
        first_bidder: SupportsIndex,
        dealer: SupportsIndex | None = None,
        seed: Seed = None,
        stream: SupportsIndex = 0,
    ) -> Self:
        cls._check_rules(rules)
        held = _hands("hands", hands, rules.players)
        left = _cards(kitty, rules.players)
        first = seat_within(first_bidder, rules.players, name="first_bidder")
        dealt_by = first if dealer is None else seat_within(dealer, rules.players, name="dealer")
        chance = Stream(seed, stream)
        checks.check(Position(rules, dealt_by, first, None, (), None, 0, held, left))
        return cls._set_up(Position.after_deal(rules, dealt_by, first, None, held, left), chance)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        *,
        hands: Sequence[CardsLike],
        landlord: SupportsIndex,
        bid: SupportsIndex = 1,
        lead: SupportsIndex | None = None,
        to_beat: Move | str | None = None,
        by: SupportsIndex | None = None,
        passes: SupportsIndex = 0,
        played: Sequence[CardsLike] | None = None,
        plays: Sequence[SupportsIndex] | None = None,
        kitty: CardsLike | None = None,
        doublings: SupportsIndex = 0,
        robs: SupportsIndex = 0,
        doubled: Sequence[bool] | None = None,
        shown: bool = False,
    ) -> Self:
        cls._check_rules(rules)
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
        bombs = integer_within("doublings", doublings, 0, 99)
        robbed = integer_within("robs", robs, 0, 4)
        double = players * (False,) if doubled is None else _flags("doubled", doubled, players)
        open_hand = boolean("shown", shown)
        if leader is not None and beaten is not None:
            raise InvalidArgumentError('"lead" and "to_beat" are mutually exclusive')
        if (beaten is None) != (player is None):
            given, needed = ("to_beat", "by") if player is None else ("by", "to_beat")
            raise InvalidArgumentError(f'"{given}" requires "{needed}"')
        if not rules.auction and stake != 1:
            raise InvalidStateError(f"bid must be 1 without an auction, got {stake}")
        _check_options(rules, stake, robbed, double, shown=open_hand)

        trick = Trick(lord if leader is None else leader) if player is None else Trick(player, beaten, passed)
        if were_played is None:
            were_played = _infer_played(rules, held, lord, trick)
        if numbers is None:
            numbers = _infer_plays(were_played, trick)
        if taken is None:
            taken = _infer_kitty(rules, held[lord], were_played[lord])
        doubling = tuple([double[(lord + number) % players] for number in range(players)]) if rules.doubling else ()
        play = Play(lord, trick, were_played, numbers, bombs, doubling, open_hand if rules.open_hand else None)
        first = (lord - robbed) % players
        # The seats after the first bidder rob it one after another; the last of them is the landlord.
        bids = _auction_won_by(rules, first, [CALLED, *robbed * [ROBBED]] if robbed else [stake])
        position = Position(rules, first, first, None, bids, play, 0, held, taken)
        checks.check(position)
        return cls._set_up(position, Stream._without_seed())


def _check_options(rules: Rules, bid: int, robs: int, doubled: Sequence[bool], *, shown: bool) -> None:
    """Raise if these rules do not have what is said to have happened."""
    calls = rules.auction == "call"
    if calls and bid != 1:
        raise InvalidStateError(f"bid must be 1 with calls, got {bid}")
    if calls and robs > rules.players:
        raise InvalidStateError(f"robs must be 0 to {rules.players}, got {robs}")
    if not calls and robs:
        raise InvalidStateError(f"robs must be 0 without calls, got {robs}")
    if any(doubled) and not rules.doubling:
        raise InvalidStateError(f"seat {doubled.index(True)} cannot have doubled: these rules have no doubling")
    if shown and not rules.open_hand:
        raise InvalidStateError("the hand cannot be shown: these rules have no open hand")


def _auction_won_by(rules: Rules, first_bidder: int, bids: Sequence[int]) -> tuple[int, ...]:
    """Return the auction that begins with these bids, after which all pass."""
    if not rules.auction:
        return ()
    auction = auction_of(rules, first_bidder, tuple(bids))
    while auction.turn is not None:
        auction = auction.after(PASSED)
    return auction.bids


def _infer_played(rules: Rules, hands: Sequence[Counts], landlord: int, trick: Trick) -> tuple[Counts, ...]:
    """Return the cards that are in no hand as played ones, the lowest ones to the first seat."""
    rest = cards.deck(rules.players)
    for hand in hands:
        rest = cards.without(rest, hand)
    rest = cards.non_negative(rest)  # negative if the hands have too many cards, which `checks` reports
    played = [cards.NO_CARDS for _ in hands]
    if trick.to_beat is not None:
        played[trick.seat] = cards.common(rest, trick.to_beat.cards)  # likewise if not all of them are there
        rest = cards.without(rest, played[trick.seat])
    for seat, hand in enumerate(hands):
        most = cards.largest_hand(rules.players) if seat == landlord else cards.dealt_to_each(rules.players)
        more = cards.lowest_cards(rest, most - sum(hand) - sum(played[seat]))
        played[seat] = cards.combine(played[seat], more)
        rest = cards.without(rest, more)
    return tuple(played)


def _infer_plays(played: Sequence[Counts], trick: Trick) -> tuple[int, ...]:
    """Return a number of plays for each seat: one play per card, but a single one for the combination to beat."""
    plays = [sum(counts) for counts in played]
    if trick.to_beat is not None and cards.has(played[trick.seat], trick.to_beat.cards):
        plays[trick.seat] -= trick.to_beat.number - 1
    return tuple(plays)


def _infer_kitty(rules: Rules, hand: Counts, played: Counts) -> Counts:
    """Return a kitty: the lowest cards that the landlord has played, then the lowest of its hand."""
    size = cards.kitty_size(rules.players)
    from_played = cards.lowest_cards(played, size)
    return cards.combine(from_played, cards.lowest_cards(hand, size - sum(from_played)))


# Arguments


def _cards(given: CardsLike, players: int) -> Counts:
    return cards.from_argument(given, players, InvalidStateError)


def _hands(name: str, given: Sequence[CardsLike], players: int) -> tuple[Counts, ...]:
    return tuple([_cards(each, players) for each in one_per_seat(name, given, players, players)])


def _plays(given: Sequence[SupportsIndex], players: int) -> tuple[int, ...]:
    return tuple([integer_within("plays", each, 0, 99) for each in one_per_seat("plays", given, players, players)])


def _flags(name: str, given: Sequence[bool], players: int) -> tuple[bool, ...]:
    return tuple([boolean(name, each) for each in one_per_seat(name, given, players, players)])
