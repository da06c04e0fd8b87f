"""The layout of observations, as data; what the fields mean stands in `docs/observations.md`.

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

from ._input.checks import type_name
from .errors import InvalidArgumentError

__all__ = ["Field", "ObservationSpec"]


class Field(NamedTuple):
    """One part of an observation."""

    name: str
    offset: int
    """Where it begins."""
    shape: tuple[int, ...]
    high: int
    """The largest value that it can have; the least is 0."""


class ObservationSpec(NamedTuple):
    """What an observation is made of."""

    version: int
    """Raised whenever the layout changes its meaning."""
    size: int
    """How many entries there are in all."""
    fields: tuple[Field, ...]
    """The parts in their order, without gaps."""

    @property
    def dtype(self) -> str:
        """The type of all entries, as numpy calls it."""
        return "uint8"

    @property
    def high(self) -> npt.NDArray[np.uint8]:
        """The largest value of each entry, as spaces of Gymnasium take it."""
        return np.concatenate([np.full(prod(field.shape), field.high, np.uint8) for field in self.fields])

    def split(self, observations: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[np.uint8]]:
        """The fields by name, of one observation or of an array with one in each row: views, no copies."""
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
        """From names, shapes and largest values, one after the other."""
        fields: list[Field] = []
        offset = 0
        for name, shape, high in parts:
            fields.append(Field(name, offset, shape, high))
            offset += prod(shape)
        return cls(version, offset, tuple(fields))


def __dir__() -> list[str]:
    return sorted(__all__)
