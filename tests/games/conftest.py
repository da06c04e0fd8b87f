"""Each game on each engine, under a short name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from helpers.cases import module_of
from helpers.doudizhu import OPTIONS

if TYPE_CHECKING:
    from helpers.brute import doudizhu as brute


@pytest.fixture
def dd(backend: str) -> Any:
    return module_of("doudizhu", backend)


@pytest.fixture(params=OPTIONS)
def options(request: pytest.FixtureRequest) -> brute.Options:
    return OPTIONS[request.param]


@pytest.fixture
def fs(backend: str) -> Any:
    return module_of("foursquare", backend)


@pytest.fixture
def mt(backend: str) -> Any:
    return module_of("mexican_train", backend)


@pytest.fixture
def rummy(backend: str) -> Any:
    return module_of("rummy", backend)
