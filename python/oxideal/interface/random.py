"""The types of seeds and of the random stream that deals every round."""

from __future__ import annotations

from typing import Protocol, SupportsIndex, TypeAlias

__all__ = ["RandomStream", "Seed"]

Seed: TypeAlias = SupportsIndex | bytes | None
"""An integer from 0 to 2**256 - 1, the same as 32 little-endian bytes, or None for a seed from system entropy."""


class RandomStream(Protocol):
    """A ChaCha20 (RFC 8439) stream of 32-bit words; `oxideal.random.Stream` is one."""

    @property
    def position(self) -> int:
        """Number of words drawn so far."""

    def word(self) -> int:
        """Draw the next word, 0 to 2**32 - 1."""

    def skip(self, words: SupportsIndex) -> None:
        """Skip that many words, in constant time."""

    def below(self, n: SupportsIndex) -> int:
        """Draw a uniform integer from 0 to n - 1, for n from 1 to 2**32."""

    def shuffled(self, n: SupportsIndex) -> list[int]:
        """Draw a uniform permutation of 0 to n - 1, for n from 0 to 1,000,000."""
