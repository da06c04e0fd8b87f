"""Which build of the Rust engine is used, where there is more than one.

For Linux on x86-64 the package may have the engine twice: as every such processor runs it (`baseline`), and for those
that have AVX2, BMI2 and what else makes up `x86-64-v3`. Both give the same results. The environment variable
OXIDEAL_CPU names the one to use; without it, it is the second one wherever that can be used.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

BASELINE, V3 = "baseline", "x86-64-v3"

FOLDERS = {BASELINE: "_baseline", V3: "_x86_64_v3"}
"""Where each build lies: below this one."""

V3_FEATURES = (
    *("avx", "avx2", "bmi1", "bmi2", "cmpxchg16b", "f16c", "fma", "lzcnt", "movbe", "popcnt"),
    *("sse3", "sse4.1", "sse4.2", "ssse3", "xsave"),
)
"""What a processor needs for the second one, in the names of the Rust compiler."""


def load(name: str) -> ModuleType:
    """The build for this processor, as a module of this name."""
    available = builds()
    wanted = os.environ.get("OXIDEAL_CPU", "")
    if not available:
        raise ImportError("the Rust engine is not built (oxideal.reference does without it)", name=name)
    if BASELINE not in available:  # a checkout, built for the processor it is on
        return _load(name, available[choose(wanted, tuple(available), V3_FEATURES)])
    # The baseline runs everywhere, and can ask the processor and the system what may be used.
    module = _load(name, available[BASELINE])
    features = module.processor_features() if V3 in available else []
    build = choose(wanted, tuple(available), features)
    if build == BASELINE:
        return module
    other = _load(name, available[build])
    if other.build_sources() == module.build_sources():
        return other
    # A checkout in which only the baseline was built anew: never play by rules of yesterday.
    if wanted:
        raise ImportError(f'OXIDEAL_CPU is "{build}", which was built from other sources than "{BASELINE}"', name=name)
    return module


def choose(wanted: str, available: Sequence[str], features: Sequence[str]) -> str:
    """The build to use: the wanted one, or the best that there is for a processor with these features."""
    missing = [feature for feature in V3_FEATURES if feature not in features]
    if not wanted:
        return V3 if V3 in available and not missing else BASELINE
    if wanted not in FOLDERS:
        raise ImportError(f"OXIDEAL_CPU is {wanted!a}: the builds are {', '.join(FOLDERS)}")
    if wanted not in available:
        raise ImportError(f'OXIDEAL_CPU is "{wanted}", which is not built here: there is {", ".join(available)}')
    if wanted == V3 and missing:
        raise ImportError(f'OXIDEAL_CPU is "{wanted}", but this processor has no {", ".join(missing)}')
    return wanted


def builds() -> dict[str, Path]:
    """The builds that there are."""
    here = Path(__file__).parent
    files: dict[str, Path] = {}
    for build, folder in FOLDERS.items():
        for file in (here / folder / f"_native{suffix}" for suffix in EXTENSION_SUFFIXES):
            if file.exists():
                files.setdefault(build, file)
    return files


def _load(name: str, file: Path) -> ModuleType:
    loader = ExtensionFileLoader(name, str(file))
    spec = spec_from_file_location(name, file, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
