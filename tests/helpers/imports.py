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
    return {
        name: {each for each in _imported(name, path, sources) if each in sources and each != name}
        for name, path in sources.items()
    }


def _imported(name: str, path: Path, sources: Mapping[str, Path]) -> Iterator[str]:
    around = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in _run(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(around[: len(around) + 1 - node.level]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            for each in node.names:
                inner = f"{module}.{each.name}"
                yield inner if inner in sources else module


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield this node and all below it, except the body of `if TYPE_CHECKING:`."""
    yield node
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING":
            continue
        yield from _run(each)


def cycles(imports: Imports) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or indirectly."""
    reached = {name: _reached(name, imports) for name in imports}
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in imports}
    return sorted(sorted(group) for group in groups if group)


def _reached(name: str, imports: Imports) -> set[str]:
    found: set[str] = set()
    ahead = [*imports[name]]
    while ahead:
        if (each := ahead.pop()) not in found:
            found.add(each)
            ahead += imports[each]
    return found


def texts_of(path: Path) -> Iterator[str]:
    """Yield the strings in a module that are not docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def lines_with(path: Path, word: str) -> set[int]:
    """Return the lines on which this word is a name, an imported module or a whole string."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                named = {*module.split("."), *(each.name for each in names)}
            case ast.Import(names=names):
                named = {part for each in names for part in each.name.split(".")}
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                named = {name}
            case ast.ImportFrom(names=names):
                named = {each.name for each in names}
            case _:
                continue
        if word in named:
            found.add(node.lineno)
    return found
