"""Bound the number of values in a JSON text: parsed, an empty list of two characters takes a hundred bytes."""

from __future__ import annotations

import re
from itertools import islice

_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[,\[{]', re.DOTALL)


def has_more_values(text: str, most: int) -> bool:
    """Return whether a JSON text has more values than that. Each but the first follows a comma, "[" or "{"."""
    if sum(map(text.count, ",[{")) < most:  # most texts: no need to find out what is in strings
        return False
    structure = (found for found in _TOKENS.finditer(text) if text[found.start()] != '"')
    return next(islice(structure, most - 1, None), None) is not None
