"""What the cards of all games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Self, SupportsIndex, TypeVar, overload

from .._arguments.checks import integer, quoted
from ..errors import InvalidArgumentError

CardsT = TypeVar("CardsT")
"""The forms in which a game accepts cards."""

_MAX_CHARACTERS = 1000
_NONE = "-"


class CardSequence(str, Generic[CardsT]):
    """Cards or tiles: a text that is also an immutable sequence of cards.

    It equals its text, and works wherever a text does. But `len`, iteration, indices, slices, `in`, `count`, `+` and
    `-` are about cards. All other methods are those of `str`, on the text. `str(cards)` is the text alone.

    >>> from oxideal import rummy
    >>> isinstance(rummy.State(seed=7).view(0).hand, CardSequence)
    True
    """

    __slots__ = ()

    _noun: ClassVar[str]
    _separator: ClassVar[str] = " "
    _deck: ClassVar[tuple[str, ...]]
    """The text of each different card, in ascending order."""
    _places: ClassVar[Mapping[str, int]]
    """The place in `_deck` of each spelling of a card."""
    _traits: ClassVar[Mapping[str, frozenset[int]]]
    """The cards that have a rank, suit or number, for each spelling of it."""
    _move_field: ClassVar[str] = "cards"
    """The property of a move that has its cards."""

    def __new__(cls, cards: str | CardsT = "", /) -> Self:
        return cls._of_places(sorted(cls._read(cards)))

    def __len__(self) -> int:
        return 0 if self == _NONE else str.count(self, " ") + 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._words())

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> str: ...
    @overload
    def __getitem__(self, places: slice, /) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> str:
        found = self._words()[place if isinstance(place, slice) else integer("a place", place)]
        return self._of_words(found) if isinstance(found, list) else found

    def __contains__(self, cards: str | CardsT, /) -> bool:  # type: ignore[override]  # as str has it
        """Return whether all these cards are there. For a rank, suit or number: whether a card has it."""
        having = self._having(cards)
        if having is not None:
            return any(place in having for place in self._own_places())
        wanted, own = self._read(cards), self._own_places()
        return all(own.count(place) >= wanted.count(place) for place in wanted)

    def count(self, card: str, start: SupportsIndex | None = None, end: SupportsIndex | None = None, /) -> int:
        """Return how often a card is there, or how many cards have a rank, suit or number.

        `start` and `end` limit the cards that count, as in a slice.
        """
        having = self._having(card)
        if having is None:
            wanted = self._read(card)
            if len(wanted) != 1:
                raise InvalidArgumentError(f"count needs one {self._noun}, got {quoted(str(card))}")
            having = frozenset(wanted)
        return sum(place in having for place in self[start:end]._own_places())

    def __add__(self, cards: str | CardsT, /) -> Self:
        """Return these cards and others in ascending order."""
        return self._of_places(sorted([*self._own_places(), *self._read(cards)]))

    def __sub__(self, cards: str | CardsT, /) -> Self:
        """Return the cards that are left without others, in the same order.

        Raises `InvalidArgumentError` if some of the others are not there, and says which.
        """
        words, places, missing = self._words(), self._own_places(), []
        for place in self._read(cards):
            if place in places:
                at = places.index(place)
                del words[at], places[at]
            else:
                missing.append(place)
        if missing:
            lacking = self._of_words(self._deck[place] for place in sorted(missing))
            raise InvalidArgumentError(
                f"cannot subtract {lacking} from {quoted(str(self))}: not among these {self._noun}s"
            )
        return self._of_words(words)

    def __reduce__(self) -> tuple[Any, ...]:
        return str.__new__, (type(self), str(self))  # keeps the order, unlike the constructor

    def _words(self) -> list[str]:
        return [] if self == _NONE else self.split(" ")

    def _own_places(self) -> list[int]:
        return [self._places[word] for word in self._words()]

    @classmethod
    def _of_words(cls, words: Iterable[str]) -> Self:
        return str.__new__(cls, cls._separator.join(words) or _NONE)

    @classmethod
    def _of_places(cls, places: list[int]) -> Self:
        for place in set(places):
            cls._check_number(cls._deck[place], places.count(place))
        return cls._of_words([cls._deck[place] for place in places])

    @classmethod
    def _check_number(cls, card: str, number: int) -> None:
        if number > 1:
            raise InvalidArgumentError(f"duplicate {cls._noun} {card}")

    @classmethod
    def _read(cls, cards: str | CardsT) -> list[int]:
        """Return the places of cards in the order in which they are given."""
        if isinstance(cards, cls):
            return cards._own_places()
        if not isinstance(cards, str) and hasattr(cards, "kind"):  # a move
            played = getattr(cards, cls._move_field, "-")
            if played is None or isinstance(played, str):
                return cls._read(played or "-")
        given = cls._normalize(cards)
        if isinstance(given, str):
            if len(given) > _MAX_CHARACTERS:
                raise InvalidArgumentError(
                    f"a text of {cls._noun}s must have at most {_MAX_CHARACTERS} characters, got {len(given)}"
                )
            given = cls._split(given)
        places = []
        for word in given:
            place = cls._places.get(word)
            if place is None:
                raise InvalidArgumentError(cls._no_card(word))
            places.append(place)
        return places

    @classmethod
    def _having(cls, trait: object) -> frozenset[int] | None:
        """Return the cards that have a rank, suit or number; None for anything else."""
        return cls._traits.get(trait) if type(trait) is str else None

    @classmethod
    def _split(cls, text: str) -> list[str]:
        words = text.split()
        return [] if words == [_NONE] else words

    @classmethod
    def _normalize(cls, cards: Any) -> str | list[str]:  # noqa: ARG003 (the games read it)
        """Return cards as a text or as a list with the text of each. Raises `TypeError` for a wrong type."""
        raise TypeError(f"{cls.__name__} is a base class; use the class of a game, e.g. oxideal.rummy.Cards")

    @classmethod
    def _no_card(cls, word: str) -> str:
        raise NotImplementedError
