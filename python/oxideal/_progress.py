"""A bar that shows how far an arena, or another long run, is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress_bar(total: int, shown: bool | None, unit: str = "deal") -> Iterator[Callable[[int], object]]:
    """Where tqdm is installed. Gives what is to be called with how many more are done."""
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
    """A program without a terminal may have no standard files, or closed ones."""
    return file is not None and not getattr(file, "closed", False)
