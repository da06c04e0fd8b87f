"""The random generators that `docs/contract.md` specifies: ChaCha20 for deals, SplitMix64 for playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, SupportsIndex

from .. import interface
from .._arguments.checks import integer_within
from .._arguments.seeds import seed_number, stream_number

if TYPE_CHECKING:
    from ..interface import Seed

_WORD = 2**32
_BLOCK_WORDS = 16
_BLOCKS = 2**32  # the block counter is one word


class Chance(Protocol):
    """What games use of either generator."""

    def below(self, n: int, /) -> int:
        """Return an integer from 0 to n - 1."""

    def shuffled(self, n: int, /) -> list[int]:
        """Return the numbers 0 to n - 1 in random order."""


def _shuffled(n: int, below: Callable[[int], int]) -> list[int]:
    """Shuffle by Fisher and Yates, from the end."""
    numbers = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        numbers[i], numbers[j] = numbers[j], numbers[i]
    return numbers


class Stream(interface.RandomStream):
    __doc__ = interface.RandomStream.__doc__

    __slots__ = ("_block", "_block_number", "_position", "_seed", "_stream")

    def __init__(self, seed: Seed = None, stream: SupportsIndex = 0) -> None:
        self._seed = seed_number(seed)
        self._stream = stream_number(stream)
        self._position = 0
        self._block_number: int | None = None  # the number of the block in `_block`; None before the first word
        self._block: list[int] = []

    @classmethod
    def _without_seed(cls) -> Stream:
        """Return a stream for a round that was set up by hand without a seed and draws nothing."""
        return cls(0)

    @classmethod
    def _for_samples(cls, seed: Seed, stream: SupportsIndex, seat: int) -> Stream:
        """Return the stream that the samples of a seat are drawn from.

        No deal with a stream number below 2**91 uses it, and no other seat's samples do. Otherwise a bot that samples
        with the seed of the deal, or with the seed of the sample that it searches, would draw the very cards it must
        not see.
        """
        return cls(seed, stream_number(stream) ^ (16 + seat) << 91)

    def __copy__(self) -> Stream:
        """Return an independent stream at the same word."""
        other = Stream.__new__(Stream)  # skips the checks of the seed and the stream
        other._seed, other._stream = self._seed, self._stream
        other._position = self._position
        other._block_number, other._block = self._block_number, self._block  # replaced, never modified
        return other

    def _same_as(self, other: Stream) -> bool:
        """Return whether both streams give the same words from here on."""
        mine, theirs = ((each._seed, each._stream, each._position) for each in (self, other))
        return mine == theirs

    @property
    def position(self) -> int:
        return self._position

    def word(self) -> int:
        number, place = divmod(self._position, _BLOCK_WORDS)
        number %= _BLOCKS
        if number != self._block_number:
            self._block = _block(self._seed, number, self._stream)
            self._block_number = number
        self._position += 1
        return self._block[place]

    def skip(self, words: SupportsIndex) -> None:
        self._position += integer_within("words", words, 0, _BLOCKS * _BLOCK_WORDS)

    def below(self, n: SupportsIndex) -> int:
        return self._below(integer_within("n", n, 1, _WORD))

    def shuffled(self, n: SupportsIndex) -> list[int]:
        return _shuffled(integer_within("n", n, 0, 1_000_000), self._below)

    def _below(self, n: int) -> int:
        while True:
            result, rest = divmod(self.word() * n, _WORD)
            # Rejecting the words with a lower remainder leaves each result equally many words (Lemire's method).
            if rest >= _WORD % n:
                return result


def _block(key: int, counter: int, nonce: int) -> list[int]:
    """Return 16 words of the key stream: the block function of RFC 8439, section 2.3."""
    start = [
        *(0x61707865, 0x3320646E, 0x79622D32, 0x6B206574),  # "expand 32-byte k"
        *(key >> 32 * i & 0xFFFFFFFF for i in range(8)),
        counter,
        *(nonce >> 32 * i & 0xFFFFFFFF for i in range(3)),
    ]
    words = list(start)
    for _ in range(10):  # 20 rounds: ten times the columns, then the diagonals
        _quarter_round(words, 0, 4, 8, 12)
        _quarter_round(words, 1, 5, 9, 13)
        _quarter_round(words, 2, 6, 10, 14)
        _quarter_round(words, 3, 7, 11, 15)
        _quarter_round(words, 0, 5, 10, 15)
        _quarter_round(words, 1, 6, 11, 12)
        _quarter_round(words, 2, 7, 8, 13)
        _quarter_round(words, 3, 4, 9, 14)
    return [(word + first) & 0xFFFFFFFF for word, first in zip(words, start, strict=True)]


def _quarter_round(words: list[int], ia: int, ib: int, ic: int, id_: int) -> None:
    """Mix four of the words in place (RFC 8439, section 2.1). Each pair of shifts rotates a word to the left."""
    a, b, c, d = words[ia], words[ib], words[ic], words[id_]
    a = (a + b) & 0xFFFFFFFF
    d ^= a
    d = (d << 16 & 0xFFFFFFFF) | d >> 16
    c = (c + d) & 0xFFFFFFFF
    b ^= c
    b = (b << 12 & 0xFFFFFFFF) | b >> 20
    a = (a + b) & 0xFFFFFFFF
    d ^= a
    d = (d << 8 & 0xFFFFFFFF) | d >> 24
    c = (c + d) & 0xFFFFFFFF
    b ^= c
    b = (b << 7 & 0xFFFFFFFF) | b >> 25
    words[ia], words[ib], words[ic], words[id_] = a, b, c, d


class SplitMix64:
    """The small, fast generator of playouts. It must not deal rounds that people play: 64 bits are too few.

    >>> SplitMix64(0).next()
    16294208416658607535
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state % 2**64

    def next(self) -> int:
        """Return the next output, an integer from 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % 2**64
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1. Its distribution differs from the uniform one by less than n / 2**32."""
        return (self.next() >> 32) * n >> 32

    def shuffled(self, n: int) -> list[int]:
        """Return the numbers 0 to n - 1 in random order."""
        return _shuffled(n, self.below)


def playout_base(seed: int) -> int:
    """Return the number that the generators of a seed's playouts count from.

    It is the first two words of the last block of the seed's stream 0, which no deal reaches.
    """
    stream = Stream(seed)
    stream.skip((_BLOCKS - 1) * _BLOCK_WORDS)
    low, high = stream.word(), stream.word()
    return low | high << 32


def playout_generator(base: int, game: int) -> SplitMix64:
    return SplitMix64(SplitMix64(base + game).next())
