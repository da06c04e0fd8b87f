"""Arrays from outside, checked once for both backends: what comes out has the type, shape and range asked for."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from .errors import InvalidArgumentError

T = TypeVar("T", bound=np.integer)


def integer_array(
    name: str, value: npt.ArrayLike, *, shapes: list[tuple[int, ...]], low: int, high: int, dtype: type[T]
) -> npt.NDArray[T]:
    """`value` as a contiguous array of one of these shapes (-1 stands for any length), every entry from low to high."""
    try:
        array = np.array(value)  # a copy: nobody can change it between the checks and the use
    except ValueError:
        raise InvalidArgumentError(f"{name} is ragged: expected the shape {_either(shapes)}") from None
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be of an integer type, not {array.dtype}")
    if not any(_fits(array.shape, shape) for shape in shapes):
        raise InvalidArgumentError(f"{name} has the shape {_text(array.shape)}: expected {_either(shapes)}")
    if array.size and not low <= int(array.min()) <= int(array.max()) <= high:
        place = tuple(int(i) for i in np.argwhere((array < low) | (array > high))[0])
        at = f"{name}[{', '.join(map(str, place))}]" if place else name
        raise InvalidArgumentError(f"{at} is {array[place]}: expected {low} to {high}")
    return np.ascontiguousarray(array, dtype=dtype).reshape(array.shape)


def _fits(actual: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(actual) == len(wanted) and all(w in (-1, a) for a, w in zip(actual, wanted, strict=True))


def _either(shapes: list[tuple[int, ...]]) -> str:
    return " or ".join(map(_text, shapes))


def _text(shape: tuple[int, ...]) -> str:
    lengths = ["n" if length == -1 else str(length) for length in shape]
    return f"({lengths[0]},)" if len(lengths) == 1 else f"({', '.join(lengths)})"
