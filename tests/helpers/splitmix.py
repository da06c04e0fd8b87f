"""An independent implementation of the chance of `docs/contract.md`: the playout generator, to
replay a playout by hand, and the streams of samples.
"""

from __future__ import annotations

MASK = 2**64 - 1

BASES = {7: 2425484561847888076, 2**256 - 1: 518067926923487233}
"""The first two words of the last block of stream 0, low word first, by seed. Computed by another
ChaCha20 implementation, OpenSSL's.
"""


def samples(stream: int, seat: int) -> int:
    """Return the number of the stream from which sample number `stream` of this seat is drawn."""
    return stream ^ (16 + seat) * 2**91


class SplitMix:
    """SplitMix64, with the draws that the package makes from it."""

    def __init__(self, state: int) -> None:
        self.state = state & MASK

    @classmethod
    def of_game(cls, seed: int, number: int) -> SplitMix:
        """Return the generator that deals and chooses in the game with this number."""
        return cls(cls(BASES[seed] + number).output())

    def output(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        return ((self.output() >> 32) * n) >> 32

    def shuffled(self, n: int) -> list[int]:
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
