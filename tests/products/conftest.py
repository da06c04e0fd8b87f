from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.chrome import Chrome, Page, chrome
from helpers.environments import GAMES


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    """A real Chromium. Without one, the tests that use it are left out."""
    with chrome() as found:
        yield found


@pytest.fixture
def page(browser: Chrome) -> Iterator[Page]:
    """A page of its own, which must have no errors."""
    with browser.page() as found:
        found.resize(1440, 900)
        yield found
        assert found.errors == []
