"""Rummy by brute force, independent of both engines: a hand played with lists of cards, every
answer computed by plain loops; all partitions of a hand; all shuffles that fit a seat's history.
Simple rather than fast.

Cards are their texts. A meld is a list of cards in order: a set ascending, a run from its low end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Card: TypeAlias = str
Meld: TypeAlias = list[Card]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
USUAL = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""RM-02."""


def cards_from(text: str) -> list[Card]:
    return [] if text.strip() in ("", "-") else text.split()


def text_of(cards: Sequence[Card]) -> str:
    """Return cards in order."""
    return " ".join(cards) or "-"


def ascending(cards: Sequence[Card]) -> str:
    """Return a hand in the game's notation."""
    return text_of([card for card in PACK if card in cards])


def points(cards: Sequence[Card], ace: str = "low") -> int:
    """RM-13, RM-15."""
    worth = {"A": 15 if ace == "both" else 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    return sum(worth.get(card[0]) or int(card[0]) for card in cards)


def sequence(ace: str) -> str:
    """The ranks in the order of runs (RM-09, RM-15)."""
    return RANKS + "A" if ace == "both" else RANKS


def groups() -> list[Meld]:
    """RM-08, in the order of the action table."""
    return [
        [rank + suit for suit in SUITS if suit != without] for rank in RANKS for without in ("S", "H", "D", "C", "")
    ]


def runs(ace: str) -> list[Meld]:
    """RM-09, RM-15, in the order of the action table."""
    ranks = sequence(ace)
    return [
        [rank + suit for rank in ranks[first : first + length]]
        for length in range(3, 14)
        for first in range(len(ranks) - length + 1)
        for suit in SUITS
    ]


PLACES = {"group": PACK, "low": PACK, "high": [*PACK[4:], *PACK[:4]]}
"""Lay-offs in the order of the action table: after a king the ace is the highest card."""

MELDS = {ace: groups() + runs(ace) for ace in ("low", "both")}
IS_RUN = {ace: set(map(tuple, runs(ace))) for ace in MELDS}


def is_group(meld: Meld) -> bool:
    return meld[0][0] == meld[1][0]


def fits(card: Card, meld: Meld, ace: str) -> list[str]:
    """RM-10: the places where the card extends this meld."""
    if is_group(meld):
        return ["group"] if card[0] == meld[0][0] and card not in meld else []
    found = []
    if (card, *meld) in IS_RUN[ace]:
        found.append("low")
    if (*meld, card) in IS_RUN[ace]:
        found.append("high")
    return found


def action_texts(ace: str) -> list[str]:
    """Return the action table; impossible lay-offs have no action."""
    texts = ["draw", "take", *("meld " + text_of(meld) for meld in MELDS[ace])]
    for place, cards in PLACES.items():
        texts += [f"{card}@{place}" for card in cards if any(place in fits(card, meld, ace) for meld in MELDS[ace])]
    return texts + ["discard " + card for card in PACK]


@dataclass(frozen=True)
class Options:
    """The fields of a rules object."""

    players: int = 2
    hand_size: int = 0
    ace: str = "low"
    must_discard_out: bool = False
    turn_limit: int = 1000

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Options:
        given = {each.name: rules[each.name] for each in fields(cls) if rules.get(each.name) is not None}
        given.setdefault("hand_size", USUAL[given.get("players", 2)])
        return cls(**given)


@dataclass
class Round:
    """A hand of cards with all hidden information."""

    options: Options
    hands: list[list[Card]]
    stock: list[Card]
    """Next card first."""
    discards: list[Card]
    """Top card last."""
    seat: int
    table: list[Meld] = field(default_factory=list)
    turns: int = 0
    drew: bool = False
    took: Card | None = None
    laid: bool = False
    opened: list[bool] = field(default_factory=list)
    """Whether each seat had laid down a card before its present turn."""
    came: dict[Card, int] = field(default_factory=dict)
    """The stock that a hidden card comes from, counted from the first; -1 for one taken from the pile."""
    shuffles: int = 0
    log: list[tuple[int, str, Card | None]] = field(default_factory=list)
    """The seat, the move's text, and the card drawn."""
    chance: Any = None
    """The generator that shuffles the discard pile (RM-07)."""
    is_over: bool = False
    went_out: int | None = None

    def __post_init__(self) -> None:
        self.opened = self.opened or [len(hand) < self.options.hand_size for hand in self.hands]
        for card in [*self.stock, *(card for hand in self.hands for card in hand)]:
            self.came.setdefault(card, self.shuffles)

    def copy(self) -> Round:
        """The copy shares the chance."""
        found = replace(self, hands=[*map(list, self.hands)], table=[*map(list, self.table)], came=dict(self.came))
        for name in ("stock", "discards", "opened", "log"):
            setattr(found, name, list(getattr(self, name)))
        return found

    # Legal moves

    def may_lay(self, cards: Sequence[Card], table: Sequence[Meld]) -> bool:
        """Whether these cards can be played from the hand, giving this table (RM-06, RM-12)."""
        left = [card for card in self.hands[self.seat] if card not in cards]
        if self.options.must_discard_out and not left:
            return False
        if left == [self.took]:
            if self.options.must_discard_out:
                return False
            return any(fits(left[0], meld, self.options.ace) for meld in table)
        return True

    def with_card(self, card: Card, place: str) -> list[Meld] | None:
        """Return the table after a lay-off, or None if there is no such place."""
        for number, meld in enumerate(self.table):
            if place in fits(card, meld, self.options.ace):
                longer = [card, *meld] if place == "low" else [*meld, card]
                if place == "group":
                    longer = cards_from(ascending(longer))
                return [*self.table[:number], longer, *self.table[number + 1 :]]
        return None

    def legal(self) -> list[str]:
        """Return the legal moves in the order of the action table."""
        if self.is_over:
            return []
        if not self.drew:
            return (["draw"] if self.stock or len(self.discards) > 1 else []) + ["take"]  # RM-03, RM-07
        hand = [card for card in PACK if card in self.hands[self.seat]]
        melds = melds_in(hand, self.options.ace)
        found = ["meld " + text_of(meld) for meld in melds if self.may_lay(meld, [*self.table, meld])]
        for place, cards in PLACES.items():
            for card in cards:
                table = self.with_card(card, place) if card in hand else None
                if table is not None and self.may_lay([card], table):
                    found.append(f"{card}@{place}")
        return found + ["discard " + card for card in hand if card != self.took]  # RM-05, RM-06

    # Playing

    def push(self, move: str) -> None:
        assert move in self.legal(), (move, self.to_text())
        self.apply(move)

    def apply(self, move: str) -> None:
        hand, drawn = self.hands[self.seat], None
        if move == "draw":
            if not self.stock:
                self.reshuffle()
            drawn = self.stock.pop(0)
            hand.append(drawn)
            self.drew = True
        elif move == "take":
            self.took = self.discards.pop()
            self.came[self.took] = -1
            hand.append(self.took)
            self.drew = True
        elif move.startswith("meld "):
            self.play(move[5:].split())
            self.table.append(move[5:].split())
        elif "@" in move:
            card, place = move.split("@")
            table = self.with_card(card, place)
            assert table is not None
            self.play([card])
            self.table = table
        else:
            hand.remove(move[8:])
            self.discards.append(move[8:])
        self.log.append((self.seat, move, drawn))
        if not hand:
            self.went_out, self.is_over = self.seat, True
            self.turns += 1
        elif move.startswith("discard"):
            self.turns += 1
            self.is_over = self.turns == self.options.turn_limit
            self.opened[self.seat] |= self.laid
            if not self.is_over:
                self.seat = (self.seat + 1) % self.options.players
                self.drew, self.took, self.laid = False, None, False

    def play(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self.hands[self.seat].remove(card)
            if card == self.took:
                self.took = None
        self.laid = True

    def reshuffle(self) -> None:
        """RM-07."""
        pile, self.discards = self.discards[:-1], self.discards[-1:]
        self.stock = [pile[place] for place in self.chance.shuffled(len(pile))]
        self.shuffles += 1
        for card in pile:
            self.came[card] = self.shuffles

    # Scores and knowledge

    def rummy(self) -> bool:
        """Whether the player has laid down cards in this turn only (RM-14)."""
        return self.laid and not self.opened[self.seat] and (not self.is_over or self.went_out is not None)

    def scores(self) -> list[int] | None:
        """RM-13, RM-14, RM-17."""
        if not self.is_over:
            return None
        found = [0] * self.options.players
        if self.went_out is not None:
            worth = sum(points(hand, self.options.ace) for hand in self.hands)
            found[self.went_out] = 2 * worth if self.rummy() else worth
        return found

    def table_texts(self) -> list[str]:
        """Return sets ascending, then runs by the number of their first card."""
        return [
            text_of(meld) for meld in sorted(self.table, key=lambda meld: (not is_group(meld), PACK.index(meld[0])))
        ]

    def taken(self) -> list[str]:
        return [ascending([card for card in hand if self.came[card] == -1]) for hand in self.hands]

    def earlier(self) -> list[tuple[str, tuple[int, ...]]]:
        """RM-19: for each earlier stock, its hidden cards and how many of them each seat holds."""
        found = []
        for number in range(self.shuffles):
            of_it = [[card for card in hand if self.came[card] == number] for hand in self.hands]
            if any(of_it):
                found.append((ascending([card for cards in of_it for card in cards]), tuple(map(len, of_it))))
        return sorted(found, key=lambda each: PACK.index(each[0][:2]))

    # Texts

    def to_text(self) -> str:
        """Return the position's text."""
        options = self.options
        first = ["rummy"]
        for name, value in vars(options).items():
            usual = USUAL[options.players] if name == "hand_size" else getattr(Options, name)
            if value != usual:
                first.append(f"{name}={str(value).lower()}")
        parts = [" ".join(first)]
        parts += [f"hand {seat} {ascending(hand)}" for seat, hand in enumerate(self.hands)]
        parts.append(f"stock {text_of(self.stock)}")
        if self.table:
            parts.append("table " + ", ".join(self.table_texts()))
        parts.append(f"discards {text_of(self.discards)}")
        turn = f"turn {self.seat}"
        if not self.is_over:
            turn += " drew" * self.drew + (f" took {self.took}" if self.took else "") + " laid" * self.laid
        parts.append(turn + " rummy" * self.rummy())
        if self.turns:
            parts.append(f"turns {self.turns}")
        parts += [f"taken {other} {cards}" for other, cards in enumerate(self.taken()) if cards != "-"]
        parts += [f"earlier {cards} by {' '.join(map(str, counts))}" for cards, counts in self.earlier()]
        return "; ".join(parts)


def from_text(text: str, chance: Any = None) -> Round:
    """Read the valid text of a state, with its fields in order."""
    rules: dict[str, Any] = {}
    hands: dict[int, list[Card]] = {}
    table: list[Meld] = []
    earlier: list[list[Card]] = []
    taken: list[Card] = []
    stock, discards, turn, turns = "", "", ["0"], 0
    for part in text.split(";"):
        name, *words = part.split()
        rest = " ".join(words)
        if name == "rummy":
            for word in words:
                key, value = word.split("=")
                rules[key] = int(value) if value.isdigit() else {"true": True, "false": False}.get(value, value)
        elif name == "hand":
            hands[int(words[0])] = cards_from(" ".join(words[1:]))
        elif name == "stock":
            stock = rest
        elif name == "table":
            table = [meld.split() for meld in rest.split(",")]
        elif name == "discards":
            discards = rest
        elif name == "turn":
            turn = words
        elif name == "turns":
            turns = int(rest)
        elif name == "taken":
            taken += words[1:]
        elif name == "earlier":
            earlier.append(words[: words.index("by")])
        else:
            raise AssertionError(part)
    options = Options.of(rules)
    seat = int(turn[0])
    came = {card: number for number, cards in enumerate(earlier) for card in cards} | dict.fromkeys(taken, -1)
    over = not hands[seat] or turns == options.turn_limit
    laid = "laid" in turn or "rummy" in turn
    opened = [len(hand) < options.hand_size for _, hand in sorted(hands.items())]
    if not over or not hands[seat]:
        opened[seat] = "rummy" not in turn and (laid or len(hands[seat]) < options.hand_size + ("drew" in turn))
    return Round(
        options,
        [hand for _, hand in sorted(hands.items())],
        cards_from(stock),
        cards_from(discards),
        seat,
        table,
        turns,
        "drew" in turn,
        turn[turn.index("took") + 1] if "took" in turn else None,
        laid,
        opened,
        came,
        len(earlier),
        [],
        chance,
        over,
        seat if not hands[seat] else None,
    )


def deal(options: Options, order: Sequence[Card], dealer: int, chance: Any) -> Round:
    """RM-02, from the shuffled deck: one card at a time, the player after the dealer first."""
    hands: list[list[Card]] = [[] for _ in range(options.players)]
    left = list(order)
    for number in range(options.players * options.hand_size):
        hands[(dealer + 1 + number) % options.players].append(left.pop(0))
    return Round(options, hands, left[1:], left[:1], (dealer + 1) % options.players, chance=chance)


def dealt(options: Options, stream: Any, dealer: int | None) -> Round:
    """Deal: the dealer, unless given, then the shuffle."""
    if dealer is None:
        dealer = stream.below(options.players)
    return deal(options, [PACK[place] for place in stream.shuffled(52)], dealer, stream)


# Samples


def shuffles(start: Round, log: Sequence[tuple[int, str, Card | None]], seat: int) -> Counter[Any]:
    """Count each hand and stock over all orders of the initially hidden cards, and all orders of
    each new stock, that would have looked the same to this seat.

    A player who made a move in the log must hold the cards for it. (Draws reveal the order of a
    stock step by step: an order is tried only as far as it is drawn, so a sequence of draws counts
    once for each order that starts with it.)
    """
    found: Counter[Any] = Counter()
    others = [other for other in range(start.options.players) if other != seat]
    hidden = [*start.stock, *(card for other in others for card in start.hands[other])]

    def go_on(table: Round, at: int, ways: int) -> None:
        for number in range(at, len(log)):
            who, move, drawn = log[number]
            assert table.seat == who
            if move not in table.legal():
                return
            if move == "draw":
                again = table.copy()
                if not again.stock:
                    again.chance = SimpleNamespace(shuffled=range)  # any order
                    again.reshuffle()
                for card in again.stock:
                    if who != seat or card == drawn:
                        next_one = again.copy()
                        next_one.stock.remove(card)
                        next_one.stock.insert(0, card)
                        next_one.apply("draw")
                        go_on(next_one, number + 1, ways)
                return
            table.apply(move)
        found[tuple(frozenset(hand) for hand in table.hands), frozenset(table.stock)] += ways

    def give(place: int, hands: list[list[Card]], left: list[Card]) -> None:
        if place == len(others):
            table = start.copy()
            table.hands, table.stock = [list(hand) for hand in hands], list(left)
            go_on(table, 0, 1)
            return
        other = others[place]
        for chosen in combinations(left, len(start.hands[other])):
            rest = [card for card in left if card not in chosen]
            give(place + 1, [list(chosen) if seat_ == other else hand for seat_, hand in enumerate(hands)], rest)

    give(0, [list(hand) for hand in start.hands], hidden)
    return found


# Melds


def melds_in(hand: Sequence[Card], ace: str) -> list[Meld]:
    held = set(hand)
    return [meld for meld in MELDS[ace] if held.issuperset(meld)] if len(held) > 2 else []


def best_left(hand: Sequence[Card], table: Sequence[Meld], ace: str) -> tuple[int, int]:
    """RM-18: the fewest points, and cards, that any sequence of melds and lay-offs leaves."""
    seen: dict[Any, tuple[int, int]] = {}

    def least(left: frozenset[Card], lying: tuple[Meld, ...]) -> tuple[int, int]:
        key = left, tuple(sorted(map(tuple, lying)))
        if key in seen:
            return seen[key]
        found = points([*left], ace), len(left)
        for meld in melds_in([*left], ace):
            found = min(found, least(left - set(meld), (*lying, meld)))
        for number, meld in enumerate(lying):
            for card in left:
                for place in fits(card, meld, ace):
                    longer = [card, *meld] if place == "low" else [*meld, card]
                    found = min(found, least(left - {card}, (*lying[:number], longer, *lying[number + 1 :])))
        seen[key] = found
        return found

    return least(frozenset(hand), tuple(map(list, table)))
