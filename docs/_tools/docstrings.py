"""What mkdocstrings reads of the package: types stand in `_native.pyi`, what is said of them in the Rust engine."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

from griffe import Class, Docstring, Extension, GriffeLoader, Object

NATIVE = "oxideal._native"
EXAMPLES = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
PAGE = re.compile(r"`(docs/([\w/-]+)\.md)`")


class Docstrings(Extension):
    """Takes the docstrings of compiled things from the built module, and makes all of them Markdown."""

    def on_class(self, *, cls: Class, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ARG002
        """Of special methods only the constructor is shown, in compiled classes too, where it has another name."""
        special = {name: cls.members.pop(name) for name in list(cls.members) if name.startswith("__")}
        constructor = special.get("__init__") or special.get("__new__")
        if constructor is not None:
            constructor.name = "__init__"
            cls.members["__init__"] = constructor

    def on_object(self, *, obj: Object, loader: GriffeLoader, **kwargs: Any) -> None:  # noqa: ARG002
        if obj.docstring is None and obj.path.startswith(f"{NATIVE}.") and obj.name != "__init__":
            obj.docstring = said_by_the_module(obj)
        if obj.docstring is not None:
            text = EXAMPLES.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
            obj.docstring.value = PAGE.sub(r"[`\1`](../\2.md)", text)


def said_by_the_module(obj: Object) -> Docstring | None:
    thing: Any = import_module(NATIVE)
    for name in obj.path.removeprefix(f"{NATIVE}.").split("."):
        thing = getattr(thing, name, None)
    text = inspect.getdoc(thing)
    return Docstring(text, parent=obj) if text else None
