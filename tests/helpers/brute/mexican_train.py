"""Mexican Train by brute force, independent of both engines: a round kept as a log of plays, from
which plain loops compute every answer; all deals that fit a seat's history; all trains of a
hand. Simple rather than fast.

Tiles are pairs (low, high); in trains they are oriented from the hub outwards. The seats' trains
are 0 to n - 1; the Mexican train is n.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Tile: TypeAlias = tuple[int, int]

USUAL = {
    (2, 9): 15,
    (3, 9): 13,
    (4, 9): 10,
    (2, 12): 16,
    (3, 12): 16,
    (4, 12): 15,
    (5, 12): 14,
    (6, 12): 12,
    (7, 12): 10,
    (8, 12): 9,
    (9, 15): 11,
    (10, 15): 10,
    (11, 15): 9,
    (12, 15): 9,
    (9, 18): 15,
    (10, 18): 14,
    (11, 18): 13,
    (12, 18): 12,
}
"""MT-02, MT-04: hand sizes by players and set."""


def tiles_of(top: int) -> list[Tile]:
    """MT-01: the double-N set in the order of tile numbers."""
    return [(low, high) for high in range(top + 1) for low in range(high + 1)]


def number(tile: Tile) -> int:
    """Return the number of a tile, by counting."""
    return tiles_of(tile[1]).index(tile)


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[1]


def plain(tile: Tile) -> Tile:
    """Return the tile as it is kept in a hand."""
    return min(tile), max(tile)


def tile_from(text: str) -> Tile:
    """Read a tile as written."""
    low, high = text.split("-")
    return int(low), int(high)


def tiles_from(text: str) -> list[Tile]:
    return [] if text.strip() in ("", "-") else [tile_from(each) for each in text.split()]


def shown(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


def text_of(tiles: Sequence[Tile]) -> str:
    """Return tiles in the game's notation; those of a train in its order."""
    return " ".join(map(shown, tiles)) or "-"


def ascending(tiles: Sequence[Tile]) -> str:
    """Return a hand in the game's notation."""
    return text_of(sorted(tiles, key=number))


def pips(tiles: Sequence[Tile]) -> int:
    """MT-27: the double blank counts 50."""
    return sum(50 if tile == (0, 0) else sum(tile) for tile in tiles)


@dataclass(frozen=True)
class Options:
    """The fields of a rules object."""

    players: int = 4
    set: int = 12
    engine: int = -1
    hand_size: int = 0
    follow_up: str = "available"
    close_order: str = "laid"

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Options:
        given = {each.name: rules[each.name] for each in fields(cls) if rules.get(each.name) is not None}
        found = cls(**given)
        if found.engine == -1:
            given["engine"] = found.set
        if not found.hand_size:
            given["hand_size"] = USUAL[found.players, found.set]
        return cls(**given)

    @property
    def tiles(self) -> list[Tile]:
        """MT-03: all tiles that can be drawn: the set without the engine."""
        return [tile for tile in tiles_of(self.set) if tile != (self.engine, self.engine)]


class Laid(NamedTuple):
    """A double on a train, with the turn in which it was played (from 0)."""

    train: int
    number: int
    turn: int


class Pass(NamedTuple):
    boneyard_empty: bool
    new_marker: bool


class Play(NamedTuple):
    tile: Tile
    train: int


@dataclass
class Round:
    """A round with all hidden information."""

    options: Options
    hands: list[list[Tile]]
    boneyard: list[Tile]
    """Next tile first."""
    seat: int
    trains: list[list[Tile]] = field(default_factory=list)
    marked: list[bool] = field(default_factory=list)
    laid: list[Laid] = field(default_factory=list)
    turn: int = 0
    drew: bool = False
    """Whether a tile has been drawn since the start of the turn or its last double."""
    passes: list[Pass] = field(default_factory=list)
    """Since the last tile was played."""
    log: list[tuple[int, str, Tile | None]] = field(default_factory=list)
    """The seat, the move's text, and the tile drawn."""
    is_over: bool = False
    went_out: int | None = None

    def __post_init__(self) -> None:
        players = self.options.players
        self.trains = self.trains or [[] for _ in range(players + 1)]
        self.marked = self.marked or [False] * players

    def copy(self) -> Round:
        found = replace(self, hands=[*map(list, self.hands)], trains=[*map(list, self.trains)])
        for name in ("boneyard", "marked", "laid", "passes", "log"):
            setattr(found, name, list(getattr(self, name)))
        return found

    # Tiles on the table

    def end(self, train: int) -> int:
        """MT-07: the open end."""
        return self.trains[train][-1][1] if self.trains[train] else self.options.engine

    def on_table(self) -> set[Tile]:
        engine = self.options.engine
        return {(engine, engine)} | {plain(tile) for train in self.trains for tile in train}

    def open_doubles(self) -> list[Laid]:
        """The doubles with nothing played on them, live and dead, in the order of play (MT-16).

        The engine is not one of them (MT-03).
        """
        return [each for each in self.laid if self.trains[each.train][-1] == (each.number, each.number)]

    def is_dead(self, double: int) -> bool:
        """Whether every other tile of the number is on the table."""
        table = self.on_table()
        return all(plain((double, other)) in table for other in range(self.options.set + 1))

    def live(self) -> list[Laid]:
        """MT-24: dead doubles do not count. In the order in which they must be closed (MT-23)."""
        found = [each for each in self.open_doubles() if not self.is_dead(each.number)]
        return found if self.options.close_order == "laid" else found[::-1]

    def dead_doubles(self) -> list[int]:
        return sorted(each.number for each in self.open_doubles() if self.is_dead(each.number))

    @property
    def doubled(self) -> bool:
        """Whether a double has been played in this turn."""
        return any(each.turn == self.turn for each in self.laid) and not self.is_over

    # Legal moves

    def available(self, train: int) -> bool:
        """MT-08, MT-09."""
        players = self.options.players
        return train in (players, self.seat) or self.marked[train]

    def may(self, tile: Tile, train: int) -> bool:
        """Whether the tile can be played there, from any hand."""
        if self.end(train) not in tile:
            return False
        live = self.live()
        if any(each.turn < self.turn for each in live):
            return train == live[0].train  # MT-22, MT-23
        if not self.available(train):
            return False
        if is_double(tile) or not live:
            return True
        if len(live) >= 2:  # MT-19
            return train == live[0].train
        return self.options.follow_up == "available" or train == live[0].train  # MT-18

    def fitting(self, tiles: Sequence[Tile]) -> list[Play]:
        """Return the legal plays of these tiles."""
        trains = range(self.options.players + 1)
        return [Play(tile, train) for tile in tiles for train in trains if self.may(tile, train)]

    def legal(self) -> list[str]:
        """The texts of all legal moves, in the order of their ids."""
        if self.is_over:
            return []
        plays = self.fitting(self.hands[self.seat])
        if plays:
            return [self.written(play) for play in sorted(plays, key=self._place)]  # MT-10
        return ["draw"] if self.boneyard and not self.drew else ["pass"]  # MT-12, MT-13, MT-20

    def _place(self, play: Play) -> tuple[int, int]:
        column = {self.seat: 0, self.options.players: 1}.get(play.train, 2 + play.train)
        return column, number(play.tile)

    def written(self, play: Play) -> str:
        where = {self.seat: "me", self.options.players: "mexican"}.get(play.train, str(play.train))
        return f"{shown(play.tile)}@{where}"

    def read(self, move: str) -> Play:
        tile, where = move.split("@")
        train = {"me": self.seat, "mexican": self.options.players}.get(where)
        return Play(plain(tile_from(tile)), int(where) if train is None else train)

    # Playing

    def push(self, move: str) -> None:
        """Play a legal move given by its text."""
        assert move in self.legal(), (move, self.legal())
        self.apply(move)

    def apply(self, move: str) -> None:
        seat, hand = self.seat, self.hands[self.seat]
        if move == "draw":
            hand.append(self.boneyard.pop(0))
            self.drew = True
            self.log.append((seat, move, hand[-1]))
            return
        self.log.append((seat, move, None))
        if move == "pass":
            self.passes.append(Pass(not self.boneyard, not self.marked[seat]))
            self.marked[seat] = True
            self._next()
        else:
            play = self.read(move)
            hand.remove(play.tile)
            near = self.end(play.train)
            far = play.tile[1] if play.tile[0] == near else play.tile[0]
            self.trains[play.train].append((near, far))
            self.passes.clear()
            if play.train == seat:
                self.marked[seat] = False  # MT-14
            if is_double(play.tile):
                self.laid.append(Laid(play.train, near, self.turn))
                self.drew = False
            elif hand:
                self._next()
        self.check_for_end(seat)

    def _next(self) -> None:
        self.seat = (self.seat + 1) % self.options.players  # MT-06
        self.turn += 1
        self.drew = False

    def check_for_end(self, last: int) -> None:
        """MT-17, MT-26, after an action of this seat."""
        players = self.options.players
        empty = [seat for seat in range(players) if not self.hands[seat]]
        row = self.passes[-players:]
        blocked = len(row) == players and all(each.boneyard_empty for each in row)
        if empty:
            self.went_out = empty[0]
        elif not blocked or any(each.new_marker for each in row[1:]):
            return
        else:
            assert not self.live()
            for seat in range(players):
                assert not replace(self, seat=seat).fitting(self.hands[seat])
        self.is_over, self.seat = True, last

    def idle(self) -> int:
        """The number of consecutive passes in MT-26."""
        row = 0
        for each in self.passes:
            row = 0 if not each.boneyard_empty else 1 if each.new_marker else row + 1
        return row

    def scores(self) -> tuple[int, ...] | None:
        """MT-27."""
        return tuple(map(pips, self.hands)) if self.is_over else None


def deal(options: Options, tiles: Sequence[Tile], starter: int) -> Round:
    """MT-03, MT-04: one tile at a time, the starter first; the rest is the boneyard."""
    hands: list[list[Tile]] = [[] for _ in range(options.players)]
    left = list(tiles)
    for number in range(options.players * options.hand_size):
        hands[(starter + number) % options.players].append(left.pop(0))
    return Round(options, hands, left, starter)


# A seat's history, and the deals that fit it


def deals(start: Round, log: Sequence[Any], seat: int) -> Counter[Any]:
    """Count the initial shuffles that would have looked the same to this seat: equal own tiles, and
    equal moves of all seats. Keyed by what is hidden now: the other hands and the set of tiles
    in the boneyard.

    The tiles of a hand count as a set: all deals have equally many shuffles.
    """
    options, own = start.options, start.hands[seat]
    found: Counter[Any] = Counter()
    others = [other for other in range(options.players) if other != seat]

    def give(place: int, hands: list[list[Tile]], left: list[Tile]) -> None:
        if place < len(others):
            for chosen in combinations(left, options.hand_size):
                rest = [tile for tile in left if tile not in chosen]
                given = [list(chosen) if other == others[place] else hand for other, hand in enumerate(hands)]
                give(place + 1, given, rest)
            return
        go_on(Round(options, hands, left, start.seat).copy(), 0)

    def go_on(table: Round, at: int) -> None:
        """The order of boneyard tiles is fixed when they are drawn."""
        for number in range(at, len(log)):
            who, move, drawn = log[number]
            assert table.seat == who
            if move not in table.legal():
                return
            if move == "draw":
                for place, tile in enumerate(table.boneyard):
                    if who != seat or tile == drawn:
                        again = table.copy()
                        again.boneyard.insert(0, again.boneyard.pop(place))
                        again.apply("draw")
                        go_on(again, number + 1)
                return
            table.apply(move)
        hands = tuple(frozenset(hand) for hand in table.hands)
        found[hands, frozenset(table.boneyard)] += 1

    left = [tile for tile in options.tiles if tile not in own]
    give(0, [list(own) if other == seat else [] for other in range(options.players)], left)
    return found


# Trains


def trains_of(hand: Sequence[Tile], end: int) -> Iterator[list[Tile]]:
    """Return every train of these tiles from this end, including the empty one."""
    yield []
    for tile in hand:
        if end in tile:
            far = tile[1] if tile[0] == end else tile[0]
            rest = [each for each in hand if each != tile]
            for train in trains_of(rest, far):
                yield [(end, far), *train]


def longest_train(hand: Sequence[Tile], end: int, doubles: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """MT-29: length and pips of the longest train, and pips and length of the heaviest."""
    longest = heaviest = (0, 0)
    for train in trains_of(hand, end):
        if doubles == "close" and train and is_double(train[-1]) and len(train) < len(hand):
            continue
        weight = pips([plain(tile) for tile in train])
        longest = max(longest, (len(train), weight))
        heaviest = max(heaviest, (weight, len(train)))
    return longest, heaviest
