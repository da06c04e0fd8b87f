"""The colours of pictures: the themes, and how to change their colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from .._arguments.checks import quoted, type_name
from .._registry import unknown
from ..errors import InvalidArgumentError

Theme = Mapping[str, str]

_LIGHT = {
    "background": "#ffffff",
    "panel": "#f1f3f5",
    "felt": "#e2efe5",
    "text": "#1f2328",
    "muted": "#57606a",
    "line": "#c9d1d9",
    "turn": "#0b5fd0",
    "last": "#b83a00",
    "badge": "#32383f",
    "badge_text": "#ffffff",
    "card": "#ffffff",
    "card_line": "#8c959f",
    "clubs": "#1f2328",
    "diamonds": "#c8102e",
    "hearts": "#c8102e",
    "spades": "#1f2328",
    "back": "#3d5a80",
    "back_line": "#9db7d5",
    "tile": "#fffdf7",
    "tile_line": "#6e7781",
    "marker": "#a84a00",
    "open": "#c8102e",
    "dead": "#57606a",
    "number_0": "#57606a",
    "number_1": "#0b6bcb",
    "number_2": "#1a7f37",
    "number_3": "#c8102e",
    "number_4": "#8a4b08",
    "number_5": "#1b3a8f",
    "number_6": "#8a6100",
    "number_7": "#7a3fd1",
    "number_8": "#00707a",
    "number_9": "#6e1a8a",
    "number_10": "#b84a00",
    "number_11": "#b0307d",
    "number_12": "#41464d",
    "number_13": "#2f6b00",
    "number_14": "#9b0e24",
    "number_15": "#0057c2",
    "number_16": "#7a4d00",
    "number_17": "#5a32a3",
    "number_18": "#1f2328",
}

_DARK = _LIGHT | {
    "background": "#14171b",
    "panel": "#22272e",
    "felt": "#1c3527",
    "text": "#e6edf3",
    "muted": "#a3adb8",
    "line": "#485059",
    "turn": "#6cb1ff",
    "last": "#f28a3a",
    "badge": "#d0d7de",
    "badge_text": "#1f2328",
    "card": "#eceae4",
    "card_line": "#5c6570",
    "clubs": "#16191d",
    "diamonds": "#b5001f",
    "hearts": "#b5001f",
    "spades": "#16191d",
    "back": "#46658d",
    "back_line": "#a9c1dd",
    "tile": "#f4f2ea",
    "tile_line": "#5c6570",
    "marker": "#d6812f",
    "open": "#ff6d63",
    "dead": "#7d8590",
}

THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "light": MappingProxyType(_LIGHT),
        "dark": MappingProxyType(_DARK),
        "four-colour": MappingProxyType(_LIGHT | {"clubs": "#14702f", "diamonds": "#0b5fd0"}),
    }
)
"""The themes by name. Each has the same colours: `THEMES["light"].keys()`."""

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", re.ASCII)


def theme_of(theme: object) -> Theme:
    """Return the theme of this name, or the light theme with the colours of a dict."""
    if theme is None:
        return THEMES["light"]
    if isinstance(theme, str):
        if theme not in THEMES:
            raise InvalidArgumentError(unknown("theme", theme, THEMES))
        return THEMES[theme]
    if not isinstance(theme, Mapping):
        raise TypeError(f"theme must be the name of a theme or a dict of colours, not {type_name(theme)}")
    return _LIGHT | {name: _colour(name, colour) for name, colour in theme.items()}


def _colour(name: object, colour: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a colour must be a str, not {type_name(name)}")
    if name not in _LIGHT:
        raise InvalidArgumentError(unknown("colour", name, _LIGHT))
    if not isinstance(colour, str):
        raise TypeError(f"the colour {name} must be a str, not {type_name(colour)}")
    if _COLOUR.fullmatch(colour) is None:
        raise InvalidArgumentError(f'the colour {name} must be e.g. "#1f2328" or "#123", got {quoted(colour)}')
    return str.__str__(colour)  # a subclass could print anything
