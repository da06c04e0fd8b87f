from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.batches import SHORT, case_of
from oxideal.differential import GAMES

if TYPE_CHECKING:
    from helpers.cases import Case


@pytest.fixture(params=SHORT, ids=str)
def short(request: pytest.FixtureRequest, backend: str) -> Case:
    """Games with short rounds, on each backend."""
    game, fields = request.param
    return case_of(game, backend, fields)


@pytest.fixture(params=GAMES)
def plain(request: pytest.FixtureRequest, backend: str) -> Case:
    """Each game with its default rules, on each backend."""
    return case_of(request.param, backend, {})
