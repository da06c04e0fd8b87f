from __future__ import annotations

import gc
import inspect
import os
import random
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from helpers import chrome, effort
from helpers.cases import BACKENDS, CASES, Case

with suppress(ImportError):  # the tests of other programs do without it
    from hypothesis import HealthCheck, settings

    # Each run tries the same, and fails at nothing for the time that it takes.
    slow = [HealthCheck.too_slow]
    settings.register_profile("oxideal", derandomize=True, database=None, deadline=None, suppress_health_check=slow)
    settings.load_profile("oxideal")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--effort", default="quick", help="how much is tested: quick, full, or how many times full")
    parser.addoption("--shuffle", type=int, help="run the tests in a random order, which this number determines")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "all_rules: with all rules objects in the quick tier, too")
    config.addinivalue_line("markers", "full: not in the quick tier")
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        # A shell starts background jobs so, and programs started by tests would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        effort.level = effort.level_of(config.getoption("--effort"))
    except ValueError:
        raise pytest.UsageError("--effort must be quick, full or a number") from None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _has_browser():
        terminalreporter.write_line("left out: tests in a browser, as Chromium is not installed")


def _has_browser() -> bool:
    """Whether there is a browser, or all that CI has must be there."""
    return chrome.command() is not None or "OXIDEAL_ALL_LANGUAGES" in os.environ


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    there = [item for item in items if isinstance(item, pytest.Function)]
    if not _has_browser():
        there = [item for item in there if "browser" not in item.fixturenames]
    chosen = set(effort.selected(there))
    left_out = [item for item in items if isinstance(item, pytest.Function) and item not in chosen]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item in chosen or not isinstance(item, pytest.Function)]
    if config.getoption("--shuffle") is not None:
        random.Random(config.getoption("--shuffle")).shuffle(items)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    from helpers.tables import run  # needs websockets

    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    run(pyfuncitem.obj(**given))
    return True


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all collected tests whenever a test calls it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Each game on each backend with each of its rules."""
    found: Case = request.param
    return found


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Enable Ctrl-C here and in child processes, even if the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
