from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from helpers.cases import BACKENDS, CASES, Case

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Each game, on each backend, with each of its rules."""
    found: Case = request.param
    return found


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard, here and in child processes, also where the tests run in the background and it is not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
