"""Progress bars for long runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from .._arguments.checks import is_boolean, type_name


@contextmanager
def progress_bar(total: int | None, shown: bool | None, unit: str = "deal") -> Iterator[Callable[[int], object]]:
    """Show a bar if tqdm is installed and yield a function that takes the number of units just done.

    `total` None means: not known. `shown` None means: if standard error is a terminal.
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


def check_progress(progress: object) -> None:
    """Check an argument `progress`. Raises `TypeError`."""
    if progress is not None and not is_boolean(progress):
        raise TypeError(f"progress must be True, False or None, not {type_name(progress)}")


def is_open(file: TextIO | None) -> bool:
    """Return whether this standard file can be used: without a terminal it may be None or closed."""
    return file is not None and not getattr(file, "closed", False)
