"""How mkdocstrings reads the package: Markdown docstrings, and compiled classes with all their members."""

from __future__ import annotations

import copy
import dataclasses
import re
from typing import Any

from griffe import Alias, Class, Expr, ExprName, Extension, GriffeLoader, Module, Object

EXAMPLES = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
PAGE = re.compile(r"`(docs/([\w/-]+)\.md)`")


class Docstrings(Extension):
    """Fill in the inherited members of compiled classes, and make docstrings Markdown."""

    def on_class(self, *, cls: Class, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ARG002
        """Keep the constructor as the only special method; in compiled classes it is called `__new__`."""
        special = {name: cls.members.pop(name) for name in list(cls.members) if name.startswith("__")}
        constructor = special.get("__init__") or special.get("__new__")
        if constructor is not None:
            constructor.name = "__init__"
            cls.members["__init__"] = constructor

    def on_object(self, *, obj: Object, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ARG002
        if obj.docstring is not None:
            text = EXAMPLES.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
            obj.docstring.value = PAGE.sub(r"[`\1`](../\2.md)", text)

    def on_package(self, *, pkg: Module, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ARG002
        """Copy what compiled classes share into each of them: the private bases exist in the stub only."""
        native = pkg.members.get("_native")
        if not isinstance(native, Module):
            return
        for cls in [each for each in native.members.values() if isinstance(each, Class)]:
            if cls.name.startswith("_"):
                continue
            for member in inherited(cls, native).values():
                if member.name not in cls.members:
                    own = specialised(member, cls, native)
                    cls.set_member(own.name, own)
            cls.bases = [base for base in cls.bases if not base_name(base).startswith("_")]


def base_name(base: str | Expr) -> str:
    return str(base).partition("[")[0]


def inherited(cls: Class, native: Module) -> dict[str, Object]:
    """Return the members of a class's private bases, the nearest first."""
    found: dict[str, Object] = {}
    for base in cls.bases:
        parent = native.members.get(base_name(base))
        if isinstance(parent, Class) and parent.name.startswith("_"):
            own = {name: each for name, each in parent.members.items() if not isinstance(each, Alias)}
            found = {**inherited(parent, native), **own, **found}
    return found


def specialised(member: Object, cls: Class, native: Module) -> Object:
    """Return a copy of a base's member for this class, with its game's types in place of type variables."""
    game = re.sub(r"(Rules|Move|State|View|Batch)$", "", cls.name)

    def replaced(value: Any) -> Any:
        if isinstance(value, ExprName) and (match := re.fullmatch(r"_(Rules|Move|State|View)T", value.name)):
            return ExprName(game + match[1], parent=native)
        if isinstance(value, Expr):
            fields = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
            return dataclasses.replace(
                value, **{name: replaced(each) for name, each in fields.items() if name != "parent"}
            )
        return [replaced(each) for each in value] if isinstance(value, list) else value

    own = copy.copy(member)
    own.parent = cls
    for name in ("annotation", "returns"):
        if isinstance(own.__dict__.get(name), Expr):
            setattr(own, name, replaced(own.__dict__[name]))
    if "parameters" in own.__dict__:
        parameters: Any = own.__dict__["parameters"]
        each = [copy.copy(parameter) for parameter in parameters]
        for parameter in each:
            parameter.annotation = replaced(parameter.annotation)
        setattr(own, "parameters", type(parameters)(*each))  # noqa: B010
    return own
