"""The arrays that a batch writes to, new ones or the caller's."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InvalidArgumentError
from .arrays import array_of
from .checks import quoted, type_name

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_GAMES = 10_000_000


class Buffers(NamedTuple):
    """The arrays of a batch, except the legal ids, whose number changes with each step."""

    observations: npt.NDArray[np.uint8]
    current_player: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.int32]
    terminated: npt.NDArray[np.bool_]
    episode: npt.NDArray[np.int64]
    legal_offsets: npt.NDArray[np.int64]


def _layout(n: int, players: int, observation_size: int) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    return {
        "observations": (np.dtype(np.uint8), (n, observation_size)),
        "current_player": (np.dtype(np.int8), (n,)),
        "rewards": (np.dtype(np.int32), (n, players)),
        "terminated": (np.dtype(np.bool_), (n,)),
        "episode": (np.dtype(np.int64), (n,)),
        "legal_offsets": (np.dtype(np.int64), (n + 1,)),
    }


def buffers(n: int, players: int, observation_size: int, out: object) -> Buffers:
    """Return the arrays of a batch of `n` games: those in `out`, and new ones for the rest."""
    layout = _layout(n, players, observation_size)
    given = {} if out is None else out
    if not isinstance(given, dict):
        raise TypeError(f"out must be a dict of arrays, not {type_name(out)}")
    for name in given:
        if name not in layout:
            what = quoted(name) if isinstance(name, str) else f"of type {type_name(name)}"
            raise InvalidArgumentError(f"unknown array {what} in out; expected one of {', '.join(layout)}")
    for name, (dtype, shape) in layout.items():
        if name in given:
            check_array(f'out["{name}"]', given[name], dtype, shape)
    for (one, first), (two, second) in combinations([(name, given[name]) for name in layout if name in given], 2):
        if np.may_share_memory(first, second):
            raise InvalidArgumentError(f'out["{one}"] and out["{two}"] overlap')
    arrays: list[Any] = [
        given[name] if name in given else np.zeros(shape, dtype) for name, (dtype, shape) in layout.items()
    ]
    return Buffers(*arrays)


def check_kept(arrays: Buffers, n: int, players: int, observation_size: int) -> None:
    """Raise unless all arrays are still as `buffers` made them, since their holders can change them in place."""
    for name, (dtype, shape) in _layout(n, players, observation_size).items():
        array = getattr(arrays, name)
        flags = array.flags
        if (array.dtype, array.shape) != (dtype, shape) or not (flags.c_contiguous and flags.writeable):
            raise InvalidArgumentError(
                f"the array {name} has changed: it must keep its type and shape, stay writable, and be written to by "
                "one step at a time"
            )


def check_array(name: str, array: object, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Raise unless an array of the caller's has this type and shape and can be written to."""
    if not isinstance(array, np.ndarray) or not issubclass(type(array), np.ndarray):  # a class can claim to be one
        raise TypeError(f"{name} must be a numpy array, not {type_name(array)}")
    if array.dtype != dtype:
        raise InvalidArgumentError(f"{name} must be of type {dtype}, got {array.dtype}")
    if array.shape != shape:
        raise InvalidArgumentError(f"{name} must have shape {shape}, got {array.shape}")
    if not array.flags.c_contiguous:
        raise InvalidArgumentError(f"{name} must be C-contiguous")
    if not array.flags.aligned:
        raise InvalidArgumentError(f"{name} must be aligned")
    if not array.flags.writeable:
        raise InvalidArgumentError(f"{name} must be writable")


def mask(n: int, num_actions: int, out: object) -> npt.NDArray[np.bool_]:
    """Return a mask of legal actions for `n` games, filled with False: the caller's array, or a new one."""
    shape = (n, num_actions)
    if out is None:
        return np.zeros(shape, np.bool_)
    check_array("out", out, np.dtype(np.bool_), shape)
    assert isinstance(out, np.ndarray)
    np.asarray(out).fill(False)
    return out


def actions(value: npt.ArrayLike, n: int) -> npt.NDArray[np.int64]:
    """Return the ids to play, one per game."""
    array = array_of("actions", value, [(n,)])
    if array.dtype.kind not in "iu" and not (array.size == 0 and array.ndim == 1):
        raise TypeError(f"actions must be of an integer type, not {array.dtype}")
    if array.shape != (n,):
        raise InvalidArgumentError(f"actions must have shape ({n},), got {array.shape}")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(2**63 - 1))
    return array.astype(np.int64)  # a copy: no other thread can change it between the checks and the use
