"""Observations compared with independent decoders that read only the attributes of views; also features of actions."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest

from helpers import effort
from helpers.cases import CASES, Case, module_of, rows
from helpers.observations import check, moments
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import InvalidArgumentError
from oxideal.schemas.observation import Field, ObservationSpec


def arrays(view: Any) -> tuple[Any, Any]:
    return view.observation(), view.action_features()


def test_observations_match_the_view(case: Case) -> None:
    seats = case.rules.players
    for place, state in enumerate(moments(case)):
        for seat in range(seats) if seats < 6 or state.is_over else ((place * 5 + each) % seats for each in range(3)):
            check(case, state.view(seat))


def test_observations_of_samples_and_texts(case: Case) -> None:
    """Samples continue the last actions; texts drop them."""
    for place, state in enumerate(case.states[::5]):
        seat = place % case.rules.players
        check(case, state.view(seat))
        check(case, state.view(seat).sample(place).view((seat + 1) % case.rules.players))
        read = case.module.State.from_text(state.to_text())
        for _ in range(3):
            check(case, read.view(seat))
            if read.is_over:
                break
            read.push(read.legal_actions()[0])
        view = case.module.View.from_text(state.view(seat).to_text())
        check(case, view)


def test_arrays_are_new(case: Case) -> None:
    state = case.midway
    view = state.view(state.current_player)
    for read in (view.observation, view.action_features):
        found, before = read(), read()
        found.fill(77)
        assert np.array_equal(read(), before)
        assert found.flags.writeable
        assert found.flags.c_contiguous


def test_backends_agree() -> None:
    cases = [case for case in CASES if case.backend != "rust"]
    for case in cases[:: 1 if effort.level else 3]:
        for state in case.states[::3]:
            twin = case.other.State.from_bytes(state.to_bytes())
            assert twin.recent == state.recent
            for seat in range(case.rules.players):
                assert all(map(np.array_equal, arrays(twin.view(seat)), arrays(state.view(seat))))


LAYOUTS = [
    (kind, game, row)
    for kind in ("observation", "action_features")
    for game in GAMES
    for row in rows(game, f"{kind}.json")
]
"""The tables of `docs/observations.md` with numbers filled in."""


@pytest.mark.parametrize(("kind", "game", "layout"), LAYOUTS, ids=lambda value: value if type(value) is str else "")
def test_layout_is_as_published(kind: str, game: str, layout: dict[str, Any], backend: str) -> None:
    rules = module_of(game, backend).Rules(**layout["rules"])
    spec = getattr(rules, f"{kind}_spec")()
    assert type(spec) is ObservationSpec
    assert all(type(field) is Field for field in spec.fields)
    assert [[field.name, list(field.shape), field.high] for field in spec.fields] == layout["fields"]
    assert all(type(field.shape) is tuple for field in spec.fields)
    offset = 0
    for field in spec.fields:
        assert field.offset == offset
        offset += prod(field.shape)
    assert spec.size == offset == layout["size"]
    assert (spec.version, spec.dtype) == (layout.get("version", 1), "uint8")
    assert type(spec.fields) is tuple
    assert spec == getattr(rules, f"{kind}_spec")()


def test_layout_depends_on_rules_only(case: Case) -> None:
    spec = case.rules.observation_spec()
    assert spec == case.rules.observation_spec() == case.other.Rules.from_dict(case.fields).observation_spec()
    assert len({field.name for field in spec.fields}) == len(spec.fields)
    assert spec.high.dtype == np.uint8
    assert spec.high.shape == (spec.size,)
    for field in spec.fields:
        assert (spec.high[field.offset : field.offset + prod(field.shape)] == field.high).all()
        assert type(field.offset) is type(field.high) is int


def test_fields_split_the_observation(case: Case) -> None:
    spec = case.rules.observation_spec()
    one = np.arange(spec.size, dtype=np.uint8)
    many = np.random.default_rng(1).integers(0, 256, (2, 3, spec.size), dtype=np.uint8)
    for array in (one, many, many[:0]):
        parts = spec.split(array)
        assert list(parts) == [field.name for field in spec.fields]
        for field in spec.fields:
            part = parts[field.name]
            assert part.shape == array.shape[:-1] + field.shape
            flat = array[..., field.offset : field.offset + prod(field.shape)]
            assert np.array_equal(part.reshape(flat.shape), flat)
            assert array.size == 0 or np.shares_memory(part, array)
    for shape in ((spec.size - 1,), (spec.size + 1, 1), (spec.size, 2), (0,), ()):
        message = f"observations must have shape (..., {spec.size}), got {shape}"
        refuses(InvalidArgumentError, message, spec.split, np.zeros(shape, np.uint8))
