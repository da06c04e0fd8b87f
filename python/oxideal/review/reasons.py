"""True sentences about two moves, from what the seat knew."""

from __future__ import annotations

from typing import Any

from .._registry import game_of
from ..words import Sentence, words

MOST = 3


def reason(name: str, **values: Any) -> Sentence:
    """Return a sentence of the section `reasons` of the game's words."""
    return Sentence(f"reasons.{name}", values)


def reasons_for(view: Any, played: Any, better: Any) -> tuple[Sentence, ...]:
    """Return what speaks for the better move, the most important first.

    Each sentence is a fact about the two moves that the seat could know. Which of them made the difference is not
    known.
    """
    game = game_of(view)
    part = None if game is None else game.part("review")
    found = [] if part is None else [each(view, played, better) for each in part.REASONS]
    return tuple(sentence for sentence in found if sentence is not None)[:MOST]


def texts_of(view: Any, played: Any, better: Any) -> tuple[str, ...]:
    """Return the reasons in English, with moves and cards as they are typed."""
    game = game_of(view)
    return tuple(text_of(each, game.name) for each in reasons_for(view, played, better)) if game else ()


def text_of(sentence: Sentence, game: str) -> str:
    """Return a reason in English."""
    return sentence.text(words(game), str, "seat {}".format, str)
