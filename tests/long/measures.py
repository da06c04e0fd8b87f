"""The resources that a process holds, and whether they keep growing."""

from __future__ import annotations

import ctypes
import gc
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression
from typing import NamedTuple

MIB = 2**20


@dataclass(frozen=True)
class Sample:
    """The resources held at a moment; None if the system does not report them."""

    seconds: float
    resident: int | None
    """Bytes of memory in use, including memory shared with other processes."""
    private: int | None
    """Bytes of memory that nobody else uses."""
    allocated: int | None
    """Bytes allocated by the C library, for Rust and for Python's allocations of more than 512 bytes."""
    objects: int
    """Python objects known to the garbage collector."""
    python_threads: int
    threads: int | None
    files: int | None
    children: int | None


BOUNDS: dict[str, float] = {
    "resident": 8 * MIB,
    "private": 8 * MIB,
    "allocated": 8 * MIB,
    "objects": 10_000,
    "python_threads": 1,
    "threads": 1,
    "files": 1,
    "children": 1,
}
"""The growth in a run that is tolerated. Memory comes in pages and the C library decides when to
return it; a single thread or file per run is a leak that recurs.
"""


def sample(since: float) -> Sample:
    """Measure the resources after collecting garbage."""
    gc.collect()
    gc.collect()  # objects released by finalisers of the first collection
    memory = _smaps()
    return Sample(
        seconds=time.monotonic() - since,
        resident=memory.get("Rss"),
        private=memory["Private_Clean"] + memory["Private_Dirty"] if memory else None,
        allocated=_allocated(),
        objects=len(gc.get_objects()),
        python_threads=threading.active_count(),
        threads=_number_in(Path("/proc/self/task")),
        files=_number_in(Path("/proc/self/fd")),
        children=_children(),
    )


class Growth(NamedTuple):
    """The growth over the whole run at the rate of its second half."""

    name: str
    growth: float
    bound: float

    @property
    def is_leak(self) -> bool:
        return self.growth >= self.bound


def growths(samples: Sequence[Sample]) -> list[Growth]:
    """A line through what was measured in the second half of the run, when all caches are full, for each measure.

    >>> held = dict.fromkeys(["resident", "private", "allocated", "python_threads", "threads", "files", "children"])
    >>> samples = [Sample(**{**held, "seconds": 60.0 * n, "objects": 1000 + 500 * n}) for n in range(61)]
    >>> [(found.name, round(found.growth), found.is_leak) for found in growths(samples)]
    [('objects', 30000, True)]
    """
    length = samples[-1].seconds
    late = [each for each in samples if each.seconds >= length / 2]
    found = []
    for name, bound in BOUNDS.items():
        points = [(each.seconds, value) for each in late if (value := getattr(each, name)) is not None]
        if len(points) >= 2:
            slope = linear_regression(*zip(*points, strict=True)).slope
            found.append(Growth(name, slope * length, bound))
    return found


def _smaps() -> dict[str, int]:
    """Return the fields of the kernel's summary in bytes, or nothing if there is no such file."""
    try:
        lines = Path("/proc/self/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return {}
    return {name: int(rest.split()[0]) * 1024 for name, rest in (line.split(":") for line in lines)}


class _Mallinfo2(ctypes.Structure):
    """As defined by glibc."""

    _fields_ = [  # ctypes requires a list
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]

    hblkhd: int
    uordblks: int


def _allocated() -> int | None:
    mallinfo2 = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo2 is None:  # a different C library
        return None
    mallinfo2.restype = _Mallinfo2
    info: _Mallinfo2 = mallinfo2()
    return info.uordblks + info.hblkhd


def _number_in(folder: Path) -> int | None:
    try:
        return len(list(folder.iterdir()))
    except OSError:
        return None


def _children() -> int | None:
    """Count the child processes of all threads that have not been waited for."""
    try:
        return sum(len(file.read_text().split()) for file in Path("/proc/self/task").glob("*/children"))
    except OSError:
        return None
