"""Ctrl-C, told from a `KeyboardInterrupt` that a bot raises."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self


class CtrlC:
    """Notices Ctrl-C while it is open: in the main thread, the only one in which Python tells of it."""

    def __init__(self) -> None:
        self.pressed = False
        self.deferred = False
        self.before: Any = None

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before):
            try:
                signal.signal(signal.SIGINT, self.on_signal)
            except ValueError:  # another thread
                pass
            else:
                self.before = before
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Handle SIGINT. A second Ctrl-C interrupts at once."""
        again, self.pressed = self.pressed, True
        if again or not self.deferred:
            self.before(number, frame)

    def check(self) -> None:
        """Raise KeyboardInterrupt after Ctrl-C, even if a bot has caught the first one."""
        if self.pressed:
            raise KeyboardInterrupt

    @contextmanager
    def defer(self) -> Iterator[None]:
        """What must be done as a whole: Ctrl-C comes after it."""
        self.deferred = True
        try:
            yield
        finally:
            self.deferred = False
        self.check()
