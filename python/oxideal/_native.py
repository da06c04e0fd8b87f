"""The Rust engine: on import this module takes the contents of the build for this processor.

It does not replace itself: another thread that imports it meanwhile would get a module without contents.
`_native.pyi` has its contents and types.
"""

from ._internal.builds import load
from ._registry import GAMES
from .schemas.methods import METHODS, methods_of

_OURS = {"__builtins__", "__cached__", "__loader__", "__package__", "__spec__"}

globals().update({name: value for name, value in vars(load(__name__)).items() if name not in _OURS})

# Its classes get the methods that are written in Python.
for _game in GAMES.values():
    for _kind in METHODS:
        for _name, _method in methods_of(_kind):
            setattr(globals()[f"{_game.class_name}{_kind}"], _name, _method)

del GAMES, METHODS, load, methods_of, _OURS  # type: ignore[name-defined]
