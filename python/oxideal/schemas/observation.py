"""The layout of observations, as data.

`rules.observation_spec()` returns it; `docs/observations.md` explains the fields of each game.

>>> from oxideal import foursquare
>>> spec = foursquare.Rules().observation_spec()
>>> [field.name for field in spec.fields]
['to_move', 'up', 'down', 'height', 'card', 'unseen']
>>> spec.split(foursquare.State(seed=7).view(0).observation())["unseen"].sum()
np.uint64(39)
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from .._arguments.checks import type_name
from ..errors import InvalidArgumentError

__all__ = ["Field", "ObservationSpec"]
__dir__ = __all__.copy  # `dir` shows these names alone


class Field(NamedTuple):
    """One part of an observation.

    >>> from oxideal import foursquare
    >>> foursquare.Rules().observation_spec().fields[1]
    Field(name='up', offset=1, shape=(7, 7), high=10)
    """

    name: str
    offset: int
    """Index of its first entry."""
    shape: tuple[int, ...]
    high: int
    """The largest possible value; the smallest is 0."""


class ObservationSpec(NamedTuple):
    """The layout of a game's observations.

    >>> from oxideal import foursquare
    >>> spec = foursquare.Rules().observation_spec()
    >>> spec.size, spec.dtype
    (168, 'uint8')
    """

    version: int
    """Bumped when the meaning of an entry changes."""
    size: int
    """Number of entries."""
    fields: tuple[Field, ...]
    """The fields in order, without gaps."""

    @property
    def dtype(self) -> str:
        """The numpy type of all entries."""
        return "uint8"

    @property
    def high(self) -> npt.NDArray[np.uint8]:
        """The largest possible value of each entry, for a Gymnasium space."""
        return np.concatenate([np.full(prod(field.shape), field.high, np.uint8) for field in self.fields])

    def split(self, observations: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[np.uint8]]:
        """Split one observation, or an array with one in each row, into its fields by name.

        The fields are numpy views, not copies. Raises `InvalidArgumentError` if the last axis has the wrong size.

        >>> from oxideal import foursquare
        >>> spec = foursquare.Rules().observation_spec()
        >>> spec.split(foursquare.State(seed=7).view(0).observation())["up"].shape
        (7, 7)
        """
        if not issubclass(type(observations), np.ndarray):
            raise TypeError(f"observations must be a numpy array, not {type_name(observations)}")
        if observations.shape[-1:] != (self.size,):
            wrong = f"observations must have shape (..., {self.size}), got {observations.shape}"
            raise InvalidArgumentError(wrong)
        rows = observations.shape[:-1]
        return {
            name: observations[..., offset : offset + prod(shape)].reshape(rows + shape)
            for name, offset, shape, _ in self.fields
        }

    @classmethod
    def of(cls, version: int, parts: Iterable[tuple[str, tuple[int, ...], int]]) -> Self:
        """Return the spec of these fields, each given as name, shape and largest value.

        >>> ObservationSpec.of(1, [("card", (3,), 1), ("score", (), 9)]).size
        4
        """
        fields: list[Field] = []
        offset = 0
        for name, shape, high in parts:
            fields.append(Field(name, offset, shape, high))
            offset += prod(shape)
        return cls(version, offset, tuple(fields))
