"""The types of seeds and of the random stream that deals every round."""

from __future__ import annotations

from typing import Protocol, SupportsIndex, TypeAlias

__all__ = ["RandomStream", "RandomStreamClass", "Seed"]

Seed: TypeAlias = SupportsIndex | bytes | None
"""An integer from 0 to 2**256 - 1, the same as 32 little-endian bytes, or None for a seed from system entropy."""


class RandomStream(Protocol):
    """A random stream: the 32-bit words of ChaCha20 (RFC 8439), and numbers drawn from them.

    The deals of `State` come from such a stream, so it can verify them. `seed` is an integer from 0 to 2**256 - 1 or
    32 bytes; without it the system chooses one. `stream` is 0 to 2**96 - 1. Raises `InvalidArgumentError` if they are
    out of range.

    >>> from oxideal.random import Stream
    >>> Stream(seed=7).shuffled(5)
    [4, 2, 0, 1, 3]
    """

    __slots__ = ()

    @property
    def position(self) -> int:
        """The number of words drawn so far."""

    def word(self) -> int:
        """Return the next word, an integer from 0 to 2**32 - 1."""

    def skip(self, words: SupportsIndex) -> None:
        """Skip `words` words, 0 to 2**36, in constant time."""

    def below(self, n: SupportsIndex) -> int:
        """Draw a uniform integer from 0 to `n - 1`, for `n` from 1 to 2**32."""

    def shuffled(self, n: SupportsIndex) -> list[int]:
        """Return the numbers 0 to `n - 1` in uniformly random order, for `n` from 0 to 1,000,000."""


class RandomStreamClass(Protocol):
    """The class `Stream` of either engine: how streams are made."""

    __slots__ = ()

    def __call__(self, seed: Seed = None, stream: SupportsIndex = 0) -> RandomStream: ...
