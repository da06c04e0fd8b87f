"""The layout of observations is the published one."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest

from helpers.cases import Case, module_of
from helpers.refusal import refuses
from oxideal.errors import InvalidArgumentError
from oxideal.observation import Field, ObservationSpec

# The layout


LAYOUTS: list[tuple[str, dict[str, Any], list[tuple[str, tuple[int, ...], int]]]] = [
    (
        "foursquare",
        {},
        [
            ("to_move", (1,), 1),
            ("up", (7, 7), 10),
            ("down", (7, 7), 10),
            ("height", (7, 7), 4),
            ("card", (10,), 1),
            ("unseen", (10,), 4),
        ],
    ),
    (
        "doudizhu",
        {},
        [
            ("to_move", (3,), 1),
            ("phase", (3,), 1),
            ("hand", (15,), 4),
            ("unseen", (15,), 4),
            ("known", (2, 15), 4),
            ("kitty", (15,), 4),
            ("face_up", (15,), 1),
            ("face_up_by", (4,), 1),
            ("landlord", (3,), 1),
            ("first_bidder", (3,), 1),
            ("bids", (10,), 4),
            ("doublings", (1,), 255),
            ("left", (3,), 20),
            ("plays", (3,), 20),
            ("played", (3, 15), 4),
            ("to_beat", (15,), 4),
            ("to_beat_kind", (14,), 1),
            ("to_beat_rank", (15,), 1),
            ("to_beat_length", (1,), 12),
            ("to_beat_seat", (3,), 1),
            ("passes", (1,), 2),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 2),
            ("recent_bid", (16,), 3),
            ("recent_cards", (16, 15), 4),
        ],
    ),
    (
        "doudizhu",
        {"players": 4, "sequence_max": 5, "auction": False},
        [
            ("to_move", (4,), 1),
            ("phase", (3,), 1),
            ("hand", (15,), 8),
            ("unseen", (15,), 8),
            ("known", (3, 15), 8),
            ("kitty", (15,), 8),
            ("face_up", (15,), 1),
            ("face_up_by", (5,), 1),
            ("landlord", (4,), 1),
            ("first_bidder", (4,), 1),
            ("bids", (10,), 4),
            ("doublings", (1,), 255),
            ("left", (4,), 33),
            ("plays", (4,), 33),
            ("played", (4, 15), 8),
            ("to_beat", (15,), 8),
            ("to_beat_kind", (14,), 1),
            ("to_beat_rank", (15,), 1),
            ("to_beat_length", (1,), 12),
            ("to_beat_seat", (4,), 1),
            ("passes", (1,), 3),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 3),
            ("recent_bid", (16,), 3),
            ("recent_cards", (16, 15), 8),
        ],
    ),
    (
        "mexican_train",
        {},
        [
            ("to_move", (4,), 1),
            ("hand", (91,), 1),
            ("laid", (91,), 1),
            ("sizes", (4,), 91),
            ("boneyard", (1,), 91),
            ("ends", (5,), 12),
            ("marked", (4,), 1),
            ("open_doubles", (5,), 5),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), 4),
            ("most", (3, 13), 91),
            ("can_have_double", (3, 13), 1),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 3),
            ("recent_what", (16,), 3),
            ("recent_low", (16,), 12),
            ("recent_high", (16,), 12),
            ("recent_train", (16,), 4),
        ],
    ),
    (
        "mexican_train",
        {"players": 12, "set": 18, "hand_size": 15, "engine": 3},
        [
            ("to_move", (12,), 1),
            ("hand", (190,), 1),
            ("laid", (190,), 1),
            ("sizes", (12,), 190),
            ("boneyard", (1,), 190),
            ("ends", (13,), 18),
            ("marked", (12,), 1),
            ("open_doubles", (13,), 13),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), 12),
            ("most", (11, 19), 190),
            ("can_have_double", (11, 19), 1),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 11),
            ("recent_what", (16,), 3),
            ("recent_low", (16,), 18),
            ("recent_high", (16,), 18),
            ("recent_train", (16,), 12),
        ],
    ),
    (
        "mexican_train",
        {"players": 2, "set": 3, "hand_size": 2},
        [
            ("to_move", (2,), 1),
            ("hand", (10,), 1),
            ("laid", (10,), 1),
            ("sizes", (2,), 10),
            ("boneyard", (1,), 10),
            ("ends", (3,), 3),
            ("marked", (2,), 1),
            ("open_doubles", (3,), 3),
            ("doubled", (1,), 1),
            ("drew", (1,), 1),
            ("idle", (1,), 2),
            ("most", (1, 4), 10),
            ("can_have_double", (1, 4), 1),
            ("recent_count", (1,), 16),
            ("recent_seat", (16,), 1),
            ("recent_what", (16,), 3),
            ("recent_low", (16,), 3),
            ("recent_high", (16,), 3),
            ("recent_train", (16,), 2),
        ],
    ),
    *(
        (
            "rummy",
            fields,
            [
                ("to_move", (players,), 1),
                ("hand", (52,), 1),
                ("taken", (players, 52), 1),
                ("hidden", (52,), 255),
                ("held", (4, players), 52),
                ("sizes", (players,), 52),
                ("stock", (1,), 52),
                ("groups", (52,), 1),
                ("run_starts", (56,), 1),
                ("run_ends", (56,), 1),
                ("discards", (52,), 52),
                ("drew", (1,), 1),
                ("laid", (1,), 1),
                ("took", (52,), 1),
                ("opened", (players,), 1),
                ("turns_left", (1,), 255),
                ("recent_count", (1,), 16),
                ("recent_seat", (16,), players - 1),
                ("recent_what", (16,), 6),
                ("recent_card", (16,), 52),
                ("recent_size", (16,), 14),
            ],
        )
        for players, fields in ((2, {}), (5, {"players": 5, "ace": "both", "turn_limit": 7}))
    ),
]
"""The tables of `docs/observations.md`, with numbers."""


@pytest.mark.parametrize(("game", "fields", "parts"), LAYOUTS, ids=lambda value: value if type(value) is str else "")
def test_the_layout_is_the_published_one(
    game: str, fields: dict[str, Any], parts: list[tuple[str, tuple[int, ...], int]], backend: str
) -> None:
    rules = module_of(game, backend).Rules(**fields)
    spec = rules.observation_spec()
    assert type(spec) is ObservationSpec
    assert all(type(field) is Field for field in spec.fields)
    assert [(field.name, field.shape, field.high) for field in spec.fields] == parts
    offset = 0
    for field in spec.fields:
        assert field.offset == offset
        offset += prod(field.shape)
    assert spec.size == offset
    assert (spec.version, spec.dtype) == (1, "uint8")
    assert type(spec.fields) is tuple
    assert spec == rules.observation_spec()
    assert spec.size == 490 or (game, fields) != ("doudizhu", {})


def test_the_layout_depends_on_the_rules_alone(case: Case) -> None:
    spec = case.rules.observation_spec()
    assert spec == case.rules.observation_spec() == case.other.Rules.from_dict(case.fields).observation_spec()
    assert len({field.name for field in spec.fields}) == len(spec.fields)
    assert spec.high.dtype == np.uint8
    assert spec.high.shape == (spec.size,)
    for field in spec.fields:
        assert (spec.high[field.offset : field.offset + prod(field.shape)] == field.high).all()
        assert type(field.offset) is type(field.high) is int


def test_observations_are_split_by_their_fields(case: Case) -> None:
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
        message = f"observations has the shape {shape}: expected (..., {spec.size})"
        refuses(InvalidArgumentError, message, spec.split, np.zeros(shape, np.uint8))
