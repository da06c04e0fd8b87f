"""The Rust engine: on import this module takes the contents of the build for this processor.

It does not replace itself: another thread that imports it meanwhile would get a module without contents.
`_native.pyi` has its contents and types.
"""

from ._internal.builds import load

_OURS = {"__builtins__", "__cached__", "__loader__", "__package__", "__spec__"}

globals().update({name: value for name, value in vars(load(__name__)).items() if name not in _OURS})
del load, _OURS  # type: ignore[name-defined]
