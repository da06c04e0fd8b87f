"""A bar that shows how far an arena is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(deals: int, shown: bool | None) -> Iterator[Callable[[int], object]]:
    """Where tqdm is installed. Gives what is to be called with the deals just done."""
    if sys.stderr.isatty() if shown is None else shown:
        try:
            from tqdm import tqdm
        except ImportError:
            pass
        else:
            with tqdm(total=deals, unit="deal", leave=False) as bar:
                yield bar.update
            return
    yield lambda _: None
