"""Make a page that steps through a round: one HTML file with the table of the game, which needs no network."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .. import _native, _registry
from .._arguments.checks import items, text_of, type_name
from .._internal.html import escaped, json_in_html, plain
from .._internal.progress import check_progress, progress_bar
from ..errors import InvalidArgumentError
from ..svg.draw import names_of
from ..words import LANGUAGES, Sentence, words
from .files import program, text_of_file
from .seat import public_fields, said_of_moves

if TYPE_CHECKING:
    from ..interface import State, View

MAX_STATES = 10_000
"""Maximum number of states on a page."""

THEMES = ("light", "dark")
"""The themes of a page."""

_UNTRUSTED = "the page is shown once this notebook is trusted"
_FRAME = "position: relative; display: block; width: 100%; height: 40rem; border: 0; background: Canvas"

_OWN = ("hand", "known", "hands")
"""The fields of a view that not everybody knows and that a table shows."""


class Html(str):
    """A page: the text of an HTML file. Notebooks show it in a frame.

    >>> from oxideal import foursquare
    >>> type(page([foursquare.State(seed=7)])).__name__
    'Html'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return a frame with the page. A notebook that is not trusted shows only the words behind it."""
        title = self[self.index("<title>") + 7 : self.index("</title>")]
        return (
            f'<div style="position: relative"><p style="position: absolute">{title}: {_UNTRUSTED}</p>'
            f'<iframe title="{title}" srcdoc="{escape(self)}" style="{_FRAME}"></iframe></div>'
        )


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
    theme: str | None = None,
    progress: bool | None = None,
) -> Html:
    """Make an HTML page that steps through a round.

    - `game`: a record, or the states of a round after each action in order, or the views of one seat. With states,
      readers choose whether they see all hands or what one seat sees. With views, the page contains nothing else.
    - `title`: heading of the page; by default the name of the game.
    - `names`, `note`: names of the seats and a remark; by default those of the record.
    - `theme`: "light" or "dark"; by default the page is light or dark as the reader's system.
    - `progress`: whether to show a bar, which needs tqdm; None means: if standard error is a terminal.

    The page is in English or Chinese, as the reader chooses. Raises `InvalidArgumentError` for more than 10,000
    states, or for states that do not follow from each other.

    >>> from oxideal import foursquare
    >>> state = foursquare.State(seed=7)
    >>> states = [state.copy()]
    >>> while not state.is_over:
    ...     state.push(state.legal_actions()[0])
    ...     states.append(state.copy())
    >>> page(states, title="Always the first cell").count("<title>Always the first cell</title>")
    1
    """
    theme = checked_theme(theme)
    played = Round(game, title=title, names=names, note=note, progress=progress)
    return page_of([played.packed], played.game, played.title, theme=theme)


def checked_theme(theme: object) -> str | None:
    """Return the theme of a page."""
    if theme is not None and not isinstance(theme, str):
        raise TypeError(f"theme must be a str or None, not {type_name(theme)}")
    if theme is not None and theme not in THEMES:
        raise InvalidArgumentError(_registry.unknown("theme", theme, THEMES))
    return theme


class Round:
    """A round as a page needs it: each position with what each seat sees, compressed.

    `more` is what the page needs beside it; `named` are moves that it names, and `reasons` sentences that it says, by
    the number of actions before them.
    """

    def __init__(
        self,
        game: Any,
        *,
        title: str | None = None,
        names: Iterable[str | None] | None = None,
        note: str | None = None,
        progress: bool | None = None,
        more: Mapping[str, Any] | None = None,
        named: Mapping[int, Mapping[str, Any]] | None = None,
        reasons: Mapping[int, Sequence[Sentence]] | None = None,
    ) -> None:
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
        info, _ = _of(first)
        self.game = info.name
        seat = getattr(first, "seat", None)
        self._seats = [seat] if seat is not None else list(range(first.rules.players))
        self._public = public_fields(info, first) - {"format"}
        given = names_of(names, int(first.rules.players))
        check_progress(progress)
        self._heading = None if title is None else plain(text_of("title", title))
        self._named = named or {}
        self._reasons = reasons or {}
        note = None if note is None else plain(text_of("note", note))
        _check_length(total or 0)
        called = self._called = {language: _called(given, language) for language in LANGUAGES}
        self._narrators = {
            language: _native.Narrator(first.rules, None, called[language], language) for language in LANGUAGES
        }
        self.title = self._heading or self._narrators["en"].title
        packer = Packer()
        before: Any = None
        number = 0
        with progress_bar(total, progress, "position") as done:
            for number, state in enumerate(chain([first], states)):
                _check_length(number + 1)
                before = self._add(packer, number, before, state)
                done(1)
        packer.add(
            {
                "game": self.game,
                "heading": self._heading,
                "note": note,
                "names": called,
                "seats": self._seats,
                "title": {language: each.title for language, each in self._narrators.items()},
                "end": {
                    language: each.result(before) or each.task(before) for language, each in self._narrators.items()
                },
                "payoffs": None if before.payoffs is None else list(before.payoffs),
                **(more or {}),
            }
        )
        self.packed = packer.text()

    def _add(self, packer: Packer, number: int, before: Any, state: Any) -> Any:
        """Add a position, and return what its first seat sees."""
        views = [state] if hasattr(state, "seat") else [state.view(seat) for seat in self._seats]
        after = views[0]
        known = [each.to_dict() for each in views]
        found: dict[str, Any] = {
            "view": {name: value for name, value in known[0].items() if name in self._public},
            "own": [{name: each[name] for name in _OWN if name in each} for each in known],
            "lines": {language: each.lines(after) for language, each in self._narrators.items()},
        }
        if before is not None:
            if not _follows(before, after):
                raise InvalidArgumentError("each state of a page must follow from the one before by one action")
            seat, action = after.recent[-1]
            move = after.rules.move(action)
            found["last"] = {"seat": seat, "move": move.to_dict()}
            found["said"] = {
                language: {"text": each.joined(each.tell(before, move, after, seat)), "label": each.short(before, move)}
                for language, each in self._narrators.items()
            }
        if number in self._named:
            found["named"] = {
                language: {name: each.spoken(after, move) for name, move in self._named[number].items()}
                for language, each in self._narrators.items()
            }
        if number in self._reasons:
            found["reasons"] = {
                language: [self._reason(language, after, each) for each in self._reasons[number]]
                for language in LANGUAGES
            }
        packer.add(found)
        return after

    def _reason(self, language: str, view: Any, sentence: Sentence) -> str:
        return said_of_moves(sentence, self.game, language, self._narrators[language], view, self._called[language])


class Packer:
    """Compresses lines of JSON, one after the other, to a text that HTML can contain."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(9)
        self._parts: list[bytes] = []

    def add(self, value: object) -> None:
        """Add a line."""
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        self._parts.append(self._deflate.compress(line.encode() + b"\n"))

    def text(self) -> str:
        """Return all lines."""
        self._parts.append(self._deflate.flush())
        return b64encode(b"".join(self._parts)).decode()


def page_of(
    rounds: Sequence[str], game: str, title: str, *, theme: str | None, about: Mapping[str, Any] | None = None
) -> Html:
    """Return a page of rounds, with what it says about all of them."""
    files = Packer()
    files.add(program(game))
    packs = "\n".join(f'<script class="packed" type="text/plain">{each}</script>' for each in [files.text(), *rounds])
    given = {"$title": escaped(title), "$packs": packs, "$about": json_in_html(about or {})}
    given["$theme"] = "" if theme is None else f' data-theme="{theme}"'
    return Html(re.sub(r"\$\w+", lambda found: given[found[0]], text_of_file("record.html")))


def _states(game: object) -> Iterator[Any]:
    """Yield the states or views of the Rust engine, checked: they must be of one game."""
    first = None
    for state in items("game", "a record or a list of states or views", game):
        _, kind = _of(state)
        first = state if first is None else first
        if type(state) is not type(first) or state.rules != first.rules:
            raise InvalidArgumentError("all states of a page must have the same game and rules")
        if getattr(state, "seat", None) != getattr(first, "seat", None):
            raise InvalidArgumentError("all views of a page must be of the same seat")
        yield state if isinstance(state, kind) else kind.from_bytes(state.to_bytes())
    if first is None:
        raise InvalidArgumentError("a page needs at least one state")


def _of(shown: Any) -> tuple[Any, Any]:
    """Return the game of a state or view, and its class in the Rust engine."""
    info = _registry.game_of(shown)
    if info is None:
        raise TypeError(f"expected a State or a View of a game of this package, not {type_name(shown)}")
    module = _registry.module_of(info.name)
    return info, module.View if hasattr(shown, "seat") else module.State


def _called(names: Sequence[str | None], language: str) -> list[str]:
    seat = words("", language).section("record_in_browser")["seat"]
    return [plain(name) if name else str(seat).format(n=number) for number, name in enumerate(names)]


def _follows(before: Any, after: Any) -> bool:
    count = len(after.recent) - 1  # those before the last action
    return count >= 0 and tuple(after.recent[:-1]) == tuple(before.recent[len(before.recent) - count :])


def _check_length(states: int) -> None:
    if states > MAX_STATES:
        raise InvalidArgumentError(f"a page can have at most {MAX_STATES} states")
