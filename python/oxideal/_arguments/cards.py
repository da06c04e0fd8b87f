"""Cards or tiles as an argument of any game: a text, or a list of texts. The texts are not parsed here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from .checks import plain_text, type_name

if TYPE_CHECKING:
    from ..errors import OxidealError


def move_hint(given: Any) -> str:
    """Return the hint of a message about a `Move` given for its cards or tile, or an empty text."""
    kind = type(given)
    part = next((name for name in ("cards", "tile") if kind.__name__ == "Move" and name in vars(kind)), None)
    return f"; pass move.{part}" if part else ""


def normalize_cards(
    given: Any,
    forms: str,
    most: int,
    too_many: OxidealError,
    text_of: Callable[[Any], str | None] = plain_text,
) -> str | list[str]:
    """Return a text unchanged, and anything else as the list of its items' texts.

    `forms` names the accepted forms, for a TypeError. `text_of` returns None for an item that has no text. At most
    `most` items are read, since an iterator may be endless; `too_many` is raised if there are more.
    """
    plain = plain_text(given)
    if plain is not None:
        return plain
    try:
        iterator = iter(given)
    except TypeError:
        raise TypeError(f"{forms}, not {type_name(given)}{move_hint(given)}") from None
    texts = []
    for item in islice(iterator, most + 1):
        text = text_of(item)
        if text is None:
            raise TypeError(f"{forms}, not a list containing {type_name(item)}{move_hint(item)}")
        texts.append(text)
    if len(texts) > most:
        raise too_many
    return texts
