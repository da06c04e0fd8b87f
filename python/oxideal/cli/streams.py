"""Standard input and output as binary streams, for commands that other programs talk to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import BinaryIO

from ..errors import InvalidArgumentError


def serve(run: Callable[[BinaryIO, BinaryIO], int]) -> int:
    """Run a function on standard input and output, and return its exit status."""
    try:
        reader, writer = sys.stdin.buffer, sys.stdout.buffer
    except AttributeError:
        raise InvalidArgumentError("standard input and output must be binary streams") from None
    status = run(reader, writer)
    if status:
        os.dup2(os.open(os.devnull, os.O_WRONLY), writer.fileno())  # Python flushes it again at exit
    return status
