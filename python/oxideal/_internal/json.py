"""Read JSON of others."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import quoted

MAX_REASON = 100
"""How many characters of the decoder's reason a message shows."""

Error = Callable[[str], Exception]
"""Makes the error with a message."""


def object_of(text: str | bytes, name: str, error: Error, *, unique: bool = False) -> dict[str, Any]:
    """Return the object in a JSON text. Raises `error`, whose message begins with the name."""
    found = value_of(text, name, error, unique=unique)
    if type(found) is not dict:
        raise error(f"{name} must be a JSON object, got {shown(text)}")
    return found


def value_of(text: str | bytes, name: str, error: Error, *, unique: bool = False) -> Any:
    """Return the value of a JSON text, which has no NaN or infinity and, if `unique`, no duplicate fields."""
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=unique_members if unique else None)
    except (ValueError, RecursionError) as reason:
        raise error(f"{name} must be JSON, got {shown(text)}: {str(reason)[:MAX_REASON]}") from None


def unique_members(members: list[tuple[str, Any]], error: Error = ValueError) -> dict[str, Any]:
    """Return an object without duplicate fields: JSON readers disagree which one counts. Raises `error`."""
    found: dict[str, Any] = {}
    for name, value in members:
        if name in found:
            raise error(f"duplicate field {quoted(name)}")
        found[name] = value
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def shown(text: str | bytes) -> str:
    """Return the start of a JSON text for a message."""
    start = text[:200]  # enough for an excerpt
    return quoted((start.decode(errors="replace") if isinstance(start, bytes) else start).strip())
