"""Make a page that steps through a game: one HTML file that needs no network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .._arguments.checks import items, text_of
from .._internal.html import escaped, signed
from .._internal.progress import check_progress, progress_bar
from ..errors import InvalidArgumentError
from .draw import game_of, names_of, picture
from .frames import Frames
from .paper import WIDTH
from .scene import move_text
from .theme import THEMES, Theme, theme_of

if TYPE_CHECKING:
    from ..interface import State, View

MAX_STATES = 10_000
"""Maximum number of states on a page."""

MAX_PICTURES = 20_000
"""Maximum number of pictures on a page: one for each state and viewer."""

_VARIABLES: Theme = {name: f"var(--{name})" for name in THEMES["light"]}
"""Colours as CSS variables: the page sets them, so that its theme can change."""


@dataclass(frozen=True)
class Additions:
    """What a page has beside the game. All texts are HTML, or a style and a script."""

    style: str
    script: str
    """Hears the event `shown` with the number of the position, and may dispatch `go` with another."""
    colours: tuple[Theme, Theme]
    """Further colours of the light and the dark theme."""
    top: str
    """Above the picture and the moves."""
    side: str
    """Above the moves."""
    bottom: str
    marks: Mapping[int, str]
    """At the end of moves, by their number."""


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
    progress: bool | None = None,
) -> Html:
    """Make an HTML page that steps through a game.

    - `game`: a record, or the states of a game in order, or the views of one seat. With states, readers choose
      whether they see all hands or what one seat sees.
    - `title`: heading of the page; by default the name of the game.
    - `names`, `note`: names of the seats and a remark; by default those of the record.
    - `theme`: a theme as in `draw`; by default the page is light or dark as the reader's browser.
    - `progress`: whether to show a bar, which needs tqdm; None means: if standard error is a terminal.

    A page has a picture for each state and each choice of hands. Raises `InvalidArgumentError` for more than 20,000
    pictures or 10,000 states, or for states of several games.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> states = [state.copy()]
    >>> while not state.is_over:
    ...     state.push(state.legal_actions()[0])
    ...     states.append(state.copy())
    >>> page(states, title="Always the first cell").count("<button")
    31
    """
    return page_with(None, game, title=title, names=names, note=note, theme=theme, progress=progress)


def page_with(
    more: Additions | None,
    game: Recorded | Iterable[State[Any, Any, Any]] | Iterable[View[Any, Any, Any]],
    *,
    title: str | None = None,
    names: Iterable[str | None] | None = None,
    note: str | None = None,
    theme: str | Theme | None = None,
    progress: bool | None = None,
) -> Html:
    """Make a page as `page` does, with something more on it."""
    total = None
    if isinstance(game, Recorded):
        names = game.names if names is None else names
        note = game.note if note is None else note
        total = len(game.actions) + 1
        game = game.states()
    elif isinstance(game, Sized):
        total = len(game)
    states = _states(game)
    first = next(states)
    players = int(first.rules.players)
    seat_names = names_of(names, players)
    check_progress(progress)
    title = None if title is None else text_of("title", title)
    note = None if note is None else text_of("note", note)
    colours = None if theme is None else theme_of(theme)
    viewers: list[int | None] = [None]
    if getattr(first, "seat", None) is None and players > 1:
        viewers += range(players)
    _check_length(total or 0, viewers)
    labels = [name or f"seat {seat}" for seat, name in enumerate(seat_names)]
    frames = Frames(viewers, seat_names, _VARIABLES)
    moves: list[str] = []
    end: Any = None
    with progress_bar(total, progress, "position") as done:
        for end in chain([first], states):
            _check_length(len(moves) + 1, viewers)
            frames.add(end)
            moves.append(_move(end, labels) if moves else "start")
            done(1)
    return Html(_html(frames, end, labels, moves, title, note, colours, more))


def _states(game: object) -> Iterator[Any]:
    """Yield the states or views, checked: they must be of one game."""
    first = None
    for state in items("game", "a record or a list of states or views", game):
        game_of(state)
        first = state if first is None else first
        if type(state) is not type(first) or state.rules != first.rules:
            raise InvalidArgumentError("all states of a page must have the same game and rules")
        if getattr(state, "seat", None) != getattr(first, "seat", None):
            raise InvalidArgumentError("all views of a page must be of the same seat")
        yield state
    if first is None:
        raise InvalidArgumentError("a page needs at least one state")


def _check_length(states: int, viewers: Sequence[int | None]) -> None:
    most = min(MAX_STATES, MAX_PICTURES // len(viewers))
    if states > most:
        hint = "" if most == MAX_STATES else "; pass fewer, or the views of one seat"
        raise InvalidArgumentError(f"a page of this game can have at most {most} states{hint}")


def _html(
    frames: Frames,
    end: Any,
    labels: Sequence[str],
    moves: Sequence[str],
    title: str | None,
    note: str | None,
    theme: Theme | None,
    more: Additions | None,
) -> str:
    heading = escaped(title or str(end).partition(":")[0])
    offered = ["all hands" if seat is None else f"hand of {labels[seat]}" for seat in frames.viewers]
    options = "".join(f'<option value="{place}">{escaped(each)}</option>' for place, each in enumerate(offered))
    marks = more.marks if more else {}
    listed = "\n".join(f"<li><button>{each}{marks.get(number, '')}</button></li>" for number, each in enumerate(moves))
    last = picture(end, None, frames.names, _VARIABLES, last=True)
    body = f"""<header>
<h1>{heading}</h1>
<p id="result">{_result(end, labels)}</p>
{f"<p>{escaped(note)}</p>" if note else ""}
</header>
{more.top if more else ""}<main>
<section>
<div id="controls" hidden>
<input id="slider" type="range" min="0" max="{len(moves) - 1}" value="0" aria-label="Position in the game">
<output id="progress"></output>
{_button("first", "First position", "M4 4h2v12H4zM16 4v2.8L12.8 10l3.2 3.2V16l-6-6z")}
{_button("previous", "Previous position", "M13 4v2.8L9.8 10l3.2 3.2V16l-6-6z")}
{_button("play", "Play", "M6 3.5v13L16.5 10z", "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z")}
{_button("next", "Next position", "M7 4v2.8l3.2 3.2L7 13.2V16l6-6z")}
{_button("end", "Last position", "M4 4v2.8L7.2 10 4 13.2V16l6-6zM14 4h2v12h-2z")}
<select id="viewer" aria-label="Hands shown"{" hidden" if len(offered) == 1 else ""}>{options}</select>
{_button("theme", "Switch between light and dark", _HALF_MOON, hidden=theme is not None)}
</div>
<div id="picture">{last.svg(WIDTH)}</div>
<p id="keys" hidden>Keys: left and right arrow, Home, End, and space to play or pause.</p>
<noscript><p>This is the last position. Enable JavaScript to step through the game.</p></noscript>
</section>
{more.side if more else ""}<ol id="moves" start="0">
{listed}
</ol>
</main>
{more.bottom if more else ""}<script id="data" type="application/json">{frames.json()}</script>
{f"<script>{more.script}</script>" if more else ""}<script>
{_file("page.js")}</script>"""
    return document(heading, more.style if more else "", body, theme, more.colours if more else ({}, {}))


def document(heading: str, style: str, body: str, theme: Theme | None, more: tuple[Theme, Theme]) -> str:
    """Return an HTML file in the style and the colours of a page."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<link rel="icon" href="data:,">
<title>{heading}</title>
<style>
{_colours(theme, more)}
{_file("page.css")}{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _button(name: str, label: str, *icons: str, hidden: bool = False) -> str:
    """Return a button with an icon; with two, the page's script switches between them."""
    paths = "".join(f'<path d="{icon}"/>' for icon in icons)
    return (
        f'<button id="{name}" class="icon" aria-label="{label}" title="{label}"{" hidden" if hidden else ""}>'
        f'<svg viewBox="0 0 20 20" aria-hidden="true">{paths}</svg></button>'
    )


_HALF_MOON = "M10 2a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM10 4v12a6 6 0 0 1 0-12z"

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _colours(theme: Theme | None, more: tuple[Theme, Theme]) -> str:
    """Return the colours as CSS variables: of one theme, or of the light and the dark theme for browser and button."""
    if theme is not None:
        return f":root {{ {_variables({**more[theme == THEMES['dark']], **theme})} }}"
    light, dark = (_variables({**THEMES[name], **own}) for name, own in zip(("light", "dark"), more, strict=True))
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
        f"{_isolated(name)} {signed(payoff)}" for name, payoff in zip(labels, state.payoffs, strict=True)
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
    return who + escaped(move_text(state, state.rules.move(action), labels.__getitem__))
