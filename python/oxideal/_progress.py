"""Progress bars for long runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress_bar(total: int, shown: bool | None, unit: str = "deal") -> Iterator[Callable[[int], object]]:
    """Show a bar if tqdm is installed and yield a function that takes the number of units just done.

    `shown` None means: if standard error is a terminal.
    """
    if is_open(sys.stderr) and (sys.stderr.isatty() if shown is None else shown):
        try:
            from tqdm import tqdm
        except ImportError:
            pass
        else:
            with tqdm(total=total, unit=unit, leave=False) as bar:
                yield bar.update
            return
    yield lambda _: None


def is_open(file: TextIO | None) -> bool:
    """Return whether this standard file can be used: without a terminal it may be None or closed."""
    return file is not None and not getattr(file, "closed", False)
