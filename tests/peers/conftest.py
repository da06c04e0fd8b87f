from __future__ import annotations

from collections.abc import Callable

import pytest
from common import Ours, Tally

TALLIES: list[Tally] = []


@pytest.fixture(params=["rust", "reference"], scope="session")
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def ours() -> Callable[[str, str], Ours]:
    """A function that returns a backend with a preset; each table is read once."""
    made: dict[tuple[str, str], Ours] = {}

    def get(backend: str, preset: str) -> Ours:
        if (backend, preset) not in made:
            made[backend, preset] = Ours(backend, preset)
        return made[backend, preset]

    return get


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Tally:
    """The counts of this test, printed at the end of the run."""
    counts = Tally(request.node.nodeid)
    TALLIES.append(counts)
    return counts


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("what was compared")
    for tally in TALLIES:
        for line in tally.lines():
            terminalreporter.write_line(line)
