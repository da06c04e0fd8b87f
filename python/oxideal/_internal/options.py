"""Options of the command lines, which two parsers have."""

from __future__ import annotations

import argparse
from typing import Any

from .._arguments.checks import quoted


def natural(text: str) -> int:
    """Read a whole number, 0 or more."""
    if not (text.isascii() and text.isdecimal() and len(text) < 80):
        raise argparse.ArgumentTypeError(f"expected a whole number of 0 or more, got {quoted(text)}")
    return int(text)


def add_jobs(options: Any) -> None:
    options.add_argument(
        "--jobs",
        type=lambda text: natural(text) if text.isdecimal() else text,
        default=1,
        metavar="J",
        help="number of processes, or ray or ray:ADDRESS, a cluster; the result is the same (default: %(default)s)",
    )
