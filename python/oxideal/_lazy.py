"""Packages that import their modules on first use.

Python locks a module while it imports it. It locks a module before its package, and a package that imports its own
modules locks them after itself: two threads that import both for the first time can wait for each other. So a package
imports none of its modules while it is itself imported.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    _homes: Mapping[str, str]
    _modules: Collection[str]
    __all__: Collection[str]

    def __getattr__(self, name: str) -> Any:
        if name in self._modules:
            return import_module(f"{self.__name__}.{name}")
        if name not in self._homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{self.__name__}.{self._homes[name]}"), name)
        self.__dict__[name] = value
        return value

    def __dir__(self) -> list[str]:
        return sorted({*self.__all__, *self._modules})

    def __setattr__(self, name: str, value: object) -> None:
        # After an import, Python sets the module `draw` here; a function of this name is what users expect.
        if not (name in self._homes and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


def import_on_first_use(package: str, names: Mapping[str, str], modules: Collection[str] = ()) -> None:
    """Let a package have names of its modules and modules themselves.

    `names` has the names for each module, with spaces between.
    """
    module = sys.modules[package]
    homes = {name: home for home, each in names.items() for name in each.split()}
    module.__dict__.update(_homes=homes, _modules=modules)
    module.__class__ = _Package
