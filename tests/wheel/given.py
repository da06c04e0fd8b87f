"""What `run.py` has installed, and its settings for the tests."""

from __future__ import annotations

import os
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

FILE = Path(os.environ["OXIDEAL_DISTRIBUTION"])
IS_WHEEL = FILE.suffix == ".whl"
VERSION = FILE.name.removesuffix(".tar.gz").split("-")[1]

SOURCES = frozenset(Path(os.environ["OXIDEAL_SOURCES"]).read_text(encoding="utf-8").split("\n"))
"""The package's own files, as in the checkout."""

LICENSES = ("LICENSE-APACHE", "LICENSE-MIT", "LICENSE-THIRD-PARTY")


def contents() -> dict[str, bytes]:
    """Return the files in the wheel or the sdist; those of an sdist relative to its top folder."""
    if IS_WHEEL:
        with zipfile.ZipFile(FILE) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    files = {}
    with tarfile.open(FILE) as sdist:
        for member in sdist:
            data = sdist.extractfile(member)
            assert data is not None, member.name
            files[member.name.removeprefix(f"oxideal-{VERSION}/")] = data.read()
    return files


def metadata(text: bytes) -> Message:
    return Parser().parsestr(text.decode())
