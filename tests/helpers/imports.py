"""The imports of a package's modules, read from their sources: including those inside functions,
except imports for types.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

Imports = Mapping[str, set[str]]


def sources_of(package: Path) -> dict[str, Path]:
    """Return the modules of a package by name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(package: Path) -> dict[str, set[str]]:
    """Return the modules of the package that each module imports; `from a import b` counts as `a.b`
    if that is a module.
    """
    sources = sources_of(package)
    return {name: {*_imported(name, path, sources, _run(_tree(path)))} - {name} for name, path in sources.items()}


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imported(name: str, path: Path, sources: Mapping[str, Path], nodes: Iterator[ast.AST]) -> Iterator[str]:
    """Yield the modules in `sources` that statements import."""
    around = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in sources)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(around[: len(around) + 1 - node.level]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            for each in node.names:
                inner = f"{module}.{each.name}"
                if inner in sources:
                    yield inner
                if module in sources and inner not in sources:
                    yield module


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield this statement and all inside it, except the body of `if TYPE_CHECKING:`."""
    yield node
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.expr):
            continue
        if isinstance(each, ast.If) and isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING":
            continue
        yield from _run(each)


def cycles(imports: Imports) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or indirectly."""
    reached = {name: _reached(name, imports) for name in imports}
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in imports}
    return sorted(sorted(group) for group in groups if group)


def between_children(imports: Imports, package: str) -> dict[str, set[str]]:
    """Return the imports between a package's modules and subpackages, each with all that it contains. The package's own
    `__init__` does not count.
    """

    def child(name: str) -> str | None:
        inner = name.removeprefix(f"{package}.")
        return None if inner == name else f"{package}.{inner.partition('.')[0]}"

    found: dict[str, set[str]] = {}
    for name, imported in imports.items():
        if (mine := child(name)) is not None:
            found.setdefault(mine, set()).update(
                each for other in imported if (each := child(other)) not in (None, mine)
            )
    return found


def _reached(name: str, imports: Imports) -> set[str]:
    found: set[str] = set()
    ahead = [*imports[name]]
    while ahead:
        if (each := ahead.pop()) not in found:
            found.add(each)
            ahead += imports[each]
    return found
