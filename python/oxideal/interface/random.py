"""Seeds, and the random stream that every deal comes from."""

from __future__ import annotations

from typing import Protocol, SupportsIndex, TypeAlias

__all__ = ["RandomStream", "Seed"]

Seed: TypeAlias = SupportsIndex | bytes | None
"""0 to 2**256 - 1, or the same as 32 bytes (little-endian), or None: 32 bytes from the system's entropy."""


class RandomStream(Protocol):
    """ChaCha20 (RFC 8439) as a stream of 32-bit words, and the two things drawn from it."""

    def __init__(self, seed: Seed = None, stream: SupportsIndex = 0) -> None: ...
    @property
    def position(self) -> int:
        """How many words have been drawn."""

    def word(self) -> int:
        """The next word, 0 to 2**32 - 1."""

    def skip(self, words: SupportsIndex) -> None:
        """Passes over that many words, at any distance in no time."""

    def below(self, n: SupportsIndex) -> int:
        """A uniform integer from 0 to n - 1, for n from 1 to 2**32."""

    def shuffled(self, n: SupportsIndex) -> list[int]:
        """The numbers 0 to n - 1 in uniformly random order, for n from 0 to 1,000,000."""
