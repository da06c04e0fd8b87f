from __future__ import annotations

import pytest

from helpers.environments import GAMES


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name
