"""Which build of the Rust engine is in use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from . import _native
from ._processor import FOLDERS, builds


class BuildInfo(NamedTuple):
    """Which build of the Rust engine is in use."""

    version: str
    """The version of the package."""
    build: str
    """`baseline` or `x86-64-v3`."""
    available: tuple[str, ...]
    """The builds that the package has here, whether this processor can run them or not."""
    features: tuple[str, ...]
    """Which of the features that x86-64-v3 asks for this processor has; none on processors of another kind."""
    profile: str
    """`release`, or `debug`, which is many times slower."""


def build_info() -> BuildInfo:
    """Which build of the Rust engine is in use, and what there is to choose from.

    >>> import oxideal
    >>> oxideal.build_info().profile
    'release'
    """
    assert _native.__file__ is not None
    folder = Path(_native.__file__).parent.name
    build = next(name for name in FOLDERS if FOLDERS[name] == folder)
    features = tuple(_native.processor_features())
    return BuildInfo(_native.__version__, build, tuple(builds()), features, _native.build_profile())
