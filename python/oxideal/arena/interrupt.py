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
        self.waits = False
        self.before: Any = None

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before):
            try:
                signal.signal(signal.SIGINT, self.heed)
            except ValueError:  # another thread
                pass
            else:
                self.before = before
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def heed(self, number: int, frame: FrameType | None) -> None:
        """What SIGINT calls. Whoever presses twice does not want to wait."""
        again, self.pressed = self.pressed, True
        if again or not self.waits:
            self.before(number, frame)

    def check(self) -> None:
        """Also where somebody has caught what Ctrl-C raised."""
        if self.pressed:
            raise KeyboardInterrupt

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What must be done as a whole: Ctrl-C comes after it."""
        self.waits = True
        try:
            yield
        finally:
            self.waits = False
        self.check()
