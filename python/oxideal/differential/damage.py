"""Damage texts, lists of events and bytes slightly. By chance, they can stay unchanged."""

from __future__ import annotations

import random
from collections.abc import Sequence

_STRANGE = ' ;:,.()+-_x"0123456789TACDHS\t\n\u00a0\u00e9\u00b2\u0663\u2663\u2665\u3000\U0001f0a1\ud800'
"""Characters for damaged texts, including Unicode digits and spaces, and a lone surrogate."""


def damaged(text: str, chance: random.Random) -> str:
    """Return the text with one or two small changes."""
    for _ in range(chance.randint(1, 2)):
        at, to = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        kind = chance.randrange(6)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + chance.choice(_STRANGE) + text[at:]
        elif kind == 2:
            text = text[:at] + chance.choice(_STRANGE) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[to:]
        else:  # moved, repeated or lost words find more than changed letters
            words = text.split(" ")
            word = words.pop(chance.randrange(len(words)))
            for _ in range(chance.randrange(3)):
                words.insert(chance.randrange(len(words) + 1), word)
            text = " ".join(words)
    return text


def damaged_list(texts: Sequence[str], chance: random.Random) -> list[str]:
    """Return the texts with one of them lost, repeated or damaged, or with the end cut off."""
    texts = list(texts)
    kind = chance.randrange(4) if texts else 3
    at = chance.randrange(len(texts)) if texts else 0
    if kind == 0:
        del texts[at]
    elif kind == 1:
        texts[at] = damaged(texts[at], chance)
    elif kind == 2:
        texts.insert(chance.randrange(len(texts) + 1), texts[at])
    else:
        del texts[at:]
    return texts


def damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    kind = chance.randrange(5)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data + chance.randbytes(chance.randint(1, 3))
    if kind == 2:
        return data[:at] + data[at + 1 :]
    if kind == 3:
        return data[:at] + bytes([chance.choice([0, 1, 0x7F, 0x80, 0xFF])]) + data[at:]
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
