"""Values that no caller intends, each under a name and recreated for every call, as many of them
keep state.

A value may only raise `Own`, which may propagate. Endless iterators count: reading more than
`PATIENCE` items raises `Endless`, which no call may let through.
"""

from __future__ import annotations

import array
import mmap
from collections import UserDict, UserList, UserString, deque
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import count
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 20_000
"""More items than any argument has."""


class Own(Exception):  # noqa: N818 (it stands for any exception of the caller's)
    """The error that a hostile value raises."""


class Endless(BaseException):
    """An endless value was read too far."""


def counted(items: Iterator[Any]) -> Iterator[Any]:
    for number, item in enumerate(items):
        if number == PATIENCE:
            raise Endless
        yield item


def fail(*_: Any, **__: Any) -> Any:
    raise Own("hostile")


def raising(*names: str) -> object:
    """Return an object whose special methods of these names raise."""
    return type("Raises", (), dict.fromkeys(names, fail))()


def giving(**methods: Any) -> object:
    """Return an object whose special methods return these values."""

    def method(value: Any) -> Callable[..., Any]:
        return lambda *_, **__: value

    return type("Gives", (), {f"__{name}__": method(value) for name, value in methods.items()})()


def generator_that_raises() -> Iterator[Any]:
    yield "3"
    raise Own("hostile")


class Int(int):
    def __index__(self) -> int:
        return 10**9

    __int__ = __index__

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        raise Own("compared")

    __le__ = __gt__ = __ge__ = __lt__

    def __hash__(self) -> int:
        return 7

    def __str__(self) -> str:
        raise Own("printed")

    __repr__ = __str__


class Str(str):
    """A string whose methods all lie."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("players")

    def __len__(self) -> int:
        return 2**40

    def __iter__(self) -> Iterator[str]:
        return counted(map(str, count()))

    def __getitem__(self, key: Any) -> str:
        raise Own("read")

    def split(self, *_: Any) -> Any:
        raise Own("split")

    def __str__(self) -> str:
        raise Own("printed")

    __repr__ = __str__

    def encode(self, *_: Any) -> Any:
        raise Own("encoded")

    def strip(self, *_: Any) -> Any:
        return self


class Bytes(bytes):
    def __getitem__(self, key: Any) -> Any:
        raise Own("read")

    def __len__(self) -> int:
        return 2**40

    def startswith(self, *_: Any) -> bool:
        return True


class List(list):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        return counted(count())

    def __len__(self) -> int:
        return 2

    def __getitem__(self, key: Any) -> Any:
        raise Own("read")


class Dict(dict):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        return counted(map(str, count()))

    def __contains__(self, key: object) -> bool:
        return True

    def __getitem__(self, key: Any) -> Any:
        raise Own("read")

    def keys(self) -> Any:
        return counted(map(str, count()))

    def items(self) -> Any:
        return counted((str(number), number) for number in count())


class Tuple(tuple):  # type: ignore[type-arg]
    __slots__ = ()

    def __len__(self) -> int:
        return 10**9

    def __iter__(self) -> Iterator[Any]:
        return counted(count())


class Sequence:
    """A sequence that claims a false length and has an item at every index."""

    asked = 0

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, key: Any) -> Any:
        self.asked += 1
        if self.asked > PATIENCE:
            raise Endless
        return 3


class Name(type):
    """A class without a name."""

    def __getattribute__(cls, name: str) -> Any:
        if name in ("__name__", "__qualname__", "__module__"):
            raise Own("named")
        return super().__getattribute__(name)


class Nameless(metaclass=Name):
    pass


class Pretends:
    """An object that claims another class."""

    def __init__(self, pretended: type) -> None:
        self.pretended = pretended

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self.pretended


class Unclassed:
    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise Own("classed")


class Changing:
    """A different integer on each conversion."""

    def __init__(self) -> None:
        self.asked = 0

    def __index__(self) -> int:
        self.asked += 1
        return 0 if self.asked == 1 else 2**70


class Path:
    def __fspath__(self) -> Any:
        return 3


class SubArray(np.ndarray):
    def __array_finalize__(self, _: Any) -> None:
        pass

    def __eq__(self, other: object) -> Any:
        raise Own("compared")

    def min(self, *_: Any, **__: Any) -> Any:
        raise Own("asked")


def containing_itself(thing: Any) -> Any:
    match thing:
        case list():
            thing.append(thing)
        case dict():
            thing["rules"] = thing
    return thing


def nested(depth: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


def read_only(value: Any) -> Any:
    value.flags.writeable = False
    return value


def zero(code: str) -> Any:
    return np.zeros((), code)[()]


def huge(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array with huge apparent size but one element."""
    return np.lib.stride_tricks.as_strided(np.zeros(1, dtype), shape, (0,) * len(shape))


def interface_array() -> Any:
    """The same without a numpy class."""
    one = np.zeros(1, np.uint8)
    told = {**one.__array_interface__, "shape": (2**40,), "strides": (0,)}
    return SimpleNamespace(__array_interface__=told, kept=one)


DTYPES = "?bBhHiIlLqQefdgFDGSUVOMm"

NUMBERS = ("-1", "2**31", "2**32", "2**63", "-2**63-1", "2**64-1", "2**64", "2**96", "2**256", "-2**256", "10**5000")

RAISING = "index int float hash iter next getitem bool getattribute getattr array fspath buffer"
"""Special methods that raise, each alone."""

CLASSES = (str, int, bool, bytes, dict, list, np.ndarray)

VALUES: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "False": lambda: False,
    "ellipsis": lambda: ...,
    "not implemented": lambda: NotImplemented,
    **{text: partial(eval, text) for text in NUMBERS},
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: -float("inf"),
    "-0.0": lambda: -0.0,
    "1e400": lambda: Decimal("1e400"),
    "snan": lambda: Decimal("sNaN"),
    "fraction": lambda: Fraction(1, 3),
    "complex": lambda: 1j,
    "Int": lambda: Int(3),
    "text": lambda: "",
    "one": lambda: "1",
    "text, huge": lambda: "3" * 1_000_000,
    "text of spaces": lambda: " " * 100_000,
    "text of commas": lambda: "," * 100_000,
    "surrogate": lambda: "\ud800",
    "surrogate in between": lambda: "3 \udfff 4",
    "nul": lambda: "3\x003",
    "right to left": lambda: "\u202e\u05d0\u0661",
    "combining": lambda: "a" + "\u0301" * 50,
    "other digits": lambda: "\u0663\u0664",
    "superscript": lambda: "²",
    "line break": lambda: "3\n4",
    "wide": lambda: "\U0001f0cf" * 3,
    "curly": lambda: "{0.__class__}",
    "percent": lambda: "%s%n",
    "minus zero": lambda: "-0",
    "plus": lambda: "+1",
    "underscore": lambda: "1_0",
    "digits": lambda: "9" * 5000,
    "Str": lambda: Str("low"),
    "Str of cards": lambda: Str("3"),
    "UserString": lambda: UserString("3"),
    "bytes": lambda: b"",
    "bytes, 32": lambda: bytes(32),
    "bytes, 31": lambda: bytes(31),
    "Bytes": lambda: Bytes(32),
    "bytearray": lambda: bytearray(32),
    "memoryview": lambda: memoryview(bytearray(32)),
    "memoryview, cast": lambda: memoryview(bytearray(32)).cast("q", [2, 2]),
    "memoryview, back": lambda: memoryview(bytes(32))[::-1],
    "mmap": lambda: mmap.mmap(-1, 32),
    "array": lambda: array.array("d", [1.5, 2.5]),
    "array of ints": lambda: array.array("q", [2**62] * 15),
    "list": list,
    "list of None": lambda: [None],
    "list of texts": lambda: ["", "\ud800", "x" * 1000],
    "list of ints": lambda: [2**70, -1],
    "list of fifteen": lambda: [2**64 - 1] * 15,
    "list of bools": lambda: [True] * 15,
    "list of floats": lambda: [float("nan")] * 15,
    "list, ragged": lambda: [[1], [1, 2]],
    "list, nested": lambda: nested(100),
    "list, nested deeply": lambda: nested(100_000),
    "list, long": lambda: ["3"] * 100_000,
    "list in itself": lambda: containing_itself([]),
    "List": lambda: List([1, 2]),
    "UserList": lambda: UserList(["3"]),
    "tuple": tuple,
    "tuple, nested": lambda: ((1, 2), (3, (4,))),
    "Tuple": lambda: Tuple((1, 2)),
    "dict": dict,
    "dict of ints": lambda: {1: 2},
    "dict of surrogates": lambda: {"\ud800": 1},
    "dict in itself": lambda: containing_itself({}),
    "Dict": lambda: Dict(players=3),
    "dict with Str": lambda: {Str("x"): 3},
    "UserDict": lambda: UserDict({"x": 1}),
    "proxy": lambda: MappingProxyType({"x": 1}),
    "set": lambda: {"3", "4"},
    "frozenset": lambda: frozenset({3}),
    "deque": lambda: deque(["3"]),
    "range": lambda: range(2**62),
    "slice": lambda: slice(None),
    "generator": lambda: (item for item in ("3", "4")),
    "generator that raises": generator_that_raises,
    "endless texts": lambda: counted(map(str, count())),
    "endless ints": lambda: counted(count()),
    "endless pairs": lambda: counted((number, number) for number in count()),
    "endless Nones": lambda: counted(None for _ in count()),
    "object": object,
    "class": lambda: int,
    "function": lambda: fail,
    "module": lambda: np,
    "exception": lambda: Own("x"),
    "Mock": Mock,
    "Nameless": Nameless,
    "Unclassed": Unclassed,
    **{f"raises __{name}__": partial(raising, f"__{name}__") for name in RAISING.split()},
    "raises __eq__": lambda: raising("__eq__", "__hash__"),
    "raises __len__": lambda: raising("__len__", "__getitem__"),
    "raises __str__": lambda: raising("__str__", "__repr__", "__format__"),
    "raises __reduce__": lambda: raising("__reduce__", "__deepcopy__", "__copy__"),
    "raises __lt__": lambda: raising("__lt__", "__le__", "__gt__", "__ge__"),
    "gives __index__ of text": lambda: giving(index="3"),
    "gives __index__ of bool": lambda: giving(index=True),
    "gives __index__ of Int": lambda: giving(index=Int(3)),
    "gives __int__": lambda: giving(int=3),
    "gives __iter__ of int": lambda: giving(iter=3),
    "gives __len__ of -1": lambda: giving(len=-1),
    "gives __len__": lambda: giving(len=2**62, iter=counted(count())),
    "gives __hash__": lambda: giving(hash="x"),
    "gives __bool__": lambda: giving(bool="x"),
    "gives __eq__": lambda: giving(eq=True, hash=7),
    "gives __str__": lambda: giving(str=3, repr=b""),
    "gives __array__": lambda: giving(array=np.zeros(3, np.int64)),
    "gives __array__ of text": lambda: giving(array="3"),
    "gives __fspath__": Path,
    "__array_interface__": interface_array,
    "Changing": Changing,
    "Sequence": lambda: Sequence(3),
    "Sequence, huge": lambda: Sequence(2**62),
    **{f"pretended {kind.__name__}": partial(Pretends, kind) for kind in CLASSES},
    "np.bool": lambda: np.bool_(True),
    **{f"np zero {code}": partial(zero, code) for code in DTYPES},
    "np.int64 max": lambda: np.int64(2**63 - 1),
    "np.uint64 max": lambda: np.uint64(2**64 - 1),
    "np.nan": lambda: np.float32("nan"),
    **{f"array {code}": partial(np.zeros, 3, code) for code in DTYPES},
    "array, 0-d": lambda: np.array(3),
    "array, empty": lambda: np.zeros(0, np.int64),
    "array, empty rows": lambda: np.zeros((0, 15), np.int64),
    "array, empty columns": lambda: np.zeros((3, 0), np.int64),
    "array, swapped": lambda: np.arange(15).astype(">i8"),
    "array, strided": lambda: np.arange(60)[::-4],
    "array, Fortran": lambda: np.zeros((7, 7), np.int8, order="F"),
    "array, read-only": lambda: read_only(np.zeros(3, np.int64)),
    "array, overlapping": lambda: np.lib.stride_tricks.as_strided(np.zeros(4, np.int64), (3, 3), (8, 8)),
    "array, structured": lambda: np.zeros(3, [("a", "i4"), ("b", "O")]),
    "array of objects": lambda: np.array([None, fail, 3], object),
    "array in itself": lambda: containing_array(),
    "array, 64-d": lambda: np.zeros((1,) * 64),
    "array, masked": lambda: np.ma.array([1, 2, 3], mask=True),
    "array, matrix": lambda: np.asmatrix(np.zeros((1, 15), np.int64)),
    "array, recarray": lambda: np.zeros(3, [("a", "i4")]).view(np.recarray),
    "array, huge": lambda: huge((2**40,), np.int64),
    "array, huge rows": lambda: huge((2**40, 15), np.uint8),
    "array, huge grids": lambda: huge((2**38, 7, 7), np.int8),
    "array, huge floats": lambda: huge((2**40,), np.float64),
    "array, huge objects": lambda: huge((2**40,), object),
    "array, huge texts": lambda: huge((2**34,), "U40"),
    "array of -1": lambda: np.full(15, -1),
    "array of too many": lambda: np.full((2, 15), 2**63, np.uint64),
    "SubArray": lambda: np.zeros(15, np.int64).view(SubArray),
}


def containing_array() -> Any:
    thing = np.zeros(1, object)
    thing[0] = thing
    return thing
