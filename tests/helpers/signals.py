"""Signals during work: after an amount of work, because after some time a busy machine may not have begun."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Any

import pytest


@contextmanager
def after_work(seconds: float, press: Callable[[], object]) -> Iterator[None]:
    """Call a function as a signal handler, once this process has computed for this many seconds. Not on Windows."""
    before = signal.signal(signal.SIGPROF, lambda *_: press())
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def ctrl_c_within(name: str) -> Iterator[None]:
    """Send SIGINT in the midst of this function, or of what follows it: a little work after it is first called."""
    with pytest.MonkeyPatch.context() as patch, after_work(0, lambda: os.kill(os.getpid(), signal.SIGINT)):
        called: list[object] = []
        function = resolve_name(name)

        def begin(*given: Any, **named: Any) -> Any:
            if not called:
                called.append(name)
                signal.setitimer(signal.ITIMER_PROF, 0.05)
            return function(*given, **named)

        patch.setattr(name, begin)
        yield
        assert called
