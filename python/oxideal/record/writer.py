"""Write records to a file, one per line."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from .._arguments.checks import boolean, type_name
from ..errors import InvalidArgumentError
from .lines import dumps

if TYPE_CHECKING:
    from io import FileIO

    from .record import Record


class Lines(Protocol):
    """A text file that records can be written to, or anything with its method `write`."""

    def write(self, text: str, /) -> object: ...


class Writer:
    """Writes records to a file, one line each.

    A file at a path is replaced, or continued with `append`. Other programs see each record as soon as `write` returns;
    with `sync` it is also on the disk, safe from a power cut. If you give an open text file instead, flushing and
    closing it is up to you.

    >>> import sys
    >>> from oxideal import foursquare
    >>> from oxideal.record import Record
    >>> with Writer(sys.stdout) as writer:
    ...     writer.write(Record.of(foursquare.State(seed=7), note="not begun"))  # doctest: +ELLIPSIS
    {"format": 1, "game": "foursquare", "rules": {"diagonal": false}, "seed": "7", "stream": "0", ...}
    """

    def __init__(self, target: str | os.PathLike[str] | Lines, *, append: bool = False, sync: bool = False) -> None:
        for name, value in (("append", append), ("sync", sync)):
            boolean(name, value)
        self._own: _File | None = None
        if isinstance(target, str | os.PathLike):
            self._own = _File(Path(target), append=append, sync=sync)
            self._file: Lines = self._own
        elif not hasattr(target, "write"):
            raise TypeError(f"records must be a path or a file, not {type_name(target)}")
        elif sync:
            raise InvalidArgumentError("sync requires a path, not an open file")
        else:
            self._file = target

    def write(self, record: Record) -> None:
        """Write the record as one line.

        If that fails, e.g. on a full disk, a part of the line can remain in the file. The next record then starts on
        a new line.
        """
        self._file.write(f"{dumps(record)}\n")

    def close(self) -> None:
        """Close the file if a path was given; leave an open file open."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _File:
    """An unbuffered file at a path: nothing is written after `write` returns or fails."""

    def __init__(self, path: Path, *, append: bool, sync: bool) -> None:
        self.path = path
        self.sync = sync
        self.cut_off = append and _is_cut_off(path)
        self.file: FileIO = path.open("ab" if append else "wb", buffering=0)
        if sync:
            try:
                _sync_folder(path.parent)
            except OSError:
                self.file.close()
                raise

    def write(self, line: str) -> None:
        """Write the whole line; an error or Ctrl-C can leave a part of it."""
        rest = memoryview((f"\n{line}" if self.cut_off else line).encode("ascii"))
        self.cut_off = True  # until the line is complete
        try:
            while rest:
                rest = rest[self.file.write(rest) :]
            if self.sync:
                os.fsync(self.file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise
        self.cut_off = False

    def close(self) -> None:
        self.file.close()


def _is_cut_off(path: Path) -> bool:
    """Return whether the last line of the file has no line break."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the name of a new file is on the disk too. Only POSIX needs it."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EBADF):  # some file systems cannot sync folders
            raise
    finally:
        os.close(number)
