"""Which actions are legal, in the form that a user asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments.checks import choice
from .spaces import mask

FORMS: Mapping[str, tuple[str, ...]] = {
    "int8": ("action_mask",),
    "ids": ("legal_ids", "legal_offsets"),
}
"""The keys in `infos` of each form."""


def form_of(given: object) -> str | None:
    """Return the name of a form, checked; None for infos without legal actions."""
    return choice("masks", given, FORMS)


def of_ids(form: str | None, legal: list[int], num_actions: int) -> dict[str, Any]:
    """Return the infos about one round. Its ids are a list, as Gymnasium only stacks arrays of one shape."""
    if form is None:
        return {}
    if form == "ids":
        return {"legal_ids": legal}
    return {"action_mask": mask(num_actions, legal)}


def of_rows(
    form: str | None, ids: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], num_actions: int
) -> dict[str, npt.NDArray[Any]]:
    """Return the infos about many rounds. The ids of row k are `ids[offsets[k]:offsets[k + 1]]`, ascending."""
    if form is None:
        return {}
    if form == "ids":
        return {"legal_ids": ids.copy(), "legal_offsets": offsets.copy()}
    rows = len(offsets) - 1
    starts = np.repeat(np.arange(rows, dtype=np.int64) * num_actions, np.diff(offsets))
    marked = np.zeros(rows * num_actions, np.int8)
    marked[starts + ids] = 1
    return {"action_mask": marked.reshape(rows, num_actions)}


def with_marks(infos: dict[str, npt.NDArray[Any]], rows: int) -> dict[str, npt.NDArray[Any]]:
    """Return the infos with Gymnasium's array beside each key: the rounds that have a value, which is all of them."""
    return {**infos, **{f"_{key}": np.ones(rows, np.bool_) for key in infos}}
