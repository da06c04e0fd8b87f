"""From a state or a view to its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, SupportsIndex

from .. import _registry
from .._input.checks import integer, integer_within, items, seat_within, type_name
from ..errors import InvalidArgumentError
from .paper import WIDTH, Paper, Picture
from .scene import Scene
from .theme import Theme, theme_of

if TYPE_CHECKING:
    from ..interface import State, View

_STRIPS: dict[str, Callable[[Scene], list[Paper]]] = {
    game.name: part.strips for game, part in _registry.parts_of("svg")
}


class Svg(str):
    """A picture as the text of an SVG file, which notebooks show."""

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
    """The picture of a state or a view of any of the games, on either backend.

    A state is drawn with all hands open, or with `seat` as that seat sees it; a view as its seat sees it. `names` has
    a name for each seat, None for one that is called by its number. `theme` is a name of `THEMES` or a dict of
    colours that differ from the light theme. `last` marks what was done last. `width` is in pixels; the picture
    is as high as it has to be.

    >>> from oxideal import foursquare
    >>> picture = draw(foursquare.State(seed=7), theme="dark")
    >>> picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="400"')
    True
    """
    pixels = integer_within("width", width, 100, 10_000)
    return Svg(picture(state_or_view, seat, names, theme_of(theme), last).svg(pixels))


def picture(
    shown: Any, seat: SupportsIndex | None, names: Iterable[str | None] | None, theme: Theme, last: bool
) -> Picture:
    """The same before it becomes a text."""
    game = game_of(shown)
    own = getattr(shown, "seat", None)
    players = int(shown.rules.players)
    if seat is not None:
        if own is None:
            own = seat_within(seat, players)
            shown = shown.view(own)
        elif integer("seat", seat) != own:
            raise InvalidArgumentError(f"a view is drawn as its own seat sees it: that is seat {own}")
    if not isinstance(last, bool):
        raise TypeError(f"last must be True or False, not {type_name(last)}")
    done = None
    if last and shown.recent:
        by, action = shown.recent[-1]
        done = (by, shown.rules.move(action))
    scene = Scene(shown, own, theme, names_of(names, players), done)
    title, status = scene.status
    seen = "" if own is None or players == 1 else f", seen by {scene.name(own)}"
    return Picture(f"{title}: {status}{seen}", scene.named(str(shown)), theme, _STRIPS[game](scene))


def of_round(shown: Any) -> Svg | None:
    """What a notebook shows of a state or view; None where its game has no pictures, and the notebook prints it."""
    game = _registry.game_of(shown)
    return draw(shown) if game is not None and game.name in _STRIPS else None


def game_of(shown: Any) -> str:
    """The name of the game whose state or view this is, of either backend."""
    game = _registry.game_of(shown)
    if game is None or game.name not in _STRIPS:
        raise TypeError(f"a picture is drawn of a State or a View of a game of this package, not of {type_name(shown)}")
    return game.name


def names_of(names: Iterable[str | None] | None, players: int) -> tuple[str | None, ...]:
    """A name for each seat, and of those that several have the seat as well; None for one that has none."""
    if names is None:
        return (None,) * players
    # Of an endless iterator enough to see that it has too many.
    given = list(islice(items("names", "a list with a name for each seat", names), players + 1))
    for name in given:
        if name is not None and not isinstance(name, str):
            raise TypeError(f"a name must be a str or None, not {type_name(name)}")
    if len(given) != players:
        found = "more" if len(given) > players else len(given)
        raise InvalidArgumentError(f"names must have {players} items, one per seat, got {found}")
    plain = [None if name is None else str.__str__(name) for name in given]  # whatever a class of its own prints
    return tuple(name if not name or plain.count(name) == 1 else f"{name} ({seat})" for seat, name in enumerate(plain))
