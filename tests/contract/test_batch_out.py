"""Arrays of the caller that batches write to."""

from __future__ import annotations

import gc
import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest

from helpers import effort
from helpers.batches import ARRAYS, SEED, Twins, new, right
from helpers.messages import says
from helpers.refusal import refuses, shown_type
from oxideal.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.cases import Case


class Sub(np.ndarray[Any, Any]):
    pass


def test_out_arrays_are_used(short: Case) -> None:
    n = 3
    whole = right(short, n)
    subs = {name: array.view(Sub) for name, array in right(short, n).items()}
    strided = np.zeros((2 * n, short.rules.players), np.int32)
    for given_now in ({}, None, {"rewards": strided[n:]}, {"episode": whole.pop("episode")}, whole, subs):
        batch, twins = new(short, n, out=given_now), Twins(short, n)
        for step in range(20 if effort.level else 7):
            twins.check(batch)
            for name, array in (given_now or {}).items():
                assert getattr(batch, name) is array
            actions = batch.sample_actions(step)
            batch.step(actions)
            twins.step(actions)
    assert not strided[:n].any()


def misaligned(like: npt.NDArray[Any]) -> npt.NDArray[Any]:
    memory = np.zeros(like.nbytes + 1, np.uint8)
    return memory[1:].view(like.dtype).reshape(like.shape)


def locked(like: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array = like.copy()
    array.flags.writeable = False
    return array


def test_each_error_of_out_is_reported(plain: Case) -> None:
    n = 4
    arrays = right(plain, n)
    names = ", ".join(ARRAYS)
    batch: Any = partial(new, plain, n)
    no_dicts: list[Any] = [[], 5, "rewards", np.zeros(3), tuple(arrays)]
    for thing in no_dicts:
        refuses(TypeError, f"out must be a dict of arrays, not {shown_type(thing)}", batch, out=thing)
    for unknown, shown in (
        ("reward", '"reward"'),
        ("", '""'),
        ("legal_ids", '"legal_ids"'),
        ("\u00e9" * 50, '"' + "?" * 40 + '..."'),
        (5, "of type int"),
        (None, "of type NoneType"),
        (b"rewards", "of type bytes"),
    ):
        message = f"unknown array {shown} in out; expected one of {names}"
        refuses(InvalidArgumentError, message, batch, out={**arrays, unknown: 3})
    for name, array in arrays.items():
        called, kind, shape = f'out["{name}"]', array.dtype, array.shape
        other = np.float32 if kind == np.int64 else np.int64
        swapped = kind.newbyteorder(">")
        faults: list[tuple[type[Exception], str, Any]] = [
            (TypeError, f"{called} must be a numpy array, not list", array.tolist()),
            (TypeError, f"{called} must be a numpy array, not NoneType", None),
            (InvalidArgumentError, f"{called} must be of type {kind}, got {np.dtype(other)}", array.astype(other)),
            (
                InvalidArgumentError,
                f"{called} must have shape {shape}, got {(shape[0] - 1, *shape[1:])}",
                array[1:].copy(),
            ),
            (InvalidArgumentError, f"{called} must have shape {shape}, got {(*shape, 1)}", array[..., None]),
            (InvalidArgumentError, f"{called} must have shape {shape}, got ()", np.array(0, kind)),
            (InvalidArgumentError, f"{called} must be C-contiguous", np.repeat(array, 2, axis=0)[::2]),
            (InvalidArgumentError, f"{called} must be writable", locked(array)),
        ]
        if kind.itemsize > 1:
            faults.append(
                (InvalidArgumentError, f"{called} must be of type {kind}, got {swapped}", array.astype(swapped))
            )
            faults.append((InvalidArgumentError, f"{called} must be aligned", misaligned(array)))
        if kind == np.bool_:
            faults.append((InvalidArgumentError, f"{called} must be of type bool, got uint8", array.view(np.uint8)))
        for error, message, wrong in faults:
            refuses(error, message, batch, out={name: wrong})
            refuses(error, message, batch, out={**arrays, name: wrong})
            assert all((each == 99).all() or each.dtype == np.bool_ for each in arrays.values())


def test_out_arrays_must_not_overlap(plain: Case) -> None:
    n = 8
    memory = np.zeros(4 * n, np.int64)
    touching = {"episode": memory[:n], "legal_offsets": memory[n : 2 * n + 1]}
    batch = new(plain, n, out=touching)
    assert batch.legal_offsets.base is memory
    for shift in (1, n - 1):
        wrong = {"legal_offsets": memory[shift : shift + n + 1], "episode": memory[:n]}
        message = says("overlap", "episode", "legal_offsets")
        refuses(InvalidArgumentError, message, lambda out: new(plain, n, out=out), wrong)
    small = memory.view(np.int8)[:n]
    wrong = {"terminated": small.view(np.bool_), "current_player": small, "episode": memory[:n]}
    message = says("overlap", "current_player", "terminated")
    refuses(InvalidArgumentError, message, lambda out: new(plain, n, out=out), wrong)


KEPT: list[tuple[str, Callable[[Any], None]]] = [
    ("observations", lambda array: array.setflags(write=False)),
    ("rewards", lambda array: setattr(array, "dtype", np.uint32)),
    ("terminated", lambda array: setattr(array, "dtype", np.uint8)),
    ("rewards", lambda array: setattr(array, "shape", (-1,))),
    ("observations", lambda array: setattr(array, "strides", (0, 1))),
    ("episode", lambda array: setattr(array, "dtype", np.int32)),
    ("legal_offsets", lambda array: array.setflags(write=False)),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # newer versions of numpy deprecate such changes
@pytest.mark.parametrize(("name", "change"), KEPT)
def test_changed_out_arrays_are_not_written_to(plain: Case, name: str, change: Callable[[Any], None]) -> None:
    batch = new(plain, 4)
    before = batch.state(0)
    actions = batch.sample_actions(0)
    change(getattr(batch, name))
    told = f"the array {name} has changed: it must keep its type and shape, stay writable, and be written to by "
    for act in (partial(batch.step, actions), batch.reset):
        with pytest.raises(InvalidArgumentError, match=f"^{told}one step at a time$"):
            act()
    assert batch.state(0) == before


class Owned(np.ndarray[tuple[int, ...], np.dtype[np.uint8]]):
    """An array that refers to its owner."""

    owner: Any


def test_batch_in_a_reference_cycle_is_collected(plain: Case) -> None:
    shape = (2, plain.rules.observation_spec().size)
    array = np.zeros(shape, np.uint8).view(Owned)
    array.owner = plain.module.Batch(plain.rules, 2, SEED, out={"observations": array})
    watch = weakref.ref(array)
    del array
    gc.collect()
    assert watch() is None
