"""Files of records: read, written, compressed, truncated, malformed."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from helpers.messages import says
from helpers.records import played
from helpers.refusal import refuses
from oxideal.differential import GAMES
from oxideal.errors import InvalidRecordError
from oxideal.record import MOST_CHARACTERS, Reader, Record, Writer, dumps, read

if TYPE_CHECKING:
    from pathlib import Path

# Files


def lines_of(reader: Reader) -> list[tuple[int, Record | str]]:
    """Return everything read from a file, errors as texts."""
    found: list[tuple[int, Record | str]] = []
    while True:
        try:
            what: Record | str = next(reader)
        except StopIteration:
            return found
        except InvalidRecordError as error:
            what = str(error)
        found.append((reader.line, what))


@pytest.fixture(params=["path", "text path", "bytes", "text"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[bytes], Any]:
    """Return inputs to `read` with this content."""

    def source(content: bytes) -> Any:
        path = tmp_path / "games.jsonl"
        path.write_bytes(content)
        made: dict[str, Callable[[], Any]] = {
            "path": lambda: path,
            "text path": lambda: str(path),
            "bytes": lambda: io.BytesIO(content),
            "text": lambda: io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"),
        }
        return made[request.param]()

    return source


def test_files_of_records(opened: Callable[[bytes], Any]) -> None:
    records = [played(game) for game in GAMES]
    lines = [dumps(record).encode() for record in records]
    for content in (
        b"\n".join(lines),
        b"\n".join([*lines, b""]),
        b"\r\n".join([*lines, b""]),
        b"\xef\xbb\xbf" + b"\n".join(lines),
        b"\n\n  \n" + b"\n\r\n\n".join(lines) + b"\n \n",
    ):
        assert list(read(opened(content))) == records
    assert list(read(opened(b""))) == []
    assert list(read(opened(b"\n"))) == []


def test_compressed_files(tmp_path: Path) -> None:
    """Compressed files are read like others."""
    path = tmp_path / "games.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file, Writer(file) as writer:
        writer.write(played("foursquare"))
    with gzip.open(path) as packed:
        assert list(read(packed)) == [played("foursquare")]


def test_malformed_files(opened: Callable[[bytes], Any]) -> None:
    """An invalid line does not affect others."""
    record = played("foursquare")
    good = dumps(record).encode()
    bad = [
        b"rubbish",
        b"\xef\xbb\xbf" + good,
        good + good,
        b'{"format": 2, "game": "x", "rules": {}}',
        b"x" * (MOST_CHARACTERS + 70_000),
        b"\0\1\2",
    ]
    reasons = [
        says("not_json", "Expecting value (character 1)"),
        says("not_json", "Unexpected UTF-8 BOM (decode using utf-8-sig) (character 1)"),
        says("not_json", f"Extra data (character {len(good) + 1})"),
        "unsupported format 2; this version reads format 1",
        says("line_too_long", MOST_CHARACTERS),
        says("not_json", "Expecting value (character 1)"),
    ]
    content = b"\n".join([good, *(line for each in bad for line in (each, good))])
    expected: list[tuple[int, Record | str]] = [(1, record)]
    for number, reason in enumerate(reasons):
        expected += [(2 * number + 2, f"line {2 * number + 2}: {reason}"), (2 * number + 3, record)]
    assert lines_of(read(opened(content))) == expected


def test_truncated_files(opened: Callable[[bytes], Any]) -> None:
    """Truncated at any character of their last line."""
    record = played("foursquare")
    good = dumps(record).encode()
    for length in range(1, len(good)):
        found = lines_of(read(opened(good + b"\n" + good[:length])))
        assert len(found) == 2
        assert found[0] == (1, record)
        assert str(found[1][1]).startswith("line 2: invalid JSON: ")
        assert str(found[1][1]).endswith("), and the file ends here") or good[:length].endswith(b"}")
    longer = b"x" * (2 * MOST_CHARACTERS)
    with pytest.raises(InvalidRecordError, match="line 1: a record must have at most"):
        next(read(opened(longer)))


def test_lines_of_invalid_utf_8(opened: Callable[[bytes], Any]) -> None:
    good = dumps(played("foursquare")).encode()
    source = opened(good + b"\n\xff\n" + good)
    found = [what for _, what in lines_of(read(source))]
    # A text file decodes many lines at once: it does not know the line and cannot continue.
    if isinstance(source, io.TextIOBase):
        told = "line 1: this line or a later one cannot be decoded (invalid start byte); open the file in binary mode "
        assert [str(what).startswith(told) for what in found] == [True]
    else:
        told = "line 2: not UTF-8: invalid start byte"
        assert found == [played("foursquare"), told, played("foursquare")]


class Counting(io.BytesIO):
    """Records the requested sizes."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        return super().readline(size)


def test_line_memory_is_bounded() -> None:
    file = Counting(b"x" * (MOST_CHARACTERS * 2) + b"\n" + dumps(played("foursquare")).encode())
    assert [line for line, _ in lines_of(read(file))] == [1, 2]
    assert file.most < MOST_CHARACTERS + 10


def test_abandoned_reader_closes_its_file(tmp_path: Path) -> None:
    """Otherwise Python would issue a warning, which fails the test."""
    path = tmp_path / "games.jsonl"
    with Writer(path) as writer:
        for _ in range(3):
            writer.write(played("foursquare"))
    assert next(read(path)) == played("foursquare")
    with pytest.raises(FileNotFoundError):
        next(read(tmp_path / "none"))
    wrong: list[Any] = [5, None, [dumps(played("foursquare"))]]
    for source in wrong:
        with pytest.raises(TypeError, match="source must be a path or a file, not "):
            read(source)


def test_files_opened_in_another_encoding() -> None:
    good = dumps(played("foursquare"))
    assert list(read(io.TextIOWrapper(io.BytesIO(good.encode("utf-16")), "utf-16"))) == [played("foursquare")]
    for encoding in ("utf-16", "utf-32"):
        ((line, told),) = lines_of(read(io.TextIOWrapper(io.BytesIO(good.encode()), encoding)))
        assert line == 1
        assert str(told).startswith("line 1: this line or a later one cannot be decoded (")


def test_writers(tmp_path: Path) -> None:
    record, other = played("foursquare"), played("rummy")
    path = tmp_path / "games.jsonl"
    path.write_text("of yesterday")
    with Writer(path) as writer:
        assert path.read_text() == ""
        writer.write(record)
        assert list(read(path)) == [record]  # flushed at once
        with pytest.raises(TypeError, match="record must be a Record"):
            writer.write("x")  # type: ignore[arg-type]
        writer.write(other)
    with pytest.raises(ValueError, match="closed"):
        writer.write(record)
    assert path.read_bytes() == f"{dumps(record)}\n{dumps(other)}\n".encode()
    with Writer(str(path), append=True) as writer:
        writer.write(record)
    assert list(read(path)) == [record, other, record]
    with Writer(tmp_path / "new.jsonl", append=True) as writer:
        writer.write(record)
    assert list(read(tmp_path / "new.jsonl")) == [record]
    refuses(TypeError, "records must be a path or a file, not int", Writer, 5)


def test_append_after_a_truncated_line(tmp_path: Path) -> None:
    """The next record starts on a new line."""
    record = played("foursquare")
    path = tmp_path / "games.jsonl"
    path.write_text(f"{dumps(record)}\n{dumps(record)[:-20]}")
    with Writer(path, append=True) as writer:
        writer.write(record)
    found = [what for _, what in lines_of(read(path))]
    assert (found[0], *found[2:]) == (record, record)
    assert str(found[1]).startswith("line 2: invalid JSON")


def test_writers_to_open_files() -> None:
    file = io.StringIO()
    with Writer(file) as writer:
        writer.write(played("foursquare"))
    assert not file.closed
    assert list(read(io.StringIO(file.getvalue()))) == [played("foursquare")]
