"""Render modes: all of them show the round with all hands open."""

from __future__ import annotations

from typing import Any

from .._input.checks import quoted, type_name
from ..errors import InvalidArgumentError

MODES = ("human", "ansi", "svg")
"""Print a text after each action, return a text, or return a picture."""


def metadata(name: str) -> dict[str, Any]:
    """Return the metadata that PettingZoo expects of an environment."""
    return {"name": name, "render_modes": list(MODES), "render_fps": 1, "is_parallelizable": False}


def mode_of(given: object, modes: tuple[str, ...] = MODES) -> str | None:
    if given is None:
        return None
    if not isinstance(given, str):
        raise TypeError(f"render_mode must be a str or None, not {type_name(given)}")
    if given not in modes:
        raise InvalidArgumentError(f"unknown render_mode {quoted(given)}; expected one of {', '.join(modes)}, or None")
    return given


def rendered(state: Any, mode: str | None) -> str | None:
    """Return the result of `render`, or print it in the mode "human"."""
    if mode is None:
        raise InvalidArgumentError(f'render() requires a render_mode, e.g. "{MODES[1]}"; the environment has none')
    if mode == "svg":
        from .. import svg  # imported here: training does not need it

        picture: str = svg.draw(state)
        return picture
    if mode == "human":
        print(state)
        return None
    return str(state)
