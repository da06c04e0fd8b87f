"""Replace files atomically, and lock them against other writers."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def replace_file(path: Path, data: bytes) -> None:
    """Replace the file in one step: whoever reads it, now or after a crash, finds the old bytes or the new ones.

    The new bytes are first written to a file beside it, whose name has `.part` added. A symbolic link stays: the file
    that it names is replaced.
    """
    target = _target(path)
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("wb") as writer:
            writer.write(data)
            writer.flush()
            os.fsync(writer.fileno())
        part.replace(target)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Raise `OSError` if somebody else is in such a block for a file that `replace_file` writes.

    The file itself cannot be locked, as it is another one after each write. A file beside it is, whose name has `.lock`
    added. If this process is killed, that file stays, but not its lock.
    """
    target = _target(path)
    name = target.with_name(f"{target.name}.lock")
    while True:
        with locked(name, path) as number:
            if not _is_at(number, name):  # its last owner has deleted it since it was opened
                continue
            try:
                yield
            finally:
                name.unlink(missing_ok=True)
            return


@contextmanager
def locked(file: Path, path: Path | None = None) -> Iterator[int]:
    """Open a file, or make it, and lock it. Raises `OSError`, which names `path`, if it is locked elsewhere.

    Only regular files are locked, not e.g. pipes, and only on systems and file systems that have such locks.
    """
    try:
        number = os.open(file, os.O_WRONLY | os.O_CREAT, 0o666)
    except OSError as error:
        error.filename = str(path or file)
        raise
    try:
        if not _lock(number):
            raise OSError(errno.EBUSY, "already being written by another process or thread", str(path or file))
        yield number
    finally:
        os.close(number)


def _lock(number: int) -> bool:
    """Lock an open file, and return whether nobody else has locked it."""
    if sys.platform != "win32" and stat.S_ISREG(os.fstat(number).st_mode):
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            pass
    return True


def _is_at(number: int, name: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(number), name.stat())
    except FileNotFoundError:
        return False


def _target(path: Path) -> Path:
    return Path(os.path.realpath(path)) if path.is_symlink() else path
