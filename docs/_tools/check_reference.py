"""Check that the built API pages have every public name of the package.

python docs/_tools/check_reference.py site
"""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import oxideal

OTHER_PAGES = {"cli", "reference"}
"""Modules with pages of another kind: the command line, and the second engine, which has the same names."""

ANCHOR = re.compile(r'id="(oxideal\.[\w.]+)"')


def public_names() -> set[str]:
    """Return what users can import, and the members of its classes that are ours."""
    names = set()
    for name in oxideal.__all__:
        module = getattr(oxideal, name)
        if isinstance(module, ModuleType) and name not in OTHER_PAGES:
            for each in import_module(module.__name__).__all__:
                thing = getattr(module, each)
                if not isinstance(thing, ModuleType):
                    names |= {f"{module.__name__}.{each}", *members(f"{module.__name__}.{each}", thing)}
    return names


def members(name: str, thing: object) -> set[str]:
    if not inspect.isclass(thing) or issubclass(thing, BaseException):
        return set()
    ours = [base for base in thing.__mro__ if base.__module__.startswith("oxideal")]
    found = {member for base in ours for member in (*vars(base), *vars(base).get("__annotations__", ()))}
    return {f"{name}.{member}" for member in found if not member.startswith("_")}


def missing(anchors: set[str]) -> list[str]:
    """Return the public names without an anchor. A function may have one under the module that defines it."""
    return sorted(name for name in public_names() if not {name, definition(name)} & anchors)


def definition(name: str) -> str:
    module, _, last = name.rpartition(".")
    thing = getattr(sys.modules.get(module), last, None)
    return f"{thing.__module__}.{last}" if inspect.isfunction(thing) else name


def main() -> int:
    pages = (Path(sys.argv[1]) / "reference").glob("*.html")
    anchors = {anchor for page in pages for anchor in ANCHOR.findall(page.read_text(encoding="utf-8"))}
    found = missing(anchors)
    for name in found:
        print(f"{name} is not in the API pages", file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
