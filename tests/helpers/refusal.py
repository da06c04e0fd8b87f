from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def refuses(error: type[Exception], message: str, call: Callable[..., object], *given: Any, **named: Any) -> None:
    """Check that a call raises exactly this error with exactly this message."""
    with pytest.raises(error) as caught:
        call(*given, **named)
    assert type(caught.value) is error
    assert str(caught.value) == message


def shown_int(number: int) -> str:
    """A number as messages have it: its first 40 characters, in hexadecimal if it is long."""
    text = str(number) if number.bit_length() <= 2000 else hex(number)
    return f"{text[:40]}..." if len(text) > 40 else text


def shown_type(thing: object) -> str:
    """Return a type's name as in messages: every game has a `Move`, so such classes are named with
    their module. A class is named as one, with how to mend it if that is easy.
    """
    kind = thing if isinstance(thing, type) else type(thing)
    name = kind.__name__
    shown = f"{kind.__module__}.{name}" if name in ("Rules", "Move", "State", "View") else name
    if kind is not thing:
        return shown
    return f"the class {shown}" + (f"; pass an instance: {name}()" if name in ("Rules", "State") else "")
