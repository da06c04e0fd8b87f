"""Records to a file, a line each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from ..reference.arguments import type_name
from .lines import dumps

if TYPE_CHECKING:
    from .record import Record


class Lines(Protocol):
    """What records can be written to: a file of text, or whatever else takes one."""

    def write(self, text: str, /) -> object: ...


class Writer:
    """Writes records to a file, each as a whole line: at a path it is begun anew or, with `append`, goes on, and each
    record is there for others as soon as it is written. An open file of text is the caller's to flush and to close.

    >>> import sys
    >>> from oxideal import foursquare
    >>> from oxideal.record import Record
    >>> with Writer(sys.stdout) as writer:
    ...     writer.write(Record.of(foursquare.State(seed=7), note="not begun"))  # doctest: +ELLIPSIS
    {"format": 1, "game": "foursquare", "rules": {"diagonal": false}, "seed": "7", "stream": "0", ...}
    """

    def __init__(self, target: str | os.PathLike[str] | Lines, *, append: bool = False) -> None:
        self._own = None
        if isinstance(target, str | os.PathLike):
            cut_off = append and _is_cut_off(Path(target))
            mode = "a" if append else "w"
            self._own = Path(target).open(mode, encoding="ascii", newline="\n", buffering=1)  # noqa: SIM115
            self._file: Lines = self._own
            if cut_off:
                self._own.write("\n")  # the broken line stays by itself
        elif hasattr(target, "write"):
            self._file = target
        else:
            raise TypeError(f"records must be a path or a file, not {type_name(target)}")

    def write(self, record: Record) -> None:
        """A line more."""
        self._file.write(f"{dumps(record)}\n")

    def close(self) -> None:
        """Closes the file at a path; one that was given stays open."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _is_cut_off(path: Path) -> bool:
    """Whether there is a last line without an end."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"
