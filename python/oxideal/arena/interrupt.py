"""Distinguish Ctrl-C from a `KeyboardInterrupt` that a bot raises."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self


class CtrlC:
    """A context that notices Ctrl-C, in the main thread only: Python handles signals nowhere else."""

    def __init__(self) -> None:
        self.pressed = False
        self.deferred = False
        self.before: Any = None

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before):
            self.before = before  # first, as `on_signal` calls it
            try:
                signal.signal(signal.SIGINT, self.on_signal)
            except ValueError:  # another thread
                self.before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Handle SIGINT. A second Ctrl-C interrupts at once."""
        again, self.pressed = self.pressed, True
        if again or not self.deferred:
            self.before(number, frame)

    def renew(self) -> None:
        """Handle SIGINT again if a bot has changed that."""
        if self.before is not None and signal.getsignal(signal.SIGINT) != self.on_signal:
            signal.signal(signal.SIGINT, self.on_signal)

    def check(self) -> None:
        """Raise KeyboardInterrupt after Ctrl-C, even if a bot has caught the first one."""
        if self.pressed:
            raise KeyboardInterrupt

    @contextmanager
    def defer(self) -> Iterator[None]:
        """Delay Ctrl-C until the end of the block."""
        self.deferred = True
        try:
            yield
        finally:
            self.deferred = False
        self.check()
