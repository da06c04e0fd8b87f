"""Checks of positions that were set up by hand: where the tiles are, what is visible, and what is known of the hands.

Each check relies on the earlier ones, so their order is part of `docs/rules/checks.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....errors import InvalidStateError
from . import deals, tiles
from .tiles import DOUBLES, TEXTS

if TYPE_CHECKING:
    from .knowledge import SeenPosition
    from .layout import Layout
    from .notation import Draft
    from .position import Position


def check_tiles(draft: Draft) -> None:
    """Raise `InvalidStateError` unless every tile is there once and the tiles of the trains match."""
    _raise_first(_tile_faults(draft))


def check_round(round_: Position | SeenPosition, draft: Draft) -> None:
    """Raise `InvalidStateError` with the first fault of a round whose tiles are right, if it has one."""
    _raise_first(_round_faults(round_, draft))


def _raise_first(faults: Iterator[str]) -> None:
    fault = next(faults, None)
    if fault is not None:
        raise InvalidStateError(fault)


# Tiles


def _tile_faults(draft: Draft) -> Iterator[str]:
    rules = draft.rules
    hands = [hand for hand in draft.hands if hand is not None]
    everywhere = [DOUBLES[rules.engine]]
    for part in (*hands, draft.boneyard or (), *draft.trains):
        everywhere += part
    duplicate = tiles.duplicate_message(everywhere)
    if duplicate is not None:
        yield duplicate
    if draft.boneyard is not None:
        for tile in range(tiles.TILES_IN_SET[rules.set]):
            if tile not in everywhere:
                yield f"{TEXTS[tile]} is missing"
    else:
        for seat, (hand, size) in enumerate(zip(draft.hands, draft.sizes, strict=True)):
            if hand is not None and len(hand) != size:
                yield f"seat {seat} has {len(hand)} tiles, expected {size}"
    for train, laid in enumerate(draft.trains):
        end = rules.engine
        for tile in laid:
            if end not in tiles.NUMBERS[tile]:
                where = "the Mexican train" if train == rules.players else f"the train of seat {train}"
                yield f"{TEXTS[tile]} does not follow {end} on {where} [MT-07]"
            end = tiles.other_number(tile, end)


# Everything else


def _round_faults(round_: Position | SeenPosition, draft: Draft) -> Iterator[str]:
    others = sum(size for seat, size in enumerate(round_.hand_sizes) if seat not in round_.visible_hands)
    if round_.boneyard_size < 0:
        yield f"{round_.boneyard_size + others} unseen tiles cannot fill the other hands, which have {others}"
    yield from _count_faults(round_)
    yield from _marker_and_double_faults(round_, draft)
    if round_.doubled:
        yield from _turn_faults(round_)
    yield from _empty_hand_faults(round_)
    yield from _idle_pass_faults(round_)
    for seat in range(round_.rules.players):
        yield from _evidence_faults(round_, seat)
    yield from _no_play_faults(round_)
    for seat, hand in round_.visible_hands.items():
        if not deals.hand_fits(hand, round_.evidence[seat]):
            yield deals.hand_does_not_fit(seat)
    if not round_.has_fitting_deal:
        yield deals.NO_FITTING_DEAL


def _count_faults(layout: Layout) -> Iterator[str]:
    if layout.drawn < 0:
        size = layout.boneyard_size
        hint = f"for hands of another size, set hand_size in the rules, now {layout.rules.hand_size}"
        yield f"the boneyard has {size} tiles, but started with {size + layout.drawn}; {hint} [MT-04]"
    for seat, size in enumerate(layout.hand_sizes):
        if size > layout.rules.hand_size + layout.drawn:
            yield f"seat {seat} has {size} tiles, more than it can have drawn [MT-04]"


def _marker_and_double_faults(layout: Layout, draft: Draft) -> Iterator[str]:
    for place, seat in enumerate(draft.marked):
        if seat in draft.marked[:place]:
            yield f"seat {seat} is marked twice"
    at_ends = [train.double for train in layout.trains if train.double is not None]
    live = [number for number in at_ends if layout.is_live(number)]
    for place, number in enumerate(layout.open_doubles):
        if number in layout.open_doubles[:place]:
            yield f"{number}-{number} is open twice"
        if number not in at_ends:
            yield f"{number}-{number} does not end a train"
        if number not in live:
            yield f"{number}-{number} is dead: every other tile with its number is on the table [MT-24]"
    for number in sorted(live):
        if number not in layout.open_doubles:
            yield f"{number}-{number} ends a train and can be closed, but is not listed as open [MT-16]"


def _turn_faults(layout: Layout) -> Iterator[str]:
    """Check a turn in which the player has laid a double: it has laid all that are open (MT-22)."""
    seat = layout.turn
    for number in layout.open_doubles:
        if not layout.is_available(layout.train_with(number)):
            yield f"seat {seat} cannot have laid {number}-{number}: the train is not available to it [MT-09]"
    doubles = [train.double for place, train in enumerate(layout.trains) if layout.is_available(place)]
    if all(number is None for number in doubles):
        yield f"no train available to seat {seat} ends with a double [MT-16]"


def _empty_hand_faults(layout: Layout) -> Iterator[str]:
    empty = [seat for seat, size in enumerate(layout.hand_sizes) if size == 0]
    if len(empty) > 1:
        yield f"seats {empty[0]} and {empty[1]} have no tiles left [MT-26]"
    for seat in empty:
        if seat != layout.turn:
            yield f"seat {seat} has no tiles left, but it is the turn of seat {layout.turn} [MT-26]"
        if layout.doubled or layout.drew or layout.idle:
            yield f"seat {seat} has no tiles left: the round is over"


def _idle_pass_faults(layout: Layout) -> Iterator[str]:
    players = layout.rules.players
    if layout.idle > players:
        yield f"idle must be 0 to {players}, got {layout.idle}"
    if layout.idle == 0:
        return
    if layout.boneyard_size > 0:
        yield "idle must be 0 while the boneyard has tiles [MT-26]"
    for seat in _who_passed(layout):
        if not layout.marked[seat]:
            yield f"seat {seat} passed, but its train is not marked [MT-13]"
    if layout.idle == players and (layout.doubled or layout.drew):
        yield "the round is over"
    if layout.doubled:
        yield "idle must be 0 after laying a double [MT-26]"
    if layout.drew:
        yield "idle must be 0 after drawing a tile [MT-26]"


def _who_passed(layout: Layout) -> list[int]:
    """Return the seats that made the idle passes, the latest first."""
    players = layout.rules.players
    last = layout.turn if layout.idle == players else layout.turn - 1
    return [(last - back) % players for back in range(layout.idle)]


def _evidence_faults(layout: Layout, seat: int) -> Iterator[str]:
    evidence = layout.evidence[seat]
    kept, _, _, played = evidence
    most = layout.hand_sizes[seat] + len(played)
    all_kept = sum(each.kept for each in layout.evidence[: seat + 1])
    if kept > most or all_kept > layout.drawn:
        yield f"seat {seat} cannot have kept {kept} tiles"
    # A tile drawn in this turn is neither among the played tiles nor among those about which something is proved.
    if layout.drew and seat == layout.turn and kept > 0:
        kept -= 1
    for number, level in (*evidence.lacks, *evidence.doubles):
        if not 1 <= level <= kept + 1:
            yield f"the levels of {number} must be 1 to {kept + 1} for seat {seat}"
    before = [tile for each in layout.evidence[:seat] for tile, _, _ in each.played]
    for tile, low, high in played:
        if tile not in layout.on_trains:
            yield f"{TEXTS[tile]} has not been played"
        if tile in before:
            yield f"{TEXTS[tile]} is listed as played twice"
        if not (1 <= high <= kept and low <= high):
            yield f"the levels of {TEXTS[tile]} must be 0 to {kept} for seat {seat}"


def _no_play_faults(layout: Layout) -> Iterator[str]:
    """Check that a seat that has drawn could not play before, and that a seat that has passed cannot play."""
    seat, evidence = layout.turn, layout.evidence[layout.turn]
    if layout.drew and (evidence.kept == 0 or _lowest_playable_level(layout, seat) < evidence.kept):
        yield f"seat {seat} drew a tile, but is not known to have been unable to play"
    for seat in _who_passed(layout):
        if _lowest_playable_level(layout.at_turn_of(seat), seat) <= layout.evidence[seat].kept:
            yield f"seat {seat} passed, but is not known to be unable to play"


def _lowest_playable_level(layout: Layout, seat: int) -> int:
    """Return the lowest level of the tiles that the seat to move could play."""
    evidence = layout.evidence[seat]
    numbers, double_numbers = layout.playable_numbers()
    lacks, doubles = dict(evidence.lacks), dict(evidence.doubles)
    levels = [*(lacks.get(number, 0) for number in numbers), *(doubles.get(number, 0) for number in double_numbers)]
    return min(levels)
