"""Make a page that steps through a game: one HTML file that needs no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence, Sized
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .._input.checks import items, text_of
from ..errors import InvalidArgumentError
from .draw import game_of, names_of, picture
from .paper import WIDTH, Picture
from .text import escaped
from .theme import THEMES, Theme, theme_of

if TYPE_CHECKING:
    from ..interface import State, View

MAX_STATES = 10_000
"""Maximum number of states on a page."""

_VARIABLES: Theme = {name: f"var(--{name})" for name in THEMES["light"]}
"""Colours as CSS variables: the page sets them, so that its theme can change."""


class Html(str):
    """A page: the text of an HTML file.

    >>> from oxideal import foursquare
    >>> type(page([foursquare.State(seed=7)])).__name__
    'Html'
    """

    __slots__ = ()


@runtime_checkable
class Recorded(Protocol):
    """The members of a record that a page uses; importing `Record` here would be an import cycle."""

    @property
    def names(self) -> tuple[str | None, ...] | None: ...
    @property
    def note(self) -> str | None: ...
    @property
    def actions(self) -> tuple[str, ...]: ...
    def states(self) -> Iterator[State[Any, Any, Any]]: ...


def page(
    game: Recorded | Iterable[State[Any, Any, Any]] | Iterable[View[Any, Any, Any]],
    *,
    title: str | None = None,
    names: Iterable[str | None] | None = None,
    note: str | None = None,
    theme: str | Theme | None = None,
) -> Html:
    """Make an HTML page that steps through a game.

    - `game`: a record, or the states of a game in order, or the views of one seat. With states, readers choose
      whether they see all hands or what one seat sees.
    - `title`: heading of the page; by default the name of the game.
    - `names`, `note`: names of the seats and a remark; by default those of the record.
    - `theme`: a theme as in `draw`; by default the page is light or dark as the reader's browser.

    Raises `InvalidArgumentError` for more than 10,000 states, or for states of several games.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> states = [state.copy()]
    >>> while not state.is_over:
    ...     state.push(state.legal_actions()[0])
    ...     states.append(state.copy())
    >>> page(states, title="Always the first cell").count("<button")
    31
    """
    if isinstance(game, Recorded):
        names = game.names if names is None else names
        note = game.note if note is None else note
        _check_length(len(game.actions) + 1)
        game = game.states()
    states = _states(game)
    first = next(states)
    players = int(first.rules.players)
    seat_names = names_of(names, players)
    title = None if title is None else text_of("title", title)
    note = None if note is None else text_of("note", note)
    colours = None if theme is None else theme_of(theme)
    viewers: list[int | None] = [None]
    if getattr(first, "seat", None) is None and players > 1:
        viewers += range(players)
    frames = _Frames(viewers, seat_names)
    for state in chain([first], states):
        frames.add(state)
    return Html(_html(frames, title, note, colours))


def _states(game: object) -> Iterator[Any]:
    """Yield the states or views, checked: they must be of one game."""
    if isinstance(game, Sized):
        _check_length(len(game))
    first = None
    for number, state in enumerate(items("game", "a record or a list of states or views", game), 1):
        _check_length(number)
        game_of(state)
        first = state if first is None else first
        if type(state) is not type(first) or state.rules != first.rules:
            raise InvalidArgumentError("all states of a page must have the same game and rules")
        if getattr(state, "seat", None) != getattr(first, "seat", None):
            raise InvalidArgumentError("all views of a page must be of the same seat")
        yield state
    if first is None:
        raise InvalidArgumentError("a page needs at least one state")


def _check_length(states: int) -> None:
    if states > MAX_STATES:
        raise InvalidArgumentError(f"a page can have at most {MAX_STATES} states")


class _Frames:
    """The pictures of a game, added one by one, so that states and pictures are not all in memory at once.

    Shapes, and strips of shapes, are stored once and referred to by number.
    """

    def __init__(self, viewers: Sequence[int | None], names: tuple[str | None, ...]) -> None:
        self.viewers = viewers
        self.names = names
        self.labels = [name or f"seat {seat}" for seat, name in enumerate(names)]
        self.moves: list[str] = []
        """The action that led to each state, as HTML."""
        self.end: Any = None
        """The last state added."""
        self._shapes: dict[str, int] = {}
        self._strips: dict[tuple[float, ...], int] = {}
        self._by_viewer: list[list[list[float]]] = [[] for _ in viewers]

    def add(self, state: Any) -> None:
        for each, seat in zip(self._by_viewer, self.viewers, strict=True):
            each.append(self._frame(self._picture(state, seat)))
        self.moves.append(_move(state, self.labels) if self.moves else "start")
        self.end = state

    def last_picture(self) -> Picture:
        return self._picture(self.end, None)

    def data(self) -> str:
        """Return all pictures as JSON for the script."""
        shared = {"shapes": list(self._shapes), "strips": list(self._strips)}
        text = json.dumps({"width": WIDTH, **shared, "frames": self._by_viewer}, separators=(",", ":"))
        for character in "<>&":  # so that nothing in it can end the script
            text = text.replace(character, f"\\u{ord(character):04x}")
        return text

    def _picture(self, state: Any, seat: int | None) -> Picture:
        return picture(state, seat, self.names, _VARIABLES, last=True)

    def _frame(self, picture: Picture) -> list[float]:
        """Return the height of a picture, then the number and the vertical offset of each strip."""
        frame = [_short(picture.height)]
        for down, strip in picture.placed():
            numbers: list[float] = []
            for x, y, shape in strip.pieces:
                numbers += [self._shapes.setdefault(shape, len(self._shapes)), _short(x), _short(y)]
            frame += [self._strips.setdefault(tuple(numbers), len(self._strips)), _short(down)]
        return frame


def _html(frames: _Frames, title: str | None, note: str | None, theme: Theme | None) -> str:
    heading = escaped(title or str(frames.end).partition(":")[0])
    offered = ["all hands" if seat is None else f"view of {frames.labels[seat]}" for seat in frames.viewers]
    options = "".join(f'<option value="{place}">{escaped(each)}</option>' for place, each in enumerate(offered))
    moves = "\n".join(f"<li><button>{each}</button></li>" for each in frames.moves)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<link rel="icon" href="data:,">
<title>{heading}</title>
<style>
{_colours(theme)}
{_file("page.css")}</style>
</head>
<body>
<header>
<h1>{heading}</h1>
<p>{_result(frames.end, frames.labels)}</p>
{f"<p>{escaped(note)}</p>" if note else ""}
</header>
<main>
<section>
<div id="controls" hidden>
<input id="slider" type="range" min="0" max="{len(frames.moves) - 1}" value="0" aria-label="Position in the game">
<div class="buttons">
<button id="first">First</button>
<button id="previous">Previous</button>
<button id="play">Play</button>
<button id="next">Next</button>
<button id="end">Last</button>
</div>
<div class="buttons">
<label{" hidden" if len(frames.viewers) == 1 else ""}>View <select id="viewer">{options}</select></label>
<button id="theme"{"" if theme is None else " hidden"}>Light/dark</button>
<output id="progress"></output>
</div>
</div>
<div id="picture">{frames.last_picture().svg(WIDTH)}</div>
<p id="keys" hidden>Keys: left and right arrow, Home, End, and space to play or pause.</p>
<noscript><p>This is the last position. Enable JavaScript to step through the game.</p></noscript>
</section>
<ol id="moves" start="0">
{moves}
</ol>
</main>
<script id="data" type="application/json">{frames.data()}</script>
<script>
{_file("page.js")}</script>
</body>
</html>
"""


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _colours(theme: Theme | None) -> str:
    """Return the colours as CSS variables: of one theme, or of the light and the dark theme for browser and button."""
    if theme is not None:
        return f":root {{ {_variables(theme)} }}"
    light, dark = _variables(THEMES["light"]), _variables(THEMES["dark"])
    return (
        f":root {{ color-scheme: light; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; {dark} }} }}\n"
        f":root[data-theme=light] {{ color-scheme: light; {light} }}\n"
        f":root[data-theme=dark] {{ color-scheme: dark; {dark} }}"
    )


def _variables(theme: Theme) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in theme.items())


def _result(state: Any, labels: Sequence[str]) -> str:
    if state.payoffs is None:
        return "Game in progress"
    return "Payoffs: " + ", ".join(
        f"{_isolated(name)} {payoff:+d}" if payoff else f"{_isolated(name)} 0"
        for name, payoff in zip(labels, state.payoffs, strict=True)
    )


def _isolated(name: str) -> str:
    """Return a name as HTML; isolated, as a right-to-left name would move the figures after it."""
    return f"<bdi>{escaped(name)}</bdi>"


def _move(state: Any, labels: Sequence[str]) -> str:
    """Return the last action and its seat as HTML."""
    if not state.recent:
        return ""
    seat, action = state.recent[-1]
    who = f"<b>{_isolated(labels[seat])}</b> " if len(labels) > 1 else ""
    return who + escaped(str(state.rules.move(action)))


def _short(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
