"""Report which build of the Rust engine is in use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from . import _native
from ._processor import FOLDERS, builds


class BuildInfo(NamedTuple):
    """The build of the Rust engine in use, as `build_info()` returns it.

    >>> import oxideal
    >>> oxideal.build_info().build in oxideal.build_info().available
    True
    """

    version: str
    """Version of the package."""
    build: str
    """`baseline` or `x86-64-v3`."""
    available: tuple[str, ...]
    """Installed builds, including those that this processor cannot run."""
    features: tuple[str, ...]
    """The features of x86-64-v3 that this processor has; empty on other architectures."""
    profile: str
    """`release`, or `debug`, which is many times slower."""


def build_info() -> BuildInfo:
    """Return the build of the Rust engine in use and the builds that are installed.

    >>> import oxideal
    >>> oxideal.build_info().profile
    'release'
    """
    assert _native.__file__ is not None
    folder = Path(_native.__file__).parent.name
    build = next(name for name in FOLDERS if FOLDERS[name] == folder)
    features = tuple(_native.processor_features())
    return BuildInfo(_native.__version__, build, tuple(builds()), features, _native.build_profile())
