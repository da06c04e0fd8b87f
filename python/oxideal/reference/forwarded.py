"""Public attributes that something inside an object has."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

T = TypeVar("T")


class Forwarded(property, Generic[T]):
    """A read-only attribute with the value at a path, such as "_round.dealer", and the docstring of the protocol."""

    def __init__(self, path: str) -> None:
        super().__init__(attrgetter(path))

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)  # type: ignore[misc]  # not in typeshed
        self.__doc__ = next(vars(base)[name].__doc__ for base in owner.__mro__[1:] if name in vars(base))

    if TYPE_CHECKING:

        def __get__(self, instance: Any, owner: type | None = None, /) -> T: ...  # type: ignore[override]
