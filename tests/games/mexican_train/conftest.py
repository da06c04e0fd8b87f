from __future__ import annotations

from typing import Any

import pytest

from helpers.cases import module_of


@pytest.fixture
def mt(backend: str) -> Any:
    return module_of("mexican_train", backend)
