"""Checks of array arguments: their type, shape and range.

Numpy is imported in the functions: it takes longer to import than a game, and most programs use no arrays.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_ENTRIES = 2**28
"""The most entries of an array. Arrays are copied here, and one with strides of 0 can claim any size."""

MAX_DEPTH = 8
"""The deepest nesting of lists. No shape of ours is as deep, and a list can contain itself."""


def integer_array(
    name: str, value: npt.ArrayLike, *, shapes: list[tuple[int, ...]], low: int, high: int, dtype: str
) -> npt.NDArray[Any]:
    """Return `value` as a contiguous array of type `dtype`, with every entry from `low` to `high`.

    Its shape must be one of `shapes`, where -1 stands for any length.
    """
    import numpy as np

    given = array_of(name, value, shapes)
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"{name} must be of an integer type, not {given.dtype}")
    if not any(_fits(given.shape, shape) for shape in shapes):
        raise InvalidArgumentError(f"{name} must have shape {_either(shapes)}, got {_text(given.shape)}")
    if given.size > MAX_ENTRIES:
        raise _too_many(name)
    array = given.copy()  # a copy: no other thread can change it between the checks and the use
    if array.size and not low <= int(array.min()) <= int(array.max()) <= high:
        place = tuple(int(i) for i in np.argwhere((array < low) | (array > high))[0])
        at = f"{name}[{', '.join(map(str, place))}]" if place else name
        raise InvalidArgumentError(f"{at} must be {low} to {high}, got {array[place]}")
    return np.ascontiguousarray(array, dtype=dtype).reshape(array.shape)


def array_of(name: str, value: npt.ArrayLike, shapes: list[tuple[int, ...]]) -> npt.NDArray[Any]:
    """Return `value` as numpy converts it. The entries of an array are not copied; its shape is no longer shared."""
    import numpy as np

    try:
        return np.asarray(_bounded(name, value, MAX_DEPTH, [MAX_ENTRIES]))[...]
    except InvalidArgumentError:
        raise
    except ValueError:
        raise InvalidArgumentError(f"{name} is ragged, expected shape {_either(shapes)}") from None


def _bounded(name: str, value: Any, depth: int, budget: list[int]) -> Any:
    """Return sequences as lists, reading no more than `len()` items of each. Numpy reads an endless one forever."""
    if not isinstance(value, list | tuple) and not _is_sequence(value):
        return value
    budget[0] -= len(value)
    if budget[0] < 0:
        raise _too_many(name)
    items = value if type(value) in (list, tuple) else list(islice(iter(value), len(value)))
    if _numbers().issuperset(map(type, items)):
        return items
    if not depth:
        raise InvalidArgumentError(f"{name} is nested deeper than {MAX_DEPTH} levels")
    return [_bounded(name, item, depth - 1, budget) for item in items]


@cache
def _numbers() -> frozenset[type]:
    import numpy as np

    return frozenset({int, float, *np.sctypeDict.values()})


def _is_sequence(value: Any) -> bool:
    """Return whether numpy would read `value` item by item."""
    import numpy as np

    kind = type(value)
    if issubclass(kind, str | dict | np.ndarray | np.generic) or not (
        hasattr(kind, "__len__") and hasattr(kind, "__getitem__")
    ):
        return False
    try:
        memoryview(value)
    except TypeError:
        return not any(hasattr(value, each) for each in ("__array__", "__array_interface__", "__array_struct__"))
    return False


def _too_many(name: str) -> InvalidArgumentError:
    return InvalidArgumentError(f"{name} has more than {MAX_ENTRIES} entries: split them over several calls")


def _fits(actual: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(actual) == len(wanted) and all(w in (-1, a) for a, w in zip(actual, wanted, strict=True))


def _either(shapes: list[tuple[int, ...]]) -> str:
    return " or ".join(map(_text, shapes))


def _text(shape: tuple[int, ...]) -> str:
    lengths = ["n" if length == -1 else str(length) for length in shape]
    return f"({lengths[0]},)" if len(lengths) == 1 else f"({', '.join(lengths)})"
