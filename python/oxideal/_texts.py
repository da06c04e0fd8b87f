"""What stands for cards or tiles as an argument, sorted out once for both engines: a text, or a list of texts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from .reference.arguments import plain_text, type_name

if TYPE_CHECKING:
    from .errors import OxidealError


def sorted_out(
    given: Any,
    forms: str,
    most: int,
    too_many: OxidealError,
    text_of: Callable[[Any], str | None] = plain_text,
) -> str | list[str]:
    """A text as it is, anything else as the list of its items' texts; `text_of` gives None for an item that has none.
    `forms` says what is expected, for a TypeError. A list is read up to so many items: it may be an iterator that
    never ends.
    """
    plain = plain_text(given)
    if plain is not None:
        return plain
    try:
        iterator = iter(given)
    except TypeError:
        raise TypeError(f"{forms}, not {type_name(given)}") from None
    texts = []
    for item in islice(iterator, most + 1):
        text = text_of(item)
        if text is None:
            raise TypeError(f"{forms}, not a list with {type_name(item)}")
        texts.append(text)
    if len(texts) > most:
        raise too_many
    return texts
