"""Functions on arrays: the forms that they accept and what they refuse, for every game's own functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.cases import module_of, table
from helpers.messages import says
from helpers.refusal import refuses
from oxideal.errors import InvalidArgumentError

INTEGERS = (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64)


def call(game: str, backend: str, row: dict[str, Any], **changed: Any) -> list[Any]:
    """Return the arrays that the function returns when these of its arguments are changed."""
    given = {each["name"]: each["values"] for each in row["arrays"]}
    found = getattr(module_of(game, backend), row["function"])(**{**given, **changed})
    assert type(found).__name__ == row["result"]
    assert list(getattr(found, "_fields", ())) == row["fields"]
    arrays = list(found) if row["fields"] else [found]
    assert [array.dtype for array in arrays] == row["dtypes"]
    return arrays


@table("array_functions.json")
def test_any_array_of_integers_is_accepted(game: str, backend: str, row: dict[str, Any]) -> None:
    expected = call(game, backend, row)
    for each in row["arrays"]:
        array = np.array(each["values"])
        sparse = np.repeat(array, 2, axis=0)[::2]
        forms = [array, sparse, array[::-1].copy()[::-1], np.asfortranarray(array), array.astype(">i8")]
        forms += [array.astype(kind) for kind in INTEGERS if np.array_equal(array.astype(kind), array)]
        for form in forms:
            found = call(game, backend, row, **{each["name"]: form})
            assert all(map(np.array_equal, found, expected)), (each["name"], form.dtype, form.strides)


@table("array_functions.json")
def test_no_rows(game: str, backend: str, row: dict[str, Any]) -> None:
    none = {each["name"]: np.array(each["values"])[:0] for each in row["arrays"]}
    rows = len(row["arrays"][0]["values"])
    for found, usual in zip(call(game, backend, row, **none), call(game, backend, row), strict=True):
        if len(usual) == rows:
            assert found.shape == (0, *usual.shape[1:])
        else:
            assert found.tolist() in ([], [0])  # parts of different lengths, or their offsets


def out_of_range(array: dict[str, Any], place: tuple[int, ...], value: int) -> str:
    """Return the message about a number of this array of the table."""
    if "message" in array:
        return says(*array["message"])
    index = ", ".join(map(str, place))
    return says("out_of_range", f"{array['name']}[{index}]", array["low"], array["high"], value)


@table("array_functions.json")
def test_wrong_arrays_are_refused(game: str, backend: str, row: dict[str, Any]) -> None:
    too_low = {each["name"]: np.array(each["values"]) * 0 + each["low"] - 1 for each in row["arrays"]}
    for each in row["arrays"]:
        name, shape, low, high = each["name"], each["shape"], each["low"], each["high"]
        good = np.array(each["values"])
        for wrong in (5, good[0], good[np.newaxis], *([good[:, 1:]] if each["fixed"] else [])):
            message = f"{name} must have shape {shape}, got {np.shape(wrong)}"
            refuses(InvalidArgumentError, message, call, game, backend, row, **{name: wrong})
        message = f"{name} is ragged, expected shape {shape}"
        refuses(InvalidArgumentError, message, call, game, backend, row, **{name: [each["values"][0], [0, [0]]]})
        for wrong in (good + 0.5, good > 0, good.astype("<U1")):
            message = says("not_of_integer_type", name, wrong.dtype)
            refuses(TypeError, message, call, game, backend, row, **{name: wrong})
        first, last = (0,) * good.ndim, tuple(size - 1 for size in good.shape)
        for place, value in ((first, low - 1), (last, high + 1), (first, 2**63 - 1), (last, -(2**63))):
            wrong = good.astype(np.int64)
            wrong[place] = value
            refuses(InvalidArgumentError, out_of_range(each, place, value), call, game, backend, row, **{name: wrong})
        if low >= 0:
            wrong = good.astype(np.uint64)
            wrong[first] = 2**63 + 5
            refuses(
                InvalidArgumentError, out_of_range(each, first, 2**63 + 5), call, game, backend, row, **{name: wrong}
            )
        refuses(InvalidArgumentError, out_of_range(each, first, low - 1), call, game, backend, row, **too_low)
        del too_low[name]  # the first wrong argument is reported
    if row["rules"]:
        refuses(TypeError, says("rules_of_other_game", "dict"), call, game, backend, row, rules={})
