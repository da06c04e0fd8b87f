"""Draw a state or a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Sized
from itertools import count, islice
from typing import TYPE_CHECKING, Any, SupportsIndex

from .. import _registry
from .._arguments.checks import (
    boolean,
    format_int,
    integer,
    integer_within,
    is_visible,
    items,
    quoted,
    seat_within,
    type_name,
)
from ..errors import InvalidArgumentError
from .paper import WIDTH, Paper, picture
from .scene import Scene
from .text import width_of
from .theme import Theme, theme_of

if TYPE_CHECKING:
    from ..interface import State, View

_STRIPS: dict[str, Callable[[Scene], list[Paper]]] = {
    game.name: part.strips for game, part in _registry.parts_of("svg")
}

NAME_ROOM = 115
"""Width for a name in bold 12: the line above a hand has this much, and more for a number after the name."""

MAX_NAME = 24
"""Names with more characters do not fit."""


class Svg(str):
    """A picture: the text of an SVG file, which notebooks display.

    >>> from oxideal import foursquare
    >>> type(draw(foursquare.State(seed=7))).__name__
    'Svg'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    state_or_view: State[Any, Any, Any] | View[Any, Any, Any],
    *,
    seat: SupportsIndex | None = None,
    names: Iterable[str | None] | None = None,
    theme: str | Theme | None = None,
    last: bool = True,
    width: SupportsIndex = WIDTH,
) -> Svg:
    """Draw a state or a view of any game and engine.

    - `seat`: draw a state as this seat sees it; by default all hands are open. A view is drawn for its own seat.
    - `names`: a name for each seat; None for a seat that is called by its number.
    - `theme`: a name in `THEMES`, or a dict of colours that replace those of the light theme.
    - `last`: whether to mark the last action.
    - `width`: width in pixels, 100 to 10,000; the height follows from the content.

    >>> from oxideal import foursquare
    >>> picture = draw(foursquare.State(seed=7), theme="dark")
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="400"')
    True
    """
    pixels = integer_within("width", width, 100, 10_000)
    scene = _scene(state_or_view, seat, names, theme_of(theme), last)
    title, status = scene.status
    seen = "" if scene.own is None or scene.players == 1 else f", seen by {scene.name(scene.own)}"
    strips = _STRIPS[game_of(scene.shown)](scene)
    return Svg(picture(f"{title}: {status}{seen}", scene.named(str(scene.shown)), scene.theme, strips, pixels))


def _scene(
    shown: Any, seat: SupportsIndex | None, names: Iterable[str | None] | None, theme: Theme, last: bool
) -> Scene:
    game_of(shown)
    own = getattr(shown, "seat", None)
    players = int(shown.rules.players)
    if seat is not None:
        if own is None:
            own = seat_within(seat, players)
            shown = shown.view(own)
        elif (given := integer("seat", seat)) != own:
            raise InvalidArgumentError(f"seat must be {own}, the seat of the view, got {format_int(given)}")
    done = None
    if boolean("last", last) and shown.recent:
        by, action = shown.recent[-1]
        done = (by, shown.rules.move(action))
    return Scene(shown, own, names_of(names, players), done, theme)


def of_round(shown: Any) -> Svg | None:
    """Return the picture for a notebook, or None if the game has none; then the notebook prints the text."""
    game = _registry.game_of(shown)
    return draw(shown) if game is not None and game.name in _STRIPS else None


def game_of(shown: Any) -> str:
    """Return the name of the game of a state or view, checked."""
    game = _registry.game_of(shown)
    if game is None or game.name not in _STRIPS:
        raise TypeError(f"expected a State or a View of a game of this package, not {type_name(shown)}")
    return game.name


def names_of(names: Iterable[str | None] | None, players: int) -> tuple[str | None, ...]:
    """Return a short, distinct name for each seat; None for a seat without a name."""
    if names is None:
        return (None,) * players
    # One more than needed: an iterator can be endless.
    given = list(islice(items("names", "a list with a name for each seat", names), players + 1))
    for name in given:
        if name is not None and not isinstance(name, str):
            raise TypeError(f"a name must be a str or None, not {type_name(name)}")
    if len(given) != players:
        found = len(names) if isinstance(names, Sized) else "more" if len(given) > players else len(given)
        raise InvalidArgumentError(f"names must have {players} items, one per seat, got {found}")
    plain = [None if name is None else str.__str__(name) for name in given]  # ignore an overridden `__str__`
    for text in plain:
        if text and not is_visible(text):
            raise InvalidArgumentError(f"a name must have a visible character, got {quoted(text)}")
    return distinct([name and _short(name) for name in plain])


def _short(name: str) -> str:
    """Return the name or, if it does not fit, its start and its end: long names often differ only there."""
    if width_of(name, 12, bold=True) <= NAME_ROOM:
        return name
    shorter = (_middle_cut(name, kept) for kept in range(min(len(name), MAX_NAME), 0, -1))
    return next(each for each in shorter if width_of(each, 12, bold=True) <= NAME_ROOM)


def _middle_cut(name: str, kept: int) -> str:
    """Shorten a name to this number of characters, most of them from its start, with an ellipsis between."""
    end = kept * 2 // 5
    return f"{name[: kept - end].rstrip()}…{name[len(name) - end :].lstrip()}"


def distinct(names: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return the names, with a number after each that several seats have: "rule 1", "rule 2"."""
    distinct: list[str | None] = []
    for name in names:
        if name and names.count(name) > 1:
            numbered = (f"{name} {number}" for number in count(1))
            name = next(each for each in numbered if each not in names and each not in distinct)
        distinct.append(name)
    return tuple(distinct)
