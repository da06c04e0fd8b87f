from __future__ import annotations

import pytest

from games import BACKENDS, CASES, Case


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Each game, on each backend, with each of its rules."""
    found: Case = request.param
    return found


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name
