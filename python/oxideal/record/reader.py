"""Read records from a file, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from json import JSONDecodeError
from pathlib import Path
from typing import Protocol, TypeAlias

from .._arguments.checks import type_name
from ..errors import InvalidRecordError
from .foreign_logs import function_of
from .lines import MOST_CHARACTERS, loads, parse, too_long
from .record import Record

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte order mark that some programs write at the start of a file."""

MAX_LINE_LENGTH = MOST_CHARACTERS + len("\r\n") + len(BOM.encode())
"""Maximum length of a line, with its line break and a byte order mark."""

Line: TypeAlias = str | bytes | InvalidRecordError
"""A line as read, or the error that reading it gave."""


class Source(Protocol):
    """A file of text or bytes that records can be read from."""

    def readline(self, size: int, /) -> str | bytes: ...


def read(source: str | os.PathLike[str] | Source) -> Reader:
    """Return an iterator over the records of a file: a path, or an open file of text or bytes.

    >>> import io
    >>> next(read(io.StringIO("rubbish")))
    Traceback (most recent call last):
    oxideal.errors.InvalidRecordError: line 1: invalid JSON: Expecting value (character 1), and the file ends here
    """
    return Reader(source)


class Reader(Iterator[Record]):
    """An iterator over the records of a file.

    A line without a valid record raises `InvalidRecordError` with its number and the reason; call `next` again to
    continue with the next line. Records are not replayed; use `replay`.

    >>> import io
    >>> from oxideal.record import Record, dumps
    >>> from oxideal import foursquare
    >>> file = io.StringIO(dumps(Record.of(foursquare.State(seed=7))))
    >>> [record.seed for record in Reader(file)]
    [7]
    """

    line = 0
    """Number of the line read last; the first line is 1."""

    def __init__(self, source: str | os.PathLike[str] | Source) -> None:
        if isinstance(source, str | os.PathLike):
            self._lines = _lines_at(source)
        elif hasattr(source, "readline"):
            self._lines = _lines_in(source)
        else:
            raise TypeError(f"source must be a path or a file, not {type_name(source)}")

    def __next__(self) -> Record:
        for line in self._lines:
            self.line += 1
            try:
                text = _text(line, first=self.line == 1)
                if text.strip():
                    return self._record(text)
            except InvalidRecordError as error:
                more = ", and the file ends here" if _is_cut_off(line, error) else ""
                raise InvalidRecordError(f"line {self.line}: {error}{more}") from None
        raise StopIteration

    def _record(self, text: str) -> Record:
        return loads(text)


class LogReader(Reader):
    """An iterator over the rounds of a file in which each line is a log of another program."""

    def __init__(self, source: str | os.PathLike[str] | Source, program: str) -> None:
        function_of(program)  # fail now, and not at the first line
        super().__init__(source)
        self._program = program

    def _record(self, text: str) -> Record:
        return Record.from_log(parse(text), self._program)


def _lines_at(path: str | os.PathLike[str]) -> Iterator[Line]:
    with Path(path).open("rb") as file:
        yield from _lines_in(file)


def _lines_in(file: Source) -> Iterator[Line]:
    """Yield the lines of a file, and never read more of a line than a record can have."""
    try:
        while line := file.readline(MAX_LINE_LENGTH):
            if not isinstance(line, str | bytes):
                raise TypeError(f"source must be a file of text or of bytes, not one of {type_name(line)}")
            if _is_whole(line) or len(line) < MAX_LINE_LENGTH:
                yield line
            else:
                while (rest := file.readline(2**16)) and not _is_whole(rest):
                    pass
                yield too_long()
    except UnicodeError as error:  # a text file decodes ahead of the line that it returns
        yield InvalidRecordError(
            f"this line or a later one cannot be decoded ({getattr(error, 'reason', error)}); "
            "open the file in binary mode to find out which, and to read the others"
        )


def _is_whole(line: str | bytes) -> bool:
    return line.endswith(b"\n") if isinstance(line, bytes) else line.endswith("\n")


def _is_cut_off(line: Line, error: InvalidRecordError) -> bool:
    """Return whether the end of the line seems to be missing.

    A record ends with a brace or a line break. Objects inside it end with a brace too, but then the line is not JSON.
    """
    if isinstance(line, InvalidRecordError) or _is_whole(line):
        return False
    return line[-1:] not in ("}", b"}") or isinstance(error.__context__, JSONDecodeError)


def _text(line: Line, *, first: bool) -> str:
    if isinstance(line, InvalidRecordError):
        raise line
    if isinstance(line, bytes):
        try:
            line = line.decode()
        except UnicodeDecodeError as error:
            raise InvalidRecordError(f"not UTF-8: {error.reason}") from None
    text = line.rstrip("\r\n")
    return text.removeprefix(BOM) if first else text
