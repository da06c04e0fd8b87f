"""Seeds and streams as arguments."""

from __future__ import annotations

from typing import SupportsIndex

from ..errors import InvalidArgumentError
from .checks import format_int, integer, plain_bytes, type_name

_SEED_KINDS = "seed must be 0 to 2**256 - 1, 32 bytes, or None for the system's entropy"


def seed_number(seed: SupportsIndex | bytes | None) -> int:
    """Return a seed as an integer from 0 to 2**256 - 1. None draws one from the system's entropy."""
    if seed is None:
        import secrets  # it imports much, and most callers give a seed

        return int.from_bytes(secrets.token_bytes(32), "little")
    key = plain_bytes(seed)
    if key is not None:
        if len(key) != 32:
            raise InvalidArgumentError(f"{_SEED_KINDS}, got {len(key)} bytes")
        return int.from_bytes(key, "little")
    try:
        number = integer("seed", seed)
    except TypeError:
        raise TypeError(f"{_SEED_KINDS}, not {type_name(seed)}") from None
    if not 0 <= number < 2**256:
        raise InvalidArgumentError(f"{_SEED_KINDS}, got {format_int(number)}")
    return number


def stream_number(stream: SupportsIndex) -> int:
    """Return a stream as an integer from 0 to 2**96 - 1."""
    number = integer("stream", stream)
    if not 0 <= number < 2**96:
        raise InvalidArgumentError(f"stream must be 0 to 2**96 - 1, got {format_int(number)}")
    return number
