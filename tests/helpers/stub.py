"""`_native.pyi`, the stub of the Rust module, and the docstrings of the module itself.

Editors read the stub and do not load compiled modules, so the stub repeats the docstrings: `make stubs` copies them
from the built module. `help()` reads the module, whose signatures cannot hold types, so a docstring's second paragraph
is the declaration as the stub has it.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import oxideal
from oxideal import _native

STUB = Path(oxideal.__file__).parent / "_native.pyi"

Node = ast.ClassDef | ast.FunctionDef


class Member(NamedTuple):
    """A class in the stub, or a method or property of one."""

    node: Node
    name: str
    """Of the class in the module and, after a dot, of its member."""
    declaration: str | None
    """None for a class without a public constructor."""
    documentation: str
    """The docstring in the module."""

    @property
    def without_declaration(self) -> str:
        paragraphs = self.documentation.split("\n\n")
        return "\n\n".join(paragraphs if self.declaration is None else [paragraphs[0], *paragraphs[2:]])


def members(tree: ast.Module) -> Iterator[Member]:
    """All classes of the module and their public members, those of shared bases once for each class."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for name, node in classes.items():
        if name.startswith("_"):
            continue
        class_ = getattr(_native, name)
        mine = list(functions(node, classes))
        constructor = next(function for function in mine if function.name == "__new__")
        declaration = declared(constructor, class_.__name__) if parameters(constructor) else None
        yield Member(node, name, declaration, inspect.getdoc(class_) or "")
        for function in mine:
            if not function.name.startswith("__"):
                documentation = inspect.getdoc(inspect.getattr_static(class_, function.name)) or ""
                yield Member(function, f"{name}.{function.name}", declared(function), documentation)


def functions(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> Iterator[ast.FunctionDef]:
    """The methods and properties of a class and its bases."""
    yield from (each for each in node.body if isinstance(each, ast.FunctionDef))
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(name, ast.Name) and name.id in classes:
            yield from functions(classes[name.id], classes)


def declared(function: ast.FunctionDef, constructs: str = "") -> str:
    """The declaration as a docstring quotes it, such as `push(move: Move | int, /) -> None`."""
    returned = plain(function.returns)
    if any(isinstance(each, ast.Name) and each.id == "property" for each in function.decorator_list):
        return f"{function.name}: {returned}"
    listed = ", ".join(parameters(function))
    return f"{constructs}({listed})" if constructs else f"{function.name}({listed}) -> {returned}"


def parameters(function: ast.FunctionDef) -> list[str]:
    """All but `self` or `cls`, with the marks `/` and `*`."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    defaults = [*[None] * (len(positional) - len(given.defaults)), *given.defaults]
    listed = [parameter(each, default) for each, default in zip(positional, defaults, strict=True)]
    if given.posonlyargs:
        listed.insert(len(given.posonlyargs), "/")
    if given.kwonlyargs:
        named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
        listed += ["*", *(parameter(each, default) for each, default in named)]
    if given.kwarg:
        listed.append(f"**{parameter(given.kwarg, None)}")
    return listed[1:]


def parameter(given: ast.arg, default: ast.expr | None) -> str:
    typed = f"{given.arg}: {plain(given.annotation)}"
    return typed if default is None else f"{typed} = {ast.unparse(default)}"


def plain(annotation: ast.expr | None) -> str:
    """A type under the names that users know."""
    text = "" if annotation is None else ast.unparse(annotation)
    text = re.sub(
        r"\b(?:DouDizhu|FourSquare|MexicanTrain|Rummy)(Rules|Move|State|ViewBuilder|View|Cards)\b", r"\1", text
    )
    text = re.sub(r"\b_(\w+)T\b", r"\1", text)
    return re.sub(r"\bnpt?\.", "", text).replace("SupportsIndex", "int")


def with_docstrings(source: str) -> str:
    """The source of the stub with the docstrings of the module, not yet formatted."""
    lines = source.splitlines()
    wanted = {(each.node.lineno, each.node.col_offset): each for each in members(ast.parse(source))}
    for (_, indent), member in sorted(wanted.items(), reverse=True, key=lambda item: item[0]):
        first = member.node.body[0]
        text = docstring(member, indent)
        if ast.get_docstring(member.node) is not None:
            lines[first.lineno - 1 : first.end_lineno] = text
        elif isinstance(first, ast.Expr):  # an ellipsis behind the colon
            lines[first.lineno - 1 : first.lineno] = [lines[first.lineno - 1].removesuffix(" ..."), *text]
        else:
            start = min(each.lineno for each in (first, *getattr(first, "decorator_list", [])))
            lines[start - 1 : start - 1] = text
    return "\n".join([*lines, ""])


def docstring(member: Member, indent: int) -> list[str]:
    text = member.without_declaration
    quoted = f'"""{text}\n"""' if "\n" in text else f'"""{text}"""'
    return textwrap.indent(quoted, " " * (indent + 4)).split("\n")


if __name__ == "__main__":
    STUB.write_text(with_docstrings(STUB.read_text("utf-8")), "utf-8")
