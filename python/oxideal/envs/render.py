"""Render modes: all of them show the round with all hands open."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments.checks import choice
from ..errors import InvalidArgumentError

MODES = ("human", "ansi", "svg", "rgb_array")
"""Print a text after each action, return a text, a picture, or a picture as pixels."""

VECTOR_MODES = MODES[1:]
"""The modes of vector environments."""

FRAME = (640, 640)
"""Width and height of the pixels. They are the same for all pictures, as a video needs it."""


def metadata(name: str) -> dict[str, Any]:
    """Return the metadata that PettingZoo expects of an environment."""
    return {"name": name, "render_modes": list(MODES), "render_fps": 1, "is_parallelizable": False}


def mode_of(given: object, modes: tuple[str, ...] = MODES) -> str | None:
    return choice("render_mode", given, modes)


def rendered(state: Any, mode: str | None, learner: int | None = None) -> Any:
    """Return the result of `render`, or print it in the mode "human". `learner` is a seat to be marked."""
    if mode is None:
        raise InvalidArgumentError(f'render() requires a render_mode, e.g. "{MODES[1]}"; the environment has none')
    if mode in ("svg", "rgb_array"):
        from .. import svg  # imported here: training does not need it

        names = [f"seat {seat} (learner)" if seat == learner else None for seat in range(state.rules.players)]
        picture = svg.draw(state, names=names)
        return picture if mode == "svg" else pixels(picture)
    text = str(state) if learner is None else f"{state}\nlearner: seat {learner}"
    if mode == "human":
        print(text)
        return None
    return text


def pixels(picture: str) -> npt.NDArray[np.uint8]:
    """Return an SVG picture as pixels, in the middle of a frame of the size that all pictures have."""
    try:
        import resvg_py
        from PIL import Image
    except ModuleNotFoundError as error:
        raise ImportError(
            f"render_mode=\"rgb_array\" needs resvg-py and Pillow ({error}): pip install 'oxideal[video]'",
            name=error.name,
        ) from None
    width, height = FRAME
    # An SVG with a viewBox is fitted into the size that its root element asks for.
    fitted = re.sub(' width="[^"]*" height="[^"]*"', f' width="{width}" height="{height}"', picture, count=1)
    with Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg_string=fitted, background="#ffffff"))) as image:
        return np.array(image.convert("RGB"))
