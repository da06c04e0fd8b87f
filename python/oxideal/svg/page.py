"""A page that steps through a game: one HTML file that needs nothing else, and no network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError
from ..record import Record
from ..reference.arguments import items, text_of
from .draw import game_of, names_of, picture
from .paper import WIDTH, Picture
from .text import escaped
from .theme import THEMES, Theme, theme_of

if TYPE_CHECKING:
    from ..interface import State, View

MOST_STATES = 10_000
"""A page has no more: it is read by people."""

_VARIABLES: Theme = {name: f"var(--{name})" for name in THEMES["light"]}
"""The pictures of a page leave it to the page which colour is which."""


class Html(str):
    """A page as the text of an HTML file."""

    __slots__ = ()


def page(
    game: Record | Iterable[State[Any, Any, Any]] | Iterable[View[Any, Any, Any]],
    *,
    title: str | None = None,
    names: Iterable[str | None] | None = None,
    note: str | None = None,
    theme: str | Theme | None = None,
) -> Html:
    """A page that steps through a game: a record, or the states (or the views of one seat) from its start to its end.

    Of states it shows the hands that each seat sees, or all. `names` has a name for each seat; they, and the note, are
    those of the record where none are given. Without a theme, the page is light or dark as its reader likes it.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> states = [state.copy()]
    >>> while not state.is_over:
    ...     state.push(state.legal_actions()[0])
    ...     states.append(state.copy())
    >>> page(states, title="Always the first cell").count("<button")
    31
    """
    if isinstance(game, Record):
        names = game.names if names is None else names
        note = game.note if note is None else note
        game = game.states()
    states = _states(game)
    rules = states[0].rules
    called = names_of(names, int(rules.players))
    for name, text in (("title", title), ("note", note)):
        if text is not None:
            text_of(name, text)
    colours = None if theme is None else theme_of(theme)
    eyes: list[int | None] = [None]
    if getattr(states[0], "seat", None) is None and rules.players > 1:
        eyes += range(rules.players)
    shown = [[picture(state, seat, called, _VARIABLES, last=True) for state in states] for seat in eyes]
    return Html(_html(states, shown, eyes, called, title, note, colours))


def _states(game: object) -> list[Any]:
    """The states or views of one game, all of a kind."""
    states = list(islice(items("game", "a record or a list of states or views", game), MOST_STATES + 1))
    if not states:
        raise InvalidArgumentError("a page needs one state at least")
    if len(states) > MOST_STATES:
        raise InvalidArgumentError(f"a page has at most {MOST_STATES} states")
    for state in states:
        game_of(state)
        if type(state) is not type(states[0]) or state.rules != states[0].rules:
            raise InvalidArgumentError("the states of a page are of one game, by the same rules")
        if getattr(state, "seat", None) != getattr(states[0], "seat", None):
            raise InvalidArgumentError("the views of a page are those of one seat")
    return states


def _html(
    states: Sequence[Any],
    shown: Sequence[Sequence[Picture]],
    eyes: Sequence[int | None],
    names: Sequence[str | None],
    title: str | None,
    note: str | None,
    theme: Theme | None,
) -> str:
    called = [name or f"seat {seat}" for seat, name in enumerate(names)]
    heading = escaped(title or str(states[0]).partition(":")[0])
    offered = ["all open" if seat is None else f"as {called[seat]} sees them" for seat in eyes]
    options = "".join(f'<option value="{place}">{escaped(each)}</option>' for place, each in enumerate(offered))
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
<p>{escaped(_result(states[-1], called))}</p>
{f"<p>{escaped(note)}</p>" if note else ""}
</header>
<main>
<section>
<div id="controls" hidden>
<input id="slider" type="range" min="0" max="{len(states) - 1}" value="0" aria-label="position in the game">
<div class="buttons">
<button id="first">First</button>
<button id="back">Back</button>
<button id="play">Play</button>
<button id="next">Next</button>
<button id="end">Last</button>
</div>
<div class="buttons">
<label{" hidden" if len(eyes) == 1 else ""}>Hands <select id="eyes">{options}</select></label>
<button id="theme"{"" if theme is None else " hidden"}>Light or dark</button>
<output id="where"></output>
</div>
</div>
<div id="picture">{shown[0][-1].svg(WIDTH)}</div>
<p id="keys" hidden>Keys: left and right arrow, Home, End, space to play.</p>
<noscript><p>This is the end of the game. To step through it, allow scripts on this page.</p></noscript>
</section>
<ol id="moves" start="0">
{_moves(states, called)}
</ol>
</main>
<script id="data" type="application/json">{_data(shown)}</script>
<script>
{_file("page.js")}</script>
</body>
</html>
"""


_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _colours(theme: Theme | None) -> str:
    """The colours as variables: one theme, or the light and the dark one, as the reader or the button says."""
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


def _result(state: Any, called: Sequence[str]) -> str:
    if state.payoffs is None:
        return "The game is not over."
    return "Payoffs: " + ", ".join(
        f"{name} {payoff:+d}" if payoff else f"{name} 0" for name, payoff in zip(called, state.payoffs, strict=True)
    )


def _moves(states: Sequence[Any], called: Sequence[str]) -> str:
    """A list with an item for each state: what led there."""
    lines = ["<li><button>start</button></li>"]
    for state in states[1:]:
        said = ""
        if state.recent:
            seat, action = state.recent[-1]
            who = f"<b>{escaped(called[seat])}</b> " if len(called) > 1 else ""
            said = who + escaped(str(state.rules.move(action)))
        lines.append(f"<li><button>{said}</button></li>")
    return "\n".join(lines)


def _data(shown: Sequence[Sequence[Picture]]) -> str:
    """All pictures. What recurs stands there once: shapes, and strips of shapes at their places."""
    shapes: dict[str, int] = {}
    strips: dict[tuple[float, ...], int] = {}
    frames = [[_frame(picture, shapes, strips) for picture in game] for game in shown]
    text = json.dumps(
        {"width": WIDTH, "shapes": list(shapes), "strips": list(strips), "frames": frames}, separators=(",", ":")
    )
    for character in "<>&":  # so that nothing in it can end the script
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _frame(picture: Picture, shapes: dict[str, int], strips: dict[tuple[float, ...], int]) -> list[float]:
    """The height of a picture, then each strip's number and how far down it stands."""
    frame = [_short(picture.height)]
    for down, strip in picture.placed():
        numbers: list[float] = []
        for x, y, shape in strip.pieces:
            numbers += [shapes.setdefault(shape, len(shapes)), _short(x), _short(y)]
        frame += [strips.setdefault(tuple(numbers), len(strips)), _short(down)]
    return frame


def _short(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
