from __future__ import annotations

from typing import Any

import pytest

from helpers.cases import module_of


@pytest.fixture
def fs(backend: str) -> Any:
    return module_of("foursquare", backend)
