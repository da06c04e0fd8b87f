"""Choose the build of the Rust engine for this processor, and report which one is in use.

On Linux x86-64 the package may contain two builds with the same results: `baseline` runs on every processor,
`x86-64-v3` needs AVX2, BMI2 and the rest of that level. The environment variable OXIDEAL_CPU selects one; by default
it is `x86-64-v3` if the processor supports it.
"""

from __future__ import annotations

import os.path  # pathlib is slow to import
from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from types import ModuleType

BASELINE, V3 = "baseline", "x86-64-v3"

FOLDERS = {BASELINE: "_baseline", V3: "_x86_64_v3"}
"""The folder of each build, in that of the package."""

V3_FEATURES = (
    *("avx", "avx2", "bmi1", "bmi2", "cmpxchg16b", "f16c", "fma", "lzcnt", "movbe", "popcnt"),
    *("sse3", "sse4.1", "sse4.2", "ssse3", "xsave"),
)
"""The features that x86-64-v3 needs, as the Rust compiler names them."""


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


@cache
def load(name: str) -> ModuleType:
    """Load the build for this processor as a module of this name, once."""
    available = builds()
    wanted = os.environ.get("OXIDEAL_CPU", "")
    if not available:
        raise ImportError("the Rust engine is not built (oxideal.reference works without it)", name=name)
    if BASELINE not in available:  # a checkout, built for the processor of this machine
        return _load(name, available[choose(wanted, tuple(available), V3_FEATURES)])
    # The baseline build runs everywhere and can ask the processor and the system what they support.
    module = _load(name, available[BASELINE])
    features = module.processor_features() if V3 in available else []
    build = choose(wanted, tuple(available), features)
    if build == BASELINE:
        return module
    other = _load(name, available[build])
    if other.build_sources() == module.build_sources():
        return other
    # In a checkout only the baseline was rebuilt: the other build is stale.
    if wanted:
        message = f'OXIDEAL_CPU: the build "{build}" is stale: its sources differ from those of "{BASELINE}"'
        raise ImportError(message, name=name)
    return module


def choose(wanted: str, available: Sequence[str], features: Sequence[str]) -> str:
    """Return the wanted build or, if that is empty, the best one for a processor with these features."""
    missing = [feature for feature in V3_FEATURES if feature not in features]
    if not wanted:
        return V3 if V3 in available and not missing else BASELINE
    if wanted not in FOLDERS:
        raise ImportError(f"OXIDEAL_CPU: unknown build {wanted!a}; expected one of {', '.join(FOLDERS)}")
    if wanted not in available:
        raise ImportError(f'OXIDEAL_CPU: the build "{wanted}" is not installed; available: {", ".join(available)}')
    if wanted == V3 and missing:
        raise ImportError(f'OXIDEAL_CPU: this processor cannot run "{wanted}": it lacks {", ".join(missing)}')
    return wanted


def builds() -> dict[str, str]:
    here = os.path.dirname(os.path.dirname(__file__))
    files: dict[str, str] = {}
    for build, folder in FOLDERS.items():
        for file in (os.path.join(here, folder, f"_native{suffix}") for suffix in EXTENSION_SUFFIXES):
            if os.path.exists(file):
                files.setdefault(build, file)
    return files


def build_info() -> BuildInfo:
    """Return the build of the Rust engine in use and the builds that are installed.

    >>> import oxideal
    >>> oxideal.build_info().profile
    'release'
    """
    engine = load("oxideal._native")  # not imported, as it imports this module
    assert engine.__file__ is not None
    folder = os.path.basename(os.path.dirname(engine.__file__))
    build = next(name for name in FOLDERS if FOLDERS[name] == folder)
    features = tuple(engine.processor_features())
    return BuildInfo(engine.__version__, build, tuple(builds()), features, engine.build_profile())


def _load(name: str, file: str) -> ModuleType:
    loader = ExtensionFileLoader(name, file)
    spec = spec_from_file_location(name, file, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
