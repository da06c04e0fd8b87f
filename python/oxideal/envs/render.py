"""How a round is shown to those who watch it: with all that is hidden."""

from __future__ import annotations

from typing import Any

from .._input.checks import quoted, type_name
from ..errors import InvalidArgumentError

MODES = ("human", "ansi", "svg")
"""A text that is printed after each action; a text; a picture."""


def metadata(name: str) -> dict[str, Any]:
    """What PettingZoo asks of an environment with this name."""
    return {"name": name, "render_modes": list(MODES), "render_fps": 1, "is_parallelizable": False}


def mode_of(given: object, modes: tuple[str, ...] = MODES) -> str | None:
    if given is None:
        return None
    if not isinstance(given, str):
        raise TypeError(f"render_mode must be a str or None, not {type_name(given)}")
    if given not in modes:
        raise InvalidArgumentError(
            f"there is no render_mode {quoted(given)}: the modes are {', '.join(modes)}, or None"
        )
    return given


def rendered(state: Any, mode: str | None) -> str | None:
    """What `render` returns: nothing where the text is printed."""
    if mode is None:
        raise InvalidArgumentError(
            f"there is nothing to render: the environment was made without a render_mode, such as {MODES[1]}"
        )
    if mode == "svg":
        from .. import svg  # training never needs it

        picture: str = svg.draw(state)
        return picture
    if mode == "human":
        print(state)
        return None
    return str(state)
