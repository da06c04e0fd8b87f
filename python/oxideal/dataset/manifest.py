"""The folder of a data set: its files, and a manifest with the hash of each."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from .._arguments.checks import quoted
from .._internal.files import replace_file
from .._internal.json import object_of
from ..errors import InvalidArgumentError, InvalidRecordError
from ..schemas import saved
from ..schemas.schema import FORMAT
from ..schemas.values import Fields, array, check_format, decimal

if TYPE_CHECKING:
    from .part import Part
    from .task import DataSetTask

NAME = "_manifest.json"

SHARE = 20
"""The wait before the manifest is written again, as a multiple of the last write: it may have a million lines."""


@dataclass(frozen=True)
class File:
    """A file of a data set.

    - `name`: its name in the folder
    - `games`, `rows`, `bytes`: their numbers
    - `sha256`: its hash, in hexadecimal digits
    """

    name: str
    games: int
    rows: int
    bytes: int
    sha256: str


def name_of(number: int) -> str:
    return f"part-{number:06}.parquet"


def read(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a folder, None if there is none. Raises `InvalidRecordError` for a damaged one."""
    path = folder / NAME
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        found = object_of(data, "the manifest", InvalidRecordError)
        _check(found)
    except InvalidRecordError as error:
        raise InvalidRecordError(f"{path}: {error}") from None
    return found


def _check(manifest: Any) -> None:
    given = Fields("manifest", manifest, InvalidRecordError)
    check_format(given)
    given.get("seed", decimal)
    for place, each in enumerate(given.get("files", array)):
        saved.read(File, f"files[{place}]", each)


class Folder:
    """The folder of a task, with the files that are there."""

    def __init__(self, path: Path, task: DataSetTask, manifest: dict[str, Any] | None) -> None:
        """Check that the folder is empty, or one of this task. Raises `InvalidArgumentError`."""
        self.path = path
        self.task = task
        self.head = {"format": FORMAT, **task.to_dict(), "pyarrow": pa.__version__}
        self.files: dict[int, File] = {}
        self.due = 0.0
        """When to write the manifest again."""
        if manifest is None:
            own = f"{NAME}.part", f"{NAME}.lock"
            if foreign := next((each for each in path.iterdir() if each.name not in own), None):
                raise InvalidArgumentError(f"{path} must be a new or empty folder, but it has {quoted(foreign.name)}")
        else:
            self._compare(manifest)
            listed = {each["name"]: File(**each) for each in manifest["files"]}
            for number in range(task.files):
                file = listed.get(name_of(number))
                if file is not None and self._is_whole(file):
                    self.files[number] = file
        self.write()

    def missing(self) -> list[int]:
        """Return the numbers of the files that are to be made."""
        return [number for number in range(self.task.files) if number not in self.files]

    def add(self, number: int, part: Part) -> None:
        name = name_of(number)
        replace_file(self.path / name, part.data)
        digest = hashlib.sha256(part.data).hexdigest()
        self.files[number] = File(name, len(self.task.games_of(number)), part.rows, len(part.data), digest)
        if time.monotonic() > self.due:
            self.write()

    def write(self) -> None:
        """Write the manifest, with a line for each file."""
        start = time.monotonic()
        files = ",\n".join(f"    {json.dumps(asdict(file))}" for _, file in sorted(self.files.items()))
        head = json.dumps(self.head, indent=2).removesuffix("\n}")
        replace_file(self.path / NAME, f'{head},\n  "files": [\n{files}\n  ]\n}}\n'.encode())
        end = time.monotonic()
        self.due = end + SHARE * (end - start)

    def _compare(self, manifest: dict[str, Any]) -> None:
        for name, wanted in self.head.items():
            if manifest.get(name) != wanted:
                raise InvalidArgumentError(
                    f"{self.path} has another data set: {name} must be {_shown(manifest.get(name))}, "
                    f"got {_shown(wanted)}; choose a new folder for it"
                )

    def _is_whole(self, file: File) -> bool:
        try:
            with (self.path / file.name).open("rb") as opened:
                return hashlib.file_digest(opened, "sha256").hexdigest() == file.sha256
        except OSError:
            return False


def _shown(value: object) -> str:
    """Return a value for a message, cut to 40 characters if it is not a number."""
    return str(value) if isinstance(value, int) else quoted(value if isinstance(value, str) else json.dumps(value))
